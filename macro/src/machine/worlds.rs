//! Closures and `async` blocks: code that runs elsewhere with variables of the machine.

use super::emitter::{Emitter, Exits};
use super::kind::Kind;
use super::rewrite::Use;
use crate::syntax::awaits::is_moving_world;
use crate::syntax::names::Binding;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Expr;

impl Emitter<'_> {
    /// A closure or an `async` block. One that moves gets the variables whole, as variables of its own; one that borrows, by pointer.
    pub fn own_world(&mut self, e: &mut Expr) {
        if is_moving_world(e) { self.moving_world(e) } else { self.borrowing_world(e) }
    }

    fn moving_world(&mut self, e: &mut Expr) {
        let tokens = e.to_token_stream();
        let captured: Vec<Binding> = self.mentioned(&tokens);
        let mut prelude = TokenStream::new();
        for binding in captured {
            let slot = self.hoisted[&binding];
            if self.slots[slot].kind == Kind::Owned && self.has_field_use(&tokens, binding) {
                self.stuck_on(binding);
                continue;
            }
            let name = self.any_mention(&tokens, binding);
            let (rt, sp, place) = (&self.ids.rt, Span::mixed_site(), &self.slots[slot].field);
            let value = match self.slots[slot].kind {
                Kind::Plain => quote_spanned!(sp=> *#place),
                Kind::Unique => quote_spanned!(sp=> &mut **#place),
                Kind::Owned => {
                    let live = self.live(slot);
                    let value = quote_spanned!(sp=> #rt::take(#place, #live));
                    self.moves(binding, false);
                    value
                }
            };
            prelude.extend(quote_spanned!(sp=> let mut #name = #value;));
        }
        if !prelude.is_empty() {
            *e = Expr::Verbatim(quote_spanned!(Span::mixed_site()=> { #prelude #e }));
        }
    }

    fn borrowing_world(&mut self, e: &mut Expr) {
        let outer = (self.exits, std::mem::take(&mut self.inner_targets));
        self.exits = Exits::Own;
        self.borrowing += 1;
        match e {
            Expr::Closure(c) => {
                let body = &mut c.body;
                let rewritten = self.with_registers(|me| {
                    me.rewrite(body, Use::Value);
                    TokenStream::new()
                });
                if !rewritten.is_empty() {
                    **body = Expr::Verbatim(quote_spanned!(Span::mixed_site()=> { #rewritten #body }));
                }
            }
            Expr::Async(a) => self.rewrite_block(&mut a.block),
            _ => {}
        }
        self.borrowing -= 1;
        (self.exits, self.inner_targets) = outer;
    }

    /// The hoisted variables that the tokens mention.
    pub fn mentioned(&self, tokens: &TokenStream) -> Vec<Binding> {
        self.body.names.in_tokens(tokens).into_iter().filter(|b| self.hoisted.contains_key(b)).collect()
    }

    fn any_mention(&self, tokens: &TokenStream, binding: Binding) -> Ident {
        fn find(me: &Emitter<'_>, tokens: &TokenStream, binding: Binding) -> Option<Ident> {
            tokens.clone().into_iter().find_map(|t| match t {
                TokenTree::Ident(i) if me.body.names.binding(&i) == Some(binding) => Some(i),
                TokenTree::Group(g) => find(me, &g.stream(), binding),
                _ => None,
            })
        }
        find(self, tokens, binding).unwrap_or_else(|| Ident::new(self.body.names.original(binding), Span::call_site()))
    }

    /// Whether `x.field` (and not only `x`, `x.method()`) is among the tokens: such a closure captures a part of `x`.
    fn has_field_use(&self, tokens: &TokenStream, binding: Binding) -> bool {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        tokens.iter().enumerate().any(|(i, t)| match t {
            TokenTree::Group(g) => self.has_field_use(&g.stream(), binding),
            TokenTree::Ident(ident) if self.body.names.binding(ident) == Some(binding) => {
                let is_dot = matches!(tokens.get(i + 1), Some(TokenTree::Punct(p)) if p.as_char() == '.');
                let is_call = matches!(tokens.get(i + 3), Some(TokenTree::Group(_)));
                let is_derefed = i > 0 && matches!(&tokens[i - 1], TokenTree::Punct(p) if p.as_char() == '*');
                is_dot && !is_call || is_derefed
            }
            _ => false,
        })
    }
}
