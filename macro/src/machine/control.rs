//! Expressions with awaits: the user's control flow stays, and each construct finds its way back to the await that it resumes at.

use super::arms::Entered;
use super::awaiting::{Awaited, Owner};
use super::emitter::Emitter;
use super::rewrite::{Use, operand_uses};
use crate::spans::ends;
use crate::syntax::awaits;
use crate::syntax::temporaries::leaves_none;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use std::ops::RangeInclusive;
use syn::{Expr, ExprAwait, ExprForLoop, ExprIf, ExprWhile, Pat, Type};

impl Emitter<'_> {
    /// Any expression, as a value.
    pub fn expr(&mut self, e: &Expr) -> TokenStream {
        let owner = std::mem::take(&mut self.owner);
        if !awaits::has(e) {
            return self.rewritten(e, Use::Value).to_token_stream();
        }
        if self.holds && leaves_none(e) {
            return self.apart(|me| me.expr(e));
        }
        let expected = self.expected.take();
        if !self.is_structured(e) {
            return self.leaf_value(e, expected, owner);
        }
        let sp = Span::mixed_site();
        match e {
            Expr::Await(a) => self.awaited_expr(a).value(),
            Expr::Paren(p) => {
                let inner = self.expr_to(&p.expr, owner);
                quote_spanned!(sp=> (#inner))
            }
            Expr::Group(g) => {
                let inner = self.expr_to(&g.expr, owner);
                quote_spanned!(sp=> (#inner))
            }
            Expr::Try(t) => {
                let operand = self.expr(&t.expr);
                self.question(&operand, sp.located_at(t.question_token.span)).unwrap_or_default()
            }
            Expr::Return(r) => {
                let result = self.output.inferred.clone();
                let value = r.expr.as_ref().map(|e| self.result_of(e, Some(&result))).unwrap_or_else(|| self.nothing());
                self.leave(&value, sp).unwrap_or_default()
            }
            Expr::Block(b) => {
                let (label, block) = (&b.label, self.block_of(&b.block, expected.as_ref(), owner));
                quote_spanned!(sp=> #label #block)
            }
            Expr::Unsafe(u) => {
                let block = self.block_of(&u.block, expected.as_ref(), owner);
                quote_spanned!(sp=> unsafe #block)
            }
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => self.any_loop(e),
            Expr::If(i) => self.if_else(i, expected.as_ref()),
            Expr::Match(m) => self.match_on(m, expected.as_ref()),
            _ => self.first_in(e),
        }
    }

    pub fn awaited_expr(&mut self, a: &ExprAwait) -> Awaited {
        let before = self.awaits + 1;
        let operand = self.operand(&a.base);
        self.awaited(&operand, before..=self.awaits, ends(a))
    }

    /// As [`expr`](Self::expr), where a type is expected, if one was written.
    pub fn expr_of(&mut self, e: &Expr, expected: Option<&Type>) -> TokenStream {
        self.expected = expected.cloned();
        let value = self.expr(e);
        self.expected = None;
        value
    }

    /// As [`expr`](Self::expr), where this has its value.
    pub fn expr_to(&mut self, e: &Expr, owner: Owner) -> TokenStream {
        self.owner = owner;
        self.expr(e)
    }

    /// As [`expr_of`](Self::expr_of), where the value goes to its place before anything owns it: that of an arm, of a branch, of the function.
    pub fn result_of(&mut self, e: &Expr, expected: Option<&Type>) -> TokenStream {
        self.owner = Owner::Nobody;
        self.expr_of(e, expected)
    }

    /// An expression that evaluates its await first: everything else in it comes after.
    fn first_in(&mut self, e: &Expr) -> TokenStream {
        let mut e = e.clone();
        if let Some(held) = self.held(&mut e) {
            return held.to_token_stream();
        }
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
                    let inner = self.expr_to(value, Owner::Nobody);
                    **value = Expr::Verbatim(quote_spanned!(Span::mixed_site()=> (#inner)));
                }
            }
            Expr::Binary(b) if awaits::has(&b.left) => {
                *b.left = Expr::Verbatim(self.operand_of(b));
                let (_, right) = operand_uses(&b.op);
                self.rewrite(&mut b.right, right);
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

    /// The left operand, whose temporaries die before the right one of `&&` or `||` is evaluated.
    fn operand_of(&mut self, b: &syn::ExprBinary) -> TokenStream {
        match b.op {
            syn::BinOp::And(_) | syn::BinOp::Or(_) => {
                self.with_temporaries(ends(&b.left).0, |me| me.apart(|me| me.expr(&b.left)))
            }
            _ => self.expr(&b.left),
        }
    }

    fn in_operands<'e>(&mut self, operands: impl Iterator<Item = &'e mut Expr>) {
        for operand in operands {
            *operand = Expr::Verbatim(self.expr(operand));
        }
    }

    fn if_else(&mut self, i: &ExprIf, expected: Option<&Type>) -> TokenStream {
        if let Expr::Let(l) = &*i.cond {
            return self.if_let(i, l, expected);
        }
        let before = self.awaits;
        let condition = self.with_temporaries(ends(&i.cond).0, |me| me.expr(&i.cond));
        let at_then = self.awaits + 1;
        let then = self.block_of(&i.then_branch, expected, Owner::Nobody);
        let at_else = self.awaits + 1;
        let otherwise = i.else_branch.as_ref().map(|(_, e)| {
            let e = self.result_of(e, expected);
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

    fn any_loop(&mut self, e: &Expr) -> TokenStream {
        let from = self.moment();
        let emitted = match e {
            Expr::Loop(l) => {
                let (label, body) = (&l.label, self.block(&l.body));
                quote_spanned!(Span::mixed_site()=> #label loop #body)
            }
            Expr::While(w) => self.while_loop(w),
            Expr::ForLoop(f) => self.for_loop(f),
            _ => TokenStream::new(),
        };
        self.end_loop(from);
        emitted
    }

    /// `while c { .. }` and `while let P = e { .. }`
    fn while_loop(&mut self, w: &ExprWhile) -> TokenStream {
        let (sp, label) = (Span::mixed_site(), &w.label);
        let before = self.awaits + 1;
        let Expr::Let(l) = &*w.cond else {
            let condition = self.with_temporaries(ends(&w.cond).0, |me| me.expr(&w.cond));
            let in_condition = before..=self.awaits;
            let at_body = self.awaits + 1;
            let body = self.block(&w.body);
            let condition = self.resumed_condition(condition, in_condition, at_body..=self.awaits, None);
            return quote_spanned!(sp=> #label while #condition #body);
        };
        let value = self.head(&l.expr, std::slice::from_ref(&*l.pat), false);
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
}
