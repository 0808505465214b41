//! The end of a list of statements, from one of them on, as one leaf, where what follows depends on types.
//!
//! It begins at the first statement that may move a variable of the list and can't be lowered. The variable moves into the leaf as a local
//! there, and with it what was declared after it, so that all of them are dropped in rustc's order:
//! ```text
//! async move { let mut client = take(client, ..); let mut reply = take(reply, ..); client.close(reply).await }
//! ```
//! Where that may not be, since one of them may be borrowed, or have moved before, the rest of the function from the declaration on is a leaf.

use super::awaiting::Owner;
use super::emitter::{Emitter, Exits};
use super::kind::Kind;
use super::relocation::Point;
use super::rewrite::Use;
use crate::spans::{braced, ends};
use crate::syntax::names::{Binding, Mention};
use crate::syntax::temporaries::leaves_none;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Stmt, Type};

/// Statements that are being emitted, or the expression of an arm, with the variables that live there.
pub struct List {
    /// The address of its first statement, which stays the same in each run of the emission.
    pub key: usize,
    statements: usize,
    /// What lives as long as the list, or is declared in it.
    own: HashSet<Binding>,
    /// The parameters, or the bindings of the arm: they outlive the temporaries of the list's tail.
    entry: HashSet<Binding>,
    /// The statement that is being emitted.
    pub at: usize,
    /// The moves before it.
    moves: usize,
}

impl List {
    /// Which of its statements this is.
    pub fn position(&self, stmt: &Stmt) -> Option<usize> {
        let offset = (std::ptr::from_ref(stmt) as usize).checked_sub(self.key)?;
        let position = offset / size_of::<Stmt>();
        (position < self.statements).then_some(position)
    }

    pub fn enter(&mut self, at: usize, moves: usize) {
        (self.at, self.moves) = (at, moves);
    }
}

/// Variables that move into a leaf.
#[derive(Default)]
struct Moved {
    entry: TokenStream,
    locals: TokenStream,
    /// Before the leaf is made
    taken: TokenStream,
    /// What mentions those, the youngest first: they are dropped in this order, after all that is in the leaf.
    captured: TokenStream,
}

impl Emitter<'_> {
    fn list_of(&mut self, key: usize, stmts: &[Stmt]) -> List {
        let entry: HashSet<Binding> = std::mem::take(&mut self.entry).into_iter().collect();
        let own = entry.iter().copied().chain(self.body.declared_by(stmts)).collect();
        List { key, statements: stmts.len(), own, entry, at: 0, moves: self.moves.len() }
    }

    /// Statements with awaits among them, in the order that the user gave them.
    pub fn stmts(&mut self, stmts: &[Stmt]) -> TokenStream {
        let list = self.list_of(stmts.as_ptr() as usize, stmts);
        let tail = self.plan.tails.get(&list.key).copied();
        self.lists_around.push(list);
        let out = match tail {
            Some(from) => self.with_tail(stmts, from),
            None => self.stmts_in_place(stmts),
        };
        self.lists_around.pop();
        out
    }

    /// The expression of an arm that awaits.
    pub fn arm_value(&mut self, e: &Expr, expected: Option<&Type>) -> TokenStream {
        let list = self.list_of(std::ptr::from_ref(e) as usize, &[]);
        let tail = self.plan.tails.get(&list.key).copied();
        self.lists_around.push(list);
        let out = match tail {
            Some(_) => {
                let Moved { entry, .. } = self.move_into_leaf(None);
                self.leaf(expected.cloned(), Owner::Nobody, ends(e), |me| {
                    let e = me.rewritten(e, Use::Value);
                    quote!({ #entry match () { () => #e } })
                })
            }
            None => self.with_temporaries(ends(e).0, |me| me.result_of(e, expected)),
        };
        self.lists_around.pop();
        out
    }

    fn with_tail(&mut self, stmts: &[Stmt], from: usize) -> TokenStream {
        let (expected, owner) = (self.block_expected.take(), std::mem::take(&mut self.owner));
        let (before, tail) = stmts.split_at(from);
        let (mut scope, opened) = (Vec::new(), self.open.len());
        let out = self.before_last(before, &mut scope);
        self.note(&tail[0]);
        let Moved { entry, locals, .. } = self.move_into_leaf(None);
        self.check_tail_temporaries(&scope, tail);
        let place = ends(&quote!(#(#tail)*));
        let leaf = self.leaf(expected, owner, place, |me| {
            let tail = me.rewritten_stmts(tail);
            let block = braced(me.body.braces, quote!(#locals #(#tail)*));
            if entry.is_empty() { block } else { quote!({ #entry match () { () => #block } }) }
        });
        self.leave_scope(opened, &scope);
        quote!(#out #leaf)
    }

    /// The statements of the top level, the last of which may be one leaf.
    pub fn top_stmts(&mut self, stmts: &[Stmt]) -> TokenStream {
        self.entry = self.body.params.iter().filter_map(|p| self.body.names.binding(&p.name)).collect();
        let list = self.list_of(stmts.as_ptr() as usize, stmts);
        self.lists_around.push(list);
        let (before, tail) = stmts.split_at(self.plan.tail_from.min(stmts.len()));
        let out = if tail.is_empty() { self.stmts_in_place(before) } else { self.before_tail(before, tail) };
        self.lists_around.pop();
        out
    }

    fn before_tail(&mut self, before: &[Stmt], tail: &[Stmt]) -> TokenStream {
        let (mut scope, opened) = (Vec::new(), self.open.len());
        let out = self.before_last(before, &mut scope);
        self.note(&tail[0]);
        let leaf = self.tail_leaf(tail, &scope);
        self.leave_scope(opened, &scope);
        quote!(#out #leaf)
    }

    /// The end of the function as one leaf whose result is the function's: `return` and `?` stay as they are.
    fn tail_leaf(&mut self, stmts: &[Stmt], scope: &[usize]) -> TokenStream {
        self.leaves += 1;
        let sp = Span::mixed_site();
        let Moved { entry, locals, taken, captured } = self.move_into_leaf(Some(stmts));
        self.check_tail_temporaries(scope, stmts);
        let outer = std::mem::replace(&mut self.exits, Exits::Own);
        let stmts = self.rewritten_stmts(stmts);
        self.exits = outer;
        let block = braced(self.body.braces, quote!(#locals #(#stmts)*));
        let declared = self.output.never_returned(|ty| ty.to_token_stream());
        let operand = quote_spanned!(sp=> #taken async move { #declared #captured #entry match () { () => #block } });
        #[allow(clippy::reversed_empty_ranges)] // no await of the machine inside
        self.awaited(&operand, 1..=0, (sp, sp)).value()
    }

    /// Up to edition 2021 the temporaries of a tail outlive the variables of its block; in a leaf they don't outlive those that stayed outside.
    fn check_tail_temporaries(&mut self, scope: &[usize], tail: &[Stmt]) {
        let stays = |s: &usize| self.slots[*s].kind == Kind::Owned && self.hoisted.values().any(|h| h == s);
        if ends_with_temporaries(tail) && scope.iter().any(stays) {
            let list = self.lists_around.last().expect("inside one");
            let is_top = self.lists_around.len() == 1;
            let first = self.body.stmts.iter().position(|s| matches!(s, Stmt::Local(_))).unwrap_or(0);
            let key = list.key;
            self.found.immovable.insert(key);
            self.stuck_at(if is_top { first } else { self.top });
        }
    }

    /// `let mut x = take(x, x_live);` for each variable that has to be the leaf's that begins here. The one that the function ends with, with
    /// these statements, takes before it is awaited what is dropped last in it: it needs no second place for that.
    fn move_into_leaf(&mut self, end: Option<&[Stmt]>) -> Moved {
        let mut prelude = Moved::default();
        let list = self.lists_around.last().expect("inside one");
        let (key, at, top) = (list.key, list.at, self.lists_around.len() == 1);
        let wanted = list.own.iter().filter(|b| self.plan.into_tail.contains(b));
        let first = wanted.filter_map(|b| self.hoisted.get(b)).min().copied();
        let Some(first) = first.filter(|_| !self.plan.immovable.contains(&key)) else { return prelude };
        let tail = self.tail_tokens(key, at);
        let Some(moved) = self.movable_from(self.lists_around.len() - 1, first, &tail) else {
            self.found.immovable.insert(key);
            return prelude;
        };
        for (binding, slot) in moved {
            // Nothing mentions a variable behind the declaration of another one of its name.
            let is_hidden = self.is_shadowed(binding, self.lists_around.last().expect("inside one"));
            self.hoisted.remove(&binding);
            self.moves(binding, false);
            let (rt, sp, live) = (&self.ids.rt, Span::mixed_site(), self.live(slot));
            let field = &self.slots[slot].field;
            let name = if is_hidden { field } else { &self.slots[slot].ident }.clone();
            let local = quote_spanned!(sp=> let mut #name = #rt::take(#field, #live););
            let list = self.lists_around.last().expect("inside one");
            let is_entry = list.entry.contains(&binding);
            if end.is_some_and(|stmts| is_entry || !ends_with_temporaries(stmts)) {
                let captured = &prelude.captured;
                prelude.captured = quote_spanned!(sp=> let _ = &#name; #captured);
                prelude.taken.extend(local);
                self.gone(slot);
            } else {
                if is_entry { &mut prelude.entry } else { &mut prelude.locals }.extend(local);
                self.used_by_leaf(slot);
            }
            if !self.body.liveness.is_untouched_before(&self.mentions_in(&tail), binding) {
                let point = if top { Point::Top(at, name) } else { Point::Statement(self.first_of(key, at), name) };
                self.found.relocated.push((binding, point));
            }
        }
        prelude
    }

    /// The variables of the list from this slot on that may own something, in the order of their declaration, if all of them can move.
    fn movable_from(&self, list: usize, first: usize, tail: &TokenStream) -> Option<Vec<(Binding, usize)>> {
        let list = &self.lists_around[list];
        let has_moved = |b: &Binding, surely: bool| {
            self.moves[..list.moves].iter().any(|(moved, sure)| moved == b && (*sure || !surely))
        };
        let slots = list.own.iter().filter_map(|b| self.hoisted.get(b).map(|&s| (*b, s)));
        let owns = |(b, s): &(Binding, usize)| *s >= first && self.slots[*s].kind == Kind::Owned && !has_moved(b, true);
        let mut live: Vec<(Binding, usize)> = slots.filter(owns).collect();
        live.sort_by_key(|&(_, slot)| slot);
        let locals: Vec<Binding> = live.iter().map(|(b, _)| *b).collect();
        let mentions = self.mentions_in(tail);
        // The relocation shadow can't name a variable where another one has its name.
        let is_hidden = |b: Binding| self.is_shadowed(b, list) && !self.body.liveness.is_untouched_before(&mentions, b);
        let may_move = |(b, _): &(Binding, usize)| {
            !has_moved(b, false) && !is_hidden(*b) && !self.is_held(*b, tail) && !self.keeps_borrow(*b, &locals, tail)
        };
        (!self.body.observes_addresses && live.iter().all(may_move)).then_some(live)
    }

    /// Whether a variable of the same name was declared since, and hides it here.
    fn is_shadowed(&self, binding: Binding, list: &List) -> bool {
        let (names, slot) = (&self.body.names, self.hoisted[&binding]);
        let mut alike = list.own.iter().filter(|b| names.original(**b) == names.original(binding));
        alike.any(|b| self.hoisted.get(b).is_some_and(|&s| s > slot))
    }

    fn is_held(&self, binding: Binding, tail: &TokenStream) -> bool {
        let mentions = self.mentions_in(tail);
        let hides_self = self.body.names.original(binding) == "self" && self.body.liveness.any_hidden(&mentions);
        hides_self || self.body.liveness.is_borrowed_in(&mentions, binding)
    }

    fn mentions_in(&self, tokens: &TokenStream) -> HashSet<Mention> {
        self.body.names.mentions_in(tokens).into_iter().map(|(m, _)| m).collect()
    }

    /// The list whose end can be a leaf, from the statement that is being emitted on, with the variable moved into it.
    pub fn list_to_move_in(&self, binding: Binding) -> Option<usize> {
        let slot = *self.hoisted.get(&binding)?;
        let i = self.lists_around.iter().rposition(|l| l.own.contains(&binding))?;
        let list = &self.lists_around[i];
        let may =
            (i > 0 || list.at > 0) && self.slots[slot].kind == Kind::Owned && !self.plan.immovable.contains(&list.key);
        let tail = may.then(|| self.tail_tokens(list.key, list.at))?;
        self.movable_from(i, slot, &tail).map(|_| i)
    }

    /// The code of a list from one of its statements on.
    fn tail_tokens(&self, key: usize, at: usize) -> TokenStream {
        self.code_of(key, at).into_iter().collect()
    }

    /// The text of one statement of a list. No other has the same: each mention has a name of its own.
    fn first_of(&self, key: usize, at: usize) -> String {
        self.code_of(key, at).first().map(ToString::to_string).unwrap_or_default()
    }

    fn code_of(&self, key: usize, at: usize) -> Vec<TokenStream> {
        let mut find = FindList { key, at, found: Vec::new() };
        find.look_at(&self.body.stmts);
        self.body.stmts.iter().for_each(|s| find.visit_stmt(s));
        find.found
    }
}

struct FindList {
    key: usize,
    at: usize,
    found: Vec<TokenStream>,
}

impl FindList {
    fn look_at(&mut self, stmts: &[Stmt]) {
        if stmts.as_ptr() as usize == self.key {
            self.found = stmts[self.at..].iter().map(ToTokens::to_token_stream).collect();
        }
    }
}

impl<'a> Visit<'a> for FindList {
    fn visit_block(&mut self, b: &'a Block) {
        self.look_at(&b.stmts);
        visit::visit_block(self, b);
    }
    fn visit_expr(&mut self, e: &'a Expr) {
        if std::ptr::from_ref(e) as usize == self.key {
            self.found = vec![e.to_token_stream()];
        }
        visit::visit_expr(self, e);
    }
}

fn ends_with_temporaries(stmts: &[Stmt]) -> bool {
    matches!(stmts.last(), Some(Stmt::Expr(e, None)) if !leaves_none(e))
}
