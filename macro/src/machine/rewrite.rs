//! Uses of hoisted variables in code without awaits of the machine, and the ways out of it.
//!
//! | use of a hoisted `x` | emitted |
//! |---|---|
//! | `&x`, `x.f = v`, `x.len()`, `x == y`: a place | `(*x)` |
//! | `f(x)`, `let y = x`: a value | `(*x)` if it is `Copy` for sure, else `take(x, x_live)` |
//! | `x.into_foo()`, `match x { A(y) => .. }`, `x.f` as a value: depends on the type | `(*x)` if another use follows, else stuck |
//! | `x = v` | `(*x) = v`, or `assign(x, x_live, v)` |
//! | any, in a closure or `async` block that isn't `move` | `(x.value)`, see [`worlds`](super::worlds) |

use super::emitter::{Emitter, Exits};
use super::kind::Kind;
use super::pattern::{binds_by_value, names_user_type, takes_all};
use crate::spans::parenthesised;
use crate::syntax::callable::Calls;
use crate::syntax::conditional;
use crate::syntax::methods;
use crate::syntax::names::Binding;
use crate::syntax::operators::{assigns, compares};
use crate::syntax::temporaries::leaves_none;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::token::Paren;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, BinOp, Block, Expr, ExprMatch, ExprParen, Item, Local, Pat, Stmt, UnOp};

/// What the surroundings do with an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Value,
    /// The value of a statement
    Discarded,
    Place,
    /// Borrow it or move it, whichever its type asks for.
    Ambiguous,
}

/// What an operator does with its operands.
pub fn operand_uses(op: &BinOp) -> (Use, Use) {
    match op {
        op if assigns(op) => (Use::Place, Use::Value),
        op if compares(op) => (Use::Place, Use::Place),
        _ => (Use::Value, Use::Value),
    }
}

impl Emitter<'_> {
    /// The expression with its uses of slots written out.
    pub fn rewritten(&mut self, e: &Expr, how: Use) -> Expr {
        let mut e = e.clone();
        self.rewrite(&mut e, how);
        e
    }

    pub fn rewritten_stmts(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        stmts.iter().flat_map(|stmt| self.rewritten_stmt(stmt)).collect()
    }

    pub fn rewrite(&mut self, e: &mut Expr, how: Use) {
        if self.holds && leaves_none(e) {
            return self.apart(|me| me.rewrite(e, how));
        }
        if let Some(held) = self.held(e) {
            *e = held;
            return;
        }
        match e {
            Expr::Path(_) => self.variable(e, how),
            Expr::Paren(p) => self.rewrite(&mut p.expr, how),
            Expr::Group(g) => {
                self.rewrite(&mut g.expr, how);
                let inner = &g.expr;
                *e = Expr::Verbatim(quote_spanned!(Span::mixed_site()=> (#inner)));
            }
            Expr::Field(_) | Expr::Unary(_) | Expr::Index(_) | Expr::Reference(_) | Expr::RawAddr(_) => {
                self.place(e, how)
            }
            Expr::MethodCall(_) | Expr::Call(_) => self.call(e, how),
            Expr::Binary(b) => self.binary(b),
            Expr::Assign(_) => self.assign(e),
            Expr::Let(l) => match self.taking_let(l) {
                Some(taking) => *l = taking,
                None => self.scrutinee(&mut l.expr, std::slice::from_ref(&*l.pat), false),
            },
            Expr::Match(m) => self.match_native(m),
            Expr::Struct(s) => {
                s.fields.iter_mut().for_each(|f| self.rewrite(&mut f.expr, Use::Value));
                if let Some(rest) = &mut s.rest {
                    self.rewrite_base(rest, Use::Ambiguous);
                }
            }
            Expr::Closure(_) | Expr::Async(_) => self.own_world(e),
            Expr::Const(_) => {}
            Expr::Macro(m) => {
                if let Some(other) = self.macro_call(&mut m.mac) {
                    *e = other;
                }
            }
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::Block(_) => self.breakable(e),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_) => self.exit(e),
            Expr::Verbatim(tokens) => {
                let tokens = tokens.clone();
                self.opaque(&tokens);
            }
            _ => self.children(e),
        }
    }

    /// All parts of the expression, as values.
    fn children(&mut self, e: &mut Expr) {
        struct Children<'e, 'b>(&'e mut Emitter<'b>);
        impl VisitMut for Children<'_, '_> {
            fn visit_expr_mut(&mut self, e: &mut Expr) {
                self.0.rewrite(e, Use::Value);
            }
            fn visit_block_mut(&mut self, b: &mut Block) {
                self.0.rewrite_block(b);
            }
            fn visit_item_mut(&mut self, _: &mut Item) {}
        }
        visit_mut::visit_expr_mut(&mut Children(self), e);
    }

    /// `x.f`, `*x`, `x[i]`, `&x`
    fn place(&mut self, e: &mut Expr, how: Use) {
        let part = if how == Use::Place { Use::Place } else { Use::Ambiguous };
        match e {
            Expr::Field(f) => self.rewrite_base(&mut f.base, part),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => match self.behind(&u.expr, how) {
                Some(value) => *e = value,
                None => self.rewrite_base(&mut u.expr, part),
            },
            Expr::Index(i) => {
                self.rewrite_base(&mut i.expr, Use::Place);
                self.rewrite(&mut i.index, Use::Value);
            }
            Expr::Reference(r) => self.rewrite(&mut r.expr, Use::Place),
            Expr::RawAddr(r) => self.rewrite(&mut r.expr, Use::Place),
            _ => self.children(e),
        }
    }

    /// `*x` as a value, for the last time: a move if `x` is a box, a copy if it is anything else.
    fn behind(&mut self, pointer: &Expr, how: Use) -> Option<Expr> {
        let binding = self.body.names.variable(pointer)?;
        let slot = *self.hoisted.get(&binding)?;
        let is_ambiguous = self.slots[slot].kind == Kind::Owned && !self.is_followed(pointer);
        if how != Use::Value || !is_ambiguous || self.captures.is_some() {
            return None;
        }
        self.moves(binding, false);
        let (rt, live, sp) = (&self.ids.rt, self.live(slot), Span::mixed_site().located_at(pointer.span()));
        let place = self.place_at(slot, sp);
        Some(Expr::Verbatim(quote_spanned! {sp=>
            ({ use #rt::{BuiltIn as _, CopiesOut as _}; (&&#rt::Behind::of(#place, #live)).value() })
        }))
    }

    /// The pointer to a slot, where `at` mentions its variable.
    pub fn place_at(&self, slot: usize, at: Span) -> Ident {
        let mut place = self.slots[slot].field.clone();
        place.set_span(at);
        place
    }

    /// Whether another use of the variable surely can follow this one.
    pub fn is_followed(&self, variable: &Expr) -> bool {
        let Expr::Path(path) = variable else { return false };
        path.path
            .get_ident()
            .and_then(|i| self.body.names.mention(i))
            .is_some_and(|m| self.body.liveness.is_followed(m))
    }

    fn call(&mut self, e: &mut Expr, how: Use) {
        let args = match e {
            Expr::MethodCall(m) => {
                if let Some(call) = self.consuming_call(m) {
                    *e = call;
                    return;
                }
                let borrows = methods::borrows(&m.method, how != Use::Discarded);
                if !borrows && let Some(call) = self.undecided_call(e) {
                    *e = call;
                    return;
                }
                let Expr::MethodCall(m) = e else { return };
                self.rewrite_base(&mut m.receiver, if borrows { Use::Place } else { Use::Ambiguous });
                &mut m.args
            }
            Expr::Call(c) => {
                let how = match self.body.names.variable(&c.func).and_then(|b| self.calls.get(&b)) {
                    Some(Calls::Many) => Use::Place,
                    Some(Calls::Once) => Use::Value,
                    None => Use::Ambiguous,
                };
                if how == Use::Ambiguous
                    && let Some(call) = self.undecided_call(e)
                {
                    *e = call;
                    return;
                }
                let Expr::Call(c) = e else { return };
                self.rewrite_base(&mut c.func, how);
                &mut c.args
            }
            _ => return,
        };
        args.iter_mut().for_each(|a| self.rewrite(a, Use::Value));
    }

    fn match_native(&mut self, m: &mut ExprMatch) {
        if let Some(taking) = self.taking_match(m) {
            *m = taking;
            return self.native_arms(&mut m.arms);
        }
        let pats: Vec<Pat> = m.arms.iter().map(|a| a.pat.clone()).collect();
        self.scrutinee(&mut m.expr, &pats, true);
        self.native_arms(&mut m.arms);
    }

    /// Arms without awaits, in a `match` of rustc's.
    pub fn native_arms(&mut self, arms: &mut [Arm]) {
        for arm in arms {
            if let Some((_, guard)) = &mut arm.guard {
                self.rewrite(guard, Use::Value);
            }
            *arm.body = self.native_branch(&arm.body);
        }
    }

    /// What a `break` may leave.
    fn breakable(&mut self, e: &mut Expr) {
        match e {
            Expr::Loop(l) => self.in_target(l.label.clone(), true, |me| me.rewrite_block(&mut l.body)),
            Expr::While(w) => self.in_target(w.label.clone(), true, |me| {
                me.rewrite(&mut w.cond, Use::Value);
                me.rewrite_block(&mut w.body);
            }),
            Expr::ForLoop(f) => {
                self.rewrite(&mut f.expr, Use::Value);
                self.in_target(f.label.clone(), true, |me| me.rewrite_block(&mut f.body));
            }
            Expr::Block(b) => self.in_target(b.label.clone(), false, |me| me.rewrite_block(&mut b.block)),
            _ => {}
        }
    }

    /// The base of a place, which may be no place at all.
    fn rewrite_base(&mut self, base: &mut Expr, how: Use) {
        let is_variable_place = self.root(base).is_some();
        self.rewrite(base, if is_variable_place { how } else { Use::Value });
    }

    /// The hoisted variable that a place starts from.
    pub fn root(&self, e: &Expr) -> Option<Binding> {
        match e {
            Expr::Path(_) => self.body.names.variable(e).filter(|b| self.hoisted.contains_key(b)),
            Expr::Field(f) => self.root(&f.base),
            Expr::Index(i) => self.root(&i.expr),
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => self.root(&u.expr),
            Expr::Paren(p) => self.root(&p.expr),
            Expr::Group(g) => self.root(&g.expr),
            _ => None,
        }
    }

    fn variable(&mut self, e: &mut Expr, how: Use) {
        let Expr::Path(path) = &*e else { return };
        let Some(ident) = path.path.get_ident() else { return };
        let Some(binding) = self.body.names.binding(ident) else { return };
        let Some(&slot) = self.hoisted.get(&binding) else { return };
        self.used(slot);
        let (mention, is_followed) = (self.body.names.mention(ident), self.is_followed(e));
        let at = ident.span();
        let place = parenthesised(at, self.place_at(slot, Span::mixed_site().located_at(at)));
        if self.captures.is_some() {
            *e = self.captured_variable(ident, binding, how, is_followed);
            return;
        }
        *e = match (self.slots[slot].kind, how) {
            (Kind::Unique, Use::Value | Use::Discarded) => in_place_of(ident, quote_spanned!(at=> &mut **#place)),
            (Kind::Owned, Use::Value | Use::Discarded) if !is_followed => {
                let surely = mention.is_some_and(|m| self.body.liveness.is_on_every_way(m));
                self.moves(binding, surely);
                Expr::Verbatim(parenthesised(at, self.taken(slot, at)))
            }
            (Kind::Owned, Use::Value) if self.exits == Exits::Machine => {
                Expr::Verbatim(parenthesised(at, self.copied(slot, at)))
            }
            (Kind::Owned, Use::Ambiguous) if !is_followed => {
                self.stuck_on(binding);
                return;
            }
            _ => in_place_of(ident, quote_spanned!(at=> *#place)),
        };
    }

    /// The value of a slot that may be moved. Its type is the slot's before anything is expected of it, so that it can be coerced: a bare
    /// call of `take` would be asked for the expected type.
    fn taken(&self, slot: usize, at: Span) -> TokenStream {
        let sp = Span::mixed_site().located_at(at);
        let slot = if self.exits == Exits::Machine {
            self.guard_at(slot, sp).to_token_stream()
        } else {
            let (rt, place, live) = (&self.ids.rt, self.place_at(slot, sp), self.live(slot));
            quote_spanned!(sp=> #rt::Owned::of(#place, #live))
        };
        let (slot, arguments) = (parenthesised(at, slot), parenthesised(at, TokenStream::new()));
        quote_spanned!(at=> #slot.take #arguments)
    }

    /// The value of a slot that is used again: by the shadow it is a copy. Where it isn't, a move out of the place would be refused again.
    fn copied(&self, slot: usize, at: Span) -> TokenStream {
        let guard = parenthesised(at, self.guard_at(slot, Span::mixed_site().located_at(at)));
        let arguments = parenthesised(at, TokenStream::new());
        quote_spanned!(at=> #guard.again #arguments)
    }

    fn guard_at(&self, slot: usize, at: Span) -> Ident {
        let mut guard = self.guard(slot);
        guard.set_span(at);
        guard
    }

    fn binary(&mut self, b: &mut syn::ExprBinary) {
        let (left, right) = operand_uses(&b.op);
        self.rewrite(&mut b.left, left);
        self.rewrite(&mut b.right, right);
    }

    fn assign(&mut self, e: &mut Expr) {
        let Expr::Assign(a) = e else { return };
        self.assigned_value(&a.left.clone(), &mut a.right);
        if let Some(assigned) = self.assign_flagged(&a.left, &a.right.to_token_stream()) {
            *e = Expr::Verbatim(assigned);
        } else {
            self.assign_target(&mut a.left);
        }
    }

    /// `_ = place` leaves the place alone, a destructuring assignment takes it apart.
    fn assigned_value(&mut self, target: &Expr, value: &mut Expr) {
        match target {
            Expr::Infer(_) => self.rewrite_base(value, Use::Place),
            Expr::Tuple(_) | Expr::Array(_) | Expr::Call(_) | Expr::Struct(_) => {
                self.rewrite_base(value, Use::Ambiguous)
            }
            _ => self.rewrite(value, Use::Value),
        }
    }

    /// `assign(x, x_live, value)`, where `x` has a flag.
    pub fn assign_flagged(&self, target: &Expr, value: &TokenStream) -> Option<TokenStream> {
        let slot = *self.hoisted.get(&self.body.names.variable(target)?)?;
        let (rt, live) = (&self.ids.rt, self.live(slot));
        (self.slots[slot].has_flag && self.captures.is_none()).then(|| {
            let place = &self.slots[slot].field;
            quote_spanned!(Span::mixed_site()=> #rt::assign(#place, #live, #value))
        })
    }

    pub fn assign_target(&mut self, target: &mut Expr) {
        match target {
            Expr::Tuple(t) => t.elems.iter_mut().for_each(|e| self.assign_element(e)),
            Expr::Array(a) => a.elems.iter_mut().for_each(|e| self.assign_element(e)),
            Expr::Call(c) => c.args.iter_mut().for_each(|e| self.assign_element(e)),
            Expr::Struct(s) => s.fields.iter_mut().for_each(|f| self.assign_element(&mut f.expr)),
            Expr::Infer(_) | Expr::Range(_) => {}
            _ => self.rewrite(target, Use::Place),
        }
    }

    /// An element of a destructuring assignment.
    fn assign_element(&mut self, element: &mut Expr) {
        match self.body.names.variable(element) {
            Some(b) if self.captures.is_none() && self.hoisted.get(&b).is_some_and(|&s| self.slots[s].has_flag) => {
                self.stuck_on(b)
            }
            _ => self.assign_target(element),
        }
    }

    /// What is matched: a place, if the patterns take nothing out of it.
    ///
    /// Where one of them must match (`is_exhaustive`) and each takes all that there is, the variable is used as a value: nothing of it is left
    /// that could be dropped later.
    pub fn scrutinee(&mut self, e: &mut Expr, pats: &[Pat], is_exhaustive: bool) {
        if self.root(e).is_none() {
            return self.rewrite(e, Use::Value);
        }
        if !pats.iter().any(binds_by_value) {
            return self.rewrite(e, Use::Place);
        }
        let is_owned = self.body.names.variable(e).is_some_and(|b| self.slots[self.hoisted[&b]].kind == Kind::Owned);
        if !(is_exhaustive && is_owned && pats.iter().all(takes_all)) || self.captures.is_some() {
            return self.rewrite(e, Use::Ambiguous);
        }
        self.rewrite(e, Use::Value);
        if pats.iter().any(names_user_type) && matches!(e, Expr::Verbatim(_)) {
            *e = Expr::Verbatim(self.taken_apart(e));
        }
    }

    /// The value, if its type has no destructor of its own. With one it would stay whole where its parts are copied.
    fn taken_apart(&self, value: &Expr) -> TokenStream {
        let sp = Span::mixed_site();
        let whole = Ident::new("whole", sp);
        let check = self.check_parts(&whole);
        quote_spanned!(sp=> ({ let #whole = #value; #check #whole }))
    }

    pub fn rewrite_block(&mut self, block: &mut Block) {
        block.stmts = self.native_list(&block.stmts);
    }

    /// The statement, behind the registers that it needs.
    pub fn rewritten_stmt(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        let outer = std::mem::take(&mut self.registers);
        let mut stmt = stmt.clone();
        let attrs = conditional::take(&mut stmt);
        self.rewrite_stmt(&mut stmt);
        if !attrs.is_empty() {
            stmt = Stmt::Expr(Expr::Verbatim(quote!(#(#attrs)* #stmt)), None);
        }
        let registers = self.registers();
        self.registers = outer;
        let registers = (!registers.is_empty()).then_some(Stmt::Expr(Expr::Verbatim(registers), None));
        registers.into_iter().chain([stmt]).collect()
    }

    pub fn rewrite_stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Local(local) => self.rewrite_local(local),
            Stmt::Expr(e, semi) => self.rewrite(e, if semi.is_some() { Use::Discarded } else { Use::Value }),
            Stmt::Macro(m) => {
                if let Some(other) = self.macro_call(&mut m.mac) {
                    *stmt = Stmt::Expr(other, m.semi_token);
                }
            }
            Stmt::Item(Item::Macro(m)) => {
                let tokens = m.mac.tokens.clone();
                self.stuck_on_mentioned(&tokens);
            }
            Stmt::Item(_) => {}
        }
    }

    fn rewrite_local(&mut self, local: &mut Local) {
        let taking = self.taking_local(local);
        let is_taking = taking.is_some();
        if let Some(taking) = taking {
            *local = taking;
        }
        let Some(init) = &mut local.init else { return };
        if !is_taking {
            self.initializer(&mut init.expr, &local.pat, init.diverge.is_none());
        }
        if let Some((_, diverge)) = &mut init.diverge {
            self.rewrite(diverge, Use::Value);
        }
    }

    /// The initial value of `let pat`; without an `else`, the pattern must match.
    pub fn initializer(&mut self, init: &mut Expr, pat: &Pat, is_exhaustive: bool) {
        match pat {
            Pat::Type(t) => self.initializer(init, &t.pat, is_exhaustive),
            Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => self.rewrite(init, Use::Value),
            _ => self.scrutinee(init, std::slice::from_ref(pat), is_exhaustive),
        }
    }
}

/// The expression where the variable stands: the same type error in it as in the shadow is then reported once.
pub fn in_place_of(variable: &Ident, e: TokenStream) -> Expr {
    let paren_token = Paren(variable.span());
    Expr::Paren(ExprParen { attrs: Vec::new(), paren_token, expr: Box::new(Expr::Verbatim(e)) })
}
