//! Macros that await the futures which they are given: `join!`, `try_join!`, `poll!`, `pending!`.
//!
//! The macro itself can't stand in the body, which isn't `async` any more, and in a block of its own it would capture what its arguments
//! use. So the arguments are evaluated in the body, as the macro would, and only their values go into the block.
//!
//! Input: `tokio::join!(a(), b?)`
//! Output: `{ let (future0, future1) = (a(), b?); async move { tokio::join!(future0, future1) }.await }`, rewritten like the rest.
//!
//! futures' macros have a `let` for each argument, which ends its temporaries before the next.

use super::body::Rewrite;
use super::macros::all_arguments;
use crate::error::refuse;
use crate::syntax::select::{Family, biased};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::visit_mut::VisitMut;
use syn::{Expr, Macro, Result};

pub fn lower(mac: &Macro, rewrite: &mut Rewrite<'_>) -> Result<TokenStream> {
    let parse = |input: ParseStream<'_>| Ok((biased(input)?, all_arguments(input)?));
    let (biased, arguments) = parse.parse2(mac.tokens.clone())?;
    let family = if biased.is_some() { Family::Tokio } else { Family::of(&mac.path) };
    let futures: Vec<Expr> = arguments.into_iter().map(|argument| argument.value).collect();
    let names = names(futures.len());
    let made = make(mac, family, &names, futures, rewrite)?;
    let path = &mac.path;
    let block = quote_spanned!(Span::mixed_site()=> async move { #path!(#biased #(#names),*) });
    let joined = rewrite.awaited(&[], &block, Span::mixed_site());
    Ok(quote_spanned!(Span::mixed_site()=> ({ #made #joined })))
}

pub fn names(count: usize) -> Vec<Ident> {
    (0..count).map(|i| format_ident!("future{i}", span = Span::mixed_site())).collect()
}

/// The statements that evaluate the futures into `names`.
pub fn make(
    mac: &Macro,
    family: Family,
    names: &[Ident],
    mut futures: Vec<Expr>,
    rewrite: &mut Rewrite<'_>,
) -> Result<TokenStream> {
    if family == Family::Unknown && !futures.iter().all(has_no_temporaries) {
        return Err(ambiguous(mac));
    }
    for future in &mut futures {
        rewrite.visit_expr_mut(future);
    }
    Ok(match family {
        _ if futures.is_empty() => TokenStream::new(),
        Family::Tokio => quote_spanned!(Span::mixed_site()=> let (#(#names,)*) = (#(#futures,)*);),
        Family::Futures | Family::Unknown => quote_spanned!(Span::mixed_site()=> #(let #names = #futures;)*),
    })
}

/// Where the macros of the two crates differ and an imported name doesn't tell which one it is.
pub fn ambiguous(mac: &Macro) -> syn::Error {
    let name = mac.path.to_token_stream().to_string();
    refuse(
        &mac.path,
        format!("which crate's `{name}!` this is decides when temporaries of its arguments are dropped"),
        format!("write it with its path: `tokio::{name}!` or `futures::{name}!`"),
    )
}

/// Whether evaluating the expression makes no temporary that outlives a part of it, so that it doesn't matter when temporaries end: a
/// call with names, references to places, literals and blocks.
fn has_no_temporaries(future: &Expr) -> bool {
    match future {
        Expr::Async(_) | Expr::Block(_) | Expr::Closure(_) | Expr::Lit(_) => true,
        Expr::Call(call) => is_place(&call.func) && call.args.iter().all(has_no_temporaries),
        Expr::MethodCall(call) => is_place(&call.receiver) && call.args.iter().all(has_no_temporaries),
        Expr::Reference(r) => is_place(&r.expr),
        Expr::Group(g) => has_no_temporaries(&g.expr),
        Expr::Paren(p) => has_no_temporaries(&p.expr),
        place => is_place(place),
    }
}

pub fn is_place(e: &Expr) -> bool {
    match e {
        Expr::Path(_) => true,
        Expr::Field(f) => is_place(&f.base),
        Expr::Group(g) => is_place(&g.expr),
        Expr::Paren(p) => is_place(&p.expr),
        _ => false,
    }
}
