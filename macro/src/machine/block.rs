//! Blocks: statements that ran before the await are skipped when the machine resumes at it, what follows the last await is native code.
//!
//! Input:
//! ```text
//! let line = read(&mut conn).await; let key = parse(line); store(key).await; log(); 1
//! ```
//! Output:
//! ```text
//! let line = slot(..);
//! if matches!(at, State::Run | State::Await1) { put(line, { .. }); }
//! let key = slot(..); let mut key_guard = Guard::dead(key);
//! if matches!(at, State::Run) { key_guard.init(parse((*line))); } else { key_guard.arm(); }
//! { .. };
//! log(); 1
//! ```

use super::awaiting::{Awaited, Owner};
use super::emitter::{Emitter, await_field};
use super::kind::Kind;
use super::pattern::{bindings, takes_all, untyped};
use super::rewrite::Use;
use crate::spans::{braced, ends, parenthesised};
use crate::syntax::awaits;
use crate::syntax::callable::Calls;
use crate::syntax::conditional;
use crate::syntax::temporaries::{extends_temporary, has_ref, leaves_none};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Block, Expr, Generics, Item, Local, LocalInit, Pat, Stmt, Type};

/// The type that is expected of a block's value, if one was written, and what has that value.
type Value = (Option<Type>, Owner);

/// The variables that one statement declares, each with its slot.
type Declared = Vec<(Ident, usize)>;

impl Emitter<'_> {
    /// `{ .. }` with awaits.
    pub fn block(&mut self, block: &Block) -> TokenStream {
        let stmts = self.stmts(&block.stmts);
        braced(block.brace_token, stmts)
    }

    /// As [`block`](Self::block), where a type is expected of its value, if one was written, and `owner` has it.
    pub fn block_of(&mut self, block: &Block, expected: Option<&Type>, owner: Owner) -> TokenStream {
        (self.block_expected, self.owner) = (expected.cloned(), owner);
        self.block(block)
    }

    pub fn stmts_in_place(&mut self, stmts: &[Stmt]) -> TokenStream {
        let (expected, owner) = (self.block_expected.take(), std::mem::take(&mut self.owner));
        let Some(last) = stmts.iter().rposition(awaits::in_stmt) else {
            let stmts = self.native(stmts);
            return quote!(#(#stmts)*);
        };
        let mut scope = Vec::new();
        let opened = self.open.len();
        let mut out = self.before_last(&stmts[..last], &mut scope);
        out.extend(self.last_awaiting(&stmts[last], &stmts[last + 1..], &scope, (expected, owner)));
        let rest = self.native(&stmts[last + 1..]);
        out.extend(quote!(#(#rest)*));
        self.leave_scope(opened, &scope);
        out
    }

    /// Statements that no await follows: their variables are real ones.
    fn native(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        self.native_list(stmts)
    }

    pub fn leave_scope(&mut self, opened: usize, scope: &[usize]) {
        self.open.truncate(opened);
        scope.iter().for_each(|&slot| self.close(slot));
    }

    /// Statements that another await of the block follows.
    pub fn before_last(&mut self, stmts: &[Stmt], scope: &mut Vec<usize>) -> TokenStream {
        let mut out = TokenStream::new();
        let mut rest = stmts;
        while let Some(first) = rest.first() {
            let group = rest.iter().take_while(|s| !awaits::in_stmt(s) && !is_item(s)).count();
            let (these, others) = rest.split_at(group.max(1));
            out.extend(match first {
                Stmt::Item(item) => self.item(item),
                _ if group > 0 => self.group(these, scope),
                awaiting => self.awaiting(awaiting, scope),
            });
            rest = others;
        }
        out
    }

    fn item(&mut self, item: &Item) -> TokenStream {
        let mut stmt = Stmt::Item(item.clone());
        self.rewrite_stmt(&mut stmt);
        stmt.to_token_stream()
    }

    /// Statements without awaits, skipped when the machine resumes further on.
    pub fn group(&mut self, stmts: &[Stmt], scope: &mut Vec<usize>) -> TokenStream {
        let (mut opened, mut run, mut slots) = (TokenStream::new(), TokenStream::new(), Vec::new());
        for stmt in stmts {
            self.note(stmt);
            match stmt {
                Stmt::Local(local) => {
                    let (mut open, mut declared) = Default::default();
                    let taking = self.taking_local(local);
                    let local = taking.as_ref().unwrap_or(local);
                    run.extend(self.with_registers(|me| {
                        let value = me.initial_value(local);
                        (open, declared) = me.declare_local(local);
                        me.store(local, value, &declared)
                    }));
                    opened.extend::<TokenStream>(open);
                    slots.extend(declared.iter().map(|(_, slot)| *slot));
                }
                other => self.rewritten_stmts(std::slice::from_ref(other)).iter().for_each(|s| s.to_tokens(&mut run)),
            }
        }
        scope.extend(&slots);
        let resumed = self.rearm(&slots);
        let running = self.running();
        quote_spanned!(Span::mixed_site()=> #opened if #running { #run } #resumed)
    }

    /// `else { x_guard.arm(); }`
    fn rearm(&self, slots: &[usize]) -> TokenStream {
        let guards = self.armed_by_state(slots);
        if guards.is_empty() {
            TokenStream::new()
        } else {
            quote_spanned!(Span::mixed_site()=> else { #(#guards.arm();)* })
        }
    }

    fn initial_value(&mut self, local: &Local) -> Option<Expr> {
        let init = local.init.as_ref()?;
        if extends_temporary(&init.expr) || has_ref(&local.pat) {
            self.stuck_here();
        }
        let mut value = (*init.expr).clone();
        self.initializer(&mut value, &local.pat, init.diverge.is_none());
        Some(value)
    }

    /// A copy of a variable that owns nothing owns nothing either.
    fn kind_of(&self, local: &Local) -> Kind {
        let is_plain = |e: &Expr| {
            let slot = self.body.names.variable(e).and_then(|binding| self.hoisted.get(&binding));
            slot.is_some_and(|&s| self.slots[s].kind == Kind::Plain)
        };
        match (Kind::of_local(local), &local.pat, &local.init) {
            (Kind::Owned, Pat::Ident(_), Some(init)) if is_plain(&init.expr) => Kind::Plain,
            (kind, ..) => kind,
        }
    }

    /// Slots for the variables of a `let`, and the statements that open them.
    fn declare_local(&mut self, local: &Local) -> (TokenStream, Declared) {
        let kind = self.kind_of(local);
        let is_single = matches!(untyped(&local.pat), Pat::Ident(_));
        let mut opened = TokenStream::new();
        let mut declared = Vec::new();
        let calls = if is_single { self.calls_of(local) } else { None };
        for ident in bindings(&local.pat) {
            let slot = self.declare(&ident, if is_single { kind } else { Kind::Owned }, None);
            self.slots[slot].is_small = is_single && Kind::is_small(local);
            if local.init.is_none() && self.slots[slot].kind == Kind::Owned {
                let binding = self.body.names.binding(&ident).expect("resolved");
                self.moves(binding, false); // filled later, or never
            }
            self.calls.extend(self.body.names.binding(&ident).zip(calls));
            opened.extend(self.open_slot(slot, false));
            opened.extend(self.type_of_later(local, slot));
            declared.push((ident, slot));
        }
        (opened, declared)
    }

    /// What `let x: T;` says of values that `x` gets later: they are coerced to `T`.
    fn type_of_later(&self, local: &Local, slot: usize) -> Option<TokenStream> {
        let (None, Pat::Type(t)) = (&local.init, &local.pat) else { return None };
        let (field, ty) = (&self.slots[slot].field, &t.ty);
        Some(quote_spanned!(Span::mixed_site()=> let #field: *mut #ty = #field;))
    }

    /// How often the variable that `local` declares can be called.
    fn calls_of(&mut self, local: &Local) -> Option<Calls> {
        match (&local.pat, local.init.as_ref().map(|i| &*i.expr)) {
            (Pat::Type(t), _) => Calls::of(&t.ty, &Generics::default()),
            (_, Some(closure @ Expr::Closure(_))) => (!self.is_called_once(closure)).then_some(Calls::Many),
            _ => None,
        }
    }

    /// Runs the `let` and puts what it binds into its slots.
    fn store(&mut self, local: &Local, value: Option<Expr>, declared: &Declared) -> TokenStream {
        let (Some(value), Some(init)) = (value, &local.init) else { return TokenStream::new() };
        let sp = Span::mixed_site();
        match (&local.pat, init) {
            (Pat::Ident(p), LocalInit { diverge: None, .. }) if p.subpat.is_none() && !declared.is_empty() => {
                self.fill(declared[0].1, value.to_token_stream())
            }
            (Pat::Type(t), LocalInit { diverge: None, .. }) if is_plain_ident(&t.pat) => {
                let (ty, typed) = (&t.ty, Ident::new("value", sp));
                let filled = self.fill(declared[0].1, typed.to_token_stream());
                quote_spanned!(sp=> let #typed: #ty = #value; #filled)
            }
            (pat, init) => {
                let diverge = init.diverge.as_ref().map(|(_, e)| {
                    let e = self.native_branch(e);
                    quote_spanned!(sp=> else #e)
                });
                let exports: Vec<TokenStream> =
                    declared.iter().map(|(ident, slot)| self.export(*slot, ident)).collect();
                let guards = self.armed_by_state(&declared.iter().map(|(_, slot)| *slot).collect::<Vec<_>>());
                let (from, to) = (&local.let_token, &local.semi_token);
                let value = parenthesised(ends(&init.expr).1, value);
                quote_spanned!(sp=> { #from #pat = #value #diverge #to #(#exports)* #(#guards.arm();)* })
            }
        }
    }

    /// A statement with awaits that another await of the block follows.
    fn awaiting(&mut self, stmt: &Stmt, scope: &mut Vec<usize>) -> TokenStream {
        self.note(stmt);
        self.conditionally(stmt, |me, stmt| me.awaiting_one(stmt, scope))
    }

    fn awaiting_one(&mut self, stmt: &Stmt, scope: &mut Vec<usize>) -> TokenStream {
        let before = self.awaits + 1;
        match stmt {
            Stmt::Local(local) => self.awaiting_local(local, scope),
            Stmt::Expr(e, semi) => {
                let value = self.with_registers(|me| me.statement(e, semi.is_some()));
                let entered = self.entered(before..=self.awaits);
                quote_spanned!(Span::mixed_site()=> if #entered { #value; })
            }
            Stmt::Macro(m) => {
                let value = self.leaf_of_macro(m, Owner::Variable);
                let entered = self.entered(before..=self.awaits);
                quote_spanned!(Span::mixed_site()=> if #entered { #value; })
            }
            Stmt::Item(item) => self.item(item),
        }
    }

    /// Code of a statement that may not be compiled. Then the types of its awaiters and slots are of no matter, but rustc has to know them.
    fn conditionally(&mut self, stmt: &Stmt, code: impl FnOnce(&mut Self, &Stmt) -> TokenStream) -> TokenStream {
        let mut stmt_itself = stmt.clone();
        let attrs = conditional::take(&mut stmt_itself);
        if attrs.is_empty() {
            return code(self, stmt);
        }
        let before = self.counts();
        let code = code(self, &stmt_itself);
        self.compiled_if(&attrs, &code, before, &TokenStream::new())
    }

    /// How many awaits and slots there are so far.
    pub fn counts(&self) -> (usize, usize) {
        (self.awaits, self.slots.len())
    }

    /// `code`, or if it isn't compiled the types of the awaiters and slots that it has since `before`, and `otherwise`.
    pub fn compiled_if(
        &self,
        attrs: &[Attribute],
        code: &TokenStream,
        before: (usize, usize),
        otherwise: &TokenStream,
    ) -> TokenStream {
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        let awaiters = (before.0 + 1..=self.awaits).map(await_field);
        let slots = self.slots[before.1..].iter().map(|s| s.field.clone());
        let places = awaiters.chain(slots);
        let condition = conditional::condition(attrs);
        quote_spanned! {sp=>
            #[cfg(#condition)] { #code }
            #[cfg(not(#condition))] {
                #(#rt::absent(#places);)*
                #otherwise
            }
        }
    }

    /// `let x = e.await;`: the slot is declared after the awaits of its own value.
    fn awaiting_local(&mut self, local: &Local, scope: &mut Vec<usize>) -> TokenStream {
        let before = self.awaits + 1;
        let Some(init) = &local.init else { return TokenStream::new() };
        let opened_before = self.open.len();
        let registers = std::mem::take(&mut self.registers);
        let awaited = self.awaited_alone(local);
        let value = match &awaited {
            Some(awaited) => awaited.output.clone(),
            None => self.with_temporaries(ends(&init.expr).0, |me| me.expr_of(&init.expr, written_type(&local.pat))),
        };
        debug_assert_eq!(self.open.len(), opened_before);
        if has_ref(&local.pat)
            || extends_temporary(&init.expr)
            || self.takes_leaf_apart(&local.pat, &init.expr)
            || local.init.as_ref().is_some_and(|i| i.diverge.as_ref().is_some_and(|(_, e)| awaits::has(e)))
        {
            self.stuck_here();
        }
        let awaits = before..=self.awaits;
        let temporaries = std::mem::take(&mut self.ended);
        let (opened, declared) = self.declare_local(local);
        let stored = self.store(local, Some(Expr::Verbatim(value)), &declared);
        let sp = Span::mixed_site();
        let stored = awaited.map_or(stored.clone(), |awaited| awaited.then(&quote_spanned!(sp=> #stored break;)));
        self.end_temporaries(temporaries);
        let kept = self.registers();
        self.registers = registers;
        let slots: Vec<usize> = declared.iter().map(|(_, slot)| *slot).collect();
        scope.extend(&slots);
        let (entered, resumed) = (self.entered(awaits), self.rearm(&slots));
        quote_spanned!(sp=> #opened if #entered { #kept #stored } #resumed)
    }

    /// `let x = e.await;`, and nothing more: the value goes from where the poll left it to its slot. (With a type on `x`, a value of another type would be
    /// told so a second time, in other words than in the shadow.)
    fn awaited_alone(&mut self, local: &Local) -> Option<Awaited> {
        match local.init.as_ref()? {
            LocalInit { expr, diverge: None, .. } if is_plain_ident(&local.pat) && self.is_structured(expr) => {
                let Expr::Await(a) = &**expr else { return None };
                if !leaves_none(expr) {
                    return None;
                }
                self.ended.clear();
                Some(self.awaited_expr(a))
            }
            _ => None,
        }
    }

    /// The last statement with awaits: nothing has to skip it.
    fn last_awaiting(&mut self, stmt: &Stmt, rest: &[Stmt], scope: &[usize], value: Value) -> TokenStream {
        self.note(stmt);
        self.conditionally(stmt, |me, stmt| {
            me.with_registers(|me| me.last_awaiting_one(stmt, rest.is_empty(), scope, value))
        })
    }

    /// Whether temporaries of a leaf should outlive what a pattern leaves of its value, or be alive when it has bound its variables: in a leaf they
    /// die before.
    fn takes_leaf_apart(&self, pat: &Pat, init: &Expr) -> bool {
        let leaves_some = || !self.is_structured(init) && !leaves_none(init);
        awaits::has(init)
            && !is_plain_ident(untyped(pat))
            && (leaves_some() || !takes_all(pat) && self.leaves_residue(init))
    }

    fn last_awaiting_one(&mut self, stmt: &Stmt, is_tail: bool, scope: &[usize], value: Value) -> TokenStream {
        let sp = Span::mixed_site();
        match stmt {
            Stmt::Local(local) => {
                let Some(init) = &local.init else { return TokenStream::new() };
                if extends_temporary(&init.expr) || self.takes_leaf_apart(&local.pat, &init.expr) {
                    self.stuck_here();
                }
                let at = ends(&init.expr).0;
                let value = self.with_temporaries(at, |me| me.expr_of(&init.expr, written_type(&local.pat)));
                let pat = &local.pat;
                let diverge = init.diverge.as_ref().map(|(_, e)| {
                    if awaits::has(e) {
                        self.stuck_here();
                    }
                    let e = self.native_branch(e);
                    quote_spanned!(sp=> else #e)
                });
                let (from, to) = (&local.let_token, &local.semi_token);
                let value = parenthesised(ends(&init.expr).1, value);
                quote_spanned!(sp=> #from #pat = #value #diverge #to)
            }
            Stmt::Expr(e, None) if is_tail => self.tail(e, scope, value),
            Stmt::Expr(e, semi) => {
                let value = self.statement(e, semi.is_some());
                quote_spanned!(sp=> #value;)
            }
            Stmt::Macro(m) => {
                let value = self.leaf_of_macro(m, of_tail(value.1));
                if m.semi_token.is_none() && is_tail { value } else { quote_spanned!(sp=> #value;) }
            }
            Stmt::Item(item) => self.item(item),
        }
    }

    /// The value of the block. Temporaries of a tail expression die after the block's variables up to edition 2021 and before them since; in
    /// a leaf, or when the machine has matched them, they would always die before.
    fn tail(&mut self, e: &Expr, scope: &[usize], (expected, owner): Value) -> TokenStream {
        let first = scope.iter().find(|&&s| self.slots[s].kind == Kind::Owned).copied();
        let owned = self.tail_owned.or(first);
        if owned.is_some() && (!self.is_structured(e) && !leaves_none(e) || self.leaves_residue(e)) {
            self.stuck_here();
        }
        // The tail of a plain block is one of the enclosing block's too.
        let is_plain_block = matches!(e, Expr::Block(_) | Expr::Unsafe(_));
        let outer = std::mem::replace(&mut self.tail_owned, owned.filter(|_| is_plain_block));
        let is_last =
            self.body.stmts.last().is_some_and(|last| matches!(last, Stmt::Expr(last, None) if std::ptr::eq(last, e)));
        let result = self.output.inferred.clone();
        let owner = if is_last { Owner::Nobody } else { of_tail(owner) };
        let expected = if is_last { Some(&result) } else { expected.as_ref() };
        let value = self.with_tail_temporaries(ends(e).0, owned, |me| {
            me.owner = owner;
            me.expr_of(e, expected)
        });
        self.tail_owned = outer;
        value
    }

    /// An expression statement: its value, if it may have one, is dropped at once, before what outlives it.
    fn statement(&mut self, e: &Expr, has_value: bool) -> TokenStream {
        if self.is_structured(e) && !(has_value && self.leaves_residue(e)) {
            let value = self.with_temporaries(ends(e).0, |me| me.expr(e));
            return match e {
                Expr::If(_)
                | Expr::Match(_)
                | Expr::Loop(_)
                | Expr::While(_)
                | Expr::ForLoop(_)
                | Expr::Block(_)
                | Expr::Unsafe(_) => value,
                _ => {
                    quote_spanned!(Span::mixed_site()=> let _ = #value)
                }
            };
        }
        self.leaf(None, Owner::Variable, ends(e), |me| {
            let e = me.rewritten(e, Use::Value);
            quote!({ #e; })
        })
    }
}

/// What has the value of a block's tail, where `owner` has that of the block.
fn of_tail(owner: Owner) -> Owner {
    if owner == Owner::Nobody { owner } else { Owner::Block }
}

fn is_item(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Item(_))
}

fn written_type(pat: &Pat) -> Option<&Type> {
    match pat {
        Pat::Type(t) => Some(&t.ty),
        _ => None,
    }
}

fn is_plain_ident(pat: &Pat) -> bool {
    matches!(pat, Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none())
}
