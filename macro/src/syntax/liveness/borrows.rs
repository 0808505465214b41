//! Whether something may still borrow a variable at some place, so that it must not move there.
//!
//! An answer from the syntax: what a `let` or an assignment makes of a variable may borrow it. rustc checks it in the relocation shadow.

use super::{Liveness, Occurrence, Source};
use crate::syntax::names::{Binding, Mention};
use crate::syntax::operators::compares;
use std::collections::HashSet;
use syn::{Block, Expr};

impl Liveness {
    /// Whether a value that was made of `binding`, directly or not, is used after `mention`, or dropped: it may be a borrow.
    pub fn is_borrowed_after(&self, mention: Mention, binding: Binding) -> bool {
        let Some(this) = self.occurrence(mention) else { return true };
        self.is_borrowed_from(this.at.order, binding)
    }

    fn is_borrowed_from(&self, first: usize, binding: Binding) -> bool {
        let made_of = self.made_of(binding);
        let is_older = |b: &Binding| self.declared_at.get(b).is_none_or(|&at| at < first);
        let is_later = |o: &Occurrence| made_of.contains(&o.binding) && is_older(&o.binding) && o.at.order >= first;
        let may_drop =
            |s: &Source| made_of.contains(&s.variable) && !s.is_awaited && self.is_in_scope(s.variable, first);
        self.all_occurrences().any(|(_, o)| is_later(o)) || self.sources.iter().any(may_drop)
    }

    fn is_in_scope(&self, binding: Binding, at: usize) -> bool {
        let starts = self.declared_at.get(&binding).copied().unwrap_or(0);
        starts < at && at < self.scope_ends.get(&binding).copied().unwrap_or(usize::MAX)
    }

    /// Whether the variable was mentioned before, so that something may borrow it.
    pub fn was_mentioned_before(&self, mention: Mention) -> bool {
        let Some(this) = self.occurrences.get(&mention) else { return true };
        let outside = self.declared_in.get(&this.binding).copied().unwrap_or(0);
        let is_before = |o: &Occurrence| o.binding == this.binding && o.at.order < this.at.order;
        this.at.loops.len() > outside || self.all_occurrences().any(|(_, o)| is_before(o))
    }

    /// Whether nothing mentioned the variable before these mentions.
    pub fn is_untouched_before(&self, mentions: &HashSet<Mention>, binding: Binding) -> bool {
        let is_later = |first| self.all_occurrences().all(|(_, o)| o.binding != binding || o.at.order >= first);
        self.first_of(mentions).is_some_and(is_later)
    }

    /// Whether a value that was made of `binding` is used, or dropped, where these mentions are, or after them.
    pub fn is_borrowed_in(&self, mentions: &HashSet<Mention>, binding: Binding) -> bool {
        self.first_of(mentions).is_some_and(|first| self.is_borrowed_from(first, binding))
    }

    /// Where the first of the mentions is.
    fn first_of(&self, mentions: &HashSet<Mention>) -> Option<usize> {
        self.all_occurrences().filter(|(m, _)| mentions.contains(m)).map(|(_, o)| o.at.order).min()
    }

    fn made_of(&self, binding: Binding) -> HashSet<Binding> {
        let mut found = HashSet::from([binding]);
        loop {
            let more = self.sources.iter().filter(|s| s.of.iter().any(|b| found.contains(b)));
            let more: Vec<Binding> = more.map(|s| s.variable).filter(|b| !found.contains(b)).collect();
            if more.is_empty() {
                found.remove(&binding);
                return found;
            }
            found.extend(more);
        }
    }
}

/// Whether the value surely holds no reference, whatever it was made of: text that was formatted, a number, the result of a comparison.
pub fn borrows_nothing(value: &Expr) -> bool {
    const OWNED: &[&str] = &["count", "is_empty", "is_err", "is_none", "is_ok", "is_some", "len", "to_string"];
    match value {
        Expr::Lit(_) => true,
        Expr::Macro(m) => m.mac.path.is_ident("format") || m.mac.path.is_ident("matches"),
        Expr::MethodCall(m) => OWNED.iter().any(|name| m.method == name),
        Expr::Binary(b) => compares(&b.op) || matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)),
        Expr::Unary(u) => !matches!(u.op, syn::UnOp::Deref(_)) && borrows_nothing(&u.expr),
        Expr::Paren(p) => borrows_nothing(&p.expr),
        Expr::Cast(c) => matches!(&*c.ty, syn::Type::Path(_)),
        Expr::If(i) => tail_borrows_nothing(&i.then_branch) && i.else_branch.iter().all(|(_, e)| borrows_nothing(e)),
        Expr::Match(m) => m.arms.iter().all(|a| borrows_nothing(&a.body)),
        Expr::Block(b) => tail_borrows_nothing(&b.block),
        _ => false,
    }
}

fn tail_borrows_nothing(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(syn::Stmt::Expr(e, None)) if borrows_nothing(e))
}
