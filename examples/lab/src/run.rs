//! A run: one experiment after the other, each shown as soon as it is done, so that an interrupted run has shown what it knows.

use crate::check::{self, Verdict};
use crate::cli::{Cli, Output};
use crate::experiment::{Experiment, Findings};
use crate::measure::Method;
use crate::report;
use crate::show::{json, preface, progress, table};
use crate::strategy::Strategy;
use indicatif::ProgressBar;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;

/// How often a breach must repeat itself before it is believed: on a shared machine one may be somebody else's.
const REPETITIONS: u32 = 3;

pub struct Run {
    method: Method,
    output: Output,
    /// Whether a breach is an error.
    checked: bool,
    swapped: Option<[Strategy; 2]>,
    report: Option<PathBuf>,
}

/// An experiment that was run.
pub struct Done {
    pub experiment: &'static Experiment,
    pub findings: Findings,
    pub verdicts: Vec<Verdict>,
}

impl Run {
    pub fn new(cli: &Cli) -> Self {
        let report = cli.report.clone();
        Run { method: cli.method(), output: cli.output(), checked: cli.check, swapped: cli.swapped(), report }
    }

    /// # Errors
    /// What an experiment fails with, a report that can't be written, and with `--check` the breaches.
    pub fn all(&self, experiments: &[&'static Experiment]) -> Result<(), Box<dyn Error>> {
        let runs = self.each(experiments)?;
        if let Some(directory) = &self.report {
            report::write(directory, &runs, &self.method)?;
        }
        let breach = |done: &Done| {
            let breaches = done.verdicts.iter().filter(|v| v.is_breach);
            breaches.map(|v| format!("{}: {v}", done.experiment.name)).collect::<Vec<_>>()
        };
        let breaches: Vec<String> = runs.iter().flat_map(breach).collect();
        if self.checked && !breaches.is_empty() { Err(breaches.join("\n     ").into()) } else { Ok(()) }
    }

    fn each(&self, experiments: &[&'static Experiment]) -> Result<Vec<Done>, Box<dyn Error>> {
        if self.output == Output::Table {
            io::stdout().write_all(preface::preface(&self.method).as_bytes())?;
        }
        let progress = progress::progress(experiments.iter().map(|e| e.steps(&self.method)).sum());
        let mut runs = Vec::new();
        for &experiment in experiments {
            progress.set_message(experiment.name);
            let done = self.until_believed(experiment, &progress)?;
            progress.suspend(|| io::stdout().write_all(self.text(&done).as_bytes()))?;
            runs.push(done);
        }
        progress.finish_and_clear();
        Ok(runs)
    }

    /// Runs it again as long as something is breached, a few times. A breach that isn't there each time is none.
    fn until_believed(&self, experiment: &'static Experiment, progress: &ProgressBar) -> Result<Done, Box<dyn Error>> {
        let mut done = self.once(experiment, progress)?;
        for _ in 1..if self.checked { REPETITIONS } else { 1 } {
            if !done.verdicts.iter().any(|v| v.is_breach) {
                break;
            }
            let again = self.once(experiment, progress)?;
            for (verdict, again) in done.verdicts.iter_mut().zip(again.verdicts) {
                if verdict.is_breach {
                    *verdict = again;
                }
            }
        }
        Ok(done)
    }

    fn once(&self, experiment: &'static Experiment, progress: &ProgressBar) -> Result<Done, Box<dyn Error>> {
        let mut findings = experiment.run(&self.method, &mut || progress.inc(1))?;
        findings.readings.iter_mut().for_each(|r| r.place = r.place.under(self.named(r.place.strategy)));
        let verdicts = check::verdicts(experiment, &findings.readings);
        Ok(Done { experiment, findings, verdicts })
    }

    /// The strategy's name in this run.
    fn named(&self, strategy: Strategy) -> Strategy {
        match self.swapped {
            Some([a, b]) if strategy == a => b,
            Some([a, b]) if strategy == b => a,
            _ => strategy,
        }
    }

    fn text(&self, Done { experiment, findings, verdicts }: &Done) -> String {
        match self.output {
            Output::Table => table::text(experiment, findings) + &check::text(verdicts),
            Output::Json => json::lines(experiment, &findings.readings),
        }
    }
}
