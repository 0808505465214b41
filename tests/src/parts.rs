//! Values with parts, methods whose names don't say what they do to their receiver, and functions that hold what they are given.

use crate::trace::step;
use crate::values::{Later, Loud, later};
use std::cell::RefCell;

/// A struct without a destructor of its own: its fields can be moved one by one.
#[derive(Debug)]
pub struct Pair {
    pub a: Loud,
    pub b: Loud,
    pub n: u32,
}

/// A pair of two equally named values.
pub fn pair(name: &'static str) -> Pair {
    step(format!("pair({name})"));
    Pair { a: Loud(name), b: Loud(name), n: 1 }
}

/// A value that is never dropped.
pub fn lent(name: &'static str) -> &'static Loud {
    Box::leak(Box::new(Loud(name)))
}

impl Pair {
    pub fn weight(&self, n: u32) -> u32 {
        step(format!("weight({self:?}, {n})"));
        self.n + n
    }
    pub fn swapped(self) -> Pair {
        step("swapped");
        Pair { a: self.b, b: self.a, n: self.n }
    }
    pub fn into_number(self) -> u32 {
        step(format!("into_number({self:?})"));
        self.n
    }
}

impl Loud {
    pub fn tagged(&self, n: u32) -> u32 {
        step(format!("{self:?}.tagged({n})"));
        n
    }
    pub fn tagged_mut(&mut self, n: u32) -> u32 {
        step(format!("{self:?}.tagged_mut({n})"));
        n
    }
    pub fn tagged_into(self, n: u32) -> u32 {
        step(format!("{self:?}.tagged_into({n})"));
        n
    }
    pub fn renamed(self, name: &'static str) -> Loud {
        step(format!("{self:?}.renamed"));
        Loud(name)
    }
    pub fn pending(self, n: u32) -> Later<u32> {
        later(n)
    }
}

/// The first argument is borrowed while the second one is evaluated.
pub fn hold(d: &Loud, n: u32) -> u32 {
    step(format!("hold({d:?}, {n})"));
    n
}

pub fn sizes(list: &[Loud], n: u32) -> u32 {
    step(format!("sizes({list:?}, {n})"));
    list.len() as u32 + n
}

pub fn sum(numbers: [u32; 3]) -> u32 {
    step(format!("sum({numbers:?})"));
    numbers.iter().fold(0, |a, b| a.wrapping_add(*b))
}

/// What the cell holds; panics while it is mutably borrowed.
pub fn read(cell: &RefCell<u32>) -> u32 {
    *cell.borrow()
}
