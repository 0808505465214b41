//! The outside of a function: its parameters, and how it is called.

use super::scope::Kind;
use super::{Edition, Generator};

/// The functions that bodies call, to be compiled by the same strategy.
pub const FUNCTIONS: &str = r#"
async fn leaf(d: Loud, n: u32) -> u32 { let _l = Loud("leaf"); later(n).await + d.by_ref() as u32 }
async fn borrowing(n: u32, d: &Loud) -> u32 { let x = now(n).await; d.by_ref(); later(x).await }
async fn passing(d: Loud) -> Loud { later(d.by_ref()).await; d }
async fn fallible(ok: bool, n: u32) -> Result<u32, Small> { let _f = Loud("fallible"); later(n).await; small(ok, n) }
async fn pairing(a: Loud, n: u32) -> Pair { let b = later(Loud("paired")).await; Pair { a, n: later(n).await, b } }
"#;

/// A random function `body`.
pub struct Function {
    pub seed: u64,
    /// Its items.
    pub items: String,
    /// Calls of it, to be compared one by one; each makes a future of `Result<(u32, Option<Loud>), Big>`.
    pub calls: Vec<String>,
}

impl Function {
    pub fn of(seed: u64, edition: Edition) -> Self {
        let mut generator = Generator::new(seed, edition);
        let (head, argument, end) = generator.signature();
        generator.statements_between(3, 9);
        let nesting = generator.nesting;
        let number = generator.number(nesting);
        let value = generator.returned_value();
        let items = format!("{head}\n{}    Ok(({number}, {value}))\n{end}", generator.text);
        let calls = (0..2).map(|n| argument.replace("{n}", &n.to_string())).collect();
        Function { seed, items, calls }
    }
}

impl Generator {
    /// The head of the function, a call of it, and what closes it.
    fn signature(&mut self) -> (String, String, String) {
        self.scope.declare("p", Kind::Value);
        self.scope.declare("n", Kind::Number);
        let (parameter, argument) = match self.random.below(8) {
            0 => {
                self.scope.declare("q", Kind::Pair);
                ("mut q: Pair", "pair(\"q\")")
            }
            1 => {
                self.scope.declare("qa", Kind::Value);
                self.scope.declare("qb", Kind::Value);
                ("(mut qa, mut qb): (Loud, Loud)", "(Loud(\"qa\"), Loud(\"qb\"))")
            }
            2 => ("_: Loud", "Loud(\"q\")"),
            3 => {
                self.scope.declare("q", Kind::Reference);
                ("q: &Loud", "lent(\"q\")")
            }
            4 => {
                self.scope.declare("qa", Kind::Value);
                ("Pair { a: mut qa, .. }: Pair", "pair(\"q\")")
            }
            5 => return self.method_signature(),
            _ => ("_k: u32", "0"),
        };
        let head =
            format!("pub async fn body(mut p: Loud, {parameter}, mut n: u32) -> Result<(u32, Option<Loud>), Big> {{");
        (head, format!("body(Loud(\"p\"), {argument}, {{n}})"), "}\n".to_string())
    }

    fn method_signature(&mut self) -> (String, String, String) {
        let (receiver, by_value) = self.random.pick(&[("mut self", true), ("&self", false), ("&mut self", false)]);
        if by_value {
            self.scope.declare("self.a", Kind::Value);
            self.scope.declare("self.b", Kind::Value);
        }
        if !by_value {
            self.scope.declare("(&self.a)", Kind::Reference);
        }
        let result = "Result<(u32, Option<Loud>), Big>";
        let me = "Me { a: Loud(\"me.a\"), b: Loud(\"me.b\") }";
        let me = if by_value { me.to_string() } else { format!("Box::leak(Box::new({me}))") };
        let head = format!("impl Me {{\nasync fn method({receiver}, mut p: Loud, mut n: u32) -> {result} {{");
        let end = format!(
            "}}\n}}\nstruct Me {{ a: Loud, b: Loud }}\npub async fn body(p: Loud, n: u32) -> {result} {{ {me}.method(p, n).await }}\n"
        );
        (head, "body(Loud(\"p\"), {n})".to_string(), end)
    }

    fn returned_value(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("Some({})", self.value(1)),
            _ => "None".to_string(),
        }
    }
}
