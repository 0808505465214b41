//! Which strategy a function gets, and the reason that its record carries.

use crate::args::{Args, Strategy};

/// The strategy of one function.
#[derive(Clone, Copy)]
pub struct Choice {
    pub strategy: Strategy,
    pub reason: &'static str,
}

/// An explicit option decides; otherwise the `stackful` feature of the crate does.
pub fn choose(args: &Args) -> Choice {
    match args.strategy {
        Some((strategy, _)) => Choice { strategy, reason: "explicit" },
        None if cfg!(feature = "stackful") => {
            Choice { strategy: Strategy::Stackful, reason: "default, by the feature `stackful`" }
        }
        None => Choice { strategy: Strategy::StateMachine, reason: "default" },
    }
}
