//! The end of the body from some statement on as one leaf, where what follows depends on types.
//!
//! It begins at the first statement that may move a variable and can't be lowered. The variable moves into the leaf as a local there, and
//! with it what was declared after it, so that all of them are dropped in rustc's order:
//! ```text
//! async move { let mut client = client_guard.take(); let mut reply = reply_guard.take(); client.close(reply).await }
//! ```
//! Where that may not be, since one of them may be borrowed, or have moved before, the leaf begins where the variable is declared.

use super::emitter::{Emitter, Exits};
use super::kind::Kind;
use super::relocation::Point;
use crate::spans::braced;
use crate::syntax::names::{Binding, Mention};
use crate::syntax::temporaries::leaves_none;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::Stmt;
use syn::spanned::Spanned;

impl Emitter<'_> {
    /// The statements of the top level, the last of which may be one leaf.
    pub fn top_stmts(&mut self, stmts: &[Stmt]) -> TokenStream {
        let tail_from = self.plan.tail_from.min(stmts.len());
        let (before, tail) = stmts.split_at(tail_from);
        if tail.is_empty() {
            return self.stmts(before);
        }
        let (mut scope, opened) = (Vec::new(), self.open.len());
        let out = self.before_last(before, &mut scope);
        self.note(&tail[0]);
        if scope.iter().any(|&s| self.slots[s].kind == Kind::Owned) && ends_with_temporaries(tail) {
            self.stuck_at(before.iter().position(|s| matches!(s, Stmt::Local(_))).unwrap_or(0));
        }
        let leaf = self.tail_leaf(tail);
        self.leave_scope(opened, &scope);
        quote!(#out #leaf)
    }

    /// The end of the function as one leaf whose result is the function's: `return` and `?` stay as they are.
    fn tail_leaf(&mut self, stmts: &[Stmt]) -> TokenStream {
        self.leaves += 1;
        let sp = Span::mixed_site();
        let moved = self.move_into_tail(stmts);
        let outer = std::mem::replace(&mut self.exits, Exits::Own);
        let stmts = self.rewritten_stmts(stmts);
        self.exits = outer;
        let block = braced(self.body.braces, quote!(#moved #(#stmts)*));
        let declared = self.output.never_returned(|ty| ty.to_token_stream());
        let operand = quote_spanned!(sp=> async move { #declared match () { () => #block } });
        #[allow(clippy::reversed_empty_ranges)] // no await of the machine inside
        self.await_in_place(&operand, 1..=0, (sp, sp))
    }

    /// `let mut x = take(x, x_live);` for each variable that has to be a local of the leaf.
    fn move_into_tail(&mut self, stmts: &[Stmt]) -> TokenStream {
        if self.plan.immovable {
            return TokenStream::new();
        }
        let Some(first) = self.plan.into_tail.iter().filter_map(|b| self.hoisted.get(b)).min().copied() else {
            return TokenStream::new();
        };
        let Some(moved) = self.movable_from(first, stmts) else {
            self.found.immovable = true;
            return TokenStream::new();
        };
        let mut prelude = TokenStream::new();
        for (binding, slot) in moved {
            self.hoisted.remove(&binding);
            self.moves(binding, false);
            let at = self.slots[slot].ident.span().located_at(stmts[0].span());
            let name = Ident::new(&self.slots[slot].ident.to_string(), at);
            self.found.relocated.push((binding, Point::Top(self.top, name)));
            let (rt, sp, live) = (&self.ids.rt, Span::mixed_site(), self.live(slot));
            let (name, field) = (&self.slots[slot].ident, &self.slots[slot].field);
            prelude.extend(quote_spanned!(sp=> let mut #name = #rt::take(#field, #live);));
        }
        prelude
    }

    /// The variables from this slot on that may own something, in the order of their declaration, if all of them can move.
    fn movable_from(&self, first: usize, tail: &[Stmt]) -> Option<Vec<(Binding, usize)>> {
        let mut live: Vec<(Binding, usize)> = self
            .top_level
            .iter()
            .filter_map(|b| self.hoisted.get(b).map(|&s| (*b, s)))
            .filter(|&(b, s)| s >= first && self.slots[s].kind == Kind::Owned && !self.has_moved(b, true))
            .collect();
        live.sort_by_key(|&(_, slot)| slot);
        let tokens: TokenStream = tail.iter().map(ToTokens::to_token_stream).collect();
        let may_move = |&(b, _): &(Binding, usize)| {
            !self.has_moved(b, false) && !self.is_held(b, &tokens) && !self.keeps_borrow(b, &tokens)
        };
        (!self.body.observes_addresses && live.iter().all(may_move)).then_some(live)
    }

    fn is_held(&self, binding: Binding, tail: &TokenStream) -> bool {
        let mentions: HashSet<Mention> = self.body.names.mentions_in(tail).into_iter().map(|(m, _)| m).collect();
        let hides_self = self.body.names.original(binding) == "self" && self.body.liveness.any_hidden(&mentions);
        hides_self || self.body.liveness.is_borrowed_in(&mentions, binding)
    }

    /// Whether the leaf can begin at the statement that is being emitted, with the variable moved into it.
    pub fn can_move_into_tail(&self, binding: Binding) -> bool {
        let Some(&slot) = self.hoisted.get(&binding) else { return false };
        self.top > 0
            && !self.plan.immovable
            && self.top_level.contains(&binding)
            && self.slots[slot].kind == Kind::Owned
            && self.movable_from(slot, &self.body.stmts[self.top..]).is_some()
    }
}

/// Up to edition 2021 they outlive the variables of the block, in a leaf they don't.
fn ends_with_temporaries(stmts: &[Stmt]) -> bool {
    matches!(stmts.last(), Some(Stmt::Expr(e, None)) if !leaves_none(e))
}
