//! `?` in emitted code: the standard library's `Try` and `FromResidual` as far as stable Rust lets a macro use them.
//!
//! A body's `e?` leaves the closure that the body became, so it can't stay rustc's own `?`: the type that it would have to convert into
//! is wrapped. `Try` itself is unstable to name, hence two traits of our own over the closed set of stable types that implement it:
//! `Option`, `Result`, `ControlFlow`, `Poll<Result>` and `Poll<Option<Result>>`. Associated types are those of the standard library, so
//! that inference takes the same way, and `From` runs at the same point.
//!
//! Input: `e?`
//! Output: `match Try::branch(e) { Continue(v) => v, Break(r) => leave with FromResidual::from_residual(r) }`

use core::convert::Infallible;
use core::ops::ControlFlow::{self, Break, Continue};
use core::task::Poll;

/// [`core::ops::Try`], without its `from_output`.
#[diagnostic::on_unimplemented(
    message = "the `?` operator can only be applied to values that implement `Try`",
    label = "the `?` operator cannot be applied to type `{Self}`"
)]
pub trait Try {
    /// The value of `e?` when it goes on.
    type Output;
    /// What `e?` leaves the function with.
    type Residual;
    /// Goes on, or leaves.
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
}

/// [`core::ops::FromResidual`].
#[diagnostic::on_unimplemented(
    message = "the `?` operator can't convert `{R}` into the function's result `{Self}`",
    label = "cannot use the `?` operator in an async function that returns `{Self}`"
)]
pub trait FromResidual<R> {
    /// The function's result after `e?` left it.
    fn from_residual(residual: R) -> Self;
}

impl<T, E> Try for Result<T, E> {
    type Output = T;
    type Residual = Result<Infallible, E>;
    #[inline(always)]
    fn branch(self) -> ControlFlow<Self::Residual, T> {
        match self {
            Ok(v) => Continue(v),
            Err(e) => Break(Err(e)),
        }
    }
}

impl<T> Try for Option<T> {
    type Output = T;
    type Residual = Option<Infallible>;
    #[inline(always)]
    fn branch(self) -> ControlFlow<Self::Residual, T> {
        match self {
            Some(v) => Continue(v),
            None => Break(None),
        }
    }
}

impl<B, T> Try for ControlFlow<B, T> {
    type Output = T;
    type Residual = ControlFlow<B, Infallible>;
    #[inline(always)]
    fn branch(self) -> ControlFlow<Self::Residual, T> {
        match self {
            Continue(v) => Continue(v),
            Break(b) => Break(Break(b)),
        }
    }
}

impl<T, E> Try for Poll<Result<T, E>> {
    type Output = Poll<T>;
    type Residual = Result<Infallible, E>;
    #[inline(always)]
    fn branch(self) -> ControlFlow<Self::Residual, Poll<T>> {
        match self {
            Poll::Ready(Ok(v)) => Continue(Poll::Ready(v)),
            Poll::Ready(Err(e)) => Break(Err(e)),
            Poll::Pending => Continue(Poll::Pending),
        }
    }
}

impl<T, E> Try for Poll<Option<Result<T, E>>> {
    type Output = Poll<Option<T>>;
    type Residual = Result<Infallible, E>;
    #[inline(always)]
    fn branch(self) -> ControlFlow<Self::Residual, Poll<Option<T>>> {
        match self {
            Poll::Ready(Some(Ok(v))) => Continue(Poll::Ready(Some(v))),
            Poll::Ready(Some(Err(e))) => Break(Err(e)),
            Poll::Ready(None) => Continue(Poll::Ready(None)),
            Poll::Pending => Continue(Poll::Pending),
        }
    }
}

impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Result<T, F> {
    #[inline(always)]
    fn from_residual(residual: Result<Infallible, E>) -> Self {
        match residual {
            Err(e) => Err(From::from(e)),
        }
    }
}

impl<T> FromResidual<Option<Infallible>> for Option<T> {
    #[inline(always)]
    fn from_residual(residual: Option<Infallible>) -> Self {
        match residual {
            None => None,
        }
    }
}

impl<B, T> FromResidual<ControlFlow<B, Infallible>> for ControlFlow<B, T> {
    #[inline(always)]
    fn from_residual(residual: ControlFlow<B, Infallible>) -> Self {
        match residual {
            Break(b) => Break(b),
        }
    }
}

impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Poll<Result<T, F>> {
    #[inline(always)]
    fn from_residual(residual: Result<Infallible, E>) -> Self {
        Poll::Ready(FromResidual::from_residual(residual))
    }
}

impl<T, E, F: From<E>> FromResidual<Result<Infallible, E>> for Poll<Option<Result<T, F>>> {
    #[inline(always)]
    fn from_residual(residual: Result<Infallible, E>) -> Self {
        Poll::Ready(Some(FromResidual::from_residual(residual)))
    }
}
