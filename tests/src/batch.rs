//! The `main` of a program that compares many bodies, each by every strategy, and reports to the process that started it.
//!
//! One line an event, fields separated by tabs: `begin NAME`, then `equal NAME SCRIPTS POINTS LEAVES` or `differs NAME TEXT`. A body that
//! kills the process is the one that began last; the argument of the program is the number of the comparison to go on with. `oracle N`
//! compares rustc's own lowering of one body with itself, to see whether the body would kill any process.

use crate::compare::{self, Comparison};
use crate::script::{Shown, shown};
use crate::values::{Big, Loud};
use std::io::Write;
use std::pin::Pin;

/// What all random bodies return, boxed, so that what drives them is compiled once.
pub type Started = Pin<Box<dyn Future<Output = Result<(u32, Option<Loud>), Big>>>>;

/// A body, lowered by one strategy.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    pub name: &'static str,
    /// The module of the lowered one.
    pub module: &'static str,
    pub calls: usize,
    pub oracle: fn(usize) -> Started,
    pub lowered: fn(usize) -> Started,
}

pub fn main(all: &[Compared]) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: &String| n.parse::<usize>().expect("a number");
    match &arguments[..] {
        [first] => all[number(first)..].iter().for_each(Compared::run),
        [_oracle, n] => Compared { lowered: all[number(n)].oracle, ..all[number(n)] }.run(),
        _ => panic!("a number, or `oracle` and a number"),
    }
}

/// Unbuffered: the next body may kill the process.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("the other end reads");
}

impl Compared {
    fn run(&self) {
        say(&format!("begin\t{}", self.name));
        say(&self.report());
    }

    fn report(&self) -> String {
        let mut scripts = 0;
        for call in 0..self.calls {
            let (oracle, lowered) = (self.oracle, self.lowered);
            let found = compare::compare(&|| start(oracle, call), &|| start(lowered, call));
            if !found.differences.is_empty() {
                return format!("differs\t{}\t{}", self.name, text(call, &found));
            }
            scripts += found.scripts;
        }
        let (points, leaves) = self.lowering();
        format!("equal\t{}\t{scripts}\t{points}\t{leaves}", self.name)
    }

    /// Awaits of the body, and how many of its statements kept rustc's lowering.
    fn lowering(&self) -> (u32, u32) {
        let records = resumable::registry().filter(|r| r.module.ends_with(self.module));
        records.fold((0, 0), |(points, leaves), r| (points + r.suspension_points, leaves + r.leaves))
    }
}

fn start(body: fn(usize) -> Started, call: usize) -> Shown {
    shown(body(call))
}

/// In one line.
fn text(call: usize, found: &Comparison) -> String {
    let summary = compare::summary(found.scripts, &found.differences);
    format!("call {call}: {summary}").replace('\\', "\\\\").replace('\n', "\\n").replace('\t', " ")
}
