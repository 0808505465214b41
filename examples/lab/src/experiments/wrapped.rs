//! `wrapped`: the chain of `hot` with each call inside a future of foreign make, as `timeout(..)` or `instrument(..)` put around it, that
//! isn't inlined. For native futures and state machines this is the chain with a barrier at each level. For coroutines it is the halfway
//! trap: a call that is polled by foreign code can't be fused with its caller and runs on a stack of its own.

use super::{DEPTH, claims_of, twelve};
use crate::equipment::executor::block_on;
use crate::equipment::leaf::Ready;
use crate::experiment::{Experiment, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::*;
use pin_project_lite::pin_project;
use resumable::resumable;
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::task::{Context, Poll};

pub static EXPERIMENT: Experiment = Experiment {
    name: "wrapped",
    about: "the same chain with each call inside a foreign future that isn't inlined",
    published: None,
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

fn subjects() -> Vec<Subject> {
    let subject = |strategy, run| Subject::of_fn(Place::of(strategy).depth(DEPTH), 200_000, run);
    vec![
        subject(Boxed, |n| block_on(boxed::run(n))),
        subject(Native, |n| block_on(native::run(n))),
        subject(StateMachine, |n| block_on(state_machine::run(n))),
        subject(Stackful, |n| block_on(stackful::run(n))),
    ]
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

pin_project! {
    struct Wrapped<F> {
        #[pin]
        inner: F,
    }
}

impl<F> Wrapped<F> {
    fn new(inner: F) -> Self {
        Wrapped { inner }
    }
}

impl<F: Future> Future for Wrapped<F> {
    type Output = F::Output;

    #[inline(never)]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        self.project().inner.poll(cx)
    }
}

macro_rules! resumable_chain {
    ($strategy:ident $($caller:ident -> $callee:ident),*) => {
        #[resumable($strategy)]
        mod $strategy {
            use super::{Claim, Ready, Wrapped, black_box, claims_of};

            async fn c0(x: u64) -> u64 {
                Ready(x).await * 3
            }
            $(
                async fn $caller(x: u64) -> u64 {
                    let y = black_box(x) + 1;
                    let r = Wrapped::new($callee(y)).await;
                    r ^ y
                }
            )*

            pub async fn run(operations: u64) -> u64 {
                let mut digest = 0u64;
                for i in 0..operations {
                    let r = Wrapped::new(c12(i)).await;
                    digest = digest.wrapping_add(black_box(r));
                }
                digest
            }

            pub fn claims() -> Vec<Claim> {
                claims_of!($strategy: run(0), c0(0), $($caller(0)),*)
            }
        }
    };
}

twelve!(resumable_chain native);
twelve!(resumable_chain state_machine);
twelve!(resumable_chain stackful);

macro_rules! boxed_chain {
    ($($caller:ident -> $callee:ident),*) => {
        mod boxed {
            use super::{Ready, Wrapped, black_box};
            use std::future::Future;
            use std::pin::Pin;

            fn c0(x: u64) -> Pin<Box<dyn Future<Output = u64>>> {
                Box::pin(async move { Ready(x).await * 3 })
            }
            $(
                fn $caller(x: u64) -> Pin<Box<dyn Future<Output = u64>>> {
                    Box::pin(async move {
                        let y = black_box(x) + 1;
                        let r = Wrapped::new($callee(y)).await;
                        r ^ y
                    })
                }
            )*

            pub fn run(operations: u64) -> Pin<Box<dyn Future<Output = u64>>> {
                Box::pin(async move {
                    let mut digest = 0u64;
                    for i in 0..operations {
                        let r = Wrapped::new(c12(i)).await;
                        digest = digest.wrapping_add(black_box(r));
                    }
                    digest
                })
            }
        }
    };
}

twelve!(boxed_chain);
