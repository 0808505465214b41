//! One walk over the body notes what the questions need: mentions, ways out, awaits, scopes, and what values are made of.

use super::borrows::borrows_nothing;
use super::parts::{Part, Parts, name};
use super::{Exit, Leaves, Liveness, Occurrence, Place, Source, Way};
use crate::machine::pattern::bindings;
use crate::syntax::assigned;
use crate::syntax::awaits::{hides_await, is_own_world, mentions_await};
use crate::syntax::conditional;
use crate::syntax::logs::Form;
use crate::syntax::macros;
use crate::syntax::names::{Binding, Names};
use crate::syntax::select::Select;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, ExprAssign, ExprField, ExprPath, FieldValue, Lifetime, Local, Macro, Pat, PatIdent, Stmt};

pub struct Walk<'n> {
    names: &'n Names,
    found: Liveness,
    order: usize,
    nodes: usize,
    way: Way,
    loops: Vec<usize>,
    /// Fields around the expression being visited, outermost first.
    fields: Part,
    /// What patterns look at of the expression being visited.
    parts: Option<Parts>,
    /// Inside closures and `async` blocks, whose exits are their own.
    foreign: usize,
    /// The variables of each scope around.
    declared: Vec<Vec<Binding>>,
    /// Inside what may not be compiled.
    unsure: usize,
    /// Inside what may not run, and isn't a list of statements: where a variable moves into a local before that statement runs, it moves also if this doesn't.
    aside: usize,
}

impl<'n> Walk<'n> {
    pub fn over(names: &'n Names, body: &Block) -> Liveness {
        let mut walk = Walk {
            names,
            found: Liveness::default(),
            order: 0,
            nodes: 0,
            way: Vec::new(),
            loops: Vec::new(),
            fields: Part::new(),
            parts: None,
            foreign: 0,
            declared: Vec::new(),
            unsure: 0,
            aside: 0,
        };
        walk.visit_block(body);
        walk.found
    }

    fn here(&mut self) -> Place {
        self.order += 1;
        Place { order: self.order, way: self.way.clone(), loops: self.loops.clone() }
    }

    fn node(&mut self) -> usize {
        self.nodes += 1;
        self.nodes
    }

    /// Part of an expression that may not run.
    fn aside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.aside += 1;
        visit(self);
        self.aside -= 1;
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

    fn in_scope(&mut self, visit: impl FnOnce(&mut Self)) {
        self.declared.push(Vec::new());
        visit(self);
        let end = self.order + 1;
        self.found.scope_ends.extend(self.declared.pop().into_iter().flatten().map(|b| (b, end)));
    }

    fn suspension(&mut self) {
        if self.foreign == 0 {
            let at = self.here();
            self.found.suspensions.push(at);
        }
    }

    /// The variables of `pat` hold what `value` is made of.
    fn made(&mut self, variables: Vec<Binding>, value: &Expr) {
        let of = if borrows_nothing(value) { Vec::new() } else { self.names.in_tokens(&value.to_token_stream()) };
        let is_awaited =
            matches!(value, Expr::Await(_)) || matches!(value, Expr::Try(t) if matches!(*t.expr, Expr::Await(_)));
        let source = |variable| Source { variable, of: of.clone(), is_awaited };
        self.found.sources.extend(variables.into_iter().map(source));
    }

    fn opaque(&mut self, m: &Macro) {
        if mentions_await(&m.tokens) || hides_await(&m.path) {
            self.suspension();
        }
        for (mention, binding) in self.names.mentions_in(&m.tokens) {
            let at = self.here();
            self.found
                .hidden
                .insert(mention, Occurrence { binding, at, fields: Part::new(), parts: None, is_sure: false });
        }
    }

    fn perhaps(&mut self, is_conditional: bool, visit: impl FnOnce(&mut Self)) {
        let unsure = usize::from(is_conditional);
        self.unsure += unsure;
        visit(self);
        self.unsure -= unsure;
    }

    /// Visits parts of a macro, which don't live as long as the body.
    fn inside(&mut self, unsure: usize, visit: impl FnOnce(&mut Walk<'_>)) {
        let mut inner = Walk {
            names: self.names,
            found: std::mem::take(&mut self.found),
            order: self.order,
            nodes: self.nodes,
            way: self.way.clone(),
            loops: self.loops.clone(),
            fields: Part::new(),
            parts: None,
            foreign: self.foreign,
            declared: Vec::new(),
            unsure: self.unsure + unsure,
            aside: self.aside,
        };
        visit(&mut inner);
        (self.order, self.nodes) = (inner.order, inner.nodes);
        self.found = inner.found;
    }

    /// All futures are made, then one handler runs.
    fn visit_select(&mut self, select: &Select) {
        for branch in &select.branches {
            branch.condition.iter().for_each(|c| self.visit_expr(c));
            self.visit_expr(&branch.future);
        }
        self.suspension();
        let node = self.node();
        for (i, branch) in select.branches.iter().enumerate() {
            self.made(bound(self.names, &branch.pattern), &branch.future);
            let handler = |me: &mut Self| {
                me.visit_pat(&branch.pattern);
                me.visit_expr(&branch.handler);
            };
            self.branch(node, i, |me| me.in_scope(handler));
        }
        for (i, other) in select.others.iter().enumerate() {
            self.branch(node, select.branches.len() + i, |me| me.visit_expr(&other.handler));
        }
    }

    /// What a `let` matches is moved only where it matches.
    fn visit_condition(&mut self, cond: &Expr, node: usize) {
        match cond {
            Expr::Let(_) => self.branch(node, 0, |me| me.visit_expr(cond)),
            cond => self.visit_expr(cond),
        }
    }

    /// What these patterns are matched against.
    fn visit_matched<'p>(&mut self, e: &Expr, pats: impl IntoIterator<Item = &'p Pat>) {
        if matches!(e, Expr::Path(_) | Expr::Field(_)) {
            self.parts = Some(Parts::of(pats));
        }
        self.visit_expr(e);
    }

    fn exit(&mut self, leaves: Leaves) {
        if self.foreign == 0 {
            let (at, is_sure) = (self.here(), self.unsure == 0 && self.aside == 0);
            self.found.exits.push(Exit { at, leaves, is_sure });
        }
    }

    /// What a `break` or `continue` leaves.
    fn target(&self, label: Option<&Lifetime>, leaves: fn(usize) -> Leaves) -> Leaves {
        self.loops.last().filter(|_| label.is_none()).map_or(Leaves::Labelled, |l| leaves(*l))
    }
}

impl<'a> Visit<'a> for Walk<'_> {
    fn visit_expr(&mut self, e: &'a Expr) {
        if !matches!(e, Expr::Path(_) | Expr::Field(_)) {
            self.fields.clear();
            self.parts = None;
        }
        let foreign = usize::from(is_own_world(e));
        self.foreign += foreign;
        match e {
            Expr::If(i) => {
                let node = self.node();
                self.in_scope(|me| {
                    me.visit_condition(&i.cond, node);
                    me.branch(node, 0, |me| me.visit_block(&i.then_branch));
                });
                if let Some((_, otherwise)) = &i.else_branch {
                    self.branch(node, 1, |me| me.visit_expr(otherwise));
                }
            }
            Expr::Match(m) => {
                // As for `let`: one arm may move it, another one use it.
                let node = self.node();
                self.branch(node, usize::MAX, |me| me.visit_matched(&m.expr, m.arms.iter().map(|a| &a.pat)));
                for (i, arm) in m.arms.iter().enumerate() {
                    self.branch(node, i, |me| me.in_scope(|me| me.visit_arm(arm)));
                }
            }
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                let node = self.node();
                self.visit_expr(&b.left);
                self.branch(node, 0, |me| me.aside(|me| me.visit_expr(&b.right)));
            }
            Expr::While(w) => self.in_loop(|me| {
                let node = me.node();
                me.in_scope(|me| {
                    me.visit_condition(&w.cond, node);
                    me.branch(node, 0, |me| me.visit_block(&w.body));
                });
            }),
            Expr::ForLoop(f) => {
                self.visit_expr(&f.expr);
                self.in_loop(|me| {
                    let node = me.node();
                    me.made(bound(me.names, &f.pat), &f.expr);
                    me.in_scope(|me| {
                        me.visit_pat(&f.pat);
                        me.branch(node, 0, |me| me.visit_block(&f.body));
                    });
                });
            }
            Expr::Loop(l) => self.in_loop(|me| me.visit_block(&l.body)),
            Expr::Return(_) => {
                visit::visit_expr(self, e);
                self.exit(Leaves::Function);
            }
            Expr::Break(b) => {
                visit::visit_expr(self, e);
                self.exit(self.target(b.label.as_ref(), Leaves::Loop));
            }
            Expr::Continue(c) => self.exit(self.target(c.label.as_ref(), Leaves::Iteration)),
            Expr::Await(a) => {
                self.visit_expr(&a.base);
                self.suspension();
            }
            Expr::Let(l) => {
                self.made(bound(self.names, &l.pat), &l.expr);
                self.visit_pat(&l.pat);
                self.visit_matched(&l.expr, [&*l.pat]);
            }
            Expr::Closure(_) => self.in_scope(|me| visit::visit_expr(me, e)),
            _ => visit::visit_expr(self, e),
        }
        self.foreign -= foreign;
    }
    fn visit_stmt(&mut self, s: &'a Stmt) {
        self.perhaps(conditional::is_conditional(s), |me| visit::visit_stmt(me, s));
    }
    fn visit_arm(&mut self, a: &'a Arm) {
        self.perhaps(!conditional::is_certain(&a.attrs), |me| {
            me.visit_pat(&a.pat);
            a.guard.iter().for_each(|(_, guard)| me.aside(|me| me.visit_expr(guard)));
            me.visit_expr(&a.body);
        });
    }
    fn visit_field_value(&mut self, f: &'a FieldValue) {
        self.perhaps(!conditional::is_certain(&f.attrs), |me| visit::visit_field_value(me, f));
    }
    fn visit_expr_field(&mut self, e: &'a ExprField) {
        self.fields.insert(0, name(&e.member));
        self.visit_expr(&e.base);
        self.fields.clear();
        self.parts = None;
    }
    fn visit_expr_path(&mut self, e: &'a ExprPath) {
        let (fields, parts) = (std::mem::take(&mut self.fields), self.parts.take());
        if let Some(ident) = e.path.get_ident()
            && let (Some(binding), Some(mention)) = (self.names.binding(ident), self.names.mention(ident))
        {
            let (at, is_sure) = (self.here(), self.unsure == 0);
            self.found.occurrences.insert(mention, Occurrence { binding, at, fields, parts, is_sure });
        }
    }
    fn visit_expr_assign(&mut self, e: &'a ExprAssign) {
        self.visit_expr(&e.right);
        self.visit_expr(&e.left);
        let targets = assigned::targets(self.names, &e.left);
        self.made(targets.iter().copied().collect(), &e.right);
        self.found.assigned.extend(targets);
    }
    fn visit_block(&mut self, b: &'a Block) {
        self.in_scope(|me| visit::visit_block(me, b));
    }
    fn visit_local(&mut self, l: &'a Local) {
        if let Some(init) = &l.init {
            self.made(bound(self.names, &l.pat), &init.expr);
        }
        if let Some(init) = &l.init {
            self.visit_matched(&init.expr, [&l.pat]);
            let node = self.node();
            init.diverge.iter().for_each(|(_, e)| self.branch(node, 0, |me| me.visit_expr(e)));
        }
        self.visit_pat(&l.pat);
    }
    fn visit_pat(&mut self, p: &'a Pat) {
        visit::visit_pat(self, p);
    }
    fn visit_pat_ident(&mut self, p: &'a PatIdent) {
        if let Some(binding) = self.names.binding(&p.ident) {
            self.found.declared_in.insert(binding, self.loops.len());
            self.found.declared_at.insert(binding, self.order);
            self.found.declared_on.insert(binding, (self.way.clone(), self.loops.len()));
            self.declared.iter_mut().rev().take(1).for_each(|scope| scope.push(binding));
        }
        visit::visit_pat_ident(self, p);
    }
    fn visit_macro(&mut self, m: &'a Macro) {
        if let Some(select) = Select::of(m) {
            return self.inside(0, |inner| inner.visit_select(&select));
        }
        match macros::parse(m) {
            Some(known) if !known.args.is_empty() => {
                let may_be_dropped = usize::from(known.log == Some(Form::Wrapper));
                let of_message = if known.panics_with_message() { known.message_at() } else { usize::MAX };
                let node = self.node();
                for (i, arg) in known.args.iter().enumerate() {
                    let visit = |me: &mut Self| me.inside(may_be_dropped, |inner| inner.visit_expr(&arg.value));
                    if i < of_message {
                        visit(self);
                    } else {
                        self.branch(node, 0, |me| me.aside(visit));
                    }
                }
                if of_message < known.args.len() {
                    self.branch(node, 0, |me| me.aside(|me| me.exit(Leaves::Function)));
                }
                if hides_await(&m.path) {
                    self.suspension();
                }
            }
            _ => self.opaque(m),
        }
        if macros::diverges(m) {
            self.exit(Leaves::Function);
        }
    }
    fn visit_item(&mut self, _: &'a syn::Item) {}
}

/// The variables that a pattern binds.
fn bound(names: &Names, pat: &Pat) -> Vec<Binding> {
    bindings(pat).iter().filter_map(|i| names.binding(i)).collect()
}
