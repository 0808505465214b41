//! `#[resumable(dyn)]` on a trait and its implementations: methods that an object can have, in every strategy.
//!
//! A stackful method has a type for that ([`stackful::method`](crate::stackful)). The others are boxed:
//!
//! Input: `async fn get(&self, key: &K) -> R`
//! Output: `fn get<'elided0, 'elided1, 'boxed>(&'elided0 self, key: &'elided1 K) -> Machine<Pin<Box<dyn Future<Output = R> + 'boxed>>>`
//! `where 'elided0: 'boxed, 'elided1: 'boxed, Self: 'boxed, K: 'boxed`

use crate::args::Strategy;
use crate::choose::Choice;
use crate::error::refuse;
use crate::item::{Function, Home};
use crate::stackful::method;
use crate::syntax::output::Output;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{GenericParam, Generics, Lifetime, LifetimeParam, Result, Type, WherePredicate, parse_quote_spanned};

/// Refuses a method that an object can't have, where the trait is defined.
pub fn check(f: &Function) -> Result<()> {
    if !matches!(f.home, Home::TraitDefinition(_)) {
        return Ok(());
    }
    match method::obstacle(&f.sig) {
        Some((token, what)) if !method::wants_sized_self(&f.sig) => {
            let help = "add `where Self: Sized` to the method, which leaves it out of objects";
            Err(refuse(token, format!("{what} isn't for objects"), help))
        }
        _ => Ok(()),
    }
}

/// Whether the method is to return a box.
pub fn is_boxed(f: &Function, choice: Choice) -> bool {
    choice.object && choice.strategy != Strategy::Stackful && method::is_dyn(f, choice)
}

/// The function with the signature of a boxed one, but for its result.
pub fn with_lifetimes(f: &Function, choice: Choice) -> Function {
    let mut f = method::with_named_lifetimes(f, choice);
    let boxed = lifetime();
    let sp = Span::mixed_site();
    let home = f.home.generics().cloned().unwrap_or_default();
    let mut predicates: Vec<WherePredicate> = vec![parse_quote_spanned!(sp=> Self: #boxed)];
    predicates.extend(outliving(&home, &boxed));
    predicates.extend(outliving(&f.sig.generics, &boxed));
    f.sig.generics.make_where_clause().predicates.extend(predicates);
    f.sig.generics.params.push(GenericParam::Lifetime(LifetimeParam::new(boxed)));
    f
}

fn lifetime() -> Lifetime {
    Lifetime::new("'boxed", Span::mixed_site())
}

/// Each parameter `: 'boxed`.
fn outliving(generics: &Generics, boxed: &Lifetime) -> Vec<WherePredicate> {
    let sp = Span::mixed_site();
    let predicate = |p: &GenericParam| -> Option<WherePredicate> {
        match p {
            GenericParam::Lifetime(l) => {
                let name = &l.lifetime;
                Some(parse_quote_spanned!(sp=> #name: #boxed))
            }
            GenericParam::Type(t) => {
                let name = &t.ident;
                Some(parse_quote_spanned!(sp=> #name: #boxed))
            }
            GenericParam::Const(_) => None,
        }
    };
    generics.params.iter().filter_map(predicate).collect()
}

/// `Machine<Pin<Box<dyn Future<Output = R> + 'boxed>>>`
pub fn ty(output: &Output, choice: Choice) -> Type {
    let (declared, boxed, name, sp) = (&output.declared, lifetime(), name(choice), Span::mixed_site());
    parse_quote_spanned!(sp=> ::resumable::__private::#name<::resumable::__private::Boxed<#boxed, #declared>>)
}

/// The value, boxed.
pub fn value(value: &TokenStream, choice: Choice) -> TokenStream {
    let name = name(choice);
    quote_spanned!(Span::mixed_site()=> ::resumable::__private::#name::new(::resumable::__private::boxed({ #value })))
}

fn name(choice: Choice) -> Ident {
    let name = if choice.strategy == Strategy::Native { "Native" } else { "Machine" };
    Ident::new(name, Span::mixed_site())
}
