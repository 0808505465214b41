//! What a stackful body is, and what it returns.

use super::Call;
use super::fuse::in_place;
use super::suspender::Hidden;

/// How a body ended: with its value, or early because its coroutine is being dropped.
///
/// Cancelling is an early return, not an unwind: destructors run in rustc's own scope order, `thread::panicking()` stays false, no mutex
/// is poisoned, `catch_unwind` can't swallow it, and it works under `panic = "abort"`.
#[must_use]
pub enum Flow<T> {
    /// The function returned.
    Done(T),
    /// An await was told that it will never be resumed; every frame passes this on at once.
    Cancelled,
}

/// The early return of a frame whose callee was cancelled. A function of its own, so that the branch that leads to it is laid out as the
/// unlikely one.
#[cold]
#[inline(always)]
pub const fn cancelled<T>() -> Flow<T> {
    Flow::Cancelled
}

/// The code of a stackful function together with its arguments: what [`Call`](crate::Call) holds until it is started.
///
/// Only `#[resumable]` writes values of this type. It is public to be named: `fn retry<C: Body>(make: impl Fn() -> Call<C>)`.
// A trait of our own and not `FnOnce(Hidden<'_>) -> Flow<R>` in signatures: the return type of an `Fn` bound can't hold `impl Trait`,
// an associated type can.
#[diagnostic::on_unimplemented(
    message = "`{Self}` isn't the body of a stackful function",
    label = "expected the body of a function with `#[resumable(stackful)]`"
)]
pub trait Body: Sized {
    /// What the function returns.
    type Output;
    /// Runs the function on the stack of the caller.
    ///
    /// It takes a [`Hidden`] suspender: whoever implements this trait by hand gets nothing that can suspend.
    #[doc(hidden)]
    fn run(self, suspender: Hidden<'_>) -> Flow<Self::Output>;

    /// Runs the call's body on the stack of the caller, or on a further segment.
    ///
    /// # Safety
    /// The caller is a frame that the macro wrote, the suspender is its own, and a [`Flow::Cancelled`] ends it: the contract of
    /// [`Hidden::reveal`].
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn fuse(call: Call<Self>, suspender: Hidden<'_>) -> Flow<Self::Output> {
        in_place(call, suspender)
    }
}

impl<C: FnOnce(Hidden<'_>) -> Flow<R>, R> Body for C {
    type Output = R;
    #[inline(always)]
    fn run(self, suspender: Hidden<'_>) -> Flow<R> {
        self(suspender)
    }
}
