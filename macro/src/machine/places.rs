//! The types of a frame, made of its layout; its first value, and the pointers to its places.
//!
//! ```text
//! union Shared<A1, T2, A2> { none: (), await1: ManuallyDrop<A1>, scope1: ManuallyDrop<Scope1<T2, A2>> }
//! struct Scope1<T2, A2> { line: T2, await2: A2 }
//! struct Frame<T1, A1, T2, A2> { state: State, name: MaybeUninit<T1>, shared: Shared<A1, T2, A2> }
//! ```
//! ```text
//! let name = slot(&raw mut (*frame).name);
//! let await1 = member(&raw mut (*frame).shared.await1);
//! let scope1 = member(&raw mut (*frame).shared.scope1);
//! let line = &raw mut (*scope1).line;
//! let await2 = &raw mut (*scope1).await2;
//! ```
//! What is inside a union may be uninitialised without a `MaybeUninit`. Each wrapper would be a step of rustc's recursion limit, for every level
//! of a chain of machines.

use super::emitter::{Emitter, Idents, await_field, await_name};
use super::kind::Kind;
use super::layout::{Member, Part, Stay, Tenant};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

/// The frame of a body whose emission is done.
pub struct Places<'e, 'b> {
    of: &'e Emitter<'b>,
    root: Part,
}

impl<'e, 'b> Places<'e, 'b> {
    pub fn of(emitter: &'e Emitter<'b>) -> Self {
        let slots = emitter.slots.iter().enumerate();
        let (small, large): (Vec<_>, Vec<_>) = slots.partition(|(_, slot)| slot.is_small);
        let slots = large.iter().map(|(i, slot)| Stay { tenant: Tenant::Slot(*i), from: slot.from, to: slot.to });
        let awaits = emitter.moments.iter().enumerate();
        let awaiters = awaits.map(|(i, &at)| Stay { tenant: Tenant::Awaiter(i + 1), from: at, to: at });
        let mut root = Part::of(slots.chain(awaiters).collect());
        // Beside the state they take a byte or a few; in a scope they would be as wide as what is beside them there.
        root.fields.extend(small.iter().map(|(i, _)| Tenant::Slot(*i)));
        Places { of: emitter, root: root.numbered() }
    }

    /// `enum State`, `struct Frame` and what it consists of.
    pub fn items(&self) -> TokenStream {
        let state = &self.of.ids.state;
        let states = (1..=self.of.awaits).map(await_name);
        let flags = self.flags();
        let rt = &self.of.ids.rt;
        let extra = quote_spanned!(sp()=> pinned: #rt::Pinned, state: #state, #(#flags: ::core::primitive::bool,)*);
        let frame = &self.of.ids.frame;
        let types = self.types(&self.root.tenants());
        let inner = self.part_items(&self.root, &extra);
        quote_spanned! {sp()=>
            enum #state { Run, #(#states,)* Returned, Panicked }
            #inner
            // SAFETY: a frame is only ever part of a `Framed`, whose shadow decides for both.
            unsafe impl<#(#types),*> ::core::marker::Send for #frame<#(#types),*> {}
            // SAFETY: as above.
            unsafe impl<#(#types),*> ::core::marker::Sync for #frame<#(#types),*> {}
        }
    }

    fn part_items(&self, part: &Part, extra: &TokenStream) -> TokenStream {
        let rt = &self.of.ids.rt;
        let (name, types) = (self.struct_name(part), self.types(&part.tenants()));
        let fields = part.fields.iter().map(|&t| {
            let (field, ty) = (self.field(t), self.type_of(t));
            if part.is_root() {
                quote_spanned!(sp()=> #field: #rt::MaybeUninit<#ty>)
            } else {
                quote_spanned!(sp()=> #field: #ty)
            }
        });
        let (union, shared) = self.union_item(part);
        quote_spanned!(sp()=> #union struct #name<#(#types),*> { #extra #(#fields,)* #shared })
    }

    /// The union of what the part shares, and the field for it.
    fn union_item(&self, part: &Part) -> (TokenStream, Option<TokenStream>) {
        if part.shared.is_empty() {
            return Default::default();
        }
        let rt = &self.of.ids.rt;
        let types = self.types(&part.shared.iter().flat_map(Member::tenants).collect::<Vec<_>>());
        let name = self.union_name(part);
        let nothing = TokenStream::new();
        let (mut items, mut members) = (TokenStream::new(), TokenStream::new());
        for member in &part.shared {
            let field = self.member_field(member);
            let ty = match member {
                Member::Place(tenant) => {
                    let ty = self.type_of(*tenant);
                    quote_spanned!(sp()=> #ty)
                }
                Member::Part(inner) => {
                    items.extend(self.part_items(inner, &nothing));
                    let (name, types) = (self.struct_name(inner), self.types(&inner.tenants()));
                    quote_spanned!(sp()=> #name<#(#types),*>)
                }
            };
            members.extend(quote_spanned!(sp()=> #field: #rt::ManuallyDrop<#ty>,));
        }
        let union = quote_spanned!(sp()=> #items union #name<#(#types),*> { none: (), #members });
        (union, Some(quote_spanned!(sp()=> shared: #name<#(#types),*>)))
    }

    /// `Frame { .. }`, with the arguments.
    pub fn value(&self) -> TokenStream {
        let Idents { rt, state, frame, .. } = &self.of.ids;
        let flags = self.flagged().map(|s| {
            let (live, is_argument) = (self.of.live(s), self.of.slots[s].argument.is_some());
            quote_spanned!(sp()=> #live: #is_argument,)
        });
        let fields = self.root.fields.iter().map(|&t| {
            let field = self.field(t);
            match self.argument(t) {
                Some(argument) => quote_spanned!(sp()=> #field: #rt::MaybeUninit::new(#argument),),
                None => quote_spanned!(sp()=> #field: #rt::empty(),),
            }
        });
        let shared = (!self.root.shared.is_empty()).then(|| quote_spanned!(sp()=> shared: #rt::empty()));
        self.with_shared_arguments(quote_spanned!(sp()=> #frame { pinned: #rt::Pinned::HERE, state: #state::Run, #(#flags)* #(#fields)* #shared }))
    }

    /// The frame, once the arguments in shared places are there, too.
    fn with_shared_arguments(&self, frame: TokenStream) -> TokenStream {
        let Idents { rt, f, .. } = &self.of.ids;
        let is_argument = |t: Tenant| self.argument(t).is_some();
        let shared: Vec<Tenant> =
            self.root.shared.iter().flat_map(Member::tenants).filter(|&t| is_argument(t)).collect();
        if shared.is_empty() {
            return frame;
        }
        let pointers = self.shared_pointers(&self.root, f, &is_argument);
        let puts = shared.iter().map(|&t| {
            let (place, argument) = (self.field(t), self.argument(t));
            quote_spanned!(sp()=> #rt::put(#place, #argument);)
        });
        let value = Ident::new("value", sp());
        quote_spanned! {sp()=>
            { let mut #value = #frame; let #f = &raw mut #value; #pointers #(#puts)* #value }
        }
    }

    fn argument(&self, tenant: Tenant) -> Option<TokenStream> {
        let Tenant::Slot(index) = tenant else { return None };
        let (rt, argument) = (&self.of.ids.rt, self.of.slots[index].argument.as_ref()?);
        Some(match self.of.body.params.get(index).and_then(|p| p.taking.as_ref()) {
            Some(taking) => quote_spanned!(sp()=> #rt::#taking(#argument)),
            None => quote_spanned!(sp()=> #argument),
        })
    }

    /// The name of the frame and its parameters.
    pub fn frame_type(&self) -> (Ident, Vec<Ident>) {
        (self.of.ids.frame.clone(), self.types(&self.root.tenants()))
    }

    /// As [`pointers`](Self::pointers), for what may have to be dropped.
    pub fn pointers_to_owned(&self) -> TokenStream {
        let f = &self.of.ids.f;
        let is_owned = |t: Tenant| match t {
            Tenant::Slot(s) => self.of.slots[s].kind == Kind::Owned,
            Tenant::Awaiter(_) => true,
        };
        let (places, flags) = (self.part_pointers(&self.root, f, &is_owned), self.flags());
        quote_spanned!(sp()=> #places #(let #flags = &raw mut (*#f).#flags;)*)
    }

    /// A variable for every place, by the name of its field, and for every flag.
    pub fn pointers(&self) -> TokenStream {
        let f = &self.of.ids.f;
        let places = self.part_pointers(&self.root, f, &|_| true);
        let flags = self.flags();
        quote_spanned!(sp()=> #places #(let #flags = &raw mut (*#f).#flags;)*)
    }

    fn part_pointers(&self, part: &Part, at: &Ident, wanted: &dyn Fn(Tenant) -> bool) -> TokenStream {
        let rt = &self.of.ids.rt;
        let mut pointers = TokenStream::new();
        for &tenant in part.fields.iter().filter(|&&t| wanted(t)) {
            let name = self.field(tenant);
            let place = quote_spanned!(sp()=> &raw mut (*#at).#name);
            let place = match (part.is_root(), self.is_copy(tenant)) {
                (true, true) => quote_spanned!(sp()=> #rt::copy_slot(#place)),
                (true, false) => quote_spanned!(sp()=> #rt::slot(#place)),
                (false, true) => quote_spanned!(sp()=> #rt::copy_place(#place)),
                (false, false) => place,
            };
            pointers.extend(quote_spanned!(sp()=> let #name = #place;));
        }
        pointers.extend(self.shared_pointers(part, at, wanted));
        pointers
    }

    fn shared_pointers(&self, part: &Part, at: &Ident, wanted: &dyn Fn(Tenant) -> bool) -> TokenStream {
        let rt = &self.of.ids.rt;
        let mut pointers = TokenStream::new();
        for member in part.shared.iter().filter(|m| m.tenants().into_iter().any(wanted)) {
            let name = self.member_field(member);
            let place = quote_spanned!(sp()=> #rt::member(&raw mut (*#at).shared.#name));
            pointers.extend(match member {
                Member::Place(t) if self.is_copy(*t) => quote_spanned!(sp()=> let #name = #rt::copy_place(#place);),
                Member::Place(_) => quote_spanned!(sp()=> let #name = #place;),
                Member::Part(inner) => {
                    let inner = self.part_pointers(inner, &name, wanted);
                    quote_spanned!(sp()=> let #name = #place; #inner)
                }
            });
        }
        pointers
    }

    /// What owns nothing by its name must be `Copy`, or the name deceives.
    fn is_copy(&self, tenant: Tenant) -> bool {
        matches!(tenant, Tenant::Slot(s) if self.of.slots[s].kind == Kind::Plain)
    }

    fn flagged(&self) -> impl Iterator<Item = usize> {
        (0..self.of.slots.len()).filter(|&s| self.of.slots[s].has_flag)
    }

    fn flags(&self) -> Vec<Ident> {
        self.flagged().map(|s| self.of.live(s)).collect()
    }

    fn field(&self, tenant: Tenant) -> Ident {
        match tenant {
            Tenant::Slot(s) => self.of.slots[s].field.clone(),
            Tenant::Awaiter(n) => await_field(n),
        }
    }

    fn member_field(&self, member: &Member) -> Ident {
        match member {
            Member::Place(tenant) => self.field(*tenant),
            Member::Part(part) => format_ident!("scope{}", part.number, span = sp()),
        }
    }

    fn type_of(&self, tenant: Tenant) -> Ident {
        match tenant {
            Tenant::Slot(s) => format_ident!("T{}", s + 1, span = sp()),
            Tenant::Awaiter(n) => format_ident!("A{n}", span = sp()),
        }
    }

    fn types(&self, tenants: &[Tenant]) -> Vec<Ident> {
        tenants.iter().map(|&t| self.type_of(t)).collect()
    }

    fn struct_name(&self, part: &Part) -> Ident {
        match part.number {
            0 => self.of.ids.frame.clone(),
            n => self.of.body.item_name(&format!("Scope{n}")),
        }
    }

    fn union_name(&self, part: &Part) -> Ident {
        let number = if part.number == 0 { String::new() } else { part.number.to_string() };
        self.of.body.item_name(&format!("Shared{number}"))
    }
}

fn sp() -> Span {
    Span::mixed_site()
}
