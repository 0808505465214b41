//! Whether the machine's type can be the function's hidden type as it is.
//!
//! The types in a frame have lifetimes that the function doesn't name: of borrows between its variables. As a hidden type they must all be
//! lifetimes of the signature, which rustc finds only if there is one to choose. An `async` block around the machine has none of this
//! trouble: rustc erases the lifetimes of what lives in it. It costs a second copy of the arguments.

use crate::item::{Function, Home};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{GenericParam, Generics, Lifetime, Receiver, Type, TypeImplTrait, TypeReference};

pub fn is_needed(f: &Function) -> bool {
    has_unseen_generics(f)
        || f.home.generics().is_some_and(is_generic)
        || types(&f.sig.generics) > 0
        || lifetimes(f) > 1
        || may_recurse(f)
}

/// The `impl` of a method that is annotated by itself is out of sight, and may be generic. A function without a receiver may be in one
/// too; the names of type parameters, by which it would show, are taken to be short and all capitals (a heuristic: where it fails, the
/// function doesn't compile).
fn has_unseen_generics(f: &Function) -> bool {
    let tokens = f.to_token_stream();
    matches!(f.home, Home::Unseen)
        && (f.sig.receiver().is_some() || mentions(&tokens, &|word| word == "Self" || is_parameter_name(word)))
}

fn is_parameter_name(word: &str) -> bool {
    word.len() <= 2
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

fn is_generic(generics: &Generics) -> bool {
    !generics.params.is_empty()
}

fn types(generics: &Generics) -> usize {
    generics.params.iter().filter(|p| matches!(p, GenericParam::Type(_))).count()
}

/// How many lifetimes the arguments have. (rustc lets no `async fn` hide one in a path: E0726.)
fn lifetimes(f: &Function) -> usize {
    let mut found = Lifetimes::default();
    f.sig.inputs.iter().for_each(|input| found.visit_fn_arg(input));
    found.elided + found.named.len()
}

#[derive(Default)]
struct Lifetimes {
    elided: usize,
    named: HashSet<String>,
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
    fn visit_type_impl_trait(&mut self, _: &'a TypeImplTrait) {
        self.elided += 2; // a type parameter
    }
    fn visit_type(&mut self, t: &'a Type) {
        if matches!(t, Type::Macro(_) | Type::Verbatim(_)) {
            self.elided += 2; // unknown
        }
        visit::visit_type(self, t);
    }
}

/// A named type can't hold itself, not even behind a box.
fn may_recurse(f: &Function) -> bool {
    let body = f.block.to_token_stream();
    let itself = f.sig.ident.to_string();
    mentions(&body, &|word| word == itself || ["Box", "boxed", "boxed_local"].contains(&word))
}

fn mentions(tokens: &TokenStream, is_one: &dyn Fn(&str) -> bool) -> bool {
    tokens.clone().into_iter().any(|t| match t {
        TokenTree::Ident(i) => is_one(&i.to_string()),
        TokenTree::Group(g) => mentions(&g.stream(), is_one),
        _ => false,
    })
}
