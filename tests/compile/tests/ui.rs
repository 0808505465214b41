//! What is refused, with which words and on which token; and that errors and lints about the user's own code are what rustc says.

/// rustc words its part of the messages differently from release to release.
const RUSTC: &str = "rustc 1.95.";

fn is_recorded() -> bool {
    let rustc = std::process::Command::new("rustc").arg("--version").output().expect("rustc is in the path");
    let version = String::from_utf8_lossy(&rustc.stdout);
    if !version.starts_with(RUSTC) {
        println!("skipped: the messages were recorded with {RUSTC}x, this is {version}");
    }
    version.starts_with(RUSTC)
}

#[test]
fn messages() {
    if is_recorded() {
        trybuild::TestCases::new().compile_fail("ui/*.rs");
    }
}

/// What only the generation of code finds. `trybuild` generates code where a case has to pass.
#[test]
fn messages_of_code_generation() {
    if !is_recorded() {
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("codegen/borrows_where_it_should_take.rs");
    cases.pass("codegen/says_that_it_borrows.rs");
}
