//! The expansion of each construct in each strategy, as a reader of `cargo expand` sees it.
//!
//! After a change that is meant, `MACROTEST=overwrite cargo test -p resumable-compile-tests --test expand` writes the new expansions.

/// The standard library's own macros expand differently from release to release.
const RUSTC: &str = "rustc 1.95.";

#[test]
fn expansions() {
    if let Some(reason) = reason_to_skip() {
        println!("skipped: {reason}");
        return;
    }
    hide_the_path_of_this_checkout();
    for strategy in ["native", "state_machine", "stackful"] {
        let cases = format!("expand/{strategy}/*.rs");
        // Without a snapshot a case would be recorded instead of compared.
        if std::env::var_os("MACROTEST").is_some() {
            macrotest::expand(&cases);
        } else {
            macrotest::expand_without_refresh(&cases);
        }
    }
}

/// `cargo expand` is a program of its own, which `.ci/run` installs.
fn reason_to_skip() -> Option<String> {
    let version = version_of("rustc", &["--version"]).unwrap_or_default();
    if !version.starts_with(RUSTC) {
        return Some(format!("the expansions were recorded with {RUSTC}x, this is {version}"));
    }
    version_of("cargo", &["expand", "--version"])
        .is_none()
        .then(|| "`cargo install cargo-expand` to run this".to_string())
}

fn version_of(program: &str, arguments: &[&str]) -> Option<String> {
    let output = std::process::Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Records hold the path of the source file.
fn hide_the_path_of_this_checkout() {
    let flag = concat!("--remap-path-prefix=", env!("CARGO_MANIFEST_DIR"), "/=");
    // SAFETY: this binary has one test, and the main thread only waits for it: nobody else reads the environment meanwhile.
    unsafe { std::env::set_var("CARGO_ENCODED_RUSTFLAGS", flag) };
}
