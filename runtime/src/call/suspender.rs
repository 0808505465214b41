//! The right to suspend a coroutine, and how it is kept away from code that must not have it.
//!
//! There is no ambient "current coroutine". Suspending needs a [`Suspender`], which travels as a hidden argument through frames that the
//! macro wrote and no others. So no switch can happen under `thread::scope`, `LocalKey::with`, `catch_unwind`, a lock's closure or a
//! foreign `poll`: exactly the places in which rustc's own `async` can't await either.

use crate::stack::{self, Bounds, Function, Use};
use corosensei::{Yielder, on_stack};
use std::cell::Cell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::ptr;
use std::task::{Context, Poll};

/// What one `poll` lends to the coroutine. It lives in the frame of that `poll`, so it is valid until the next switch. The null pointer
/// in its place means "cancel".
pub(super) struct Resume {
    /// The context of this poll. Its lifetime is erased.
    context: *mut Context<'static>,
    /// Where the coroutine's value goes if this poll is the last.
    output: *mut (),
}

impl Resume {
    pub(super) fn new(context: &mut Context<'_>, output: *mut ()) -> Self {
        Resume { context: ptr::from_mut(context).cast(), output }
    }
}

/// How a coroutine's first frame learns of its poller: the way back, and the poll that started it.
pub(super) type Link<'s> = (&'s Yielder<*const Resume, ()>, *const Resume);

/// The channel to the coroutine's poller, in the coroutine's outermost frame.
pub struct Suspender {
    yielder: *const Yielder<*const Resume, ()>,
    resume: Cell<*const Resume>,
    /// The stack that the coroutine started on.
    slot: Bounds,
    /// `low` of the stack that it is on now.
    pub(super) low: Cell<usize>,
    /// Bytes of all segments that the coroutine is on, beyond its slot; sizes the next one.
    grown: Cell<usize>,
}

impl Suspender {
    pub(super) fn new((yielder, resume): Link<'_>, slot: Bounds) -> Self {
        Suspender { yielder, resume: Cell::new(resume), slot, low: Cell::new(slot.low), grown: Cell::new(0) }
    }

    /// Back to the poller, until the next poll. False: the coroutine is being dropped.
    #[inline(always)]
    pub(super) fn suspend(&self) -> bool {
        // SAFETY: the yielder is at the base of this coroutine's stack, which outlives every frame above it. We are on that coroutine:
        // a suspender is only revealed to frames of the coroutine that made it (`Hidden::reveal`), and those don't outlive it.
        let resume = unsafe {
            self.slot.note(Use::Suspended);
            let resume = (*self.yielder).suspend(());
            self.slot.note(Use::Running);
            resume
        };
        self.resume.set(resume);
        !resume.is_null()
    }

    /// Polls `future` with the context of the poll that resumed us.
    #[inline(always)]
    pub(super) fn poll<F: Future>(&self, future: Pin<&mut F>) -> Poll<F::Output> {
        debug_assert!(!self.resume.get().is_null(), "nothing is awaited after a cancellation");
        // SAFETY: `resume` was set by the last switch to this coroutine and isn't null: after a null one, `suspend` returned false and
        // each frame returns `Flow::Cancelled` without another await (`Hidden::reveal`). The poll that it points into has not
        // returned, since it does that only at the next switch. The context is reborrowed for this call only, and `future` can't
        // reach this suspender.
        let context = unsafe { &mut *(*self.resume.get()).context };
        future.poll(context)
    }

    /// Hands the coroutine's value to the poller. None, with the value dropped: the poller has gone.
    ///
    /// # Safety
    /// `T` is the output type of the body that the poller started.
    #[inline(always)]
    pub(super) unsafe fn finish<T>(&self, value: T) -> Option<()> {
        let resume = self.resume.get();
        if resume.is_null() {
            return None;
        }
        // SAFETY: `resume` is valid as in `poll`; its `output` points to a `MaybeUninit` of the body's output type in the same frame.
        unsafe { (*resume).output.cast::<T>().write(value) };
        Some(())
    }

    /// Runs `f` on a further segment of at least `bytes`. A suspension from there is an ordinary switch: the segment is owned by this
    /// frame, so it lives as long as what is on it.
    pub(super) fn on_segment<R>(&self, function: Function, bytes: usize, f: impl FnOnce() -> R) -> R {
        // SAFETY: this frame is on the slot, or on a segment entered from it.
        unsafe { self.slot.note_deep() };
        let mut segment = stack::take_segment(function, bytes, self.grown.get());
        let (low, grown) = (self.low.get(), self.grown.get());
        self.low.set(segment.bounds().low);
        self.grown.set(grown + segment.size());
        let result = on_stack(&mut segment, || catch_unwind(AssertUnwindSafe(f)));
        self.low.set(low);
        self.grown.set(grown);
        stack::give_segment(segment);
        result.unwrap_or_else(|payload| resume_unwind(payload))
    }
}

/// A suspender that can't be used without `unsafe`.
///
/// Bodies receive this. A closure that someone else passes to [`call`](super::call), a hand-written [`Body`](super::Body): they get one
/// too, and can do nothing with it.
#[derive(Clone, Copy)]
pub struct Hidden<'s>(&'s Suspender);

impl<'s> Hidden<'s> {
    #[inline(always)]
    pub(super) fn hide(suspender: &'s Suspender) -> Self {
        Hidden(suspender)
    }

    /// `low` of the stack that the coroutine is on now.
    #[inline(always)]
    pub(super) fn low(self) -> usize {
        self.0.low.get()
    }

    /// See [`Suspender::on_segment`].
    pub(super) fn on_segment<R>(self, function: Function, bytes: usize, f: impl FnOnce() -> R) -> R {
        self.0.on_segment(function, bytes, f)
    }

    /// # Safety
    /// The suspender must reach no frame that the macro didn't write, so that nothing between the poller's switch and an await holds
    /// what must not be switched away from. Such a frame only passes it to `fuse` and to a fused callee, and returns
    /// [`Flow::Cancelled`](super::Flow::Cancelled) without awaiting again once it got that from one of them.
    #[inline(always)]
    pub unsafe fn reveal(self) -> &'s Suspender {
        self.0
    }
}
