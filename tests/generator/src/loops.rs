//! Loops, with awaits in their heads and bodies.

use super::Generator;
use super::scope::Kind;

impl Generator {
    /// Whether there is room for a loop.
    fn may_loop(&mut self) -> bool {
        self.loops.len() < 2 && self.spend(4)
    }

    pub fn counted_loop(&mut self) {
        if !self.may_loop() {
            return;
        }
        let (counter, label) = (self.new_name("i"), self.new_name("'l"));
        match self.random.below(4) {
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
            2 => {
                let numbers = (self.number(1), self.number(1));
                let name = self.new_name("n");
                let body = self.loop_body(&label, |g| {
                    g.scope.declare(&name, Kind::Number);
                    g.statements(2);
                });
                self.line(format!("{label}: for mut {name} in [{}, {}] {body}", numbers.0, numbers.1));
            }
            _ => self.loop_with_value(&counter, &label),
        }
    }

    fn loop_with_value(&mut self, counter: &str, label: &str) {
        let name = self.new_name("n");
        let body = self.loop_body(label, |g| {
            let before = g.scope.clone();
            let number = g.number(1);
            g.scope = before; // of what runs after a `break`, nothing is seen
            g.line(format!("{counter} += 1;"));
            g.line(format!("if {counter} > 2 {{ break {number}; }}"));
            g.statements(3);
        });
        self.line(format!("let mut {counter} = 0;"));
        self.line(format!("let mut {name} = {label}: loop {body};"));
        self.scope.declare(&name, Kind::Number);
    }

    pub fn popping_loop(&mut self) {
        if !self.may_loop() {
            return;
        }
        let (list, label, item) = (self.new_name("v"), self.new_name("'l"), self.new_name("x"));
        let (a, b) = (self.value(0), self.value(0));
        self.line(format!("let mut {list} = vec![{a}, {b}];"));
        let body = self.loop_body(&label, |g| {
            g.scope.declare(&item, Kind::Value);
            g.statements(3);
        });
        match self.random.below(4) {
            0 => self.line(format!("{label}: while let Some(mut {item}) = {list}.pop() {body}")),
            1 => self.line(format!("{label}: while let Some(mut {item}) = later({list}.pop()).await {body}")),
            2 => self.line(format!("{label}: for mut {item} in {list}.drain(..) {body}")),
            _ => self.line(format!("{label}: for mut {item} in {list} {body}")),
        }
    }

    /// Moves a variable of an outer loop and fills it again, in each round.
    pub fn moved_around(&mut self) {
        let values = self.scope.mutable(Kind::Value);
        let Some(id) = self.any_of(&values).filter(|_| !self.scope.capturing) else { return };
        self.scope.end_borrows(id);
        let name = self.scope.name(id);
        let n = self.literal();
        match self.random.below(3) {
            0 => self.line(format!("{name} = passing({name}).await;")),
            1 => {
                let renamed = self.by_value("Loud", &name, "renamed", "\"again\"");
                self.line(format!("{name} = {renamed};"));
            }
            _ => {
                self.line(format!("drop({name}); later({n}).await;"));
                let value = self.new_value();
                self.line(format!("{name} = {value};"));
            }
        }
    }
}
