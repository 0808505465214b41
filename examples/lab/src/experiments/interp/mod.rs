//! `interp`: a tree-walking interpreter of a small Lisp whose host functions are async: the shape of query executors and rule engines. It runs
//! `fib(16)`, folds a list of 300 by recursion, and lets a producer and a consumer talk, both of which go down a level per
//! message: whoever polls from the top goes down all of them at each wake. And how deep can a script go before the interpreter dies of it?
//!
//! Published: nothing for .NET.

mod eval;
mod lisp;

use crate::equipment::child::{Ended, Figures, Job};
use crate::equipment::executor::block_on;
use crate::experiment::{Experiment, Findings, Found, Outcome, Subject, Work};
use crate::measure::{Method, time};
use crate::metric::{LEVELS, NS_PER_OP};
use crate::proof::Claim;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy::{self, *};
use eval::{Arguments, World};
use lisp::{Node, Value};
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Waker};

pub static EXPERIMENT: Experiment = Experiment {
    name: "interp",
    about: "scripts of a small Lisp with async host functions, and the levels of recursion that they survive",
    published: None,
    work: Work::Observed(observe),
    claims,
};

const SOURCE: &str = "
    (fib (if (< a 2) a (+ (fib (- a 1)) (fib (- a 2)))))
    (list (if (< a 1) nil (cons a (list (- a 1)))))
    (fold (if (nil? a) 0 (+ (head a) (fold (tail a)))))
    (fold-list (fold (list a)))
    (sum (if (< a 1) 0 (+ a (sum (- a 1)))))
    (produce (if (< a 1) (+ (sleep 0) (if (< 0 (file)) 0 1)) (+ (send a) (produce (- a 1)))))
    (consume (if (< a 1) (sleep 0) (+ (receive) (consume (- a 1)))))
";

const STRATEGIES: [Strategy; 7] = [Plain, Boxed, Native, StateMachine, Stackful, AsyncRecursion, Reblessive];

const FIB: &str = "fib(16)";
const FOLD: &str = "a fold of 300";
const TALK: &str = "200 messages";

type Task<'a> = Pin<Box<dyn Future<Output = Value> + 'a>>;

/// An interpreter that is ready to run.
fn task<'a>(strategy: Strategy, world: &'a World, node: &'a Node, arguments: &'a Arguments) -> Task<'a> {
    match strategy {
        Plain => Box::pin(async { eval::plain(world, node, arguments) }),
        Boxed => eval::boxed::eval(world, node, arguments),
        Native => Box::pin(eval::native::eval(world, node, arguments)),
        StateMachine => Box::pin(eval::state_machine::eval(world, node, arguments)),
        Stackful => Box::pin(eval::stackful::eval(world, node, arguments)),
        AsyncRecursion => eval::async_recursion::eval(world, node, arguments),
        _ => Box::pin(eval::reblessive::run(world, node, arguments)),
    }
}

fn claims() -> Vec<Claim> {
    [eval::native::claims(), eval::state_machine::claims(), eval::stackful::claims()].concat()
}

fn observe(method: &Method) -> Found {
    let mut readings = time(&NS_PER_OP, subjects(), method, &mut || ())?;
    for strategy in STRATEGIES {
        let levels = survived(strategy, method.scaled(1_000_000, 8_000))?;
        readings.push(Reading::counted(Place::of(strategy).case(FIB), &LEVELS, levels as f64));
    }
    Ok(Findings {
        readings,
        notes: vec![format!("levels: of a recursive sum; more than {} weren't tried", method.scaled(1_000_000, 8_000))],
    })
}

fn subjects() -> Vec<Subject> {
    let timed = |strategy| {
        let place = |case| Place::of(strategy).case(case);
        let calls = |case, operations, function: &'static str, argument| {
            Subject::new(place(case), operations, move |n| {
                let world = World::new(SOURCE);
                Outcome::new(n, (0..n).map(|_| run(strategy, &world, function, argument)).sum::<i64>() as u64)
            })
        };
        let talk = Subject::new(place(TALK), 50, move |n| {
            Outcome::new(n, (0..n).map(|_| talk(strategy, 200)).sum::<i64>() as u64)
        });
        let both = [calls(FIB, 20, "fib", 16), calls(FOLD, 100, "fold-list", 300)];
        both.into_iter().chain((strategy != Plain).then_some(talk))
    };
    let mut subjects: Vec<Subject> = STRATEGIES.into_iter().flat_map(timed).collect();
    subjects.sort_by_key(|s| [FIB, FOLD, TALK].iter().position(|c| Some(*c) == s.place.case));
    subjects
}

fn run(strategy: Strategy, world: &World, function: &str, argument: i64) -> i64 {
    let arguments = [Value::Int(argument), Value::Nil];
    block_on(task(strategy, world, world.program.function(function), &arguments)).int()
}

/// A producer and a consumer, in turns until both are done.
fn talk(strategy: Strategy, messages: i64) -> i64 {
    let (world, arguments) = (World::new(SOURCE), [Value::Int(messages), Value::Nil]);
    let task = |name| task(strategy, &world, world.program.function(name), &arguments);
    let (mut producer, mut consumer) = (pin!(task("produce")), pin!(task("consume")));
    let mut cx = Context::from_waker(Waker::noop());
    let (mut sent, mut received) = (None, None);
    while sent.is_none() || received.is_none() {
        for (task, done) in [(&mut producer, &mut sent), (&mut consumer, &mut received)] {
            if done.is_none()
                && let std::task::Poll::Ready(value) = task.as_mut().poll(&mut cx)
            {
                *done = Some(value.int());
            }
        }
    }
    sent.unwrap_or_default() - received.unwrap_or_default() + messages
}

/// The greatest of 1000, 2000, 4000, .. levels that a process of its own survives.
fn survived(strategy: Strategy, most: u64) -> Result<u64, Box<dyn std::error::Error>> {
    let mut survived = 0;
    let mut levels = 1000;
    while levels <= most {
        match (Job { experiment: EXPERIMENT.name, strategy, size: levels }).run()? {
            Ended::Well(_) => survived = levels,
            Ended::Badly(_) => break,
        }
        levels *= 2;
    }
    Ok(survived)
}

/// The part that a process of its own does, or dies of.
pub fn child(job: &Job) -> Result<Figures, String> {
    let world = World::new(SOURCE);
    let levels = job.size as i64;
    let sum = run(job.strategy, &world, "sum", levels);
    if sum == levels * (levels + 1) / 2 {
        Ok(vec![(&LEVELS, levels as f64)])
    } else {
        Err(format!("{sum} isn't the sum"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_interpreter_computes_the_same() {
        let world = World::new(SOURCE);
        for strategy in STRATEGIES {
            assert_eq!(run(strategy, &world, "fib", 10), 55, "{strategy}");
            assert_eq!(run(strategy, &world, "fold-list", 20), 210, "{strategy}");
        }
    }

    #[test]
    fn scripts_talk() {
        for strategy in STRATEGIES.into_iter().filter(|s| *s != Plain) {
            assert_eq!(talk(strategy, 10), 10, "{strategy}");
        }
    }
}
