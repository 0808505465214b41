//! A Lisp as small as can be: functions of two parameters, `a` and `b`; integers and pairs; host functions that may wait.

use std::collections::HashMap;
use std::rc::Rc;

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Int(i64),
    Nil,
    Pair(Rc<(Value, Value)>),
}

impl Value {
    pub fn int(&self) -> i64 {
        match self {
            Value::Int(value) => *value,
            _ => 0,
        }
    }
}

/// An expression. What has parts is a tree that an interpreter walks.
#[derive(Debug)]
pub enum Node {
    Int(i64),
    Nil,
    Parameter(usize),
    If(Box<[Node; 3]>),
    Op(Op, Box<[Node; 2]>),
    Call(usize, Box<[Node; 2]>),
    Host(Host, Box<Node>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Sub,
    Less,
    Cons,
    Head,
    Tail,
    IsNil,
}

/// What the host does for a script, in its own time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Host {
    Send,
    Receive,
    Sleep,
    /// The size of a file.
    File,
}

/// Functions, by their numbers.
#[derive(Debug)]
pub struct Program {
    pub functions: Vec<Node>,
    names: HashMap<String, usize>,
}

impl Program {
    /// The function of that name.
    ///
    /// # Panics
    /// If there is none.
    pub fn function(&self, name: &str) -> &Node {
        &self.functions[self.number(name)]
    }

    /// The number of the function of that name.
    ///
    /// # Panics
    /// If there is none.
    pub fn number(&self, name: &str) -> usize {
        self.names[name]
    }

    /// Input: `(fib (if (< a 2) a (+ (fib (- a 1)) (fib (- a 2)))))`, and more such definitions.
    ///
    /// # Panics
    /// On what isn't a program: scripts are part of the lab.
    pub fn parse(source: &str) -> Self {
        let definitions = Tree::all(source);
        let names =
            definitions.iter().enumerate().map(|(number, tree)| (tree.parts()[0].name().to_string(), number)).collect();
        let mut program = Program { functions: Vec::new(), names };
        program.functions = definitions.iter().map(|tree| program.node(&tree.parts()[1])).collect();
        program
    }

    fn node(&self, tree: &Tree) -> Node {
        match tree {
            Tree::Leaf(text) => leaf(text),
            Tree::List(parts) => self.list(parts[0].name(), &parts[1..]),
        }
    }

    fn list(&self, head: &str, parts: &[Tree]) -> Node {
        let part = |index: usize| parts.get(index).map_or(Node::Nil, |tree| self.node(tree));
        if head == "if" {
            Node::If(Box::new([part(0), part(1), part(2)]))
        } else if let Some(op) = op(head) {
            Node::Op(op, Box::new([part(0), part(1)]))
        } else if let Some(host) = host(head) {
            Node::Host(host, Box::new(part(0)))
        } else {
            Node::Call(self.names[head], Box::new([part(0), part(1)]))
        }
    }
}

fn leaf(text: &str) -> Node {
    match text {
        "nil" => Node::Nil,
        "a" => Node::Parameter(0),
        "b" => Node::Parameter(1),
        number => {
            Node::Int(number.parse().unwrap_or_else(|_| panic!("`{number}` is neither a number nor a parameter")))
        }
    }
}

fn op(name: &str) -> Option<Op> {
    Some(match name {
        "+" => Op::Add,
        "-" => Op::Sub,
        "<" => Op::Less,
        "cons" => Op::Cons,
        "head" => Op::Head,
        "tail" => Op::Tail,
        "nil?" => Op::IsNil,
        _ => return None,
    })
}

fn host(name: &str) -> Option<Host> {
    Some(match name {
        "send" => Host::Send,
        "receive" => Host::Receive,
        "sleep" => Host::Sleep,
        "file" => Host::File,
        _ => return None,
    })
}

/// What an operation makes of its operands.
pub fn apply(op: Op, a: Value, b: Value) -> Value {
    match op {
        Op::Add => Value::Int(a.int().wrapping_add(b.int())),
        Op::Sub => Value::Int(a.int().wrapping_sub(b.int())),
        Op::Less => Value::Int((a.int() < b.int()).into()),
        Op::Cons => Value::Pair(Rc::new((a, b))),
        Op::Head => part(a, |pair| &pair.0),
        Op::Tail => part(a, |pair| &pair.1),
        Op::IsNil => Value::Int((a == Value::Nil).into()),
    }
}

fn part(value: Value, of: fn(&(Value, Value)) -> &Value) -> Value {
    match value {
        Value::Pair(pair) => of(&pair).clone(),
        _ => Value::Nil,
    }
}

/// Parentheses and words.
enum Tree {
    Leaf(String),
    List(Vec<Tree>),
}

impl Tree {
    fn all(source: &str) -> Vec<Tree> {
        let spaced = source.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        std::iter::from_fn(|| Tree::next(&mut words)).collect()
    }

    /// None at a closing parenthesis and at the end.
    fn next<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Tree> {
        match words.next()? {
            "(" => Some(Tree::List(std::iter::from_fn(|| Tree::next(words)).collect())),
            ")" => None,
            word => Some(Tree::Leaf(word.to_string())),
        }
    }

    fn parts(&self) -> &[Tree] {
        match self {
            Tree::List(parts) => parts,
            Tree::Leaf(word) => panic!("`{word}` isn't a list"),
        }
    }

    fn name(&self) -> &str {
        match self {
            Tree::Leaf(word) => word,
            Tree::List(_) => panic!("a list isn't a name"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_a_tree() {
        let program = Program::parse("(one (+ a 1)) (two (if (< a b) (one 2) nil))");
        let expected = "If([Op(Less, [Parameter(0), Parameter(1)]), Call(0, [Int(2), Nil]), Nil])";
        assert_eq!(format!("{:?}", program.function("two")), expected);
    }

    #[test]
    fn pairs_are_taken_apart() {
        let pair = apply(Op::Cons, Value::Int(1), Value::Nil);
        assert_eq!(apply(Op::Head, pair.clone(), Value::Nil), Value::Int(1));
        assert_eq!(apply(Op::IsNil, apply(Op::Tail, pair, Value::Nil), Value::Nil), Value::Int(1));
    }
}
