//! Ways on and out: branches, labelled blocks, `return`, `break` and `continue`.

use super::scope::Kind;
use super::{Generator, parenthesised};

impl Generator {
    pub fn branch(&mut self) {
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

    /// Declared here, initialised in both branches.
    pub fn deferred(&mut self) {
        let (condition, name) = (self.condition(self.nesting - 1), self.new_name("x"));
        self.line(format!("let mut {name};"));
        let branches = self.branches(2, |g, _| {
            g.statements(1);
            let value = g.value(1);
            g.line(format!("{name} = {value};"));
            String::new()
        });
        self.line(format!("if {condition} {} else {}", branches[0], branches[1]));
        self.scope.declare(&name, Kind::Value);
    }

    pub fn labelled_block(&mut self, depth: u32) -> String {
        let label = self.new_name("'b");
        self.blocks.push((label.clone(), Vec::new()));
        let block = self.number_block(depth);
        let (_, breaks) = self.blocks.pop().expect("pushed above");
        let end = self.scope.clone();
        self.scope.join(&[breaks, vec![end]].concat());
        parenthesised(format!("{label}: {block}"))
    }

    /// `return`, `break`, `continue` or a panic, on some condition.
    pub fn leave(&mut self) {
        let condition = self.condition(self.nesting - 1);
        let before = self.scope.clone();
        let number = self.number(1);
        let exit = match self.random.below(6) {
            0 if self.exits => {
                let value = self.value(1);
                format!("return Ok(({number}, Some({value})))")
            }
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
            3 => format!("panic!(\"left with {{}}\", {number})"),
            _ if self.exits => format!("return Ok(({number}, None))"),
            _ => return self.scope = before,
        };
        self.scope = before;
        self.line(format!("if {condition} {{ {exit}; }}"));
    }
}
