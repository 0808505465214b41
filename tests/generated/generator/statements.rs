//! Statements: declarations, assignments, control flow and ways out.

use super::Generator;
use super::scope::Kind;

impl Generator {
    /// Up to `most` statements.
    pub fn statements(&mut self, most: u64) {
        for _ in 0..1 + self.random.below(most) {
            if self.budget == 0 {
                return;
            }
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.random.below(20) {
            0..=2 => self.let_number(),
            3..=5 => self.let_value(),
            6 => self.let_pair(),
            7 => self.let_borrow(),
            8 => self.assign_number(),
            9 => self.assign_value(),
            10 => {
                let value = self.value(1);
                self.line(format!("drop({value});"));
            }
            11 => self.deferred(),
            12 | 13 => self.branch(),
            14 => self.counted_loop(),
            15 => self.popping_loop(),
            16 if self.plain() => self.match_on_an_option(),
            16 => self.match_on_values(),
            17 => self.let_else(),
            18 => self.leave(),
            _ => {
                let number = self.number(self.nesting);
                let is_block = number.starts_with('{'); // which would be the whole statement
                self.line(if is_block { format!("({number});") } else { format!("{number};") });
            }
        }
    }

    fn let_number(&mut self) {
        let (number, name) = (self.number(self.nesting), self.name("n"));
        self.line(format!("let mut {name} = {number};"));
        self.scope.declare(&name, Kind::Number, &[]);
    }

    fn let_value(&mut self) {
        let (value, name) = (self.value(self.nesting), self.name("x"));
        if self.random.one_in(6) {
            self.line(format!("let _ = {value};"));
            return;
        }
        self.line(format!("let mut {name} = {value};"));
        self.scope.declare(&name, Kind::Value, &[]);
    }

    /// A tuple whose fields are moved one by one, or a pattern.
    fn let_pair(&mut self) {
        let (a, b) = (self.value(1), self.value(1));
        let (first, second) = (self.name("t"), self.name("t"));
        if self.plain() || self.random.one_in(2) {
            self.line(format!("let (mut {first}, mut {second}) = ({a}, {b});"));
            self.scope.declare(&first, Kind::Value, &[]);
            self.scope.declare(&second, Kind::Value, &[]);
        } else {
            self.line(format!("let mut {first} = ({a}, {b});"));
            self.scope.declare(&format!("{first}.0"), Kind::Value, &[]);
            self.scope.declare(&format!("{first}.1"), Kind::Value, &[]);
        }
    }

    /// A reference or a closure.
    fn let_borrow(&mut self) {
        let values: Vec<String> = self.scope.readable(Kind::Value).iter().map(ToString::to_string).collect();
        let numbers: Vec<String> = self.scope.readable(Kind::Number).iter().map(ToString::to_string).collect();
        let (Some(value), Some(number)) = (values.last(), numbers.last()) else { return };
        let name = self.name("r");
        if self.plain() || self.random.one_in(2) {
            self.line(format!("let {name} = &{value};"));
            self.scope.declare(&name, Kind::Reference, &[value]);
        } else {
            self.line(format!("let {name} = |k: u32| k + {number} + {value}.by_ref() as u32;"));
            self.scope.declare(&name, Kind::Closure, &[value, number]);
        }
    }

    fn assign_number(&mut self) {
        let number = self.number(self.nesting);
        let assignable = self.scope.assignable(Kind::Number);
        if assignable.is_empty() {
            return;
        }
        let (name, operator) = (self.random.pick(&assignable).to_string(), self.random.pick(&["=", "+="]));
        self.line(format!("{name} {operator} {number};"));
        self.scope.assigned(&name);
    }

    fn assign_value(&mut self) {
        let value = self.value(self.nesting);
        let assignable = self.scope.assignable(Kind::Value);
        if assignable.is_empty() {
            return;
        }
        let name = self.random.pick(&assignable).to_string();
        self.line(format!("{name} = {value};"));
        self.scope.assigned(&name);
    }

    /// Declared here, initialised in both branches.
    fn deferred(&mut self) {
        let (condition, name) = (self.condition(self.nesting - 1), self.name("x"));
        self.line(format!("let mut {name};"));
        let branches = self.branches(2, |g, _| {
            g.statements(1);
            let value = g.value(1);
            g.line(format!("{name} = {value};"));
            String::new()
        });
        self.line(format!("if {condition} {} else {}", branches[0], branches[1]));
        self.scope.declare(&name, Kind::Value, &[]);
    }

    fn branch(&mut self) {
        let condition = self.condition(self.nesting - 1);
        let both = self.random.one_in(2);
        let branches = self.branches(2, |g, i| {
            if i == 0 || both {
                g.statements(3);
            }
            String::new()
        });
        self.line(format!("if {condition} {} else {}", branches[0], branches[1]));
    }

    fn counted_loop(&mut self) {
        if self.loops.len() >= 2 || !self.spend(4) {
            return;
        }
        let (counter, label) = (self.name("i"), self.name("'l"));
        match self.random.below(3) {
            0 => {
                let body = self.loop_body(&label, |g| g.statements(3));
                self.line(format!("{label}: for {counter} in now(0).await..2 {body}"));
            }
            1 => {
                let condition = self.condition(0);
                let body = self.loop_body(&label, |g| g.statements(3));
                self.line(format!("let mut {counter} = 0;"));
                self.line(format!("{label}: while {{ {counter} += 1; {counter} < 3 && {condition} }} {body}"));
            }
            _ => {
                let name = self.name("n");
                let body = self.loop_body(&label, |g| {
                    let before = g.scope.clone();
                    let number = g.number(1);
                    g.scope = before; // of what runs after a `break`, nothing is seen
                    g.line(format!("{counter} += 1;"));
                    g.line(format!("if {counter} > 2 {{ break {number}; }}"));
                    g.statements(3);
                });
                self.line(format!("let mut {counter} = 0;"));
                self.line(format!("let mut {name} = {label}: loop {body};"));
                self.scope.declare(&name, Kind::Number, &[]);
            }
        }
    }

    fn popping_loop(&mut self) {
        if self.loops.len() >= 2 || !self.spend(4) {
            return;
        }
        let (list, label, item) = (self.name("v"), self.name("'l"), self.name("x"));
        let (a, b) = (self.value(0), self.value(0));
        self.line(format!("let mut {list} = vec![{a}, {b}];"));
        let body = self.loop_body(&label, |g| {
            g.scope.declare(&item, Kind::Value, &[]);
            g.statements(3);
        });
        match self.random.below(2) {
            0 => self.line(format!("{label}: while let Some(mut {item}) = {list}.pop() {body}")),
            _ => self.line(format!("{label}: for mut {item} in {list} {body}")),
        }
    }

    /// Arms that move some of the scrutinee.
    fn match_on_values(&mut self) {
        let condition = self.condition(0);
        let (a, b) = (self.value(1), self.value(1));
        let guard = self.condition(0);
        let (x, y) = (self.name("x"), self.name("x"));
        let arms = self.branches(3, |g, i| {
            g.scope.declare(&x, if i == 1 { Kind::Reference } else { Kind::Value }, &[]);
            if i == 2 {
                g.scope.declare(&y, Kind::Value, &[]);
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
    fn match_on_an_option(&mut self) {
        let (value, name, keep) = (self.value(1), self.name("x"), self.random.one_in(2));
        let arms = self.branches(2, |g, i| {
            if i == 0 {
                g.scope.declare(&name, Kind::Value, &[]);
            }
            g.statements(2);
            String::new()
        });
        self.line(format!("match Some({value}).filter(|_| {keep}) {{"));
        self.line(format!("    Some(mut {name}) => {}", arms[0]));
        self.line(format!("    None => {}", arms[1]));
        self.line("}");
    }

    fn let_else(&mut self) {
        if !self.exits {
            return;
        }
        let (number, name, limit) = (self.number(1), self.name("n"), self.random.below(3));
        let before = self.scope.clone();
        let block = self.block(|g| {
            g.statements(1);
            let number = g.number(1);
            g.line(format!("return Ok({number});"));
            String::new()
        });
        self.scope = before; // the block never ends
        self.line(format!("let Some(mut {name}) = Some({number}).filter(|n| *n != {limit}) else {block};"));
        self.scope.declare(&name, Kind::Number, &[]);
    }

    /// `return`, `break` or `continue`, on some condition.
    fn leave(&mut self) {
        let condition = self.condition(self.nesting - 1);
        let before = self.scope.clone();
        let number = self.number(1);
        let exit = match self.random.below(4) {
            0 if self.exits => format!("return Ok({number})"),
            1 if !self.loops.is_empty() => {
                let at = self.random.below(self.loops.len() as u64) as usize;
                format!("continue {}", self.loops[at])
            }
            2 if !self.blocks.is_empty() => {
                let at = self.random.below(self.blocks.len() as u64) as usize;
                let scope = self.scope.clone();
                let (label, breaks) = &mut self.blocks[at];
                breaks.push(scope);
                format!("break {label} {number}")
            }
            _ if self.exits => format!("return Ok({number})"),
            _ => return self.scope = before,
        };
        self.scope = before;
        self.line(format!("if {condition} {{ {exit}; }}"));
    }
}
