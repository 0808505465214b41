//! A body, written once and compiled four times.

/// Compiles the items after the braces by rustc (module `rustc`, the oracle) and by each strategy (modules `native`, `state_machine`, `stackful`),
/// and makes one test per strategy of the calls between the braces.
///
/// ```
/// # use resumable_tests::prelude::*;
/// differential! {
///     /// What it shows.
///     operands { body(1), body(2) }
///     async fn body(n: u32) -> u32 { v(1) + later(n).await }
/// }
/// # fn main() {}
/// ```
///
/// Where a strategy refuses the body at compile time, as documented, `except stackful("why")` after the braces leaves that strategy out; its
/// test is then reported as ignored, with the reason.
///
/// The items are passed on as plain tokens: a fragment like `$b:block` would reach the attribute inside an invisible group.
#[macro_export]
macro_rules! differential {
    ($(#[$doc:meta])* $case:ident $calls:tt except state_machine($why:literal) $($body:tt)*) => {
        $crate::differential!(@case [$(#[$doc])*] $case $calls { $($body)* } [native stackful] [state_machine $why]);
    };
    ($(#[$doc:meta])* $case:ident $calls:tt except stackful($why:literal) $($body:tt)*) => {
        $crate::differential!(@case [$(#[$doc])*] $case $calls { $($body)* } [native state_machine] [stackful $why]);
    };
    (@case [$($doc:tt)*] $case:ident $calls:tt $body:tt [$($strategy:ident)*] [$($refusing:ident $why:literal)*]) => {
        $($doc)*
        #[allow(warnings, clippy::all, reason = "bodies are odd on purpose")]
        mod $case {
            use super::*;
            $crate::differential!(@module [] rustc $calls $body);
            $(
                $crate::differential!(@module [#[$crate::resumable::resumable($strategy)]] $strategy $calls $body);
                #[test]
                fn $strategy() {
                    $crate::compare::assert_lowered_by(concat!(module_path!(), "::", stringify!($strategy)), stringify!($strategy));
                    $crate::compare::assert_all_same(rustc::calls(), $strategy::calls());
                    $crate::traps::lowering::check(env!("CARGO_PKG_NAME"), concat!(module_path!(), "::", stringify!($strategy)));
                }
            )*
            $(
                #[test]
                #[ignore = $why]
                fn $refusing() {}
            )*
        }
    };
    (@module [$($attr:tt)*] $name:ident { $($function:ident $arguments:tt),+ $(,)? } { $($body:tt)* }) => {
        $($attr)*
        mod $name {
            use super::*;
            $($body)*
            pub fn calls() -> Vec<$crate::compare::Call> {
                vec![$((concat!(stringify!($function), stringify!($arguments)), || $crate::differential!(@start $name ($function $arguments)))),+]
            }
        }
    };
    (@start rustc ($($call:tt)*)) => { $crate::script::shown($($call)*) };
    (@start $strategy:ident ($($call:tt)*)) => { $crate::script::lowered($($call)*, stringify!($strategy)) };
    ($(#[$doc:meta])* $case:ident $calls:tt $($body:tt)*) => {
        $crate::differential!(@case [$(#[$doc])*] $case $calls { $($body)* } [native state_machine stackful] []);
    };
}

/// Compiles the same items, `#[test]` functions among them, by each strategy, in a module of its name.
///
/// ```
/// use resumable_tests::{strategies, values::block_on};
///
/// strategies! {
///     pub async fn one() -> u32 { 1 }
/// }
/// # fn main() {
/// assert_eq!(block_on(native::one()) + block_on(state_machine::one()) + block_on(stackful::one()), 3);
/// # }
/// ```
#[macro_export]
macro_rules! strategies {
    (@each [$($strategy:ident)*] $body:tt) => { $( $crate::strategies! { @one $strategy $body } )* };
    (@one $strategy:ident { $($body:tt)* }) => {
        #[$crate::resumable::resumable($strategy)]
        mod $strategy {
            #[allow(unused_imports, reason = "the items may need nothing")]
            use super::*;
            $($body)*
        }
    };
    ($($body:tt)*) => { $crate::strategies! { @each [native state_machine stackful] { $($body)* } } };
}
