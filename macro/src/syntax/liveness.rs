//! Which mention of a variable may be its last.
//!
//! rustc's borrow checker sees the body too (the shadow), so a mention that is followed by another reachable one, without a new value in
//! between, is never a move of something that can't be copied. Only the others are ambiguous. Every question here is answered with
//! "maybe the last" when in doubt.

use crate::machine::pattern::bindings;
use crate::syntax::assigned;
use crate::syntax::awaits::{hides_await, is_own_world, mentions_await};
use crate::syntax::conditional;
use crate::syntax::logs::Form;
use crate::syntax::macros;
use crate::syntax::names::{Binding, Mention, Names};
use crate::syntax::select::Select;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, ExprAssign, ExprField, ExprPath, FieldValue, Local, Macro, Member, Pat, PatIdent, Stmt};

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
    /// rustc sees it, too: no macro may have dropped it, and it is compiled.
    is_sure: bool,
}

/// A `let` or an assignment.
struct Source {
    variable: Binding,
    /// What its value is made of.
    of: Vec<Binding>,
    /// The value is the result of an await: hardly ever something that borrows and has a destructor.
    is_awaited: bool,
}

#[derive(Default)]
pub struct Liveness {
    occurrences: HashMap<Mention, Occurrence>,
    /// `return`, `break`, `continue`, `panic!()`; true: ends the iteration only
    exits: Vec<(Place, bool)>,
    assigned: HashSet<Binding>,
    /// The loops around each declaration.
    declared_in: HashMap<Binding, usize>,
    declared_at: HashMap<Binding, usize>,
    /// Where the scope of a variable ends; parameters live to the end.
    scope_ends: HashMap<Binding, usize>,
    suspensions: Vec<Place>,
    /// Words in the tokens of an opaque macro that may be mentions.
    hidden: HashMap<Mention, Occurrence>,
    sources: Vec<Source>,
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
            declared: Vec::new(),
            unsure: 0,
        };
        walk.visit_block(body);
        walk.found
    }

    /// Whether the mention is followed, as long as its variable lives, by no await and by no other mention than those in `together`.
    pub fn is_last_stop(&self, mention: Mention, together: &HashSet<Mention>) -> bool {
        let Some(this) = self.occurrences.get(&mention).or_else(|| self.hidden.get(&mention)) else { return false };
        let is_alone = |(m, later): (&Mention, &Occurrence)| {
            together.contains(m) || later.binding != this.binding || !self.is_reached(&this.at, &later.at)
        };
        let end = self.scope_ends.get(&this.binding).copied().unwrap_or(usize::MAX);
        !self.comes_again(this)
            && self.occurrences.iter().chain(&self.hidden).all(is_alone)
            && !self.suspensions.iter().any(|s| s.order < end && self.is_reached(&this.at, s))
    }

    /// Whether a value that was made of `binding`, directly or not, is used after `mention`, or dropped: it may be a borrow.
    pub fn is_borrowed_after(&self, mention: Mention, binding: Binding) -> bool {
        let Some(this) = self.occurrences.get(&mention).or_else(|| self.hidden.get(&mention)) else { return true };
        self.is_borrowed_from(this.at.order, binding)
    }

    fn is_borrowed_from(&self, first: usize, binding: Binding) -> bool {
        let made_of = self.made_of(binding);
        let is_older = |b: &Binding| self.declared_at.get(b).is_none_or(|&at| at < first);
        let is_later = |o: &Occurrence| made_of.contains(&o.binding) && is_older(&o.binding) && o.at.order >= first;
        let may_drop =
            |s: &Source| made_of.contains(&s.variable) && !s.is_awaited && self.is_in_scope(s.variable, first);
        self.occurrences.values().chain(self.hidden.values()).any(is_later) || self.sources.iter().any(may_drop)
    }

    fn is_in_scope(&self, binding: Binding, at: usize) -> bool {
        let starts = self.declared_at.get(&binding).copied().unwrap_or(0);
        starts < at && at <= self.scope_ends.get(&binding).copied().unwrap_or(usize::MAX)
    }

    /// Whether control comes to the mention unless it leaves the function before.
    pub fn is_on_every_way(&self, mention: Mention) -> bool {
        let is_unconditional = |o: &Occurrence| {
            o.is_sure && o.at.way.is_empty() && o.at.loops.is_empty() && !self.assigned.contains(&o.binding)
        };
        self.occurrences.get(&mention).is_some_and(is_unconditional)
    }

    /// Whether the variable was mentioned before, so that something may borrow it.
    pub fn was_mentioned_before(&self, mention: Mention) -> bool {
        let Some(this) = self.occurrences.get(&mention) else { return true };
        let outside = self.declared_in.get(&this.binding).copied().unwrap_or(0);
        let is_before = |o: &Occurrence| o.binding == this.binding && o.at.order < this.at.order;
        this.at.loops.len() > outside || self.occurrences.values().chain(self.hidden.values()).any(is_before)
    }

    /// Whether a value that was made of `binding` is used, or dropped, where these mentions are, or after them.
    pub fn is_borrowed_in(&self, mentions: &HashSet<Mention>, binding: Binding) -> bool {
        let orders = self.occurrences.iter().chain(&self.hidden).filter(|(m, _)| mentions.contains(m));
        orders.map(|(_, o)| o.at.order).min().is_some_and(|first| self.is_borrowed_from(first, binding))
    }

    /// Whether one of the mentions is only a word in the tokens of an opaque macro.
    pub fn any_hidden(&self, mentions: &HashSet<Mention>) -> bool {
        mentions.iter().any(|m| self.is_hidden(*m))
    }

    /// Whether the mention is only a word in the tokens of an opaque macro.
    pub fn is_hidden(&self, mention: Mention) -> bool {
        self.hidden.contains_key(&mention)
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

    /// Whether control can go from `this` on to `later`, which stands behind it.
    fn is_reached(&self, this: &Place, later: &Place) -> bool {
        later.order > this.order
            && !are_alternatives(&this.way, &later.way)
            && !self
                .exits
                .iter()
                .any(|(exit, _)| this.order < exit.order && exit.order < later.order && this.way.starts_with(&exit.way))
    }

    /// Whether another mention of the same place surely can follow this one, so that this one isn't a move.
    pub fn is_followed(&self, mention: Mention) -> bool {
        let Some(this) = self.occurrences.get(&mention) else { return false };
        !self.assigned.contains(&this.binding)
            && (self.comes_again(this) || self.occurrences.values().any(|later| self.follows(this, later)))
    }

    /// Whether the variable gets a new value somewhere, or its first one only after its declaration.
    pub fn is_assigned(&self, binding: Binding) -> bool {
        self.assigned.contains(&binding)
    }

    fn follows(&self, this: &Occurrence, later: &Occurrence) -> bool {
        later.binding == this.binding
            && later.is_sure
            && overlap(&this.fields, &later.fields)
            && self.is_reached(&this.at, &later.at)
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
    /// The variables of each scope around.
    declared: Vec<Vec<Binding>>,
    /// Inside what may not be compiled.
    unsure: usize,
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
        let of = self.names.in_tokens(&value.to_token_stream());
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
            self.found.hidden.insert(mention, Occurrence { binding, at, fields: Vec::new(), is_sure: false });
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
            fields: Vec::new(),
            foreign: self.foreign,
            declared: Vec::new(),
            unsure: self.unsure + unsure,
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
                self.in_scope(|me| {
                    if matches!(*i.cond, Expr::Let(_)) {
                        me.branch(node, 0, |me| me.visit_expr(&i.cond));
                    } else {
                        me.visit_expr(&i.cond);
                    }
                    me.branch(node, 0, |me| me.visit_block(&i.then_branch));
                });
                if let Some((_, otherwise)) = &i.else_branch {
                    self.branch(node, 1, |me| me.visit_expr(otherwise));
                }
            }
            Expr::Match(m) => {
                // As for `let`: one arm may move it, another one use it.
                let node = self.node();
                self.branch(node, usize::MAX, |me| me.visit_expr(&m.expr));
                for (i, arm) in m.arms.iter().enumerate() {
                    self.branch(node, i, |me| me.in_scope(|me| me.visit_arm(arm)));
                }
            }
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                let node = self.node();
                self.visit_expr(&b.left);
                self.branch(node, 0, |me| me.visit_expr(&b.right));
            }
            Expr::While(w) => self.in_loop(|me| {
                let node = me.node();
                me.in_scope(|me| {
                    me.visit_expr(&w.cond);
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
            Expr::Return(_) | Expr::Break(_) => {
                visit::visit_expr(self, e);
                self.exit(false);
            }
            Expr::Continue(_) => self.exit(true),
            Expr::Await(a) => {
                self.visit_expr(&a.base);
                self.suspension();
            }
            Expr::Let(l) => {
                self.made(bound(self.names, &l.pat), &l.expr);
                visit::visit_expr(self, e);
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
        self.perhaps(!conditional::is_certain(&a.attrs), |me| visit::visit_arm(me, a));
    }
    fn visit_field_value(&mut self, f: &'a FieldValue) {
        self.perhaps(!conditional::is_certain(&f.attrs), |me| visit::visit_field_value(me, f));
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
            let (at, is_sure) = (self.here(), self.unsure == 0);
            self.found.occurrences.insert(mention, Occurrence { binding, at, fields, is_sure });
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
            self.visit_expr(&init.expr);
            init.diverge.iter().for_each(|(_, e)| self.visit_expr(e));
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
                known.args.iter().for_each(|a| self.inside(may_be_dropped, |inner| inner.visit_expr(&a.value)));
                if hides_await(&m.path) {
                    self.suspension();
                }
            }
            _ => self.opaque(m),
        }
        if macros::diverges(m) {
            self.exit(false);
        }
    }
    fn visit_item(&mut self, _: &'a syn::Item) {}
}

/// The variables that a pattern binds.
fn bound(names: &Names, pat: &Pat) -> Vec<Binding> {
    bindings(pat).iter().filter_map(|i| names.binding(i)).collect()
}
