//! What emitted code does instead of what can't be compiled: nothing that runs.
//!
//! The shadow holds the same mistake and rustc reports it there, in its own words. Here it would be a second message, of types that the user
//! has never heard of. So each step that depends on the user's types is a method of the machine's own type, found if the bounds hold, and
//! found behind a `Deref` if they don't.

use crate::residual::{FromResidual, Try};
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Deref};

/// Found where the bounds of a method don't hold.
pub struct Mistaken(());

impl Mistaken {
    const HERE: &Mistaken = &Mistaken(());

    /// Of any type that is asked for.
    pub fn value<T>(&self) -> T {
        unreachable!("the shadow doesn't compile")
    }

    /// As [`value`](Self::value).
    pub fn branch<T>(&self) -> ControlFlow<Infallible, T> {
        self.value()
    }
}

/// The operand of a `?`.
pub struct Question<T> {
    pub operand: T,
}

impl<T: Try> Question<T> {
    #[inline(always)]
    pub fn branch(self) -> ControlFlow<T::Residual, T::Output> {
        self.operand.branch()
    }
}

impl<T> Deref for Question<T> {
    type Target = Mistaken;
    fn deref(&self) -> &Mistaken {
        Mistaken::HERE
    }
}

/// What a `?` leaves a function with whose result is an `R`.
pub struct Residual<T, R> {
    pub residual: T,
    pub result: PhantomData<R>,
}

impl<T, R: FromResidual<T>> Residual<T, R> {
    #[inline(always)]
    pub fn value(self) -> R {
        FromResidual::from_residual(self.residual)
    }
}

impl<T, R> Deref for Residual<T, R> {
    type Target = Mistaken;
    fn deref(&self) -> &Mistaken {
        Mistaken::HERE
    }
}

/// The value of a `return` without one, in a function whose result is an `R`.
pub struct Nothing<R> {
    pub result: PhantomData<R>,
}

impl Nothing<()> {
    #[inline(always)]
    pub fn value(&self) {}
}

impl<R> Deref for Nothing<R> {
    type Target = Mistaken;
    fn deref(&self) -> &Mistaken {
        Mistaken::HERE
    }
}
