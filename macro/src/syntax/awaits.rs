//! Where a body awaits. Closures, `async` blocks, `const` blocks and items await for themselves and are not looked into.

use crate::syntax::tokens::any_word;
use proc_macro2::TokenStream;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprAwait, Item, Macro, Path, Stmt};

/// How many awaits the body has itself; a macro that awaits counts as one.
pub fn count(block: &Block) -> usize {
    let mut counter = CountAwaits(0);
    counter.visit_block(block);
    counter.0
}

/// Whether the expression awaits.
pub fn has(e: &Expr) -> bool {
    let mut counter = CountAwaits(0);
    counter.visit_expr(e);
    counter.0 > 0
}

/// Whether the block awaits.
pub fn in_block(block: &Block) -> bool {
    count(block) > 0
}

/// Whether the statement awaits.
pub fn in_stmt(stmt: &Stmt) -> bool {
    let mut counter = CountAwaits(0);
    counter.visit_stmt(stmt);
    counter.0 > 0
}

struct CountAwaits(usize);

impl<'a> Visit<'a> for CountAwaits {
    fn visit_expr(&mut self, e: &'a Expr) {
        if !is_own_world(e) {
            visit::visit_expr(self, e);
        }
    }
    fn visit_expr_await(&mut self, e: &'a ExprAwait) {
        self.0 += 1;
        visit::visit_expr_await(self, e);
    }
    fn visit_macro(&mut self, m: &'a Macro) {
        self.0 += usize::from(mentions_await(&m.tokens) || hides_await(&m.path));
    }
    fn visit_item(&mut self, _: &'a Item) {}
}

/// An expression whose awaits, returns and `?` are not the enclosing function's.
pub fn is_own_world(e: &Expr) -> bool {
    matches!(e, Expr::Closure(_) | Expr::Async(_) | Expr::Const(_))
}

/// Whether it is a closure or an `async` block that takes what it captures by value.
pub fn is_moving_world(e: &Expr) -> bool {
    match e {
        Expr::Closure(c) => c.capture.is_some(),
        Expr::Async(a) => a.capture.is_some(),
        _ => false,
    }
}

/// Whether macro tokens hold the word `await`, at any depth.
pub fn mentions_await(tokens: &TokenStream) -> bool {
    any_word(tokens, &|word| word == "await")
}

/// Whether a macro of this name, as the ecosystem knows it, awaits without the word in its tokens.
pub fn hides_await(path: &Path) -> bool {
    let awaiting = ["join", "try_join", "select", "select_biased", "poll", "pending"];
    path.segments.last().is_some_and(|s| awaiting.iter().any(|name| s.ident == name))
}
