//! Functions that another macro has made of an `async fn`: `#[async_trait]` boxes the body.
//!
//! Input:  `fn f(..) -> Pin<Box<dyn Future<Output = R> + Send>> { Box::pin(async move { body }) }`
//! Output: `fn f(..) -> Pin<Box<dyn Future<Output = R> + Send>> { marker; Box::pin(Machine::new(async move { body })) }`

use crate::args::{Args, Strategy};
use crate::choose::{Choice, choose};
use crate::error::refuse_at;
use crate::item::Function;
use crate::marker::marker;
use crate::spans::ends;
use crate::stackful;
use crate::syntax::awaits;
use crate::syntax::output::Output;
use crate::syntax::params::Params;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{
    Block, Expr, ExprAsync, GenericArgument, PathArguments, PathSegment, Result, ReturnType, Stmt, Type, TypeParamBound,
};

/// Whether the function looks like one of `#[async_trait]`'s.
pub fn is_boxed(f: &Function) -> bool {
    f.sig.asyncness.is_none()
        && Boxed::of(&f.sig.output).is_some()
        && f.block.as_ref().is_some_and(|b| boxed_body(&mut b.clone()).is_some())
}

/// `Pin<Box<dyn Future<Output = R> + Send>>`
struct Boxed {
    output: Type,
    is_send: bool,
}

impl Boxed {
    fn of(output: &ReturnType) -> Option<Self> {
        let ReturnType::Type(_, ty) = output else { return None };
        let Type::TraitObject(object) = argument(argument(ty, "Pin")?, "Box")? else { return None };
        let bounds = || {
            object
                .bounds
                .iter()
                .filter_map(|b| if let TypeParamBound::Trait(t) = b { t.path.segments.last() } else { None })
        };
        let output = bounds().find(|s| s.ident == "Future").and_then(associated_output)?;
        Some(Boxed { output, is_send: bounds().any(|s| s.ident == "Send") })
    }
}

/// Input: `name<T>`, output: `T`.
fn argument<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|s| s.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|a| if let GenericArgument::Type(t) = a { Some(t) } else { None })
}

/// Input: `Future<Output = R>`, output: `R`.
fn associated_output(future: &PathSegment) -> Option<Type> {
    let PathArguments::AngleBracketed(arguments) = &future.arguments else { return None };
    arguments.args.iter().find_map(|a| match a {
        GenericArgument::AssocType(t) if t.ident == "Output" => Some(t.ty.clone()),
        _ => None,
    })
}

/// The `async move { .. }` of `Box::pin(async move { .. })` in tail position.
fn boxed_body(block: &mut Block) -> Option<&mut Expr> {
    let Some(Stmt::Expr(Expr::Call(call), None)) = block.stmts.last_mut() else { return None };
    let is_pin = matches!(&*call.func, Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "pin"));
    call.args.first_mut().filter(|a| is_pin && matches!(a, Expr::Async(_)))
}

pub fn lower(f: &Function, args: &Args) -> Result<TokenStream> {
    let boxed = Boxed::of(&f.sig.output).expect("checked by the caller");
    let choice = choose_for_box(args, &boxed)?;
    let mut f = f.clone();
    let body = f.block.as_mut().and_then(boxed_body).expect("checked by the caller");
    let Expr::Async(future) = &*body else { unreachable!("checked by the caller") };
    let points = awaits::count(&future.block);
    *body = Expr::Verbatim(value(future, &boxed, choice)?);
    // rustc's own block is what the machine polls.
    let leaves = usize::from(points > 0 && choice.strategy == Strategy::StateMachine);
    let marker = marker(&f.sig.ident, choice, points, leaves);
    let Function { attrs, vis, defaultness, sig, block, .. } = &f;
    let stmts = &block.as_ref().expect("has a body").stmts;
    Ok(quote!(#(#attrs)* #vis #defaultness #sig { #marker #(#stmts)* }))
}

/// What is boxed.
fn value(future: &ExprAsync, boxed: &Boxed, choice: Choice) -> Result<TokenStream> {
    let sp = Span::mixed_site();
    Ok(match choice.strategy {
        Strategy::StateMachine => quote_spanned!(sp=> ::resumable::__private::Machine::new(#future)),
        Strategy::Native => quote_spanned!(sp=> ::resumable::__private::Native::new(#future)),
        Strategy::Stackful => {
            let captured = Params { inputs: Vec::new(), prologue: TokenStream::new() };
            let output =
                Output { declared: boxed.output.clone(), inferred: boxed.output.clone(), place: ends(&boxed.output) };
            let call = stackful::call(&captured, &output, &future.block, &stackful::Made::call(&output))?;
            quote_spanned!(sp=> { #call })
        }
    })
}

/// A coroutine that was started stays on its thread, so a box that must be `Send` can't have one.
fn choose_for_box(args: &Args, boxed: &Boxed) -> Result<Choice> {
    match (args.strategy, choose(args)) {
        (Some((Strategy::Stackful, span)), _) if boxed.is_send => Err(refuse_at(
            span,
            "`async_trait` boxes a future that must be `Send`, which a started coroutine isn't",
            "write `#[resumable(state_machine)]` here, or `#[async_trait(?Send)]`",
        )),
        (None, Choice { strategy: Strategy::Stackful, .. }) if boxed.is_send => {
            let reason = "`async_trait` boxes a future that must be `Send`";
            Ok(Choice { strategy: Strategy::StateMachine, reason, threads: None, object: false })
        }
        (_, choice) => Ok(choice),
    }
}
