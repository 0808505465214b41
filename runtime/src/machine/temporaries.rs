//! Temporaries of an operand that live on beside its await: they have slots, and guards where rustc has the temporaries themselves.

use core::cell::Cell;
use core::mem::needs_drop;

/// Drops a temporary in its slot at the end of the statement, unless it moved out before, or the machine suspends.
pub struct Temporary<'a, T> {
    at: *mut T,
    live: *mut bool,
    suspends: &'a Cell<bool>,
}

impl<'a, T> Temporary<'a, T> {
    /// # Safety
    /// Both pointers are valid for the guard's life; while the flag is set the slot holds a value that nothing else drops.
    #[inline(always)]
    pub unsafe fn new(at: *mut T, live: *mut bool, suspends: &'a Cell<bool>) -> Self {
        Temporary { at, live, suspends }
    }
}

impl<T> Drop for Temporary<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the flag says whether the slot holds a value; it is cleared first, so that it is dropped once.
        unsafe {
            if needs_drop::<T>() && !self.suspends.get() && *self.live {
                *self.live = false;
                self.at.drop_in_place();
            }
        }
    }
}

/// The value of an expression with temporaries: those that guard them are temporaries, too, of the same statement.
#[inline(always)]
pub fn beside<G, V>(_: G, value: V) -> V {
    value
}

/// Stores a temporary, and says where it is.
///
/// # Safety
/// As [`init`](super::init).
#[inline(always)]
pub unsafe fn temporary<T>(at: *mut T, live: *mut bool, value: T) -> *mut T {
    // SAFETY: by contract.
    unsafe { super::init(at, live, value) };
    at
}

/// A place for a `T`. As a bound it says so only after the value was looked at: so what is expected of a reference to the value, which may be
/// unsized, isn't expected of the place.
pub trait PlaceOf<T> {
    fn place(self) -> *mut T;
}

impl<T> PlaceOf<T> for *mut T {
    #[inline(always)]
    fn place(self) -> *mut T {
        self
    }
}

/// `&value`, where the value is a temporary.
///
/// # Safety
/// As [`temporary`]; the value stays in its place as long as the reference is used.
#[inline(always)]
pub unsafe fn lent<'a, T, P: PlaceOf<T>>(at: P, live: *mut bool, value: T) -> &'a T {
    // SAFETY: by contract.
    unsafe { &*temporary(at.place(), live, value) }
}

/// `&mut value`, as [`lent`].
///
/// # Safety
/// As [`lent`], and nothing else uses the place.
#[inline(always)]
pub unsafe fn lent_mut<'a, T, P: PlaceOf<T>>(at: P, live: *mut bool, value: T) -> &'a mut T {
    // SAFETY: by contract.
    unsafe { &mut *temporary(at.place(), live, value) }
}

/// Which ended first, a variable of a block or a temporary of the block's value: that depends on the edition of the block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum First {
    None,
    Local,
    Temporary,
}

/// Takes note of its end.
pub struct Ends<'a>(&'a Cell<First>, First);

impl<'a> Ends<'a> {
    #[inline(always)]
    pub fn none() -> Cell<First> {
        Cell::new(First::None)
    }

    #[inline(always)]
    pub fn local(first: &'a Cell<First>) -> Self {
        Ends(first, First::Local)
    }

    #[inline(always)]
    pub fn temporary(first: &'a Cell<First>) -> Self {
        Ends(first, First::Temporary)
    }

    /// The value of the block, which isn't part of the temporary.
    #[inline(always)]
    pub fn value(&self) {}
}

impl Drop for Ends<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.0.get() == First::None {
            self.0.set(self.1);
        }
    }
}
