//! `select!` and `select_biased!` of tokio and futures: the futures are polled in a block of their own, the handlers run behind it as part of the body.
//!
//! Input:
//! ```text
//! select! { biased; Some(mut x) = a() => return x, _ = b(), if c => { f().await } else => break }
//! ```
//! Output, rewritten like the rest of the body:
//! ```text
//! {
//!     enum Branch<B0, B1> { B0(B0), B1(B1), Else }
//!     match async { select! { biased; Some(x) = a() => Branch::B0((x,)), _ = b(), if c => Branch::B1(()), else => Branch::Else } }.await {
//!         Branch::B0((mut x,)) => return x,
//!         Branch::B1(()) => { f().await }
//!         Branch::Else => break,
//!     }
//! }
//! ```
//! That is what these macros do themselves: the futures are dropped before a handler runs. A `select!` of another grammar is put in a block
//! whole, and refused when a handler leaves it.

use super::body::Rewrite;
use super::exits::Exits;
use super::macros::own_block;
use crate::syntax::awaits::mentions_await;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Macro, Pat, PatIdent, Result, Token, parse_quote_spanned};

mod keyword {
    syn::custom_keyword!(biased);
}

struct Select {
    biased: Option<(keyword::biased, Token![;])>,
    branches: Vec<Branch>,
    others: Vec<Other>,
}

/// `pattern = future, if condition => handler`
struct Branch {
    pattern: Pat,
    future: Expr,
    condition: Option<Expr>,
    handler: Expr,
}

/// `else => handler`, and futures' `complete` and `default`
struct Other {
    keyword: TokenStream,
    /// `Else`, `Complete`, `Default`
    variant: Ident,
    handler: Expr,
}

pub fn lower(mac: &Macro, rewrite: &mut Rewrite<'_>) -> Result<TokenStream> {
    if Exits::ALL.find(&mac.tokens).is_none() && !mentions_await(&mac.tokens) {
        return own_block(mac, rewrite);
    }
    match mac.parse_body::<Select>() {
        Ok(select) => select.lower(mac, rewrite),
        Err(_) => own_block(mac, rewrite),
    }
}

impl Select {
    fn lower(self, mac: &Macro, rewrite: &mut Rewrite<'_>) -> Result<TokenStream> {
        let sp = Span::mixed_site();
        let names: Vec<Ident> = (0..self.branches.len()).map(|i| format_ident!("B{i}", span = sp)).collect();
        let (path, biased) = (&mac.path, self.biased.map(|(biased, semicolon)| quote!(#biased #semicolon)));
        let mut arms = TokenStream::new();
        let mut handlers = TokenStream::new();
        for (name, branch) in names.iter().zip(self.branches) {
            let Branch { mut pattern, future, condition, mut handler } = branch;
            let bindings = take_bindings(&mut pattern);
            let values = bindings.iter().map(|b| &b.ident);
            let condition = condition.map(|c| quote!(, if #c));
            arms.extend(quote_spanned!(sp=> #pattern = #future #condition => Branch::#name((#(#values,)*)),));
            rewrite.visit_expr_mut(&mut handler);
            handlers.extend(quote_spanned!(sp=> Branch::#name((#(#bindings,)*)) => #handler,));
        }
        let others: Vec<Ident> = self.others.iter().map(|o| o.variant.clone()).collect();
        for Other { keyword, variant, mut handler } in self.others {
            arms.extend(quote_spanned!(sp=> #keyword => Branch::#variant,));
            rewrite.visit_expr_mut(&mut handler);
            handlers.extend(quote_spanned!(sp=> Branch::#variant => #handler,));
        }
        let polling: Macro = parse_quote_spanned!(sp=> #path! { #biased #arms });
        let selected = own_block(&polling, rewrite)?;
        Ok(quote_spanned! {sp=>
            ({
                enum Branch<#(#names),*> { #(#names(#names),)* #(#others,)* }
                match #selected { #handlers }
            })
        })
    }
}

/// The variables of a pattern, which keeps them without `mut`: they are only moved on there.
fn take_bindings(pattern: &mut Pat) -> Vec<PatIdent> {
    let mut bindings = Bindings(Vec::new());
    bindings.visit_pat_mut(pattern);
    bindings.0
}

struct Bindings(Vec<PatIdent>);

impl VisitMut for Bindings {
    fn visit_pat_ident_mut(&mut self, p: &mut PatIdent) {
        visit_mut::visit_pat_ident_mut(self, p);
        // A heuristic, that of the language's naming lints: `None` and `LIMIT` are values, `x` is a variable.
        let is_value = p.subpat.is_none() && p.ident.to_string().starts_with(char::is_uppercase);
        if !is_value && !self.0.iter().any(|b| b.ident == p.ident) {
            self.0.push(PatIdent { by_ref: None, subpat: None, ..p.clone() });
            p.mutability = None;
        }
    }
    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

impl Parse for Select {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let biased = input.peek(keyword::biased) && input.peek2(Token![;]);
        let biased = if biased { Some((input.parse()?, input.parse()?)) } else { None };
        let mut select = Select { biased, branches: Vec::new(), others: Vec::new() };
        while !input.is_empty() {
            match other(input)? {
                Some(other) => select.others.push(other),
                None => select.branches.push(branch(input)?),
            }
        }
        Ok(select)
    }
}

fn other(input: ParseStream<'_>) -> Result<Option<Other>> {
    if !input.peek2(Token![=>]) {
        return Ok(None);
    }
    let name = Ident::parse_any(input)?;
    let variant = match name.to_string().as_str() {
        "else" => "Else",
        "complete" => "Complete",
        "default" => "Default",
        _ => return Err(syn::Error::new_spanned(name, "not a branch")),
    };
    input.parse::<Token![=>]>()?;
    let variant = Ident::new(variant, Span::mixed_site());
    Ok(Some(Other { keyword: name.into_token_stream(), variant, handler: handler(input)? }))
}

fn branch(input: ParseStream<'_>) -> Result<Branch> {
    let pattern = Pat::parse_multi_with_leading_vert(input)?;
    input.parse::<Token![=]>()?;
    let future = input.parse()?;
    let condition = if input.parse::<Option<Token![,]>>()?.is_some() {
        input.parse::<Token![if]>()?;
        Some(input.parse()?)
    } else {
        None
    };
    input.parse::<Token![=>]>()?;
    Ok(Branch { pattern, future, condition, handler: handler(input)? })
}

/// A block with or without a comma behind it, or an expression with one, which the last may omit.
fn handler(input: ParseStream<'_>) -> Result<Expr> {
    let handler = Expr::parse_with_earlier_boundary_rule(input)?;
    let comma = input.parse::<Option<Token![,]>>()?;
    if comma.is_none() && !matches!(handler, Expr::Block(_)) && !input.is_empty() {
        return Err(input.error("expected `,`"));
    }
    Ok(handler)
}
