//! Deferred locals: where the last use of a variable depends on its type, and nothing is awaited as long as it lives on, the variable moves
//! from its slot to a real local of the user's name just before that use. rustc then decides what the use is.
//!
//! Input: `greeting.finish(); Ok(())`, after the last await, output:
//! ```text
//! let greeting_guard = FlagGuard::new(..); let mut greeting;
//! ..
//! greeting = greeting_guard.take(); greeting.finish(); Ok(())
//! ```
//! The local is declared beside the guard of the slot, so that it is dropped where the variable would be. Its address is another one than
//! before: that nothing borrows it there is assumed by what the syntax shows, and rustc checks it in the [relocation shadow](super::relocation).

use super::emitter::{Emitter, Exits};
use super::kind::Kind;
use super::relocation::Point;
use crate::syntax::names::{Binding, Mention};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Expr, Stmt};

/// A variable that is a real local now, and the slot that it has moved out of.
type Moved = (Binding, usize);

impl Emitter<'_> {
    /// Statements without awaits, of one block.
    pub fn native_list(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        if self.exits != Exits::Machine || self.captures.is_some() {
            return self.rewritten_stmts(stmts);
        }
        let mut moved = Vec::new();
        let mut out = Vec::new();
        for (i, stmt) in stmts.iter().enumerate() {
            self.note(stmt);
            let rest = stmts[i..].iter().map(ToTokens::to_token_stream).collect();
            let (fills, rewritten) = self.deferring(&rest, stmt, &mut moved, |me| me.rewritten_stmt(stmt));
            out.extend((!fills.is_empty()).then(|| Stmt::Expr(Expr::Verbatim(fills), None)));
            out.extend(rewritten);
        }
        self.hoisted.extend(moved);
        out
    }

    /// An expression without awaits that is a scope of its own: an arm, an `else`.
    pub fn native_branch(&mut self, e: &Expr) -> Expr {
        if self.exits != Exits::Machine || self.captures.is_some() || matches!(e, Expr::Block(_)) {
            return self.rewritten(e, super::rewrite::Use::Value);
        }
        let mut moved = Vec::new();
        let (fills, rewritten) =
            self.deferring(&e.to_token_stream(), e, &mut moved, |me| me.rewritten(e, super::rewrite::Use::Value));
        self.hoisted.extend(moved);
        if fills.is_empty() { rewritten } else { Expr::Verbatim(quote!({ #fills #rewritten })) }
    }

    /// Runs `rewrite`, again and again as long as it meets variables that can be deferred. `region` is all code that follows in the list.
    fn deferring<T>(
        &mut self,
        region: &TokenStream,
        code: impl ToTokens,
        moved: &mut Vec<Moved>,
        rewrite: impl Fn(&mut Self) -> T,
    ) -> (TokenStream, T) {
        let mut fills = TokenStream::new();
        loop {
            let (outer, relocated) = (std::mem::take(&mut self.wanted), self.found.relocated.len());
            self.lists += 1;
            let rewritten = rewrite(self);
            self.lists -= 1;
            let wanted = std::mem::replace(&mut self.wanted, outer);
            if wanted.is_empty() {
                return (fills, rewritten);
            }
            self.found.relocated.truncate(relocated); // it is rewritten again
            let mut progress = false;
            for binding in wanted {
                match self.relocation_point(binding, region, &code.to_token_stream()) {
                    Some(point) => {
                        progress = true;
                        fills.extend(self.defer(binding, point, moved));
                    }
                    None if self.lists == 0 && self.undecided.insert(binding) => progress = true,
                    None => self.stuck_on(binding),
                }
            }
            if !progress {
                return (fills, rewritten);
            }
        }
    }

    /// The first mention in `code`, if the variable may move there.
    fn relocation_point(&self, binding: Binding, region: &TokenStream, code: &TokenStream) -> Option<Mention> {
        let names = &self.body.names;
        let of_binding = |tokens: &TokenStream| -> Vec<Mention> {
            names.mentions_in(tokens).into_iter().filter(|(_, b)| *b == binding).map(|(m, _)| m).collect()
        };
        let together: HashSet<Mention> = of_binding(region).into_iter().collect();
        let first = of_binding(code).first().copied()?;
        let liveness = &self.body.liveness;
        let hides_self = names.original(binding) == "self" && together.iter().any(|m| liveness.is_hidden(*m));
        // A variable that gets a new value may have moved before: then there may be nothing to move.
        let has_moved = liveness.is_assigned(binding) && self.moves.iter().any(|(moved, _)| *moved == binding);
        let may = self.hoisted.contains_key(&binding)
            && !has_moved
            && !hides_self
            && self.may_relocate(binding, first)
            && together.iter().all(|m| liveness.is_last_stop(*m, &together))
            && !self.keeps_borrow(binding, &[binding], region);
        may.then_some(first)
    }

    /// Whether nothing that the syntax shows holds the variable where it is.
    pub fn may_relocate(&self, binding: Binding, at: Mention) -> bool {
        !self.body.observes_addresses && !self.body.liveness.is_borrowed_after(at, binding)
    }

    /// `x = x_guard.take();`
    fn defer(&mut self, binding: Binding, point: Mention, moved: &mut Vec<Moved>) -> TokenStream {
        let Some(slot) = self.hoisted.remove(&binding) else { return TokenStream::new() };
        moved.push((binding, slot));
        self.used(slot);
        self.found.deferred.insert(binding);
        let (local, field, sp) = (self.slots[slot].ident.clone(), self.slots[slot].field.clone(), Span::mixed_site());
        let value = match self.slots[slot].kind {
            Kind::Plain => quote_spanned!(sp=> *#field),
            Kind::Unique => quote_spanned!(sp=> &mut **#field),
            Kind::Owned => {
                self.moves(binding, false);
                if self.body.liveness.was_mentioned_before(point) {
                    self.found.relocated.push((binding, Point::Before(point)));
                }
                let guard = self.guard(slot);
                quote_spanned!(sp=> #guard.take())
            }
        };
        quote_spanned!(sp=> #local = #value;)
    }

    /// Whether the code may store a borrow of the variable in a slot, which outlives the local: `y = &x`, `y.push(x.part())`. The `locals` are
    /// no slots there.
    pub fn keeps_borrow(&self, binding: Binding, locals: &[Binding], region: &TokenStream) -> bool {
        let Ok(block) = syn::parse2::<syn::Block>(quote!({ #region })) else { return true };
        let mut keeps = KeepsBorrow { emitter: self, of: binding, locals, found: false };
        keeps.visit_block(&block);
        keeps.found
    }
}

struct KeepsBorrow<'e, 'b> {
    emitter: &'e Emitter<'b>,
    of: Binding,
    locals: &'e [Binding],
    found: bool,
}

impl KeepsBorrow<'_, '_> {
    fn mentions(&self, e: &Expr) -> bool {
        self.emitter.body.names.in_tokens(&e.to_token_stream()).contains(&self.of)
    }

    fn is_other_slot(&self, target: &Expr) -> bool {
        // A parameter's type has no room for what borrows a local.
        let holds = |b: Binding| self.emitter.slots[self.emitter.hoisted[&b]].argument.is_none();
        self.emitter.root(target).is_some_and(|b| !self.locals.contains(&b) && holds(b))
    }
}

impl<'a> Visit<'a> for KeepsBorrow<'_, '_> {
    fn visit_expr_assign(&mut self, a: &'a syn::ExprAssign) {
        self.found |= self.mentions(&a.right) && (self.is_other_slot(&a.left) || !matches!(*a.left, Expr::Path(_)));
        visit::visit_expr_assign(self, a);
    }
    fn visit_expr_method_call(&mut self, m: &'a syn::ExprMethodCall) {
        let borrows = |e: &Expr| !matches!(e, Expr::Path(_)) && self.mentions(e);
        self.found |= self.is_other_slot(&m.receiver) && m.args.iter().any(borrows);
        visit::visit_expr_method_call(self, m);
    }
}
