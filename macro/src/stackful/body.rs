//! The body of a stackful function: the closure that it becomes returns a `Flow`, and its awaits pass one on.
//!
//! | input | output |
//! |---|---|
//! | `e.await` | `(match e { operand => match (&&operand(&operand)).await_strategy() {` |
//! | | `    strategy => match unsafe { strategy.run(operand, suspender) } {` |
//! | | `        Flow::Done(value) => value, Flow::Cancelled => return cancelled() } } })` |
//! | `return e` | `return Flow::Done(e)` |
//! | `e?` | `(match Try::branch(e) { Continue(value) => value, Break(residual) => return Flow::Done(from_residual(residual)) })` |
//!
//! Closures, `async` blocks, `const` blocks and items are worlds of their own and stay as they are.

use super::macros::{self, Lowered};
use crate::syntax::awaits::is_own_world;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Error, Expr, ExprAwait, ExprReturn, ExprTry, Item, Macro, Result, Stmt, Type};

pub struct Rewritten {
    pub block: Block,
    /// Whether it needs a suspender.
    pub awaits: bool,
}

/// Rewrites awaits and exits. `output` is the function's result type, with `_` for each `impl Trait`.
pub fn rewrite(mut block: Block, suspender: &Ident, output: &Type) -> Result<Rewritten> {
    let mut rewrite = Rewrite { suspender, output, rewritten: 0, awaits: false, error: None };
    rewrite.visit_block_mut(&mut block);
    match rewrite.error {
        Some(error) => Err(error),
        None => Ok(Rewritten { block, awaits: rewrite.awaits }),
    }
}

pub struct Rewrite<'a> {
    suspender: &'a Ident,
    pub output: &'a Type,
    /// How many awaits and exits were rewritten so far.
    pub rewritten: usize,
    awaits: bool,
    /// Everything that was refused so far.
    error: Option<Error>,
}

impl VisitMut for Rewrite<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if is_own_world(e) {
            return;
        }
        visit_mut::visit_expr_mut(self, e);
        self.rewritten += usize::from(matches!(e, Expr::Await(_) | Expr::Return(_) | Expr::Try(_)));
        match e {
            Expr::Await(a) => *e = Expr::Verbatim(self.await_expression(a)),
            Expr::Return(r) => *e = Expr::Verbatim(returned(r)),
            Expr::Try(t) => *e = Expr::Verbatim(tried(t)),
            Expr::Macro(m) => {
                if let Some(tokens) = self.lower_macro(&mut m.mac) {
                    let attrs = &m.attrs;
                    *e = Expr::Verbatim(quote!(#(#attrs)* #tokens));
                }
            }
            _ => {}
        }
    }

    /// A macro statement that becomes an expression gets a semicolon, unless it is the block's value.
    fn visit_block_mut(&mut self, block: &mut Block) {
        let last = block.stmts.len().wrapping_sub(1);
        for (i, statement) in block.stmts.iter_mut().enumerate() {
            let Stmt::Macro(m) = statement else {
                self.visit_stmt_mut(statement);
                continue;
            };
            if let Some(tokens) = self.lower_macro(&mut m.mac) {
                let attrs = &m.attrs;
                let semicolon = m.semi_token.or_else(|| (i != last).then(Default::default));
                *statement = Stmt::Expr(Expr::Verbatim(quote!(#(#attrs)* #tokens)), semicolon);
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

impl Rewrite<'_> {
    /// What takes the place of a macro, if it doesn't stay.
    fn lower_macro(&mut self, mac: &mut Macro) -> Option<TokenStream> {
        match macros::lower(mac, self) {
            Ok(Lowered::InPlace) => None,
            Ok(Lowered::Expression(tokens)) => {
                self.rewritten += 1;
                Some(tokens)
            }
            Err(error) => {
                self.refuse(error);
                None
            }
        }
    }

    fn refuse(&mut self, error: Error) {
        match &mut self.error {
            Some(errors) => errors.combine(error),
            None => self.error = Some(error),
        }
    }

    /// The user's own parentheses go, or `unused_parens` would fire on what is now a scrutinee.
    fn await_expression(&mut self, ExprAwait { attrs, base, await_token, .. }: &ExprAwait) -> TokenStream {
        let base = match &**base {
            Expr::Paren(p) if p.attrs.is_empty() && !matches!(*p.expr, Expr::Struct(_)) => &p.expr,
            _ => base,
        };
        self.awaited(attrs, base, await_token.span.resolved_at(Span::mixed_site()))
    }

    /// In parentheses, since a `match` at the start of a statement is the whole statement: `a.await + b`.
    pub fn awaited(&mut self, attrs: &[Attribute], operand: impl ToTokens, span: Span) -> TokenStream {
        self.awaits = true;
        let suspender = self.suspender;
        quote_spanned! {span=>
            #(#attrs)*
            (match (#operand) {
                operand => match (&&::resumable::__private::operand(&operand)).await_strategy() {
                    // SAFETY: this frame is of our making, the suspender its own, and it ends at `Cancelled`.
                    strategy => match unsafe { strategy.run(operand, #suspender) } {
                        ::resumable::__private::Flow::Done(value) => value,
                        ::resumable::__private::Flow::Cancelled => return ::resumable::__private::cancelled(),
                    },
                },
            })
        }
    }
}

fn returned(ExprReturn { attrs, return_token, expr }: &ExprReturn) -> TokenStream {
    let value = expr.as_ref().map_or_else(|| quote!(()), |e| quote!(#e));
    quote_spanned!(Span::mixed_site()=> #(#attrs)* #return_token ::resumable::__private::Flow::Done(#value))
}

fn tried(ExprTry { attrs, expr, question_token }: &ExprTry) -> TokenStream {
    quote_spanned! {question_token.span.resolved_at(Span::mixed_site())=>
        #(#attrs)*
        (match ::resumable::__private::Try::branch(#expr) {
            ::core::ops::ControlFlow::Continue(value) => value,
            ::core::ops::ControlFlow::Break(residual) => {
                return ::resumable::__private::Flow::Done(::resumable::__private::FromResidual::from_residual(residual))
            }
        })
    }
}
