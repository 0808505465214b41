//! What marks, in a copy of a body that never runs, where the machine moves a variable: rustc refuses the copy if the variable is borrowed there.

use core::future::Future;

/// The variable at its new address.
pub fn moved<T>(variable: T) -> T {
    variable
}

/// Takes the copy of the body. Emitted behind `if false`: the body is borrow-checked and never made.
pub fn relocated<F: Future>(body: F) -> ! {
    drop(body);
    unreachable!("emitted behind `if false`")
}
