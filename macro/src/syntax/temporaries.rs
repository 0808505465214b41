//! Which expressions leave nothing behind that is dropped only at the end of the enclosing statement.
//!
//! An awaiter outlives the code that makes it; a temporary of its operand must then live in the frame. Where this module isn't sure that
//! there is none, the statement is kept whole.

use crate::syntax::macros::{self, Grammar};
use crate::syntax::operators::compares;
use proc_macro2::{Delimiter, TokenTree};
use syn::{Block, Expr, Lit, Macro, Pat, Stmt, UnOp};

/// A path, or a place reached from one by fields, indices and dereferences.
pub fn is_place(e: &Expr) -> bool {
    match e {
        Expr::Path(p) => !is_constant_name(p),
        Expr::Field(f) => is_place(&f.base),
        Expr::Index(i) => is_place(&i.expr) && leaves_none(&i.index),
        Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => is_place(&u.expr),
        Expr::Paren(p) => is_place(&p.expr),
        Expr::Group(g) => is_place(&g.expr),
        _ => false,
    }
}

/// A constant that is borrowed is a temporary. (A `static` has such a name too and is none: that costs a leaf.)
fn is_constant_name(p: &syn::ExprPath) -> bool {
    p.path.segments.last().is_some_and(|s| !s.ident.to_string().contains(char::is_lowercase))
}

/// Whether evaluating `e` as a value leaves no temporary.
pub fn leaves_none(e: &Expr) -> bool {
    match e {
        Expr::Lit(_) | Expr::Closure(_) | Expr::Async(_) | Expr::Continue(_) | Expr::Const(_) => true,
        Expr::Path(_) => true,
        Expr::Field(_) | Expr::Index(_) => is_place(e),
        Expr::Reference(r) => {
            is_place(&r.expr) || r.mutability.is_none() && is_constant(&r.expr) || is_empty_array(&r.expr)
        }
        Expr::Unary(u) => is_place(e) || !matches!(u.op, UnOp::Deref(_)) && leaves_none(&u.expr),
        Expr::Call(c) => (matches!(&*c.func, Expr::Path(_)) || is_place(&c.func)) && c.args.iter().all(leaves_none),
        Expr::MethodCall(m) => (is_place(&m.receiver) || is_literal(&m.receiver)) && m.args.iter().all(leaves_none),
        Expr::Binary(b) => {
            leaves_none(&b.left)
                && leaves_none(&b.right)
                && (!compares(&b.op) || is_operand(&b.left) && is_operand(&b.right))
        }
        Expr::Cast(c) => leaves_none(&c.expr),
        Expr::Tuple(t) => t.elems.iter().all(leaves_none),
        Expr::Array(a) => a.elems.iter().all(leaves_none),
        Expr::Repeat(r) => leaves_none(&r.expr),
        Expr::Range(r) => r.start.iter().chain(&r.end).all(|e| leaves_none(e)),
        Expr::Struct(s) => s.fields.iter().all(|f| leaves_none(&f.expr)) && s.rest.as_deref().is_none_or(is_place),
        Expr::Paren(p) => leaves_none(&p.expr),
        Expr::Group(g) => leaves_none(&g.expr),
        Expr::Try(t) => leaves_none(&t.expr),
        Expr::Await(a) => leaves_none(&a.base),
        Expr::Block(b) => tail_leaves_none(&b.block),
        Expr::Unsafe(b) => tail_leaves_none(&b.block),
        Expr::Macro(m) => is_value_macro(&m.mac),
        // Conditions, branches and bodies are scopes of their own.
        Expr::If(i) => !matches!(*i.cond, Expr::Let(_)) || leaves_none(&i.cond),
        Expr::Let(l) => is_place(&l.expr) || matches!(&*l.expr, Expr::Reference(r) if is_place(&r.expr)),
        Expr::Loop(_) | Expr::While(_) => true,
        Expr::ForLoop(f) => leaves_none(&f.expr),
        Expr::Match(m) => is_place(&m.expr) || matches!(&*m.expr, Expr::Reference(r) if is_place(&r.expr)),
        Expr::Assign(a) => leaves_none(&a.left) && leaves_none(&a.right),
        _ => false,
    }
}

fn tail_leaves_none(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(e, None)) => leaves_none(e),
        _ => true,
    }
}

fn is_operand(e: &Expr) -> bool {
    is_place(e) || matches!(e, Expr::Lit(_))
}

/// Macros that evaluate to a value. The arguments of `format!` are borrowed in a block of its own, those of `vec!` are moved, and an object
/// of `json!` is filled in a block.
fn is_value_macro(mac: &Macro) -> bool {
    let Some(name) = mac.path.segments.last().map(|s| s.ident.to_string()) else { return false };
    match name.as_str() {
        "format" | "println" | "print" | "eprintln" | "eprint" => is_unqualified_or_of(mac, &["std", "alloc"]),
        "vec" => is_unqualified_or_of(mac, &["std", "alloc"]) && holds_only_values(mac),
        "json" => is_unqualified_or_of(mac, &["serde_json"]) && is_braced(mac),
        _ => false,
    }
}

fn is_unqualified_or_of(mac: &Macro, crates: &[&str]) -> bool {
    let first = &mac.path.segments[0].ident;
    mac.path.segments.len() == 1 || crates.iter().any(|c| first == c)
}

fn holds_only_values(vec: &Macro) -> bool {
    match macros::parse(vec) {
        Some(known) if known.grammar == Grammar::Values => known.args.iter().all(|a| leaves_none(&a.value)),
        _ => false,
    }
}

/// `json!({ .. })`: of what stands outside of braces it borrows the value.
fn is_braced(json: &Macro) -> bool {
    let mut tokens = json.tokens.clone().into_iter();
    matches!(tokens.next(), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Brace) && tokens.next().is_none()
}

/// Borrowing one needs no temporary, not even mutably.
fn is_empty_array(e: &Expr) -> bool {
    matches!(e, Expr::Array(a) if a.elems.is_empty())
}

/// Whether `let x = init` extends the life of a temporary to that of `x`: `&f()`, `S { a: &f() }`, a block or branch that ends so.
pub fn extends_temporary(init: &Expr) -> bool {
    match init {
        Expr::Reference(r) => {
            let is_promoted = r.mutability.is_none() && is_constant(&r.expr) || is_empty_array(&r.expr);
            !is_place(&r.expr) && !is_promoted || extends_temporary(&r.expr)
        }
        Expr::Tuple(t) => t.elems.iter().any(extends_temporary),
        Expr::Array(a) => a.elems.iter().any(extends_temporary),
        Expr::Struct(s) => s.fields.iter().any(|f| extends_temporary(&f.expr)),
        // Since 2024 also `Some(&f())`; rustc decides, here it is enough that there might be one.
        Expr::Call(c) => {
            c.args.iter().any(|a| matches!(a, Expr::Reference(_)) && extends_temporary(a)) && is_constructor(&c.func)
        }
        Expr::Paren(p) => extends_temporary(&p.expr),
        Expr::Group(g) => extends_temporary(&g.expr),
        Expr::Cast(c) => extends_temporary(&c.expr),
        Expr::Block(b) => tail_extends(&b.block),
        Expr::Unsafe(b) => tail_extends(&b.block),
        Expr::If(i) => {
            tail_extends(&i.then_branch) || i.else_branch.as_ref().is_some_and(|(_, e)| extends_temporary(e))
        }
        Expr::Match(m) => m.arms.iter().any(|a| extends_temporary(&a.body)),
        Expr::Macro(m) => {
            ["pin", "format_args"].iter().any(|n| m.mac.path.segments.last().is_some_and(|s| s.ident == n))
        }
        _ => false,
    }
}

fn is_constructor(func: &Expr) -> bool {
    matches!(func, Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident.to_string().starts_with(char::is_uppercase)))
}

fn tail_extends(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(e, None)) if extends_temporary(e))
}

/// A pattern with `ref` extends what it borrows.
pub fn has_ref(pat: &Pat) -> bool {
    struct HasRef(bool);
    impl<'a> syn::visit::Visit<'a> for HasRef {
        fn visit_pat_ident(&mut self, p: &'a syn::PatIdent) {
            self.0 |= p.by_ref.is_some();
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut has = HasRef(false);
    syn::visit::Visit::visit_pat(&mut has, pat);
    has.0
}

/// What a method borrows of it is promoted to a constant.
fn is_literal(e: &Expr) -> bool {
    match e {
        Expr::Lit(l) => !matches!(l.lit, Lit::Verbatim(_)),
        Expr::Paren(p) => is_literal(&p.expr),
        _ => false,
    }
}

/// Surely promoted to a constant.
fn is_constant(e: &Expr) -> bool {
    match e {
        Expr::Lit(l) => !matches!(l.lit, Lit::Verbatim(_)),
        Expr::Array(a) => a.elems.iter().all(is_constant),
        Expr::Tuple(t) => t.elems.iter().all(is_constant),
        _ => false,
    }
}
