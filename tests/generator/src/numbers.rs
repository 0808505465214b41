//! Numbers, with awaits in all places of an expression, and conditions.

use super::scope::Kind;
use super::{Generator, parenthesised};

impl Generator {
    /// A `u32`.
    pub fn number(&mut self, depth: u32) -> String {
        if depth == 0 || !self.spend(1) {
            return self.simple_number();
        }
        match self.random.below(36) {
            0..=4 => format!("later({}).await", self.number(depth - 1)),
            5 => format!("now({}).await", self.number(depth - 1)),
            6 => format!("temp().me().later({}).await", self.number(depth - 1)),
            7 | 8 => self.operators(depth),
            9..=12 => self.call(depth),
            13 => self.awaited_call(depth),
            14 | 15 if self.exits => self.fallible_number(depth),
            16 => self.number_block(depth),
            17 => self.chosen_number(depth),
            18 => self.matched_number(depth),
            19 => self.labelled_block(depth),
            20 if !self.plain() => self.async_block(depth),
            21 => self.called_closure(),
            22 | 23 => self.method(depth),
            24 => self.element(depth),
            25 => self.text_length(depth),
            26 => self.replaced(depth),
            27 => self.of_pair(depth),
            28 => self.of_option(depth),
            29 => self.unary(depth),
            30 => self.pending_future(),
            31 => self.diverging_operand(depth),
            32 => self.of_list(depth),
            33 => self.if_let_number(depth),
            _ => {
                let (a, b) = (self.number(depth - 1), self.value(depth - 1));
                format!("({a}, {b}).0")
            }
        }
    }

    pub fn simple_number(&mut self) -> String {
        let kind = self.random.pick(&[
            Kind::Number,
            Kind::Number,
            Kind::Value,
            Kind::Reference,
            Kind::Array,
            Kind::Cell,
            Kind::Text,
        ]);
        let Some(name) = self.read(kind) else { return self.literal() };
        match kind {
            Kind::Number => name,
            Kind::Array => format!("{name}[{}]", self.random.below(3)),
            Kind::Cell => format!("read(&{name})"),
            Kind::Text => format!("{name}.len() as u32").parenthesise(),
            _ => format!("{name}.by_ref() as u32").parenthesise(),
        }
    }

    /// Typed only in bodies that call methods on numbers.
    pub fn literal(&mut self) -> String {
        let n = self.random.below(4);
        if self.typed { format!("v({n}u32)") } else { format!("v({n})") }
    }

    /// A `bool` without blocks: it may be a guard.
    pub fn condition(&mut self, depth: u32) -> String {
        let number = self.simple_number();
        let limit = self.random.below(4);
        let compared = match self.random.below(5) {
            0 => format!("{number} > {limit}"),
            1 => format!("later({number}).await != {limit}"),
            2 => format!("matches!(now({number}).await, 0 | {limit})"),
            _ if self.plain() => format!("now({number}).await == {limit}"),
            _ => format!("temp().later({number}).await == {limit}"),
        };
        if depth == 0 || !self.spend(1) {
            return compared;
        }
        match self.random.below(4) {
            0 => format!("({compared} && {})", self.condition(depth - 1)),
            1 => format!("({compared} || {})", self.condition(depth - 1)),
            2 => format!("!({compared})"),
            _ => compared,
        }
    }

    fn operators(&mut self, depth: u32) -> String {
        let left = self.number(depth - 1);
        let left = if left.starts_with('{') { parenthesised(left) } else { left };
        format!("({left} {} {})", self.random.pick(&["+", "*", "^", "|"]), self.number(depth - 1))
    }

    fn call(&mut self, depth: u32) -> String {
        match self.random.below(4) {
            0 => {
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                format!("two({a}, {b}, {})", self.number(depth - 1))
            }
            1 => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                format!("held({a}, {b}, {})", self.borrowed())
            }
            2 => {
                let values = self.scope.readable(Kind::Value);
                let Some(id) = self.any_of(&values) else {
                    return format!("hold(&temp(), {})", self.number(depth - 1));
                };
                let name = self.scope.name(id);
                self.while_borrowed(id, |g| format!("hold(&{name}, {})", g.number(depth - 1)))
            }
            _ => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                format!("sum([{a}, {b}, {}])", self.number(depth - 1))
            }
        }
    }

    fn awaited_call(&mut self, depth: u32) -> String {
        match self.random.below(3) {
            0 => {
                let n = self.number(depth - 1);
                format!("borrowing({n}, {}).await", self.borrowed())
            }
            1 => format!("IntoLater({}).await", self.number(depth - 1)),
            _ => {
                let d = self.value(depth - 1);
                format!("leaf({d}, {}).await", self.number(depth - 1))
            }
        }
    }

    fn fallible_number(&mut self, depth: u32) -> String {
        if self.random.one_in(2) {
            let ok = self.condition(depth - 1);
            return format!("fallible({ok}, {}).await?", self.number(depth - 1));
        }
        let ok = self.condition(0);
        format!("small({ok}, {})?", self.number(depth - 1))
    }

    pub fn number_block(&mut self, depth: u32) -> String {
        self.block(|g| {
            g.statements(2);
            g.number(depth - 1)
        })
    }

    fn chosen_number(&mut self, depth: u32) -> String {
        let condition = self.condition(depth - 1);
        let arms = self.branches(2, |g, _| {
            g.statements(1);
            g.number(depth - 1)
        });
        format!("(if {condition} {} else {})", arms[0], arms[1])
    }

    /// Methods of which only rustc knows what they do to their receiver.
    fn method(&mut self, depth: u32) -> String {
        match self.random.below(8) {
            0 => {
                let value = self.value(depth - 1);
                self.by_value("Loud", &value, "by_value", "")
            }
            1 => {
                let value = self.value(depth - 1);
                let renamed = self.by_value("Loud", &value, "renamed", "\"renamed\"");
                self.by_value("Loud", &renamed, "by_value", "")
            }
            2 => {
                let Some(value) = self.take(Kind::Value) else { return self.simple_number() };
                let number = self.number(depth - 1);
                self.by_value("Loud", &value, "tagged_into", &number)
            }
            3 if self.typed => {
                let number = self.simple_number();
                format!("{number}.max({})", self.number(depth - 1))
            }
            4 if self.typed => {
                let Some(number) = self.read(Kind::Number) else { return self.simple_number() };
                format!("{number}.wrapping_add({})", self.number(depth - 1))
            }
            5 if self.methods => {
                let values = self.scope.mutable(Kind::Value);
                let Some(id) = self.any_of(&values) else { return self.simple_number() };
                self.scope.end_borrows(id);
                let name = self.scope.name(id);
                self.while_borrowed(id, |g| format!("{name}.tagged_mut({})", g.number(depth - 1)))
            }
            _ => {
                let values = self.scope.readable(Kind::Value);
                let Some(id) = self.any_of(&values) else {
                    return format!("temp().tagged({})", self.number(depth - 1));
                };
                let (name, number) = (self.scope.name(id), self.while_borrowed(id, |g| g.number(depth - 1)));
                self.by_reference("Loud", &name, "tagged", &number)
            }
        }
    }

    fn index(&mut self, depth: u32) -> String {
        format!("({} % 3) as usize", self.number(depth))
    }

    fn element(&mut self, depth: u32) -> String {
        if let Some(array) = self.read(Kind::Array) {
            return format!("{array}[{}]", self.index(depth - 1));
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        let open = self.random.pick(&["[", "vec!["]);
        format!("{open}{a}, {b}, v(2)][{}]", self.index(0))
    }

    fn text_length(&mut self, depth: u32) -> String {
        let n = self.number(depth - 1);
        let shown = match (self.read(Kind::Value), self.read(Kind::Number)) {
            (Some(value), _) if self.random.one_in(2) && !value.contains('.') => format!("{{{value}}}"),
            (_, Some(number)) if !number.contains('.') => format!("{{{number}:?}}"),
            _ => String::new(),
        };
        format!("format!(\"{{}}-{shown}\", {n}).len() as u32").parenthesise()
    }

    /// Holds a `&mut` to a variable during the await.
    fn replaced(&mut self, depth: u32) -> String {
        let numbers = self.scope.mutable(Kind::Number);
        let Some(id) = self.any_of(&numbers) else { return self.simple_number() };
        let name = self.scope.name(id);
        self.scope.hide(id);
        let replaced = format!("std::mem::replace(&mut {name}, {})", self.number(depth - 1));
        self.scope.show(id);
        replaced
    }

    fn of_pair(&mut self, depth: u32) -> String {
        match self.random.below(4) {
            0 => {
                let pairs = self.scope.readable(Kind::Pair);
                let Some(id) = self.any_of(&pairs) else { return self.simple_number() };
                let name = self.scope.name(id);
                let number = self.while_borrowed(id, |g| g.number(depth - 1));
                self.by_reference("Pair", &name, "weight", &number)
            }
            1 => {
                let pair = self.pair(depth - 1);
                self.by_value("Pair", &pair, "into_number", "")
            }
            2 => format!("{}.n", self.pair(depth - 1)),
            _ => {
                let pair = self.pair(depth - 1);
                let swapped = self.by_value("Pair", &pair, "swapped", "");
                self.by_value("Pair", &swapped, "into_number", "")
            }
        }
    }

    fn of_option(&mut self, depth: u32) -> String {
        let n = self.number(depth - 1);
        match self.random.below(3) {
            0 => format!("Some({n}).unwrap_or({})", self.number(depth - 1)),
            1 => format!("Some({n}).filter(|k| *k > 1).unwrap_or_default()"),
            _ => format!("Some({n}).map(|k| k + {}).unwrap()", self.simple_number()),
        }
    }

    fn unary(&mut self, depth: u32) -> String {
        let n = self.number(depth - 1);
        match self.random.below(3) {
            0 => format!("(!({n}) & 7)"),
            1 => format!("(*&({n}))"),
            _ => format!("(({n}) as u8 as u32)"),
        }
    }

    fn pending_future(&mut self) -> String {
        match self.take(Kind::Future) {
            Some(future) => format!("{future}.await"),
            None => "later(v(1u32)).await".to_string(),
        }
    }

    /// `return` as an operand.
    fn diverging_operand(&mut self, depth: u32) -> String {
        let number = self.number(depth - 1);
        if !self.exits {
            return number;
        }
        let condition = self.condition(0);
        let before = self.scope.clone();
        let leave = format!("return Ok(({}, None))", self.number(depth - 1));
        self.scope = before;
        format!("({number} + if {condition} {{ {leave} }} else {{ {} }})", self.maybe(|g| g.number(0)))
    }

    fn of_list(&mut self, depth: u32) -> String {
        let lists = self.scope.readable(Kind::List);
        let Some(id) = self.any_of(&lists) else { return self.simple_number() };
        let name = self.scope.name(id);
        match self.random.below(2) {
            0 => format!("({name}.len() as u32)"),
            _ => self.while_borrowed(id, |g| format!("sizes(&{name}, {})", g.number(depth - 1))),
        }
    }
}

pub trait Parenthesise {
    fn parenthesise(self) -> String;
}

impl Parenthesise for String {
    fn parenthesise(self) -> String {
        parenthesised(self)
    }
}
