//! What stands between the parentheses of `#[resumable(..)]`.

use crate::error::refuse_at;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
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

/// How the coroutine of a stackful function gets along with threads. The other strategies have no use for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Threads {
    /// A started call stays on its thread and isn't `Send`.
    #[default]
    Stays,
    /// `send`: the value is `Send`, and sends the unstarted call to a worker thread.
    Boundary,
    /// `unsafe(migrate)`: the value is `Send` if rustc's future were, and changes threads.
    Migrates,
}

/// The options as written. No strategy: the crate's default.
#[derive(Clone, Copy, Default)]
pub struct Args {
    pub strategy: Option<(Strategy, Span)>,
    pub threads: Option<(Threads, Span)>,
    /// `dyn`: methods are for objects.
    pub object: Option<Span>,
    /// The other attributes of the item were sent ahead. Emitted, not written by hand.
    pub stacked: bool,
    /// It is a method of a trait which was annotated as a whole. Emitted as well.
    pub of_trait: bool,
}

impl Parse for Args {
    // Input: any of (`state_machine` | `stackful` | `native`) and (`send` | `unsafe(migrate)` | `dyn`), with an optional trailing comma
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut args = Args::default();
        while !input.is_empty() {
            if input.peek(Token![unsafe]) {
                args.add_unsafe(input)?;
            } else if input.peek(Token![dyn]) {
                args.object = Some(input.parse::<Token![dyn]>()?.span);
            } else {
                args.add(&input.parse()?)?;
            }
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
        if option == "of_trait" {
            self.of_trait = true;
            return Ok(());
        }
        if option == "send" {
            return self.add_threads(Threads::Boundary, option.span());
        }
        if option == "migrate" {
            return Err(refuse_at(
                option.span(),
                "`migrate` promises what the compiler can't check",
                "write `unsafe(migrate)`, or `send`, which promises nothing",
            ));
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

    // Input: `unsafe(migrate)`
    fn add_unsafe(&mut self, input: ParseStream<'_>) -> Result<()> {
        let token: Token![unsafe] = input.parse()?;
        let option;
        syn::parenthesized!(option in input);
        let name: Ident = option.parse()?;
        if name != "migrate" || !option.is_empty() {
            let help = "the only one is `unsafe(migrate)`";
            return Err(refuse_at(name.span(), format!("unknown unsafe option `{name}`"), help));
        }
        self.add_threads(Threads::Migrates, token.span)
    }

    fn add_threads(&mut self, threads: Threads, span: Span) -> Result<()> {
        if self.threads.is_some() {
            let help = "remove one of the two options";
            return Err(refuse_at(span, "a call stays with one worker or changes threads, not both", help));
        }
        self.threads = Some((threads, span));
        Ok(())
    }

    /// The options in the form in which they are written.
    pub fn written(&self) -> TokenStream {
        let strategy = self.strategy.map(|(s, span)| {
            let name = Ident::new(s.name(), span);
            quote!(#name,)
        });
        let threads = self.threads.map(|(threads, span)| match threads {
            Threads::Stays => TokenStream::new(),
            Threads::Boundary => quote_spanned!(span=> send,),
            Threads::Migrates => quote_spanned!(span=> unsafe(migrate),),
        });
        let of_trait = self.of_trait.then(|| quote!(of_trait,));
        let object = self.object.map(|span| quote_spanned!(span=> dyn,));
        quote!(#strategy #threads #object #of_trait)
    }
}
