//! The fuzzer notices what it is there to notice, and random bodies are equal.

use crate::batch::{Batch, Body};
use crate::cli::Mode;
use crate::minimise;
use crate::outcome::Outcome;
use crate::support::Support;
use resumable_generator::{Edition, Function};
use std::time::Duration;

const MODE: Mode = Mode { edition: Edition::E2024, optimised: false };

fn outcomes(name: &str, mode: Mode, bodies: &[Body]) -> Vec<Outcome> {
    with_batch(name, mode, |batch| batch.outcomes(bodies).unwrap())
}

fn with_batch<T>(name: &str, mode: Mode, run: impl FnOnce(&Batch<'_>) -> T) -> T {
    let support = Support::build("dev").unwrap();
    let folder = support.scratch.join(format!("test-{name}"));
    let result = run(&Batch {
        support: &support,
        strategy: "state_machine",
        mode,
        folder: folder.clone(),
        patience: Duration::from_secs(5),
    });
    std::fs::remove_dir_all(folder).unwrap();
    result
}

/// Statements in a function that returns a number.
fn body(statements: &str) -> Body {
    let items = format!(
        "pub async fn body(mut p: Loud, mut n: u32) -> Result<(u32, Option<Loud>), Big> {{ let mut x1 = later(Loud(\"x\")).await; \
         {statements} Ok((later(n).await, None)) }}"
    );
    Body { items, calls: vec!["body(Loud(\"p\"), 1)".to_string()] }
}

/// True in the lowered copy only.
const LOWERED: &str = "module_path!().contains(\"lowered\")";

#[test]
fn each_outcome_is_found() {
    let bodies = [
        body(""),
        body(&format!("if {LOWERED} {{ step(\"other\"); }}")),
        body("let m: u32 = \"no number\";"),
        body(&format!("if {LOWERED} {{ std::process::abort(); }}")),
        body(""),
        body("std::process::abort();"),
    ];
    let found = outcomes("outcomes", MODE, &bodies);
    assert!(matches!(found[0], Outcome::Equal { scripts: 1.., points: 2, .. }), "{found:?}");
    assert!(matches!(&found[1], Outcome::Differs(text) if text.contains("other")), "{found:?}");
    assert!(matches!(found[2], Outcome::Invalid(_)), "{found:?}");
    assert!(matches!(found[3], Outcome::Crashed(_)), "{found:?}");
    assert!(matches!(found[4], Outcome::Equal { .. }), "{found:?}");
    assert!(matches!(found[5], Outcome::Invalid(_)), "{found:?}");
}

#[test]
fn a_difference_is_minimised() {
    let long = format!(
        "let mut q = pair(\"q\"); while n < 4 {{ n += now(1).await; if {LOWERED} {{ drop(x1); x1 = Loud(\"y\"); }} }} \
         match n {{ 4 => drop(q.a), _ => n = two(x1, q.b, n) }}"
    );
    let smallest = with_batch("minimise", MODE, |batch| {
        let body = body(&long);
        let outcome = batch.outcomes(std::slice::from_ref(&body)).unwrap().remove(0);
        minimise::smallest(batch, body, &outcome).unwrap()
    });
    let text = smallest.body.items;
    assert!(matches!(smallest.outcome, Outcome::Differs(_)));
    assert!(text.contains("lowered") && !text.contains("pair") && !text.contains("match"), "{text}");
}

#[test]
fn random_bodies_are_equal_on_edition_2021() {
    random_bodies_are_equal(Mode { edition: Edition::E2021, optimised: false });
}

#[test]
fn random_bodies_are_equal_optimised() {
    random_bodies_are_equal(Mode { edition: Edition::E2024, optimised: true });
}

fn random_bodies_are_equal(mode: Mode) {
    let bodies: Vec<Body> = (1..=16).map(|seed| Function::of(seed, mode.edition).into()).collect();
    let found = outcomes(&format!("{mode:?}").replace(' ', ""), mode, &bodies);
    let failed: Vec<_> = found.iter().enumerate().filter(|(_, o)| !matches!(o, Outcome::Equal { .. })).collect();
    assert!(failed.is_empty(), "{failed:#?}");
}
