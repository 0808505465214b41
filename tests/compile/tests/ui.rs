//! What is refused, with which words and on which token; and that errors and lints about the user's own code are what rustc says.

/// rustc words its part of the messages differently from release to release.
const RUSTC: &str = "rustc 1.95.";

#[test]
fn messages() {
    let rustc = std::process::Command::new("rustc").arg("--version").output().expect("rustc is in the path");
    let version = String::from_utf8_lossy(&rustc.stdout);
    if !version.starts_with(RUSTC) {
        println!("skipped: the messages were recorded with {RUSTC}x, this is {version}");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
}
