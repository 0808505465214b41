//! `recursion`: `fib(25)` with an await in each call. What does recursion cost, which rustc wants boxed?
//!
//! A stackful call is a plain call, so nothing is boxed. What `fib` does with its results is not associative: of a sum LLVM makes half a
//! loop. An operation is one of the 242 785 calls.
//!
//! Published: nothing for .NET. There a recursive async call is no special case, since each level is boxed when it suspends.

use crate::equipment::executor::block_on;
use crate::equipment::go;
use crate::equipment::leaf::waits;
use crate::experiment::{Experiment, Outcome, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::{self, *};
use corosensei::{Coroutine, CoroutineResult};
use std::hint::black_box;
use std::time::Duration;

pub static EXPERIMENT: Experiment = Experiment {
    name: "recursion",
    about: "a call of fib(25), which awaits in each of its 242785 calls",
    published: None,
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

const N: u64 = 25;

/// Calls that `fib(n)` makes, itself included.
const fn calls(n: u64) -> u64 {
    if n < 2 { 1 } else { 1 + calls(n - 1) + calls(n - 2) }
}

/// What a call makes of its two results.
#[inline(always)]
pub fn mix(a: u64, b: u64) -> u64 {
    a.rotate_left(1) ^ b.wrapping_mul(3)
}

fn subjects() -> Vec<Subject> {
    let mut all = vec![
        subject(Plain, plain::fib),
        subject(Boxed, |n| block_on(boxed::fib(n))),
        subject(Native, |n| block_on(native::fib(n))),
        subject(StateMachine, |n| block_on(state_machine::fib(n))),
        subject(Stackful, |n| block_on(stackful::fib(n))),
        subject(AsyncRecursion, |n| block_on(async_recursion::fib(n))),
        subject(Reblessive, |n| ::reblessive::Stack::new().enter(|stk| reblessive::fib(stk, n)).finish()),
        subject(Corosensei, by_corosensei),
    ];
    all.extend(go::is_installed().then(|| Subject::new(Place::of(Go), calls(N), by_go)));
    all
}

/// A goroutine, from its own process.
fn by_go(operations: u64) -> Outcome {
    let times = (operations / calls(N)).max(1);
    let figures = go::run("recursion", times).expect("the program was built");
    let ns = go::find(&figures, "ns").expect("it prints how long it took");
    Outcome { operations: times * calls(N), digest: None, took: Some(Duration::from_nanos(ns as u64)) }
}

/// Whole `fib(25)`s, at least one; a small one where there is hardly any work to be done.
fn subject(strategy: Strategy, fib: fn(u64) -> u64) -> Subject {
    Subject::new(Place::of(strategy), 5 * calls(N), move |operations| {
        let n = if operations < calls(N) / 20 { 10 } else { N };
        let times = (operations / calls(n)).max(1);
        let digest = (0..times).fold(0u64, |all, _| all.wrapping_add(fib(black_box(n))));
        Outcome::new(times * calls(n), digest)
    })
}

fn claims() -> Vec<Claim> {
    vec![
        Claim::new(concat!(module_path!(), "::native"), "native", "fib", &native::fib(0)),
        Claim::new(concat!(module_path!(), "::state_machine"), "state_machine", "fib", &state_machine::fib(0)),
        Claim::new(concat!(module_path!(), "::stackful"), "stackful", "fib", &stackful::fib(0)),
    ]
}

mod plain {
    use super::{mix, waits};

    #[inline(never)]
    pub fn fib(n: u64) -> u64 {
        assert!(!waits(), "a plain function can't wait");
        if n < 2 {
            return n;
        }
        let a = fib(n - 1);
        let b = fib(n - 2);
        mix(a, b)
    }
}

mod boxed {
    use super::mix;
    use crate::equipment::leaf::Ready;
    use std::future::Future;
    use std::pin::Pin;

    pub fn fib(n: u64) -> Pin<Box<dyn Future<Output = u64>>> {
        Box::pin(async move {
            if n < 2 {
                return Ready(n).await;
            }
            let a = fib(n - 1).await;
            let b = fib(n - 2).await;
            mix(a, b)
        })
    }
}

macro_rules! boxes_at_the_awaits {
    ($strategy:ident) => {
        mod $strategy {
            use super::mix;
            use crate::equipment::leaf::Ready;

            #[resumable::resumable($strategy)]
            pub async fn fib(n: u64) -> u64 {
                if n < 2 {
                    return Ready(n).await;
                }
                let a = Box::pin(fib(n - 1)).await;
                let b = Box::pin(fib(n - 2)).await;
                mix(a, b)
            }
        }
    };
}

boxes_at_the_awaits!(native);
boxes_at_the_awaits!(state_machine);

mod stackful {
    use super::mix;
    use crate::equipment::leaf::Ready;

    #[resumable::resumable(stackful)]
    pub async fn fib(n: u64) -> u64 {
        if n < 2 {
            return Ready(n).await;
        }
        let a = fib(n - 1).await;
        let b = fib(n - 2).await;
        mix(a, b)
    }
}

mod async_recursion {
    use super::mix;
    use crate::equipment::leaf::Ready;

    #[async_recursion::async_recursion(?Send)]
    pub async fn fib(n: u64) -> u64 {
        if n < 2 {
            return Ready(n).await;
        }
        let a = fib(n - 1).await;
        let b = fib(n - 2).await;
        mix(a, b)
    }
}

mod reblessive {
    use super::mix;
    use crate::equipment::leaf::Ready;
    use ::reblessive::Stk;

    pub async fn fib(stk: &mut Stk, n: u64) -> u64 {
        if n < 2 {
            return Ready(n).await;
        }
        let a = stk.run(move |stk| fib(stk, n - 1)).await;
        let b = stk.run(move |stk| fib(stk, n - 2)).await;
        mix(a, b)
    }
}

/// By hand: the recursion is plain, and whoever wants to wait is given the means to suspend.
fn by_corosensei(n: u64) -> u64 {
    type Suspend = corosensei::Yielder<(), ()>;

    #[inline(never)]
    fn fib(suspend: &Suspend, n: u64) -> u64 {
        if waits() {
            suspend.suspend(());
        }
        if n < 2 {
            return n;
        }
        let a = fib(suspend, n - 1);
        let b = fib(suspend, n - 2);
        mix(a, b)
    }
    match Coroutine::new(move |suspend: &Suspend, ()| fib(suspend, n)).resume(()) {
        CoroutineResult::Return(value) => value,
        CoroutineResult::Yield(()) => unreachable!("nothing suspends"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted() {
        assert_eq!((calls(2), calls(N)), (3, 242_785));
    }

    #[test]
    fn all_agree() {
        let mut subjects = subjects();
        let expected = subjects[0].run(500);
        assert_eq!(expected.operations, 354); // two times `fib(10)`
        assert!(subjects.iter_mut().filter(|s| s.place.strategy != Go).all(|s| s.run(500) == expected));
    }
}
