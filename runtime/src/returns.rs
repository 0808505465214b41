//! Types of results, for emitted code.

/// Names the result of a function pointer, `!` included: `<fn() -> ! as Returns>::Output`.
pub trait Returns {
    type Output;
}

impl<R> Returns for fn() -> R {
    type Output = R;
}

/// The operand of a `return` that is never run and tells rustc the type of a body.
pub fn never<T>() -> T {
    unreachable!("emitted behind `if false`")
}
