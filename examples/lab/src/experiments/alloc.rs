//! `alloc`: what is allocated on the heap. By a call that suspends once, by a 12-deep chain that completes synchronously, and by one whose
//! leaf yields: each created anew in its task. Nothing is timed.
//!
//! Published (.NET 10 to 11): see `suspend`; a state machine is boxed there when it first suspends, level by level. Of the strategies here
//! only boxes allocate; stacks are mapped once and used again, and are counted in `parked`.

use super::{DEPTH, claims_of, twelve};
use crate::equipment::executor::block_on;
use crate::equipment::leaf::{Ready, Yield};
use crate::experiment::{Experiment, Findings, Found, Work};
use crate::measure::{Method, allocator};
use crate::metric::{ALLOCS_PER_OP, BYTES_PER_OP};
use crate::proof::Claim;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy::*;
use resumable::resumable;
use std::future::Future;
use std::hint::black_box;

pub static EXPERIMENT: Experiment = Experiment {
    name: "alloc",
    about: "allocations per call: one that suspends, a chain that is ready at once, a chain whose leaf yields",
    published: None,
    work: Work::Observed(observe),
    claims,
};

const SUSPENDS: &str = "a call that suspends";
const READY: &str = "12 deep, ready at once";
const YIELDS: &str = "12 deep, the leaf yields";

fn observe(method: &Method) -> Found {
    let mut readings = Vec::new();
    let mut add = |strategy, [once, ready, yields]: [fn(u64); 3]| {
        readings.extend(counted(Place::of(strategy).case(SUSPENDS).depth(1), method.scaled(200_000, 100), once));
        readings.extend(counted(Place::of(strategy).case(READY).depth(DEPTH), method.scaled(2_000_000, 100), ready));
        readings.extend(counted(Place::of(strategy).case(YIELDS).depth(DEPTH), method.scaled(200_000, 100), yields));
    };
    add(Boxed, [|n| each(n, boxed::c1), |n| each(n, boxed::ready), |n| each(n, boxed::c12)]);
    add(Native, [|n| each(n, native::c1), |n| each(n, native::ready), |n| each(n, native::c12)]);
    add(
        StateMachine,
        [|n| each(n, state_machine::c1), |n| each(n, state_machine::ready), |n| each(n, state_machine::c12)],
    );
    add(Stackful, [|n| each(n, stackful::c1), |n| each(n, stackful::ready), |n| each(n, stackful::c12)]);
    readings.sort_by_key(|r| std::cmp::Reverse(r.place.case));
    Ok(Findings { readings, notes: Vec::new() })
}

/// Calls, one after the other.
fn each<F: Future<Output = u64>>(calls: u64, call: fn(u64) -> F) {
    for i in 0..calls {
        black_box(block_on(call(i)));
    }
}

fn counted(place: Place, calls: u64, run: fn(u64)) -> [Reading; 2] {
    run(1);
    let ((), allocated) = allocator::count(|| run(calls));
    let per_call = |total: u64| total as f64 / calls as f64;
    [(&BYTES_PER_OP, allocated.bytes), (&ALLOCS_PER_OP, allocated.allocations)]
        .map(|(metric, total)| Reading::counted(place, metric, per_call(total)))
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

macro_rules! resumable_chain {
    ($strategy:ident $($caller:ident -> $callee:ident),*) => {
        #[resumable($strategy)]
        mod $strategy {
            use super::{Claim, Ready, Yield, black_box, claims_of};

            async fn c0(x: u64) -> u64 {
                if x < u64::MAX / 2 {
                    Yield::default().await;
                }
                Ready(x).await
            }
            $(
                pub async fn $caller(x: u64) -> u64 {
                    let y = black_box(x) + 1;
                    let r = $callee(y).await;
                    r ^ y
                }
            )*

            /// The chain with an argument that its leaf doesn't wait for.
            pub async fn ready(x: u64) -> u64 {
                let r = c11(x + u64::MAX / 2).await;
                r + 1
            }

            pub fn claims() -> Vec<Claim> {
                claims_of!($strategy: c0(0), ready(0), $($caller(0)),*)
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
            use super::{Future, Ready, Yield, black_box};
            use std::pin::Pin;

            type Boxed = Pin<Box<dyn Future<Output = u64>>>;

            fn c0(x: u64) -> Boxed {
                Box::pin(async move {
                    if x < u64::MAX / 2 {
                        Yield::default().await;
                    }
                    Ready(x).await
                })
            }
            $(
                pub fn $caller(x: u64) -> Boxed {
                    Box::pin(async move {
                        let y = black_box(x) + 1;
                        let r = $callee(y).await;
                        r ^ y
                    })
                }
            )*

            pub fn ready(x: u64) -> Boxed {
                Box::pin(async move { c11(x + u64::MAX / 2).await.wrapping_add(1) })
            }
        }
    };
}

twelve!(boxed_chain);
