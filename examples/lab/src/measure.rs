//! How it is measured: medians over rounds; within a round the strategies take turns in short slices, so that whatever drifts (clock
//! speed, temperature, neighbours) hits them alike; allocations are counted in a pass of their own, after the last round.

use crate::allocator::{self, Allocated};
use crate::clock;
use crate::experiment::{Experiment, Outcome, Subject};
use crate::strategy::Strategy;
use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Method {
    /// Rounds whose times are thrown away.
    pub warm_ups: u32,
    pub rounds: u32,
    /// Turns that each strategy takes in a round.
    pub slices: u32,
    /// Of the experiment's operations.
    pub share: f64,
}

impl Default for Method {
    fn default() -> Self {
        Method { warm_ups: 2, rounds: 5, slices: 10, share: 1.0 }
    }
}

impl Method {
    /// Calls of `step` that [`measure`] makes.
    pub fn steps(&self) -> u64 {
        u64::from(self.warm_ups + self.rounds) * u64::from(self.slices)
    }

    /// Operations per slice of an experiment.
    fn slice(&self, experiment: &Experiment) -> u64 {
        ((experiment.operations as f64 * self.share) as u64 / u64::from(self.slices)).max(1)
    }
}

/// One strategy's results.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    pub strategy: Strategy,
    /// Median of the rounds.
    pub ns_per_op: f64,
    /// Distance between the slowest and the fastest round, as a share of the median.
    pub spread: f64,
    pub allocs_per_op: f64,
    pub bytes_per_op: f64,
}

/// Two strategies that didn't do the same work.
#[derive(Debug)]
pub struct Disagreement {
    experiment: &'static str,
    outcomes: [(Strategy, Outcome); 2],
}

impl std::error::Error for Disagreement {}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: the strategies did different work:", self.experiment)?;
        for (strategy, Outcome { operations, digest }) in self.outcomes {
            write!(f, " {strategy} {operations} operations with digest {digest:#x};")?;
        }
        Ok(())
    }
}

/// Runs all rounds of an experiment; `step` is called after each turn of all strategies.
pub fn measure(experiment: &Experiment, method: &Method, step: impl FnMut()) -> Result<Vec<Measured>, Disagreement> {
    let mut subjects = (experiment.subjects)();
    let times = Rounds { experiment, method, step }.time(&mut subjects)?;
    let counts = subjects.iter_mut().map(|s| allocations(s, method.slice(experiment)));
    let results = times.into_iter().zip(counts.collect::<Vec<_>>());
    Ok(subjects.iter().zip(results).map(|(s, (times, counts))| summary(s.strategy, times, counts)).collect())
}

struct Rounds<'a, S> {
    experiment: &'a Experiment,
    method: &'a Method,
    step: S,
}

impl<S: FnMut()> Rounds<'_, S> {
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
            self.agree(subjects, &outcomes)?;
            (self.step)();
        }
        Ok(totals.into_iter().map(|(time, operations)| time.as_nanos() as f64 / operations as f64).collect())
    }

    /// One turn of each subject. Another one begins each time, so that none always follows the same neighbour's cold caches.
    fn turns(&self, subjects: &mut [Subject], slice: usize, totals: &mut [(Duration, u64)]) -> Vec<Outcome> {
        let count = subjects.len();
        let mut outcomes = vec![Outcome { operations: 0, digest: 0 }; count];
        for turn in 0..count {
            let index = (turn + slice) % count;
            let start = clock::now();
            let outcome = subjects[index].run(self.method.slice(self.experiment));
            totals[index].0 += clock::now() - start;
            totals[index].1 += outcome.operations;
            outcomes[index] = outcome;
        }
        outcomes
    }

    fn agree(&self, subjects: &[Subject], outcomes: &[Outcome]) -> Result<(), Disagreement> {
        match outcomes.iter().position(|o| *o != outcomes[0]) {
            None => Ok(()),
            Some(other) => {
                let of = |index: usize| (subjects[index].strategy, outcomes[index]);
                Err(Disagreement { experiment: self.experiment.name, outcomes: [of(0), of(other)] })
            }
        }
    }
}

/// Allocations and bytes per operation.
fn allocations(subject: &mut Subject, operations: u64) -> (f64, f64) {
    let (outcome, Allocated { allocations, bytes }) = allocator::count(|| subject.run(operations));
    let per_operation = |count: u64| count as f64 / outcome.operations as f64;
    (per_operation(allocations), per_operation(bytes))
}

fn summary(strategy: Strategy, times: Vec<f64>, (allocs_per_op, bytes_per_op): (f64, f64)) -> Measured {
    let ns_per_op = median(times.clone());
    let spread =
        (times.iter().copied().fold(f64::MIN, f64::max) - times.iter().copied().fold(f64::MAX, f64::min)) / ns_per_op;
    Measured { strategy, ns_per_op, spread, allocs_per_op, bytes_per_op }
}

/// The middle value, or the mean of the two in the middle.
///
/// # Panics
/// If there is none.
fn median(mut values: Vec<f64>) -> f64 {
    assert!(!values.is_empty(), "no rounds");
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Metric;
    use std::hint::black_box;

    const METHOD: Method = Method { warm_ups: 1, rounds: 3, slices: 2, share: 0.5 };

    fn experiment(subjects: fn() -> Vec<Subject>) -> Experiment {
        Experiment {
            name: "sample",
            about: "",
            metric: Metric::NsPerOp,
            depth: 0,
            operations: 400,
            subjects,
            claims: Vec::new,
            targets: &[],
        }
    }

    #[test]
    fn the_median_of_an_odd_count_is_one_of_the_values() {
        assert_eq!(median(vec![9.0, 1.0, 5.0]), 5.0);
    }

    #[test]
    fn the_median_of_an_even_count_lies_between_two() {
        assert_eq!(median(vec![4.0, 1.0, 100.0, 2.0]), 3.0);
    }

    #[test]
    fn the_spread_is_relative_to_the_median() {
        assert_eq!(summary(Strategy::Plain, vec![9.0, 10.0, 12.0], (0.0, 0.0)).spread, 0.3);
    }

    #[test]
    fn warm_ups_are_not_counted_and_steps_are() {
        let experiment = experiment(|| vec![Subject::of_fn(Strategy::Plain, |n| n)]);
        let mut steps = 0;
        let mut rounds = Rounds { experiment: &experiment, method: &METHOD, step: || steps += 1 };
        let times = rounds.time(&mut (experiment.subjects)()).unwrap();
        assert_eq!((times.len(), times[0].len()), (1, 3));
        assert_eq!(steps, METHOD.steps());
    }

    #[test]
    fn a_slice_is_its_share_of_the_operations() {
        assert_eq!(METHOD.slice(&experiment(Vec::new)), 100);
        assert_eq!(Method { share: 1e-9, ..METHOD }.slice(&experiment(Vec::new)), 1);
    }

    #[test]
    fn different_work_is_an_error() {
        let experiment =
            experiment(|| vec![Subject::of_fn(Strategy::Plain, |_| 1), Subject::of_fn(Strategy::Boxed, |_| 2)]);
        let error = measure(&experiment, &METHOD, || ()).unwrap_err().to_string();
        assert!(
            error.contains("plain 100 operations with digest 0x1; boxed 100 operations with digest 0x2"),
            "{error}"
        );
    }

    #[test]
    fn allocations_are_counted_per_operation() {
        let boxes = |n| (0..n).map(|i| *black_box(Box::new(i))).sum();
        let (allocs, bytes) = allocations(&mut Subject::of_fn(Strategy::Boxed, boxes), 10_000);
        // Other tests of this process may allocate meanwhile.
        assert!((1.0..1.5).contains(&allocs) && bytes >= 8.0, "{allocs} allocations of {bytes} bytes");
    }
}
