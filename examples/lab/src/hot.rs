//! `hot`: twelve nested calls that never suspend. What is left of a call when it is spelled `async` and awaited at once?
//!
//! Each level hides its argument from the optimizer, and the leaf might suspend as far as the compiler can tell: otherwise whole chains
//! are folded into a constant, or the pending path is deleted. Levels of `plain` are not inlined, as a chain of functions of a real size
//! isn't; the others may be inlined as far as LLVM sees through them, as real ones are. The `wrapped` experiment is the same chain
//! with a barrier at each level.

use crate::executor::block_on;
use crate::experiment::{DEPTH, Experiment, Metric, Subject, Target, twelve};
use crate::strategy::Strategy::*;
use crate::verify::Claim;
use resumable::resumable;
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::task::{Context, Poll};

pub static EXPERIMENT: Experiment = Experiment {
    name: "hot",
    about: "a call of a 12-deep chain that never suspends, from a loop of the same strategy",
    metric: Metric::NsPerOp,
    depth: DEPTH,
    operations: 1_000_000,
    subjects,
    claims,
    targets: &[
        Target { strategy: Stackful, of: Plain, ratio: 1.10 },
        Target { strategy: Stackful, of: Boxed, ratio: 0.10 },
        Target { strategy: StateMachine, of: Native, ratio: 1.05 },
    ],
};

fn subjects() -> Vec<Subject> {
    vec![
        Subject::of_fn(Plain, plain::run),
        Subject::of_fn(Boxed, |n| block_on(boxed::run(n))),
        Subject::of_fn(Native, |n| block_on(native::run(n))),
        Subject::of_fn(StateMachine, |n| block_on(state_machine::run(n))),
        Subject::of_fn(Stackful, |n| block_on(stackful::run(n))),
    ]
}

pub fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// Ready with its value, though the compiler can't know.
pub struct Leaf(pub u64);

impl Future for Leaf {
    type Output = u64;

    #[inline(always)]
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u64> {
        if black_box(false) { Poll::Pending } else { Poll::Ready(self.0) }
    }
}

macro_rules! resumable_chain {
    ($strategy:ident $($caller:ident -> $callee:ident),*) => {
        #[resumable($strategy)]
        pub mod $strategy {
            use super::{Claim, Leaf, black_box};

            async fn c0(x: u64) -> u64 {
                Leaf(x).await * 3
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
                vec![
                    Claim::new(module_path!(), stringify!($strategy), "run", &run(0)),
                    Claim::new(module_path!(), stringify!($strategy), "c0", &c0(0)),
                    $(Claim::new(module_path!(), stringify!($strategy), stringify!($caller), &$caller(0)),)*
                ]
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
            use super::black_box;

            #[inline(never)]
            fn c0(x: u64) -> u64 {
                assert!(!black_box(false), "a plain function can't wait");
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
            use super::{Leaf, black_box};
            use std::future::Future;
            use std::pin::Pin;

            fn c0(x: u64) -> Pin<Box<dyn Future<Output = u64>>> {
                Box::pin(async move { Leaf(x).await * 3 })
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
