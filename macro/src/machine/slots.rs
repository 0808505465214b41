//! The slots of variables: declared, opened with a guard, filled, and closed when nothing needs their place any more.

use super::brief::Brief;
use super::emitter::{Emitter, Exits, is_emitted};
use super::kind::Kind;
use crate::syntax::names::Binding;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::ops::RangeInclusive;

/// A place in the frame for a variable.
pub struct Slot {
    pub field: Ident,
    /// The variable's resolved name.
    pub ident: Ident,
    /// Its last use is as a real local.
    pub is_deferred: bool,
    pub kind: Kind,
    pub has_flag: bool,
    /// The awaits across which the variable lives.
    pub states: RangeInclusive<usize>,
    /// Filled when the machine is made.
    pub argument: Option<Ident>,
    /// A few bytes, by its declaration.
    pub is_small: bool,
    /// The moments of the emission between which its place is needed.
    pub from: usize,
    pub to: usize,
    /// Up to edition 2021 it is dropped after the slots from this one on, which were filled before. The span is of that edition.
    pub outlives: Option<(usize, Span)>,
    /// The variable, if it has a name.
    binding: Option<Binding>,
    last_use: Option<usize>,
    /// It is used by a leaf, which may do that at any time while it is awaited.
    is_used_by_leaf: bool,
    /// When it moved out, never to come back.
    gone: Option<usize>,
}

impl Emitter<'_> {
    /// A field name that no other slot has: `x`, `x_2`.
    fn field(&mut self, name: &str, span: Span) -> Ident {
        let bare = name.trim_start_matches("r#").trim_start_matches('_');
        let name = match bare {
            "self" => "this".to_string(),
            _ if is_emitted(bare) => format!("{bare}_"),
            _ if bare.starts_with(char::is_alphabetic) => bare.to_string(),
            _ => format!("slot{bare}"),
        };
        let count = self.fields.entry(name.clone()).or_default();
        *count += 1;
        let name = if *count == 1 { name } else { format!("{name}_{count}") };
        identifier(&name, span)
    }

    /// A slot for the variable that `ident` declares, from the next await on.
    pub fn declare(&mut self, ident: &Ident, kind: Kind, argument: Option<Ident>) -> usize {
        let binding = self.body.names.binding(ident).expect("resolved");
        let original = self.body.names.original(binding).to_string();
        let deferred = self.plan.deferred.contains(&binding);
        let name = if deferred && original == "self" { "receiver" } else { &original };
        let slot = self.new_slot(name, ident, kind, self.plan.moved.contains(&binding), argument);
        self.slots[slot].is_deferred = deferred;
        self.slots[slot].binding = Some(binding);
        self.hoisted.insert(binding, slot);
        self.declared_at.insert(binding, if self.slots[slot].argument.is_some() { 0 } else { self.top });
        slot
    }

    /// A slot for a value without a name.
    pub fn declare_unnamed(&mut self, name: &str) -> usize {
        self.new_slot(name, &Ident::new(name, Span::mixed_site()), Kind::Owned, false, None)
    }

    /// As [`declare_unnamed`](Self::declare_unnamed), with a flag.
    pub fn declare_flagged(&mut self, name: &str) -> usize {
        self.new_slot(name, &Ident::new(name, Span::mixed_site()), Kind::Owned, true, None)
    }

    fn new_slot(&mut self, name: &str, ident: &Ident, kind: Kind, moved: bool, argument: Option<Ident>) -> usize {
        let field = self.field(name, ident.span().resolved_at(Span::mixed_site()));
        let has_flag = moved && kind == Kind::Owned;
        let from = self.moment();
        let (ident, states) = (ident.clone(), self.awaits + 1..=0);
        self.slots.push(Slot {
            field,
            ident,
            is_deferred: false,
            kind,
            has_flag,
            states,
            argument,
            is_small: false,
            from,
            to: from,
            outlives: None,
            binding: None,
            last_use: None,
            is_used_by_leaf: false,
            gone: None,
        });
        self.slots.len() - 1
    }

    /// The slot's variable goes out of scope: it lived across the awaits emitted since it was declared.
    pub fn close(&mut self, slot: usize) {
        let states = *self.slots[slot].states.start()..=self.awaits;
        self.slots[slot].states = states;
        let now = self.moment();
        let last_use = self.slots[slot].last_use.filter(|_| self.is_brief(slot));
        self.slots[slot].to = self.slots[slot].gone.or(last_use).unwrap_or(now);
    }

    /// Whether the place isn't needed after the last use.
    fn is_brief(&self, slot: usize) -> bool {
        let (Slot { kind, has_flag, is_used_by_leaf, .. }, brief) = (&self.slots[slot], &self.body.brief);
        let of = |is_so: fn(&Brief, Binding) -> bool| self.slots[slot].binding.is_some_and(|b| is_so(brief, b));
        !is_used_by_leaf
            && match kind {
                Kind::Plain | Kind::Unique => of(Brief::is_by_value),
                Kind::Owned => *has_flag && of(Brief::ends_with_move),
            }
    }

    /// Takes note of a use of the variable.
    pub fn used(&mut self, slot: usize) {
        let now = self.moment();
        let is_used_by_leaf = self.exits != Exits::Machine;
        let slot = &mut self.slots[slot];
        slot.last_use = Some(now);
        slot.is_used_by_leaf |= is_used_by_leaf;
    }

    /// A leaf takes the variable out of its slot.
    pub fn used_by_leaf(&mut self, slot: usize) {
        self.slots[slot].is_used_by_leaf = true;
    }

    /// The variable moves out of its slot for good; that nothing borrows it there, rustc checks in the relocation shadow.
    pub fn gone(&mut self, slot: usize) {
        self.slots[slot].gone = Some(self.moment());
    }

    /// What was used in a loop, and declared before, is used again in its next round.
    pub fn end_loop(&mut self, from: usize) {
        let now = self.moment();
        for slot in self.slots.iter_mut().filter(|s| s.from < from) {
            slot.last_use = slot.last_use.map(|last| if last > from { now } else { last });
        }
    }

    /// The next moment of the emission.
    pub fn moment(&mut self) -> usize {
        self.now += 1;
        self.now
    }

    /// `let mut x_guard = Guard::dead(x);`, where `x` is the slot's name.
    pub fn open_slot(&mut self, slot: usize, armed: bool) -> TokenStream {
        let rt = &self.ids.rt;
        let Slot { field, kind, has_flag, .. } = &self.slots[slot];
        let sp = Span::mixed_site();
        let local = self.slots[slot].is_deferred.then(|| {
            let ident = &self.slots[slot].ident;
            quote_spanned!(sp=> let mut #ident;)
        });
        if *kind != Kind::Owned {
            return quote!(#local);
        }
        let guard = self.guard(slot);
        let opened = if *has_flag {
            let live = self.live(slot);
            quote_spanned!(sp=> let #guard = #rt::FlagGuard::new(#field, #live);)
        } else {
            let state = Ident::new(if armed { "live" } else { "dead" }, sp);
            quote_spanned!(sp=> let mut #guard = #rt::Guard::#state(#field);)
        };
        self.open.push(guard);
        quote!(#opened #local)
    }

    pub fn guard(&self, slot: usize) -> Ident {
        format_ident!("{}_guard", unraw(&self.slots[slot].field), span = Span::mixed_site())
    }

    pub fn live(&self, slot: usize) -> Ident {
        format_ident!("{}_live", unraw(&self.slots[slot].field), span = Span::mixed_site())
    }

    /// Stores the first value of a variable whose guard is open.
    pub fn fill(&self, slot: usize, value: TokenStream) -> TokenStream {
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        let Slot { field, kind, has_flag, .. } = &self.slots[slot];
        match (kind, has_flag) {
            (Kind::Owned, true) => {
                let live = self.live(slot);
                quote_spanned!(sp=> #rt::init(#field, #live, #value);)
            }
            (Kind::Owned, false) => {
                let guard = self.guard(slot);
                quote_spanned!(sp=> #guard.init(#value);)
            }
            _ => quote_spanned!(sp=> #rt::put(#field, #value);),
        }
    }

    /// Moves a binding of a native pattern, which has the variable's name, to the variable's slot.
    pub fn export(&self, slot: usize, bound: &Ident) -> TokenStream {
        let (rt, sp) = (&self.ids.rt, Span::mixed_site());
        let field = &self.slots[slot].field;
        let flag = self.slots[slot].has_flag.then(|| {
            let live = self.live(slot);
            quote_spanned!(sp=> *#live = true;)
        });
        quote_spanned!(sp=> #rt::put(#field, #bound); #flag)
    }

    /// The guards that know by the state whether their slots are full.
    pub fn armed_by_state(&self, slots: &[usize]) -> Vec<Ident> {
        slots
            .iter()
            .filter(|&&s| self.slots[s].kind == Kind::Owned && !self.slots[s].has_flag)
            .map(|&s| self.guard(s))
            .collect()
    }
}

fn unraw(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_string()
}

fn identifier(name: &str, span: Span) -> Ident {
    match syn::parse_str::<Ident>(name) {
        Ok(_) => Ident::new(name, span),
        Err(_) => Ident::new_raw(name, span), // a keyword
    }
}
