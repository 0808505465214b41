//! What an experiment is.

use crate::measure::Method;
use crate::measure::clock::Clock;
use crate::metric::Metric;
use crate::proof::Claim;
use crate::reading::{Place, Reading};
use std::error::Error;
use std::time::Duration;

/// One question, asked of several strategies.
pub struct Experiment {
    pub name: &'static str,
    /// One line for the reader of the table.
    pub about: &'static str,
    /// What was published of the same experiment elsewhere, mostly for .NET 10 (state machines) and 11 (runtime async).
    pub published: Option<&'static str>,
    pub work: Work,
    /// What the binary says of each annotated function that is measured.
    pub claims: fn() -> Vec<Claim>,
}

pub enum Work {
    /// Timed in interleaved rounds.
    Timed { metric: &'static Metric, subjects: fn() -> Vec<Subject> },
    /// Does its own measuring.
    Observed(fn(&Method) -> Found),
}

pub type Found = Result<Findings, Box<dyn Error>>;

/// What an experiment found.
#[derive(Default)]
pub struct Findings {
    pub readings: Vec<Reading>,
    /// What was left out and why.
    pub notes: Vec<String>,
}

impl From<Vec<Reading>> for Findings {
    fn from(readings: Vec<Reading>) -> Self {
        Findings { readings, notes: Vec::new() }
    }
}

impl Experiment {
    /// Calls of `step` that [`run`](Self::run) makes.
    pub fn steps(&self, method: &Method) -> u64 {
        match self.work {
            Work::Timed { .. } => method.steps(),
            Work::Observed(_) => 1,
        }
    }

    /// How its figures come about, in a sentence.
    pub fn method(&self) -> &'static str {
        match self.work {
            Work::Timed { .. } => "Timed in rounds in which the strategies take turns.",
            Work::Observed(_) => "Counted or timed by the experiment itself, partly in processes of their own.",
        }
    }

    /// # Errors
    /// When strategies did different work, or something that an observation needs failed.
    pub fn run(&self, method: &Method, step: &mut dyn FnMut()) -> Found {
        let found = match self.work {
            Work::Timed { metric, subjects } => {
                crate::measure::time(metric, subjects(), method, step).map(Into::into).map_err(Into::into)
            }
            Work::Observed(observe) => observe(method).inspect(|_| step()),
        };
        found.map_err(|error| format!("`{}`: {error}", self.name).into())
    }
}

/// No annotated function is measured.
pub fn no_claims() -> Vec<Claim> {
    Vec::new()
}

/// A workload under one strategy.
pub struct Subject {
    pub place: Place,
    /// Per round.
    pub operations: u64,
    pub clock: Clock,
    run: Box<dyn FnMut(u64) -> Outcome>,
}

/// What one run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub operations: u64,
    /// Must be the same under every strategy: they did the same work. None: there is nothing to compare.
    pub digest: Option<u64>,
    /// By its own clock.
    pub took: Option<Duration>,
}

impl Outcome {
    pub fn new(operations: u64, digest: u64) -> Self {
        Outcome { operations, digest: Some(digest), took: None }
    }
}

impl Subject {
    pub fn new(place: Place, operations: u64, run: impl FnMut(u64) -> Outcome + 'static) -> Self {
        Subject { place, operations, clock: Clock::Thread, run: Box::new(run) }
    }

    /// A function that does exactly as many operations as told and returns their digest.
    pub fn of_fn(place: Place, operations: u64, run: fn(u64) -> u64) -> Self {
        Subject::new(place, operations, move |operations| Outcome::new(operations, run(operations)))
    }

    pub fn clock(self, clock: Clock) -> Self {
        Subject { clock, ..self }
    }

    pub fn run(&mut self, operations: u64) -> Outcome {
        (self.run)(operations)
    }
}
