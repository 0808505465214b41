//! Which strategy a function gets, and the reason that its record carries.

use crate::args::{Args, Strategy, Threads};
use proc_macro2::Span;

/// The strategy of one function.
#[derive(Clone, Copy)]
pub struct Choice {
    pub strategy: Strategy,
    pub reason: &'static str,
    /// With the place of the option.
    pub threads: Option<(Threads, Span)>,
    /// Methods are for objects.
    pub object: bool,
}

/// An explicit option decides; otherwise the `stackful` feature of the crate does.
pub fn choose(args: &Args) -> Choice {
    let (strategy, reason) = match args.strategy {
        Some((strategy, _)) => (strategy, "explicit"),
        None if cfg!(feature = "stackful") => (Strategy::Stackful, "default, by the feature `stackful`"),
        None => (Strategy::StateMachine, "default"),
    };
    let object = args.object.is_some();
    let reason = match reason {
        _ if !object || strategy == Strategy::Stackful => reason,
        "explicit" => "explicit, boxed for `dyn`",
        _ => "default, boxed for `dyn`",
    };
    Choice { strategy, reason, threads: args.threads, object }
}
