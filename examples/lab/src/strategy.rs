//! What is compared: the attribute's three code generations, two models without the attribute, and what else a Rust program could use.

use std::fmt;

macro_rules! strategies {
    ($($(#[$doc:meta])* $variant:ident $name:literal)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Strategy { $($(#[$doc])* $variant,)* }

        impl Strategy {
            pub const ALL: &[Strategy] = &[$(Strategy::$variant,)*];

            pub const fn name(self) -> &'static str {
                match self { $(Strategy::$variant => $name,)* }
            }
        }
    };
}

strategies! {
    /// Ordinary functions, which can't suspend: the floor.
    Plain "plain"
    /// `fn(..) -> Pin<Box<dyn Future>>` at each level: what recursion and `dyn` cost without the attribute.
    Boxed "boxed"
    Native "native"
    StateMachine "state_machine"
    Stackful "stackful"
    /// The crate `async-trait`: a box per call of a method.
    AsyncTrait "async-trait"
    /// The crate `async-recursion`: a box per call.
    AsyncRecursion "async-recursion"
    /// The crate `reblessive`: a box per call, in a stack of its own, which a runner polls from the top.
    Reblessive "reblessive"
    /// The crate `corosensei`, by hand: coroutines without futures.
    Corosensei "corosensei"
    /// The crate `may`: coroutines with a scheduler of their own.
    May "may"
    /// Goroutines, in a program of their own.
    Go "go"
    /// A thread of the operating system per task.
    Threads "threads"
}

impl Strategy {
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.name() == name)
    }

    /// Whether it is one of the attribute's, `native` (the control group) aside.
    pub fn is_ours(self) -> bool {
        matches!(self, Strategy::StateMachine | Strategy::Stackful)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
