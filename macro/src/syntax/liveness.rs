//! Which mention of a variable may be its last.
//!
//! rustc's borrow checker sees the body too (the shadow), so a mention that is followed by another reachable one, without a new value in
//! between, is never a move of something that can't be copied. Only the others are ambiguous. Every question here is answered with
//! "maybe the last" when in doubt.

use crate::syntax::awaits::is_own_world;
use crate::syntax::macros;
use crate::syntax::names::{Binding, Mention, Names};
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprAssign, ExprField, ExprPath, Macro, Member, Pat, PatIdent};

/// Branches taken on the way to a place: (which construct, which of its alternatives).
type Way = Vec<(usize, usize)>;

struct Place {
    order: usize,
    way: Way,
    loops: Vec<usize>,
}

struct Occurrence {
    binding: Binding,
    at: Place,
    /// `x.a.b`: `a`, `b`
    fields: Vec<String>,
}

#[derive(Default)]
pub struct Liveness {
    occurrences: HashMap<Mention, Occurrence>,
    /// `return`, `break`, `continue`, `panic!()`; true: ends the iteration only
    exits: Vec<(Place, bool)>,
    assigned: HashSet<Binding>,
    /// The loops around each declaration.
    declared_in: HashMap<Binding, usize>,
}

impl Liveness {
    pub fn of(names: &Names, body: &Block) -> Self {
        let mut walk = Walk {
            names,
            found: Liveness::default(),
            order: 0,
            nodes: 0,
            way: Vec::new(),
            loops: Vec::new(),
            fields: Vec::new(),
            foreign: 0,
        };
        walk.visit_block(body);
        walk.found
    }

    /// Whether another mention of the same place surely can follow this one, so that this one isn't a move.
    pub fn is_followed(&self, mention: Mention) -> bool {
        let Some(this) = self.occurrences.get(&mention) else { return false };
        !self.assigned.contains(&this.binding)
            && (self.comes_again(this) || self.occurrences.values().any(|later| self.follows(this, later)))
    }

    fn follows(&self, this: &Occurrence, later: &Occurrence) -> bool {
        later.binding == this.binding
            && later.at.order > this.at.order
            && overlap(&this.fields, &later.fields)
            && !are_alternatives(&this.at.way, &later.at.way)
            && !self.exits.iter().any(|(exit, _)| {
                this.at.order < exit.order && exit.order < later.at.order && this.at.way.starts_with(&exit.way)
            })
    }

    /// In the next iteration of a loop that the variable is declared outside of.
    fn comes_again(&self, this: &Occurrence) -> bool {
        let outside = self.declared_in.get(&this.binding).copied().unwrap_or(0);
        this.at.loops.get(outside).is_some_and(|l| {
            !self.exits.iter().any(|(exit, iteration_only)| {
                !iteration_only
                    && exit.order > this.at.order
                    && exit.loops.contains(l)
                    && this.at.way.starts_with(&exit.way)
            })
        })
    }
}

fn overlap(a: &[String], b: &[String]) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

fn are_alternatives(a: &Way, b: &Way) -> bool {
    a.iter().zip(b).find(|(x, y)| x != y).is_some_and(|(x, y)| x.0 == y.0)
}

struct Walk<'n> {
    names: &'n Names,
    found: Liveness,
    order: usize,
    nodes: usize,
    way: Way,
    loops: Vec<usize>,
    /// Fields around the expression being visited, outermost first.
    fields: Vec<String>,
    /// Inside closures and `async` blocks, whose exits are their own.
    foreign: usize,
}

impl Walk<'_> {
    fn here(&mut self) -> Place {
        self.order += 1;
        Place { order: self.order, way: self.way.clone(), loops: self.loops.clone() }
    }

    fn node(&mut self) -> usize {
        self.nodes += 1;
        self.nodes
    }

    fn branch(&mut self, node: usize, alternative: usize, visit: impl FnOnce(&mut Self)) {
        self.way.push((node, alternative));
        visit(self);
        self.way.pop();
    }

    fn in_loop(&mut self, visit: impl FnOnce(&mut Self)) {
        let id = self.node();
        self.loops.push(id);
        visit(self);
        self.loops.pop();
    }

    fn exit(&mut self, iteration_only: bool) {
        if self.foreign == 0 {
            let at = self.here();
            self.found.exits.push((at, iteration_only));
        }
    }
}

impl<'a> Visit<'a> for Walk<'_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        if !matches!(e, Expr::Path(_) | Expr::Field(_)) {
            self.fields.clear();
        }
        let foreign = usize::from(is_own_world(e));
        self.foreign += foreign;
        match e {
            Expr::If(i) => {
                // What a `let` matches is moved only where it matches.
                let node = self.node();
                if matches!(*i.cond, Expr::Let(_)) {
                    self.branch(node, 0, |me| me.visit_expr(&i.cond));
                } else {
                    self.visit_expr(&i.cond);
                }
                self.branch(node, 0, |me| me.visit_block(&i.then_branch));
                if let Some((_, otherwise)) = &i.else_branch {
                    self.branch(node, 1, |me| me.visit_expr(otherwise));
                }
            }
            Expr::Match(m) => {
                // As for `let`: one arm may move it, another one use it.
                let node = self.node();
                self.branch(node, usize::MAX, |me| me.visit_expr(&m.expr));
                for (i, arm) in m.arms.iter().enumerate() {
                    self.branch(node, i, |me| me.visit_arm(arm));
                }
            }
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                let node = self.node();
                self.visit_expr(&b.left);
                self.branch(node, 0, |me| me.visit_expr(&b.right));
            }
            Expr::While(w) => self.in_loop(|me| {
                let node = me.node();
                me.visit_expr(&w.cond);
                me.branch(node, 0, |me| me.visit_block(&w.body));
            }),
            Expr::ForLoop(f) => {
                self.visit_expr(&f.expr);
                self.in_loop(|me| {
                    let node = me.node();
                    me.visit_pat(&f.pat);
                    me.branch(node, 0, |me| me.visit_block(&f.body));
                });
            }
            Expr::Loop(l) => self.in_loop(|me| me.visit_block(&l.body)),
            Expr::Return(_) | Expr::Break(_) => {
                visit::visit_expr(self, e);
                self.exit(false);
            }
            Expr::Continue(_) => self.exit(true),
            _ => visit::visit_expr(self, e),
        }
        self.foreign -= foreign;
    }
    fn visit_expr_field(&mut self, e: &'a ExprField) {
        let name = match &e.member {
            Member::Named(i) => i.to_string(),
            Member::Unnamed(i) => i.index.to_string(),
        };
        self.fields.insert(0, name);
        self.visit_expr(&e.base);
        self.fields.clear();
    }
    fn visit_expr_path(&mut self, e: &'a ExprPath) {
        let fields = std::mem::take(&mut self.fields);
        if let Some(ident) = e.path.get_ident()
            && let (Some(binding), Some(mention)) = (self.names.binding(ident), self.names.mention(ident))
        {
            let at = self.here();
            self.found.occurrences.insert(mention, Occurrence { binding, at, fields });
        }
    }
    fn visit_expr_assign(&mut self, e: &'a ExprAssign) {
        self.visit_expr(&e.right);
        self.visit_expr(&e.left);
        let mut targets = Targets(self.names, &mut self.found.assigned);
        targets.visit_expr(&e.left);
    }
    fn visit_pat(&mut self, p: &'a Pat) {
        visit::visit_pat(self, p);
    }
    fn visit_pat_ident(&mut self, p: &'a PatIdent) {
        if let Some(binding) = self.names.binding(&p.ident) {
            self.found.declared_in.insert(binding, self.loops.len());
        }
        visit::visit_pat_ident(self, p);
    }
    fn visit_macro(&mut self, m: &'a Macro) {
        match macros::parse(m) {
            Some(known) if !known.args.is_empty() => known.args.iter().for_each(|a| {
                // The arguments live as long as this loop only; their mentions don't.
                let mut inner = Walk {
                    names: self.names,
                    found: std::mem::take(&mut self.found),
                    order: self.order,
                    nodes: self.nodes,
                    way: self.way.clone(),
                    loops: self.loops.clone(),
                    fields: Vec::new(),
                    foreign: self.foreign,
                };
                inner.visit_expr(&a.value);
                (self.order, self.nodes) = (inner.order, inner.nodes);
                self.found = inner.found;
            }),
            _ => {}
        }
        if macros::diverges(m) {
            self.exit(false);
        }
    }
    fn visit_item(&mut self, _: &'a syn::Item) {}
}

/// Variables that an assignment gives a new value, whole or in a field, destructuring assignments included.
struct Targets<'t>(&'t Names, &'t mut HashSet<Binding>);

impl<'a> Visit<'a> for Targets<'_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        match e {
            Expr::Path(_) => self.1.extend(self.0.variable(e)),
            Expr::Field(f) => self.visit_expr(&f.base),
            Expr::Tuple(_) | Expr::Array(_) | Expr::Paren(_) | Expr::Struct(_) | Expr::Call(_) => {
                visit::visit_expr(self, e)
            }
            _ => {}
        }
    }
}
