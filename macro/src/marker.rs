//! The marker of a lowered function: a struct in its body with a derive whose helper attribute stays visible in expanded source.
//!
//! Input of [`derive`]: `#[codegen(state_machine, suspension_points = 3, reason = "default")] struct get;`
//! Output: the constants of that function, and one line of text in the `resumable` section of the object file.

use crate::choose::Choice;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{DeriveInput, Expr, Meta, Result, Token};

/// The marker of the function `name`. `leaves`: awaits that keep their statements whole in a block of rustc's own lowering.
pub fn marker(name: &Ident, choice: Choice, suspension_points: usize, leaves: usize) -> TokenStream {
    let sp = Span::mixed_site();
    let strategy = Ident::new(choice.strategy.name(), sp);
    let reason = choice.reason;
    let points = proc_macro2::Literal::usize_unsuffixed(suspension_points);
    let leaves = (leaves > 0).then(|| {
        let leaves = proc_macro2::Literal::usize_unsuffixed(leaves);
        quote_spanned!(sp=> leaves = #leaves,)
    });
    // The struct takes the line of the function, and its own block keeps the name away from the user's.
    let name = Ident::new(&name.to_string().replace("r#", "r_"), sp.located_at(name.span()));
    quote_spanned! {sp=>
        const _: () = {
            #[derive(::resumable::Lowered)]
            #[codegen(#strategy, suspension_points = #points, #leaves reason = #reason)]
            #[allow(non_camel_case_types, dead_code)]
            struct #name;
        };
    }
}

/// What the helper attribute says.
struct Facts {
    strategy: Ident,
    suspension_points: String,
    leaves: String,
    reason: Expr,
}

pub fn derive(input: TokenStream) -> TokenStream {
    let derived = syn::parse2::<DeriveInput>(input).and_then(|input| Ok(record(&input.ident, &facts(&input)?)));
    derived.unwrap_or_else(|e| e.to_compile_error())
}

fn facts(input: &DeriveInput) -> Result<Facts> {
    let attr = input
        .attrs
        .iter()
        .find(|a| a.path().is_ident("codegen"))
        .ok_or_else(|| syn::Error::new_spanned(&input.ident, "`#[codegen(..)]` is missing"))?;
    let metas = attr.parse_args_with(syn::punctuated::Punctuated::<Meta, Token![,]>::parse_terminated)?;
    let value = |name: &str| {
        metas
            .iter()
            .find_map(|m| m.require_name_value().ok().filter(|v| v.path.is_ident(name)).map(|v| v.value.clone()))
    };
    let number = |name: &str| value(name).map_or("0".to_string(), |v| quote!(#v).to_string());
    let strategy = metas.iter().find_map(|m| m.require_path_only().ok()?.get_ident().cloned());
    Ok(Facts {
        strategy: strategy.ok_or_else(|| syn::Error::new_spanned(attr, "the strategy is missing"))?,
        suspension_points: number("suspension_points"),
        leaves: number("leaves"),
        reason: value("reason").ok_or_else(|| syn::Error::new_spanned(attr, "the reason is missing"))?,
    })
}

/// The record is text without pointers, so that a tool can read it from the file: nothing has to be relocated first.
fn record(name: &Ident, facts: &Facts) -> TokenStream {
    let Facts { strategy, suspension_points, leaves, reason } = facts;
    let (strategy, function) = (strategy.to_string(), name.to_string());
    quote_spanned! {Span::mixed_site()=>
        const _: () = {
            const TEXT: &::core::primitive::str = ::core::concat!(
                ::core::module_path!(), "\t", #function, "\t", ::core::file!(), "\t", ::core::line!(), "\t",
                #strategy, "\t", #suspension_points, "\t", #leaves, "\t", #reason, "\n",
            );
            #[used]
            #[cfg_attr(any(target_os = "linux", target_os = "android", target_os = "freebsd"), unsafe(link_section = "resumable"))]
            #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,resumable"))]
            static RECORD: [::core::primitive::u8; TEXT.len()] = ::resumable::__private::record(TEXT);
        };
    }
}
