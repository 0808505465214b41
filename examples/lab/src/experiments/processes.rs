//! `processes`: the chain of `hot`, with all strategies in one process and with a process for each. The same code, another neighbourhood: what
//! the allocator was left like, what was loaded where, what the branch predictor remembers. If the two differ by more than the rounds do,
//! the process is part of the measurement.
//!
//! Which one to trust: ratios from one process, since its strategies share whatever the process makes of them; but a difference that
//! only one of the two shows isn't a difference of the strategies.

use super::hot;
use crate::equipment::child::{Figures, Job};
use crate::experiment::{Experiment, Findings, Found, Subject, Work};
use crate::measure::statistics::median;
use crate::measure::{Method, time};
use crate::metric::NS_PER_OP;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy;

pub static EXPERIMENT: Experiment = Experiment {
    name: "processes",
    about: "the chain of `hot`: all strategies in one process, and a process for each",
    published: None,
    work: Work::Observed(observe),
    claims: hot::claims,
};

const ONE: &str = "one process";
const EACH: &str = "a process each";

/// What a child does, per round.
const CHILD: Method = Method { warm_ups: 1, rounds: 1, slices: 1, share: 1.0 };

fn observe(method: &Method) -> Found {
    let strategies: Vec<Strategy> = hot::subjects().iter().map(|s| s.place.strategy).collect();
    let mut readings = time(&NS_PER_OP, hot::subjects(), method, &mut || ())?;
    readings.retain(|r| r.metric == &NS_PER_OP);
    readings.iter_mut().for_each(|r| r.place = Place::of(r.place.strategy).case(ONE));
    let mut rounds = vec![Vec::new(); strategies.len()];
    for _ in 0..method.rounds {
        for (&strategy, rounds) in strategies.iter().zip(&mut rounds) {
            rounds.push(apart(strategy, method)?);
        }
    }
    let reading = |(&strategy, rounds): (&Strategy, Vec<f64>)| Reading {
        place: Place::of(strategy).case(EACH),
        metric: &NS_PER_OP,
        value: median(&rounds),
        rounds,
    };
    readings.extend(strategies.iter().zip(rounds).map(reading));
    Ok(Findings { readings, notes: Vec::new() })
}

fn apart(strategy: Strategy, method: &Method) -> Result<f64, Box<dyn std::error::Error>> {
    let job = Job { experiment: EXPERIMENT.name, strategy, size: method.scaled(400_000, 100) };
    Ok(job.figures()?[0].1)
}

/// The part that a process of its own does.
pub fn child(job: &Job) -> Result<Figures, String> {
    let mut subjects: Vec<Subject> = hot::subjects().into_iter().filter(|s| s.place.strategy == job.strategy).collect();
    subjects.iter_mut().for_each(|s| s.operations = job.size);
    let readings = time(&NS_PER_OP, subjects, &CHILD, &mut || ()).map_err(|error| error.to_string())?;
    readings.first().map(|r| vec![(r.metric, r.value)]).ok_or_else(|| format!("`hot` has no {}", job.strategy))
}
