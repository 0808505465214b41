//! Methods of a trait, whose type names neither `Self` nor an opaque type, so that the trait is dyn-compatible.
//!
//! Input: `async fn get(&self, (a, b): (A, &B)) -> R`
//! Output: `fn get<'elided0, 'elided1>(&'elided0 self, __arg1: (A, &'elided1 B)) -> Call<Method<(Receiver<'elided0>, (A, &'elided1 B)), R>>`
//!
//! Other strategies name lifetimes alike, for a box.
//!
//! The result stands for the arguments, so their lifetimes need names. What of a signature a `dyn` can't have, it can't have in an `async fn`
//! either: such a method keeps its opaque type, and rustc says why the trait isn't dyn-compatible.

use crate::args::Threads;
use crate::choose::Choice;
use crate::item::Function;
use crate::syntax::elided::Naming;
use crate::syntax::output::Output;
use crate::syntax::params::Params;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericParam, Lifetime, LifetimeParam, ParenthesizedGenericArguments, Receiver, Signature, Type, TypeBareFn,
    TypeImplTrait, TypeReference, WherePredicate, parse_quote_spanned,
};

/// Whether the method gets a type that an object can have.
pub fn is_dyn(f: &Function, choice: Choice) -> bool {
    let stays = matches!(choice.threads, None | Some((Threads::Stays, _)));
    f.is_of_trait && stays && !wants_sized_self(&f.sig) && obstacle(&f.sig).is_none()
}

/// What keeps a method out of objects, and where it stands.
pub fn obstacle(sig: &Signature) -> Option<(TokenStream, &'static str)> {
    let type_parameter = sig.generics.params.iter().find(|p| !matches!(p, GenericParam::Lifetime(_)));
    if let Some(parameter) = type_parameter {
        return Some((parameter.to_token_stream(), "a generic method"));
    }
    if let Some(ty) = first_impl_trait(sig) {
        return Some((ty.to_token_stream(), "a method with `impl Trait` in its signature"));
    }
    match sig.receiver() {
        None => return Some((sig.ident.to_token_stream(), "a function without `self`")),
        Some(r) if !is_reference(r) => return Some((r.to_token_stream(), "a method that doesn't borrow `self`")),
        Some(_) => {}
    }
    let conditional = sig.inputs.iter().find(|i| match i {
        FnArg::Receiver(_) => false,
        FnArg::Typed(t) => t.attrs.iter().any(|a| a.path().is_ident("cfg")),
    });
    conditional.map(|i| (i.to_token_stream(), "a method with an argument that is there under a condition"))
}

/// `&self`, `&mut self`, `self: &Self`, `self: Pin<&mut Self>`
fn is_reference(receiver: &Receiver) -> bool {
    fn of(ty: &Type) -> bool {
        match ty {
            Type::Reference(_) => true,
            Type::Path(p) => p.path.segments.last().is_some_and(|s| match &s.arguments {
                syn::PathArguments::AngleBracketed(a) if s.ident == "Pin" => {
                    a.args.iter().any(|a| matches!(a, syn::GenericArgument::Type(t) if of(t)))
                }
                _ => false,
            }),
            _ => false,
        }
    }
    of(&receiver.ty)
}

pub fn wants_sized_self(sig: &Signature) -> bool {
    let predicates = sig.generics.where_clause.iter().flat_map(|w| &w.predicates);
    predicates.into_iter().any(|p| match p {
        WherePredicate::Type(t) => {
            let ty = &t.bounded_ty;
            quote!(#ty).to_string() == "Self" && t.bounds.iter().any(|b| quote!(#b).to_string().ends_with("Sized"))
        }
        _ => false,
    })
}

fn first_impl_trait(sig: &Signature) -> Option<TypeImplTrait> {
    struct Find(Option<TypeImplTrait>);
    impl<'a> Visit<'a> for Find {
        fn visit_type_impl_trait(&mut self, ty: &'a TypeImplTrait) {
            self.0.get_or_insert_with(|| ty.clone());
        }
    }
    let mut find = Find(None);
    sig.inputs.iter().for_each(|i| find.visit_fn_arg(i));
    find.visit_return_type(&sig.output);
    find.0
}

/// The function with a name for each lifetime of its arguments, if it [is one](is_dyn).
pub fn with_named_lifetimes(f: &Function, choice: Choice) -> Function {
    let mut f = f.clone();
    if !is_dyn(&f, choice) {
        return f;
    }
    let mut naming = Naming::everywhere();
    let is_elided = f.sig.receiver().is_some_and(|r| lifetime_of(&r.ty).ident == "_");
    for input in &mut f.sig.inputs {
        match input {
            FnArg::Receiver(r) => name_receiver(r, &mut naming),
            FnArg::Typed(t) => naming.visit_type_mut(&mut t.ty),
        }
    }
    if is_elided && let Some(mut elided) = f.sig.receiver().map(|r| Elided(lifetime_of(&r.ty))) {
        elided.visit_return_type_mut(&mut f.sig.output);
    }
    let written = f.sig.generics.lifetimes().count();
    for (i, name) in naming.names.into_iter().enumerate() {
        f.sig.generics.params.insert(written + i, GenericParam::Lifetime(LifetimeParam::new(name)));
    }
    f
}

/// Lifetimes that the result leaves out are the receiver's. One that has got a name is named there as well, or rustc would lint.
struct Elided(Lifetime);

impl VisitMut for Elided {
    fn visit_type_reference_mut(&mut self, ty: &mut TypeReference) {
        ty.lifetime.get_or_insert_with(|| self.0.clone());
        visit_mut::visit_type_reference_mut(self, ty);
    }
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.0.clone();
        }
    }
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}
    fn visit_type_bare_fn_mut(&mut self, _: &mut TypeBareFn) {}
}

fn name_receiver(receiver: &mut Receiver, naming: &mut Naming) {
    naming.visit_type_mut(&mut receiver.ty);
    if let (Some((_, lifetime)), Type::Reference(reference)) = (&mut receiver.reference, &*receiver.ty) {
        lifetime.clone_from(&reference.lifetime);
    }
}

/// `Call<Method<(Receiver<'a>, A, B), R>>`. Each argument's type keeps its place: that is where rustc says that a lifetime isn't written.
pub fn ty(params: &Params, output: &Output) -> Type {
    let (declared, sp) = (&output.declared, Span::mixed_site());
    let arguments = params.inputs.iter().map(|i| match i {
        FnArg::Receiver(r) => {
            let lifetime = lifetime_of(&r.ty);
            quote_spanned!(sp=> ::resumable::__private::Receiver<#lifetime>)
        }
        FnArg::Typed(t) => {
            let ty = &t.ty;
            quote!(#ty)
        }
    });
    parse_quote_spanned!(sp=> ::resumable::Call<::resumable::Method<(#(#arguments,)*), #declared>>)
}

/// Of the reference in a receiver's type.
fn lifetime_of(ty: &Type) -> Lifetime {
    struct Find(Option<Lifetime>);
    impl<'a> Visit<'a> for Find {
        fn visit_type_reference(&mut self, t: &'a syn::TypeReference) {
            self.0 = self.0.take().or_else(|| t.lifetime.clone());
        }
    }
    let mut find = Find(None);
    find.visit_type(ty);
    find.0.unwrap_or_else(|| Lifetime::new("'_", Span::mixed_site()))
}

/// The tuple of all arguments, as they are captured.
pub fn captured(params: &Params) -> TokenStream {
    let sp = Span::mixed_site();
    let arguments = params.inputs.iter().map(|i| match i {
        FnArg::Receiver(r) => {
            let this = &r.self_token;
            quote_spanned!(sp=> ::resumable::__private::receiver(#this))
        }
        FnArg::Typed(t) => {
            let name = &t.pat;
            quote!(#name)
        }
    });
    quote_spanned!(sp=> (#(#arguments,)*))
}
