//! The proof that a method takes its receiver, where only its name says so.

use core::mem::needs_drop;

/// Compiles if `call`, a closure that borrows or owns the value of the slot, owns it; or if it doesn't matter, since nothing is dropped.
#[track_caller]
pub fn takes<T, C: FnOnce() -> R, R>(_: *mut T, _: &C) {
    const {
        assert!(
            !needs_drop::<T>() || needs_drop::<C>(),
            "this method only borrows its receiver: write `(&x).method()`, or `(&mut x).method()`"
        )
    }
}

/// Says what the call returns, where it doesn't run.
pub fn result<C: FnOnce() -> R, R>(_: &C) -> R {
    unreachable!("emitted behind `if false`")
}
