//! Tells the tests which compiler they were built with: sizes are pinned for one.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = std::env::var("RUSTC").expect("set by cargo");
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let version = String::from_utf8(output.stdout).expect("a version is text");
    println!("cargo::rustc-env=COMPILER={}", version.split_whitespace().nth(1).unwrap_or("unknown"));
}
