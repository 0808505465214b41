//! What an experiment is, and which there are.

use crate::strategy::Strategy;
use crate::verify::Claim;
use crate::{entry, hot, suspend, wrapped};

/// One workload under several strategies.
pub struct Experiment {
    pub name: &'static str,
    /// One line for the reader of the table.
    pub about: &'static str,
    pub metric: Metric,
    /// Async calls between the driver and the leaf.
    pub depth: u32,
    /// Per round and strategy.
    pub operations: u64,
    pub subjects: fn() -> Vec<Subject>,
    /// What the binary says of each annotated function that is timed.
    pub claims: fn() -> Vec<Claim>,
    pub targets: &'static [Target],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Nanoseconds per operation: less is better.
    NsPerOp,
    /// Messages per second: more is better. An operation is a message.
    MsgsPerS,
}

impl Metric {
    pub const fn name(self) -> &'static str {
        match self {
            Metric::NsPerOp => "ns_per_op",
            Metric::MsgsPerS => "msgs_per_s",
        }
    }

    pub fn of(self, ns_per_op: f64) -> f64 {
        match self {
            Metric::NsPerOp => ns_per_op,
            Metric::MsgsPerS => 1e9 / ns_per_op,
        }
    }
}

/// What the project promises: `strategy`'s metric against that of `of`. Less is promised for times, more for throughput.
pub struct Target {
    pub strategy: Strategy,
    pub of: Strategy,
    pub ratio: f64,
}

/// A workload under one strategy.
pub struct Subject {
    pub strategy: Strategy,
    run: Box<dyn FnMut(u64) -> Outcome>,
}

/// What one run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub operations: u64,
    /// Must be the same under every strategy: they did the same work.
    pub digest: u64,
}

impl Subject {
    pub fn new(strategy: Strategy, run: impl FnMut(u64) -> Outcome + 'static) -> Self {
        Subject { strategy, run: Box::new(run) }
    }

    /// A function that does exactly as many operations as told and returns their digest.
    pub fn of_fn(strategy: Strategy, run: fn(u64) -> u64) -> Self {
        Subject::new(strategy, move |operations| Outcome { operations, digest: run(operations) })
    }

    pub fn run(&mut self, operations: u64) -> Outcome {
        (self.run)(operations)
    }
}

pub static ALL: [&Experiment; 4] = [&hot::EXPERIMENT, &entry::EXPERIMENT, &wrapped::EXPERIMENT, &suspend::EXPERIMENT];

/// All experiments, with the one that isn't timed.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|e| e.name).chain([crate::size::NAME]).collect()
}

/// Calls in a chain, see [`twelve`].
pub const DEPTH: u32 = 12;

/// Hands the links of a chain to the macro that writes it: `c12` calls `c11`, and so on down to the leaf, `c0`.
macro_rules! twelve {
    ($chain:ident $($args:tt)*) => {
        $chain!(
            $($args)*
            c1 -> c0, c2 -> c1, c3 -> c2, c4 -> c3, c5 -> c4, c6 -> c5, c7 -> c6, c8 -> c7, c9 -> c8, c10 -> c9, c11 -> c10, c12 -> c11
        );
    };
}
pub(crate) use twelve;
