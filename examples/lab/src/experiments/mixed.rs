//! `mixed`: the halfway trap. A 12-deep chain of which some levels are coroutines and others state machines. Each time that a state machine
//! awaits a stackful call, that call is polled by foreign code: it can't be fused, takes a stack of its own, and each wake has to switch
//! to it. A coroutine that awaits a state machine polls it in place. So a boundary is counted where it costs: `stacks/op`. One stack is that
//! of the chain itself, which is entered from ordinary code; in `hot` it is entered from a coroutine, and fused.
//!
//! Published (.NET 11 with half of the code compiled anew): 1.42 to 1.18 million messages a second, 30 % more allocations.
//!
//! What helps: convert from the top, so that coroutines are above and state machines below, and not the other way round; and leave no
//! state machine between two coroutines.

use crate::equipment::executor::block_on;
use crate::equipment::leaf::{Ready, Yield};
use crate::experiment::{Experiment, Findings, Found, Outcome, Subject, Work};
use crate::measure::{Method, time};
use crate::metric::{NS_PER_OP, STACKS_PER_OP};
use crate::proof::Claim;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy::*;
use resumable::{resumable, stack_stats};
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::task::{Context, Waker};

pub static EXPERIMENT: Experiment = Experiment {
    name: "mixed",
    about: "a 12-deep chain of coroutines and state machines: a call that is ready at once, a wake of a parked one",
    published: Some(".NET 11, half of the code compiled anew: 1.42 to 1.18 M msgs/s, +30 % allocations"),
    work: Work::Observed(observe),
    claims,
};

const READY: &str = "ready at once";
const WAKE: &str = "a wake";

fn observe(method: &Method) -> Found {
    let subjects = subjects();
    let mut readings = time(&NS_PER_OP, subjects, method, &mut || ())?;
    readings.extend(CHAINS.iter().map(|chain| Reading::counted(chain.place(READY), &STACKS_PER_OP, stacks(chain))));
    Ok(Findings { readings, notes: Vec::new() })
}

type Task = Pin<Box<dyn Future<Output = u64>>>;

/// A way of mixing.
struct Chain {
    /// Which levels are what.
    name: &'static str,
    strategy: crate::strategy::Strategy,
    ready: fn(u64) -> u64,
    parked: fn() -> Task,
}

impl Chain {
    fn place(&self, case: &'static str) -> Place {
        Place::of(self.strategy).case(case).function(self.name).depth(12)
    }
}

fn subjects() -> Vec<Subject> {
    let ready = CHAINS.iter().map(|chain| Subject::of_fn(chain.place(READY), 100_000, chain.ready));
    let wake = CHAINS.iter().map(|chain| {
        let mut task = (chain.parked)();
        Subject::new(chain.place(WAKE), 100_000, move |wakes| {
            let mut poll = || task.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            assert!((0..wakes).all(|_| poll().is_pending()), "the leaf came to its end");
            Outcome::new(wakes, 0)
        })
    });
    ready.chain(wake).collect()
}

/// Stacks that a call takes.
fn stacks(chain: &Chain) -> f64 {
    let before = stack_stats().started_here;
    (chain.ready)(100);
    (stack_stats().started_here - before) as f64 / 100.0
}

fn claims() -> Vec<Claim> {
    [
        native::claims(),
        machines::claims(),
        coroutines::claims(),
        above::claims(),
        below::claims(),
        thirds::claims(),
        each::claims(),
    ]
    .concat()
}

macro_rules! chains {
    ($($module:ident $strategy:ident $name:literal [$($level:ident $caller:ident -> $callee:ident),*])*) => {
        static CHAINS: &[Chain] = &[$(
            Chain {
                name: $name,
                strategy: $strategy,
                ready: |n| (0..n).fold(0, |digest, i| digest.wrapping_add(black_box(block_on($module::c12(i, true))))),
                parked: || Box::pin($module::c12(1, false)),
            },
        )*];
        $(
            mod $module {
                use super::*;

                #[resumable(state_machine)]
                async fn c0(x: u64, ready: bool) -> u64 {
                    while !black_box(ready) {
                        Yield::default().await;
                    }
                    Ready(x).await * 3
                }
                $(
                    #[resumable($level)]
                    pub async fn $caller(x: u64, ready: bool) -> u64 {
                        let y = black_box(x) + 1;
                        let r = $callee(y, ready).await;
                        r ^ y
                    }
                )*

                pub fn claims() -> Vec<Claim> {
                    vec![$(Claim::new(module_path!(), stringify!($level), stringify!($caller), &$caller(0, true)),)*]
                }
            }
        )*
    };
}

chains! {
    native Native "all rustc's" [
        native c1 -> c0, native c2 -> c1, native c3 -> c2, native c4 -> c3, native c5 -> c4, native c6 -> c5,
        native c7 -> c6, native c8 -> c7, native c9 -> c8, native c10 -> c9, native c11 -> c10, native c12 -> c11]
    machines StateMachine "all state machines" [
        state_machine c1 -> c0, state_machine c2 -> c1, state_machine c3 -> c2, state_machine c4 -> c3, state_machine c5 -> c4,
        state_machine c6 -> c5, state_machine c7 -> c6, state_machine c8 -> c7, state_machine c9 -> c8, state_machine c10 -> c9,
        state_machine c11 -> c10, state_machine c12 -> c11]
    coroutines Stackful "all coroutines" [
        stackful c1 -> c0, stackful c2 -> c1, stackful c3 -> c2, stackful c4 -> c3, stackful c5 -> c4, stackful c6 -> c5,
        stackful c7 -> c6, stackful c8 -> c7, stackful c9 -> c8, stackful c10 -> c9, stackful c11 -> c10, stackful c12 -> c11]
    above Stackful "coroutines above" [
        state_machine c1 -> c0, state_machine c2 -> c1, state_machine c3 -> c2, state_machine c4 -> c3, state_machine c5 -> c4,
        state_machine c6 -> c5, stackful c7 -> c6, stackful c8 -> c7, stackful c9 -> c8, stackful c10 -> c9, stackful c11 -> c10,
        stackful c12 -> c11]
    below Stackful "coroutines below" [
        stackful c1 -> c0, stackful c2 -> c1, stackful c3 -> c2, stackful c4 -> c3, stackful c5 -> c4, stackful c6 -> c5,
        state_machine c7 -> c6, state_machine c8 -> c7, state_machine c9 -> c8, state_machine c10 -> c9, state_machine c11 -> c10,
        state_machine c12 -> c11]
    thirds Stackful "turns of three" [
        stackful c1 -> c0, stackful c2 -> c1, stackful c3 -> c2, state_machine c4 -> c3, state_machine c5 -> c4,
        state_machine c6 -> c5, stackful c7 -> c6, stackful c8 -> c7, stackful c9 -> c8, state_machine c10 -> c9,
        state_machine c11 -> c10, state_machine c12 -> c11]
    each Stackful "turns of one" [
        stackful c1 -> c0, state_machine c2 -> c1, stackful c3 -> c2, state_machine c4 -> c3, stackful c5 -> c4,
        state_machine c6 -> c5, stackful c7 -> c6, state_machine c8 -> c7, stackful c9 -> c8, state_machine c10 -> c9,
        stackful c11 -> c10, state_machine c12 -> c11]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_taken_where_foreign_code_polls_a_coroutine() {
        let stacks: Vec<f64> = CHAINS.iter().map(stacks).collect();
        assert_eq!(stacks, [0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 6.0]);
    }
}
