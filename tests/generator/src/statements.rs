//! Statements: declarations, assignments and what is done for its effects.

use super::Generator;
use super::scope::{Id, Kind};

impl Generator {
    /// Up to `most` statements.
    pub fn statements(&mut self, most: u64) {
        self.statements_between(1, most);
    }

    pub fn statements_between(&mut self, least: u64, most: u64) {
        for _ in 0..least + self.random.below(most + 1 - least) {
            if self.budget == 0 {
                return;
            }
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.random.below(34) {
            0..=2 => self.let_number(),
            3..=5 => self.let_value(),
            6 => self.let_pair(),
            7 => self.let_tuple(),
            8 => self.let_borrow(),
            9 => self.assign_number(),
            10 => self.assign_value(),
            11 => {
                let value = self.value(1);
                self.line(format!("drop({value});"));
            }
            12 => self.deferred(),
            13 | 14 => self.branch(),
            15 | 16 => self.counted_loop(),
            17 => self.popping_loop(),
            18 => self.moved_around(),
            19 if !self.plain() => self.match_on_values(),
            19 => self.match_on_an_option(),
            20 => self.match_on_a_variable(),
            21 => self.if_let(),
            22 => self.let_else(),
            23 => self.leave(),
            24 => self.let_other(),
            25 => self.lend_mutably(),
            26 => self.assertion(),
            27 => self.change_a_list(),
            28 => self.change_in_place(),
            29 => self.destructuring_assignment(),
            _ => self.evaluate(),
        }
    }

    fn evaluate(&mut self) {
        let number = self.number(self.nesting);
        let is_block = number.starts_with('{'); // which would be the whole statement
        self.line(if is_block { format!("({number});") } else { format!("{number};") });
    }

    fn let_number(&mut self) {
        let (number, name) = (self.number(self.nesting), self.variable_name("n"));
        self.line(format!("let mut {name} = {number};"));
        self.scope.declare(&name, Kind::Number);
    }

    fn let_value(&mut self) {
        if self.random.one_in(8) {
            return self.let_extended();
        }
        let (value, name) = (self.value(self.nesting), self.variable_name("x"));
        match self.random.below(12) {
            0 => self.line(format!("let _ = {value};")),
            1 => self.line(format!("let _{name} = {value};")),
            _ => {
                self.line(format!("let mut {name} = {value};"));
                self.scope.declare(&name, Kind::Value);
            }
        }
    }

    /// A temporary that lives as long as the variable that borrows it.
    fn let_extended(&mut self) {
        let (value, name) = (self.new_value(), self.variable_name("r"));
        let value = if self.random.one_in(2) { value } else { format!("later({value}).await") };
        let start = self.random.pick(&[("let ref ", "", ""), ("let ", "&", ""), ("let ", "{ &", " }")]);
        self.line(format!("{}{name} = {}{value}{};", start.0, start.1, start.2));
        self.scope.declare(&name, Kind::Reference);
    }

    /// A struct whose fields are moved one by one, or taken apart by its pattern.
    fn let_pair(&mut self) {
        let (pair, name) = (self.pair(self.nesting), self.variable_name("q"));
        if self.random.one_in(4) {
            self.line(format!("let Pair {{ a: mut {name}, .. }} = {pair};"));
            self.scope.declare(&name, Kind::Value);
            return;
        }
        self.line(format!("let mut {name} = {pair};"));
        self.scope.declare(&name, Kind::Pair);
    }

    fn let_tuple(&mut self) {
        let (a, b) = (self.value(1), self.value(1));
        let (first, second) = (self.new_name("t"), self.new_name("t"));
        match self.random.below(3) {
            0 => {
                self.line(format!("let (mut {first}, _) = ({a}, {b});"));
                self.scope.declare(&first, Kind::Value);
            }
            1 if !self.plain() => {
                self.line(format!("let mut {first} = ({a}, {b});"));
                self.scope.declare(&format!("{first}.0"), Kind::Value);
                self.scope.declare(&format!("{first}.1"), Kind::Value);
            }
            _ => {
                self.line(format!("let (mut {first}, mut {second}) = ({a}, {b});"));
                self.scope.declare(&first, Kind::Value);
                self.scope.declare(&second, Kind::Value);
            }
        }
    }

    /// A reference or a closure.
    fn let_borrow(&mut self) {
        let (values, numbers) = (self.scope.readable(Kind::Value), self.scope.readable(Kind::Number));
        let (Some(value), Some(number)) = (self.any_of(&values), self.any_of(&numbers)) else { return };
        let (value_name, number_name) = (self.scope.name(value), self.scope.name(number));
        let name = self.new_name("r");
        if self.plain() || self.random.one_in(2) {
            self.line(format!("let {name} = &{value_name};"));
            self.scope.declare_borrowing(&name, Kind::Reference, &[value]);
        } else {
            self.line(format!("let {name} = |k: u32| k + {number_name} + {value_name}.by_ref() as u32;"));
            self.scope.declare_borrowing(&name, Kind::Closure, &[value, number]);
        }
    }

    /// Variables of the other kinds.
    fn let_other(&mut self) {
        match self.random.below(8) {
            0 => {
                let (value, number) = (self.value(1), self.number(1));
                self.let_of(Kind::Future, "f", &format!("leaf({value}, {number})"));
            }
            1 => {
                let option = self.option(1);
                self.let_of(Kind::Maybe, "o", &option);
            }
            2 => {
                let (a, b) = (self.value(1), self.value(1));
                self.let_of(Kind::List, "v", &format!("vec![{a}, {b}]"));
            }
            3 => {
                let (a, b) = (self.number(1), self.number(1));
                let third = if self.typed { "v(1u32)" } else { "v(1)" };
                self.let_of(Kind::Array, "a", &format!("[{a}, {b}, {third}]"));
            }
            4 => {
                let number = self.number(1);
                self.let_of(Kind::Cell, "c", &format!("std::cell::RefCell::new({number})"));
            }
            5 => {
                let number = self.number(1);
                self.let_of(Kind::Text, "s", &format!("format!(\"<{{}}>\", {number})"));
            }
            6 => self.let_async_move(),
            _ => {
                let Some(value) = self.take(Kind::Value) else { return };
                let closure = format!("move |k: u32| k + {value}.by_ref() as u32");
                self.let_of(Kind::Closure, "r", &closure);
            }
        }
    }

    fn let_of(&mut self, kind: Kind, prefix: &str, value: &str) -> Id {
        let name = self.variable_name(prefix);
        self.line(format!("let mut {name} = {value};"));
        self.scope.declare(&name, kind)
    }

    fn let_async_move(&mut self) {
        let values = self.scope.movable(Kind::Value);
        let Some(id) = self.any_of(&values) else { return };
        let before = self.scope.clone();
        self.scope.keep_only(id);
        let block = self.closed_block(|g| {
            g.statements(2);
            g.number(1)
        });
        self.scope = before;
        let whole = self.scope.name(id);
        self.scope.moved(id);
        self.let_of(Kind::Future, "f", &format!("async move {{ let _ = &{whole}; {} }}", block));
    }

    fn assign_number(&mut self) {
        let number = self.number(self.nesting);
        let assignable = self.scope.assignable(Kind::Number);
        let Some(id) = self.any_of(&assignable) else { return self.discard(&number) };
        let operator = self.random.pick(&["=", "+=", "^="]);
        self.line(format!("{} {operator} {number};", self.scope.name(id)));
        self.scope.assigned(id);
    }

    fn assign_value(&mut self) {
        if self.random.one_in(4) {
            return self.assign_pair();
        }
        let value = self.value(self.nesting);
        let assignable = self.scope.assignable(Kind::Value);
        let Some(id) = self.any_of(&assignable) else { return self.discard(&value) };
        self.line(format!("{} = {value};", self.scope.name(id)));
        self.scope.assigned(id);
    }

    fn assign_pair(&mut self) {
        let pair = self.pair(self.nesting);
        let assignable = self.scope.assignable(Kind::Pair);
        let Some(id) = self.any_of(&assignable) else { return self.discard(&pair) };
        self.line(format!("{} = {pair};", self.scope.name(id)));
        self.scope.assigned(id);
    }

    fn destructuring_assignment(&mut self) {
        let (value, number) = (self.value(1), self.number(1));
        let (values, numbers) = (self.scope.assignable(Kind::Value), self.scope.assignable(Kind::Number));
        let (Some(x), Some(n)) = (self.any_of(&values), self.any_of(&numbers)) else {
            return self.discard(&format!("({value}, {number})"));
        };
        self.line(format!("({}, {}) = ({value}, {number});", self.scope.name(x), self.scope.name(n)));
        self.scope.assigned(x);
        self.scope.assigned(n);
    }

    /// What nothing can be done with.
    fn discard(&mut self, value: &str) {
        self.line(format!("let _ = ({value});"));
    }

    /// A `&mut` that is used for a while.
    fn lend_mutably(&mut self) {
        let values = self.scope.mutable(Kind::Value);
        let Some(id) = self.any_of(&values) else { return };
        let (lent, name) = (self.scope.name(id), self.new_name("m"));
        self.scope.hide(id);
        let block = self.unit_block(|g| {
            g.line(format!("let {name} = &mut {lent};"));
            let number = g.number(1);
            let lent = if g.methods {
                format!("{name}.tagged_mut({number})")
            } else {
                format!("Loud::tagged_mut({name}, {number})")
            };
            g.line(format!("{lent};"));
            g.statements(2);
            let value = g.value(1);
            g.line(format!("*{name} = {value};"));
        });
        self.scope.show(id);
        self.line(block);
    }

    fn assertion(&mut self) {
        match self.random.below(3) {
            0 => {
                let condition = self.condition(self.nesting - 1);
                let number = self.maybe(|g| g.number(1));
                self.line(format!("assert!(!({condition}) || v(true), \"failed with {{}}\", {number});"));
            }
            1 => {
                let number = self.number(1);
                let condition = self.maybe(|g| g.condition(1));
                self.line(format!("assert_ne!({number}, 77, \"if {{}}\", {condition});"));
            }
            _ => {
                let condition = self.condition(self.nesting - 1);
                self.line(format!("assert!({condition}, \"{{:?}} failed\", temp());"));
            }
        }
    }

    fn change_a_list(&mut self) {
        let lists = self.scope.mutable(Kind::List);
        let Some(id) = self.any_of(&lists) else { return };
        self.scope.end_borrows(id);
        let name = self.scope.name(id);
        let value = self.while_borrowed(id, |g| g.value(1));
        match self.random.below(3) {
            0 => self.line(format!("{name}.push({value});")),
            1 => self.line(format!("{name}.insert(v({name}.len()) / 2, {value});")),
            _ => self.line(format!("{name}.push({{ later({name}.len()).await; {value} }});")),
        }
    }

    /// An element, or what a cell holds.
    fn change_in_place(&mut self) {
        let number = self.number(self.nesting);
        if let Some(cell) = self.read(Kind::Cell) {
            return self.line(format!("*{cell}.borrow_mut() += {number};"));
        }
        let arrays = self.scope.mutable(Kind::Array);
        let Some(id) = self.any_of(&arrays) else { return self.discard(&number) };
        let name = self.scope.name(id);
        let index = self.number(1);
        let operator = self.random.pick(&["=", "+="]);
        self.line(format!("{name}[({index} % 3) as usize] {operator} {number};"));
    }
}
