//! The items and the value of a machine: states, awaiters, frame, and the two closures.

use super::body::Body;
use super::emitter::{Emitter, Idents, await_field, await_name};
use super::hidden::Hidden;
use super::kind::Kind;
use super::places::Places;
use super::relocation::Point;
use crate::spans::braced;
use crate::syntax::names::Binding;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// What one body was lowered to.
pub struct Emission {
    /// `enum State`, `struct Frame` and its parts
    pub items: TokenStream,
    /// `Frame { .. }`
    pub frame: TokenStream,
    pub move_next: TokenStream,
    pub leaves: usize,
    /// There is nothing that the machine would do but await a leaf.
    pub is_one_leaf: bool,
    /// Moves to another address that rustc has to check.
    pub relocated: Vec<(Binding, Point)>,
}

impl Emitter<'_> {
    /// Runs the emission: first the code, which finds the slots, then what they make up.
    pub fn emit(&mut self) -> Emission {
        let opened = self.open_params();
        let body = self.top_level();
        let places = Places::of(self);
        let (mut items, pointers) = (places.items(), places.pointers());
        items.extend(self.drop_item(&places));
        Emission {
            items,
            frame: places.value(),
            move_next: self.move_next(&pointers, &opened, body),
            leaves: self.leaves,
            is_one_leaf: self.leaves == 1 && self.awaits == 1,
            relocated: std::mem::take(&mut self.found.relocated),
        }
    }

    fn move_next(&self, pointers: &TokenStream, opened: &TokenStream, body: TokenStream) -> TokenStream {
        let Idents { f, cx, .. } = &self.ids;
        let sp = Span::mixed_site();
        let (value, step) = (Ident::new("value", sp), self.step(pointers, opened, body));
        let step = match self.body.hides_exits {
            false => step,
            // What a macro returns must be of a type that is ours alone.
            true => quote_spanned!(sp=> (|| -> _ { #step })().polled()),
        };
        quote_spanned! {sp=>
            #[inline]
            move |#cx| -> _ {
                let #f = &raw mut #value;
                #step
            }
        }
    }

    /// From the state in the frame to the next await, or to the end.
    fn step(&self, pointers: &TokenStream, opened: &TokenStream, body: TokenStream) -> TokenStream {
        let body = braced(self.body.braces, body);
        let Idents { f, at, rt, state, step, .. } = &self.ids;
        let (sp, result) = (Span::mixed_site(), &self.output.inferred);
        let output = Ident::new("output", sp);
        let suspends = self.plan.holds.then(|| quote_spanned!(sp=> let suspends = #rt::Cell::new(false);));
        let declared = self.output.never_returned(|ty| quote_spanned!(sp=> #step<#ty>));
        quote_spanned! {sp=>
            #declared
            let mut #at = #rt::copied(&raw const (*#f).state);
            match #at {
                #state::Returned | #state::Panicked => #rt::resumed_after_end(::core::matches!(#at, #state::Panicked)),
                _ => (*#f).state = #state::Panicked, // until it suspends or returns
            }
            #pointers
            #suspends
            let #output = {
                #opened
                let #output: #result = 'ret: { #body };
                #output
            };
            (*#f).state = #state::Returned;
            #step::Ready(#output)
        }
    }

    fn open_params(&mut self) -> TokenStream {
        let body: &Body = self.body;
        let mut opened = TokenStream::new();
        for param in &body.params {
            let slot = self.declare(&param.name, param.kind, Some(param.argument.clone()));
            self.slots[slot].is_small = param.is_small;
            opened.extend(self.open_slot(slot, true));
        }
        opened
    }

    fn top_level(&mut self) -> TokenStream {
        let body: &Body = self.body;
        let out = self.top_stmts(&body.stmts);
        (0..body.params.len()).for_each(|slot| self.close(slot));
        out
    }

    /// Drops what the state owns: the awaiter, then the variables, youngest first. A machine that never ran drops its arguments in the order
    /// of their declaration.
    fn drop_item(&self, places: &Places<'_, '_>) -> TokenStream {
        let (frame, types) = places.frame_type();
        let pointers = places.pointers_to_owned();
        let (f, at, rt, state, sp) = (&self.ids.f, &self.ids.at, &self.ids.rt, &self.ids.state, Span::mixed_site());
        let owned: Vec<usize> = (0..self.slots.len()).filter(|&s| self.slots[s].kind == Kind::Owned).collect();
        let guards = owned.iter().map(|&s| {
            let outliving = owned.iter().filter(|&&t| self.slots[t].outlives.is_some_and(|(first, _)| first == s));
            let outliving = outliving.map(|&t| self.outliving_guard(t));
            let guard = self.drop_guard(s);
            quote_spanned!(sp=> #(#outliving)* #guard)
        });
        let arguments = owned.iter().rev().filter(|&&s| self.slots[s].argument.is_some()).map(|&s| {
            let (field, guard) = (&self.slots[s].field, self.guard(s));
            quote_spanned!(sp=> let #guard = #rt::Guard::live(#field);)
        });
        let awaiters = (1..=self.awaits).map(|n| {
            let (name, field) = (await_name(n), await_field(n));
            quote_spanned!(sp=> #state::#name => #rt::drop_awaiter(#field),)
        });
        quote_spanned! {sp=>
            #[allow(warnings, unused, deprecated, nonstandard_style, future_incompatible, rust_2018_idioms, dangerous_implicit_autorefs, clippy::all, clippy::pedantic, reason = "emitted")]
            impl<#(#types),*> ::core::ops::Drop for #frame<#(#types),*> {
                #[inline]
                fn drop(&mut self) {
                    let #f: *mut Self = self;
                    // SAFETY: the invariant of the frame says what its places hold, and nothing uses them after this.
                    unsafe {
                        let #at = #rt::copied(&raw const (*#f).state);
                        #pointers
                        match #at {
                            #state::Returned | #state::Panicked => return,
                            #state::Run => { #(#arguments)* return; }
                            _ => {}
                        }
                        #(#guards)*
                        match #at { #(#awaiters)* _ => {} }
                    }
                }
            }
        }
    }

    /// Guards the temporary if the edition lets it outlive the variables of its block, in place of the guard that comes after theirs.
    fn outliving_guard(&self, slot: usize) -> TokenStream {
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        let (field, guard, live) = (&self.slots[slot].field, self.guard(slot), self.live(slot));
        let first = Ident::new("first", sp);
        let outlives = self.slots[slot].outlives.map(|(_, at)| {
            let probe = quote_spanned!(at=> { let local = ::resumable::__private::machine::Ends::local(&#first); ::resumable::__private::machine::Ends::temporary(&#first).value() });
            quote_spanned!(sp=> { let #first = #rt::Ends::none(); #probe; #first.get() == #rt::First::Local })
        });
        quote_spanned!(sp=> let #guard = #rt::Guard::maybe(#field, *#live && #outlives); *#live &= !#guard.is_armed();)
    }

    fn drop_guard(&self, slot: usize) -> TokenStream {
        let (at, rt, sp) = (&self.ids.at, &self.ids.rt, Span::mixed_site());
        let (field, guard) = (&self.slots[slot].field, self.guard(slot));
        let armed = if self.slots[slot].has_flag {
            let live = self.live(slot);
            quote_spanned!(sp=> *#live)
        } else if self.slots[slot].argument.is_some() {
            quote!(true)
        } else if self.slots[slot].states.is_empty() {
            quote!(false)
        } else {
            let states = self.states(false, self.slots[slot].states.clone());
            quote_spanned!(sp=> ::core::matches!(#at, #states))
        };
        quote_spanned!(sp=> let #guard = #rt::Guard::maybe(#field, #armed);)
    }
}

/// `Machine::new(..)`, around the machine itself or around an `async` block that makes and awaits it.
pub struct Value<'e> {
    pub emission: &'e Emission,
    pub rt: &'e Ident,
    /// The body as rustc would lower it.
    pub shadow: TokenStream,
    /// The body with the moves that the machine adds.
    pub relocation: Option<TokenStream>,
    pub hidden: Hidden,
}

impl Value<'_> {
    pub fn tokens(&self) -> TokenStream {
        let Emission { frame, move_next, .. } = self.emission;
        let (rt, shadow_future, sp) = (self.rt, &self.shadow, Span::mixed_site());
        let (shadow, machine) = (Ident::new("shadow", sp), Ident::new("value", sp));
        let relocation = self.relocation.as_ref().map(|body| {
            quote_spanned! {sp=>
                #[allow(warnings, unused, deprecated, nonstandard_style, future_incompatible, rust_2018_idioms, clippy::all, clippy::pedantic, reason = "rustc has checked the shadow")]
                { if false { #rt::relocated(#body); } }
            }
        });
        let new = match self.hidden.lifetime() {
            Some(lifetime) => quote_spanned!(sp=> lasting::<#lifetime>),
            None => quote_spanned!(sp=> new),
        };
        let made = quote_spanned! {sp=>
            let #shadow = #rt::Shadow::new();
            if false { #shadow.is(#shadow_future); }
            #relocation
            #[allow(warnings, unused, deprecated, nonstandard_style, future_incompatible, rust_2018_idioms, dangerous_implicit_autorefs, clippy::all, clippy::pedantic, reason = "rustc has checked the shadow")]
            // SAFETY: emitted together: the closure and the frame's destructor keep the invariant of the frame, and the shadow is of the same body, so
            // what they do to variables is what the borrow checker has seen it do.
            let #machine = unsafe { let mut #machine = #frame; #rt::Framed::#new(#shadow, #move_next) };
        };
        if self.hidden == Hidden::Erased {
            quote_spanned!(sp=> #rt::Machine::new(async move { #made #[allow(unreachable_code)] #machine.await }))
        } else {
            quote_spanned!(sp=> #made #rt::Machine::new(#machine))
        }
    }
}
