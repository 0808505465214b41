//! `match` and `if let` with awaits: a first `match` chooses the arm, moves what it binds to slots, and runs the arms without awaits; a second
//! one runs the others, and is where a resumed machine goes on.

use super::awaiting::Owner;
use super::emitter::Emitter;
use super::kind::Kind;
use super::pattern::{bindings, names_user_type, owns_nothing};
use super::rewrite::Use;
use super::shape::Scrutinee;
use crate::spans::{block_at, braced, ends};
use crate::syntax::awaits;
use crate::syntax::conditional;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::ops::RangeInclusive;
use syn::{Arm, Attribute, Expr, ExprIf, ExprLet, ExprMatch, Pat, Stmt, Type};

/// An arm that awaits: what it binds, and how to run it.
pub struct Entered {
    pub exports: TokenStream,
    pub opened: TokenStream,
    pub body: TokenStream,
    pub awaits: RangeInclusive<usize>,
}

impl Emitter<'_> {
    /// `if let P = e { A } else { B }`: the bindings of `P` go to slots, `B` runs where rustc's own `if let` runs it, or, if it awaits, after.
    pub fn if_let(&mut self, i: &ExprIf, l: &ExprLet, expected: Option<&Type>) -> TokenStream {
        let sp = Span::mixed_site();
        let taking = self.taking_let(l);
        let l = taking.as_ref().unwrap_or(l);
        let before = self.awaits + 1;
        let value = self.with_temporaries(ends(&l.expr).0, |me| me.head(&l.expr, std::slice::from_ref(&*l.pat), false));
        if !awaits::in_block(&i.then_branch) && i.else_branch.as_ref().is_none_or(|(_, e)| !awaits::has(e)) {
            return self.native_if_let(i, l, &value);
        }
        let in_head = before..=self.awaits;
        let then = self.entered_arm(&l.pat, |me| me.block_of(&i.then_branch, expected, Owner::Nobody));
        let at_else = self.awaits + 1;
        let (otherwise, else_body) = match &i.else_branch {
            Some((_, e)) if awaits::has(e) => (quote_spanned!(sp=> 2), Some(self.result_of(e, expected))),
            Some((_, e)) => {
                let e = self.native_branch(e);
                (self.done(&e, expected), None)
            }
            None => (self.done_with(quote!(()), None), None),
        };
        let mixes = else_body.is_none();
        let enter = if mixes { self.enter(1) } else { quote_spanned!(sp=> 1) };
        let (pat, exports, opened, body) = (&l.pat, &then.exports, &then.opened, &then.body);
        let (if_token, let_token) = (&i.if_token, &l.let_token);
        let chosen = braced(i.then_branch.brace_token, quote_spanned!(sp=> #exports #enter));
        let chosen = quote_spanned!(sp=> #if_token #let_token #pat = #value #chosen else { #otherwise });
        let fresh = self.entered(in_head);
        match else_body {
            None => {
                let body = self.arms_with_done(&[(opened, body)]);
                let enter = self.enter(1);
                quote_spanned!(sp=> match (if #fresh { #chosen } else { #enter }) { #body })
            }
            Some(e) => {
                let second = self.states(false, at_else..=self.awaits);
                let at = &self.ids.at;
                quote_spanned! {sp=>
                    match (if #fresh { #chosen } else { match #at { #second => 2, _ => 1 } }) {
                        1 => { #opened #body }
                        _ => { #e }
                    }
                }
            }
        }
    }

    /// Only what is matched awaits.
    fn native_if_let(&mut self, i: &ExprIf, l: &ExprLet, value: &TokenStream) -> TokenStream {
        let mut then = i.then_branch.clone();
        self.rewrite_block(&mut then);
        let otherwise = i.else_branch.as_ref().map(|(_, e)| {
            let e = self.native_branch(e);
            quote!(else #e)
        });
        let (if_token, let_token, pat) = (&i.if_token, &l.let_token, &l.pat);
        quote_spanned!(Span::mixed_site()=> #if_token #let_token #pat = #value #then #otherwise)
    }

    /// What is matched, evaluated when the machine isn't resumed inside.
    pub fn head(&mut self, e: &Expr, pats: &[Pat], is_exhaustive: bool) -> TokenStream {
        if awaits::has(e) {
            return self.expr(e);
        }
        let mut e = e.clone();
        self.scrutinee(&mut e, pats, is_exhaustive);
        e.to_token_stream()
    }

    /// Slots for what `pat` binds, while `body` runs.
    pub fn entered_arm(&mut self, pat: &Pat, body: impl FnOnce(&mut Self) -> TokenStream) -> Entered {
        let opened_before = self.open.len();
        let first = self.awaits + 1;
        let (mut exports, mut opened, mut slots) = (TokenStream::new(), TokenStream::new(), Vec::new());
        for ident in bindings(pat) {
            let slot = self.declare(&ident, Kind::Owned, None);
            exports.extend(self.export(slot, &ident));
            opened.extend(self.open_slot(slot, true));
            slots.push(slot);
        }
        self.entry = bindings(pat).iter().filter_map(|i| self.body.names.binding(i)).collect();
        let body = body(self);
        self.entry.clear();
        self.leave_scope(opened_before, &slots);
        Entered { exports, opened, body, awaits: first..=self.awaits }
    }

    fn enter(&self, n: usize) -> TokenStream {
        let rt = &self.ids.rt;
        let n = proc_macro2::Literal::usize_unsuffixed(n);
        quote_spanned!(Span::mixed_site()=> #rt::Arm::Enter(#n))
    }

    /// An arm without awaits runs inside the first `match`.
    fn done(&self, body: &Expr, expected: Option<&Type>) -> TokenStream {
        if diverges(body) { body.to_token_stream() } else { self.done_with(body.to_token_stream(), expected) }
    }

    fn done_with(&self, body: TokenStream, expected: Option<&Type>) -> TokenStream {
        let rt = &self.ids.rt;
        // The arms of rustc's own `match` are coerced to what is expected of it.
        let expected = expected.map_or_else(|| quote!(_), |ty| quote!(#ty));
        quote_spanned!(Span::mixed_site()=> #rt::Arm::<#expected>::Done(#body))
    }

    fn arms_with_done(&self, entered: &[(&TokenStream, &TokenStream)]) -> TokenStream {
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        let value = Ident::new("value", sp);
        let last = entered.len();
        let arms = entered.iter().enumerate().map(|(i, (opened, body))| {
            let n = proc_macro2::Literal::usize_unsuffixed(i + 1);
            let n = if i + 1 == last { quote!(_) } else { quote!(#n) };
            quote_spanned!(sp=> #rt::Arm::Enter(#n) => { #opened #body })
        });
        quote_spanned!(sp=> #rt::Arm::Done(#value) => #value, #(#arms)*)
    }

    /// `match e { .. }`: the arm is chosen in a first `match`, which also runs the arms without awaits; a second one runs the others.
    pub fn match_on(&mut self, m: &ExprMatch, expected: Option<&Type>) -> TokenStream {
        let (sp, at) = (Span::mixed_site(), self.ids.at.clone());
        let keeps = Scrutinee::of(&m.expr) == Scrutinee::Value;
        let taking = self.taking_match(m);
        let m = taking.as_ref().unwrap_or(m);
        let pats: Vec<Pat> = m.arms.iter().map(|a| a.pat.clone()).collect();
        let before = self.awaits + 1;
        let value = self.head(&m.expr, &pats, true);
        if m.arms.iter().all(|a| !awaits::has(&a.body)) {
            return self.native_match(m, &value);
        }
        let fresh = self.entered(before..=self.awaits);
        let owns = !pats.iter().any(owns_nothing); // otherwise there is nothing to drop at the end of an arm
        let scrutinee = Ident::new("scrutinee", sp);
        let mixes = m.arms.iter().any(|a| !awaits::has(&a.body) && !diverges(&a.body));
        let (mut first, mut entered, mut checked) = (TokenStream::new(), Vec::new(), false);
        for arm in &m.arms {
            let guard = arm.guard.as_ref().map(|(if_token, g)| {
                let g = self.rewritten(g, Use::Value);
                quote!(#if_token #g)
            });
            let (pat, end) = (&arm.pat, ends(&arm.body).1); // an arm that is missing comes after it
            let attrs: Vec<Attribute> = arm.attrs.iter().filter(|a| conditional::decides(a)).cloned().collect();
            if !awaits::has(&arm.body) {
                let body = self.native_branch(&arm.body);
                let body = if mixes { block_at(end, self.done(&body, expected)) } else { body.to_token_stream() };
                first.extend(quote_spanned!(sp=> #(#attrs)* #pat #guard => #body,));
                continue;
            }
            let kept = (keeps && owns).then_some(&scrutinee);
            let before = self.counts();
            let mut arm_code = self.awaiting_arm(arm, kept, expected);
            if !attrs.is_empty() {
                arm_code = self.conditional_arm(arm_code, &attrs, before);
            }
            checked |= keeps && names_user_type(pat) && !bindings(pat).is_empty();
            let n = entered.len() + 1;
            let enter = if mixes { self.enter(n) } else { proc_macro2::Literal::usize_unsuffixed(n).to_token_stream() };
            let exports = &arm_code.exports;
            let chosen = block_at(end, quote!(#exports #enter));
            first.extend(quote_spanned!(sp=> #(#attrs)* #pat #guard => #chosen));
            entered.push(arm_code);
        }
        let resumed = self.resumed_arm(&entered, mixes, &at);
        let check = checked.then(|| self.check_parts(&scrutinee));
        let choose = if keeps {
            quote_spanned!(sp=> { let #scrutinee = #value; #check match #scrutinee { #first } })
        } else {
            quote_spanned!(sp=> match #value { #first })
        };
        let arms = self.entered_arms(&entered, mixes);
        quote_spanned!(sp=> match (if #fresh { #choose } else { #resumed }) { #arms })
    }

    /// Only what is matched awaits.
    fn native_match(&mut self, m: &ExprMatch, value: &TokenStream) -> TokenStream {
        let mut arms = m.arms.clone();
        self.native_arms(&mut arms);
        quote_spanned!(Span::mixed_site()=> match #value { #(#arms)* })
    }

    /// An arm that binds nothing keeps the matched value, whole, until it ends.
    fn awaiting_arm(&mut self, arm: &Arm, kept: Option<&Ident>, expected: Option<&Type>) -> Entered {
        let body = |me: &mut Self| match &*arm.body {
            Expr::Block(b) if b.label.is_none() => me.block_of(&b.block, expected, Owner::Nobody),
            e => me.arm_value(e, expected),
        };
        let Some(scrutinee) = kept.filter(|_| bindings(&arm.pat).is_empty()) else {
            return self.entered_arm(&arm.pat, body);
        };
        let outer = self.open.len();
        let slot = self.declare_unnamed("scrutinee");
        let exports = self.export(slot, scrutinee);
        let opened = self.open_slot(slot, true);
        let inner = self.entered_arm(&arm.pat, body);
        self.leave_scope(outer, &[slot]);
        Entered { exports, opened, ..inner }
    }

    /// Where its pattern isn't compiled, no arm has its number.
    fn conditional_arm(&self, arm: Entered, attrs: &[Attribute], before: (usize, usize)) -> Entered {
        let Entered { exports, opened, body, awaits } = arm;
        let absent = quote_spanned!(Span::mixed_site()=> ::core::unreachable!());
        let body = self.compiled_if(attrs, &quote!(#opened #body), before, &absent);
        Entered { exports, opened: TokenStream::new(), body, awaits }
    }

    /// Fails to compile if the matched type has a destructor of its own.
    pub fn check_parts(&self, scrutinee: &Ident) -> TokenStream {
        self.check_place(&quote!(#scrutinee))
    }

    /// As [`check_parts`](Self::check_parts), of what is in a place.
    pub fn check_place(&self, scrutinee: &TokenStream) -> TokenStream {
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        quote_spanned!(sp=> {
            use #rt::{HasDestructor as _, HasNoDestructor as _};
            (&&#rt::Probe::of(&#scrutinee)).may_be_taken_apart();
        })
    }

    fn resumed_arm(&self, entered: &[Entered], mixes: bool, at: &Ident) -> TokenStream {
        let sp = Span::mixed_site();
        let number =
            |n: usize| if mixes { self.enter(n) } else { proc_macro2::Literal::usize_unsuffixed(n).to_token_stream() };
        let last = entered.len();
        let arms = entered.iter().enumerate().map(|(i, e)| {
            let enter = number(i + 1);
            if i + 1 == last {
                quote_spanned!(sp=> _ => #enter,)
            } else {
                let states = self.states(false, e.awaits.clone());
                quote_spanned!(sp=> #states => #enter,)
            }
        });
        if last == 1 { number(1) } else { quote_spanned!(sp=> match #at { #(#arms)* }) }
    }

    fn entered_arms(&self, entered: &[Entered], mixes: bool) -> TokenStream {
        let sp = Span::mixed_site();
        if mixes {
            return self.arms_with_done(&entered.iter().map(|e| (&e.opened, &e.body)).collect::<Vec<_>>());
        }
        let last = entered.len();
        let arms = entered.iter().enumerate().map(|(i, e)| {
            let n = proc_macro2::Literal::usize_unsuffixed(i + 1);
            let n = if i + 1 == last { quote!(_) } else { quote!(#n) };
            let (opened, body) = (&e.opened, &e.body);
            quote_spanned!(sp=> #n => { #opened #body })
        });
        quote!(#(#arms)*)
    }
}

/// Whether the expression surely doesn't end.
fn diverges(e: &Expr) -> bool {
    match e {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(m) => crate::syntax::macros::diverges(&m.mac),
        Expr::Block(b) => match b.block.stmts.last() {
            Some(Stmt::Expr(e, _)) => diverges(e),
            Some(Stmt::Macro(m)) => crate::syntax::macros::diverges(&m.mac),
            _ => false,
        },
        Expr::Verbatim(tokens) => {
            let text = tokens.to_string();
            text.starts_with("break 'ret") || text.starts_with("return ")
        }
        _ => false,
    }
}
