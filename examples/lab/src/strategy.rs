//! What is compared: two models without the attribute, and the attribute's three code generations.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// Ordinary functions, which can't suspend: the floor.
    Plain,
    /// `fn(..) -> Pin<Box<dyn Future>>` at each level: what recursion and `dyn` cost without the attribute.
    Boxed,
    Native,
    StateMachine,
    Stackful,
}

impl Strategy {
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Plain => "plain",
            Strategy::Boxed => "boxed",
            Strategy::Native => "native",
            Strategy::StateMachine => "state_machine",
            Strategy::Stackful => "stackful",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
