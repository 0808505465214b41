//! `select!` and `select_biased!` of tokio and futures: the futures are made in the body, polled in a block of their own, and the handlers
//! run behind it as part of the body.
//!
//! Input:
//! ```text
//! tokio::select! { biased; Some(mut x) = a() => return x, _ = b(), if c => { f().await } else => break }
//! ```
//! Output, rewritten like the rest of the body:
//! ```text
//! {
//!     enum Branch<B0, B1> { B0(B0), B1(B1), Else }
//!     let condition1 = c;
//!     match {
//!         let (future0, future1) = (a(), b());
//!         async {
//!             tokio::select! { biased; Some(x) = future0 => Branch::B0((x,)), _ = future1, if condition1 => Branch::B1(()), else => Branch::Else }
//!         }.await
//!     } {
//!         Branch::B0((mut x,)) => return x,
//!         Branch::B1(()) => { f().await }
//!         Branch::Else => break,
//!     }
//! }
//! ```
//! That is what these macros do themselves: conditions first, then the futures, which are dropped before a handler runs. futures' macros
//! poll a future that is a variable where it is.

use super::body::Rewrite;
use super::join::{self, ambiguous};
use crate::syntax::select::{Branch, Family, Other, Select};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Macro, Pat, PatIdent, Result};

pub fn lower(mac: &Macro, rewrite: &mut Rewrite<'_>) -> Result<TokenStream> {
    let sp = Span::mixed_site();
    let mut select = mac.parse_body::<Select>()?;
    let family = family(&select, mac)?;
    let names: Vec<Ident> = (0..select.branches.len()).map(|i| format_ident!("B{i}", span = sp)).collect();
    let others: Vec<Ident> = select.others.iter().map(|o| o.variant.clone()).collect();
    let conditions = select.evaluate_conditions(rewrite);
    let futures = select.make_futures(mac, family, rewrite)?;
    let (arms, handlers) = select.split(&names, rewrite);
    let path = &mac.path;
    let polling = quote_spanned!(sp=> async { #path! { #arms } });
    let selected = rewrite.awaited(&[], &polling, sp);
    Ok(quote_spanned! {sp=>
        ({
            enum Branch<#(#names),*> { #(#names(#names),)* #(#others,)* }
            #conditions
            match { #futures #selected } { #handlers }
        })
    })
}

/// Neither the macro's path nor its grammar may tell whose it is. Then a variable among the futures must be the only kind: tokio's macro moves
/// it before the futures behind it are made, futures' doesn't.
fn family(select: &Select, mac: &Macro) -> Result<Family> {
    let family = select.family(mac);
    let variables = select.branches.iter().filter(|b| matches!(b.future, Expr::Path(_))).count();
    if family == Family::Unknown && variables > 0 && variables < select.branches.len() {
        return Err(ambiguous(mac));
    }
    Ok(family)
}

impl Select {
    /// Moves the conditions in front of the macro.
    fn evaluate_conditions(&mut self, rewrite: &mut Rewrite<'_>) -> TokenStream {
        let sp = Span::mixed_site();
        let mut statements = TokenStream::new();
        for (i, branch) in self.branches.iter_mut().enumerate() {
            if let Some(condition) = &mut branch.condition {
                let name = format_ident!("condition{i}", span = sp);
                rewrite.visit_expr_mut(condition);
                statements.extend(quote_spanned!(sp=> let #name: bool = #condition;));
                *condition = syn::parse_quote!(#name);
            }
        }
        statements
    }

    /// Moves the making of the futures in front of the macro.
    fn make_futures(&mut self, mac: &Macro, family: Family, rewrite: &mut Rewrite<'_>) -> Result<TokenStream> {
        let stays = |future: &Expr| family != Family::Tokio && matches!(future, Expr::Path(_));
        let moved: Vec<&mut Expr> =
            self.branches.iter_mut().map(|b| &mut b.future).filter(|future| !stays(future)).collect();
        let names = join::names(moved.len());
        let mut futures = Vec::new();
        for (future, name) in moved.into_iter().zip(&names) {
            // Braces: futures' macros would poll a variable where it is, and it may not be moved then.
            futures.push(std::mem::replace(future, syn::parse_quote!({ #name })));
        }
        join::make(mac, family, &names, futures, rewrite)
    }

    /// The branches that construct a `Branch`, and the arms that take it apart.
    fn split(self, names: &[Ident], rewrite: &mut Rewrite<'_>) -> (TokenStream, TokenStream) {
        let sp = Span::mixed_site();
        let mut arms = self.biased.unwrap_or_default();
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
        for Other { keyword, variant, mut handler } in self.others {
            arms.extend(quote_spanned!(sp=> #keyword => Branch::#variant,));
            rewrite.visit_expr_mut(&mut handler);
            handlers.extend(quote_spanned!(sp=> Branch::#variant => #handler,));
        }
        (arms, handlers)
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
        if is_value {
            return;
        }
        if !self.0.iter().any(|b| b.ident == p.ident) {
            self.0.push(PatIdent { by_ref: None, subpat: None, ..p.clone() });
        }
        p.mutability = None;
    }
    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}
