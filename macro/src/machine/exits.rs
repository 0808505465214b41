//! The ways out: `return`, `?`, `break` and `continue`, in the machine's own code and in leaves.

use super::emitter::{Emitter, Exits, Target};
use super::rewrite::Use;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Label, Type};

impl Emitter<'_> {
    pub fn in_target(&mut self, label: Option<Label>, is_loop: bool, rewrite: impl FnOnce(&mut Self)) {
        let label = label.map(|l| l.name.ident.to_string());
        self.inner_targets.push(Target { label, is_loop });
        rewrite(self);
        self.inner_targets.pop();
    }

    /// `return`, `?`, and in a leaf `break` and `continue` too.
    pub fn exit(&mut self, e: &mut Expr) {
        let sp = Span::mixed_site();
        match e {
            Expr::Return(r) => {
                if let Some(v) = &mut r.expr {
                    self.rewrite(v, Use::Value);
                }
                let value = r.expr.as_ref().map_or_else(|| self.nothing(), |v| quote!(#v));
                if let Some(leave) = self.leave(&value, sp.located_at(r.return_token.span)) {
                    *e = Expr::Verbatim(leave);
                }
            }
            Expr::Try(t) => {
                self.rewrite(&mut t.expr, Use::Value);
                let operand = t.expr.to_token_stream();
                let at = sp.located_at(t.question_token.span);
                if let Some(question) = self.question(&operand, at) {
                    *e = Expr::Verbatim(question);
                }
            }
            Expr::Break(b) => {
                if let Some(v) = &mut b.expr {
                    self.rewrite(v, Use::Value);
                }
                self.check_target(b.label.as_ref());
            }
            Expr::Continue(c) => self.check_target(c.label.as_ref()),
            _ => {}
        }
    }

    /// The value of a `return` without one. If the function must have one, the shadow says so.
    pub fn nothing(&self) -> TokenStream {
        let (rt, result) = (&self.ids.rt, &self.output.inferred);
        match result {
            Type::Tuple(t) if t.elems.is_empty() => quote!(()),
            _ => quote_spanned!(Span::mixed_site()=> #rt::Nothing::<#result>::new().value()),
        }
    }

    /// Leaves the function with `value`. None: as written.
    pub fn leave(&self, value: &TokenStream, at: Span) -> Option<TokenStream> {
        match self.exits {
            // The parentheses keep rustc's parser from warning of a block after a label; of a wrong type in a block's tail rustc says the same as
            // of one in a `return`.
            Exits::Machine => Some(quote_spanned!(at=> break 'ret ({ #value }))),
            Exits::Leaf => {
                let (rt, result) = (&self.ids.rt, &self.output.inferred);
                Some(quote_spanned!(at=> return #rt::Leaf::<_, #result>::Left(#value)))
            }
            Exits::Own => None,
        }
    }

    /// `operand?`. None: as written.
    pub fn question(&self, operand: &TokenStream, at: Span) -> Option<TokenStream> {
        let value = Ident::new("value", Span::mixed_site());
        let residual = Ident::new("residual", Span::mixed_site());
        let (rt, result) = (&self.ids.rt, &self.output.inferred);
        let leave = self.leave(&quote_spanned!(at=> #rt::Residual::<_, #result>::new(#residual).value()), at)?;
        Some(quote_spanned! {at=>
            (match #rt::Question(#operand).branch() {
                #rt::ControlFlow::Continue(#value) => #value,
                #rt::ControlFlow::Break(#residual) => #leave,
            })
        })
    }

    /// A leaf can't break out into the machine.
    fn check_target(&mut self, label: Option<&syn::Lifetime>) {
        let inside = match label {
            None => self.inner_targets.iter().any(|t| t.is_loop),
            Some(l) => self.inner_targets.iter().filter_map(|t| t.label.as_ref()).any(|t| l.ident == t),
        };
        if self.exits == Exits::Leaf && !inside {
            self.stuck_here();
        }
    }
}
