//! Variables whose place isn't needed as long as their scope lasts.
//!
//! A variable that is only ever used as a whole value, or compared, is never borrowed for longer than an expression takes. After its last
//! use nothing refers to its place, unless it still has to be dropped; and it hasn't, if that use is a move that no way around leads.

use super::pattern::untyped;
use crate::syntax::awaits::is_own_world;
use crate::syntax::names::{Binding, Names};
use crate::syntax::operators::{assigns, compares};
use crate::syntax::tokens::any_word;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, ExprPath, Local, Macro, Pat, PatIdent, Stmt};

/// The branches around a piece of code, by their numbers.
type Way = Vec<usize>;

#[derive(Default)]
struct Uses {
    declared: Way,
    /// There is a use that may borrow it, assign to it or take a part of it.
    lasting: bool,
    /// The last use is of the value, on every way from the declaration.
    ends_with_move: bool,
}

#[derive(Default)]
pub struct Brief(HashMap<Binding, Uses>);

impl Brief {
    pub fn of(names: &Names, body: &Block) -> Self {
        let mut walk = Walk { names, found: Brief::default(), way: Way::new(), branches: 0 };
        walk.visit_block(body);
        walk.found
    }

    /// Whether nothing refers to the variable's place after its last use.
    pub fn is_by_value(&self, binding: Binding) -> bool {
        self.0.get(&binding).is_none_or(|uses| !uses.lasting)
    }

    /// Whether, moreover, nothing is left to be dropped after that use, if its type isn't `Copy`.
    pub fn ends_with_move(&self, binding: Binding) -> bool {
        self.0.get(&binding).is_some_and(|uses| !uses.lasting && uses.ends_with_move)
    }
}

struct Walk<'n> {
    names: &'n Names,
    found: Brief,
    way: Way,
    branches: usize,
}

impl Walk<'_> {
    fn uses(&mut self, e: &Expr) -> Option<&mut Uses> {
        let binding = self.names.variable(e)?;
        Some(self.found.0.entry(binding).or_default())
    }

    /// Code that may be left out, or run again.
    fn branch(&mut self, visit: impl FnOnce(&mut Self)) {
        self.branches += 1;
        self.way.push(self.branches);
        visit(self);
        self.way.pop();
    }

    /// An expression whose value is used.
    fn value(&mut self, e: &Expr) {
        match e {
            Expr::Paren(p) => self.value(&p.expr),
            Expr::Group(g) => self.value(&g.expr),
            Expr::Path(_) => {
                let way = self.way.clone();
                if let Some(uses) = self.uses(e) {
                    uses.ends_with_move = uses.declared == way;
                }
            }
            e => self.visit_expr(e),
        }
    }

    fn values<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) {
        operands.into_iter().for_each(|e| self.value(e));
    }

    /// An operand that is looked at, by reference.
    fn looked_at(&mut self, e: &Expr) {
        match self.uses(e) {
            Some(uses) => uses.ends_with_move = false,
            None => self.visit_expr(e),
        }
    }

    /// Code that may do anything with what it mentions.
    fn tokens(&mut self, tokens: &TokenStream) {
        for binding in self.names.in_tokens(tokens) {
            self.found.0.entry(binding).or_default().lasting = true;
        }
    }

    fn operator(&mut self, b: &syn::ExprBinary) {
        match b.op {
            syn::BinOp::And(_) | syn::BinOp::Or(_) => {
                self.value(&b.left);
                self.branch(|me| me.value(&b.right));
            }
            op if compares(&op) => {
                self.looked_at(&b.left);
                self.looked_at(&b.right);
            }
            op if assigns(&op) => {
                self.value(&b.right);
                self.visit_expr(&b.left);
            }
            _ => self.values([&*b.left, &*b.right]),
        }
    }
}

impl<'a> Visit<'a> for Walk<'_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        match e {
            Expr::Call(c) => {
                self.visit_expr(&c.func);
                self.values(&c.args);
            }
            Expr::MethodCall(m) => {
                self.visit_expr(&m.receiver);
                self.values(&m.args);
            }
            Expr::Await(a) => self.value(&a.base),
            Expr::Try(t) => self.value(&t.expr),
            Expr::Cast(c) => self.value(&c.expr),
            Expr::Unary(u) if !matches!(u.op, syn::UnOp::Deref(_)) => self.value(&u.expr),
            Expr::Binary(b) => self.operator(b),
            Expr::Return(r) => self.values(r.expr.as_deref()),
            Expr::Break(b) => self.values(b.expr.as_deref()),
            Expr::Assign(a) => {
                self.value(&a.right);
                self.visit_expr(&a.left);
            }
            Expr::Struct(s) => {
                self.values(s.fields.iter().map(|f| &f.expr));
                s.rest.iter().for_each(|rest| self.visit_expr(rest));
            }
            Expr::Tuple(t) => self.values(&t.elems),
            Expr::Array(a) => self.values(&a.elems),
            Expr::If(i) => {
                self.visit_expr(&i.cond);
                self.branch(|me| me.visit_block(&i.then_branch));
                self.branch(|me| i.else_branch.iter().for_each(|(_, e)| me.value(e)));
            }
            Expr::Match(m) => {
                self.visit_expr(&m.expr);
                m.arms.iter().for_each(|arm| self.branch(|me| me.visit_arm(arm)));
            }
            Expr::Block(b) if b.label.is_some() => self.branch(|me| visit::visit_expr(me, e)),
            Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => self.branch(|me| visit::visit_expr(me, e)),
            Expr::Verbatim(tokens) => self.tokens(tokens),
            e if is_own_world(e) => self.tokens(&e.to_token_stream()),
            _ => visit::visit_expr(self, e),
        }
    }

    /// A mention that isn't known to be harmless.
    fn visit_expr_path(&mut self, e: &'a ExprPath) {
        if let Some(uses) = self.uses(&Expr::Path(e.clone())) {
            uses.lasting = true;
        }
    }

    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if any_word(&stmt.to_token_stream(), &|word| word == "cfg" || word == "cfg_attr") {
            self.branch(|me| visit::visit_stmt(me, stmt));
        } else {
            visit::visit_stmt(self, stmt);
        }
    }

    fn visit_arm(&mut self, arm: &'a Arm) {
        self.visit_pat(&arm.pat);
        if let Some((_, guard)) = &arm.guard {
            self.branch(|me| me.visit_expr(guard));
        }
        self.value(&arm.body);
    }

    fn visit_local(&mut self, local: &'a Local) {
        if let Some(init) = &local.init {
            // `let _ = x` and `let ref y = x` leave `x` where it is, as a pattern may that takes it apart.
            let is_plain = matches!(untyped(&local.pat), Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none());
            if is_plain {
                self.value(&init.expr)
            } else {
                self.visit_expr(&init.expr)
            }
            self.branch(|me| init.diverge.iter().for_each(|(_, e)| me.visit_expr(e)));
        }
        self.visit_pat(&local.pat);
    }

    fn visit_pat_ident(&mut self, p: &'a PatIdent) {
        if let Some(binding) = self.names.binding(&p.ident) {
            self.found.0.entry(binding).or_default().declared = self.way.clone();
        }
        visit::visit_pat_ident(self, p);
    }

    fn visit_macro(&mut self, m: &'a Macro) {
        self.tokens(&m.tokens);
    }

    fn visit_item(&mut self, _: &'a syn::Item) {}
}
