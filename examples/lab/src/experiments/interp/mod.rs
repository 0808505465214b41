//! `interp`: a tree-walking interpreter of a small Lisp whose host functions are async: the shape of query executors and rule engines. One
//! function that walks over the tree, and a type per kind of node behind `dyn`. It runs
//! `fib(16)`, folds a list of 300 by recursion, and lets a producer and a consumer talk, both of which go down a level per
//! message: whoever polls from the top goes down all of them at each wake. And how deep can a script go before the interpreter dies of it?
//!
//! Published: nothing for .NET.

mod eval;
mod lisp;
mod objects;

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
use std::task::{Context, Poll, Waker};

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

/// Of a script: its case by a tree, and by nodes behind `dyn`.
type Cases = [&'static str; 2];

const FIB: Cases = ["fib(16) by a tree", "fib(16) by dyn nodes"];
const FOLD: Cases = ["a fold of 300 by a tree", "a fold of 300 by dyn nodes"];
const TALK: Cases = ["200 messages by a tree", "200 messages by dyn nodes"];

type Task<'a> = Pin<Box<dyn Future<Output = Value> + 'a>>;

/// What an interpreter is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One function over a tree of nodes.
    Tree,
    /// A type per kind of node, behind `dyn`.
    Dyn,
}

/// A strategy in which there is an interpreter of that kind.
#[derive(Clone, Copy)]
struct Interpreter(Strategy, Kind);

/// Those with nodes behind `dyn`; boxes by hand would be `async-trait`'s.
const OBJECTS: [Strategy; 4] = [Native, StateMachine, Stackful, AsyncTrait];

fn interpreters() -> Vec<Interpreter> {
    let trees = STRATEGIES.into_iter().map(|s| Interpreter(s, Kind::Tree));
    trees.chain(OBJECTS.into_iter().map(|s| Interpreter(s, Kind::Dyn))).collect()
}

/// A script with its objects, in the strategy that runs it.
enum Script {
    Tree(Strategy),
    Native(objects::native::Script),
    StateMachine(objects::state_machine::Script),
    Stackful(objects::stackful::Script),
    AsyncTrait(objects::async_trait::Script),
}

impl Script {
    fn new(Interpreter(strategy, kind): Interpreter, world: &World) -> Self {
        match (kind, strategy) {
            (Kind::Tree, strategy) => Script::Tree(strategy),
            (_, Native) => Script::Native(objects::native::Script::new(&world.program)),
            (_, StateMachine) => Script::StateMachine(objects::state_machine::Script::new(&world.program)),
            (_, Stackful) => Script::Stackful(objects::stackful::Script::new(&world.program)),
            _ => Script::AsyncTrait(objects::async_trait::Script::new(&world.program)),
        }
    }

    /// The function of that name, ready to run.
    fn task<'a>(&'a self, world: &'a World, function: &str, arguments: &'a Arguments) -> Task<'a> {
        let number = world.program.number(function);
        match self {
            Script::Tree(strategy) => walk(*strategy, world, world.program.function(function), arguments),
            Script::Native(s) => Box::pin(s.function(number).eval(s, world, arguments)),
            Script::StateMachine(s) => Box::pin(s.function(number).eval(s, world, arguments)),
            Script::Stackful(s) => Box::pin(s.function(number).eval(s, world, arguments)),
            Script::AsyncTrait(s) => s.function(number).eval(s, world, arguments),
        }
    }
}

/// An interpreter that walks over a tree, ready to run.
fn walk<'a>(strategy: Strategy, world: &'a World, node: &'a Node, arguments: &'a Arguments) -> Task<'a> {
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
    let walks = [eval::native::claims(), eval::state_machine::claims(), eval::stackful::claims()];
    let objects = [objects::native::claims(), objects::state_machine::claims(), objects::stackful::claims()];
    walks.into_iter().chain(objects).flatten().collect()
}

fn observe(method: &Method) -> Found {
    let mut readings = time(&NS_PER_OP, subjects(), method, &mut || ())?;
    for strategy in STRATEGIES {
        let levels = survived(strategy, method.scaled(1_000_000, 8_000))?;
        readings.push(Reading::counted(Place::of(strategy).case(FIB[0]), &LEVELS, levels as f64));
    }
    Ok(Findings {
        readings,
        notes: vec![format!("levels: of a recursive sum; more than {} weren't tried", method.scaled(1_000_000, 8_000))],
    })
}

fn subjects() -> Vec<Subject> {
    let mut subjects: Vec<Subject> = interpreters().into_iter().flat_map(timed).collect();
    subjects.sort_by_key(|s| [FIB, FOLD, TALK].as_flattened().iter().position(|c| Some(*c) == s.place.case));
    subjects
}

fn timed(interpreter: Interpreter) -> impl Iterator<Item = Subject> {
    let Interpreter(strategy, kind) = interpreter;
    let place = move |cases: Cases| Place::of(strategy).case(cases[kind as usize]);
    let calls = |cases, operations, function: &'static str, argument| {
        Subject::new(place(cases), operations, move |n| {
            let world = World::new(SOURCE);
            let script = Script::new(interpreter, &world);
            Outcome::new(n, (0..n).map(|_| run(&script, &world, function, argument)).sum::<i64>() as u64)
        })
    };
    let talk = Subject::new(place(TALK), 50, move |n| {
        Outcome::new(n, (0..n).map(|_| talk(interpreter, 200)).sum::<i64>() as u64)
    });
    let both = [calls(FIB, 20, "fib", 16), calls(FOLD, 100, "fold-list", 300)];
    both.into_iter().chain((strategy != Plain).then_some(talk))
}

fn run(script: &Script, world: &World, function: &str, argument: i64) -> i64 {
    let arguments = [Value::Int(argument), Value::Nil];
    block_on(script.task(world, function, &arguments)).int()
}

/// A producer and a consumer, in turns until both are done.
fn talk(interpreter: Interpreter, messages: i64) -> i64 {
    let (world, arguments) = (World::new(SOURCE), [Value::Int(messages), Value::Nil]);
    let script = Script::new(interpreter, &world);
    let task = |name| script.task(&world, name, &arguments);
    let (mut producer, mut consumer) = (pin!(task("produce")), pin!(task("consume")));
    let mut cx = Context::from_waker(Waker::noop());
    let (mut sent, mut received) = (None, None);
    while sent.is_none() || received.is_none() {
        for (task, done) in [(&mut producer, &mut sent), (&mut consumer, &mut received)] {
            if done.is_none()
                && let Poll::Ready(value) = task.as_mut().poll(&mut cx)
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
    let sum = run(&Script::Tree(job.strategy), &world, "sum", levels);
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
        for interpreter in interpreters() {
            let (script, name) = (Script::new(interpreter, &world), interpreter.0);
            assert_eq!(run(&script, &world, "fib", 10), 55, "{name}");
            assert_eq!(run(&script, &world, "fold-list", 20), 210, "{name}");
        }
    }

    #[test]
    fn scripts_talk() {
        for interpreter in interpreters().into_iter().filter(|i| i.0 != Plain) {
            assert_eq!(talk(interpreter, 10), 10, "{}", interpreter.0);
        }
    }
}
