//! Variables of the frame for closures and `async` blocks that aren't `move`.
//!
//! Such a closure captures what it uses in the way that it uses it: it borrows a part of a variable, or what a variable points at, or takes
//! the variable itself. rustc decides, and must see the same uses of a place of the same type to decide the same: in
//! `{ let x = lend(x); || x.value.len() }` the closure captures `x.value`, as it would `x`, by reference and not the local `x` of the
//! block, since it finds it behind a reference. A closure that takes `x`, unless it is `Copy`, gets it [`Moved`] out of the frame.
//!
//! By method resolution: `(&&Capture::of(x, x_live)).captured()` finds [`CapturedByReference`] for types that are `Copy`, and
//! [`CapturedByValue`] for all others.

use super::slot::take;
use core::marker::PhantomPinned;

/// A variable in its slot. `&mut Lent<T>` doesn't claim that nothing else refers to the variable, since `Lent` isn't `Unpin`: what a closure
/// captures of it, it claims then.
#[repr(transparent)]
pub struct Lent<T> {
    pub value: T,
    _claims_nothing: PhantomPinned,
}

/// A variable that was moved out of its slot.
pub struct Moved<T> {
    pub value: T,
}

/// The variable in a slot, for as long as the borrow checker has seen it borrowed in the shadow.
///
/// # Safety
/// As if the user's code borrowed the variable: it holds a value for `'u`, and what is borrowed of it follows Rust's rules.
#[inline(always)]
pub unsafe fn lend<'u, T>(at: *mut T) -> &'u mut Lent<T> {
    // SAFETY: by contract; `Lent<T>` has the layout of `T`.
    unsafe { &mut *at.cast() }
}

/// A variable that a closure uses as a value.
pub struct Capture<T> {
    at: *mut T,
    live: *mut bool,
}

impl<T> Capture<T> {
    /// # Safety
    /// As [`lend`] if `T` is `Copy`, else as [`take`].
    #[inline(always)]
    pub unsafe fn of(at: *mut T, live: *mut bool) -> Self {
        Capture { at, live }
    }
}

/// For any `'u`, as [`lend`].
pub trait CapturedByReference<'u> {
    type Captured;
    fn captured(&self) -> Self::Captured;
}

impl<'u, T: Copy + 'u> CapturedByReference<'u> for &Capture<T> {
    type Captured = &'u mut Lent<T>;
    #[inline(always)]
    fn captured(&self) -> Self::Captured {
        // SAFETY: promised to `of`.
        unsafe { lend(self.at) }
    }
}

pub trait CapturedByValue {
    type Captured;
    fn captured(&self) -> Self::Captured;
}

impl<T> CapturedByValue for Capture<T> {
    type Captured = Moved<T>;
    #[inline(always)]
    fn captured(&self) -> Moved<T> {
        // SAFETY: promised to `of`.
        Moved { value: unsafe { take(self.at, self.live) } }
    }
}
