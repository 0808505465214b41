//! Choices by pattern: `match`, `if let`, `let else`, chains of `let`.

use super::scope::Kind;
use super::{Edition, Generator};

impl Generator {
    pub fn matched_number(&mut self, depth: u32) -> String {
        match self.random.below(3) {
            0 => self.match_on_a_pair_of_numbers(depth),
            1 => self.match_on_a_borrowed_option(depth),
            _ => self.match_on_a_number(depth),
        }
    }

    fn match_on_a_number(&mut self, depth: u32) -> String {
        // A place: rustc forgets its index while the guard awaits, and reads elsewhere.
        let is_element = |e: &String| e.ends_with(']');
        let scrutinee = self.number(depth - 1);
        let scrutinee = if is_element(&scrutinee) { format!("v({scrutinee})") } else { scrutinee };
        let guard = self.condition(0);
        let arms = self.number_arms(3, depth);
        let bound = self.random.pick(&["x", "x @ (1 | 2)", "x @ 1..=3"]);
        format!("(match {scrutinee} {{ 0 => {}, {bound} if {guard} => x + {}, _ => {} }})", arms[0], arms[1], arms[2])
    }

    fn match_on_a_pair_of_numbers(&mut self, depth: u32) -> String {
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        let arms = self.number_arms(3, depth);
        format!(
            "(match ({a}, {b}) {{ (0, k) | (k, 0) => k + {}, (k, _) if k > 2 => {}, _ => {} }})",
            arms[0], arms[1], arms[2]
        )
    }

    fn match_on_a_borrowed_option(&mut self, depth: u32) -> String {
        let maybes = self.scope.readable(Kind::Maybe);
        let Some(id) = self.any_of(&maybes) else { return self.match_on_a_number(depth) };
        let name = self.scope.name(id);
        let arms = self.while_borrowed(id, |g| g.number_arms(2, depth));
        let (open, bound) = self.random.pick(&[("&", "o"), ("", "ref o")]);
        format!("(match {open}{name} {{ Some({bound}) => o.by_ref() as u32 + {}, None => {} }})", arms[0], arms[1])
    }

    fn number_arms(&mut self, count: usize, depth: u32) -> Vec<String> {
        self.branches(count, |g, _| {
            g.statements(1);
            g.number(depth - 1)
        })
    }

    pub fn if_let_number(&mut self, depth: u32) -> String {
        let (option, name) = (self.option(depth - 1), self.new_name("x"));
        let arms = self.branches(2, |g, i| {
            if i == 0 {
                g.scope.declare(&name, Kind::Value);
            }
            g.number(depth - 1)
        });
        format!("(if let Some(mut {name}) = {option} {} else {})", arms[0], arms[1])
    }

    /// Arms that move some of the scrutinee.
    pub fn match_on_values(&mut self) {
        let condition = self.condition(0);
        let (a, b) = (self.value(1), self.value(1));
        let guard = self.condition(0);
        let (x, y) = (self.new_name("x"), self.new_name("x"));
        let arms = self.branches(3, |g, i| {
            g.scope.declare(&x, if i == 1 { Kind::Reference } else { Kind::Value });
            if i == 2 {
                g.scope.declare(&y, Kind::Value);
            }
            g.statements(2);
            String::new()
        });
        self.line(format!("match ({condition}, ({a}, {b})) {{"));
        self.line(format!("    (true, (mut {x}, _)) if {guard} => {}", arms[0]));
        self.line(format!("    (false, (_, ref {x})) => {}", arms[1]));
        self.line(format!("    (_, (mut {x}, mut {y})) => {}", arms[2]));
        self.line("}");
    }

    /// An arm that moves all of the scrutinee.
    pub fn match_on_an_option(&mut self) {
        let (option, name) = (self.option(1), self.new_name("x"));
        let arms = self.branches(2, |g, i| {
            if i == 0 {
                g.scope.declare(&name, Kind::Value);
            }
            g.statements(2);
            String::new()
        });
        self.line(format!("match {option} {{"));
        self.line(format!("    Some(mut {name}) => {}", arms[0]));
        self.line(format!("    None => {}", arms[1]));
        self.line("}");
    }

    /// The pattern takes a field of a variable; the others stay.
    pub fn match_on_a_variable(&mut self) {
        let pairs = self.scope.movable(Kind::Pair);
        let Some(id) = self.any_of(&pairs) else { return self.match_on_an_option() };
        let (name, taken) = (self.scope.name(id), self.random.pick(&["a", "b"]));
        let field = self.scope.field(id, taken);
        self.scope.moved(field);
        let x = self.new_name("x");
        if self.random.one_in(4) {
            self.line(format!("let Pair {{ {taken}: mut {x}, .. }} = {name};"));
            self.scope.declare(&x, Kind::Value);
            return;
        }
        let arms = self.branches(2, |g, i| {
            if i == 0 {
                g.scope.declare(&x, Kind::Value);
            }
            g.statements(2);
            String::new()
        });
        let pattern = format!("Pair {{ {taken}: mut {x}, n: 0..={}, .. }}", self.random.below(3));
        if self.random.one_in(2) {
            return self.line(format!("if let {pattern} = {name} {} else {}", arms[0], arms[1]));
        }
        self.line(format!("match {name} {{"));
        self.line(format!("    {pattern} => {}", arms[0]));
        self.line(format!("    _ => {}", arms[1]));
        self.line("}");
    }

    pub fn if_let(&mut self) {
        let (option, name, both) = (self.option(1), self.new_name("x"), self.random.one_in(2));
        let arms = self.branches(2, |g, i| {
            if i == 0 {
                g.scope.declare(&name, Kind::Value);
            }
            if i == 0 || both {
                g.statements(2);
            }
            String::new()
        });
        let also = match self.edition {
            Edition::E2024 if self.random.one_in(2) => format!(" && {}", self.condition(0)),
            _ => String::new(),
        };
        let otherwise = if both { format!(" else {}", arms[1]) } else { String::new() };
        self.line(format!("if let Some(mut {name}) = {option}{also} {}{otherwise}", arms[0]));
    }

    pub fn let_else(&mut self) {
        if !self.exits {
            return;
        }
        if self.random.one_in(2) {
            return self.let_else_of_a_value();
        }
        let (number, name, limit) = (self.number(1), self.new_name("n"), self.random.below(3));
        let block = self.returning_block();
        self.line(format!("let Some(mut {name}) = Some({number}).filter(|n: &u32| *n != {limit}) else {block};"));
        self.scope.declare(&name, Kind::Number);
    }

    fn let_else_of_a_value(&mut self) {
        let option = self.option(1);
        let block = self.returning_block();
        let name = self.variable_name("x");
        self.line(format!("let Some(mut {name}) = {option} else {block};"));
        self.scope.declare(&name, Kind::Value);
    }

    fn returning_block(&mut self) -> String {
        self.diverging_block(|g| {
            g.statements(1);
            let number = g.number(1);
            g.line(format!("return Ok(({number}, None));"));
        })
    }
}
