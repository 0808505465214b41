//! What users are told about their mistakes: by rustc, under `native` and under `state_machine`, of the same source.
//!
//! Each file in `mistakes/` is compiled three times, on each edition. The messages must be the same and come once; a function for which they
//! aren't gives the reason in a comment above it, `// native: ..` against rustc or `// state_machine: ..` against `native`. The file `.messages`
//! beside each shows what is said; after a change that is meant, `MISTAKES=overwrite cargo test -p resumable-compile-tests --test mistakes`
//! writes it.

mod compiler;
mod diagnostic;
mod difference;
mod source;

use compiler::Compiler;
use difference::difference;
use source::{Function, Source, Variant};
use std::fmt::Write;
use std::path::Path;

/// rustc words its messages differently from release to release.
const RUSTC: &str = "rustc 1.95.";

#[test]
fn messages() {
    if !compiler::version().starts_with(RUSTC) {
        println!("skipped: the messages were recorded with {RUSTC}x, this is {}", compiler::version());
        return;
    }
    let compiler = Compiler::new();
    let mut wrong = String::new();
    for source in Source::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("mistakes")) {
        check(&compiler, &source, &mut wrong);
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn check(compiler: &Compiler, source: &Source, wrong: &mut String) {
    let mut recorded = String::new();
    for edition in ["2024", "2021"] {
        let said = |variant| compiler.diagnostics(source, variant, edition);
        let said = [said(Variant::Rustc), said(Variant::Native), said(Variant::StateMachine)];
        for function in &source.functions {
            let [rustc, native, machine] = said.each_ref().map(|said| function.of(said));
            let differences = [difference(&rustc, &native), difference(&native, &machine)];
            for (variant, difference) in [Variant::Native, Variant::StateMachine].into_iter().zip(&differences) {
                wrong.push_str(&unexplained(source, function, variant, difference, edition));
            }
            if edition == "2024" {
                record(function, &rustc, &differences, &mut recorded);
            }
        }
    }
    wrong.push_str(&source.compare_with_recorded(&recorded));
}

/// A difference must have its reason, and a reason its difference.
fn unexplained(source: &Source, f: &Function, variant: Variant, difference: &str, edition: &str) -> String {
    let place = format!("{}: {}, {} on edition {edition}", source.name, f.name, variant.name());
    match f.reason(variant) {
        None if !difference.is_empty() => format!("{place} says something else:\n{difference}\n"),
        Some(reason) if difference.is_empty() && edition == "2024" => format!("{place} differs no longer: {reason}\n"),
        _ => String::new(),
    }
}

fn record(f: &Function, rustc: &[String], differences: &[String; 2], recorded: &mut String) {
    if rustc.is_empty() && differences.iter().all(String::is_empty) {
        return;
    }
    let _ = writeln!(recorded, "== {}\n{}", f.name, rustc.concat());
    for (variant, difference) in [Variant::Native, Variant::StateMachine].into_iter().zip(differences) {
        if !difference.is_empty() {
            let _ =
                writeln!(recorded, "-- {}, {}\n{difference}", variant.name(), f.reason(variant).unwrap_or_default());
        }
    }
}
