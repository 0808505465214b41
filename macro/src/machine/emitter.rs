//! What the emission of one body knows and has found out so far.
//!
//! The emission is run again with a better [`Plan`] until it finds nothing that the plan doesn't know: which variables are moved, and from
//! which statement on the body has to keep rustc's own lowering.

use super::awaiting::Owner;
use super::body::Body;
use super::exits::Jumps;
use super::relocation::Point;
use super::slots::Slot;
use super::tail::List;
use super::worlds::Captures;
use crate::syntax::callable::Calls;
use crate::syntax::names::Binding;
use crate::syntax::output::Output;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;
use syn::{Stmt, Type};

/// What is decided about a body before it is emitted.
#[derive(Clone, Default)]
pub struct Plan {
    /// Statements of the top level from this one on are one leaf.
    pub tail_from: usize,
    /// Variables that may be moved: their slots have flags.
    pub moved: BTreeSet<Binding>,
    /// Variables that end as real locals.
    pub deferred: BTreeSet<Binding>,
    /// Variables that move into the leaf at the end, with those that were declared after them.
    pub into_tail: BTreeSet<Binding>,
    /// The lists of statements whose end is a leaf: from which statement on.
    pub tails: BTreeMap<usize, usize>,
    /// The lists into whose leaf nothing can move: it begins where the variable is declared.
    pub immovable: BTreeSet<usize>,
    /// There are temporaries in slots.
    pub holds: bool,
}

/// What the emission found.
#[derive(Default)]
pub struct Findings {
    pub moved: BTreeSet<Binding>,
    pub deferred: BTreeSet<Binding>,
    pub into_tail: BTreeSet<Binding>,
    pub tails: BTreeMap<usize, usize>,
    pub immovable: BTreeSet<usize>,
    pub holds: bool,
    /// Where a variable moves to another address.
    pub relocated: Vec<(Binding, Point)>,
    /// Statements of the top level that can't be lowered here, because what they do to a variable depends on its type.
    pub stuck: Option<usize>,
}

impl Plan {
    /// The next plan, if this one wasn't good enough.
    pub fn improved(&self, found: &Findings) -> Option<Plan> {
        let tail_from = found.stuck.map_or(self.tail_from, |s| s.min(self.tail_from));
        let moved: BTreeSet<Binding> = self.moved.union(&found.moved).copied().collect();
        let deferred = found.deferred.clone(); // it doesn't depend on what was planned
        let into_tail: BTreeSet<Binding> = self.into_tail.union(&found.into_tail).copied().collect();
        let immovable: BTreeSet<usize> = self.immovable.union(&found.immovable).copied().collect();
        let mut tails = self.tails.clone();
        for (&list, &from) in &found.tails {
            tails.entry(list).and_modify(|f| *f = from.min(*f)).or_insert(from);
        }
        tails.retain(|list, _| !immovable.contains(list));
        let better = tail_from < self.tail_from
            || moved.len() > self.moved.len()
            || deferred != self.deferred
            || into_tail.len() > self.into_tail.len()
            || tails != self.tails
            || immovable.len() > self.immovable.len()
            || found.holds && !self.holds;
        let holds = self.holds || found.holds;
        better.then_some(Plan { tail_from, moved, deferred, into_tail, tails, immovable, holds })
    }
}

/// How control leaves the code that is being rewritten.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exits {
    /// `return v` is `break 'ret v`
    Machine,
    /// `return v` is the `Break` of a leaf
    Leaf,
    /// As written: a closure, an `async` block, or a leaf that the function ends with
    Own,
}

/// What a `break` or `continue` may mean.
pub struct Target {
    pub label: Option<String>,
    /// Also without its label.
    pub is_loop: bool,
}

/// The emitted names, all hygienic.
pub struct Idents {
    pub f: Ident,
    pub at: Ident,
    pub cx: Ident,
    pub rt: Ident,
    /// What `move_next` returns.
    pub step: TokenStream,
    pub state: Ident,
    pub frame: Ident,
}

impl Idents {
    pub fn of(body: &Body) -> Self {
        let local = |name: &str| Ident::new(name, Span::mixed_site());
        let rt = body.item_name("machine");
        Idents {
            f: local("frame"),
            at: local("at"),
            cx: local("cx"),
            step: if body.hides_exits { quote!(#rt::Step) } else { quote!(#rt::Poll) },
            rt,
            state: body.item_name("State"),
            frame: body.item_name("Frame"),
        }
    }
}

/// Emitted variables that are in scope where the user's code is, and fields that every frame has.
const RESERVED: &[&str] = &[
    "frame",
    "at",
    "cx",
    "state",
    "shared", // of every frame
    "value",
    "receiver",
    "call",
    "whole",
    "scrutinee",
    "item",
    "residual",
    "output", // while one expression is evaluated
    "pinned",
    "made",
    "suspends",
];

pub struct Emitter<'b> {
    pub body: &'b Body,
    pub plan: &'b Plan,
    pub output: &'b Output,
    pub ids: Idents,
    pub found: Findings,
    pub slots: Vec<Slot>,
    /// Of every hoisted variable that was declared so far: its slot.
    pub hoisted: HashMap<Binding, usize>,
    /// How often variables can be called, where that shows.
    pub calls: HashMap<Binding, Calls>,
    /// The statement of the top level that declares each hoisted variable.
    pub(super) declared_at: HashMap<Binding, usize>,
    /// The lists of statements around the one that is being emitted, outermost first.
    pub lists_around: Vec<List>,
    /// The variables that come into scope with the next list.
    pub entry: Vec<Binding>,
    /// Variables that may have moved so far, and whether on every way.
    pub moves: Vec<(Binding, bool)>,
    /// Variables that tokens of the statement being emitted mention by name.
    pub registers: BTreeSet<Binding>,
    /// Guards in scope, oldest first.
    pub open: Vec<Ident>,
    /// Awaits emitted so far.
    pub awaits: usize,
    /// When each was emitted.
    pub moments: Vec<usize>,
    pub(super) now: usize,
    pub leaves: usize,
    /// The statement of the top level that is being emitted.
    pub top: usize,
    pub exits: Exits,
    /// The type of the expression that is about to be emitted, if one was written.
    pub expected: Option<Type>,
    /// As `expected`, of the tail of the block that is about to be emitted.
    pub block_expected: Option<Type>,
    /// Of the value of the expression or the block that is about to be emitted.
    pub owner: Owner,
    /// The block being emitted is the tail of one that owns variables, from this slot on.
    pub tail_owned: Option<usize>,
    /// Labels of the loops and blocks inside the leaf that is being rewritten.
    pub inner_targets: Vec<Target>,
    /// Of the leaf that is being rewritten.
    pub jumps: Jumps,
    /// Inside a closure or `async` block that isn't `move`.
    pub captures: Option<Captures>,
    /// Inside lists of statements before which a variable can be moved to a local.
    pub lists: usize,
    /// The variables for which that is asked.
    pub wanted: Vec<Binding>,
    /// Those for which it was asked in vain: what their last use is, is decided where they are.
    pub undecided: BTreeSet<Binding>,
    /// In the operand of an await: its temporaries get slots.
    pub holds: bool,
    /// The slots of the temporaries of the expression being emitted.
    pub temporaries: Vec<usize>,
    /// Those of the expression that was emitted last.
    pub ended: Vec<usize>,
    /// Those of the values of blocks in the expression being emitted.
    pub of_tails: Vec<usize>,
    pub(super) fields: HashMap<String, usize>,
}

impl<'b> Emitter<'b> {
    pub fn new(body: &'b Body, plan: &'b Plan, output: &'b Output) -> Self {
        Emitter {
            body,
            plan,
            output,
            ids: Idents::of(body),
            found: Findings::default(),
            slots: Vec::new(),
            hoisted: HashMap::new(),
            calls: body.params.iter().filter_map(|p| Some((body.names.binding(&p.name)?, p.calls?))).collect(),
            declared_at: HashMap::new(),
            lists_around: Vec::new(),
            entry: Vec::new(),
            moves: Vec::new(),
            registers: BTreeSet::new(),
            open: Vec::new(),
            awaits: 0,
            moments: Vec::new(),
            now: 0,
            leaves: 0,
            top: 0,
            exits: Exits::Machine,
            expected: None,
            block_expected: None,
            owner: Owner::default(),
            tail_owned: None,
            inner_targets: Vec::new(),
            jumps: Jumps::default(),
            captures: None,
            lists: 0,
            wanted: Vec::new(),
            undecided: BTreeSet::new(),
            holds: false,
            temporaries: Vec::new(),
            ended: Vec::new(),
            of_tails: Vec::new(),
            fields: RESERVED.iter().map(|name| (name.to_string(), 1)).collect(),
        }
    }

    /// This variable can't be lowered: its declaration and all that follows must stay together.
    pub fn stuck_on(&mut self, binding: Binding) {
        if self.lists > 0 {
            self.wanted.push(binding);
            return;
        }
        if let Some(list) = self.list_to_move_in(binding) {
            return self.stuck_in(list, binding);
        }
        let at = self.declared_at.get(&binding).copied().unwrap_or(0);
        self.stuck_at(at);
    }

    /// The variable moves out of its slot, on every way (`surely`) or not.
    pub fn moves(&mut self, binding: Binding, surely: bool) {
        self.found.moved.insert(binding);
        self.moves.push((binding, surely));
    }

    /// The end of a list must be a leaf that the variable moves into.
    fn stuck_in(&mut self, list: usize, binding: Binding) {
        if list > 0 {
            let List { key, at, .. } = self.lists_around[list];
            self.found.tails.entry(key).and_modify(|from| *from = at.min(*from)).or_insert(at);
            self.found.into_tail.insert(binding);
            return;
        }
        if self.top >= self.plan.tail_from {
            self.found.into_tail.insert(binding);
        }
        self.stuck_here();
    }

    /// The statement being emitted can't be lowered.
    pub fn stuck_here(&mut self) {
        self.stuck_at(self.top);
    }

    pub fn stuck_at(&mut self, top: usize) {
        self.found.stuck = Some(self.found.stuck.map_or(top, |s| s.min(top)));
    }

    /// Takes note of the statement that is about to be emitted, if it is one of the top level.
    pub fn note(&mut self, stmt: &Stmt) {
        let moves = self.moves.len();
        let position = |list: &mut List| list.position(stmt).map(|at| list.enter(at, moves));
        let _ = self.lists_around.iter_mut().rev().find_map(position);
        if let Some(i) = self.body.stmts.iter().position(|s| std::ptr::eq(s, stmt)) {
            self.top = i;
        }
    }

    /// `State::Run | State::Await2 | State::Await3`
    pub fn states(&self, run: bool, awaits: RangeInclusive<usize>) -> TokenStream {
        let state = &self.ids.state;
        let sp = Span::mixed_site();
        let names = run.then(|| Ident::new("Run", sp)).into_iter().chain(awaits.map(await_name));
        quote_spanned!(sp=> #(#state::#names)|*)
    }

    /// The condition of code that holds the given awaits: the machine isn't resumed further on. (A `matches!` would be noise where the
    /// expansion is read.)
    pub fn entered(&self, awaits: RangeInclusive<usize>) -> TokenStream {
        let (at, states) = (&self.ids.at, self.states(true, awaits));
        quote_spanned!(Span::mixed_site()=> let #states = #at)
    }

    pub fn running(&self) -> TokenStream {
        #[allow(clippy::reversed_empty_ranges)] // no await at all
        self.entered(1..=0)
    }
}

pub fn await_name(n: usize) -> Ident {
    format_ident!("Await{n}", span = Span::mixed_site())
}

pub fn await_field(n: usize) -> Ident {
    format_ident!("await{n}", span = Span::mixed_site())
}

/// Whether a name may be that of a flag, a guard, an awaiter or a part of the frame.
pub fn is_emitted(name: &str) -> bool {
    let is_numbered = |prefix| name.strip_prefix(prefix).is_some_and(|n: &str| n.chars().all(|c| c.is_ascii_digit()));
    name.ends_with("_live") || name.ends_with("_guard") || is_numbered("await") || is_numbered("scope")
}
