//! The interpreter, once per strategy: the same walk over the tree, whose calls differ in nothing but what recursion takes.

use super::lisp::{Host, Node, Program, Value, apply};
use crate::equipment::leaf::Yield;
use crate::proof::Claim;
use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

/// What a script runs in.
pub struct World {
    pub program: Program,
    /// Room for one message between two scripts.
    channel: Cell<Option<i64>>,
}

impl World {
    pub fn new(source: &str) -> Self {
        World { program: Program::parse(source), channel: Cell::new(None) }
    }

    /// What a host function does. It may wait; for whom it waits polls again.
    pub async fn host(&self, host: Host, argument: Value) -> Value {
        match host {
            Host::Send => self.send(argument.int()).await,
            Host::Receive => return Value::Int(self.receive().await),
            Host::Sleep => Yield::default().await,
            Host::File => {
                Yield::default().await;
                return Value::Int(std::fs::metadata("/").map_or(0, |m| m.len() as i64));
            }
        }
        argument
    }

    fn send(&self, message: i64) -> impl Future<Output = ()> {
        poll_fn(move |_| {
            if self.channel.get().is_some() {
                return Poll::Pending;
            }
            self.channel.set(Some(message));
            Poll::Ready(())
        })
    }

    fn receive(&self) -> impl Future<Output = i64> {
        poll_fn(|_| self.channel.take().map_or(Poll::Pending, Poll::Ready))
    }
}

pub type Arguments = [Value; 2];

/// Whether a condition holds.
pub fn holds(value: &Value) -> bool {
    value.int() != 0
}

/// The interpreter that can't wait.
pub fn plain(world: &World, node: &Node, arguments: &Arguments) -> Value {
    let next = |node: &Node| plain(world, node, arguments);
    match node {
        Node::Int(value) => Value::Int(*value),
        Node::Nil => Value::Nil,
        Node::Parameter(index) => arguments[*index].clone(),
        Node::If(parts) => next(if holds(&next(&parts[0])) { &parts[1] } else { &parts[2] }),
        Node::Op(op, parts) => apply(*op, next(&parts[0]), next(&parts[1])),
        Node::Call(function, parts) => {
            plain(world, &world.program.functions[*function], &[next(&parts[0]), next(&parts[1])])
        }
        Node::Host(..) => panic!("a plain interpreter can't wait"),
    }
}

macro_rules! interpreter {
    ($module:ident $(#[$attribute:meta])* $(claims $strategy:literal)? , $($boxed:tt)*) => {
        pub mod $module {
            use super::*;

            $(#[$attribute])*
            pub async fn eval(world: &World, node: &Node, arguments: &Arguments) -> Value {
                match node {
                    Node::Int(value) => Value::Int(*value),
                    Node::Nil => Value::Nil,
                    Node::Parameter(index) => arguments[*index].clone(),
                    Node::If(parts) => {
                        let condition = $($boxed)*(eval(world, &parts[0], arguments)).await;
                        let part = if holds(&condition) { &parts[1] } else { &parts[2] };
                        $($boxed)*(eval(world, part, arguments)).await
                    }
                    Node::Op(op, parts) => {
                        let a = $($boxed)*(eval(world, &parts[0], arguments)).await;
                        let b = $($boxed)*(eval(world, &parts[1], arguments)).await;
                        apply(*op, a, b)
                    }
                    Node::Call(function, parts) => {
                        let a = $($boxed)*(eval(world, &parts[0], arguments)).await;
                        let b = $($boxed)*(eval(world, &parts[1], arguments)).await;
                        let arguments = [a, b];
                        $($boxed)*(eval(world, &world.program.functions[*function], &arguments)).await
                    }
                    Node::Host(host, part) => {
                        let argument = $($boxed)*(eval(world, part, arguments)).await;
                        world.host(*host, argument).await
                    }
                }
            }

            $(pub fn claims() -> Vec<Claim> {
                let (world, arguments) = (World::new(""), [Value::Nil, Value::Nil]);
                vec![Claim::new(module_path!(), $strategy, "eval", &eval(&world, &Node::Nil, &arguments))]
            })?
        }
    };
}

interpreter!(native #[resumable::resumable(native)] claims "native", Box::pin);
interpreter!(state_machine #[resumable::resumable(state_machine)] claims "state_machine", Box::pin);
interpreter!(stackful #[resumable::resumable(stackful)] claims "stackful",);
interpreter!(async_recursion #[::async_recursion::async_recursion(?Send)],);

/// A box for each call, by its caller.
pub mod boxed {
    use super::*;

    pub fn eval<'a>(
        world: &'a World,
        node: &'a Node,
        arguments: &'a Arguments,
    ) -> Pin<Box<dyn Future<Output = Value> + 'a>> {
        Box::pin(async move {
            match node {
                Node::Int(value) => Value::Int(*value),
                Node::Nil => Value::Nil,
                Node::Parameter(index) => arguments[*index].clone(),
                Node::If(parts) => {
                    let condition = eval(world, &parts[0], arguments).await;
                    eval(world, if holds(&condition) { &parts[1] } else { &parts[2] }, arguments).await
                }
                Node::Op(op, parts) => {
                    let a = eval(world, &parts[0], arguments).await;
                    let b = eval(world, &parts[1], arguments).await;
                    apply(*op, a, b)
                }
                Node::Call(function, parts) => {
                    let a = eval(world, &parts[0], arguments).await;
                    let arguments = [a, eval(world, &parts[1], arguments).await];
                    eval(world, &world.program.functions[*function], &arguments).await
                }
                Node::Host(host, part) => {
                    let argument = eval(world, part, arguments).await;
                    world.host(*host, argument).await
                }
            }
        })
    }
}

/// A task for each call, on a stack of tasks.
pub mod reblessive {
    use super::*;
    use ::reblessive::Stk;

    pub async fn eval(stk: &mut Stk, world: &World, node: &Node, arguments: &Arguments) -> Value {
        match node {
            Node::Int(value) => Value::Int(*value),
            Node::Nil => Value::Nil,
            Node::Parameter(index) => arguments[*index].clone(),
            Node::If(parts) => {
                let condition = stk.run(|stk| eval(stk, world, &parts[0], arguments)).await;
                let part = if holds(&condition) { &parts[1] } else { &parts[2] };
                stk.run(|stk| eval(stk, world, part, arguments)).await
            }
            Node::Op(op, parts) => {
                let a = stk.run(|stk| eval(stk, world, &parts[0], arguments)).await;
                let b = stk.run(|stk| eval(stk, world, &parts[1], arguments)).await;
                apply(*op, a, b)
            }
            Node::Call(function, parts) => {
                let a = stk.run(|stk| eval(stk, world, &parts[0], arguments)).await;
                let b = stk.run(|stk| eval(stk, world, &parts[1], arguments)).await;
                let arguments = [a, b];
                stk.run(|stk| eval(stk, world, &world.program.functions[*function], &arguments)).await
            }
            Node::Host(host, part) => {
                let argument = stk.run(|stk| eval(stk, world, part, arguments)).await;
                world.host(*host, argument).await
            }
        }
    }

    /// From ordinary code.
    pub async fn run(world: &World, node: &Node, arguments: &Arguments) -> Value {
        let mut stack = ::reblessive::Stack::new();
        stack.enter(|stk| eval(stk, world, node, arguments)).finish_async().await
    }
}
