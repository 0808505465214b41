//! The ways out: `return`, `?`, `break` and `continue`, in the machine's own code and in leaves.

use super::emitter::{Emitter, Exits, Target};
use super::rewrite::Use;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Label, Type};

/// The loops and blocks of the machine that a leaf jumps to: the leaf returns which one, and the machine goes there.
#[derive(Default)]
pub struct Jumps {
    /// `break 'a`, `continue`: each once
    plain: Vec<TokenStream>,
    /// `break` or `break 'a`, of the one target that takes a value
    with_value: Option<TokenStream>,
    /// The leaf is known to jump.
    is_expected: bool,
}

impl Jumps {
    pub fn expected() -> Self {
        Jumps { is_expected: true, ..Jumps::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.with_value.is_none()
    }

    fn number(&mut self, jump: &TokenStream) -> proc_macro2::Literal {
        let text = jump.to_string();
        let known = self.plain.iter().position(|j| j.to_string() == text);
        let n = known.unwrap_or_else(|| {
            self.plain.push(jump.clone());
            self.plain.len() - 1
        });
        proc_macro2::Literal::u8_suffixed(n as u8)
    }

    /// `, u8, _`: the types of the number and of the value
    pub fn types(&self, rt: &Ident) -> TokenStream {
        let none = quote!(#rt::Infallible);
        let number = if self.plain.is_empty() { none.clone() } else { quote!(u8) };
        let value = if self.with_value.is_none() { none } else { quote!(_) };
        quote!(, #number, #value)
    }

    /// The arms of a `match` on what the leaf returned.
    pub fn arms(&self, rt: &Ident) -> TokenStream {
        let (sp, value) = (Span::mixed_site(), Ident::new("value", Span::mixed_site()));
        let plain = self.plain.iter().enumerate().map(|(i, jump)| {
            let n = proc_macro2::Literal::u8_suffixed(i as u8);
            let n = if i + 1 == self.plain.len() { quote!(_) } else { quote!(#n) };
            quote_spanned!(sp=> #rt::JumpingLeaf::Jump(#n) => #jump,)
        });
        let with_value =
            self.with_value.iter().map(|jump| quote_spanned!(sp=> #rt::JumpingLeaf::Break(#value) => #jump #value,));
        quote!(#(#plain)* #(#with_value)*)
    }
}

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
                if self.jumps_out(b.label.as_ref()) {
                    let (at, label) = (sp.located_at(b.break_token.span), &b.label);
                    let (value, jump) = (b.expr.take(), quote_spanned!(b.break_token.span=> break #label));
                    *e = self.jump(&jump, value.map(|v| quote!(#v)), at);
                }
            }
            Expr::Continue(c) if self.jumps_out(c.label.as_ref()) => {
                let (at, label) = (c.continue_token.span, &c.label);
                *e = self.jump(&quote_spanned!(at=> continue #label), None, sp.located_at(at));
            }
            _ => {}
        }
    }

    /// The value of a `return` without one. If the function must have one, the shadow says so.
    pub fn nothing(&self) -> TokenStream {
        let (rt, result) = (&self.ids.rt, &self.output.inferred);
        match result {
            Type::Tuple(t) if t.elems.is_empty() => quote!(()),
            _ => {
                quote_spanned!(Span::mixed_site()=> (#rt::Nothing { result: #rt::PhantomData::<#result> }).value())
            }
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
                Some(match self.jumps.is_expected {
                    false => quote_spanned!(at=> return #rt::Leaf::<_, #result>::Left(#value)),
                    true => quote_spanned!(at=> return #rt::JumpingLeaf::<_, #result, _, _>::Left(#value)),
                })
            }
            Exits::Own => None,
        }
    }

    /// `operand?`. None: as written.
    pub fn question(&self, operand: &TokenStream, at: Span) -> Option<TokenStream> {
        let value = Ident::new("value", Span::mixed_site());
        let residual = Ident::new("residual", Span::mixed_site());
        let (rt, result) = (&self.ids.rt, &self.output.inferred);
        let left = quote_spanned!(at=> (#rt::Residual { #residual, result: #rt::PhantomData::<#result> }).value());
        let leave = self.leave(&left, at)?;
        Some(quote_spanned! {at=>
            (match (#rt::Question { operand: #operand }).branch() {
                #rt::ControlFlow::Continue(#value) => #value,
                #rt::ControlFlow::Break(#residual) => #leave,
            })
        })
    }

    /// Whether the target is in the machine's code, outside of the leaf that is being rewritten.
    fn jumps_out(&self, label: Option<&syn::Lifetime>) -> bool {
        let inside = match label {
            None => self.inner_targets.iter().any(|t| t.is_loop),
            Some(l) => self.inner_targets.iter().filter_map(|t| t.label.as_ref()).any(|t| l.ident == t),
        };
        self.exits == Exits::Leaf && !inside
    }

    /// Leaves the leaf for a target in the machine's code.
    fn jump(&mut self, jump: &TokenStream, value: Option<TokenStream>, at: Span) -> Expr {
        let (variant, value) = match value {
            None => (Ident::new("Jump", at), self.jumps.number(jump).to_token_stream()),
            Some(value) => {
                let other = self.jumps.with_value.replace(jump.clone());
                if other.is_some_and(|o| o.to_string() != jump.to_string()) {
                    self.stuck_here(); // two types of values
                }
                (Ident::new("Break", at), value)
            }
        };
        let (rt, result) = (&self.ids.rt, &self.output.inferred);
        Expr::Verbatim(quote_spanned!(at=> return #rt::JumpingLeaf::<_, #result, _, _>::#variant(#value)))
    }
}
