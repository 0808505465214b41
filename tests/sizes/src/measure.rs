//! One source, two sizes.

/// A function of the corpus, and the bytes of the future that a call of it returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: &'static str,
    pub native: usize,
    pub state_machine: usize,
}

impl Function {
    /// Of the state machine to rustc's future.
    pub fn ratio(&self) -> f64 {
        self.state_machine as f64 / self.native as f64
    }
}

/// Pairs what each strategy's module says of the same calls.
pub fn paired(native: Vec<(&'static str, usize)>, machines: Vec<(&'static str, usize)>) -> Vec<Function> {
    let pair = |((name, native), (_, state_machine))| Function { name, native, state_machine };
    native.into_iter().zip(machines).map(pair).collect()
}

/// The size of what the call returns, which is never made.
pub fn size_of_result<R>(_: impl FnOnce() -> R) -> usize {
    size_of::<R>()
}

/// An argument of a call that is never made.
pub fn any<T>() -> T {
    unreachable!("only the type of the call is of interest")
}

/// Compiles the items after the braces by both strategies, and makes `functions()` of the calls between the braces.
macro_rules! both_ways {
    ({ $($name:ident: $call:expr),+ $(,)? } $($items:tt)*) => {
        both_ways! { @module native { $($name: $call),+ } $($items)* }
        both_ways! { @module state_machine { $($name: $call),+ } $($items)* }
        pub fn functions() -> Vec<crate::Function> {
            crate::measure::paired(native::functions(), state_machine::functions())
        }
    };
    (@module $strategy:ident { $($name:ident: $call:expr),+ } $($items:tt)*) => {
        #[resumable::resumable($strategy)]
        #[allow(dead_code, clippy::all, reason = "only the types are of interest")]
        mod $strategy {
            use super::*;
            $($items)*
            pub fn functions() -> Vec<(&'static str, usize)> {
                vec![$((stringify!($name), crate::measure::size_of_result(|| $call))),+]
            }
        }
    };
}
