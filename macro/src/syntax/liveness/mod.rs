//! Which mention of a variable may be its last.
//!
//! rustc's borrow checker sees the body too (the shadow), so a mention that is followed by another reachable one, without a new value in
//! between, is never a move of something that can't be copied. Only the others are ambiguous. Every question here is answered with
//! "maybe the last" when in doubt.

mod borrows;
mod parts;
mod walk;

use crate::syntax::names::{Binding, Mention, Names};
use parts::{Part, Parts, overlap};
use std::collections::{HashMap, HashSet};
use syn::Block;
use walk::Walk;

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
    fields: Part,
    /// Of that, what patterns look at. None: it isn't matched.
    parts: Option<Parts>,
    /// rustc sees it, too: no macro may have dropped it.
    is_sure: bool,
}

impl Occurrence {
    /// What may move here.
    fn taken(&self) -> Vec<Part> {
        let taken = self.parts.as_ref().map(|p| &p.taken).filter(|taken| !taken.is_empty());
        taken.map_or_else(|| vec![self.fields.clone()], |taken| self.of_all(taken))
    }

    /// What can't have moved before.
    fn seen(&self) -> Vec<Part> {
        self.parts.as_ref().map_or_else(|| vec![self.fields.clone()], |p| self.of_all(&p.seen))
    }

    fn of_all(&self, parts: &[Part]) -> Vec<Part> {
        parts.iter().map(|part| [&self.fields[..], part].concat()).collect()
    }
}

/// `return`, `break`, `continue`, `panic!()`
struct Exit {
    at: Place,
    leaves: Leaves,
    /// It is compiled.
    is_sure: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaves {
    Function,
    /// The loop with this number, or an iteration of it
    Loop(usize),
    Iteration(usize),
    /// What has a label: a loop or a block
    Labelled,
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
    exits: Vec<Exit>,
    assigned: HashSet<Binding>,
    /// The loops around each declaration.
    declared_in: HashMap<Binding, usize>,
    declared_at: HashMap<Binding, usize>,
    declared_on: HashMap<Binding, (Way, usize)>,
    /// Where the scope of a variable ends; parameters live to the end.
    scope_ends: HashMap<Binding, usize>,
    suspensions: Vec<Place>,
    /// Words in the tokens of an opaque macro that may be mentions.
    hidden: HashMap<Mention, Occurrence>,
    sources: Vec<Source>,
}

impl Liveness {
    pub fn of(names: &Names, body: &Block) -> Self {
        Walk::over(names, body)
    }

    /// Whether the mention is followed, as long as its variable lives, by no await and by no other mention than those in `together`.
    pub fn is_last_stop(&self, mention: Mention, together: &HashSet<Mention>) -> bool {
        let Some(this) = self.occurrence(mention) else { return false };
        let is_alone = |(m, later): (&Mention, &Occurrence)| {
            together.contains(m) || later.binding != this.binding || !self.may_be_reached(&this.at, &later.at)
        };
        let end = self.scope_ends.get(&this.binding).copied().unwrap_or(usize::MAX);
        !self.may_come_again(this)
            && self.all_occurrences().all(is_alone)
            && !self.suspensions.iter().any(|s| s.order < end && self.may_be_reached(&this.at, s))
    }

    /// A mention, or a word that may be one.
    fn occurrence(&self, mention: Mention) -> Option<&Occurrence> {
        self.occurrences.get(&mention).or_else(|| self.hidden.get(&mention))
    }

    /// All of them.
    fn all_occurrences(&self) -> impl Iterator<Item = (&Mention, &Occurrence)> {
        self.occurrences.iter().chain(&self.hidden)
    }

    /// Whether control may go from `this` on to `later`: nothing between them surely leaves what is around `later`.
    fn may_be_reached(&self, this: &Place, later: &Place) -> bool {
        let prevents = |exit: &Exit| {
            let is_between = this.order < exit.at.order && exit.at.order < later.order;
            exit.is_sure
                && is_between
                && this.way.starts_with(&exit.at.way)
                && match exit.leaves {
                    Leaves::Function => true,
                    Leaves::Loop(l) | Leaves::Iteration(l) => later.loops.contains(&l),
                    Leaves::Labelled => false,
                }
        };
        later.order > this.order && !are_alternatives(&this.way, &later.way) && !self.exits.iter().any(prevents)
    }

    /// Whether there may be a next iteration of a loop that the variable is declared outside of.
    fn may_come_again(&self, this: &Occurrence) -> bool {
        let outside = self.declared_in.get(&this.binding).copied().unwrap_or(0);
        let ends = |exit: &Exit, l: usize| {
            exit.is_sure
                && exit.at.order > this.at.order
                && this.at.way.starts_with(&exit.at.way)
                && (exit.leaves == Leaves::Function || exit.leaves == Leaves::Loop(l))
        };
        this.at.loops.get(outside).is_some_and(|&l| !self.exits.iter().any(|exit| ends(exit, l)))
    }

    /// Whether control comes from the variable's declaration to the mention unless it leaves before.
    pub fn is_on_every_way(&self, mention: Mention) -> bool {
        let Some(this) = self.occurrences.get(&mention) else { return false };
        let (way, loops) = self.declared_on.get(&this.binding).map_or((0, 0), |(way, loops)| (way.len(), *loops));
        this.is_sure
            && this.at.way.len() == way
            && this.at.loops.len() == loops
            && !self.assigned.contains(&this.binding)
    }

    /// Whether one of the mentions is only a word in the tokens of an opaque macro.
    pub fn any_hidden(&self, mentions: &HashSet<Mention>) -> bool {
        mentions.iter().any(|m| self.is_hidden(*m))
    }

    /// Whether the mention is only a word in the tokens of an opaque macro.
    pub fn is_hidden(&self, mention: Mention) -> bool {
        self.hidden.contains_key(&mention)
    }

    /// Whether control surely can go from `this` on to `later`, which stands behind it.
    fn is_reached(&self, this: &Place, later: &Place) -> bool {
        later.order > this.order
            && !are_alternatives(&this.way, &later.way)
            && !self.exits.iter().any(|Exit { at: exit, .. }| {
                this.order < exit.order && exit.order < later.order && this.way.starts_with(&exit.way)
            })
    }

    /// Whether for each part that this mention may move, another mention surely can follow, so that this one isn't a move.
    pub fn is_followed(&self, mention: Mention) -> bool {
        let Some(this) = self.occurrences.get(&mention) else { return false };
        let is_seen_again = |part: &Part| self.occurrences.values().any(|later| self.follows(this, part, later));
        !self.assigned.contains(&this.binding) && (self.comes_again(this) || this.taken().iter().all(is_seen_again))
    }

    /// Whether the variable gets a new value somewhere, or its first one only after its declaration.
    pub fn is_assigned(&self, binding: Binding) -> bool {
        self.assigned.contains(&binding)
    }

    fn follows(&self, this: &Occurrence, part: &Part, later: &Occurrence) -> bool {
        later.binding == this.binding
            && later.is_sure
            && later.seen().iter().any(|seen| overlap(part, seen))
            && self.is_reached(&this.at, &later.at)
    }

    /// Surely in the next iteration of a loop that the variable is declared outside of.
    fn comes_again(&self, this: &Occurrence) -> bool {
        let outside = self.declared_in.get(&this.binding).copied().unwrap_or(0);
        this.at.loops.get(outside).is_some_and(|l| {
            !self.exits.iter().any(|Exit { at: exit, leaves, .. }| {
                !matches!(leaves, Leaves::Iteration(_))
                    && exit.order > this.at.order
                    && exit.loops.contains(l)
                    && this.at.way.starts_with(&exit.way)
            })
        })
    }
}

fn are_alternatives(a: &Way, b: &Way) -> bool {
    a.iter().zip(b).find(|(x, y)| x != y).is_some_and(|(x, y)| x.0 == y.0)
}
