//! Random `async fn`s that the borrow checker accepts, made of what the lowerings have to get right: operands, temporaries, moves on some
//! paths, re-initialisation, borrows, nested control flow, and awaits anywhere.
//!
//! Text is written in the order in which it runs, so that [`scope`] knows at each point what is initialised. A function depends on its seed and
//! its edition only. What the bodies are made of is in the prelude of `resumable_tests`.

mod control;
mod loops;
mod matches;
mod numbers;
mod random;
mod scope;
mod signature;
mod statements;
mod values;

use random::Random;
use scope::{Id, Kind, Scope};
pub use signature::{FUNCTIONS, Function};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edition {
    E2021,
    E2024,
}

impl Edition {
    pub fn name(self) -> &'static str {
        match self {
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }
}

struct Generator {
    random: Random,
    edition: Edition,
    scope: Scope,
    /// How many names have been used.
    names: u32,
    /// How many more expressions may be made.
    budget: u32,
    /// How deep expressions are: plain statements are lowered otherwise than operands.
    nesting: u32,
    /// Whether the types of numbers are known before their last use.
    typed: bool,
    /// Whether methods are called as such, by names that don't say what they do to their receiver.
    methods: bool,
    /// Whether `return` and `?` leave the body here: not inside an `async` block.
    exits: bool,
    /// Labels of the loops around, of this body.
    loops: Vec<String>,
    /// Labels of the labelled blocks around, with the scopes at their breaks.
    blocks: Vec<(String, Vec<Scope>)>,
    /// Statements so far.
    text: String,
    /// Indentation.
    depth: usize,
}

impl Generator {
    fn new(seed: u64, edition: Edition) -> Self {
        let mut random = Random(seed);
        Generator {
            budget: 10 + random.below(30) as u32,
            nesting: 1 + random.below(3) as u32 / 2,
            typed: random.one_in(2),
            methods: random.one_in(2),
            random,
            edition,
            scope: Scope::default(),
            names: 0,
            exits: true,
            loops: Vec::new(),
            blocks: Vec::new(),
            text: String::new(),
            depth: 1,
        }
    }

    /// Whether the body keeps to simple operands.
    fn plain(&self) -> bool {
        self.nesting == 1
    }

    /// A name that isn't used yet.
    fn new_name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A name for a variable; sometimes that of another one.
    fn variable_name(&mut self, prefix: &str) -> String {
        let names = self.scope.names();
        if !names.is_empty() && self.random.one_in(10) {
            let at = self.random.below(names.len() as u64) as usize;
            return names[at].clone();
        }
        self.new_name(prefix)
    }

    /// The name of one of these variables.
    fn any_of(&mut self, ids: &[Id]) -> Option<Id> {
        (!ids.is_empty()).then(|| self.random.pick(ids))
    }

    /// The name of a variable that may be read.
    fn read(&mut self, kind: Kind) -> Option<String> {
        let ids = self.scope.readable(kind);
        self.any_of(&ids).map(|id| self.scope.name(id))
    }

    /// The name of a variable, which is moved.
    fn take(&mut self, kind: Kind) -> Option<String> {
        let ids = self.scope.movable(kind);
        let id = self.any_of(&ids)?;
        self.scope.moved(id);
        Some(self.scope.name(id))
    }

    /// What `write` makes while this variable is borrowed.
    fn while_borrowed<T>(&mut self, id: Id, write: impl FnOnce(&mut Self) -> T) -> T {
        let frozen = self.scope.freeze(id);
        let written = write(self);
        self.scope.thaw(id, frozen);
        written
    }

    /// A call of a method of `Loud` or `Pair` that takes `self`.
    fn by_value(&self, of: &str, receiver: &str, name: &str, argument: &str) -> String {
        match self.methods {
            true => format!("{receiver}.{name}({argument})"),
            false if argument.is_empty() => format!("{of}::{name}({receiver})"),
            false => format!("{of}::{name}({receiver}, {argument})"),
        }
    }

    /// The same for one that takes `&self`.
    fn by_reference(&self, of: &str, receiver: &str, name: &str, argument: &str) -> String {
        match self.methods {
            true => format!("{receiver}.{name}({argument})"),
            false => format!("{of}::{name}(&{receiver}, {argument})"),
        }
    }

    /// A line of the body.
    fn line(&mut self, line: impl AsRef<str>) {
        let indent = "    ".repeat(self.depth);
        self.text.push_str(&format!("{indent}{}\n", line.as_ref()));
    }

    /// Whether there is budget for something large.
    fn spend(&mut self, cost: u32) -> bool {
        let affordable = self.budget >= cost;
        self.budget = self.budget.saturating_sub(cost);
        affordable
    }

    /// What `write` makes, as a block of its own: `{ statements; value }`. Its variables end with it.
    fn block(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        let outer_text = std::mem::take(&mut self.text);
        let outer_scope = self.scope.clone();
        self.depth += 1;
        let value = write(self);
        self.depth -= 1;
        let text = std::mem::replace(&mut self.text, outer_text);
        let inner_scope = std::mem::replace(&mut self.scope, outer_scope);
        self.scope.join(&[inner_scope]);
        let (inside, end) = ("    ".repeat(self.depth + 1), "    ".repeat(self.depth));
        if value.is_empty() { format!("{{\n{text}{end}}}") } else { format!("{{\n{text}{inside}{value}\n{end}}}") }
    }

    /// A block of statements only.
    fn unit_block(&mut self, write: impl FnOnce(&mut Self)) -> String {
        self.block(|g| {
            write(g);
            String::new()
        })
    }

    /// A block that never ends: nothing that happens in it is seen after it.
    fn diverging_block(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = self.scope.clone();
        let block = self.unit_block(write);
        self.scope = before;
        block
    }

    /// Several blocks of which one runs.
    fn branches(&mut self, count: usize, write: impl Fn(&mut Self, usize) -> String) -> Vec<String> {
        let before = self.scope.clone();
        let mut after = Vec::new();
        let mut texts = Vec::new();
        for i in 0..count {
            self.scope = before.clone();
            texts.push(self.block(|g| write(g, i)));
            after.push(self.scope.clone());
        }
        self.scope = before;
        self.scope.join(&after);
        texts
    }

    /// What may run or not.
    fn maybe<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.clone();
        let written = write(self);
        self.scope.join(&[before]);
        written
    }

    /// A block that is a loop's body.
    fn loop_body(&mut self, label: &str, write: impl FnOnce(&mut Self)) -> String {
        self.scope.loops += 1;
        self.loops.push(label.to_string());
        let body = self.unit_block(write);
        self.loops.pop();
        self.scope.loops -= 1;
        body
    }

    /// A block whose `return`, `?` and breaks are its own: that of an `async` block or a closure.
    fn closed_block(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        let exits = std::mem::replace(&mut self.exits, false);
        let loops = std::mem::take(&mut self.loops);
        let blocks = std::mem::take(&mut self.blocks);
        let block = self.block(write);
        (self.exits, self.loops, self.blocks) = (exits, loops, blocks);
        block
    }
}

/// `e`, where it must not be taken for a statement.
fn parenthesised(e: String) -> String {
    format!("({e})")
}
