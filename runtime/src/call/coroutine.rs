//! A started call: the coroutine that it runs on, from the first switch to the last.
//!
//! ```text
//!  the poller's stack            the coroutine's slot (or its segments)
//!  ┌──────────────────┐          ┌────────────────────────────────────┐
//!  │ executor         │          │ entry: Suspender, catch_unwind     │
//!  │ Call::poll       │  resume  │ body of the call                   │
//!  │   Resume ────────┼─────────►│   fused callee                     │
//!  │     context      │          │     fused callee                   │
//!  │     output ◄─────┼── value  │       poll of a leaf: Pending      │
//!  │                  │◄─────────┼─────────── suspend                 │
//!  └──────────────────┘  yield   └────────────────────────────────────┘
//! ```
//! A panic stops at `entry`, crosses as a value and goes on in `poll`. Dropping resumes once more, without a `Resume`: each await on the
//! stack returns [`Flow::Cancelled`] and the frames end as they would at a `return`.

use super::large::{is_large, segment_for};
use super::suspender::{Hidden, Link, Resume, Suspender};
use super::{Body, Flow};
use crate::stack::{self, Bounds, OutOfStacks, Slot};
use corosensei::{Coroutine, CoroutineResult};
use std::any::{Any, type_name};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::abort;
use std::ptr;
use std::task::{Context, Poll};

/// The coroutine of a call whose body is a `C`.
pub(super) struct Running<C> {
    /// None: finished, its slot given back.
    coroutine: Option<Coroutine<*const Resume, (), Outcome, Slot>>,
    /// The coroutine's type says nothing of `C`, whose value and borrows are on its stack. Together with the `Drop` below this makes the
    /// drop checker demand that all which `C` borrows outlives the call. Invariant: the body's output was or will be produced for the
    /// `C` that started, so the type may not change its lifetimes on the way.
    body: PhantomData<fn(C) -> C>,
}

/// How the coroutine ended. The value itself is in the poller's frame.
enum Outcome {
    Done,
    Cancelled,
    Panicked(Payload),
}

pub(super) type Payload = Box<dyn Any + Send>;

impl<C: Body> Running<C> {
    /// Takes a stack and puts `body` on it. Nothing of it runs before the first [`resume`](Self::resume).
    #[inline]
    pub(super) fn start(body: C) -> Self {
        Running::on(stack::take(type_name::<C>), body)
    }

    /// Puts what `body` gives on a stack, if there is one.
    pub(super) fn try_start(body: impl FnOnce() -> C) -> Result<Self, OutOfStacks> {
        Ok(Running::on(stack::try_take(type_name::<C>)?, body()))
    }

    #[inline(always)]
    fn on(slot: Slot, body: C) -> Self {
        let bounds = slot.bounds();
        let coroutine = if is_large::<C>() {
            // Writing it to the fresh stack from here could step over the guard page.
            let body = Box::new(body);
            // SAFETY: as below.
            unsafe { Coroutine::with_stack_unchecked(slot, move |y, r| entry((y, r), bounds, |s| run_large(body, s))) }
        } else {
            // SAFETY: what `body` borrows outlives `Running<C>` (see its `body`), whose drop brings the coroutine to its end. When the
            // value is leaked instead, the slot stays with the coroutine, hence is never used again.
            unsafe { Coroutine::with_stack_unchecked(slot, move |y, r| entry((y, r), bounds, |s| run(body, s))) }
        };
        Running { coroutine: Some(coroutine), body: PhantomData }
    }

    /// Runs the body until it suspends, returns or panics.
    #[inline]
    pub(super) fn resume(&mut self, context: &mut Context<'_>) -> Poll<Result<C::Output, Payload>> {
        let mut output = MaybeUninit::<C::Output>::uninit();
        let resume = Resume::new(context, output.as_mut_ptr().cast());
        match self.switch(&resume) {
            None => Poll::Pending,
            // SAFETY: `run` reports `Done` after it wrote the value.
            Some(Outcome::Done) => Poll::Ready(Ok(unsafe { output.assume_init() })),
            Some(Outcome::Panicked(payload)) => Poll::Ready(Err(payload)),
            Some(Outcome::Cancelled) => panic!("a body reported a cancellation that nobody asked for"),
        }
    }
}

impl<C> Running<C> {
    /// To the coroutine and back. None: it suspended. Otherwise its stack has been given back.
    #[inline(always)]
    fn switch(&mut self, resume: *const Resume) -> Option<Outcome> {
        let coroutine = self.coroutine.as_mut().expect("a finished coroutine isn't resumed");
        match coroutine.resume(resume) {
            CoroutineResult::Yield(()) => None,
            CoroutineResult::Return(outcome) => {
                if let Some(finished) = self.coroutine.take() {
                    stack::give(finished.into_stack());
                }
                Some(outcome)
            }
        }
    }
}

impl<C> Drop for Running<C> {
    /// Cancels what is still suspended.
    #[inline]
    fn drop(&mut self) {
        if self.coroutine.is_none() {
            return;
        }
        match self.switch(ptr::null()) {
            Some(Outcome::Done | Outcome::Cancelled) => {}
            // A destructor panicked. It goes on from here as from the drop of rustc's own future.
            Some(Outcome::Panicked(payload)) => resume_unwind(payload),
            // A frame awaited after its cancellation, against the contract of `Hidden::reveal`. Its stack can be neither finished nor
            // abandoned: borrows on it may end when this drop returns.
            None => abort(),
        }
    }
}

/// The outermost frame of a coroutine.
#[inline(always)]
fn entry(link: Link<'_>, bounds: Bounds, run: impl FnOnce(&Suspender) -> Outcome) -> Outcome {
    let suspender = Suspender::new(link, bounds);
    let outermost = || {
        if link.1.is_null() {
            // It has a stack but was never polled: its arguments are dropped, and nothing runs.
            drop(run);
            return Outcome::Cancelled;
        }
        run(&suspender)
    };
    catch_unwind(AssertUnwindSafe(outermost)).unwrap_or_else(Outcome::Panicked)
}

/// Runs the body of a coroutine that [`Running::<C>::resume`] started.
#[inline(always)]
fn run<C: Body>(body: C, suspender: &Suspender) -> Outcome {
    match body.run(Hidden::hide(suspender)) {
        // SAFETY: the poller is `Running::<C>::resume`, which expects a `C::Output`.
        Flow::Done(value) => match unsafe { suspender.finish(value) } {
            Some(()) => Outcome::Done,
            None => Outcome::Cancelled,
        },
        Flow::Cancelled => Outcome::Cancelled,
    }
}

/// As [`run`], on a segment that has room for the body and its value.
#[cold]
#[inline(never)]
fn run_large<C: Body>(body: Box<C>, suspender: &Suspender) -> Outcome {
    suspender.on_segment(type_name::<C>, segment_for::<C>(), move || run(*body, suspender))
}
