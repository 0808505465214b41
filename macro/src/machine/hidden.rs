//! How the machine's type becomes the function's hidden type.
//!
//! The types in a frame have lifetimes that the function doesn't name: of borrows between its variables. As a hidden type they must all be
//! lifetimes of the signature, which rustc finds only if there is one to choose. Where there are several, the frame takes its arguments under
//! a lifetime that the macro chooses, which is harmless: what a body may do with its arguments is decided by the shadow, and how long its
//! machine may live by the signature, which captures every lifetime it mentions.

use crate::item::{Function, Home};
use crate::syntax::tokens::any_word;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericParam, Generics, Lifetime, Receiver, ReturnType, Signature, Type, TypeImplTrait, TypeReference,
    parse_quote, parse_quote_spanned,
};

/// What is done about the lifetimes of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hidden {
    /// Nothing: rustc finds the only lifetime there is, or `'static`.
    AsItIs,
    /// The arguments are taken as if they lived for ever: their types have no parameters.
    ForEver,
    /// An `async` block around the machine: rustc erases the lifetimes of what lives in it. That costs a state of its own, and a second copy of
    /// the arguments.
    Erased,
}

impl Hidden {
    pub fn of(f: &Function) -> Hidden {
        let scope = Scope::of(f);
        if has_unseen_generics(f) || may_recurse(f) {
            Hidden::Erased
        } else if scope.has_one_choice(f) {
            Hidden::AsItIs
        } else if scope.names_lifetimes(f) {
            Hidden::Erased
        } else if scope.has_no_types() {
            Hidden::ForEver
        } else {
            // A lifetime of the function's own, which its types outlive, would do, but is one more promise that a caller has to make.
            Hidden::Erased
        }
    }

    /// The lifetime that the frame's arguments are given.
    pub fn lifetime(self) -> Option<Lifetime> {
        match self {
            Hidden::ForEver => Some(Lifetime::new("'static", Span::mixed_site())),
            Hidden::AsItIs | Hidden::Erased => None,
        }
    }
}

/// The function by which the frame takes an argument under the lifetime, instead of those it has. None: it has none.
pub fn taking(input: &FnArg, lifetime: &Lifetime) -> Option<TokenStream> {
    let mut ty = match input {
        FnArg::Receiver(r) if r.colon_token.is_none() => receiver_type(r),
        FnArg::Receiver(r) => (*r.ty).clone(),
        FnArg::Typed(t) => (*t.ty).clone(),
    };
    let mut found = Lifetimes::default();
    found.visit_type(&ty);
    if found.count() == 0 {
        return None;
    }
    let sp = Span::mixed_site();
    Some(match ty {
        // The type behind the reference may have no name.
        Type::Reference(r) if r.mutability.is_some() && is_only_reference(&r) => {
            quote_spanned!(sp=> lasting_mut::<#lifetime, _>)
        }
        Type::Reference(r) if is_only_reference(&r) => quote_spanned!(sp=> lasting_ref::<#lifetime, _>),
        _ => {
            Relabel(lifetime).visit_type_mut(&mut ty);
            quote_spanned!(sp=> taken_as::<_, #ty>)
        }
    })
}

/// Whether the type can't be written with another lifetime.
fn hides_type(input: &FnArg) -> bool {
    let FnArg::Typed(t) = input else { return false };
    let mut found = Lifetimes::default();
    found.visit_type(&t.ty);
    found.opaque > 0 && found.count() > 0 && !matches!(&*t.ty, Type::Reference(r) if is_only_reference(r))
}

/// Whether a reference is all that has a lifetime.
fn is_only_reference(r: &TypeReference) -> bool {
    let mut found = Lifetimes::default();
    found.visit_type(&r.elem);
    // What is left out in `&'a dyn Trait` is `'a`.
    found.count() == 0 && !matches!(*r.elem, Type::TraitObject(_))
}

fn receiver_type(r: &Receiver) -> Type {
    let this = Ident::new("Self", r.self_token.span);
    match (&r.reference, &r.mutability) {
        (None, _) => parse_quote!(#this),
        (Some((and, _)), mutability) => parse_quote_spanned!(and.span=> & #mutability #this),
    }
}

struct Relabel<'l>(&'l Lifetime);

impl VisitMut for Relabel<'_> {
    fn visit_type_reference_mut(&mut self, ty: &mut TypeReference) {
        ty.lifetime.get_or_insert_with(|| self.0.clone());
        visit_mut::visit_type_reference_mut(self, ty);
    }
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident != "static" {
            *lifetime = self.0.clone();
        }
    }
    /// `Fn(&str) -> &str`: for every lifetime, not for one.
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut syn::ParenthesizedGenericArguments) {}
    fn visit_type_bare_fn_mut(&mut self, _: &mut syn::TypeBareFn) {}
}

/// What is in scope in a signature.
struct Scope {
    /// Parameters that stand for types, `impl Trait` apart.
    types: HashSet<String>,
    lifetimes: Lifetimes,
}

impl Scope {
    fn of(f: &Function) -> Scope {
        let of = |generics: &Generics| generics.type_params().map(|t| t.ident.to_string()).collect::<HashSet<String>>();
        let mut types = of(&f.sig.generics);
        types.extend(f.home.generics().map(of).unwrap_or_default());
        types.extend(matches!(f.home, Home::TraitDefinition(_)).then(|| "Self".to_string()));
        let mut lifetimes = Lifetimes::default();
        f.sig.inputs.iter().for_each(|input| lifetimes.visit_fn_arg(input));
        lifetimes.hides_type = f.sig.inputs.iter().any(hides_type);
        lifetimes.of_home = f.home.generics().map_or(0, |g| g.lifetimes().count());
        if let Some(ty) = f.home.self_type() {
            let mut hidden = Lifetimes::default();
            hidden.visit_type(ty);
            lifetimes.of_home += hidden.elided;
            lifetimes.is_home_elided = hidden.elided > 0;
        }
        Scope { types, lifetimes }
    }

    /// Whether rustc has no choice: there is at most one lifetime, and it is known that the types outlive it, since it is of a reference to
    /// something that mentions them all.
    fn has_one_choice(&self, f: &Function) -> bool {
        let Lifetimes { opaque, of_home, .. } = self.lifetimes;
        let is_one = self.lifetimes.count() == 1 && f.sig.inputs.iter().any(|input| self.is_behind_reference(f, input));
        let is_none = self.lifetimes.count() <= 1 && self.types.is_empty();
        opaque == 0 && of_home == 0 && (is_one || is_none)
    }

    fn is_behind_reference(&self, f: &Function, input: &FnArg) -> bool {
        let mentioned = match input {
            FnArg::Receiver(r) if r.reference.is_some() && r.colon_token.is_none() => {
                let own = Ident::new("Self", Span::call_site()).to_token_stream();
                let this = f.home.self_type().map(ToTokens::to_token_stream).unwrap_or_default();
                TokenStream::from_iter([own, this])
            }
            FnArg::Typed(t) => match &*t.ty {
                Type::Reference(r) => r.elem.to_token_stream(),
                _ => return false,
            },
            FnArg::Receiver(_) => return false,
        };
        self.types.iter().all(|name| any_word(&mentioned, &|word| word == name))
    }

    /// Whether a lifetime of an argument is mentioned elsewhere, so that the arguments can't be given another one.
    fn names_lifetimes(&self, f: &Function) -> bool {
        let names = |tokens: &TokenStream| self.lifetimes.named.iter().any(|name| has_lifetime(tokens, name));
        let mut in_output = Lifetimes::default();
        if let ReturnType::Type(_, ty) = &f.sig.output {
            in_output.visit_type(ty);
        }
        let is_returned = in_output.count() + in_output.opaque > 0;
        is_returned
            || self.lifetimes.is_unknown
            || names(&f.block.to_token_stream())
            || names(&bounds(&f.sig))
            || self.lifetimes.in_impl_trait
            || self.lifetimes.is_home_elided
            || self.lifetimes.hides_type
    }

    fn has_no_types(&self) -> bool {
        self.types.is_empty() && self.lifetimes.opaque + self.lifetimes.of_home == 0
    }
}

/// All that the signature demands of its parameters.
fn bounds(sig: &Signature) -> TokenStream {
    let mut tokens = sig.generics.where_clause.to_token_stream();
    for param in &sig.generics.params {
        match param {
            GenericParam::Type(t) => tokens.extend(t.bounds.to_token_stream()),
            GenericParam::Lifetime(l) => tokens.extend((!l.bounds.is_empty()).then(|| l.to_token_stream())),
            GenericParam::Const(_) => {}
        }
    }
    tokens
}

fn has_lifetime(tokens: &TokenStream, name: &str) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.iter().enumerate().any(|(i, t)| match t {
        TokenTree::Group(g) => has_lifetime(&g.stream(), name),
        TokenTree::Punct(p) if p.as_char() == '\'' => {
            matches!(tokens.get(i + 1), Some(TokenTree::Ident(ident)) if ident == name)
        }
        _ => false,
    })
}

/// The `impl` of a method that is annotated by itself is out of sight, and may be generic. A function without a receiver may be in one
/// too; the names of type parameters, by which it would show, are taken to be short and all capitals (a heuristic: where it fails, the
/// function doesn't compile).
fn has_unseen_generics(f: &Function) -> bool {
    let tokens = f.to_token_stream();
    let own: HashSet<String> = f.sig.generics.type_params().map(|t| t.ident.to_string()).collect();
    matches!(f.home, Home::Unseen)
        && (f.sig.receiver().is_some()
            || any_word(&tokens, &|word| word == "Self" || is_parameter_name(word) && !own.contains(word)))
}

fn is_parameter_name(word: &str) -> bool {
    word.len() <= 2
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// The lifetimes of types. (rustc lets no `async fn` hide one in a path: E0726.)
#[derive(Default)]
struct Lifetimes {
    elided: usize,
    named: HashSet<String>,
    /// Of the `impl` around.
    of_home: usize,
    /// One of them has no name.
    is_home_elided: bool,
    /// `impl Trait`s: type parameters without names
    opaque: usize,
    in_impl_trait: bool,
    /// A type with lifetimes of its own has an `impl Trait` inside.
    hides_type: bool,
    /// There is a type that can't be looked into, or one that is for every lifetime.
    is_unknown: bool,
}

impl Lifetimes {
    fn count(&self) -> usize {
        self.elided + self.named.len()
    }
}

impl<'a> Visit<'a> for Lifetimes {
    fn visit_receiver(&mut self, r: &'a Receiver) {
        match &r.reference {
            Some((_, None)) if r.colon_token.is_none() => self.elided += 1,
            Some((_, Some(lifetime))) if r.colon_token.is_none() => self.visit_lifetime(lifetime),
            _ => self.visit_type(&r.ty),
        }
    }
    fn visit_type_reference(&mut self, r: &'a TypeReference) {
        self.elided += usize::from(r.lifetime.is_none());
        visit::visit_type_reference(self, r);
    }
    fn visit_lifetime(&mut self, l: &'a Lifetime) {
        match l.ident.to_string().as_str() {
            "static" => {}
            "_" => self.elided += 1,
            name => {
                self.named.insert(name.to_string());
            }
        }
    }
    fn visit_type_impl_trait(&mut self, t: &'a TypeImplTrait) {
        self.opaque += 1;
        let before = self.count();
        visit::visit_type_impl_trait(self, t);
        self.in_impl_trait |= self.count() > before;
    }
    fn visit_parenthesized_generic_arguments(&mut self, args: &'a syn::ParenthesizedGenericArguments) {
        let mut inner = Lifetimes::default();
        visit::visit_parenthesized_generic_arguments(&mut inner, args);
        self.is_unknown |= !inner.named.is_empty();
        self.named.extend(inner.named);
    }
    fn visit_type_bare_fn(&mut self, f: &'a syn::TypeBareFn) {
        let mut inner = Lifetimes::default();
        visit::visit_type_bare_fn(&mut inner, f);
        self.is_unknown |= !inner.named.is_empty();
        self.named.extend(inner.named);
    }
    fn visit_bound_lifetimes(&mut self, _: &'a syn::BoundLifetimes) {
        self.is_unknown = true;
    }
    fn visit_type(&mut self, t: &'a Type) {
        self.is_unknown |= matches!(t, Type::Macro(_) | Type::Verbatim(_));
        visit::visit_type(self, t);
    }
}

/// A named type can't hold itself, not even behind a box.
fn may_recurse(f: &Function) -> bool {
    let body = f.block.to_token_stream();
    let itself = f.sig.ident.to_string();
    any_word(&body, &|word| word == itself || ["Box", "boxed", "boxed_local"].contains(&word))
}
