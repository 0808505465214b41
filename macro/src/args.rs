//! What stands between the parentheses of `#[resumable(..)]`.

use crate::error::refuse_at;
use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, Result, Token};

/// How a function is to be compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    StateMachine,
    Stackful,
    Native,
}

impl Strategy {
    const ALL: [Strategy; 3] = [Strategy::StateMachine, Strategy::Stackful, Strategy::Native];

    /// The option's name, which is also the marker's.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::StateMachine => "state_machine",
            Strategy::Stackful => "stackful",
            Strategy::Native => "native",
        }
    }

    fn named(name: &Ident) -> Option<Self> {
        Self::ALL.into_iter().find(|s| name == s.name())
    }
}

/// The options as written. No strategy: the crate's default.
#[derive(Clone, Copy, Default)]
pub struct Args {
    pub strategy: Option<(Strategy, Span)>,
    /// The other attributes of the item were sent ahead. Emitted, not written by hand.
    pub stacked: bool,
}

impl Parse for Args {
    // Input: `` | `state_machine` | `stackful` | `native`, each with an optional trailing comma
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut args = Args::default();
        while !input.is_empty() {
            args.add(&input.parse()?)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(args)
    }
}

impl Args {
    fn add(&mut self, option: &Ident) -> Result<()> {
        if option == "stacked" {
            self.stacked = true;
            return Ok(());
        }
        let Some(strategy) = Strategy::named(option) else {
            return Err(refuse_at(
                option.span(),
                format!("unknown option `{option}`"),
                "write `state_machine`, `stackful` or `native`, or nothing for the crate's default",
            ));
        };
        if self.strategy.is_some() {
            return Err(refuse_at(option.span(), "a function has one strategy", "remove one of the two options"));
        }
        self.strategy = Some((strategy, option.span()));
        Ok(())
    }
}
