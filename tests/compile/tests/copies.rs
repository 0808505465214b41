//! What is left of a machine when rustc hands it to LLVM: what a frame doesn't hold yet is not written when it is made.

use std::path::PathBuf;
use std::process::Command;

/// rustc takes what is uninitialised for a constant if it can, and copies it from the binary's data (rust-lang/rust#157743).
#[test]
fn an_empty_place_is_no_constant() {
    let ir = ir_of("large_frame");
    assert!(ir.contains("parent"), "that isn't the example");
    let constants = ir.lines().filter(|l| l.starts_with('@') && l.contains(" constant "));
    let empty: Vec<&str> = constants.filter(|c| c.contains("x i8] undef,")).collect();
    assert!(empty.is_empty(), "{empty:#?}");
}

/// The example, optimized by rustc, before LLVM does its part.
fn ir_of(example: &str) -> String {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{example}.ll"));
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--package", env!("CARGO_PKG_NAME"), "--example", example, "--"])
        .args(["-C", "opt-level=1", "-C", "no-prepopulate-passes", "-C", "codegen-units=1"])
        .arg(format!("--emit=llvm-ir={}", file.display()))
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(file).expect("rustc has written it")
}
