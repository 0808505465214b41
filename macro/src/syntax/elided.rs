//! Lifetimes that an `async fn` may leave out and a `fn` may not: those inside an `impl Trait` of an argument.
//!
//! Input: `async fn id(pairs: impl IntoIterator<Item = (&str, Option<&str>)>)`
//! Output: `async fn id<'elided0, 'elided1>(pairs: impl IntoIterator<Item = (&'elided0 str, Option<&'elided1 str>)>)`
//!
//! In an `async fn` each is a parameter of its own, in a `fn` it is an error (E0658).

use proc_macro2::Span;
use syn::visit_mut::{self, VisitMut};
use syn::{
    FnArg, GenericParam, Lifetime, LifetimeParam, ParenthesizedGenericArguments, Signature, TypeBareFn, TypeImplTrait,
    TypeReference,
};

/// Names them.
pub fn name_lifetimes_in_impl_trait(sig: &mut Signature) {
    let mut naming = Naming::default();
    for input in &mut sig.inputs {
        if let FnArg::Typed(param) = input {
            naming.visit_type_mut(&mut param.ty);
        }
    }
    let written = sig.generics.lifetimes().count();
    for (i, name) in naming.names.into_iter().enumerate() {
        sig.generics.params.insert(written + i, GenericParam::Lifetime(LifetimeParam::new(name)));
    }
}

/// Gives a name to each lifetime that it visits: those in an `impl Trait`, or all.
#[derive(Default)]
pub struct Naming {
    pub names: Vec<Lifetime>,
    in_impl_trait: bool,
}

impl Naming {
    pub fn everywhere() -> Self {
        Naming { in_impl_trait: true, ..Naming::default() }
    }

    fn fresh(&mut self, span: Span) -> Lifetime {
        let name = Lifetime::new(&format!("'elided{}", self.names.len()), Span::mixed_site().located_at(span));
        self.names.push(name.clone());
        name
    }
}

impl VisitMut for Naming {
    fn visit_type_impl_trait_mut(&mut self, ty: &mut TypeImplTrait) {
        let outer = std::mem::replace(&mut self.in_impl_trait, true);
        visit_mut::visit_type_impl_trait_mut(self, ty);
        self.in_impl_trait = outer;
    }

    fn visit_type_reference_mut(&mut self, ty: &mut TypeReference) {
        if self.in_impl_trait && ty.lifetime.is_none() {
            ty.lifetime = Some(self.fresh(ty.and_token.span));
        }
        visit_mut::visit_type_reference_mut(self, ty);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if self.in_impl_trait && lifetime.ident == "_" {
            *lifetime = self.fresh(lifetime.span());
        }
    }

    /// `Fn(&str) -> &str`: for every lifetime, not for one.
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut ParenthesizedGenericArguments) {}
    fn visit_type_bare_fn_mut(&mut self, _: &mut TypeBareFn) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn named(sig: Signature) -> String {
        let mut sig = sig;
        name_lifetimes_in_impl_trait(&mut sig);
        quote!(#sig).to_string()
    }

    #[test]
    fn each_gets_a_name_of_its_own() {
        let sig = syn::parse_quote!(async fn f<'a, T>(x: &'a T, y: impl Into<(&str, Cow<'_, str>)>, z: &impl A<&'a T>));
        let expected = quote!(async fn f<'a, 'elided0, 'elided1, T>(
            x: &'a T, y: impl Into<(&'elided0 str, Cow<'elided1, str>)>, z: &impl A<&'a T>
        ));
        assert_eq!(named(sig), expected.to_string());
    }

    #[test]
    fn what_a_fn_may_leave_out_stays() {
        let sig: Signature = syn::parse_quote!(
            async fn f(self: Pin<&mut Self>, g: impl Fn(&str) -> &str, h: impl Into<fn(&u8)>, i: &str, j: Cow<'_, str>)
        );
        assert_eq!(named(sig.clone()), quote!(#sig).to_string());
    }
}
