//! What is printed.

use crate::campaign::{Failure, Findings};
use crate::cli::Options;
use crate::minimise::Smallest;
use crate::outcome::Outcome;
use anyhow::{Context, Result};
use resumable_generator::FUNCTIONS;
use serde_json::json;
use std::fs;

/// A minimised failure, as a test that can be put into the corpus.
pub fn failure(options: &Options, failure: &Failure, smallest: &Smallest) -> Result<()> {
    let test = test(failure.seed, smallest);
    if let Some(out) = &options.out {
        fs::create_dir_all(out)
            .and_then(|()| fs::write(out.join(format!("seed_{}.rs", failure.seed)), &test))
            .context("--out")?;
    }
    if options.json {
        print_json(failure, Some(&test));
    } else {
        println!("{}\n{}\n{test}", heading(failure), text(&smallest.outcome));
    }
    Ok(())
}

/// A failure of a kind that was minimised before.
pub fn another(options: &Options, failure: &Failure) {
    if options.json { print_json(failure, None) } else { println!("{}: as above", heading(failure)) }
}

fn heading(Failure { seed, mode, outcome }: &Failure) -> String {
    let optimised = if mode.optimised { ", optimised" } else { "" };
    format!("== seed {seed}, edition {}{optimised}: {}", mode.edition.name(), outcome.key().unwrap_or_default())
}

fn text(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Invalid(text) | Outcome::Refused(text) | Outcome::Differs(text) | Outcome::Crashed(text) => text,
        Outcome::Rejected { rendered, .. } => rendered,
        Outcome::Equal { .. } => "",
    }
}

fn print_json(failure: &Failure, test: Option<&str>) {
    let Failure { seed, mode, outcome } = failure;
    let line = json!({
        "seed": seed, "edition": mode.edition.name(), "optimised": mode.optimised,
        "kind": outcome.key(), "text": text(outcome), "test": test,
    });
    println!("{line}");
}

/// `differential! { .. }` of the body and of the functions that it calls.
fn test(seed: u64, smallest: &Smallest) -> String {
    let items = &smallest.body.items;
    let called = FUNCTIONS.lines().filter(|line| name_of(line).is_some_and(|name| items.contains(&format!("{name}("))));
    let functions: String = called.map(|line| format!("    {line}\n")).collect();
    let body: String = items.lines().map(|line| format!("    {line}\n")).collect();
    format!("differential! {{\n    seed_{seed} {{ {} }}\n{functions}{body}}}\n", smallest.body.calls.join(", "))
}

/// `async fn name(..`
fn name_of(line: &str) -> Option<&str> {
    line.strip_prefix("async fn ")?.split('(').next()
}

pub fn summary(options: &Options, f: &Findings) {
    let rate = f.bodies as f64 / f.elapsed.as_secs_f64();
    let count = |is: fn(&Outcome) -> bool| f.failures.iter().filter(|x| is(&x.outcome)).count();
    let differing = count(|o| matches!(o, Outcome::Differs(_) | Outcome::Crashed(_)));
    let (rejected, refused) =
        (count(|o| matches!(o, Outcome::Rejected { .. })), count(|o| matches!(o, Outcome::Refused(_))));
    if options.json {
        let line = json!({
            "strategy": options.strategy, "first_seed": options.seed, "bodies": f.bodies, "invalid": f.invalid, "equal": f.equal,
            "differing": differing, "rejected": rejected, "refused": refused, "scripts": f.scripts, "lowered": f.lowered,
            "with_leaves": f.with_leaves, "seconds": f.elapsed.as_secs_f64(), "bodies_per_second": rate,
        });
        return println!("{line}");
    }
    println!(
        "{} bodies from seed {} by {}: {} equal under {} scripts ({} lowered, {} with leaves), {differing} differ, {rejected} don't compile, \
         {refused} refused, {} invalid",
        f.bodies, options.seed, options.strategy, f.equal, f.scripts, f.lowered, f.with_leaves, f.invalid
    );
    println!("{:.0} s, {rate:.1} bodies a second", f.elapsed.as_secs_f64());
    for (mode, (bodies, time)) in &f.time {
        println!(
            "  {mode}: {bodies} bodies, {:.0} ms each on one of {} jobs",
            time.as_secs_f64() * 1e3 / *bodies as f64,
            options.jobs()
        );
    }
}
