//! The interpreter whose nodes are objects: each kind of node is a type of its own behind `dyn`, as engines have it that are extended by
//! others. Once per strategy; the nodes differ in nothing but the attribute.

use super::eval::{Arguments, World, holds};
use super::lisp::{Host, Node, Op, Program, Value, apply};
use crate::proof::Claim;

macro_rules! interpreter {
    ($module:ident, $attribute:meta $(, claims $strategy:literal)?) => {
        pub mod $module {
            use super::*;

            #[$attribute]
            pub trait Eval {
                async fn eval(&self, script: &Script, world: &World, arguments: &Arguments) -> Value;
            }

            /// The functions of a program, as objects.
            pub struct Script(Vec<Box<dyn Eval>>);

            impl Script {
                pub fn new(program: &Program) -> Self {
                    Script(program.functions.iter().map(object).collect())
                }

                pub fn function(&self, number: usize) -> &dyn Eval {
                    &*self.0[number]
                }
            }

            fn object(node: &Node) -> Box<dyn Eval> {
                match node {
                    Node::Int(value) => Box::new(Constant(Value::Int(*value))),
                    Node::Nil => Box::new(Constant(Value::Nil)),
                    Node::Parameter(index) => Box::new(Parameter(*index)),
                    Node::If(parts) => Box::new(If([object(&parts[0]), object(&parts[1]), object(&parts[2])])),
                    Node::Op(op, parts) => Box::new(Apply(*op, [object(&parts[0]), object(&parts[1])])),
                    Node::Call(function, parts) => Box::new(Call(*function, [object(&parts[0]), object(&parts[1])])),
                    Node::Host(host, part) => Box::new(Ask(*host, object(part))),
                }
            }

            struct Constant(Value);
            struct Parameter(usize);
            struct If([Box<dyn Eval>; 3]);
            struct Apply(Op, [Box<dyn Eval>; 2]);
            struct Call(usize, [Box<dyn Eval>; 2]);
            struct Ask(Host, Box<dyn Eval>);

            #[$attribute]
            impl Eval for Constant {
                async fn eval(&self, _: &Script, _: &World, _: &Arguments) -> Value {
                    self.0.clone()
                }
            }

            #[$attribute]
            impl Eval for Parameter {
                async fn eval(&self, _: &Script, _: &World, arguments: &Arguments) -> Value {
                    arguments[self.0].clone()
                }
            }

            #[$attribute]
            impl Eval for If {
                async fn eval(&self, script: &Script, world: &World, arguments: &Arguments) -> Value {
                    let condition = self.0[0].eval(script, world, arguments).await;
                    let part = if holds(&condition) { 1 } else { 2 };
                    self.0[part].eval(script, world, arguments).await
                }
            }

            #[$attribute]
            impl Eval for Apply {
                async fn eval(&self, script: &Script, world: &World, arguments: &Arguments) -> Value {
                    let a = self.1[0].eval(script, world, arguments).await;
                    let b = self.1[1].eval(script, world, arguments).await;
                    apply(self.0, a, b)
                }
            }

            #[$attribute]
            impl Eval for Call {
                async fn eval(&self, script: &Script, world: &World, arguments: &Arguments) -> Value {
                    let a = self.1[0].eval(script, world, arguments).await;
                    let b = self.1[1].eval(script, world, arguments).await;
                    let arguments = [a, b];
                    script.0[self.0].eval(script, world, &arguments).await
                }
            }

            #[$attribute]
            impl Eval for Ask {
                async fn eval(&self, script: &Script, world: &World, arguments: &Arguments) -> Value {
                    let argument = self.1.eval(script, world, arguments).await;
                    world.host(self.0, argument).await
                }
            }

            $(pub fn claims() -> Vec<Claim> {
                let (world, arguments) = (World::new("(nothing nil)"), [Value::Nil, Value::Nil]);
                let script = Script::new(&world.program);
                let value = script.function(0).eval(&script, &world, &arguments);
                vec![Claim::new(module_path!(), $strategy, "eval", &value).of_several()]
            })?
        }
    };
}

interpreter!(native, resumable::resumable(native, dyn), claims "native");
interpreter!(state_machine, resumable::resumable(state_machine, dyn), claims "state_machine");
interpreter!(stackful, resumable::resumable(stackful, dyn), claims "stackful");
interpreter!(async_trait, ::async_trait::async_trait(?Send));
