//! What a variable owns, as far as its declaration shows.

use crate::syntax::primitive::is_primitive;
use syn::{Expr, Lit, Local, Pat, Type, UnOp};

/// Decides how a variable in a slot is read, and whether it needs a guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `Copy`, and owns nothing: a primitive, a shared reference
    Plain,
    /// `&mut T`: owns nothing; a use as a value reborrows it or moves it
    Unique,
    /// Anything else
    Owned,
}

impl Kind {
    pub fn of_type(ty: &Type) -> Kind {
        match ty {
            Type::Reference(r) if r.mutability.is_some() => Kind::Unique,
            Type::Reference(_) | Type::BareFn(_) | Type::Ptr(_) => Kind::Plain,
            Type::Path(p) if p.path.get_ident().is_some_and(|i| is_primitive(&i.to_string())) => Kind::Plain,
            Type::Paren(t) => Kind::of_type(&t.elem),
            Type::Group(t) => Kind::of_type(&t.elem),
            Type::Tuple(t) if t.elems.iter().all(|e| Kind::of_type(e) == Kind::Plain) => Kind::Plain,
            Type::Array(a) => match Kind::of_type(&a.elem) {
                Kind::Plain => Kind::Plain,
                _ => Kind::Owned,
            },
            _ => Kind::Owned,
        }
    }

    /// Of the variable that `let` declares.
    pub fn of_local(local: &Local) -> Kind {
        match (&local.pat, &local.init) {
            (Pat::Type(t), _) => Kind::of_type(&t.ty),
            (Pat::Ident(_), Some(init)) => Kind::of_value(&init.expr),
            _ => Kind::Owned,
        }
    }

    /// Whether the variable surely takes a few bytes only.
    pub fn is_small(local: &Local) -> bool {
        match (&local.pat, &local.init) {
            (Pat::Type(t), _) => is_small_type(&t.ty),
            (Pat::Ident(_), Some(init)) => is_small_value(&init.expr),
            _ => false,
        }
    }

    fn of_value(e: &Expr) -> Kind {
        match e {
            Expr::Lit(l) if !matches!(l.lit, Lit::Verbatim(_)) => Kind::Plain,
            Expr::Reference(r) if r.mutability.is_some() => Kind::Unique,
            Expr::Reference(_) => Kind::Plain,
            Expr::Cast(c) => Kind::of_type(&c.ty),
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_) | UnOp::Not(_)) => Kind::of_value(&u.expr),
            Expr::Paren(p) => Kind::of_value(&p.expr),
            Expr::Group(g) => Kind::of_value(&g.expr),
            Expr::Array(a) if !a.elems.is_empty() && a.elems.iter().all(|e| Kind::of_value(e) == Kind::Plain) => {
                Kind::Plain
            }
            Expr::Repeat(r) => match Kind::of_value(&r.expr) {
                Kind::Plain => Kind::Plain,
                _ => Kind::Owned,
            },
            Expr::Binary(b) if crate::syntax::operators::compares(&b.op) => Kind::Plain,
            _ => Kind::Owned,
        }
    }
}

pub fn is_small_type(ty: &Type) -> bool {
    const SMALL: [&str; 8] = ["bool", "char", "u8", "u16", "u32", "i8", "i16", "i32"];
    matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|i| SMALL.iter().any(|small| i == small)))
}

fn is_small_value(e: &Expr) -> bool {
    match e {
        Expr::Lit(l) => match &l.lit {
            Lit::Bool(_) | Lit::Char(_) | Lit::Byte(_) => true,
            Lit::Int(i) => ["u8", "u16", "u32", "i8", "i16", "i32"].contains(&i.suffix()),
            _ => false,
        },
        Expr::Cast(c) => is_small_type(&c.ty),
        Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => is_small_value(&u.expr),
        Expr::Binary(b) => crate::syntax::operators::compares(&b.op),
        _ => false,
    }
}
