//! Expressions with awaits: the user's control flow stays, and each construct finds its way back to the await that it resumes at.

use super::block::braced;
use super::emitter::Emitter;
use super::kind::Kind;
use super::pattern::{bindings, names_user_type};
use super::rewrite::Use;
use super::shape::Scrutinee;
use crate::syntax::awaits;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::ops::RangeInclusive;
use syn::{Arm, Expr, ExprForLoop, ExprIf, ExprLet, ExprMatch, ExprWhile, Pat, Stmt, Type};

/// An arm that awaits: what it binds, and how to run it.
struct Entered {
    exports: TokenStream,
    opened: TokenStream,
    body: TokenStream,
    awaits: RangeInclusive<usize>,
}

impl Emitter<'_> {
    /// Any expression, as a value.
    pub fn expr(&mut self, e: &Expr) -> TokenStream {
        if !awaits::has(e) {
            return self.rewritten(e, Use::Value).to_token_stream();
        }
        let expected = self.expected.take();
        if !self.is_structured(e) {
            return self.leaf_value(e, expected);
        }
        let sp = Span::mixed_site();
        match e {
            Expr::Await(a) => {
                let before = self.awaits + 1;
                let operand = self.expr(&a.base);
                self.await_in_place(&operand, before..=self.awaits, a.await_token.span)
            }
            Expr::Paren(p) => {
                let inner = self.expr(&p.expr);
                quote_spanned!(sp=> (#inner))
            }
            Expr::Group(g) => {
                let inner = self.expr(&g.expr);
                quote_spanned!(sp=> (#inner))
            }
            Expr::Try(t) => {
                let operand = self.expr(&t.expr);
                self.question(&operand, sp.located_at(t.question_token.span)).unwrap_or_default()
            }
            Expr::Return(r) => {
                let result = self.output.inferred.clone();
                let value = r.expr.as_ref().map(|e| self.expr_of(e, Some(&result))).unwrap_or_else(|| quote!(()));
                self.leave(&value, sp).unwrap_or_default()
            }
            Expr::Block(b) => {
                let (label, block) = (&b.label, self.block(&b.block));
                quote_spanned!(sp=> #label #block)
            }
            Expr::Unsafe(u) => {
                let block = self.block(&u.block);
                quote_spanned!(sp=> unsafe #block)
            }
            Expr::Loop(l) => {
                let (label, body) = (&l.label, self.block(&l.body));
                quote_spanned!(sp=> #label loop #body)
            }
            Expr::If(i) => self.if_else(i),
            Expr::While(w) => self.while_loop(w),
            Expr::ForLoop(f) => self.for_loop(f),
            Expr::Match(m) => self.match_on(m),
            _ => self.first_in(e),
        }
    }

    /// As [`expr`](Self::expr), where a type is expected, if one was written.
    pub fn expr_of(&mut self, e: &Expr, expected: Option<&Type>) -> TokenStream {
        self.expected = expected.cloned();
        let value = self.expr(e);
        self.expected = None;
        value
    }

    /// An expression that evaluates its await first: everything else in it comes after.
    fn first_in(&mut self, e: &Expr) -> TokenStream {
        let mut e = e.clone();
        match &mut e {
            Expr::MethodCall(m) => {
                *m.receiver = Expr::Verbatim(self.expr(&m.receiver));
                m.args.iter_mut().for_each(|a| self.rewrite(a, Use::Value));
            }
            Expr::Call(c) => self.in_operands(c.args.iter_mut()),
            Expr::Tuple(t) => self.in_operands(t.elems.iter_mut()),
            Expr::Struct(s) => self.in_operands(s.fields.iter_mut().map(|f| &mut f.expr)),
            Expr::Field(f) => *f.base = Expr::Verbatim(self.expr(&f.base)),
            Expr::Cast(c) => *c.expr = Expr::Verbatim(self.expr(&c.expr)),
            Expr::Unary(u) => *u.expr = Expr::Verbatim(self.expr(&u.expr)),
            Expr::Break(b) => {
                if let Some(value) = &mut b.expr {
                    let inner = self.expr(value);
                    **value = Expr::Verbatim(quote_spanned!(Span::mixed_site()=> (#inner)));
                }
            }
            Expr::Binary(b) if awaits::has(&b.left) => {
                *b.left = Expr::Verbatim(self.expr(&b.left));
                self.rewrite(
                    &mut b.right,
                    if crate::syntax::temporaries::compares(&b.op) { Use::Place } else { Use::Value },
                );
            }
            Expr::Binary(b) => {
                self.rewrite(&mut b.left, Use::Place);
                *b.right = Expr::Verbatim(self.expr(&b.right));
            }
            Expr::Assign(a) => {
                *a.right = Expr::Verbatim(self.expr(&a.right));
                if let Some(assigned) = self.assign_flagged(&a.left, &a.right.to_token_stream()) {
                    return assigned;
                }
                self.assign_target(&mut a.left);
            }
            _ => {}
        }
        // In statement position a block with something behind it would end the statement.
        quote_spanned!(Span::mixed_site()=> (#e))
    }

    fn in_operands<'e>(&mut self, operands: impl Iterator<Item = &'e mut Expr>) {
        for operand in operands {
            *operand = Expr::Verbatim(self.expr(operand));
        }
    }

    fn if_else(&mut self, i: &ExprIf) -> TokenStream {
        if let Expr::Let(l) = &*i.cond {
            return self.if_let(i, l);
        }
        let before = self.awaits;
        let condition = self.condition(&i.cond);
        let at_then = self.awaits + 1;
        let then = self.block(&i.then_branch);
        let at_else = self.awaits + 1;
        let otherwise = i.else_branch.as_ref().map(|(_, e)| {
            let e = self.expr(e);
            quote_spanned!(Span::mixed_site()=> else { #e })
        });
        let condition = self.resumed_condition(
            condition,
            before + 1..=at_then - 1,
            at_then..=at_else - 1,
            Some(at_else..=self.awaits),
        );
        quote_spanned!(Span::mixed_site()=> if #condition #then #otherwise)
    }

    fn condition(&mut self, cond: &Expr) -> TokenStream {
        self.expr(cond)
    }

    fn resumed_condition(
        &self,
        condition: TokenStream,
        inside: RangeInclusive<usize>,
        then: RangeInclusive<usize>,
        otherwise: Option<RangeInclusive<usize>>,
    ) -> TokenStream {
        let (sp, at) = (Span::mixed_site(), &self.ids.at);
        if then.is_empty() && otherwise.as_ref().is_none_or(|o| o.is_empty()) {
            return condition; // all awaits are in the condition
        }
        let fresh = self.states(true, inside);
        let (then, otherwise) = match (then.is_empty(), otherwise) {
            (false, Some(o)) if !o.is_empty() => (Some(self.states(false, then)), quote_spanned!(sp=> false)),
            (false, _) => (None, quote_spanned!(sp=> true)),
            (true, _) => (None, quote_spanned!(sp=> false)),
        };
        let then = then.map(|states| quote_spanned!(sp=> #states => true,));
        quote_spanned!(sp=> match #at { #fresh => #condition, #then _ => #otherwise })
    }

    /// `if let P = e { A } else { B }`: the bindings of `P` go to slots, `B` runs where rustc's own `if let` runs it, or, if it awaits, after.
    fn if_let(&mut self, i: &ExprIf, l: &ExprLet) -> TokenStream {
        let sp = Span::mixed_site();
        let before = self.awaits + 1;
        let value = self.head(&l.expr, std::slice::from_ref(&*l.pat));
        if !awaits::in_block(&i.then_branch) && i.else_branch.as_ref().is_none_or(|(_, e)| !awaits::has(e)) {
            return self.native_if_let(i, l, &value);
        }
        let in_head = before..=self.awaits;
        let then = self.entered_arm(&l.pat, |me| me.block(&i.then_branch));
        let at_else = self.awaits + 1;
        let (otherwise, else_body) = match &i.else_branch {
            Some((_, e)) if awaits::has(e) => (quote_spanned!(sp=> 2), Some(self.expr(e))),
            Some((_, e)) => {
                let e = self.rewritten(e, Use::Value);
                (self.done(&e), None)
            }
            None => (self.done_with(quote!(())), None),
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
            let e = self.rewritten(e, Use::Value);
            quote!(else #e)
        });
        let (if_token, let_token, pat) = (&i.if_token, &l.let_token, &l.pat);
        quote_spanned!(Span::mixed_site()=> #if_token #let_token #pat = #value #then #otherwise)
    }

    /// What is matched, evaluated when the machine isn't resumed inside.
    fn head(&mut self, e: &Expr, pats: &[Pat]) -> TokenStream {
        if awaits::has(e) {
            return self.expr(e);
        }
        let mut e = e.clone();
        self.scrutinee(&mut e, pats);
        e.to_token_stream()
    }

    /// Slots for what `pat` binds, while `body` runs.
    fn entered_arm(&mut self, pat: &Pat, body: impl FnOnce(&mut Self) -> TokenStream) -> Entered {
        let opened_before = self.open.len();
        let first = self.awaits + 1;
        let (mut exports, mut opened, mut slots) = (TokenStream::new(), TokenStream::new(), Vec::new());
        for ident in bindings(pat) {
            let slot = self.declare(&ident, Kind::Owned, None);
            exports.extend(self.export(slot, &ident));
            opened.extend(self.open_slot(slot, true));
            slots.push(slot);
        }
        let body = body(self);
        self.leave_scope(opened_before, &slots);
        Entered { exports, opened, body, awaits: first..=self.awaits }
    }

    fn enter(&self, n: usize) -> TokenStream {
        let rt = &self.ids.rt;
        let n = proc_macro2::Literal::usize_unsuffixed(n);
        quote_spanned!(Span::mixed_site()=> #rt::Arm::Enter(#n))
    }

    /// An arm without awaits runs inside the first `match`.
    fn done(&self, body: &Expr) -> TokenStream {
        if diverges(body) { body.to_token_stream() } else { self.done_with(body.to_token_stream()) }
    }

    fn done_with(&self, body: TokenStream) -> TokenStream {
        let rt = &self.ids.rt;
        quote_spanned!(Span::mixed_site()=> #rt::Arm::Done(#body))
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

    /// `while c { .. }` and `while let P = e { .. }`
    fn while_loop(&mut self, w: &ExprWhile) -> TokenStream {
        let (sp, label) = (Span::mixed_site(), &w.label);
        let before = self.awaits + 1;
        let Expr::Let(l) = &*w.cond else {
            let condition = self.condition(&w.cond);
            let in_condition = before..=self.awaits;
            let at_body = self.awaits + 1;
            let body = self.block(&w.body);
            let condition = self.resumed_condition(condition, in_condition, at_body..=self.awaits, None);
            return quote_spanned!(sp=> #label while #condition #body);
        };
        let value = self.head(&l.expr, std::slice::from_ref(&*l.pat));
        let (pat, let_token) = (&l.pat, &l.let_token);
        if !awaits::in_block(&w.body) {
            let body = self.block(&w.body);
            return quote_spanned!(sp=> #label while #let_token #pat = #value #body);
        }
        let fresh = self.entered(before..=self.awaits);
        let Entered { exports, opened, body, .. } = self.entered_arm(&l.pat, |me| me.block(&w.body));
        quote_spanned! {sp=>
            #label while (if #fresh { if #let_token #pat = #value { #exports true } else { false } } else { true }) { #opened #body }
        }
    }

    /// `for p in e { .. }`: the iterator has a slot, and each item is bound as by `while let Some(p) = iterator.next()`.
    fn for_loop(&mut self, l: &ExprForLoop) -> TokenStream {
        let (sp, label) = (Span::mixed_site(), &l.label);
        let before = self.awaits + 1;
        let iterable = self.expr(&l.expr);
        let fresh = self.entered(before..=self.awaits);
        let outer = self.open.len();
        let slot = self.declare_unnamed("iterator");
        let open_iterator = self.open_slot(slot, false);
        let iterator = self.slots[slot].field.clone();
        let guard = self.guard(slot);
        let (pat, item_slot) = match &*l.pat {
            Pat::Wild(_) => (Ident::new("item", sp).to_token_stream(), Some(self.declare_unnamed("item"))),
            pat => (pat.to_token_stream(), None),
        };
        let item = Ident::new("item", sp);
        let (bound, opened_item) = match item_slot {
            Some(slot) => (self.export(slot, &item), self.open_slot(slot, true)),
            None => Default::default(),
        };
        let entered = self.entered_arm(&l.pat, |me| me.block(&l.body));
        self.leave_scope(outer, &[slot].into_iter().chain(item_slot).collect::<Vec<_>>());
        let running = self.running();
        let Entered { exports, opened, body, .. } = entered;
        quote_spanned! {sp=>
            {
                #open_iterator
                if #fresh { #guard.init(::core::iter::IntoIterator::into_iter(#iterable)); } else { #guard.arm(); }
                #label while (if #running {
                    match ::core::iter::Iterator::next(&mut *#iterator) {
                        ::core::option::Option::Some(#pat) => { #bound #exports true }
                        ::core::option::Option::None => false,
                    }
                } else { true }) { #opened_item #opened #body }
            }
        }
    }

    /// `match e { .. }`: the arm is chosen in a first `match`, which also runs the arms without awaits; a second one runs the others.
    fn match_on(&mut self, m: &ExprMatch) -> TokenStream {
        let (sp, at) = (Span::mixed_site(), self.ids.at.clone());
        let pats: Vec<Pat> = m.arms.iter().map(|a| a.pat.clone()).collect();
        let before = self.awaits + 1;
        let value = self.head(&m.expr, &pats);
        if m.arms.iter().all(|a| !awaits::has(&a.body)) {
            return self.native_match(m, &value);
        }
        let fresh = self.entered(before..=self.awaits);
        let keeps = Scrutinee::of(&m.expr) == Scrutinee::Value;
        let scrutinee = Ident::new("scrutinee", sp);
        let mixes = m.arms.iter().any(|a| !awaits::has(&a.body) && !diverges(&a.body));
        let (mut first, mut entered, mut checked) = (TokenStream::new(), Vec::new(), false);
        for arm in &m.arms {
            let guard = arm.guard.as_ref().map(|(if_token, g)| {
                let g = self.rewritten(g, Use::Value);
                quote!(#if_token #g)
            });
            let pat = &arm.pat;
            if !awaits::has(&arm.body) {
                let body = self.rewritten(&arm.body, Use::Value);
                let body = if mixes { self.done(&body) } else { body.to_token_stream() };
                first.extend(quote_spanned!(sp=> #pat #guard => #body,));
                continue;
            }
            let arm_code = self.awaiting_arm(arm, keeps, &scrutinee);
            checked |= keeps && names_user_type(pat) && !bindings(pat).is_empty();
            let n = entered.len() + 1;
            let enter = if mixes { self.enter(n) } else { proc_macro2::Literal::usize_unsuffixed(n).to_token_stream() };
            let exports = &arm_code.exports;
            first.extend(quote_spanned!(sp=> #pat #guard => { #exports #enter }));
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
        for arm in &mut arms {
            if let Some((_, guard)) = &mut arm.guard {
                self.rewrite(guard, Use::Value);
            }
            self.rewrite(&mut arm.body, Use::Value);
        }
        quote_spanned!(Span::mixed_site()=> match #value { #(#arms)* })
    }

    /// An arm that binds nothing keeps the matched value, whole, until it ends.
    fn awaiting_arm(&mut self, arm: &Arm, keeps: bool, scrutinee: &Ident) -> Entered {
        let body = |me: &mut Self| match &*arm.body {
            Expr::Block(b) if b.label.is_none() => me.block(&b.block),
            e => me.expr(e),
        };
        if !keeps || !bindings(&arm.pat).is_empty() {
            return self.entered_arm(&arm.pat, body);
        }
        let outer = self.open.len();
        let slot = self.declare_unnamed("scrutinee");
        let exports = self.export(slot, scrutinee);
        let opened = self.open_slot(slot, true);
        let inner = self.entered_arm(&arm.pat, body);
        self.leave_scope(outer, &[slot]);
        Entered { exports, opened, ..inner }
    }

    /// Fails to compile if the matched type has a destructor of its own.
    fn check_parts(&self, scrutinee: &Ident) -> TokenStream {
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
