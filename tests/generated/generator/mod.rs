//! Random bodies that the borrow checker accepts, made of what the lowerings have to get right: operands, temporaries, moves on some
//! paths, re-initialisation, borrows, nested control flow, and awaits anywhere.
//!
//! Text is written in the order in which it runs, so that [`Scope`] knows at each point what is initialised.

mod expressions;
mod random;
mod scope;
mod statements;

use random::Random;
use scope::{Kind, Scope};

/// The functions that bodies call, compiled by the same strategy.
const FUNCTIONS: &str = r#"
    async fn leaf(d: Loud, n: u32) -> u32 { let _l = Loud("leaf"); later(n).await + d.by_ref() as u32 }
    async fn borrowing(n: u32, d: &Loud) -> u32 { let x = now(n).await; d.by_ref(); later(x).await }
    async fn passing(d: Loud) -> Loud { later(d.by_ref()).await; d }
    async fn fallible(ok: bool, n: u32) -> Result<u32, Small> { let _f = Loud("fallible"); later(n).await; small(ok, n) }
"#;

/// The items of the body with this number.
pub fn body(seed: u64) -> String {
    let mut random = Random(seed);
    let mut generator = Generator {
        budget: 8 + random.below(25) as u32,
        nesting: 1 + random.below(3) as u32 / 2,
        random,
        scope: Scope::default(),
        names: 0,
        exits: true,
        loops: Vec::new(),
        blocks: Vec::new(),
        text: String::new(),
        depth: 2,
    };
    generator.scope.declare("p", Kind::Value, &[]);
    generator.scope.declare("n", Kind::Number, &[]);
    generator.statements(6);
    let nesting = generator.nesting;
    let result = generator.number(nesting);
    format!(
        "{FUNCTIONS}    async fn body(mut p: Loud, mut n: u32) -> Result<u32, Big> {{\n{}        Ok({result})\n    }}\n",
        generator.text
    )
}

struct Generator {
    random: Random,
    scope: Scope,
    /// How many names have been used.
    names: u32,
    /// How many more expressions may be made.
    budget: u32,
    /// How deep expressions are: plain statements are lowered otherwise than operands.
    nesting: u32,
    /// Whether `return` and `?` leave the body here: not inside an `async` block.
    exits: bool,
    /// Labels of the loops around, of this body.
    loops: Vec<String>,
    /// Labels of the labelled blocks around, with the scopes at their breaks.
    blocks: Vec<(String, Vec<Scope>)>,
    /// Statements so far.
    text: String,
    /// Indentation.
    depth: usize,
}

impl Generator {
    /// Whether the body keeps to what a state machine needs no leaf for, mostly.
    fn plain(&self) -> bool {
        self.nesting == 1
    }

    /// A name that isn't used yet.
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A line of the body.
    fn line(&mut self, line: impl AsRef<str>) {
        let indent = "    ".repeat(self.depth);
        self.text.push_str(&format!("{indent}{}\n", line.as_ref()));
    }

    /// Whether there is budget for something large.
    fn spend(&mut self, cost: u32) -> bool {
        let affordable = self.budget >= cost;
        self.budget = self.budget.saturating_sub(cost);
        affordable
    }

    /// What `write` makes, as a block of its own: `{ statements; value }`. Its variables end with it.
    fn block(&mut self, write: impl FnOnce(&mut Self) -> String) -> String {
        let outer_text = std::mem::take(&mut self.text);
        let outer_scope = self.scope.clone();
        self.depth += 1;
        let value = write(self);
        self.depth -= 1;
        let text = std::mem::replace(&mut self.text, outer_text);
        let inner_scope = std::mem::replace(&mut self.scope, outer_scope);
        self.scope.join(&[inner_scope]);
        let (inside, end) = ("    ".repeat(self.depth + 1), "    ".repeat(self.depth));
        if value.is_empty() { format!("{{\n{text}{end}}}") } else { format!("{{\n{text}{inside}{value}\n{end}}}") }
    }

    /// Several blocks of which one runs.
    fn branches(&mut self, count: usize, write: impl Fn(&mut Self, usize) -> String) -> Vec<String> {
        let before = self.scope.clone();
        let mut after = Vec::new();
        let mut texts = Vec::new();
        for i in 0..count {
            self.scope = before.clone();
            texts.push(self.block(|g| write(g, i)));
            after.push(self.scope.clone());
        }
        self.scope = before;
        self.scope.join(&after);
        texts
    }

    /// A block that is a loop's body.
    fn loop_body(&mut self, label: &str, write: impl FnOnce(&mut Self)) -> String {
        self.scope.loops += 1;
        self.loops.push(label.to_string());
        let body = self.block(|g| {
            write(g);
            String::new()
        });
        self.loops.pop();
        self.scope.loops -= 1;
        body
    }
}
