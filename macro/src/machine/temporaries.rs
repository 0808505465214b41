//! Temporaries that live on beside an await, since its operand borrows them: each gets a slot, up to the end of its statement.
//!
//! Input: `let row = pool.get().query(&text()).await;`, output, where `T1` and `T2` are the slots:
//! ```text
//! let row = beside(
//!     (&Temporary::new(T1, T1_live, &suspends), &Temporary::new(T2, T2_live, &suspends)),
//!     { if let Run = at { start(await1, query(*temporary(T1, T1_live, (*pool).get()), &*temporary(T2, T2_live, text()))); } loop { .. } },
//! );
//! ```
//! The guards are temporaries of the same statement, so that rustc drops them where it would drop the others, on its way back from the end, from
//! a `?` and from a panic, and by the rules of the edition. They are made again whenever the machine resumes in the statement, and leave alone
//! what they guard when it suspends. Whether a method borrows the temporary or takes it, rustc [decides](super::undecided).

use super::emitter::{Emitter, Exits};
use super::rewrite::Use;
use crate::syntax::awaits;
use crate::syntax::operators::compares;
use crate::syntax::temporaries::{is_place, leaves_none};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprReference, UnOp};

impl Emitter<'_> {
    /// Whether all temporaries of the value can have slots.
    pub fn can_hold(&self, e: &Expr) -> bool {
        if leaves_none(e) {
            return true;
        }
        match e {
            Expr::MethodCall(m) => {
                let is_receiver = is_place(&m.receiver) || self.can_hold_place(&m.receiver) && self.are_apart(&m.args);
                is_receiver && m.args.iter().all(|a| self.can_hold(a))
            }
            Expr::Call(c) => {
                (matches!(&*c.func, Expr::Path(_)) || is_place(&c.func)) && c.args.iter().all(|a| self.can_hold(a))
            }
            Expr::Reference(r) => is_place(&r.expr) || self.can_hold_place(&r.expr),
            Expr::Binary(b) if !compares(&b.op) && !is_lazy(&b.op) => self.can_hold(&b.left) && self.can_hold(&b.right),
            Expr::Cast(c) => self.can_hold(&c.expr),
            Expr::Paren(p) => self.can_hold(&p.expr),
            Expr::Group(g) => self.can_hold(&g.expr),
            Expr::Try(t) => self.can_hold(&t.expr),
            Expr::Await(a) => self.can_hold(&a.base),
            Expr::Tuple(t) => t.elems.iter().all(|e| self.can_hold(e)),
            Expr::Array(a) => a.elems.iter().all(|e| self.can_hold(e)),
            Expr::Struct(s) => {
                s.fields.iter().all(|f| self.can_hold(&f.expr)) && s.rest.as_deref().is_none_or(is_place)
            }
            _ => false,
        }
    }

    /// A place that is a temporary, or in one.
    fn can_hold_place(&self, e: &Expr) -> bool {
        match e {
            Expr::Index(i) => (is_place(&i.expr) || self.can_hold_place(&i.expr)) && leaves_none(&i.index),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => is_place(&u.expr) || self.can_hold_place(&u.expr),
            Expr::Paren(p) => self.can_hold_place(&p.expr),
            Expr::Group(g) => self.can_hold_place(&g.expr),
            Expr::Path(_) | Expr::Field(_) | Expr::Lit(_) => false,
            e => is_value(e) && self.can_hold(e),
        }
    }

    /// Runs `code`, which emits an expression whose temporaries live as long as it, and puts their guards around it.
    pub fn with_temporaries(&mut self, at: Span, code: impl FnOnce(&mut Self) -> TokenStream) -> TokenStream {
        let outer = (std::mem::take(&mut self.temporaries), std::mem::take(&mut self.of_tails));
        let code = self.apart(code);
        let mine = std::mem::replace(&mut self.temporaries, outer.0);
        let of_tails = std::mem::replace(&mut self.of_tails, outer.1);
        self.end_temporaries(mine.iter().chain(&of_tails).copied().collect());
        if mine.is_empty() {
            return code;
        }
        self.found.holds = true;
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        let suspends = Ident::new("suspends", sp);
        let guards = mine.iter().map(|&slot| {
            let (place, live) = (&self.slots[slot].field, self.live(slot));
            quote_spanned!(sp=> &#rt::Temporary::new(#place, #live, &#suspends))
        });
        let call = quote_spanned!(at=> ::resumable::__private::machine::beside);
        quote_spanned!(at=> #call((#(#guards,)*), #code))
    }

    /// The value of a block, which owns variables from the slot `first` on: up to edition 2021 its temporaries outlive them, and live to the end of
    /// the statement that the block is part of.
    pub fn with_tail_temporaries(
        &mut self,
        at: Span,
        first: Option<usize>,
        code: impl FnOnce(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let code = self.with_temporaries(at, code);
        let ended = std::mem::take(&mut self.ended);
        for &slot in &ended {
            self.slots[slot].outlives = self.slots[slot].outlives.or(first.map(|first| (first, at)));
        }
        self.of_tails.extend(ended);
        code
    }

    /// The statement of these temporaries ends here, or a little later: the variable that gets the value is filled before.
    pub fn end_temporaries(&mut self, slots: Vec<usize>) {
        slots.iter().for_each(|&slot| self.close(slot));
        self.ended = slots;
    }

    /// The operand of an await: its temporaries live on.
    pub fn operand(&mut self, base: &Expr) -> TokenStream {
        let holds = self.exits == Exits::Machine && !leaves_none(base);
        let outer = std::mem::replace(&mut self.holds, holds);
        let operand = self.expr(base);
        self.holds = outer;
        operand
    }

    /// Code in which no temporary is held: it is a scope of its own.
    pub fn apart<T>(&mut self, code: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.holds, false);
        let value = code(self);
        self.holds = outer;
        value
    }

    /// Some: the expression with its temporary in a slot.
    pub fn held(&mut self, e: &mut Expr) -> Option<Expr> {
        if !self.holds || leaves_none(e) {
            return None;
        }
        match e {
            Expr::MethodCall(m) if is_held(&m.receiver) => {
                let value = self.held_receiver(&m.receiver);
                Some(self.call_on_temporary(e, value))
            }
            Expr::Reference(r) if is_value(&r.expr) => Some(Expr::Verbatim(self.lent(r))),
            Expr::Reference(r) if is_held(&r.expr) => {
                *r.expr = Expr::Verbatim(self.held_place(&r.expr));
                Some(Expr::Verbatim(quote!(#r)))
            }
            _ => None,
        }
    }

    /// `&value`: what is expected of the reference is expected of the value.
    fn lent(&mut self, r: &ExprReference) -> TokenStream {
        let value = self.value_to_hold(&r.expr);
        let (slot, rt) = (self.declare_temporary(), &self.ids.rt);
        let (place, live) = (&self.slots[slot].field, self.live(slot));
        let lent = Ident::new(
            if r.mutability.is_some() { "lent_mut_temporary" } else { "lent_temporary" },
            Span::mixed_site(),
        );
        quote_spanned!(Span::mixed_site()=> #rt::#lent(#place, #live, #value))
    }

    fn held_receiver(&mut self, receiver: &Expr) -> TokenStream {
        match receiver {
            Expr::Paren(p) => self.held_receiver(&p.expr),
            Expr::Group(g) => self.held_receiver(&g.expr),
            e => self.value_to_hold(e),
        }
    }

    fn value_to_hold(&mut self, e: &Expr) -> TokenStream {
        if awaits::has(e) {
            return self.expr(e);
        }
        let value = self.rewritten(e, Use::Value);
        quote!(#value)
    }

    /// `*temporary(slot, slot_live, value)`, or a place in it.
    fn held_place(&mut self, e: &Expr) -> TokenStream {
        let mut e = e.clone();
        match &mut e {
            Expr::Index(i) if is_held(&i.expr) => {
                *i.expr = Expr::Verbatim(self.held_place(&i.expr));
                self.rewrite(&mut i.index, Use::Value);
                quote!(#i)
            }
            Expr::Unary(u) if is_held(&u.expr) => {
                *u.expr = Expr::Verbatim(self.held_place(&u.expr));
                quote!((#u))
            }
            Expr::Paren(p) => self.held_place(&p.expr),
            Expr::Group(g) => self.held_place(&g.expr),
            e => {
                let value = self.value_to_hold(e);
                let (slot, rt) = (self.declare_temporary(), &self.ids.rt);
                let (place, live) = (&self.slots[slot].field, self.live(slot));
                quote_spanned!(Span::mixed_site()=> (*#rt::temporary(#place, #live, #value)))
            }
        }
    }

    /// The call of a method on a temporary.
    fn call_on_temporary(&mut self, call: &Expr, value: TokenStream) -> Expr {
        let slot = self.declare_temporary();
        let (place, live, rt) = (self.slots[slot].field.clone(), self.live(slot), &self.ids.rt);
        let stored = quote_spanned!(Span::mixed_site()=> #rt::init(#place, #live, #value););
        Expr::Verbatim(self.call_by_type(call, slot, &stored))
    }

    fn declare_temporary(&mut self) -> usize {
        let slot = self.declare_flagged("temporary");
        self.temporaries.push(slot);
        slot
    }
}

fn is_lazy(op: &syn::BinOp) -> bool {
    matches!(op, syn::BinOp::And(_) | syn::BinOp::Or(_))
}

/// Whether rustc makes a temporary of it where a place is asked for.
fn is_held(e: &Expr) -> bool {
    match e {
        Expr::Paren(p) => is_held(&p.expr),
        Expr::Group(g) => is_held(&g.expr),
        Expr::Index(i) => is_held(&i.expr),
        Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => is_held(&u.expr),
        Expr::Path(_) | Expr::Field(_) | Expr::Lit(_) => false,
        e => is_value(e),
    }
}

/// An expression that has a value of its own.
fn is_value(e: &Expr) -> bool {
    matches!(
        e,
        Expr::MethodCall(_)
            | Expr::Call(_)
            | Expr::Try(_)
            | Expr::Await(_)
            | Expr::Struct(_)
            | Expr::Tuple(_)
            | Expr::Array(_)
            | Expr::Cast(_)
            | Expr::Binary(_)
            | Expr::Macro(_)
            | Expr::Reference(_)
    )
}
