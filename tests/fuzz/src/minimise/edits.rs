//! All trees that one edit makes of a tree, larger edits first: fewer statements, a part instead of the whole, a constant instead of an
//! expression.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, File, Pat, Stmt, parse_quote};

/// The edited files.
pub fn of(file: &File) -> Vec<File> {
    let mut all = Vec::new();
    loop {
        let mut edited = file.clone();
        let mut edit = Edit { wanted: all.len(), seen: 0, is_done: false };
        edit.visit_file_mut(&mut edited);
        if !edit.is_done {
            break;
        }
        all.push(edited);
    }
    all
}

/// Makes the edit with the number `wanted`, counted from the outside in.
struct Edit {
    wanted: usize,
    seen: usize,
    is_done: bool,
}

impl Edit {
    /// Whether it is this edit's turn.
    fn is_next(&mut self) -> bool {
        let now = self.seen == self.wanted && !self.is_done;
        self.seen += 1;
        self.is_done |= now;
        now
    }

    /// One of these, in place of `e`.
    fn instead(&mut self, e: &mut Expr, smaller: Vec<Expr>) {
        for other in smaller {
            if self.is_next() {
                *e = other;
                return;
            }
        }
    }

    fn without_statements(&mut self, stmts: &mut Vec<Stmt>) {
        let count = stmts.len();
        let halves = if count > 3 { vec![0..count / 2, count / 2..count] } else { Vec::new() };
        for range in halves.into_iter().chain((0..count).map(|i| i..i + 1)) {
            if self.is_next() {
                stmts.drain(range);
                return;
            }
        }
    }

    /// The statements of a block instead of the statement that they are in.
    fn opened_statements(&mut self, stmts: &mut Vec<Stmt>) {
        for i in 0..stmts.len() {
            for block in blocks_of(&stmts[i]) {
                if self.is_next() {
                    stmts.splice(i..=i, block.stmts);
                    return;
                }
            }
        }
    }
}

impl VisitMut for Edit {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.without_statements(&mut block.stmts);
        self.opened_statements(&mut block.stmts);
        if !self.is_done {
            visit_mut::visit_block_mut(self, block);
        }
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let smaller = with_less(e).into_iter().chain(parts(e)).chain(constants(e)).collect();
        self.instead(e, smaller);
        if !self.is_done {
            visit_mut::visit_expr_mut(self, e);
        }
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Or(or) = pat
            && self.is_next()
        {
            *pat = or.cases[0].clone();
        }
    }
}

/// The same expression without something that it can do without.
fn with_less(e: &Expr) -> Vec<Expr> {
    match e {
        Expr::If(i) if i.else_branch.is_some() => {
            vec![Expr::If(syn::ExprIf { else_branch: None, ..i.clone() })]
        }
        Expr::Match(m) => {
            let without_guards = m.arms.iter().enumerate().filter(|(_, a)| a.guard.is_some()).map(|(i, _)| {
                let mut m = m.clone();
                m.arms[i].guard = None;
                Expr::Match(m)
            });
            let without_arms = (0..m.arms.len()).map(|i| {
                let mut m = m.clone();
                m.arms.remove(i);
                Expr::Match(m)
            });
            without_arms.chain(without_guards).collect()
        }
        _ => Vec::new(),
    }
}

/// What the expression is made of.
fn parts(e: &Expr) -> Vec<Expr> {
    let mut parts = Parts(Vec::new());
    visit::visit_expr(&mut parts, e);
    parts.0
}

/// The outermost expressions and blocks.
struct Parts(Vec<Expr>);

impl<'ast> Visit<'ast> for Parts {
    fn visit_expr(&mut self, e: &'ast Expr) {
        self.0.push(e.clone());
    }

    fn visit_block(&mut self, b: &'ast Block) {
        if let [Stmt::Expr(only, None)] = &b.stmts[..] {
            self.0.push(only.clone());
        }
        self.0.push(Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: b.clone() }));
    }

    fn visit_macro(&mut self, m: &'ast syn::Macro) {
        if let Ok(arguments) = m.parse_body_with(syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated)
        {
            self.0.extend(arguments);
        }
    }
}

/// Values that bodies are full of, if they are shorter.
fn constants(e: &Expr) -> Vec<Expr> {
    let length = e.to_token_stream().to_string().len();
    let known: [Expr; 3] = [parse_quote!(v(1)), parse_quote!(Loud("z")), parse_quote!(true)];
    known.into_iter().filter(|k| k.to_token_stream().to_string().len() < length).collect()
}

/// The blocks of a statement that is an expression of blocks.
fn blocks_of(stmt: &Stmt) -> Vec<Block> {
    let Stmt::Expr(e, _) = stmt else { return Vec::new() };
    let mut parts = Parts(Vec::new());
    visit::visit_expr(&mut parts, e);
    let blocks = parts.0.into_iter().filter_map(|e| if let Expr::Block(b) = e { Some(b.block) } else { None });
    blocks.collect()
}
