//! Patterns that take a variable apart if they match it: the variable stays in its slot where they don't, and is taken whole where one does.
//!
//! Input: `if let Some(first) = list { .. } else { .. }`, output:
//! ```text
//! if let Some(Some(first)) = taken_if(list, list_live, match *list { Some(_) => true, _ => false }) { .. } else { .. }
//! ```
//! That is the same only for a pattern that leaves nothing in the value. In a `match` the arms that bind nothing look at the slot:
//! ```text
//! match taken_if(job, job_live, match *job { A(_) => true, B(..) => false, _ => false }) {
//!     Some(A(first)) => ..,
//!     None if match *job { B(..) => true, _ => false } => ..,
//!     None => ..,
//!     _ => unreachable!(),
//! }
//! ```

use super::emitter::Emitter;
use super::pattern::{bindings, binds_by_value, names_user_type, takes_all};
use crate::syntax::names::{Binding, binds};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Expr, ExprLet, ExprMatch, Local, Pat, Token, parse_quote};

impl Emitter<'_> {
    /// Some: the `let` of a condition, so that its variable stays where it is if it doesn't match.
    pub fn taking_let(&mut self, l: &ExprLet) -> Option<ExprLet> {
        let (expr, pat) = self.taken_if(&l.expr, &l.pat)?;
        Some(ExprLet { expr: Box::new(expr), pat: Box::new(pat), ..l.clone() })
    }

    /// Some: as [`taking_let`](Self::taking_let), of `let P = x else { .. };`.
    pub fn taking_local(&mut self, local: &Local) -> Option<Local> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_some())?;
        let (expr, pat) = self.taken_if(&init.expr, &local.pat)?;
        let mut taking = local.clone();
        taking.pat = pat;
        *taking.init.as_mut()?.expr = expr;
        Some(taking)
    }

    fn taken_if(&mut self, e: &Expr, pat: &Pat) -> Option<(Expr, Pat)> {
        let is_taking = binds_by_value(pat) && takes_all(pat);
        let variable = self.ambiguous(e).filter(|_| is_taking)?;
        let wild = without_bindings(pat);
        let value = self.taken_if_matched(variable, &quote!(#wild => true,), names_user_type(pat));
        Some((value, found(pat)))
    }

    /// Some: a `match` on a variable some of whose arms take it.
    pub fn taking_match(&mut self, m: &ExprMatch) -> Option<ExprMatch> {
        let takes = |a: &Arm| binds_by_value(&a.pat);
        let is_known =
            |a: &Arm| a.guard.is_none() && a.attrs.is_empty() && (bindings(&a.pat).is_empty() || takes_all(&a.pat));
        let is_mixed = m.arms.iter().any(takes) && !m.arms.iter().all(|a| takes_all(&a.pat));
        if !is_mixed || !m.arms.iter().all(is_known) {
            return None;
        }
        let (binding, slot) = self.ambiguous(&m.expr)?;
        let tests = m.arms.iter().map(|a| {
            let (wild, is_taken) = (without_bindings(&a.pat), takes(a));
            quote!(#wild => #is_taken,)
        });
        let tests: TokenStream = tests.collect();
        let checked = m.arms.iter().any(|a| takes(a) && names_user_type(&a.pat));
        let mut taking = m.clone();
        *taking.expr = self.taken_if_matched((binding, slot), &tests, checked);
        let last = m.arms.iter().rposition(|a| !takes(a));
        for (i, arm) in taking.arms.iter_mut().enumerate() {
            arm.comma.get_or_insert_default();
            if takes(arm) {
                arm.pat = found(&arm.pat);
                continue;
            }
            let place = &self.slots[slot].field;
            let wild = std::mem::replace(&mut arm.pat, parse_quote!(::core::option::Option::None));
            let test = quote_spanned!(Span::mixed_site()=> match *#place { #wild => true, _ => false });
            arm.guard = (Some(i) != last).then(|| (<Token![if]>::default(), Box::new(Expr::Verbatim(test))));
        }
        taking.arms.push(parse_quote!(_ => ::core::unreachable!(),));
        Some(taking)
    }

    /// `taken_if(x, x_live, match *x { .. })`
    fn taken_if_matched(&mut self, (binding, slot): (Binding, usize), tests: &TokenStream, checked: bool) -> Expr {
        self.used(slot);
        self.moves(binding, false);
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        let (place, live) = (&self.slots[slot].field, self.live(slot));
        let check = checked.then(|| self.check_place(&quote!((*#place))));
        Expr::Verbatim(quote_spanned! {sp=>
            #rt::taken_if(#place, #live, { #check match *#place { #tests _ => false } })
        })
    }
}

/// `Some(P)`
fn found(pat: &Pat) -> Pat {
    parse_quote!(::core::option::Option::Some((#pat)))
}

/// The pattern, with `_` where it binds something.
fn without_bindings(pat: &Pat) -> Pat {
    struct Wild;
    impl VisitMut for Wild {
        fn visit_pat_mut(&mut self, pat: &mut Pat) {
            match pat {
                Pat::Ident(p) if binds(p) => {
                    *pat = match p.subpat.take() {
                        Some((_, sub)) => *sub,
                        None => parse_quote!(_),
                    };
                    self.visit_pat_mut(pat);
                }
                _ => visit_mut::visit_pat_mut(self, pat),
            }
        }
        fn visit_field_pat_mut(&mut self, f: &mut syn::FieldPat) {
            if f.colon_token.is_none() {
                f.colon_token = Some(Default::default());
            }
            visit_mut::visit_field_pat_mut(self, f);
        }
    }
    let mut pat = pat.clone();
    Wild.visit_pat_mut(&mut pat);
    pat
}
