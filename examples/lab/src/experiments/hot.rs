//! `hot`: twelve nested calls that never suspend. What is left of a call when it is spelled `async` and awaited at once?
//!
//! Each level hides its argument from the optimizer, and the leaf might suspend as far as the compiler can tell: otherwise whole chains
//! are folded into a constant, or the pending path is deleted. Levels of `plain` are not inlined, as a chain of functions of a real size
//! isn't; the others may be inlined as far as LLVM sees through them, as real ones are. The `wrapped` experiment is the same chain
//! with a barrier at each level.
//!
//! Published (.NET 10 to 11): 52.5 to 18.3 ns/op, 4.4 to 1.5 ns a level. There each level of a state machine allocates nothing either while
//! it doesn't suspend, but builds its task; rustc inlines the whole chain into one future, so there is less to save.

use super::{DEPTH, claims_of, twelve};
use crate::equipment::executor::block_on;
use crate::equipment::leaf::{Ready, waits};
use crate::experiment::{Experiment, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::*;
use resumable::resumable;
use std::hint::black_box;

pub static EXPERIMENT: Experiment = Experiment {
    name: "hot",
    about: "a call of a 12-deep chain that never suspends, from a loop of the same strategy",
    published: Some(".NET 10 to 11: 52.5 to 18.3 ns/op (2.9 x), 4.4 to 1.5 ns a level"),
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

pub fn subjects() -> Vec<Subject> {
    let subject = |strategy, run| Subject::of_fn(Place::of(strategy).depth(DEPTH), 1_000_000, run);
    vec![
        subject(Plain, plain::run),
        subject(Boxed, |n| block_on(boxed::run(n))),
        subject(Native, |n| block_on(native::run(n))),
        subject(StateMachine, |n| block_on(state_machine::run(n))),
        subject(Stackful, |n| block_on(stackful::run(n))),
    ]
}

pub fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

macro_rules! resumable_chain {
    ($strategy:ident $($caller:ident -> $callee:ident),*) => {
        #[resumable($strategy)]
        pub mod $strategy {
            use super::{Claim, Ready, black_box, claims_of};

            async fn c0(x: u64) -> u64 {
                Ready(x).await * 3
            }
            $(
                pub async fn $caller(x: u64) -> u64 {
                    let y = black_box(x) + 1;
                    let r = $callee(y).await;
                    r ^ y
                }
            )*

            pub async fn run(operations: u64) -> u64 {
                let mut digest = 0u64;
                for i in 0..operations {
                    let r = c12(i).await;
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

macro_rules! plain_chain {
    ($($caller:ident -> $callee:ident),*) => {
        pub mod plain {
            use super::{black_box, waits};

            #[inline(never)]
            fn c0(x: u64) -> u64 {
                assert!(!waits(), "a plain function can't wait");
                x * 3
            }
            $(
                #[inline(never)]
                fn $caller(x: u64) -> u64 {
                    let y = black_box(x) + 1;
                    let r = $callee(y);
                    r ^ y
                }
            )*

            #[inline(never)]
            pub fn run(operations: u64) -> u64 {
                let mut digest = 0u64;
                for i in 0..operations {
                    let r = c12(i);
                    digest = digest.wrapping_add(black_box(r));
                }
                digest
            }
        }
    };
}

twelve!(plain_chain);

macro_rules! boxed_chain {
    ($($caller:ident -> $callee:ident),*) => {
        pub mod boxed {
            use super::{Ready, black_box};
            use std::future::Future;
            use std::pin::Pin;

            fn c0(x: u64) -> Pin<Box<dyn Future<Output = u64>>> {
                Box::pin(async move { Ready(x).await * 3 })
            }
            $(
                pub fn $caller(x: u64) -> Pin<Box<dyn Future<Output = u64>>> {
                    Box::pin(async move {
                        let y = black_box(x) + 1;
                        let r = $callee(y).await;
                        r ^ y
                    })
                }
            )*

            pub fn run(operations: u64) -> Pin<Box<dyn Future<Output = u64>>> {
                Box::pin(async move {
                    let mut digest = 0u64;
                    for i in 0..operations {
                        let r = c12(i).await;
                        digest = digest.wrapping_add(black_box(r));
                    }
                    digest
                })
            }
        }
    };
}

twelve!(boxed_chain);
