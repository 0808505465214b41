//! Methods that take their receiver, by their names: the variable moves out of its slot before the call.
//!
//! Input: `list.into_iter()`, output:
//! ```text
//! if false { let mut receiver = list_guard.take(); let call = || receiver.into_iter(); takes(list, &call); result(&call) }
//! else { list_guard.take().into_iter() }
//! ```
//! The closure that never runs owns the receiver if the method takes it. If it doesn't own it, [`takes`](../../../runtime/src/machine/consuming.rs)
//! doesn't compile: the value must not be dropped here when it should live on. Methods that every type takes by value need no such proof.

use super::emitter::Emitter;
use super::kind::Kind;
use super::macros::mentions_exit;
use super::rewrite::Use;
use crate::syntax::awaits::{is_own_world, mentions_await};
use crate::syntax::methods;
use crate::syntax::names::Binding;
use crate::syntax::temporaries::leaves_none;
use crate::syntax::tokens::any;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall};

impl Emitter<'_> {
    /// Some: the call, with its receiver moved out of the slot.
    pub fn consuming_call(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let binding = self.body.names.variable(&m.receiver)?;
        let slot = *self.hoisted.get(&binding)?;
        let is_ambiguous = self.slots[slot].kind == Kind::Owned && !self.is_followed(&m.receiver);
        if !is_ambiguous {
            return None;
        }
        if methods::always_takes(&m.method) {
            return Some(Expr::MethodCall(self.taking_call(m)));
        }
        if self.captures.is_none()
            && methods::takes(&m.method)
            && self.can_be_proven(m)
            && self.may_move_out(binding, m)
        {
            return Some(self.proven_call(m, slot));
        }
        None
    }

    fn taking_call(&mut self, m: &ExprMethodCall) -> ExprMethodCall {
        let mut call = m.clone();
        self.rewrite(&mut call.receiver, Use::Value);
        call.args.iter_mut().for_each(|a| self.rewrite(a, Use::Value));
        call
    }

    fn proven_call(&mut self, m: &ExprMethodCall, slot: usize) -> Expr {
        let call = self.taking_call(m);
        let (rt, field, sp) = (&self.ids.rt, &self.slots[slot].field, Span::mixed_site());
        let (receiver, closure) = (Ident::new("receiver", sp), Ident::new("call", sp));
        let ExprMethodCall { receiver: value, method, turbofish, args, .. } = &call;
        let at = sp.located_at(m.method.span());
        let proof = quote_spanned!(at=> #rt::takes(#field, &#closure); #rt::result(&#closure));
        Expr::Verbatim(quote! {
            (if false { let mut #receiver = #value; let #closure = || #receiver.#method #turbofish (#args); #proof } else { #call })
        })
    }

    /// Whether the closure owns nothing but the receiver, and the call can stand in a block.
    fn can_be_proven(&self, m: &ExprMethodCall) -> bool {
        let tokens = m.args.to_token_stream();
        let own: HashSet<Binding> = self.declared_in(&tokens);
        let captures_local = |b: &Binding| !self.hoisted.contains_key(b) && !own.contains(b);
        m.args.iter().all(|a| leaves_none(a) && !has_own_world(a))
            && !self.body.names.in_tokens(&tokens).iter().any(captures_local)
            && !leaves_or_calls_macro(&tokens)
    }

    pub fn declared_in(&self, tokens: &TokenStream) -> HashSet<Binding> {
        let each = tokens.clone().into_iter().flat_map(|t| match t {
            TokenTree::Group(g) => self.declared_in(&g.stream()),
            TokenTree::Ident(i) if self.body.names.mention(&i).is_none() => {
                self.body.names.binding(&i).into_iter().collect()
            }
            _ => HashSet::new(),
        });
        each.collect()
    }

    /// What has no destructor may be moved wrongly without that a drop shows it, so nothing may borrow it.
    fn may_move_out(&mut self, binding: Binding, m: &ExprMethodCall) -> bool {
        let names = &self.body.names;
        let mention = names.mentions_in(&m.receiver.to_token_stream()).first().map(|(mention, _)| *mention);
        mention.is_some_and(|mention| self.may_relocate(binding, mention))
    }
}

/// A closure or an `async` block, which has another type in each copy of the call; the type of the result may name it.
fn has_own_world(e: &Expr) -> bool {
    struct HasOwnWorld(bool);
    impl<'a> Visit<'a> for HasOwnWorld {
        fn visit_expr(&mut self, e: &'a Expr) {
            self.0 |= is_own_world(e);
            visit::visit_expr(self, e);
        }
    }
    let mut has = HasOwnWorld(false);
    has.visit_expr(e);
    has.0
}

fn leaves_or_calls_macro(tokens: &TokenStream) -> bool {
    mentions_exit(tokens)
        || mentions_await(tokens)
        || any(tokens, &|t| matches!(t, TokenTree::Punct(p) if p.as_char() == '!'))
}
