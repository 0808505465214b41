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

/// Polls the awaiter.
///
/// # Safety
/// `at` holds a future that isn't moved while it lives there, and that isn't polled again after anything but `Pending`.
#[inline(always)]
pub unsafe fn poll<A: Future>(at: *mut A, cx: &mut Context<'_>) -> Poll<A::Output> {
    // SAFETY: the frame is pinned, so the future in it is.
    unsafe { Pin::new_unchecked(&mut *at) }.poll(cx)
}

/// What an await evaluates to, as the field of a struct.
pub struct Output<T>(pub T);

/// The awaiter while it is polled. When it is ready, or panics, it is dropped, before its result is used; when it is pending this is forgotten.
///
/// (No function polls and drops: a large result would be copied once more, since LLVM doesn't see through a `Poll` that comes from two branches.)
pub struct Awaiter<A>(*mut A);

/// # Safety
/// `at` holds a future; once this is gone, and wasn't forgotten, it holds none.
#[inline(always)]
pub unsafe fn awaiter<A>(at: *mut A) -> Awaiter<A> {
    Awaiter(at)
}

impl<A> Awaiter<A> {
    /// Drops the awaiter, whose result is `value`.
    #[inline(always)]
    pub fn done<R>(self, value: R) -> Output<R> {
        // If the awaiter's destructor panics, the result is leaked, as by rustc (rust-lang/rust#47949).
        let value = ManuallyDrop::new(value);
        drop(self);
        Output(ManuallyDrop::into_inner(value))
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

impl<A> Drop for Awaiter<A> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: `awaiter` was promised a future here, and this is forgotten when the future stays.
        unsafe { self.0.drop_in_place() }
    }
}
