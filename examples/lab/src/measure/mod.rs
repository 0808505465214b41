//! How it is measured: medians over rounds; within a round the subjects take turns in short slices, so that whatever drifts (clock
//! speed, temperature, neighbours) hits them alike; allocations are counted in a pass of their own, after the last round.

pub mod allocator;
pub mod clock;
pub mod machine;
pub mod statistics;

use crate::experiment::{Outcome, Subject};
use crate::metric::{ALLOCS_PER_OP, BYTES_PER_OP, Metric};
use crate::reading::{Place, Reading};
use allocator::Allocated;
use statistics::median;
use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Method {
    /// Rounds whose times are thrown away.
    pub warm_ups: u32,
    pub rounds: u32,
    /// Turns that each subject takes in a round.
    pub slices: u32,
    /// Of the experiment's operations.
    pub share: f64,
}

impl Method {
    /// What sound figures take.
    pub const FULL: Method = Method { warm_ups: 2, rounds: 9, slices: 5, share: 1.0 };
    /// Enough to see whether all is well.
    pub const QUICK: Method = Method { warm_ups: 1, rounds: 3, slices: 3, share: 0.05 };

    /// Calls of `step` that [`time`] makes.
    pub fn steps(&self) -> u64 {
        u64::from(self.warm_ups + self.rounds) * u64::from(self.slices)
    }

    /// So much of a full run's `count` as this method wants, at least `least`.
    pub fn scaled(&self, count: u64, least: u64) -> u64 {
        ((count as f64 * self.share) as u64).max(least)
    }

    /// Operations per slice of a subject.
    fn slice(&self, subject: &Subject) -> u64 {
        (self.scaled(subject.operations, 1) / u64::from(self.slices)).max(1)
    }
}

/// Two strategies that didn't do the same work.
#[derive(Debug)]
pub struct Disagreement(Box<[(Place, Outcome); 2]>);

impl std::error::Error for Disagreement {}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the strategies did different work:")?;
        for (place, Outcome { operations, digest, .. }) in &*self.0 {
            let digest = digest.unwrap_or_default();
            write!(f, " {} {operations} operations with digest {digest:#x};", place.strategy)?;
        }
        Ok(())
    }
}

/// Times the subjects and counts what they allocate. `step` is called after each turn of all subjects.
pub fn time(
    metric: &'static Metric,
    mut subjects: Vec<Subject>,
    method: &Method,
    step: &mut dyn FnMut(),
) -> Result<Vec<Reading>, Disagreement> {
    let times = Rounds { method, step }.time(&mut subjects)?;
    let readings = subjects.iter_mut().zip(times).flat_map(|(subject, times)| {
        let rounds: Vec<f64> = times.into_iter().map(|ns| in_metric(metric, ns)).collect();
        let timed = Reading { place: subject.place, metric, value: median(&rounds), rounds };
        std::iter::once(timed).chain(allocations(subject, method.slice(subject)))
    });
    Ok(readings.collect())
}

/// Nanoseconds per operation as a figure of a metric: what is better the more of it there is counts operations per second.
fn in_metric(metric: &Metric, ns_per_op: f64) -> f64 {
    if metric.better == crate::metric::Better::More { 1e9 / ns_per_op } else { ns_per_op }
}

struct Rounds<'a> {
    method: &'a Method,
    step: &'a mut dyn FnMut(),
}

impl Rounds<'_> {
    /// Nanoseconds per operation: for each subject, one figure per round after the warm-ups.
    fn time(&mut self, subjects: &mut [Subject]) -> Result<Vec<Vec<f64>>, Disagreement> {
        let mut times = vec![Vec::new(); subjects.len()];
        for round in 0..self.method.warm_ups + self.method.rounds {
            let figures = self.round(subjects)?;
            if round >= self.method.warm_ups {
                times.iter_mut().zip(figures).for_each(|(times, figure)| times.push(figure));
            }
        }
        Ok(times)
    }

    fn round(&mut self, subjects: &mut [Subject]) -> Result<Vec<f64>, Disagreement> {
        let mut totals = vec![(Duration::ZERO, 0); subjects.len()];
        for slice in 0..self.method.slices as usize {
            let outcomes = self.turns(subjects, slice, &mut totals);
            agree(subjects, &outcomes)?;
            (self.step)();
        }
        Ok(totals.into_iter().map(|(time, operations)| time.as_nanos() as f64 / operations as f64).collect())
    }

    /// One turn of each subject. Another one begins each time, so that none always follows the same neighbour's cold caches.
    fn turns(&self, subjects: &mut [Subject], slice: usize, totals: &mut [(Duration, u64)]) -> Vec<Outcome> {
        let count = subjects.len();
        let mut outcomes = vec![Outcome { operations: 0, digest: None, took: None }; count];
        for turn in 0..count {
            let index = (turn + slice) % count;
            let subject = &mut subjects[index];
            let operations = self.method.slice(subject);
            let start = subject.clock.now();
            let outcome = subject.run(operations);
            let took = subject.clock.now() - start;
            totals[index].0 += outcome.took.unwrap_or(took);
            totals[index].1 += outcome.operations;
            outcomes[index] = outcome;
        }
        outcomes
    }
}

/// All strategies of a workload must have done the same.
fn agree(subjects: &[Subject], outcomes: &[Outcome]) -> Result<(), Disagreement> {
    let done = || subjects.iter().map(|s| s.place).zip(outcomes.iter().copied()).filter(|(_, o)| o.digest.is_some());
    for (place, outcome) in done() {
        let first = done().find(|(other, _)| other.under(place.strategy) == place).expect("at least the place itself");
        if (first.1.operations, first.1.digest) != (outcome.operations, outcome.digest) {
            return Err(Disagreement(Box::new([first, (place, outcome)])));
        }
    }
    Ok(())
}

/// Allocations and bytes per operation. Nothing of what runs elsewhere, which brings its own clock.
fn allocations(subject: &mut Subject, operations: u64) -> Vec<Reading> {
    let (outcome, Allocated { allocations, bytes }) = allocator::count(|| subject.run(operations));
    if outcome.took.is_some() {
        return Vec::new();
    }
    let counted = |(metric, count)| Reading::counted(subject.place, metric, count as f64 / outcome.operations as f64);
    [(&BYTES_PER_OP, bytes), (&ALLOCS_PER_OP, allocations)].into_iter().map(counted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::{MSGS_PER_S, NS_PER_OP};
    use crate::strategy::Strategy::*;
    use std::hint::black_box;

    const METHOD: Method = Method { warm_ups: 1, rounds: 3, slices: 2, share: 0.5 };

    fn subject(strategy: crate::strategy::Strategy, run: fn(u64) -> u64) -> Subject {
        Subject::of_fn(Place::of(strategy), 400, run)
    }

    #[test]
    fn warm_ups_are_not_counted_and_steps_are() {
        let mut steps = 0;
        let readings = time(&NS_PER_OP, vec![subject(Plain, |n| n)], &METHOD, &mut || steps += 1).unwrap();
        assert_eq!(
            readings.iter().map(|r| (r.metric.name, r.rounds.len())).collect::<Vec<_>>(),
            [("ns_per_op", 3), ("bytes_per_op", 0), ("allocs_per_op", 0)]
        );
        assert_eq!(steps, METHOD.steps());
    }

    #[test]
    fn a_slice_is_its_share_of_the_operations() {
        assert_eq!(METHOD.slice(&subject(Plain, |n| n)), 100);
        assert_eq!(Method { share: 1e-9, ..METHOD }.slice(&subject(Plain, |n| n)), 1);
    }

    #[test]
    fn messages_are_counted_per_second() {
        assert_eq!(in_metric(&MSGS_PER_S, 500.0), 2e6);
        assert_eq!(in_metric(&NS_PER_OP, 500.0), 500.0);
    }

    #[test]
    fn different_work_is_an_error() {
        let subjects = vec![subject(Plain, |_| 1), subject(Boxed, |_| 2)];
        let error = time(&NS_PER_OP, subjects, &METHOD, &mut || ()).unwrap_err().to_string();
        assert!(
            error.contains("plain 100 operations with digest 0x1; boxed 100 operations with digest 0x2"),
            "{error}"
        );
    }

    #[test]
    fn other_workloads_may_do_other_work() {
        let at = |depth, run: fn(u64) -> u64| Subject::of_fn(Place::of(Plain).depth(depth), 400, run);
        time(&NS_PER_OP, vec![at(1, |_| 1), at(2, |_| 2)], &METHOD, &mut || ()).unwrap();
    }

    #[test]
    fn allocations_are_counted_per_operation() {
        let boxes = |n| (0..n).map(|i| *black_box(Box::new(i))).sum();
        let found = allocations(&mut subject(Boxed, boxes), 300_000);
        let (bytes, allocs) = (found[0].value, found[1].value);
        // Other tests of this process may allocate meanwhile.
        assert!((1.0..1.5).contains(&allocs) && bytes >= 8.0, "{allocs} allocations of {bytes} bytes");
    }
}
