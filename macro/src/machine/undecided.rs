//! Calls that take a variable or borrow it, whichever its type asks for, where something is still awaited afterwards.
//!
//! Input: `client.close(reason)`, output:
//! ```text
//! call(
//!     {
//!         let mut made = unmade();
//!         if false {
//!             never();
//!             let mut whole = held(client);
//!             let call = Once(|(argument,)| { let _ = &whole; whole.value.close(argument) }, PhantomData);
//!             made = &raw const call;
//!         }
//!         receiver(client, client_live, made)
//!     },
//!     (reason,),
//! )
//! ```
//! The type of the closure says what the method does; [`receiver`](../../../runtime/src/machine/undecided.rs) takes the value out of the slot or
//! borrows it there. The closure may capture nothing else, so the arguments are its own. One that is a closure itself stays where rustc finds
//! out the types of its parameters, in the call: it must capture nothing.

use super::emitter::Emitter;
use super::kind::Kind;
use crate::syntax::names::Binding;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, Token, punctuated::Punctuated};

/// The arguments of a call: what the closure has for parameters and passes on, and what it is called with.
#[derive(Default)]
struct Arguments {
    parameters: TokenStream,
    passed: TokenStream,
    values: TokenStream,
}

impl Emitter<'_> {
    /// Some: the call, if what it does to its receiver depends on the type of a variable whose last use this may be.
    pub fn undecided_call(&mut self, call: &Expr) -> Option<Expr> {
        let (receiver, args) = parts(call)?;
        let (binding, slot) = self.ambiguous(receiver).filter(|_| self.are_apart(args))?;
        self.used(slot);
        self.moves(binding, false);
        Some(Expr::Verbatim(self.call_by_type(call, slot, &TokenStream::new())))
    }

    /// A variable whose last use this may be, with its slot, if it can't become a local before.
    pub fn ambiguous(&self, e: &Expr) -> Option<(Binding, usize)> {
        let binding = self.body.names.variable(e)?;
        let slot = *self.hoisted.get(&binding)?;
        let stays_in_slot = self.captures.is_none() && (self.lists == 0 || self.undecided.contains(&binding));
        let is_ambiguous = self.slots[slot].kind == Kind::Owned && !self.is_followed(e);
        (is_ambiguous && stays_in_slot).then_some((binding, slot))
    }

    /// Whether no argument has to be known where the closure is, and needs something there.
    pub fn are_apart(&self, args: &Punctuated<Expr, Token![,]>) -> bool {
        args.iter().filter(|a| matches!(a, Expr::Closure(_))).all(|a| {
            let tokens = a.to_token_stream();
            let own = self.declared_in(&tokens);
            self.body.names.in_tokens(&tokens).iter().all(|b| own.contains(b))
        })
    }

    /// The call, of what is in the slot when `stored` has run.
    pub fn call_by_type(&mut self, call: &Expr, slot: usize, stored: &TokenStream) -> TokenStream {
        let args = parts(call).map(|(_, args)| args.clone()).unwrap_or_default();
        let Arguments { parameters, passed, values } = self.arguments(&args);
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        let (place, live) = (&self.slots[slot].field, self.live(slot));
        let [made, whole, closure] = ["made", "whole", "call"].map(|name| Ident::new(name, sp));
        let body = match call {
            Expr::MethodCall(m) => {
                let (dot, method, turbofish) = (&m.dot_token, &m.method, &m.turbofish);
                quote!(#whole.value #dot #method #turbofish (#passed))
            }
            _ => quote_spanned!(sp=> (#whole.value)(#passed)),
        };
        quote_spanned! {sp=>
            #rt::call({
                #stored
                let mut #made = #rt::unmade();
                if false {
                    #rt::never();
                    let mut #whole = #rt::held(#place);
                    let #closure = #rt::Once(|(#parameters)| { let _ = &#whole; #body }, #rt::PhantomData);
                    #made = &raw const #closure;
                }
                #rt::receiver(#place, #live, #made)
            }, (#values))
        }
    }

    fn arguments(&mut self, args: &Punctuated<Expr, Token![,]>) -> Arguments {
        let mut out = Arguments::default();
        for (i, arg) in args.iter().enumerate() {
            let value = self.rewritten(arg, super::rewrite::Use::Value);
            if matches!(arg, Expr::Closure(_)) {
                out.passed.extend(quote!(#value,));
                continue;
            }
            let parameter = format_ident!("argument{i}", span = Span::mixed_site());
            out.parameters.extend(quote!(#parameter,));
            out.passed.extend(quote!(#parameter,));
            out.values.extend(quote!(#value,));
        }
        out
    }
}

/// What is called, or whose method is, and the arguments.
fn parts(call: &Expr) -> Option<(&Expr, &Punctuated<Expr, Token![,]>)> {
    match call {
        Expr::MethodCall(m) => Some((&*m.receiver, &m.args)),
        Expr::Call(c) => Some((&*c.func, &c.args)),
        _ => None,
    }
}
