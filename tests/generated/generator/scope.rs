//! The variables of a body, as far as the borrow checker makes us know them.

/// What a variable holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// `u32`
    Number,
    /// `Loud`
    Value,
    /// `&Loud`
    Reference,
    /// `impl Fn(u32) -> u32`
    Closure,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub kind: Kind,
    /// It is initialised on every path, and what it borrows is too.
    pub usable: bool,
    /// How many loops were around its declaration.
    pub loops: usize,
    /// The variables that it borrows.
    pub borrows: Vec<String>,
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
    pub fn declare(&mut self, name: &str, kind: Kind, borrows: &[&str]) {
        let borrows = borrows.iter().map(ToString::to_string).collect();
        self.variables.push(Variable { name: name.to_string(), kind, usable: true, loops: self.loops, borrows });
    }

    /// Names that may be read here.
    pub fn readable(&self, kind: Kind) -> Vec<&str> {
        self.variables.iter().filter(|v| v.usable && v.kind == kind).map(|v| &*v.name).collect()
    }

    /// Values that may be moved here: a move out of an outer loop's variable would happen in each round.
    pub fn movable(&self) -> Vec<&str> {
        let movable = |v: &&Variable| {
            v.usable && v.kind == Kind::Value && v.loops == self.loops && !(self.capturing && self.lent(v, usize::MAX))
        };
        self.variables.iter().filter(movable).map(|v| &*v.name).collect()
    }

    /// Variables that may be assigned, also after a move. What borrows one must not be used in the next round of a loop.
    pub fn assignable(&self, kind: Kind) -> Vec<&str> {
        let assignable = |v: &&Variable| match self.capturing {
            true => v.usable && !self.lent(v, usize::MAX),
            false => !self.lent(v, self.loops),
        };
        self.variables.iter().filter(|v| v.kind == kind).filter(assignable).map(|v| &*v.name).collect()
    }

    /// Whether something borrows the variable that was declared outside of this many loops.
    fn lent(&self, variable: &Variable, loops: usize) -> bool {
        self.variables.iter().any(|b| b.usable && b.loops < loops && b.borrows.contains(&variable.name))
    }

    pub fn moved(&mut self, name: &str) {
        self.set(name, false);
        self.end_borrows(name);
    }

    /// An assignment initialises again, but only where no loop may come around to a use before it.
    pub fn assigned(&mut self, name: &str) {
        self.end_borrows(name);
        let here = self.loops;
        if let Some(v) = self.variables.iter_mut().rfind(|v| v.name == name && v.loops == here) {
            v.usable = true;
        }
    }

    /// What borrows this variable may not be used any more.
    pub fn end_borrows(&mut self, name: &str) {
        for v in &mut self.variables {
            v.usable &= !v.borrows.iter().any(|b| b == name);
        }
    }

    /// After branches: usable is what is usable after each of them. Variables that were declared inside are gone.
    pub fn join(&mut self, branches: &[Scope]) {
        for (i, v) in self.variables.iter_mut().enumerate() {
            v.usable = branches.iter().all(|b| b.variables[i].usable);
        }
    }

    fn set(&mut self, name: &str, usable: bool) {
        if let Some(v) = self.variables.iter_mut().rfind(|v| v.name == name) {
            v.usable = usable;
        }
    }
}
