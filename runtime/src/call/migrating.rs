//! `#[resumable(stackful, unsafe(migrate))]`: coroutines that may change threads, at the risk of whoever wrote `unsafe`.

use super::{Body, Call, Flow, Hidden};
use crate::machine::Shadow;
use crate::{Codegen, Resumable};
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

/// What a function with `#[resumable(stackful, unsafe(migrate))]` returns: a call that is `Send` if rustc's own future of the same body would
/// be, so that it goes from thread to thread as its executor likes.
///
/// ```
/// # use resumable::{block_on, resumable};
/// // SAFETY: nothing that it calls touches a thread-local on both sides of an await.
/// #[resumable(stackful, unsafe(migrate))]
/// async fn sum(of: Vec<u32>) -> u32 {
///     let mut sum = 0;
///     for x in of {
///         sum += std::future::ready(x).await;
///     }
///     sum
/// }
///
/// fn on_any_thread<T: Send>(future: T) -> T { future }
/// assert_eq!(block_on(on_any_thread(sum(vec![1, 2]))), 3);
/// ```
///
/// # Safety
///
/// That all it holds across awaits is `Send` is checked, by a copy of the body that is never run. What can't be checked, and is what the
/// `unsafe` in the attribute promises:
///
/// *The code of the body, with all that may be inlined into it, uses no thread-local both before and after a suspension.* Compilers take the
/// address of a thread-local for a constant of the function, and keep it across the switch: after a change of threads it is the other
/// thread's, whose value is then read and written without synchronisation. `LocalKey::with` doesn't prevent that; an `#[inline(never)]`
/// around each *use* of the thread-local does, on the targets that are known today. Two touches of an ordinary `Cell` in a `thread_local!`,
/// one on each side of an await, are enough for a crash of a release build. Generic functions of libraries may hold such a use:
/// `tokio::spawn` and the macros of `tracing` do.
///
/// Futures that the body awaits are polled out of line, so their own use of thread-locals is no concern. Frames that rustc's own `async fn`
/// makes don't have this problem at all, since they end at each suspension.
///
/// [`#[resumable(send)]`](crate::Boundary) is the way without this promise.
#[must_use = "calls do nothing unless you `.await` or poll them"]
pub struct Migrating<C, S> {
    call: Call<C>,
    /// The body as rustc would lower it: never made, decides `Send`.
    shadow: PhantomData<S>,
}

// SAFETY: `S` is the type of rustc's own future of the body that `C` is (`Vouched::new`), so all that `C` was made of, and all that its frames
// hold across a suspension, is `Send` if `S` is: the callees among them are calls that were checked likewise, since those that weren't are
// not `Send`, or polled (`ViaMigrating`). That the compiled code of the frames holds nothing of the thread is what the user's
// `unsafe(migrate)` promises. The stack itself belongs to no thread, and this runtime's own thread-locals are used in functions that end
// before a switch.
unsafe impl<C, S: Send> Send for Migrating<C, S> {}

/// The shadow of a body whose author vouches for every thread-local on its path.
pub struct Vouched<S>(PhantomData<S>);

impl<S> Vouched<S> {
    /// # Safety
    /// It is used for the body that the shadow is of, and the body is fit to change threads: see [`Migrating`].
    #[inline(always)]
    pub unsafe fn new(_: Shadow<S>) -> Self {
        Vouched(PhantomData)
    }
}

/// As [`call`](super::call()).
#[inline(always)]
pub fn migrating<C: FnOnce(Hidden<'_>) -> Flow<R>, R, S>(_: Vouched<S>, body: C) -> Migrating<C, S> {
    Migrating { call: Call::new(body), shadow: PhantomData }
}

impl<C, S> Migrating<C, S> {
    #[inline(always)]
    pub(super) fn into_call(self) -> Call<C> {
        self.call
    }
}

impl<C, S> Resumable for Migrating<C, S> {
    const CODEGEN: Codegen = Codegen::Stackful;
}

impl<C: Body, S> Future for Migrating<C, S> {
    type Output = C::Output;
    /// Out of line: it uses thread-locals of this crate, and may itself be polled in the body of a call that migrates.
    #[inline(never)]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<C::Output> {
        // SAFETY: structural pinning of the only field; there is no `Drop`, and `Unpin` needs that of the call.
        unsafe { self.map_unchecked_mut(|me| &mut me.call) }.poll(context)
    }
}
