//! The future that a machine awaits, in its place in the frame.

use core::future::{Future, IntoFuture};
use core::mem::ManuallyDrop;
use core::pin::Pin;
use core::task::{Context, Poll};

/// Turns the operand of an await into its awaiter.
///
/// # Safety
/// `at` is valid for writes and holds no future.
#[inline(always)]
pub unsafe fn start<I: IntoFuture>(at: *mut I::IntoFuture, operand: I) {
    // SAFETY: by contract.
    unsafe { at.write(operand.into_future()) }
}

/// What an await evaluates to, as the field of a struct.
pub struct Output<T>(pub T);

/// Polls the awaiter. When it is ready, or panics, it is dropped, before its result is used.
///
/// # Safety
/// `at` holds a future that isn't moved while it lives there; after anything but `Pending` it holds none.
#[inline(always)]
pub unsafe fn poll<A: Future>(at: *mut A, cx: &mut Context<'_>) -> Poll<Output<A::Output>> {
    let awaiter = Awaiter(at);
    // SAFETY: the frame is pinned, so the future in it is.
    match unsafe { Pin::new_unchecked(&mut *awaiter.0) }.poll(cx) {
        Poll::Pending => {
            core::mem::forget(awaiter);
            Poll::Pending
        }
        Poll::Ready(value) => {
            // If the awaiter's destructor panics, the result is leaked, as by rustc (rust-lang/rust#47949).
            let value = ManuallyDrop::new(value);
            drop(awaiter);
            Poll::Ready(Output(ManuallyDrop::into_inner(value)))
        }
    }
}

/// Drops the awaiter of a machine that is cancelled.
///
/// # Safety
/// `at` holds a future, and is not used again.
#[inline(always)]
pub unsafe fn drop_awaiter<A>(at: *mut A) {
    // SAFETY: by contract.
    unsafe { at.drop_in_place() }
}

struct Awaiter<A>(*mut A);

impl<A> Drop for Awaiter<A> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: made by `poll`, which was promised a future here, and forgets this when the future stays.
        unsafe { self.0.drop_in_place() }
    }
}
