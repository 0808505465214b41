//! The variables of a body, as far as the borrow checker makes us know them.
//!
//! What is known is on the safe side: a variable that isn't readable here may still be, but one that is readable here surely is.

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// `u32`
    Number,
    /// `Loud`
    Value,
    /// `Pair`, whose fields are variables of their own
    Pair,
    /// `&Loud`
    Reference,
    /// `impl Fn(u32) -> u32`
    Closure,
    /// `impl Future<Output = u32>`, not polled yet
    Future,
    /// `Option<Loud>`
    Maybe,
    /// `Vec<Loud>`
    List,
    /// `[u32; 3]`
    Array,
    /// `RefCell<u32>`
    Cell,
    /// `String`
    Text,
}

/// The number of a variable.
pub type Id = usize;

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: Kind,
    /// It is initialised on every path, and what it borrows is too.
    usable: bool,
    /// Its name means another variable here.
    shadowed: bool,
    /// It is borrowed for the moment: it may only be read.
    frozen: bool,
    /// How many loops were around its declaration.
    loops: usize,
    /// The variables that it borrows.
    borrows: Vec<Id>,
    /// The variable that it is a field of.
    whole: Option<Id>,
}

#[derive(Clone, Default)]
pub struct Scope {
    variables: Vec<Variable>,
    /// How many loops are around.
    pub loops: usize,
    /// Inside an `async` block: what it moves or assigns is captured when it is made.
    pub capturing: bool,
}

impl Scope {
    /// A variable; one of the same name is shadowed.
    pub fn declare(&mut self, name: &str, kind: Kind) -> Id {
        self.declare_borrowing(name, kind, &[])
    }

    pub fn declare_borrowing(&mut self, name: &str, kind: Kind, borrows: &[Id]) -> Id {
        for v in &mut self.variables {
            v.shadowed |= v.name == name || v.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        }
        let id = self.push(name.to_string(), kind, borrows.to_vec(), None);
        if kind == Kind::Pair {
            for (field, kind) in [("a", Kind::Value), ("b", Kind::Value), ("n", Kind::Number)] {
                self.push(format!("{name}.{field}"), kind, Vec::new(), Some(id));
            }
        }
        id
    }

    fn push(&mut self, name: String, kind: Kind, borrows: Vec<Id>, whole: Option<Id>) -> Id {
        let loops = self.loops;
        self.variables.push(Variable {
            name,
            kind,
            usable: true,
            shadowed: false,
            frozen: false,
            loops,
            borrows,
            whole,
        });
        self.variables.len() - 1
    }

    pub fn name(&self, id: Id) -> String {
        self.variables[id].name.clone()
    }

    /// Names that another variable may take.
    pub fn names(&self) -> Vec<String> {
        let plain = self.variables.iter().filter(|v| !v.shadowed && v.whole.is_none() && !v.name.contains('.'));
        plain.map(|v| v.name.clone()).collect()
    }

    pub fn field(&self, id: Id, name: &str) -> Id {
        let field = format!("{}.{name}", self.variables[id].name);
        self.variables.iter().position(|v| v.whole == Some(id) && v.name == field).expect("a pair")
    }

    fn ids(&self, kind: Kind, accept: impl Fn(Id, &Variable) -> bool) -> Vec<Id> {
        let candidates = self.variables.iter().enumerate();
        candidates.filter(|(id, v)| v.kind == kind && !v.shadowed && accept(*id, v)).map(|(id, _)| id).collect()
    }

    /// What may be read here.
    pub fn readable(&self, kind: Kind) -> Vec<Id> {
        self.ids(kind, |id, _| self.is_usable(id))
    }

    /// A variable with all its fields.
    fn is_usable(&self, id: Id) -> bool {
        self.variables[id].usable && self.variables.iter().all(|v| v.whole != Some(id) || v.usable)
    }

    /// What may be moved here: a move out of an outer loop's variable would happen in each round.
    pub fn movable(&self, kind: Kind) -> Vec<Id> {
        self.ids(kind, |id, v| {
            self.is_usable(id)
                && v.loops == self.loops
                && !self.is_frozen(id)
                && !(self.capturing && self.is_lent(id, usize::MAX))
        })
    }

    /// What may be assigned, also after a move; an `async` block can't capture what isn't there. What borrows it must not be used in the next
    /// round of a loop.
    pub fn assignable(&self, kind: Kind) -> Vec<Id> {
        self.ids(kind, |id, v| {
            !self.is_frozen(id) && self.has_home(v) && !self.is_lent_here(id) && (self.is_usable(id) || !self.capturing)
        })
    }

    /// What may be borrowed as `&mut`.
    pub fn mutable(&self, kind: Kind) -> Vec<Id> {
        self.ids(kind, |id, _| self.is_usable(id) && !self.is_frozen(id) && !self.is_lent_here(id))
    }

    /// A field can't be assigned once all of its variable was moved at once.
    fn has_home(&self, v: &Variable) -> bool {
        v.whole.is_none_or(|whole| self.variables[whole].usable)
    }

    /// Itself, its variable, or one of its fields.
    fn related(&self, id: Id) -> Vec<Id> {
        let whole = self.variables[id].whole;
        (0..self.variables.len())
            .filter(|&i| i == id || whole == Some(i) || self.variables[i].whole == Some(id))
            .collect()
    }

    fn is_frozen(&self, id: Id) -> bool {
        self.related(id).iter().any(|&i| self.variables[i].frozen)
    }

    fn is_lent_here(&self, id: Id) -> bool {
        self.is_lent(id, if self.capturing { usize::MAX } else { self.loops })
    }

    /// Whether something that was declared outside of this many loops borrows the variable.
    fn is_lent(&self, id: Id, loops: usize) -> bool {
        let related = self.related(id);
        self.variables.iter().any(|b| b.usable && b.loops < loops && b.borrows.iter().any(|x| related.contains(x)))
    }

    pub fn moved(&mut self, id: Id) {
        self.set(id, false);
        self.end_borrows(id);
    }

    /// An assignment initialises again, but only where no loop may come around to a use before it.
    pub fn assigned(&mut self, id: Id) {
        self.end_borrows(id);
        if self.variables[id].loops == self.loops {
            self.set(id, true);
        }
    }

    /// What borrows this variable may not be used any more.
    pub fn end_borrows(&mut self, id: Id) {
        let related = self.related(id);
        for v in &mut self.variables {
            v.usable &= !v.borrows.iter().any(|b| related.contains(b));
        }
    }

    fn set(&mut self, id: Id, usable: bool) {
        for (i, v) in self.variables.iter_mut().enumerate() {
            if i == id || v.whole == Some(id) {
                v.usable = usable;
            }
        }
    }

    /// From here on it may only be read; what it was goes to [`Scope::thaw`].
    pub fn freeze(&mut self, id: Id) -> bool {
        std::mem::replace(&mut self.variables[id].frozen, true)
    }

    pub fn thaw(&mut self, id: Id, frozen: bool) {
        self.variables[id].frozen = frozen;
    }

    /// From here on it can't be used at all, until [`Scope::show`].
    pub fn hide(&mut self, id: Id) {
        self.end_borrows(id);
        self.set(id, false);
        self.freeze(id);
    }

    pub fn show(&mut self, id: Id) {
        self.set(id, true);
        self.thaw(id, false);
    }

    /// Only this variable can be used, with its fields.
    pub fn keep_only(&mut self, kept: Id) {
        for (id, v) in self.variables.iter_mut().enumerate() {
            v.shadowed |= id != kept && v.whole != Some(kept);
        }
    }

    /// After branches: usable is what is usable after each of them. Variables that were declared inside are gone.
    pub fn join(&mut self, branches: &[Scope]) {
        for (i, v) in self.variables.iter_mut().enumerate() {
            v.usable = branches.iter().all(|b| b.variables[i].usable);
        }
    }
}
