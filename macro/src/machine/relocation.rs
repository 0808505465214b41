//! The relocation shadow: a second copy of the body that never runs, emitted where a variable moves to another address.
//!
//! Input: `let r = x.part(); x.finish(); use(r)`, where `x` moves before `x.finish()`
//! Output: `let r = x.part(); x = moved(x); x.finish(); use(r)`, which rustc refuses if `r` borrows `x`

use super::body::Body;
use super::pattern::bindings;
use crate::syntax::names::{Binding, Mention, Names};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, Expr, Pat, PatIdent, Stmt, parse_quote};

/// Where a variable moves.
pub enum Point {
    /// Before the statement with this mention
    Before(Mention),
    /// Before this statement of the top level, as what it is called
    Top(usize, Ident),
    /// Before the statement, or in the arm, with this text
    Statement(String, Ident),
}

/// The body with the moves written out. Its names are still the resolved ones.
pub fn relocated(body: &Body, rt: &Ident, moves: &[(Binding, Point)]) -> Block {
    let mut block = Block { brace_token: body.braces, stmts: body.stmts.clone() };
    relocate_at_top(&mut block, rt, moves);
    for (_, point) in moves {
        if let Point::Statement(text, name) = point {
            RelocateBefore { rt, text, name }.visit_block_mut(&mut block);
        }
    }
    for (binding, point) in moves {
        if let Point::Before(mention) = point {
            Mutable(&body.names, *binding).visit_block_mut(&mut block);
            Relocate { names: &body.names, rt, mention: *mention, done: false }.visit_block_mut(&mut block);
        }
    }
    let params = body.params.iter().filter(|p| {
        let is_moved = moves.iter().any(|(b, _)| body.names.binding(&p.name) == Some(*b));
        is_moved || p.argument == "self"
    });
    let prologue: Vec<Stmt> = params
        .map(|p| {
            let (name, argument) = (&p.name, &p.argument);
            parse_quote!(let mut #name = #argument;)
        })
        .collect();
    block.stmts.splice(0..0, prologue);
    block
}

/// `let mut x = moved(x);`
fn moved_local(rt: &Ident, name: &Ident) -> TokenStream {
    quote_spanned!(Span::mixed_site().located_at(name.span())=> let mut #name = #rt::moved(#name);)
}

/// Moves a variable before the statement with this text.
struct RelocateBefore<'n> {
    rt: &'n Ident,
    text: &'n str,
    name: &'n Ident,
}

impl VisitMut for RelocateBefore<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        if let Some(i) = block.stmts.iter().position(|s| s.to_token_stream().to_string() == self.text) {
            block.stmts.insert(i, Stmt::Expr(Expr::Verbatim(moved_local(self.rt, self.name)), None));
        }
    }
    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        visit_mut::visit_arm_mut(self, arm);
        if arm.body.to_token_stream().to_string() == self.text {
            let moved = Stmt::Expr(Expr::Verbatim(moved_local(self.rt, self.name)), None);
            let mut block: syn::ExprBlock = parse_quote!({});
            block.block.stmts = vec![moved, Stmt::Expr((*arm.body).clone(), None)];
            *arm.body = Expr::Block(block);
        }
    }
}

fn relocate_at_top(block: &mut Block, rt: &Ident, moves: &[(Binding, Point)]) {
    for (_, point) in moves.iter().rev() {
        if let Point::Top(at, name) = point {
            block.stmts.insert(*at, Stmt::Expr(Expr::Verbatim(moved_local(rt, name)), None));
        }
    }
}

/// Makes a variable `mut`: where a pattern binds it, by a `let` of its own, since a `mut` inside a pattern can change what it binds.
struct Mutable<'n>(&'n Names, Binding);

impl Mutable<'_> {
    fn bound_by(&self, pat: &Pat) -> Option<Stmt> {
        let ident = bindings(pat).into_iter().find(|i| self.0.binding(i) == Some(self.1))?;
        Some(parse_quote!(let mut #ident = #ident;))
    }

    fn bound_in(&self, cond: &Expr) -> Option<Stmt> {
        match cond {
            Expr::Let(l) => self.bound_by(&l.pat),
            Expr::Binary(b) => self.bound_in(&b.left).or_else(|| self.bound_in(&b.right)),
            _ => None,
        }
    }
}

impl VisitMut for Mutable<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let mut after = None;
        for (i, stmt) in block.stmts.iter_mut().enumerate() {
            let Stmt::Local(local) = stmt else { continue };
            let Some(bound) = self.bound_by(&local.pat) else { continue };
            match plain(&mut local.pat) {
                Some(p) => p.mutability = Some(Default::default()),
                None => after = Some((i + 1, bound)),
            }
        }
        after.into_iter().for_each(|(i, bound)| block.stmts.insert(i, bound));
    }
    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        visit_mut::visit_arm_mut(self, arm);
        if let Some(bound) = self.bound_by(&arm.pat) {
            let body = &arm.body;
            *arm.body = parse_quote!({ #bound #body });
        }
    }
    fn visit_expr_if_mut(&mut self, e: &mut syn::ExprIf) {
        visit_mut::visit_expr_if_mut(self, e);
        e.then_branch.stmts.splice(0..0, self.bound_in(&e.cond));
    }
    fn visit_expr_while_mut(&mut self, e: &mut syn::ExprWhile) {
        visit_mut::visit_expr_while_mut(self, e);
        e.body.stmts.splice(0..0, self.bound_in(&e.cond));
    }
    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, e);
        e.body.stmts.splice(0..0, self.bound_by(&e.pat));
    }
}

/// `x`, `x: T`
fn plain(pat: &mut Pat) -> Option<&mut PatIdent> {
    match pat {
        Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => Some(p),
        Pat::Type(t) => plain(&mut t.pat),
        _ => None,
    }
}

struct Relocate<'n> {
    names: &'n Names,
    rt: &'n Ident,
    mention: Mention,
    done: bool,
}

impl Relocate<'_> {
    fn is_in(&self, code: &impl ToTokens) -> bool {
        self.names.mentions_in(&code.to_token_stream()).iter().any(|(m, _)| *m == self.mention)
    }

    /// `x = moved(x);`, on the span of the mention.
    fn moved(&self, code: &impl ToTokens) -> TokenStream {
        let rt = self.rt;
        let ident = self.names.mentioned(&code.to_token_stream(), self.mention).expect("it is in this code");
        let at = Span::mixed_site().located_at(ident.span());
        quote_spanned!(at=> #ident = #rt::moved(#ident);)
    }
}

impl VisitMut for Relocate<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let Some(i) = block.stmts.iter().position(|s| self.is_in(s)) else { return };
        self.visit_stmt_mut(&mut block.stmts[i]);
        if !self.done {
            let moved = self.moved(&block.stmts[i]);
            block.stmts.insert(i, Stmt::Expr(Expr::Verbatim(moved), None));
            self.done = true;
        }
    }
    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        visit_mut::visit_arm_mut(self, arm);
        if !self.done && self.is_in(&arm.body) {
            let (moved, body) = (self.moved(&arm.body), &arm.body);
            *arm.body = Expr::Verbatim(quote!({ #moved #body }));
            self.done = true;
        }
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
