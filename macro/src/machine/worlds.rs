//! Closures and `async` blocks: code that runs elsewhere with variables of the machine.
//!
//! One that is `move` gets the variables whole, as variables of its own. One that isn't captures of each what it uses, in the way that it
//! uses it; which that is rustc decides when it sees the same uses of a place of the same type.

use super::emitter::{Emitter, Exits};
use super::kind::Kind;
use super::rewrite::{Use, in_place_of};
use crate::spans::parenthesised;
use crate::syntax::awaits::is_moving_world;
use crate::syntax::names::Binding;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use std::collections::BTreeSet;
use syn::Expr;

/// How the closure or `async` block that is being rewritten uses variables for the last time.
#[derive(Default)]
pub struct Captures {
    /// As values: what isn't `Copy` is captured by value.
    pub taken: BTreeSet<Binding>,
    /// In a way that depends on the type.
    pub ambiguous: BTreeSet<Binding>,
}

impl Emitter<'_> {
    pub fn own_world(&mut self, e: &mut Expr) {
        match (is_moving_world(e), self.captures.is_some()) {
            (true, false) => self.moving_world(e, Self::moved_in),
            (true, true) => self.moving_world(e, Self::moved_on),
            (false, true) => self.inside(e),
            (false, false) => self.capturing_world(e),
        }
    }

    fn moving_world(&mut self, e: &mut Expr, moved: impl Fn(&mut Self, Binding, usize) -> TokenStream) {
        let tokens = e.to_token_stream();
        let mut prelude = TokenStream::new();
        for binding in self.mentioned(&tokens) {
            let slot = self.hoisted[&binding];
            if self.slots[slot].kind == Kind::Owned && self.has_field_use(&tokens, binding) {
                self.stuck_on(binding);
                continue;
            }
            let (name, value) = (self.any_mention(&tokens, binding), moved(self, binding, slot));
            prelude.extend(quote_spanned!(Span::mixed_site()=> let mut #name = #value;));
        }
        if !prelude.is_empty() {
            *e = Expr::Verbatim(quote_spanned!(Span::mixed_site()=> { #prelude #e }));
        }
    }

    /// Moves a variable from its slot.
    fn moved_in(&mut self, binding: Binding, slot: usize) -> TokenStream {
        let (sp, place) = (Span::mixed_site(), &self.slots[slot].field);
        match self.slots[slot].kind {
            Kind::Plain => quote_spanned!(sp=> *#place),
            Kind::Unique => quote_spanned!(sp=> &mut **#place),
            Kind::Owned => {
                let (rt, live) = (&self.ids.rt, self.live(slot));
                let value = quote_spanned!(sp=> #rt::take(#place, #live));
                self.moves(binding, false);
                value
            }
        }
    }

    /// Moves a variable from the closure around, which so takes it.
    fn moved_on(&mut self, binding: Binding, slot: usize) -> TokenStream {
        if self.slots[slot].kind != Kind::Plain {
            self.take_captured(binding);
        }
        let place = &self.slots[slot].field;
        quote_spanned!(Span::mixed_site()=> #place.value)
    }

    /// Input: `|i| list[i]`, output: `{ let list = lend(list); |i| list.value[i] }`.
    fn capturing_world(&mut self, e: &mut Expr) {
        let mentioned = self.mentioned(&e.to_token_stream());
        self.captures = Some(Captures::default());
        self.inside(e);
        let captures = self.captures.take().unwrap_or_default();
        captures.ambiguous.difference(&captures.taken).for_each(|&b| self.stuck_on(b));
        let prelude: TokenStream =
            mentioned.iter().map(|b| self.capture(self.hoisted[b], captures.taken.contains(b))).collect();
        if !prelude.is_empty() {
            capture_parts(e);
            *e = Expr::Verbatim(quote_spanned!(Span::mixed_site()=> { #prelude #e }));
        }
    }

    /// Whether calling the closure may use up something that it captured, so that it can be called once.
    pub fn is_called_once(&mut self, closure: &Expr) -> bool {
        let (found, wanted) = (std::mem::take(&mut self.found), std::mem::take(&mut self.wanted));
        let (moves, registers) = (self.moves.len(), self.registers.clone());
        let outer = self.captures.replace(Captures::default());
        self.inside(&mut closure.clone());
        let captures = std::mem::replace(&mut self.captures, outer).unwrap_or_default();
        let found = std::mem::replace(&mut self.found, found);
        let is_unknown = found.stuck.is_some() || !std::mem::replace(&mut self.wanted, wanted).is_empty();
        self.moves.truncate(moves);
        self.registers = registers;
        is_unknown || !captures.taken.is_empty() || !captures.ambiguous.is_empty()
    }

    fn inside(&mut self, e: &mut Expr) {
        let outer = (self.exits, std::mem::take(&mut self.inner_targets));
        self.exits = Exits::Own;
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
        (self.exits, self.inner_targets) = outer;
    }

    /// What a closure sees of a variable: its place, or, if it takes it, the variable itself unless that is `Copy`.
    fn capture(&self, slot: usize, is_taken: bool) -> TokenStream {
        let (rt, sp, place) = (&self.ids.rt, Span::mixed_site(), &self.slots[slot].field);
        match self.slots[slot].kind {
            Kind::Owned if is_taken => {
                let live = self.live(slot);
                quote_spanned! {sp=>
                    let mut #place = { use #rt::{CapturedByReference as _, CapturedByValue as _}; (&&#rt::Capture::of(#place, #live)).captured() };
                }
            }
            Kind::Unique if is_taken => quote_spanned!(sp=> let mut #place = #rt::Moved { value: &mut **#place };),
            _ => quote_spanned!(sp=> let #place = #rt::lend(#place);),
        }
    }

    /// A use of a variable inside a closure that isn't `move`.
    pub fn captured_variable(&mut self, ident: &Ident, binding: Binding, how: Use, is_followed: bool) -> Expr {
        let (at, slot) = (ident.span(), self.hoisted[&binding]);
        let place = parenthesised(at, self.place_at(slot, Span::mixed_site().located_at(at)));
        match (self.slots[slot].kind, how) {
            (Kind::Unique, Use::Value | Use::Discarded) => {
                return in_place_of(ident, quote_spanned!(at=> &mut *#place.value));
            }
            (Kind::Owned, Use::Value | Use::Discarded) if !is_followed => self.take_captured(binding),
            (Kind::Owned, Use::Ambiguous) if !is_followed => {
                self.captures.get_or_insert_default().ambiguous.insert(binding);
            }
            _ => {}
        }
        in_place_of(ident, quote_spanned!(at=> #place.value))
    }

    fn take_captured(&mut self, binding: Binding) {
        self.moves(binding, false);
        self.captures.get_or_insert_default().taken.insert(binding);
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

/// Makes rustc capture places and not whole variables, as by default since edition 2021: it goes by where the closure begins.
fn capture_parts(e: &mut Expr) {
    let begin = |span: &mut Span| *span = Span::mixed_site().located_at(*span);
    match e {
        Expr::Closure(c) => {
            c.or1_token.spans.iter_mut().chain(c.asyncness.iter_mut().map(|a| &mut a.span)).for_each(begin)
        }
        Expr::Async(a) => begin(&mut a.async_token.span),
        _ => {}
    }
}
