//! Guards: rustc's own scope exits drop the variables that live in slots.

use super::slot::{again, put, take};
use core::mem::needs_drop;

/// Drops a slot at scope exit if it is armed. `armed` lives in a register.
pub struct Guard<T> {
    at: *mut T,
    armed: bool,
}

impl<T> Guard<T> {
    /// The slot holds a value.
    ///
    /// # Safety
    /// `at` is valid for the guard's life; while the guard is armed it holds a value that nothing else drops.
    #[inline(always)]
    pub unsafe fn live(at: *mut T) -> Self {
        Guard { at, armed: true }
    }

    /// The slot will be filled, or found full.
    ///
    /// # Safety
    /// As [`live`](Self::live), from the time that the guard is armed.
    #[inline(always)]
    pub unsafe fn dead(at: *mut T) -> Self {
        Guard { at, armed: false }
    }

    /// The slot holds a value if `armed`.
    ///
    /// # Safety
    /// As [`live`](Self::live).
    #[inline(always)]
    pub unsafe fn maybe(at: *mut T, armed: bool) -> Self {
        Guard { at, armed }
    }

    /// `let x = value`
    #[inline(always)]
    pub fn init(&mut self, value: T) {
        // SAFETY: `at` is valid, by the promise made to the constructor.
        unsafe { put(self.at, value) }
        self.armed = true;
    }

    /// A use of the variable as a value, which another use can follow.
    ///
    /// # Safety
    /// As [`again`].
    #[inline(always)]
    pub unsafe fn again(&self) -> T {
        // SAFETY: by contract.
        unsafe { again(self.at) }
    }

    /// Whether it drops the slot.
    #[inline(always)]
    pub fn is_armed(&self) -> bool {
        self.armed
    }

    /// The slot was filled in an earlier poll, or just now.
    #[inline(always)]
    pub fn arm(&mut self) {
        self.armed = true;
    }
}

impl<T> Drop for Guard<T> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.armed {
            // SAFETY: armed, so the slot holds a value that is this guard's to drop.
            unsafe { self.at.drop_in_place() }
        }
    }
}

/// Drops a slot at scope exit if its flag in the frame is set: for variables that may be moved.
pub struct FlagGuard<T> {
    at: *mut T,
    live: *mut bool,
}

impl<T> FlagGuard<T> {
    /// # Safety
    /// Both pointers are valid for the guard's life; while the flag is set the slot holds a value that nothing else drops.
    #[inline(always)]
    pub unsafe fn new(at: *mut T, live: *mut bool) -> Self {
        FlagGuard { at, live }
    }

    /// A use of the variable as a value: moves it out and clears its flag, or copies what can be copied.
    ///
    /// # Safety
    /// As [`take`].
    #[inline(always)]
    pub unsafe fn take(&self) -> T {
        // SAFETY: by contract.
        unsafe { take(self.at, self.live) }
    }

    /// A use of the variable as a value, which another use can follow.
    ///
    /// # Safety
    /// As [`again`].
    #[inline(always)]
    pub unsafe fn again(&self) -> T {
        // SAFETY: by contract.
        unsafe { again(self.at) }
    }
}

impl<T> Drop for FlagGuard<T> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the flag says whether the slot holds a value; it is cleared first, so that it is dropped once.
        unsafe {
            if needs_drop::<T>() && *self.live {
                *self.live = false;
                self.at.drop_in_place();
            }
        }
    }
}
