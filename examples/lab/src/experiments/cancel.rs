//! `cancel`: create a call, poll it until it suspends, drop it. With a lock held across the await, too.
//!
//! A coroutine is cancelled by running its frames to their ends, as at a `return`; it takes a warm stack from a pool. `corosensei` by
//! hand unwinds by a panic of its own, on a stack that is used again.
//!
//! Published: for .NET nothing; there is no cancellation but by exceptions that the code itself throws (see `errors`).

use crate::equipment::leaf::{Count, Yield};
use crate::experiment::{Experiment, Outcome, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::{self, *};
use corosensei::Coroutine;
use corosensei::stack::DefaultStack;
use resumable::resumable;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Mutex;
use std::task::{Context, Waker};

pub static EXPERIMENT: Experiment = Experiment {
    name: "cancel",
    about: "create, suspend and cancel a call on a warm pool",
    published: None,
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

const OPERATIONS: u64 = 300_000;
const BARE: &str = "a local with a destructor";
const LOCKED: &str = "a lock is held";

fn subjects() -> Vec<Subject> {
    vec![
        bare(Boxed, boxed),
        bare(Native, native::dropped),
        bare(StateMachine, state_machine::dropped),
        bare(Stackful, stackful::dropped),
        bare_reblessive(),
        bare_corosensei(),
        locked(Native, native::locked),
        locked(StateMachine, state_machine::locked),
        locked(Stackful, stackful::locked),
    ]
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// Counts when it is dropped.
pub struct Dropped(Count);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.add();
    }
}

#[inline(always)]
fn poll_and_drop<F: Future>(future: F) {
    assert!(pin!(future).poll(&mut Context::from_waker(Waker::noop())).is_pending());
}

fn bare<F: Future<Output = ()> + 'static>(strategy: Strategy, call: fn(Count) -> F) -> Subject {
    counted(strategy, move |count| poll_and_drop(call(count)))
}

/// The digest is the number of destructors that ran.
fn counted(strategy: Strategy, mut cancel: impl FnMut(Count) + 'static) -> Subject {
    let count = Count::default();
    Subject::new(Place::of(strategy).case(BARE), OPERATIONS, move |operations| {
        let before = count.get();
        (0..operations).for_each(|_| cancel(count.clone()));
        Outcome::new(operations, count.get() - before)
    })
}

/// The digest is whether the mutex was poisoned.
fn locked<F: Future<Output = ()> + 'static>(strategy: Strategy, call: fn(Rc<Mutex<u64>>) -> F) -> Subject {
    let mutex = Rc::new(Mutex::new(0));
    Subject::new(Place::of(strategy).case(LOCKED), OPERATIONS, move |operations| {
        (0..operations).for_each(|_| poll_and_drop(call(mutex.clone())));
        Outcome::new(operations, u64::from(mutex.is_poisoned()))
    })
}

fn boxed(count: Count) -> std::pin::Pin<Box<dyn Future<Output = ()>>> {
    Box::pin(async move {
        let _dropped = Dropped(count);
        Yield::default().await;
    })
}

macro_rules! annotated {
    ($($strategy:ident)*) => {$(
        #[resumable($strategy)]
        mod $strategy {
            use super::*;

            pub async fn dropped(count: Count) {
                let _dropped = Dropped(count);
                Yield::default().await;
            }

            #[allow(clippy::await_holding_lock)] // what is to be shown
            pub async fn locked(mutex: Rc<Mutex<u64>>) {
                let mut guard = mutex.lock().expect("cancelling poisons nothing");
                *guard += 1;
                Yield::default().await;
                *guard += 1;
            }

            pub fn claims() -> Vec<Claim> {
                let mutex = Rc::default();
                vec![
                    Claim::new(module_path!(), stringify!($strategy), "dropped", &dropped(Count::default())),
                    Claim::new(module_path!(), stringify!($strategy), "locked", &locked(mutex)),
                ]
            }
        }
    )*};
}

annotated!(native state_machine stackful);

fn bare_reblessive() -> Subject {
    async fn dropped(_: &mut reblessive::Stk, count: Count) {
        let _dropped = Dropped(count);
        Yield::default().await;
    }
    let mut stack = reblessive::Stack::new();
    counted(Reblessive, move |count| {
        let mut runner = stack.enter(|stk| dropped(stk, count));
        poll_and_drop(runner.finish_async());
    })
}

fn bare_corosensei() -> Subject {
    let mut pool = Some(DefaultStack::default());
    counted(Corosensei, move |count| {
        let stack = pool.take().expect("it was given back");
        let mut coroutine = Coroutine::with_stack(stack, move |suspend: &corosensei::Yielder<(), ()>, ()| {
            let _dropped = Dropped(count);
            suspend.suspend(());
        });
        assert!(coroutine.resume(()).as_yield().is_some());
        coroutine.force_unwind();
        pool = Some(coroutine.into_stack());
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_destructor_runs_and_no_lock_is_poisoned() {
        for mut subject in subjects() {
            let digest = subject.run(7).digest;
            assert_eq!(digest, Some(if subject.place.case == Some(LOCKED) { 0 } else { 7 }), "{:?}", subject.place);
        }
    }
}
