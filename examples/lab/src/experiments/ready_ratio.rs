//! `ready_ratio`: a function that is ready at once in 0 to 100 % of its calls, as one `async fn`, and split by hand into a part that isn't
//! async and a slow one that is. Is splitting by hand still worth it?
//!
//! Published (.NET 10): 14.3 against 1.58 ns when always ready, 171 against 352 ns when never; .NET 11: 3.3 against 7.4 ns, so that there
//! splitting makes it slower. Rust's futures are values and cost no allocation either way, so less is at stake.

use super::claims_of;
use crate::equipment::executor::block_on;
use crate::equipment::leaf::Yield;
use crate::experiment::{Experiment, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::*;
use resumable::resumable;
use std::hint::black_box;

pub static EXPERIMENT: Experiment = Experiment {
    name: "ready_ratio",
    about: "a call that is ready at once in so many per cent, as it is written and split by hand",
    published: Some(
        ".NET 10: 14.3 ns, split 1.58, when always ready; 171 ns, split 352, when never; .NET 11: 3.3 ns, split 7.4",
    ),
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

const RATIOS: [(u64, &str); 5] =
    [(0, "0% ready"), (25, "25% ready"), (50, "50% ready"), (75, "75% ready"), (100, "100% ready")];

fn subjects() -> Vec<Subject> {
    RATIOS.into_iter().flat_map(at_ratio).collect()
}

fn at_ratio((percent, case): (u64, &'static str)) -> Vec<Subject> {
    let subject = |strategy, function, run: fn(u64, u64) -> u64| {
        let place = Place::of(strategy).case(case).function(function);
        Subject::new(place, 200_000, move |n| crate::experiment::Outcome::new(n, run(n, percent)))
    };
    vec![
        subject(Native, "async", |n, percent| block_on(native::run(n, percent))),
        subject(Native, "split", |n, percent| block_on(native::run_split(n, percent))),
        subject(StateMachine, "async", |n, percent| block_on(state_machine::run(n, percent))),
        subject(StateMachine, "split", |n, percent| block_on(state_machine::run_split(n, percent))),
        subject(Stackful, "async", |n, percent| block_on(stackful::run(n, percent))),
        subject(Stackful, "split", |n, percent| block_on(stackful::run_split(n, percent))),
    ]
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// Whether the call of that number finds what it wants: spread evenly, and unknown to the compiler.
#[inline(always)]
fn is_ready(number: u64, percent: u64) -> bool {
    black_box(number) * 37 % 100 < percent
}

/// What doesn't wait.
#[inline(never)]
fn at_once(number: u64, percent: u64) -> Option<u64> {
    is_ready(number, percent).then_some(number ^ 5)
}

macro_rules! annotated {
    ($($strategy:ident)*) => {$(
        #[resumable($strategy)]
        mod $strategy {
            use super::{Claim, Yield, at_once, black_box, claims_of};

            async fn slow(number: u64) -> u64 {
                Yield::default().await;
                number ^ 5
            }

            async fn get(number: u64, percent: u64) -> u64 {
                if let Some(value) = at_once(number, percent) {
                    return value;
                }
                slow(number).await
            }

            pub async fn run(operations: u64, percent: u64) -> u64 {
                let mut digest = 0u64;
                for i in 0..operations {
                    let value = get(i, percent).await;
                    digest = digest.wrapping_add(black_box(value));
                }
                digest
            }

            pub async fn run_split(operations: u64, percent: u64) -> u64 {
                let mut digest = 0u64;
                for i in 0..operations {
                    let value = match at_once(i, percent) {
                        Some(value) => value,
                        None => slow(i).await,
                    };
                    digest = digest.wrapping_add(black_box(value));
                }
                digest
            }

            pub fn claims() -> Vec<Claim> {
                claims_of!($strategy: slow(0), get(0, 0), run(0, 0), run_split(0, 0))
            }
        }
    )*};
}

annotated!(native state_machine stackful);
