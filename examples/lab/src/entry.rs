//! `entry`: the chain of `hot`, entered anew for each operation by code that isn't annotated, as an executor or a combinator does. This
//! is what a coroutine pays for its stack; the other strategies pay nothing extra.

use crate::executor::block_on;
use crate::experiment::{DEPTH, Experiment, Metric, Subject};
use crate::hot::{self, boxed, native, stackful, state_machine};
use crate::strategy::Strategy::*;
use std::future::Future;
use std::hint::black_box;

pub static EXPERIMENT: Experiment = Experiment {
    name: "entry",
    about: "the same chain, created and polled to its end from ordinary code",
    metric: Metric::NsPerOp,
    depth: DEPTH,
    operations: 1_000_000,
    subjects,
    claims: hot::claims,
    targets: &[],
};

fn subjects() -> Vec<Subject> {
    vec![
        Subject::of_fn(Boxed, |n| enter(n, boxed::c12)),
        Subject::of_fn(Native, |n| enter(n, native::c12)),
        Subject::of_fn(StateMachine, |n| enter(n, state_machine::c12)),
        Subject::of_fn(Stackful, |n| enter(n, stackful::c12)),
    ]
}

fn enter<F: Future<Output = u64>>(operations: u64, chain: impl Fn(u64) -> F) -> u64 {
    (0..operations).fold(0, |digest, i| digest.wrapping_add(black_box(block_on(chain(i)))))
}
