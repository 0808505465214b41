//! Macro calls in code of the machine: arguments of known ones are rewritten, the tokens of others stay as they are.
//!
//! What such tokens mention is there by its name, in a *register*: a local that is read from its slot before the statement. That is exact
//! for a variable that is copied and never changes; one that isn't can't be mentioned so.

use super::emitter::{Emitter, Exits};
use super::kind::Kind;
use super::rewrite::Use;
use crate::syntax::awaits::hides_await;
use crate::syntax::macros::{self, Grammar};
use crate::syntax::names::Binding;
use crate::syntax::select::{Family, Select};
use crate::syntax::tokens::any;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Macro};

impl Emitter<'_> {
    /// Some: what stands in the place of the macro.
    pub fn macro_call(&mut self, mac: &mut Macro) -> Option<Expr> {
        if let Some(select) = Select::of(mac) {
            self.select(mac, select);
            return None;
        }
        match macros::parse(mac) {
            Some(known) if known.grammar == Grammar::Log => {
                self.log(mac, known);
                None
            }
            Some(known) if known.grammar != Grammar::Opaque => self.known_macro(mac, known),
            Some(_) => {
                let tokens = mac.tokens.clone();
                self.opaque(&tokens);
                None
            }
            None => {
                let mentioned = self.mentioned(&mac.tokens);
                self.keep(mentioned);
                if self.exits != Exits::Own {
                    self.stuck_here(); // it may expand to a `return`
                }
                None
            }
        }
    }

    fn known_macro(&mut self, mac: &mut Macro, mut known: macros::Known) -> Option<Expr> {
        let (grammar, message_at) = (known.grammar, known.message_at());
        let changes = !self.mentioned(&mac.tokens).is_empty();
        let condition = known.args.first().map(|a| a.value.clone());
        // A crate may have a `join!` of its own, which borrows.
        let may_borrow = hides_await(&mac.path) && Family::of(&mac.path) == Family::Unknown;
        for (i, arg) in known.args.iter_mut().enumerate() {
            let how = match grammar {
                Grammar::Values if may_borrow && matches!(arg.value, Expr::Path(_)) => Use::Ambiguous,
                Grammar::Values => Use::Value,
                Grammar::Assert if i == 0 => Use::Value,
                _ => Use::Place,
            };
            self.rewrite(&mut arg.value, how);
        }
        if grammar == Grammar::Matches {
            let takes = known.binds_in_pattern();
            let suffix = known.suffix.clone();
            self.stuck_on_mentioned(&suffix);
            if takes && let Some(root) = condition.and_then(|c| self.mentioned(&c.to_token_stream()).first().copied()) {
                self.stuck_on(root);
            }
        } else if grammar == Grammar::Assert && changes && known.args.len() <= message_at {
            return self.assert_without_message(mac, &known.args.first()?.value.to_token_stream(), &condition?);
        }
        mac.tokens = known.tokens();
        None
    }

    /// Futures, conditions and handlers are code of the body, which the macro runs outside of closures.
    fn select(&mut self, mac: &mut Macro, mut select: Select) {
        let family = select.family(mac);
        for branch in &mut select.branches {
            branch.condition.iter_mut().for_each(|c| self.rewrite(c, Use::Value));
            self.selected_future(&mut branch.future, family);
            self.rewrite(&mut branch.handler, Use::Value);
        }
        select.others.iter_mut().for_each(|other| self.rewrite(&mut other.handler, Use::Value));
        mac.tokens = select.into_token_stream();
    }

    /// futures' macros poll a future that is a variable where it is; they know it by being a single path.
    fn selected_future(&mut self, future: &mut Expr, family: Family) {
        match self.body.names.variable(future).filter(|b| self.hoisted.contains_key(b)) {
            Some(binding) if family != Family::Tokio => self.stuck_on(binding),
            _ => self.rewrite(future, Use::Value),
        }
    }

    /// The text of the condition is the message, so it must stay the user's; and the panic's place is that of the macro.
    fn assert_without_message(&mut self, mac: &Macro, rewritten: &TokenStream, condition: &Expr) -> Option<Expr> {
        let original = condition.to_token_stream();
        let is_renamed = |me: &Self, b: &Binding| me.body.names.original(*b) == "self"; // it is called otherwise in the machine
        for binding in self.mentioned(&original) {
            if is_renamed(self, &binding) || !prints_alike(condition) {
                self.stuck_on(binding);
            }
        }
        let name = &mac.path.segments.last()?.ident;
        let sp = name.span();
        let debug =
            name.to_string().starts_with("debug").then(|| quote_spanned!(sp=> ::core::cfg!(debug_assertions) &&));
        Some(Expr::Verbatim(quote_spanned! {sp=>
            if #debug !(#rewritten) {
                ::resumable::__private::machine::assertion_failed(::core::concat!("assertion failed: ", ::core::stringify!(#original)))
            }
        }))
    }

    /// Tokens that can't be rewritten.
    pub fn opaque(&mut self, tokens: &TokenStream) {
        let mentioned = self.mentioned(tokens);
        self.keep(mentioned);
        if self.exits != Exits::Own && mentions_exit(tokens) {
            self.stuck_here();
        }
    }

    /// Variables that tokens mention by name.
    pub fn keep(&mut self, mentioned: Vec<Binding>) {
        for binding in mentioned.into_iter().filter(|b| self.hoisted.contains_key(b)).collect::<Vec<_>>() {
            if self.is_fixed(binding) {
                self.registers.insert(binding);
            } else {
                self.stuck_on(binding);
            }
        }
    }

    /// Whether a copy of the variable is as good as itself: `self` can't be the name of one.
    pub fn is_fixed(&self, binding: Binding) -> bool {
        self.slots[self.hoisted[&binding]].kind == Kind::Plain
            && self.body.names.original(binding) != "self"
            && !self.body.names.is_mutable(binding)
            && !self.body.liveness.is_assigned(binding)
    }

    /// `let x = *slot;` for what the statement's tokens mention by name.
    pub fn registers(&mut self) -> TokenStream {
        let registers = std::mem::take(&mut self.registers);
        let slots = registers.iter().filter_map(|b| self.hoisted.get(b));
        let each = slots.map(|&s| {
            let (name, place) = (&self.slots[s].ident, &self.slots[s].field);
            let value = if self.captures.is_some() { quote!(#place.value) } else { quote!(*#place) };
            quote_spanned!(Span::mixed_site()=> let #name = #value;)
        });
        each.collect()
    }

    /// The code with the registers that it needs in front of it.
    pub fn with_registers(&mut self, code: impl FnOnce(&mut Self) -> TokenStream) -> TokenStream {
        let outer = std::mem::take(&mut self.registers);
        let code = code(self);
        let registers = self.registers();
        self.registers = outer;
        quote!(#registers #code)
    }

    pub fn stuck_on_mentioned(&mut self, tokens: &TokenStream) {
        for binding in self.mentioned(tokens) {
            self.stuck_on(binding);
        }
    }
}

/// Whether rustc prints the tokens of the expression as it prints the expression: `a.b(c) == d` yes, `!a` no (it becomes `! a`).
fn prints_alike(e: &Expr) -> bool {
    match e {
        Expr::Path(p) => p.path.get_ident().is_some(),
        Expr::Lit(_) => true,
        Expr::Field(f) => prints_alike(&f.base),
        Expr::MethodCall(m) => m.turbofish.is_none() && prints_alike(&m.receiver) && m.args.iter().all(prints_alike),
        Expr::Call(c) => prints_alike(&c.func) && c.args.iter().all(prints_alike),
        Expr::Binary(b) => prints_alike(&b.left) && prints_alike(&b.right),
        _ => false,
    }
}

/// Whether the tokens hold `return`, `break`, `continue` or `?`.
pub fn mentions_exit(tokens: &TokenStream) -> bool {
    any(tokens, &|t| match t {
        TokenTree::Ident(i) => i == "return" || i == "break" || i == "continue",
        TokenTree::Punct(p) => p.as_char() == '?',
        _ => false,
    })
}
