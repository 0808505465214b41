//! Writes random bodies, each as one `differential!` case. Which ones is decided by two variables of the environment, so that the same ones
//! are made everywhere and others can be looked for:
//!
//! ```text
//! RESUMABLE_SEED=1000 RESUMABLE_BODIES=200 cargo test -p resumable-generated-tests
//! ```
//!
//! A body depends on its own number only: `RESUMABLE_SEED=1042 RESUMABLE_BODIES=1` makes one that failed alone. To try many, and to have what
//! fails minimised, use `cargo run --release -p fuzz` instead.

use resumable_generator::{Edition, FUNCTIONS, Function};
use std::fmt::Write;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let (first, count) = (variable("RESUMABLE_SEED", 1), variable("RESUMABLE_BODIES", 40));
    let mut cases = String::new();
    for seed in first..first + count {
        let Function { items, calls, .. } = Function::of(seed, Edition::E2024);
        let calls = calls.join(", ");
        writeln!(cases, "differential! {{\n    body_{seed} {{ {calls} }}\n{FUNCTIONS}{items}}}\n").unwrap();
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("set by cargo"));
    std::fs::write(out.join("bodies.rs"), cases).expect("the directory is ours");
}

fn variable(name: &str, default: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={name}");
    std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
}
