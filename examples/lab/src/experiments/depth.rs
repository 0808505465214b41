//! `depth`: a chain of calls that is parked while its leaf suspends again and again. What does a wake cost that has to reach the leaf?
//!
//! A future is polled from the top: each level once per wake. A coroutine is switched to where it stands, and so is `reblessive`'s
//! topmost task. The chains are recursive, so that futures have to be boxed at each level: what a deep chain in a program is. (Without
//! boxes, rustc's static chain of twelve levels costs a jump each, see `suspend`.)
//!
//! Published: for .NET nothing of the kind; there only the leaf's continuation is resumed, in both designs.

use crate::equipment::leaf::{Count, Yield};
use crate::experiment::{Experiment, Outcome, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::{self, *};
use corosensei::Coroutine;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};

pub static EXPERIMENT: Experiment = Experiment {
    name: "depth",
    about: "a suspension of the leaf of a parked chain, polled from its top",
    published: None,
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

const DEPTHS: [u32; 4] = [1, 16, 64, 256];

fn subjects() -> Vec<Subject> {
    DEPTHS.into_iter().flat_map(at_depth).collect()
}

fn at_depth(depth: u32) -> Vec<Subject> {
    vec![
        subject(Boxed, depth, |count| boxed::chain(depth, count)),
        subject(Native, depth, |count| Box::pin(native::chain(depth, count))),
        subject(StateMachine, depth, |count| Box::pin(state_machine::chain(depth, count))),
        subject(Stackful, depth, |count| Box::pin(stackful::chain(depth, count))),
        subject(AsyncRecursion, depth, |count| async_recursion::chain(depth, count)),
        subject(Reblessive, depth, |count| Box::pin(reblessive::run(depth, count))),
        by_corosensei(depth),
    ]
}

/// Goes down to the leaf before anything is timed.
fn subject(strategy: Strategy, depth: u32, chain: impl FnOnce(Count) -> Pin<Box<dyn Future<Output = ()>>>) -> Subject {
    let count = Count::default();
    let mut chain = chain(count.clone());
    let mut suspend = move || {
        let polled = chain.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(polled.is_pending(), "the leaf came to an end");
    };
    suspend();
    counted(strategy, depth, count, suspend)
}

fn counted(strategy: Strategy, depth: u32, count: Count, mut suspend: impl FnMut() + 'static) -> Subject {
    let operations = if depth > 16 { 50_000 } else { 100_000 };
    Subject::new(Place::of(strategy).depth(depth), operations, move |operations| {
        let before = count.get();
        (0..operations).for_each(|_| suspend());
        let suspensions = count.get() - before;
        Outcome::new(suspensions, suspensions)
    })
}

fn by_corosensei(depth: u32) -> Subject {
    type Suspend = corosensei::Yielder<(), ()>;

    #[inline(never)]
    fn down(suspend: &Suspend, depth: u32, count: &Count) {
        if depth > 0 {
            down(suspend, depth - 1, count);
            return std::hint::black_box(());
        }
        loop {
            count.add();
            suspend.suspend(());
        }
    }
    let count = Count::default();
    let counter = count.clone();
    let mut chain = Coroutine::new(move |suspend: &Suspend, ()| down(suspend, depth, &counter));
    chain.resume(());
    counted(Corosensei, depth, count, move || {
        assert!(chain.resume(()).as_yield().is_some(), "the leaf came to an end");
    })
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

mod boxed {
    use super::{Count, Yield};
    use std::future::Future;
    use std::pin::Pin;

    pub fn chain(depth: u32, count: Count) -> Pin<Box<dyn Future<Output = ()>>> {
        Box::pin(async move {
            if depth > 0 {
                return chain(depth - 1, count).await;
            }
            loop {
                count.add();
                Yield::default().await;
            }
        })
    }
}

macro_rules! boxes_at_the_awaits {
    ($strategy:ident) => {
        mod $strategy {
            use super::{Claim, Count, Yield};

            #[resumable::resumable($strategy)]
            pub async fn chain(depth: u32, count: Count) {
                if depth > 0 {
                    return Box::pin(chain(depth - 1, count)).await;
                }
                loop {
                    count.add();
                    Yield::default().await;
                }
            }

            pub fn claims() -> Vec<Claim> {
                let value = chain(0, Count::default());
                vec![Claim::new(module_path!(), stringify!($strategy), "chain", &value)]
            }
        }
    };
}

boxes_at_the_awaits!(native);
boxes_at_the_awaits!(state_machine);

mod stackful {
    use super::{Claim, Count, Yield};

    #[resumable::resumable(stackful)]
    pub async fn chain(depth: u32, count: Count) {
        if depth > 0 {
            return chain(depth - 1, count).await;
        }
        loop {
            count.add();
            Yield::default().await;
        }
    }

    pub fn claims() -> Vec<Claim> {
        vec![Claim::new(module_path!(), "stackful", "chain", &chain(0, Count::default()))]
    }
}

mod async_recursion {
    use super::{Count, Yield};

    #[async_recursion::async_recursion(?Send)]
    pub async fn chain(depth: u32, count: Count) {
        if depth > 0 {
            return chain(depth - 1, count).await;
        }
        loop {
            count.add();
            Yield::default().await;
        }
    }
}

mod reblessive {
    use super::{Count, Yield};
    use ::reblessive::{Stack, Stk};

    async fn chain(stk: &mut Stk, depth: u32, count: Count) {
        if depth > 0 {
            return stk.run(move |stk| chain(stk, depth - 1, count)).await;
        }
        loop {
            count.add();
            Yield::default().await;
        }
    }

    pub async fn run(depth: u32, count: Count) {
        let mut stack = Stack::new();
        stack.enter(|stk| chain(stk, depth, count)).finish_async().await;
    }
}
