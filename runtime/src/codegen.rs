//! The marker at the level of types: which code generation a value came from.

use core::fmt;

/// How an `async fn` was compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Codegen {
    /// An explicit enum state machine with a frame of slots.
    StateMachine,
    /// A coroutine on its own stack.
    Stackful,
    /// rustc's own lowering.
    Native,
}

impl Codegen {
    /// The name that the attribute's option has: `state_machine`, `stackful` or `native`.
    pub const fn name(self) -> &'static str {
        match self {
            Codegen::StateMachine => "state_machine",
            Codegen::Stackful => "stackful",
            Codegen::Native => "native",
        }
    }

    /// The inverse of [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        [Codegen::StateMachine, Codegen::Stackful, Codegen::Native].into_iter().find(|c| c.name() == name)
    }

    /// Equality in constant evaluation.
    #[doc(hidden)]
    pub const fn is(self, other: Codegen) -> bool {
        self as u8 == other as u8
    }
}

impl fmt::Display for Codegen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What an annotated function returns: a future that knows how it was compiled.
#[diagnostic::on_unimplemented(
    message = "`{Self}` isn't what a function with `#[resumable]` returns",
    label = "no code generation is recorded for this type"
)]
pub trait Resumable {
    /// The code generation of the function that returned this value.
    const CODEGEN: Codegen;
}

/// The code generation of the function that returned `future`.
pub fn codegen_of<F: Resumable>(future: &F) -> Codegen {
    let _ = future;
    F::CODEGEN
}

/// Fails to compile unless the value was compiled as said: `assert_codegen!(fetch(&mut conn), Stackful)`.
///
/// The expression is type-checked and never run. The check is made when the surrounding function is compiled (after generics
/// are known), so `cargo build` reports it and `cargo check` doesn't.
#[macro_export]
macro_rules! assert_codegen {
    ($future:expr, $codegen:ident $(,)?) => {{
        fn check<F: $crate::Resumable>(_: impl ::core::ops::FnOnce() -> F) {
            const {
                ::core::assert!(
                    <F as $crate::Resumable>::CODEGEN.is($crate::Codegen::$codegen),
                    ::core::concat!(
                        "`",
                        ::core::stringify!($future),
                        "` is not compiled as ",
                        ::core::stringify!($codegen)
                    )
                )
            }
        }
        check(|| $future)
    }};
}
