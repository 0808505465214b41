//! Which awaits are lowered where they stand, and which keep their statement whole in a leaf.
//!
//! A machine that resumes at an await comes back to it by skipping what precedes it. So an await may stand in an expression only where it
//! is evaluated first, and where nothing that its operand made has to live on beside it.

use super::emitter::Emitter;
use super::pattern::{bindings, names_user_type, takes_all};
use crate::syntax::awaits;
use crate::syntax::operators::assigns;
use crate::syntax::temporaries::{is_place, leaves_none};
use syn::{Arm, Block, Expr, Pat, Stmt, UnOp};

/// What a `match` or `if let` looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scrutinee {
    /// A place, or a reference to one: the patterns leave it where it is.
    Place,
    /// A value that lives as long as the `match`, or a place that the pattern takes apart.
    Value,
}

impl Scrutinee {
    pub fn of(e: &Expr) -> Self {
        match e {
            Expr::Reference(r) if is_place(&r.expr) => Scrutinee::Place,
            Expr::Paren(p) => Scrutinee::of(&p.expr),
            e if is_place(e) => Scrutinee::Place,
            _ => Scrutinee::Value,
        }
    }
}

impl Emitter<'_> {
    /// Whether the expression, which has an await, can be emitted with its awaits in place.
    pub fn is_structured(&self, e: &Expr) -> bool {
        match e {
            Expr::Await(a) => self.is_operand(&a.base),
            Expr::Paren(p) => self.is_structured(&p.expr),
            Expr::Group(g) => self.is_structured(&g.expr),
            Expr::Try(t) => self.is_first(&t.expr),
            Expr::Cast(c) => self.is_first(&c.expr),
            Expr::Field(f) => self.is_first(&f.base),
            Expr::Unary(u) => matches!(u.op, UnOp::Neg(_) | UnOp::Not(_)) && self.is_first(&u.expr),
            Expr::MethodCall(m) => self.is_first(&m.receiver) && m.args.iter().all(|a| self.comes_after(a)),
            Expr::Call(c) => self.is_item(&c.func) && self.only_first(c.args.iter()),
            Expr::Tuple(t) => self.only_first(t.elems.iter()),
            Expr::Struct(s) => s.rest.is_none() && self.only_first(s.fields.iter().map(|f| &f.expr)),
            Expr::Binary(b) => self.is_first_operand(b),
            Expr::Assign(a) => self.is_first(&a.right) && self.comes_after(&a.left),
            Expr::Return(r) => r.expr.as_ref().is_some_and(|e| self.is_structured(e)),
            Expr::Break(b) => b.expr.as_ref().is_some_and(|e| self.is_structured(e)),
            Expr::Block(b) => b.attrs.is_empty(),
            Expr::Unsafe(_) | Expr::Loop(_) => true,
            Expr::If(i) => self.is_structured_if(i),
            Expr::While(w) => {
                self.is_condition(&w.cond) && (!awaits::in_block(&w.body) || !self.is_taken_apart_late(&w.cond))
            }
            Expr::ForLoop(f) => {
                self.is_head(&f.expr)
                    && (takes_all(&f.pat) && !names_user_type(&f.pat) || matches!(*f.pat, Pat::Wild(_)))
            }
            Expr::Match(m) => {
                // Where no arm awaits, the `match` that comes after the await is rustc's own.
                (self.is_first(&m.expr) || self.is_head(&m.expr))
                    && m.arms.iter().all(|a| self.is_arm(a, Scrutinee::of(&m.expr)))
            }
            _ => false,
        }
    }

    fn is_operand(&self, base: &Expr) -> bool {
        self.can_hold(base) && (!awaits::has(base) || self.is_structured(base))
    }

    fn is_first(&self, e: &Expr) -> bool {
        awaits::has(e) && self.is_structured(e) && !self.leaves_residue(e)
    }

    fn comes_after(&self, e: &Expr) -> bool {
        !awaits::has(e)
    }

    fn only_first<'e>(&self, mut operands: impl Iterator<Item = &'e Expr>) -> bool {
        operands.next().is_some_and(|e| self.is_first(e)) && operands.all(|e| self.comes_after(e))
    }

    /// A function that isn't a variable: naming it has no effect.
    fn is_item(&self, func: &Expr) -> bool {
        matches!(func, Expr::Path(_)) && self.body.names.variable(func).is_none()
    }

    fn is_first_operand(&self, b: &syn::ExprBinary) -> bool {
        let is_bare_target = matches!(&*b.left, Expr::Path(_)) && assigns(&b.op);
        if is_bare_target {
            self.is_first(&b.right)
        } else {
            !assigns(&b.op) && self.is_first(&b.left) && self.comes_after(&b.right)
        }
    }

    fn is_structured_if(&self, i: &syn::ExprIf) -> bool {
        let else_awaits = i.else_branch.as_ref().is_some_and(|(_, e)| awaits::has(e));
        match &*i.cond {
            Expr::Let(l) if !else_awaits && !awaits::in_block(&i.then_branch) => self.is_first(&l.expr),
            // Which of the two lives longer, the matched value or the `else` branch, depends on the edition.
            Expr::Let(l) => {
                self.is_condition(&i.cond)
                    && !self.is_taken_apart_late(&i.cond)
                    && (!else_awaits || Scrutinee::of(&l.expr) == Scrutinee::Place)
            }
            cond => self.is_condition(cond),
        }
    }

    /// `if let` and `while let` hold what they match by a name only if they bind all of it.
    fn is_taken_apart_late(&self, cond: &Expr) -> bool {
        match cond {
            Expr::Let(l) => {
                Scrutinee::of(&l.expr) == Scrutinee::Value
                    && (!takes_all(&l.pat) || bindings(&l.pat).is_empty() || names_user_type(&l.pat))
            }
            _ => false,
        }
    }

    /// The condition of an `if` or `while`, whose temporaries die before the body runs; a `let` there is a head.
    fn is_condition(&self, cond: &Expr) -> bool {
        match cond {
            Expr::Let(l) => self.is_head(&l.expr),
            cond if has_let(cond) => false,
            cond => !awaits::has(cond) || self.is_structured(cond),
        }
    }

    /// What a construct evaluates once and keeps while its body awaits.
    fn is_head(&self, e: &Expr) -> bool {
        leaves_none(e) && (!awaits::has(e) || self.is_structured(e))
    }

    /// Whether something may outlive the expression, up to the end of the statement by rustc, and not here: the value that a `match` looks at, the
    /// temporaries of a leaf that is the tail of a block (up to edition 2021).
    pub fn leaves_residue(&self, e: &Expr) -> bool {
        match e {
            Expr::Match(m) => {
                Scrutinee::of(&m.expr) == Scrutinee::Value
                    && m.arms.iter().any(|a| awaits::has(&a.body))
                    && !m.arms.iter().all(|a| takes_all(&a.pat) && !bindings(&a.pat).is_empty())
            }
            Expr::Paren(p) => self.leaves_residue(&p.expr),
            Expr::Group(g) => self.leaves_residue(&g.expr),
            Expr::Block(b) => self.tail_leaves_residue(&b.block),
            Expr::Unsafe(u) => self.tail_leaves_residue(&u.block),
            _ => false,
        }
    }

    fn tail_leaves_residue(&self, block: &Block) -> bool {
        let Some(Stmt::Expr(tail, None)) = block.stmts.last() else { return false };
        awaits::has(tail) && (!self.is_structured(tail) && !leaves_none(tail) || self.leaves_residue(tail))
    }

    fn is_arm(&self, arm: &Arm, scrutinee: Scrutinee) -> bool {
        if arm.guard.as_ref().is_some_and(|(_, g)| awaits::has(g)) {
            return false;
        }
        !awaits::has(&arm.body) || scrutinee == Scrutinee::Place || bindings(&arm.pat).is_empty() || takes_all(&arm.pat)
    }
}

/// A `let` in a chain.
fn has_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(b) => has_let(&b.left) || has_let(&b.right),
        _ => false,
    }
}
