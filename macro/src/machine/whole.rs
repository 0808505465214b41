//! A body that needs no frame of ours, since it never suspends, or can't have one: it is one leaf.
//!
//! rustc's own lowering of an `async fn` captures the arguments and then moves each to a variable, so that one which lives across an await is
//! stored twice (rust-lang/rust#62958). What is captured is dropped after all variables, as the first parameter is dropped after all others:
//! so the first argument that owns anything may stay where it is.

use super::kind::Kind;
use crate::item::Function;
use crate::native;
use crate::syntax::output::Output;
use crate::syntax::params::Params;
use crate::syntax::tokens::any_word;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Block, FnArg, Pat, PatIdent, PatType};

pub fn whole(f: &Function, output: &Output, block: &Block) -> TokenStream {
    let params = Params::keeping(&f.sig, kept(f, block));
    let future = native::async_block(f, &params, output, block);
    output.wrapped(quote_spanned!(Span::mixed_site()=> ::resumable::__private::Machine::new), &future)
}

/// The first argument that owns anything, if it can stay where it was captured.
fn kept(f: &Function, block: &Block) -> Option<usize> {
    let is_owned = |input: &FnArg| match input {
        FnArg::Receiver(r) => r.reference.is_none(),
        FnArg::Typed(t) => Kind::of_type(&t.ty) == Kind::Owned,
    };
    let first = f.sig.inputs.iter().position(is_owned)?;
    match &f.sig.inputs[first] {
        // Where the body doesn't mention it, the move is what rustc's lint of unused variables looks at.
        FnArg::Typed(PatType { pat, attrs, .. }) if attrs.is_empty() => {
            let name = unchanging(pat)?;
            any_word(&block.to_token_stream(), &|word| name == word).then_some(first)
        }
        _ => None,
    }
}

/// The name of a parameter that isn't `mut`.
fn unchanging(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(PatIdent { by_ref: None, mutability: None, subpat: None, attrs, ident }) if attrs.is_empty() => {
            Some(ident)
        }
        _ => None,
    }
}
