//! Tells the lab how it was compiled, for the lines above its tables.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().ok().and_then(|o| String::from_utf8(o.stdout).ok());
    println!("cargo::rustc-env=LAB_RUSTC={}", version.as_deref().unwrap_or("rustc of an unknown version").trim());
    for (name, variable) in [("LAB_PROFILE", "PROFILE"), ("LAB_OPT_LEVEL", "OPT_LEVEL"), ("LAB_TARGET", "TARGET")] {
        println!("cargo::rustc-env={name}={}", std::env::var(variable).unwrap_or_default());
    }
    println!("cargo::rerun-if-changed=build.rs");
}
