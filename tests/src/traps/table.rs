//! The table of all traps: `traps/README.md`.

use super::lowering::{self, Lowering};
use super::{Group, Trap, folder, groups, overwrites, source};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

const HEAD: &str = "\
# Traps

What has gone wrong in lowerings of `async fn`, here or elsewhere, and the tests that show what becomes of it here. A case of the corpus
is compared with rustc's own `async fn`, trace by trace. Behind it stands how its functions are lowered: *lowered* where every await stands
where it was written, *with leaves* where some statements, or the rest of a body, are rustc's own, *one leaf each* where all of a function may
be. This file is made by the tests: `RESUMABLE_TABLES=overwrite cargo test -p resumable-tests`.
";

type Known = BTreeMap<String, Lowering>;

/// The whole text.
fn text() -> String {
    let known = lowering::committed();
    let mut text = HEAD.to_string();
    let all: Vec<&Trap> = groups().flat_map(|(_, g)| g.traps).collect();
    let refused = all.iter().filter(|t| t.refused.is_some()).count();
    let percent = 100.0 * refused as f64 / all.len() as f64;
    writeln!(
        text,
        "\n{} traps: {} equal to rustc, {refused} refused ({percent:.1} %).",
        all.len(),
        all.len() - refused
    )
    .unwrap();
    summary(&mut text, &known);
    let mut number = 0;
    groups().for_each(|(about, g)| group(&mut text, about, g, &known, &mut number));
    text
}

fn summary(text: &mut String, known: &Known) {
    let count = |l| known.values().filter(|k| **k == l).count();
    writeln!(
        text,
        "Of {} cases of the corpus, {} are lowered, {} with leaves, {} with one leaf in each function, and {} have no awaits of their own.",
        known.len(),
        count(Lowering::Whole),
        count(Lowering::Partly),
        count(Lowering::Leaves),
        count(Lowering::NoAwaits)
    )
    .unwrap();
}

fn group(text: &mut String, about: &str, group: &Group, known: &Known, number: &mut usize) {
    write!(text, "\n## {}\n\n| | trap | {about} | tests |\n|---|---|---|---|\n", group.title).unwrap();
    for trap in group.traps {
        *number += 1;
        let verdict = trap.refused.map_or("equal".to_string(), |remedy| format!("refused: {remedy}"));
        let cases: Vec<String> = trap.cases.iter().map(|case| shown(case, known)).collect();
        writeln!(text, "| {number} | {} | {verdict} | {} |", trap.title, cases.join(", ")).unwrap();
    }
}

fn shown(case: &str, known: &Known) -> String {
    known.get(case).map_or(format!("`{case}`"), |lowering| format!("`{case}` ({lowering})"))
}

/// Writes it. The caller sees to it that nobody else does at the same time.
pub fn write() {
    fs::write(folder().join("README.md"), text()).expect("the folder of this crate");
}

/// Panics unless the committed table is what would be written, and unless every trap has tests, which exist.
pub fn check() {
    for trap in groups().flat_map(|(_, g)| g.traps) {
        assert!(!trap.cases.is_empty(), "nothing tests: {}", trap.title);
        trap.cases.iter().for_each(|case| assert!(source::exists(case), "`{case}` doesn't exist: {}", trap.title));
        let refusal = trap.cases.iter().any(|case| case.starts_with("ui/"));
        let remedy = trap.cases.iter().any(|case| source::is_in_the_corpus(case) || case.starts_with("tests/"));
        assert!(trap.refused.is_none() || refusal && remedy, "show the refusal and its remedy: {}", trap.title);
    }
    let stale: Vec<_> = lowering::committed().into_keys().filter(|case| !source::is_in_the_corpus(case)).collect();
    assert!(stale.is_empty(), "no longer in the corpus: {stale:?}");
    if !overwrites() {
        let committed = fs::read_to_string(folder().join("README.md")).unwrap_or_default();
        assert!(
            committed == text(),
            "traps/README.md is out of date: RESUMABLE_TABLES=overwrite cargo test -p resumable-tests"
        );
    }
}
