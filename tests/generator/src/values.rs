//! Values that log their drop, what borrows them, and what is made of them.

use super::numbers::Parenthesise;
use super::scope::Kind;
use super::{Generator, parenthesised};

impl Generator {
    /// A `Loud`, new or moved.
    pub fn value(&mut self, depth: u32) -> String {
        if self.random.one_in(3)
            && let Some(name) = self.take(Kind::Value)
        {
            return name;
        }
        if depth == 0 || !self.spend(1) {
            return self.new_value();
        }
        match self.random.below(13) {
            0 => format!("passing({}).await", self.value(depth - 1)),
            1 => format!("later({}).await", self.value(depth - 1)),
            2 => {
                let condition = self.condition(depth - 1);
                let arms = self.branches(2, |g, _| g.value(depth - 1));
                format!("(if {condition} {} else {})", arms[0], arms[1])
            }
            3 => self.block(|g| {
                g.statements(1);
                g.value(depth - 1)
            }),
            4 => {
                let value = self.value(depth - 1);
                self.by_value("Loud", &value, "renamed", "\"renamed\"")
            }
            5 => format!("{}.{}", self.pair(depth - 1), self.random.pick(&["a", "b"])),
            6 => format!("*Box::new({})", self.value(depth - 1)).parenthesise(),
            7 => self.unwrapped(),
            8 => self.beside(depth),
            9 => self.matched_value(depth),
            10 => self.labelled_value(depth),
            _ => self.new_value(),
        }
    }

    /// A value that is made while something is borrowed: a variable, or a temporary, which dies after it.
    fn beside(&mut self, depth: u32) -> String {
        let values = self.scope.readable(Kind::Value);
        match self.any_of(&values) {
            Some(id) if self.random.one_in(2) => {
                let name = self.scope.name(id);
                self.while_borrowed(id, |g| format!("beside(&{name}, {})", g.value(depth - 1)))
            }
            _ => format!("beside(&temp(), {})", self.value(depth - 1)),
        }
    }

    fn matched_value(&mut self, depth: u32) -> String {
        let (number, limit) = (self.number(depth - 1), self.random.below(3));
        let arms = self.branches(2, |g, _| {
            g.statements(1);
            g.value(depth - 1)
        });
        format!("(match {number} {{ 0..={limit} => {}, _ => {} }})", arms[0], arms[1])
    }

    fn labelled_value(&mut self, depth: u32) -> String {
        let label = self.new_name("'b");
        let condition = self.condition(0);
        let before = self.scope.clone();
        let broken = self.value(depth - 1);
        let at_break = std::mem::replace(&mut self.scope, before);
        let block = self.block(|g| {
            g.line(format!("if {condition} {{ break {label} {broken}; }}"));
            g.value(depth - 1)
        });
        let at_end = self.scope.clone();
        self.scope.join(&[at_break, at_end]);
        parenthesised(format!("{label}: {block}"))
    }

    pub fn new_value(&mut self) -> String {
        let name = self.new_name("d");
        format!("Loud(\"{name}\")")
    }

    fn unwrapped(&mut self) -> String {
        let (maybes, new) = (self.scope.mutable(Kind::Maybe), self.new_value());
        let Some(id) = self.any_of(&maybes) else { return format!("Some({new}).unwrap()") };
        self.scope.end_borrows(id);
        let name = self.scope.name(id);
        match self.random.below(3) {
            0 => format!("{name}.take().unwrap_or({new})"),
            1 => format!("{name}.replace({new}).unwrap_or_else(|| Loud(\"none\"))"),
            _ => match self.take(Kind::Maybe) {
                Some(taken) => format!("{taken}.unwrap_or({new})"),
                None => new,
            },
        }
    }

    /// A `&Loud`, of a variable or of a temporary.
    pub fn borrowed(&mut self) -> String {
        let kind = self.random.pick(&[Kind::Value, Kind::Reference, Kind::Number]);
        match self.read(kind) {
            Some(value) if kind == Kind::Value => format!("&{value}"),
            Some(reference) if kind == Kind::Reference => reference,
            _ => "&temp()".to_string(),
        }
    }

    /// A `Pair`.
    pub fn pair(&mut self, depth: u32) -> String {
        if self.random.one_in(3)
            && let Some(name) = self.take(Kind::Pair)
        {
            return name;
        }
        if depth == 0 || !self.spend(1) {
            let name = self.new_name("d");
            return format!("pair(\"{name}\")");
        }
        match self.random.below(5) {
            0 => {
                let a = self.value(depth - 1);
                format!("pairing({a}, {}).await", self.number(depth - 1))
            }
            1 => {
                let b = self.value(depth - 1);
                format!("(Pair {{ b: {b}, ..{} }})", self.pair(depth - 1))
            }
            2 => {
                let pair = self.pair(depth - 1);
                self.by_value("Pair", &pair, "swapped", "")
            }
            _ => {
                let (b, n) = (self.value(depth - 1), self.number(depth - 1));
                format!("(Pair {{ b: {b}, n: {n}, a: {} }})", self.value(depth - 1))
            }
        }
    }

    /// An `Option<Loud>`.
    pub fn option(&mut self, depth: u32) -> String {
        if self.random.one_in(4)
            && let Some(name) = self.take(Kind::Maybe)
        {
            return name;
        }
        match self.random.below(4) {
            0 => format!("Some({}).filter(|_| {})", self.value(depth), self.random.one_in(2)),
            1 => {
                let value = self.value(depth);
                format!("later(Some({value})).await")
            }
            2 => {
                let lists = self.scope.mutable(Kind::List);
                let Some(id) = self.any_of(&lists) else { return "None::<Loud>".to_string() };
                self.scope.end_borrows(id);
                format!("{}.pop()", self.scope.name(id))
            }
            _ => format!("Some({})", self.value(depth)),
        }
    }

    /// Its `return`, `?`, and breaks would be its own.
    pub fn async_block(&mut self, depth: u32) -> String {
        let capturing = std::mem::replace(&mut self.scope.capturing, true);
        let block = self.closed_block(|g| {
            g.statements(1);
            g.number(depth - 1)
        });
        self.scope.capturing = capturing;
        format!("async {block}.await")
    }

    pub fn called_closure(&mut self) -> String {
        let argument = self.simple_number();
        match self.read(Kind::Closure) {
            Some(closure) => format!("{closure}({argument})"),
            None => format!("(|k: u32| k + {})({argument})", self.random.below(4)),
        }
    }
}
