//! What no strategy can lower, refused on its token.

use crate::args::{Args, Strategy, Threads};
use crate::error::{refuse, refuse_at};
use crate::item::{Annotated, Function, Home};
use proc_macro2::Span;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Error, FnArg, Lifetime, Result, TypeBareFn, TypeReference};

pub fn options(args: &Args, item: &Annotated) -> Result<()> {
    if let Some(option) = args.object
        && !args.of_trait
        && !matches!(item, Annotated::Trait(_))
        && !matches!(item, Annotated::Impl(i) if i.trait_.is_some())
    {
        return Err(refuse_at(
            option,
            "`dyn` is about the methods of a trait",
            "write it on the trait and on its implementations",
        ));
    }
    match (args.strategy, args.threads) {
        (_, Some((Threads::Migrates, option))) if !matches!(item, Annotated::Function(_)) => Err(refuse_at(
            option,
            "`unsafe(migrate)` is a promise about one function",
            "write it on each function that keeps it",
        )),
        (_, Some((Threads::Boundary, option))) if !cfg!(feature = "spawn") => Err(refuse_at(
            option,
            "`send` needs worker threads, and this build of `resumable` does without them",
            "enable the feature `threads` or `tokio` of `resumable`",
        )),
        (Some((Strategy::Stackful, option)), _) if !cfg!(feature = "std") => Err(refuse_at(
            option,
            "coroutines need the standard library, and this build of `resumable` does without it",
            "enable the feature `std` of `resumable`, or write `state_machine`",
        )),
        _ => Ok(()),
    }
}

pub fn function(f: &Function) -> Result<()> {
    let sig = &f.sig;
    if sig.asyncness.is_none() {
        return Err(not_async(f));
    }
    if let Some(token) = sig.constness {
        return Err(refuse(token, "an `async fn` can't be `const`", "remove `const`"));
    }
    if let Some(variadic) = &sig.variadic {
        return Err(refuse(variadic, "an `async fn` can't be variadic", "take a slice"));
    }
    Ok(())
}

fn not_async(f: &Function) -> Error {
    let wrong = "only an `async fn` can be lowered";
    if f.block.to_token_stream().to_string().contains("block_on") {
        return refuse(
            f.sig.fn_token,
            format!("{wrong}, and another attribute has made an ordinary function of this one"),
            "put `#[resumable]` above the other attribute",
        );
    }
    refuse(f.sig.fn_token, wrong, "write `async fn`, or remove `#[resumable]`")
}

/// What `send` and `unsafe(migrate)` can't stand on. The same in every strategy, so that a function which compiles in one does in all.
pub fn threads(f: &Function, threads: Option<(Threads, Span)>) -> Result<()> {
    let Some((threads, option)) = threads else { return Ok(()) };
    if matches!(f.home, Home::TraitDefinition(_)) || f.block.is_none() {
        return Err(refuse_at(
            option,
            "a trait doesn't say how its methods get along with threads, its implementations do",
            "declare `fn f(..) -> impl Future<Output = R> + Send` in the trait, and write the option on the implementations",
        ));
    }
    match threads {
        Threads::Boundary => owned_arguments(f),
        Threads::Stays | Threads::Migrates => Ok(()),
    }
}

/// A boundary outlives its caller. Lifetimes that aren't written are rustc's to refuse.
fn owned_arguments(f: &Function) -> Result<()> {
    let mut borrow = FindBorrow(None);
    for input in &f.sig.inputs {
        match input {
            FnArg::Receiver(r) if r.reference.is_some() => {
                return Err(refuse(r, "a boundary may outlive what it borrows", "take `self: Arc<Self>`"));
            }
            FnArg::Receiver(r) => borrow.visit_type(&r.ty),
            FnArg::Typed(t) => borrow.visit_type(&t.ty),
        }
    }
    borrow.0.map_or(Ok(()), Err)
}

/// The first borrow in the type of an argument. Those of the arguments of a function are another matter.
struct FindBorrow(Option<Error>);

impl FindBorrow {
    fn found(&mut self, token: impl ToTokens) {
        let help = "take something owned, as `String` or `Arc<..>`, or a `&'static` reference";
        self.0.get_or_insert_with(|| refuse(token, "a boundary may outlive what it borrows", help));
    }
}

impl<'a> Visit<'a> for FindBorrow {
    fn visit_type_reference(&mut self, t: &'a TypeReference) {
        if t.lifetime.is_none() {
            self.found(t);
        }
        visit::visit_type_reference(self, t);
    }

    fn visit_lifetime(&mut self, lifetime: &'a Lifetime) {
        if lifetime.ident != "static" {
            self.found(lifetime);
        }
    }

    fn visit_type_bare_fn(&mut self, _: &'a TypeBareFn) {}
    fn visit_parenthesized_generic_arguments(&mut self, _: &'a syn::ParenthesizedGenericArguments) {}
    fn visit_bound_lifetimes(&mut self, _: &'a syn::BoundLifetimes) {}
}
