//! `*x` as a value, where the type of `x` isn't known when the code is emitted: out of a box it moves, from behind anything else it copies.
//!
//! By method resolution: `(&&Behind::of(x, x_live)).value()` finds [`BuiltIn`] for the pointers whose `*` is the language's own, and
//! [`CopiesOut`] for all others.

#[cfg(feature = "alloc")]
use super::slot::take;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::ops::Deref;

/// A variable whose pointee is used as a value.
pub struct Behind<T> {
    at: *mut T,
    #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "only a box is moved out of"))]
    live: *mut bool,
}

impl<T> Behind<T> {
    /// # Safety
    /// Of a use of the variable: as [`take`]; if it is a raw pointer, that it may be read.
    #[inline(always)]
    pub unsafe fn of(at: *mut T, live: *mut bool) -> Self {
        Behind { at, live }
    }
}

pub trait BuiltIn {
    type Value;
    fn value(&self) -> Self::Value;
}

#[cfg(feature = "alloc")]
impl<T> BuiltIn for &Behind<Box<T>> {
    type Value = T;
    #[inline(always)]
    fn value(&self) -> T {
        // SAFETY: promised to `of`. What rustc leaves of the box, its allocation, is freed here and not at the end of the scope.
        *unsafe { take(self.at, self.live) }
    }
}

impl<T: Copy> BuiltIn for &Behind<*const T> {
    type Value = T;
    #[inline(always)]
    fn value(&self) -> T {
        // SAFETY: the user's, who had to write `unsafe` for it.
        unsafe { **self.at }
    }
}

impl<T: Copy> BuiltIn for &Behind<*mut T> {
    type Value = T;
    #[inline(always)]
    fn value(&self) -> T {
        // SAFETY: as above.
        unsafe { **self.at }
    }
}

pub trait CopiesOut {
    type Value;
    fn value(&self) -> Self::Value;
}

impl<T: Deref<Target: Copy>> CopiesOut for Behind<T> {
    type Value = T::Target;
    #[inline(always)]
    fn value(&self) -> T::Target {
        // SAFETY: promised to `of`; the variable stays as it is.
        unsafe { **self.at }
    }
}
