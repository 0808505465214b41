//! From the annotated item to the lowered one: visits every `async fn` that the attribute means and hands it to its strategy.
//!
//! Whatever fails becomes a `compile_error!` beside the item as it was written, so that the rest of the crate still finds it.

use crate::args::{Args, Strategy};
use crate::choose::{Choice, choose};
use crate::item::{Annotated, Function, Home};
use crate::syntax::elided::name_lifetimes_in_impl_trait;
use crate::syntax::groups;
use crate::syntax::output::may_be_future;
use crate::{boxed, check, machine, native, object, stackful, stacking};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Attribute, FnArg, ImplItem, Item, ItemImpl, ItemMod, ItemTrait, Result, ReturnType, Token, TraitItem, Type,
    parse_quote,
};

/// The attribute: its arguments and the item it stands on.
pub fn attribute(args: TokenStream, item: TokenStream) -> TokenStream {
    let item = groups::make_visible(item);
    let expanded = syn::parse2(args).and_then(|args| {
        let item = Annotated::parse(item.clone())?;
        check::options(&args, &item)?;
        Ok(annotated(item, &args))
    });
    expanded.unwrap_or_else(|e| beside(&e, &item))
}

fn beside(error: &syn::Error, item: impl ToTokens) -> TokenStream {
    let error = error.to_compile_error();
    quote!(#error #item)
}

fn annotated(item: Annotated, args: &Args) -> TokenStream {
    match item {
        Annotated::Function(f) => function(*f, args),
        Annotated::Impl(i) => in_impl(*i, args),
        Annotated::Trait(t) => in_trait(*t, args),
        Annotated::Mod(m) => in_mod(*m, args),
    }
}

fn function(mut f: Function, args: &Args) -> TokenStream {
    f.is_of_trait |= args.of_trait;
    let args = &Args { of_trait: f.is_of_trait, ..*args };
    if let Some(stacked) = stacking::function(&f, args) {
        return stacked;
    }
    let lowered = if boxed::is_boxed(&f) { boxed::lower(&f, args) } else { lower(&f, choose(args)) };
    lowered.unwrap_or_else(|e| in_place(&e, &f))
}

/// An error in the place of an `impl` or `trait` item or a statement: `compile_error!` is fine in all of them.
fn in_place(error: &syn::Error, f: &Function) -> TokenStream {
    beside(error, f)
}

fn lower(f: &Function, choice: Choice) -> Result<TokenStream> {
    check::function(f)?;
    check::threads(f, choice.threads)?;
    if choice.object {
        object::check(f)?;
    }
    let mut f = f.clone();
    name_lifetimes_in_impl_trait(&mut f.sig);
    if object::is_boxed(&f, choice) {
        f = object::with_lifetimes(&f, choice);
    }
    match choice.strategy {
        Strategy::StateMachine => machine::lower(&f, choice),
        Strategy::Stackful => stackful::lower(&f, choice),
        Strategy::Native => native::lower(&f, choice),
    }
}

fn in_impl(mut block: ItemImpl, args: &Args) -> TokenStream {
    if stacking::reorder(&mut block.attrs, args) {
        return block.into_token_stream();
    }
    let home = match block.trait_ {
        Some(_) => Home::TraitImpl(block.generics.clone(), block.self_ty.clone()),
        None => Home::Inherent(block.generics.clone(), block.self_ty.clone()),
    };
    let of_trait = block.trait_.is_some();
    for item in &mut block.items {
        if let ImplItem::Fn(f) = item
            && (f.sig.asyncness.is_some() || boxed::is_boxed(&Function::in_impl(f.clone(), home.clone())))
            && !has_own_attribute(&mut f.attrs, &Args { of_trait, ..*args })
        {
            *item = ImplItem::Verbatim(function(Function::in_impl(f.clone(), home.clone()), args));
        }
    }
    block.into_token_stream()
}

fn in_trait(mut definition: ItemTrait, args: &Args) -> TokenStream {
    if stacking::reorder(&mut definition.attrs, args) {
        return definition.into_token_stream();
    }
    let generics = definition.generics.clone();
    for item in &mut definition.items {
        if let TraitItem::Fn(f) = item
            && (f.sig.asyncness.is_some() || boxed::is_boxed(&Function::in_trait(f.clone(), generics.clone())))
            && !has_own_attribute(&mut f.attrs, &Args { of_trait: true, ..*args })
        {
            *item = TraitItem::Verbatim(function(Function::in_trait(f.clone(), generics.clone()), args));
        }
    }
    definition.into_token_stream()
}

fn in_mod(mut module: ItemMod, args: &Args) -> TokenStream {
    if let Some((_, items)) = &mut module.content {
        for item in items {
            *item = Item::Verbatim(in_mod_item(item.clone(), args));
        }
    }
    module.into_token_stream()
}

fn in_mod_item(mut item: Item, args: &Args) -> TokenStream {
    let attrs = match &mut item {
        Item::Fn(f) if f.sig.asyncness.is_some() => &mut f.attrs,
        Item::Impl(i) => &mut i.attrs,
        Item::Trait(t) => &mut t.attrs,
        Item::Mod(m) if m.content.is_some() => &mut m.attrs,
        _ => return item.into_token_stream(),
    };
    if has_own_attribute(attrs, args) {
        return item.into_token_stream();
    }
    match item {
        Item::Fn(f) => function(Function::free(f), args),
        Item::Impl(i) => in_impl(i, args),
        Item::Trait(t) => in_trait(t, args),
        Item::Mod(m) => in_mod(m, args),
        other => other.into_token_stream(),
    }
}

/// Whether the item brings its own `#[resumable]`, which wins. One behind a `cfg_attr` wins where its condition holds; elsewhere the
/// outer one is added under the opposite condition. Either is told that it stands on a method of a trait.
fn has_own_attribute(attrs: &mut Vec<Attribute>, outer: &Args) -> bool {
    if let Some(own) = attrs.iter_mut().find(|a| is_resumable(a.path())) {
        if outer.of_trait {
            own.meta = of_trait(&own.meta);
        }
        return true;
    }
    let Some(condition) = attrs.iter().find_map(conditional_attribute) else { return false };
    if outer.of_trait {
        attrs.iter_mut().for_each(conditional_of_trait);
    }
    let written = outer.written();
    attrs.push(parse_quote!(#[cfg_attr(not(#condition), ::resumable::resumable(#written))]));
    true
}

pub fn is_resumable(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|s| s.ident == "resumable")
}

/// Input: `resumable(..)`, output: `resumable(.., of_trait)`
fn of_trait(meta: &syn::Meta) -> syn::Meta {
    let path = meta.path();
    match meta {
        syn::Meta::List(list) if !list.tokens.is_empty() => {
            let tokens = &list.tokens;
            let comma = (!tokens.to_string().ends_with(',')).then(<Token![,]>::default);
            parse_quote!(#path(#tokens #comma of_trait))
        }
        _ => parse_quote!(#path(of_trait)),
    }
}

/// Input: `#[cfg_attr(condition, resumable(..))]`, output: `#[cfg_attr(condition, resumable(.., of_trait))]`
fn conditional_of_trait(attr: &mut Attribute) {
    if conditional_attribute(attr).is_none() {
        return;
    }
    if let Ok(metas) = attr.parse_args_with(syn::punctuated::Punctuated::<syn::Meta, Token![,]>::parse_terminated) {
        let metas = metas.iter().map(|m| if is_resumable(m.path()) { of_trait(m) } else { m.clone() });
        attr.meta = parse_quote!(cfg_attr(#(#metas),*));
    }
}

/// Input: `#[cfg_attr(condition, resumable(..))]`, output: `condition`.
fn conditional_attribute(attr: &Attribute) -> Option<syn::Meta> {
    if !attr.path().is_ident("cfg_attr") {
        return None;
    }
    let metas = attr.parse_args_with(syn::punctuated::Punctuated::<syn::Meta, Token![,]>::parse_terminated).ok()?;
    metas.iter().skip(1).any(|m| is_resumable(m.path())).then(|| metas[0].clone())
}

/// The function that every strategy emits: everything as written, but not `async`, with the `inputs`, `output` and statements given.
/// The outer braces keep the user's span: with the macro's, rustc takes the function for foreign code and `dead_code` never fires.
pub fn shell(
    f: &Function,
    inputs: impl IntoIterator<Item = FnArg>,
    output: Type,
    statements: TokenStream,
) -> TokenStream {
    let mut sig = f.sig.clone();
    sig.asyncness = None;
    sig.inputs = inputs.into_iter().collect();
    sig.output = ReturnType::Type(Token![->](Span::mixed_site()), Box::new(output));
    let (attrs, vis, defaultness) = (&f.attrs, &f.vis, &f.defaultness);
    let body = match &f.block {
        None => TokenTree::from(proc_macro2::Punct::new(';', proc_macro2::Spacing::Alone)),
        Some(block) => {
            let mut braces = Group::new(proc_macro2::Delimiter::Brace, statements);
            braces.set_span(block.brace_token.span.join());
            braces.into()
        }
    };
    let refining = matches!(f.home, Home::Unseen | Home::TraitImpl(..)) && f.sig.receiver().is_some()
        || matches!(f.home, Home::TraitImpl(..));
    let refining = refining.then(|| quote_spanned!(Span::mixed_site()=> #[allow(refining_impl_trait)]));
    // What the function emits, clippy doesn't know to be an `async fn`, of which it wouldn't ask that.
    let yields = (f.block.is_some() && may_be_future(&f.sig.output))
        .then(|| quote_spanned!(Span::mixed_site()=> #[allow(clippy::async_yields_async)]));
    quote!(#(#attrs)* #refining #yields #vis #defaultness #sig #body)
}
