//! Other attribute macros on the same item: who goes first.
//!
//! Attributes expand in the order in which they stand. What comes after `#[resumable]` must still see an `async fn`, so it is sent ahead:
//!
//! Input:  `#[resumable(stackful)] #[instrument] async fn f() { .. }`
//! Output: `#[instrument] #[resumable(stackful, stacked)] async fn f() { .. }`
//!
//! A runtime's entry point makes an ordinary function of what it stands on, so it gets an `async fn` of its own:
//!
//! Input:  `#[resumable] #[tokio::main] async fn main() { .. }`
//! Output: `#[tokio::main] async fn main() { #[resumable(stacked)] async fn main() { .. } main().await }`

use crate::args::Args;
use crate::item::Function;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, FnArg, Pat, Signature, Visibility};

/// Puts ours behind the other attributes. False: there are none, or they have had their turn.
pub fn reorder(attrs: &mut Vec<Attribute>, args: &Args) -> bool {
    if args.stacked || !attrs.iter().any(is_foreign) {
        return false;
    }
    attrs.push(ours(args));
    true
}

/// As [`reorder`], for a function.
pub fn function(f: &Function, args: &Args) -> Option<TokenStream> {
    let mut f = f.clone();
    match f.attrs.iter().position(is_entry) {
        Some(_) if !args.stacked && f.block.is_some() => Some(entry(&f, args)),
        _ => reorder(&mut f.attrs, args).then(|| f.into_token_stream()),
    }
}

/// `#[::resumable::resumable(stackful, stacked)]`
fn ours(args: &Args) -> Attribute {
    let written = args.written();
    syn::parse_quote_spanned!(Span::mixed_site()=> #[::resumable::resumable(#written stacked)])
}

fn entry(f: &Function, args: &Args) -> TokenStream {
    let Function { attrs, vis, sig, block, .. } = f;
    let ours = ours(args);
    let (outer, inner) = (renamed_arguments(sig), sig);
    let (name, arguments) = (&sig.ident, arguments(&outer));
    let inherited = Visibility::Inherited;
    quote_spanned! {Span::mixed_site()=>
        #(#attrs)* #vis #outer {
            #ours
            #inherited #inner #block
            #name(#(#arguments),*).await
        }
    }
}

/// Patterns are the inner function's.
fn renamed_arguments(sig: &Signature) -> Signature {
    let mut sig = sig.clone();
    for (i, input) in sig.inputs.iter_mut().enumerate() {
        if let FnArg::Typed(t) = input {
            let name = quote::format_ident!("argument{i}");
            *t.pat = syn::parse_quote!(#name);
        }
    }
    sig
}

fn arguments(sig: &Signature) -> Vec<Pat> {
    let typed = sig.inputs.iter().filter_map(|i| match i {
        FnArg::Typed(t) => Some((*t.pat).clone()),
        FnArg::Receiver(_) => None,
    });
    typed.collect()
}

/// `#[tokio::main]`, `#[tokio::test]` and their like in other runtimes.
fn is_entry(attr: &Attribute) -> bool {
    let path = attr.path();
    path.segments.len() > 1 && path.segments.last().is_some_and(|s| s.ident == "main" || s.ident == "test")
}

/// An attribute that isn't the compiler's or a tool's: a macro that will want to see the item.
fn is_foreign(attr: &Attribute) -> bool {
    let first = attr.path().segments[0].ident.to_string();
    if attr.path().segments.len() > 1 {
        return !["clippy", "rustfmt", "diagnostic", "miri", "rust_analyzer"].contains(&first.as_str());
    }
    !BUILT_IN.contains(&first.as_str()) && first != "resumable"
}

const BUILT_IN: &[&str] = &[
    "allow",
    "cfg",
    "cfg_attr",
    "cold",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "export_name",
    "forbid",
    "ignore",
    "inline",
    "link_section",
    "must_use",
    "no_mangle",
    "should_panic",
    "target_feature",
    "test",
    "track_caller",
    "unsafe",
    "warn",
];
