//! What an experiment finds.

use crate::metric::Metric;
use crate::strategy::Strategy;

/// Which of an experiment's subjects: its row in the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub strategy: Strategy,
    /// Async calls between the driver and the leaf.
    pub depth: Option<u32>,
    /// A variant of the workload, which all its strategies have in common.
    pub case: Option<&'static str>,
    /// The function, where an experiment compares several.
    pub function: Option<&'static str>,
}

impl Place {
    pub const fn of(strategy: Strategy) -> Self {
        Place { strategy, depth: None, case: None, function: None }
    }

    pub const fn depth(self, depth: u32) -> Self {
        Place { depth: Some(depth), ..self }
    }

    pub const fn case(self, case: &'static str) -> Self {
        Place { case: Some(case), ..self }
    }

    pub const fn function(self, function: &'static str) -> Self {
        Place { function: Some(function), ..self }
    }

    /// The same workload under another strategy.
    pub const fn under(self, strategy: Strategy) -> Self {
        Place { strategy, ..self }
    }
}

/// One figure, with the rounds that it is the median of.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    pub place: Place,
    pub metric: &'static Metric,
    pub value: f64,
    /// In the order in which they were run, those of all places of an experiment at the same time. Empty: it was counted, not timed.
    pub rounds: Vec<f64>,
}

impl Reading {
    /// A figure that has no rounds, since it is always the same or was found once.
    pub fn counted(place: Place, metric: &'static Metric, value: f64) -> Self {
        Reading { place, metric, value, rounds: Vec::new() }
    }
}

/// The reading of a place in a metric.
pub fn find<'a>(readings: &'a [Reading], place: &Place, metric: &Metric) -> Option<&'a Reading> {
    readings.iter().find(|r| r.place == *place && r.metric == metric)
}
