//! Every script on two futures that must behave alike.

use crate::script::{End, Script, Shown};
use crate::trace;
use resumable::{Codegen, registry};

/// How many differing scripts a failed test shows.
const SHOWN_DIFFERENCES: usize = 3;

/// How many events it shows of a long trace.
const SHOWN_EVENTS: usize = 40;

/// A call of a body: its text, and how to make its future.
pub type Call = (&'static str, fn() -> Shown);

/// Compares the calls pairwise.
pub fn assert_all_same(oracle: Vec<Call>, lowered: Vec<Call>) {
    for ((name, oracle), (_, lowered)) in oracle.into_iter().zip(lowered) {
        println!("{name}: {} scripts", assert_same(name, &oracle, &lowered));
    }
}

/// What came of running every script on two futures.
#[derive(Debug)]
pub struct Comparison {
    pub scripts: usize,
    /// One text for each script whose traces differ.
    pub differences: Vec<String>,
}

/// Runs both futures under the same scripts: completion, cancellation after each poll (also by a panic around it), a panic at each step, and a
/// panic of each destructor on each of these ways.
pub fn compare(oracle: &dyn Fn() -> Shown, lowered: &dyn Fn() -> Shown) -> Comparison {
    let scripts = scripts(oracle);
    let differences = scripts.iter().filter_map(|s| difference(s, oracle, lowered)).collect();
    Comparison { scripts: scripts.len(), differences }
}

/// Panics unless both futures leave the same trace under every script. Returns the number of scripts.
pub fn assert_same(name: &str, oracle: &dyn Fn() -> Shown, lowered: &dyn Fn() -> Shown) -> usize {
    let Comparison { scripts, differences } = compare(oracle, lowered);
    assert!(differences.is_empty(), "{name}: {}", summary(scripts, &differences));
    scripts
}

/// The first differences, in words.
pub fn summary(scripts: usize, differences: &[String]) -> String {
    let shown = &differences[..differences.len().min(SHOWN_DIFFERENCES)];
    format!("{} of {scripts} traces differ from rustc's\n{}", differences.len(), shown.join("\n"))
}

fn difference(script: &Script, oracle: &dyn Fn() -> Shown, lowered: &dyn Fn() -> Shown) -> Option<String> {
    let (expected, found) = (script.run(oracle), script.run(lowered));
    if expected == found {
        return None;
    }
    let first = expected.iter().zip(&found).position(|(e, f)| e != f).unwrap_or(expected.len().min(found.len()));
    let excerpt = |trace: &[String]| {
        trace[first.saturating_sub(SHOWN_EVENTS / 2)..].join(" | ").chars().take(1500).collect::<String>()
    };
    Some(format!("{script:?}, from event {first}\n    rustc   {}\n    lowered {}", excerpt(&expected), excerpt(&found)))
}

/// The scripts that the oracle's own traces call for.
fn scripts(oracle: &dyn Fn() -> Shown) -> Vec<Script> {
    let complete = Script::to(End::Complete).run(oracle);
    let polls = complete.iter().filter(|event| *event == "pending").count();
    let ends = complete.iter().any(|e| e.starts_with("ready") || e.starts_with("panicked"));
    assert!(ends, "never ends: {:?}", &complete[..SHOWN_EVENTS]);
    assert!(complete.len() > 4, "a body that logs nothing proves nothing: {complete:?}");

    let mut scripts = with_each_destructor(End::Complete, oracle);
    for n in 0..=polls {
        scripts.extend(with_each_destructor(End::Cancel(n), oracle));
        scripts.push(Script::to(End::CancelByPanic(n)));
    }
    let steps = (0..complete.len()).map(|n| Script { step: Some(n), ..Script::to(End::Complete) });
    scripts.extend(steps.take_while(|script| script.run(oracle).iter().any(|event| event == "panicked: step")));
    scripts
}

/// The script, and again with each of its destructors panicking.
fn with_each_destructor(end: End, oracle: &dyn Fn() -> Shown) -> Vec<Script> {
    let drops = trace::drops(&Script::to(end).run(oracle));
    let panicking = (0..drops).map(|n| Script { destructor: Some(n), ..Script::to(end) });
    std::iter::once(Script::to(end)).chain(panicking).collect()
}

/// Panics unless the functions of the module were lowered by this strategy, as their records say.
pub fn assert_lowered_by(module: &str, strategy: &str) {
    let strategy = Codegen::from_name(strategy);
    let inside = |record: &resumable::Record| {
        record.module.strip_prefix(module).is_some_and(|r| r.is_empty() || r.starts_with("::"))
    };
    let mut records = registry().filter(inside).peekable();
    assert!(records.peek().is_some(), "`{module}` has no lowered function");
    for record in records {
        assert_eq!(Some(record.codegen), strategy, "{record:?}");
    }
}
