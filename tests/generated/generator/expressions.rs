//! Expressions: numbers, conditions and values that log their drop.

use super::Generator;
use super::scope::Kind;

impl Generator {
    /// A `u32`.
    pub fn number(&mut self, depth: u32) -> String {
        if depth == 0 || !self.spend(1) {
            return self.simple_number();
        }
        match self.random.below(22) {
            0..=3 => format!("later({}).await", self.number(depth - 1)),
            4 => format!("now({}).await", self.number(depth - 1)),
            5 => format!("temp().me().later({}).await", self.number(depth - 1)),
            6 | 7 => {
                let left = self.number(depth - 1);
                format!("{left} + {}", self.number(depth - 1))
            }
            8 => {
                let (a, b) = (self.value(depth - 1), self.value(depth - 1));
                format!("two({a}, {b}, {})", self.number(depth - 1))
            }
            9 => {
                let (a, b) = (self.number(depth - 1), self.number(depth - 1));
                format!("held({a}, {b}, {})", self.borrowed())
            }
            10 => {
                let d = self.value(depth - 1);
                format!("leaf({d}, {}).await", self.number(depth - 1))
            }
            11 => {
                let n = self.number(depth - 1);
                format!("borrowing({n}, {}).await", self.borrowed())
            }
            12 if self.exits => {
                let ok = self.condition(depth - 1);
                format!("fallible({ok}, {}).await?", self.number(depth - 1))
            }
            13 if self.exits => {
                let ok = self.condition(0);
                format!("small({ok}, {})?", self.number(depth - 1))
            }
            14 => self.block(|g| {
                g.statements(2);
                g.number(depth - 1)
            }),
            15 => {
                let condition = self.condition(depth - 1);
                let arms = self.branches(2, |g, _| {
                    g.statements(1);
                    g.number(depth - 1)
                });
                format!("(if {condition} {} else {})", arms[0], arms[1])
            }
            16 => self.matched_number(depth),
            17 => self.labelled_block(depth),
            18 if !self.plain() => self.async_block(depth),
            19 => self.called_closure(),
            20 => format!("{}.by_value()", self.value(depth - 1)),
            _ => {
                let (a, b) = (self.number(depth - 1), self.value(depth - 1));
                format!("({a}, {b}).0")
            }
        }
    }

    fn simple_number(&mut self) -> String {
        let (numbers, values) = (self.scope.readable(Kind::Number), self.scope.readable(Kind::Value));
        let references = self.scope.readable(Kind::Reference);
        match self.random.below(5) {
            0 | 1 if !numbers.is_empty() => self.random.pick(&numbers).to_string(),
            2 if !values.is_empty() => format!("{}.by_ref() as u32", self.random.pick(&values)).parenthesised(),
            3 if !references.is_empty() => format!("{}.by_ref() as u32", self.random.pick(&references)).parenthesised(),
            _ => format!("v({})", self.random.below(4)),
        }
    }

    /// A `bool` without blocks: it may be a guard.
    pub fn condition(&mut self, depth: u32) -> String {
        let number = self.simple_number();
        let limit = self.random.below(4);
        let compared = match self.random.below(3) {
            0 => format!("{number} > {limit}"),
            1 => format!("later({number}).await != {limit}"),
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

    /// A `Loud`, new or moved.
    pub fn value(&mut self, depth: u32) -> String {
        let movable = self.scope.movable();
        if !movable.is_empty() && self.random.one_in(3) {
            let name = self.random.pick(&movable).to_string();
            self.scope.moved(&name);
            return name;
        }
        if depth == 0 || !self.spend(1) {
            return self.new_value();
        }
        match self.random.below(6) {
            0 => format!("passing({}).await", self.value(depth - 1)),
            1 => {
                let value = self.new_value();
                format!("later({value}).await")
            }
            2 => {
                let condition = self.condition(depth - 1);
                let arms = self.branches(2, |g, _| g.value(depth - 1));
                format!("(if {condition} {} else {})", arms[0], arms[1])
            }
            3 => self.block(|g| {
                g.statements(1);
                g.value(depth - 1)
            }),
            _ => self.new_value(),
        }
    }

    fn new_value(&mut self) -> String {
        let name = self.name("d");
        format!("Loud(\"{name}\")")
    }

    /// A `&Loud`, of a variable or of a temporary.
    fn borrowed(&mut self) -> String {
        let values = self.scope.readable(Kind::Value);
        let references = self.scope.readable(Kind::Reference);
        match self.random.below(3) {
            0 if !values.is_empty() => format!("&{}", self.random.pick(&values)),
            1 if !references.is_empty() => self.random.pick(&references).to_string(),
            _ => "&temp()".to_string(),
        }
    }

    fn matched_number(&mut self, depth: u32) -> String {
        let scrutinee = self.number(depth - 1);
        let guard = self.condition(0);
        let arms = self.branches(3, |g, _| {
            g.statements(1);
            g.number(depth - 1)
        });
        format!("(match {scrutinee} {{ 0 => {}, x if {guard} => x + {}, _ => {} }})", arms[0], arms[1], arms[2])
    }

    fn labelled_block(&mut self, depth: u32) -> String {
        let label = self.name("'b");
        self.blocks.push((label.clone(), Vec::new()));
        let block = self.block(|g| {
            g.statements(2);
            g.number(depth - 1)
        });
        let (_, breaks) = self.blocks.pop().expect("pushed above");
        let end = self.scope.clone();
        self.scope.join(&[breaks, vec![end]].concat());
        format!("{label}: {block}").parenthesised()
    }

    /// Its `return`, `?`, and breaks would be its own.
    fn async_block(&mut self, depth: u32) -> String {
        let exits = std::mem::replace(&mut self.exits, false);
        let loops = std::mem::take(&mut self.loops);
        let blocks = std::mem::take(&mut self.blocks);
        let capturing = std::mem::replace(&mut self.scope.capturing, true);
        let block = self.block(|g| {
            g.statements(1);
            g.number(depth - 1)
        });
        (self.exits, self.loops, self.blocks, self.scope.capturing) = (exits, loops, blocks, capturing);
        format!("async {block}.await")
    }

    fn called_closure(&mut self) -> String {
        let closures = self.scope.readable(Kind::Closure);
        match closures.is_empty() {
            false => format!("{}({})", self.random.pick(&closures), self.random.below(4)),
            true => format!("(|k: u32| k + {})({})", self.random.below(4), self.random.below(4)),
        }
    }
}

trait Parenthesised {
    fn parenthesised(self) -> String;
}

impl Parenthesised for String {
    fn parenthesised(self) -> String {
        format!("({self})")
    }
}
