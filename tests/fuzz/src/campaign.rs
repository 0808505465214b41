//! Batches on all cores, until there are enough bodies; then what failed is minimised.

use crate::batch::{Batch, Body};
use crate::cli::{Mode, Options};
use crate::minimise;
use crate::outcome::Outcome;
use crate::report;
use crate::support::Support;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use resumable_generator::Function;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Longer than any body takes; smaller ones that may not end get less.
const PATIENCE: Duration = Duration::from_secs(60);

/// A body that failed.
#[derive(Clone)]
pub struct Failure {
    pub seed: u64,
    pub mode: Mode,
    pub outcome: Outcome,
}

#[derive(Default)]
pub struct Findings {
    pub bodies: u64,
    pub invalid: u64,
    pub equal: u64,
    pub scripts: u64,
    /// Bodies with awaits that are all lowered, that have leaves, and that are rustc's as a whole.
    pub lowered: u64,
    pub with_leaves: u64,
    pub failures: Vec<Failure>,
    pub elapsed: Duration,
    /// Of each batch, for the rate by mode: bodies and time.
    pub time: BTreeMap<String, (u64, Duration)>,
}

impl Findings {
    pub fn is_good(&self) -> bool {
        self.failures.is_empty()
    }

    fn add(&mut self, seed: u64, mode: Mode, outcome: Outcome) {
        self.bodies += 1;
        match outcome {
            Outcome::Invalid(why) => {
                self.invalid += 1;
                eprintln!(
                    "the generator made a body that rustc doesn't accept: seed {seed}, edition {}\n{why}",
                    mode.edition.name()
                );
            }
            Outcome::Equal { scripts, points, leaves } => {
                self.equal += 1;
                self.scripts += scripts;
                self.lowered += u64::from(points > 0 && leaves == 0);
                self.with_leaves += u64::from(leaves > 0);
            }
            outcome => self.failures.push(Failure { seed, mode, outcome }),
        }
    }
}

pub fn run(options: &Options, support: &Support) -> Result<Findings> {
    let (next, findings, start) = (AtomicU64::new(0), Mutex::new(Findings::default()), Instant::now());
    let progress = progress(options.bodies);
    std::thread::scope(|scope| {
        let worker = || work(options, support, &next, &findings, &progress);
        let workers: Vec<_> = (0..options.jobs()).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|w| w.join().expect("a worker doesn't panic"))
    })?;
    progress.finish_and_clear();
    let mut findings = findings.into_inner().expect("no worker panicked");
    findings.elapsed = start.elapsed();
    findings.failures.sort_by_key(|f| f.seed);
    minimise_some(options, support, &findings)?;
    Ok(findings)
}

fn progress(bodies: u64) -> ProgressBar {
    let style = "{elapsed_precise} {bar:30} {pos}/{len} bodies, {per_sec}, {eta} left; {msg}";
    ProgressBar::new(bodies).with_style(ProgressStyle::with_template(style).expect("a constant"))
}

fn work(
    options: &Options,
    support: &Support,
    next: &AtomicU64,
    findings: &Mutex<Findings>,
    progress: &ProgressBar,
) -> Result<()> {
    loop {
        let n = next.fetch_add(1, Ordering::Relaxed);
        let first = n * options.batch;
        if first >= options.bodies {
            return Ok(());
        }
        let seeds = options.seed + first..options.seed + options.bodies.min(first + options.batch);
        let (mode, start) = (options.mode(n), Instant::now());
        let bodies: Vec<Body> = seeds.clone().map(|seed| Function::of(seed, mode.edition).into()).collect();
        let folder = folder(options, support, &format!("batch-{n}"));
        let outcomes = Batch { support, strategy: &options.strategy, mode, folder: folder.clone(), patience: PATIENCE }
            .outcomes(&bodies)?;
        if options.keep.is_none() {
            fs::remove_dir_all(folder)?;
        }
        progress.inc(bodies.len() as u64);
        let mut findings = findings.lock().expect("no worker panicked");
        let name = format!("edition {}{}", mode.edition.name(), if mode.optimised { ", optimised" } else { "" });
        let time = findings.time.entry(name).or_default();
        *time = (time.0 + bodies.len() as u64, time.1 + start.elapsed());
        for (seed, outcome) in seeds.zip(outcomes) {
            if let Some(key) = outcome.key() {
                progress.suspend(|| eprintln!("seed {seed}, edition {}: {key}", mode.edition.name()));
            }
            findings.add(seed, mode, outcome);
        }
        progress.set_message(format!("{} failed", findings.failures.len()));
    }
}

fn folder(options: &Options, support: &Support, name: &str) -> PathBuf {
    let own = format!("{name}-{}", std::process::id());
    options.keep.as_ref().map_or_else(|| support.scratch.join(own), |keep| keep.join(name))
}

/// The first failures of each kind, smaller.
fn minimise_some(options: &Options, support: &Support, findings: &Findings) -> Result<()> {
    let mut seen = BTreeMap::<String, usize>::new();
    for failure in &findings.failures {
        let count = seen.entry(failure.outcome.key().expect("it failed")).or_default();
        *count += 1;
        if *count > options.minimise {
            report::another(options, failure);
            continue;
        }
        let folder = folder(options, support, "minimise");
        let batch = Batch {
            support,
            strategy: &options.strategy,
            mode: failure.mode,
            folder: folder.clone(),
            patience: PATIENCE / 20,
        };
        let body = Function::of(failure.seed, failure.mode.edition).into();
        let smallest = minimise::smallest(&batch, body, &failure.outcome)?;
        report::failure(options, failure, &smallest)?;
        fs::remove_dir_all(folder)?;
    }
    Ok(())
}
