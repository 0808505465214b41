//! `#[resumable(native)]`: rustc's own lowering, with the marker.
//!
//! Input: `async fn f(x: T, (p, q): (A, B)) -> R { body }`
//! Output: `fn f(x: T, __arg1: (A, B)) -> Native<impl Future<Output = R>> { marker; Native::new(async move { prologue; { body } }) }`

use crate::choose::Choice;
use crate::item::{Function, Home};
use crate::lower::shell;
use crate::marker::marker;
use crate::syntax::awaits;
use crate::syntax::output::Output;
use crate::syntax::params::Params;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Block, Result, Type, parse_quote_spanned};

pub fn lower(f: &Function, choice: Choice) -> Result<TokenStream> {
    let (params, output) = (Params::of(&f.sig), Output::of(&f.sig.output));
    let sp = Span::mixed_site();
    let Some(block) = &f.block else {
        return Ok(shell(f, params.inputs, future_type(&output), TokenStream::new()));
    };
    let marker = marker(&f.sig.ident, choice, awaits::count(block), 0);
    let future = async_block(&params, &output, block);
    let value = quote_spanned!(sp=> ::resumable::__private::Native::new(#future));
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
/// user's `return` and `?` are coerced and inferred as there; the typed `let` ends the tail's temporaries before the parameters.
pub fn async_block(params: &Params, output: &Output, block: &Block) -> TokenStream {
    let (prologue, inferred) = (&params.prologue, &output.inferred);
    quote_spanned! {Span::mixed_site()=>
        async move {
            #[allow(unreachable_code, clippy::diverging_sub_expression)]
            if false { return ::resumable::__private::never::<#inferred>(); }
            #prologue
            #[allow(clippy::diverging_sub_expression, reason = "an `async fn` may diverge")]
            let output: #inferred = #block;
            #[allow(unreachable_code)]
            output
        }
    }
}
