//! How a stackful body awaits an operand: as a plain call if it is a [`Call`], by polling it if it is any other future.
//!
//! Input: `e.await`
//! Output: `match e { operand => match (&&fuse::operand(&operand)).await_strategy() { strategy => match unsafe { strategy.run(operand, suspender) } {
//!     Flow::Done(value) => value,
//!     Flow::Cancelled => return cancelled(),
//! } } }`
//!
//! The strategy is chosen by the operand's type, by method lookup on `&&Operand<T>`: [`ViaCall`] is implemented for `&Operand<..>` of calls
//! and found first, [`ViaFuture`] for every `Operand<T>` and found one auto-ref later. A trait of the user's may be found as well, if its method
//! has that name: so a suspender alone is of no use, and each `run` is `unsafe`.

use super::large::{headroom, is_large, segment_for};
use super::suspender::{Hidden, Suspender};
use super::{Body, Call, Flow, Migrating};
use crate::stack;
use std::any::type_name;
use std::future::{Future, IntoFuture};
use std::hint::cold_path;
use std::marker::PhantomData;
use std::pin::{Pin, pin};
use std::task::Poll;

/// Carries the type of an operand into method lookup.
pub struct Operand<T>(PhantomData<fn() -> T>);

/// The type of `value`.
#[inline(always)]
pub fn operand<T>(_: &T) -> Operand<T> {
    Operand(PhantomData)
}

/// Awaits that are fused.
///
/// The impls are structural, with no bound on `C`: a recursive function's own opaque type is asked nothing. There are two of them, so that
/// an operand whose type rustc doesn't know yet is "type annotations needed" instead of being taken for a `Call`.
pub trait ViaCall {
    type Strategy;
    fn await_strategy(&self) -> Self::Strategy;
}

impl<C> ViaCall for &Operand<Call<C>> {
    type Strategy = Fused;
    #[inline(always)]
    fn await_strategy(&self) -> Fused {
        Fused
    }
}

/// `Box::pin(f(n - 1)).await`, the idiom of recursive code in native `async`. A `Pin<&mut Call>` is not fused: its arguments have to live
/// as long as what it points into.
impl<C> ViaCall for &Operand<Pin<Box<Call<C>>>> {
    type Strategy = FusedBox;
    #[inline(always)]
    fn await_strategy(&self) -> FusedBox {
        FusedBox
    }
}

impl<C, S> ViaCall for &Operand<Migrating<C, S>> {
    type Strategy = FusedMigrating;
    #[inline(always)]
    fn await_strategy(&self) -> FusedMigrating {
        FusedMigrating
    }
}

/// As [`ViaCall`], for bodies that may change threads: what such a body awaits must be `Send` if the body is to be, and runs on its stack only
/// if it was checked for that. Of a `Call`, which isn't `Send`, the body's shadow takes care; a boundary is `Send` while its locals aren't, so
/// it is polled.
pub trait ViaMigrating {
    type Strategy;
    fn await_strategy(&self) -> Self::Strategy;
}

impl<C> ViaMigrating for &Operand<Call<C>> {
    type Strategy = Fused;
    #[inline(always)]
    fn await_strategy(&self) -> Fused {
        Fused
    }
}

impl<C> ViaMigrating for &Operand<Pin<Box<Call<C>>>> {
    type Strategy = FusedBox;
    #[inline(always)]
    fn await_strategy(&self) -> FusedBox {
        FusedBox
    }
}

impl<C, S> ViaMigrating for &Operand<Migrating<C, S>> {
    type Strategy = FusedMigrating;
    #[inline(always)]
    fn await_strategy(&self) -> FusedMigrating {
        FusedMigrating
    }
}

/// Awaits of everything else. The bound is on `Polled::run`, so that rustc says "is not a future" in its own words.
pub trait ViaFuture {
    #[inline(always)]
    fn await_strategy(&self) -> Polled {
        Polled
    }
}

impl<T> ViaFuture for Operand<T> {}

/// As [`ViaFuture`], for bodies that may change threads.
pub trait ViaMigratingFuture {
    #[inline(always)]
    fn await_strategy(&self) -> PolledOutOfLine {
        PolledOutOfLine
    }
}

impl<T> ViaMigratingFuture for Operand<T> {}

/// The callee's body runs on this stack.
pub struct Fused;

impl Fused {
    /// # Safety
    /// The caller is a frame that the macro wrote, `suspender` is its own, and a [`Flow::Cancelled`] ends it: the contract of
    /// [`Hidden::reveal`].
    #[inline(always)]
    pub unsafe fn run<C: Body>(self, call: Call<C>, suspender: &Suspender) -> Flow<C::Output> {
        // SAFETY: passed on.
        unsafe { C::fuse(call, Hidden::hide(suspender)) }
    }
}

/// Whether a `C` can run on this stack.
#[inline(always)]
pub(super) fn has_room<C: Body>(suspender: Hidden<'_>) -> bool {
    stack::pointer().wrapping_sub(headroom::<C>()) >= suspender.low()
}

/// The body of `call` runs on this stack if there is room.
#[inline(always)]
pub(super) fn in_place<C: Body>(call: Call<C>, suspender: Hidden<'_>) -> Flow<C::Output> {
    let body = call.into_body();
    if !has_room::<C>(suspender) {
        return if is_large::<C>() { grow_large(Box::new(body), suspender) } else { grow(body, suspender) };
    }
    body.run(suspender)
}

/// As [`Fused`], if the boxed call wasn't polled yet.
pub struct FusedBox;

impl FusedBox {
    /// # Safety
    /// As [`Fused::run`].
    #[inline]
    pub unsafe fn run<C: Body>(self, mut call: Pin<Box<Call<C>>>, suspender: &Suspender) -> Flow<C::Output> {
        // SAFETY: only an unstarted body, which nothing can point into yet, is moved out.
        match unsafe { &mut call.as_mut().get_unchecked_mut().state }.take_unstarted() {
            // SAFETY: passed on.
            Some(body) => unsafe { Fused.run(Call::new(body), suspender) },
            // SAFETY: passed on.
            None => unsafe { Polled.run(call, suspender) },
        }
    }
}

/// As [`Fused`].
pub struct FusedMigrating;

impl FusedMigrating {
    /// # Safety
    /// As [`Fused::run`].
    #[inline(always)]
    pub unsafe fn run<C: Body, S>(self, call: Migrating<C, S>, suspender: &Suspender) -> Flow<C::Output> {
        // SAFETY: passed on.
        unsafe { Fused.run(call.into_call(), suspender) }
    }
}

/// The operand is a foreign future. It is polled in place, and each `Pending` suspends the coroutine.
pub struct Polled;

impl Polled {
    /// # Safety
    /// As [`Fused::run`].
    #[inline(always)]
    pub unsafe fn run<F: IntoFuture>(self, future: F, suspender: &Suspender) -> Flow<F::Output> {
        let mut future = pin!(future.into_future());
        loop {
            match suspender.poll(future.as_mut()) {
                Poll::Ready(value) => return Flow::Done(value),
                Poll::Pending => {
                    cold_path();
                    if !suspender.suspend() {
                        return Flow::Cancelled;
                    }
                }
            }
        }
    }
}

/// As [`Polled`]. The address of a thread-local that the future uses stays in a frame that ends before the switch.
pub struct PolledOutOfLine;

impl PolledOutOfLine {
    /// # Safety
    /// As [`Fused::run`].
    #[inline(always)]
    pub unsafe fn run<F: IntoFuture>(self, future: F, suspender: &Suspender) -> Flow<F::Output> {
        #[inline(never)]
        fn poll<F: Future>(future: Pin<&mut F>, suspender: &Suspender) -> Poll<F::Output> {
            suspender.poll(future)
        }
        let mut future = pin!(future.into_future());
        loop {
            match poll(future.as_mut(), suspender) {
                Poll::Ready(value) => return Flow::Done(value),
                Poll::Pending if suspender.suspend() => {}
                Poll::Pending => return Flow::Cancelled,
            }
        }
    }
}

/// The callee continues on a further segment, owned by this frame.
#[cold]
#[inline(never)]
fn grow<C: Body>(body: C, suspender: Hidden<'_>) -> Flow<C::Output> {
    suspender.on_segment(type_name::<C>, segment_for::<C>(), || body.run(suspender))
}

/// As [`grow`]; the little that is left of this stack may not hold another copy of the body.
#[cold]
#[inline(never)]
fn grow_large<C: Body>(body: Box<C>, suspender: Hidden<'_>) -> Flow<C::Output> {
    suspender.on_segment(type_name::<C>, segment_for::<C>(), move || (*body).run(suspender))
}
