//! How a stackful body awaits an operand: as a plain call if it is a [`Call`], by polling it if it is any other future.
//!
//! Input: `e.await`
//! Output: `match e { operand => match (&&fuse::operand(&operand)).await_strategy().run(operand, suspender) {
//!     Flow::Done(value) => value,
//!     Flow::Cancelled => return cancelled(),
//! } }`
//!
//! The strategy is chosen by the operand's type, by method lookup on `&&Operand<T>`: [`ViaCall`] is implemented for `&Operand<..>` of calls
//! and found first, [`ViaFuture`] for every `Operand<T>` and found one auto-ref later.

use super::large::{headroom, is_large, segment_for};
use super::suspender::{Hidden, Suspender};
use super::{Body, Call, Flow};
use crate::stack;
use std::any::type_name;
use std::future::IntoFuture;
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

/// Awaits of everything else. The bound is on `Polled::run`, so that rustc says "is not a future" in its own words.
pub trait ViaFuture {
    #[inline(always)]
    fn await_strategy(&self) -> Polled {
        Polled
    }
}

impl<T> ViaFuture for Operand<T> {}

/// The callee's body runs on this stack.
pub struct Fused;

impl Fused {
    #[inline(always)]
    pub fn run<C: Body>(self, call: Call<C>, suspender: &Suspender) -> Flow<C::Output> {
        let body = call.into_body();
        if stack::pointer().wrapping_sub(headroom::<C>()) < suspender.low.get() {
            return if is_large::<C>() { grow_large(Box::new(body), suspender) } else { grow(body, suspender) };
        }
        body.run(Hidden::hide(suspender))
    }
}

/// As [`Fused`], if the boxed call wasn't polled yet.
pub struct FusedBox;

impl FusedBox {
    #[inline]
    pub fn run<C: Body>(self, mut call: Pin<Box<Call<C>>>, suspender: &Suspender) -> Flow<C::Output> {
        // SAFETY: only an unstarted body, which nothing can point into yet, is moved out.
        match unsafe { &mut call.as_mut().get_unchecked_mut().state }.take_unstarted() {
            Some(body) => Fused.run(Call::new(body), suspender),
            None => Polled.run(call, suspender),
        }
    }
}

/// The operand is a foreign future. It is polled in place, and each `Pending` suspends the coroutine.
pub struct Polled;

impl Polled {
    #[inline(always)]
    pub fn run<F: IntoFuture>(self, future: F, suspender: &Suspender) -> Flow<F::Output> {
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

/// The callee continues on a further segment, owned by this frame.
#[cold]
#[inline(never)]
fn grow<C: Body>(body: C, suspender: &Suspender) -> Flow<C::Output> {
    suspender.on_segment(type_name::<C>(), segment_for::<C>(), || body.run(Hidden::hide(suspender)))
}

/// As [`grow`]; the little that is left of this stack may not hold another copy of the body.
#[cold]
#[inline(never)]
fn grow_large<C: Body>(body: Box<C>, suspender: &Suspender) -> Flow<C::Output> {
    suspender.on_segment(type_name::<C>(), segment_for::<C>(), move || (*body).run(Hidden::hide(suspender)))
}
