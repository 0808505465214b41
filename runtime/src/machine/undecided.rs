//! Calls that take a variable or borrow it, whichever its type asks for: rustc decides, and the variable stays where it is.
//!
//! Emitted for `x.method(a)`, where `x` lives in a slot:
//! ```text
//! call(
//!     {
//!         let mut made = unmade();
//!         if false {
//!             never();
//!             let mut whole = held(x);
//!             let call = Once(|(a,)| { let _ = &whole; whole.value.method(a) }, PhantomData);
//!             made = &raw const call;
//!         }
//!         receiver(x, x_live, made)
//!     },
//!     (a,),
//! )
//! ```
//! The closure is never made where it stands, and what it would borrow there outlives it, since that code is unreachable; it tells by its type what the method does with its receiver. It captures `whole`, and nothing else:
//! by value if the method takes it, else by reference. [`receiver`] makes the closure of what it would have captured in either case: of the value
//! in the slot, which so moves, or of a reference to the slot. Nothing moves that the method only borrows, and what it returns may borrow from
//! the slot for as long as the frame lives.

use core::marker::PhantomData;
use core::mem::needs_drop;

/// The value of a slot, as something that is dropped: a closure that owns it has a destructor, and one that borrows it has none.
#[repr(C)]
pub struct Held<T> {
    pub value: T,
    mark: Mark,
}

struct Mark;

impl Drop for Mark {
    #[inline(always)]
    fn drop(&mut self) {}
}

/// A closure that can be called once, even if it could be called again: so what it returns may borrow from what it captured.
pub struct Once<F: FnOnce(A) -> R, A, R>(pub F, pub PhantomData<(A, R)>);

/// What the closure captures, where it doesn't run.
pub fn held<T>(_: *mut T) -> Held<T> {
    unreachable!("emitted behind `if false`")
}

/// What follows is unreachable, which rustc knows before it checks borrows.
pub fn never() -> ! {
    unreachable!("emitted behind `if false`")
}

/// Stands for a closure that isn't made.
#[inline(always)]
pub fn unmade<C>() -> *const C {
    core::ptr::null()
}

/// The closure. If it takes the value of the slot, that moves into it.
///
/// # Safety
/// `at` and `live` are of a slot that holds a value, and `F` is a closure that captures a `Held<T>` or a reference to one, and nothing else. If it
/// captures the value, the slot isn't used again before it is filled; if it captures a reference, that is one that rustc allows where the call
/// stands, for as long as the result is used. The borrow checker has seen to that in the shadow.
#[inline(always)]
pub unsafe fn receiver<T, F: FnOnce(A) -> R, A, R>(at: *mut T, live: *mut bool, _: *const Once<F, A, R>) -> F {
    const {
        let captured = if needs_drop::<F>() { size_of::<Held<T>>() } else { size_of::<&Held<T>>() };
        assert!(size_of::<F>() == captured, "the closure captures the receiver alone");
    }
    // SAFETY: by contract the closure has one field, and as that is as large as the closure, it is at its begin. A `Held<T>` has the layout of a
    // `T`: its other field is empty, and no larger alignment. So both the value and a pointer to it, which are valid for reads here, are what
    // the closure is made of.
    unsafe {
        if needs_drop::<F>() {
            *live = false;
            at.cast::<F>().read()
        } else {
            (&raw const at).cast::<F>().read()
        }
    }
}

/// Calls it.
#[inline(always)]
#[track_caller]
pub fn call<F: FnOnce(A) -> R, A, R>(f: F, arguments: A) -> R {
    f(arguments)
}
