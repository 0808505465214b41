//! Refuses to take a value apart that has a destructor of its own.
//!
//! A value that a pattern with `Copy` bindings takes apart is still whole afterwards, and its destructor runs at the end of the `match`. The
//! lowering moves the bindings of an arm to their slots before that arm awaits, so it must know that there is no such destructor.

use core::marker::PhantomData;

/// Asks by method resolution: `(&&Probe::of(&value)).may_be_taken_apart()`.
pub struct Probe<T>(PhantomData<fn() -> T>);

impl<T> Probe<T> {
    #[inline(always)]
    pub fn of(_: &T) -> Self {
        Probe(PhantomData)
    }
}

/// Found first, for types that implement `Drop`: its method can't be called.
pub trait HasDestructor {
    fn may_be_taken_apart(&self)
    where
        Self: NoDestructor;
}

#[allow(drop_bounds)] // the question is whether the type itself implements it
impl<T: Drop> HasDestructor for &Probe<T> {
    fn may_be_taken_apart(&self)
    where
        Self: NoDestructor,
    {
    }
}

/// Found for all other types.
pub trait HasNoDestructor {
    #[inline(always)]
    fn may_be_taken_apart(&self) {}
}

impl<T> HasNoDestructor for Probe<T> {}

#[diagnostic::on_unimplemented(
    message = "a value with a destructor of its own is matched by parts while an arm awaits",
    label = "this pattern takes it apart",
    note = "bind it first, with `let value = ..;`, and match `value`"
)]
pub trait NoDestructor {}
