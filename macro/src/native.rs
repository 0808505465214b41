//! `#[resumable(native)]`: rustc's own lowering, with the marker.
//!
//! Input: `async fn f(x: T, (p, q): (A, B)) -> R { body }`
//! Output: `fn f(x: T, __arg1: (A, B)) -> Native<impl Future<Output = R>> { marker; Native::new(async move { prologue; match () { () => { body } } }) }`

use crate::choose::Choice;
use crate::item::{Function, Home};
use crate::lower::shell;
use crate::marker::marker;
use crate::object;
use crate::spans::{block_at, braced};
use crate::syntax::awaits;
use crate::syntax::output::Output;
use crate::syntax::params::Params;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Block, Result, Type, parse_quote_spanned};

pub fn lower(f: &Function, choice: Choice) -> Result<TokenStream> {
    let (params, output) = (Params::of(&f.sig), Output::of(&f.sig));
    let sp = Span::mixed_site();
    let Some(block) = &f.block else {
        let ty = if object::is_boxed(f, choice) { object::ty(&output, choice) } else { future_type(&output) };
        return Ok(shell(f, params.inputs, ty, TokenStream::new()));
    };
    let marker = marker(&f.sig.ident, choice, awaits::count(block), 0);
    let future = async_block(f, &params, &output, block);
    let value = output.wrapped(quote_spanned!(sp=> ::resumable::__private::Native::new), &future);
    if object::is_boxed(f, choice) {
        let value = object::value(&value, choice);
        return Ok(shell(f, params.inputs, object::ty(&output, choice), quote_spanned!(sp=> #marker #value)));
    }
    let ty = match f.home {
        Home::TraitDefinition(_) => future_type(&output),
        _ => wrapped_type(&output),
    };
    Ok(shell(f, params.inputs, ty, quote_spanned!(sp=> #marker #value)))
}

/// `impl Future<Output = R>`: what a method of a trait promises, so that implementations choose for themselves.
pub fn future_type(output: &Output) -> Type {
    let declared = &output.declared;
    parse_quote_spanned!(Span::mixed_site()=> impl ::core::future::Future<Output = #declared>)
}

fn wrapped_type(output: &Output) -> Type {
    let declared = &output.declared;
    parse_quote_spanned!(Span::mixed_site()=> ::resumable::__private::Native<impl ::core::future::Future<Output = #declared>>)
}

/// The body as rustc would lower it. The never-run `return` tells rustc the type that an `async fn` would have declared, so that a
/// user's `return` and `?` are coerced and inferred as there; the arm ends the tail's temporaries before the parameters.
///
/// The block takes the place of the user's `async` up to the end of the body, so that rustc speaks of it, and of `self` in it, as of the
/// user's own code.
pub fn async_block(f: &Function, params: &Params, output: &Output, block: &Block) -> TokenStream {
    let (prologue, sp) = (&params.prologue, Span::mixed_site());
    let declared = output.never_returned(|ty| ty.to_token_stream());
    let whole = sp.located_at(block.brace_token.span.join());
    let arm = block_at(whole, quote_spanned!(whole=> () => #block));
    let value = quote_spanned!(whole=> match () #arm);
    let body = braced(
        block.brace_token,
        quote_spanned!(sp=> #[allow(unreachable_code, clippy::diverging_sub_expression)] #declared #prologue #value),
    );
    quote_spanned!(f.sig.asyncness.map_or(sp, |token| token.span)=> async move #body)
}
