//! `entry`: the chain of `hot`, entered anew for each operation by code that isn't annotated, as an executor or a combinator does. This
//! is what a coroutine pays for its stack; the other strategies pay nothing extra.

use super::DEPTH;
use super::hot::{self, boxed, native, stackful, state_machine};
use crate::equipment::executor::block_on;
use crate::experiment::{Experiment, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::reading::Place;
use crate::strategy::Strategy::*;
use std::future::Future;
use std::hint::black_box;

pub static EXPERIMENT: Experiment = Experiment {
    name: "entry",
    about: "the same chain, created and polled to its end from ordinary code",
    published: None,
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims: hot::claims,
};

fn subjects() -> Vec<Subject> {
    let subject = |strategy, run| Subject::of_fn(Place::of(strategy).depth(DEPTH), 600_000, run);
    vec![
        subject(Boxed, |n| enter(n, boxed::c12)),
        subject(Native, |n| enter(n, native::c12)),
        subject(StateMachine, |n| enter(n, state_machine::c12)),
        subject(Stackful, |n| enter(n, stackful::c12)),
    ]
}

fn enter<F: Future<Output = u64>>(operations: u64, chain: impl Fn(u64) -> F) -> u64 {
    (0..operations).fold(0, |digest, i| digest.wrapping_add(black_box(block_on(chain(i)))))
}
