//! What the attribute stands on: a function, or a container of functions.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{
    Attribute, Block, Generics, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, Result, Signature, TraitItemFn,
    Type, Visibility,
};

use crate::error::refuse;

/// The annotated item.
pub enum Annotated {
    Function(Box<Function>),
    Impl(Box<ItemImpl>),
    Trait(Box<ItemTrait>),
    Mod(Box<ItemMod>),
}

/// One function, wherever it stands.
#[derive(Clone)]
pub struct Function {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    /// `default`, of specialisation
    pub defaultness: TokenStream,
    pub sig: Signature,
    /// None: a required method of a trait.
    pub block: Option<Block>,
    pub home: Home,
    /// Whether it is known to be a method of a trait: of its definition or of an implementation, annotated as a whole.
    pub is_of_trait: bool,
}

/// Where a function stands, as far as the macro can see.
#[derive(Clone)]
pub enum Home {
    /// Annotated by itself: a free function, or a method whose `impl` is out of sight.
    Unseen,
    /// A free function, in an annotated `mod`.
    Module,
    Inherent(Generics, Box<Type>),
    TraitImpl(Generics, Box<Type>),
    TraitDefinition(Generics),
}

impl Home {
    /// The type of the enclosing `impl`.
    pub fn self_type(&self) -> Option<&Type> {
        match self {
            Home::Inherent(_, ty) | Home::TraitImpl(_, ty) => Some(ty),
            Home::Unseen | Home::Module | Home::TraitDefinition(_) => None,
        }
    }

    /// Parameters of the enclosing item.
    pub fn generics(&self) -> Option<&Generics> {
        match self {
            Home::Unseen | Home::Module => None,
            Home::Inherent(g, _) | Home::TraitImpl(g, _) | Home::TraitDefinition(g) => Some(g),
        }
    }
}

impl Annotated {
    pub fn parse(tokens: TokenStream) -> Result<Self> {
        if let Ok(required) = syn::parse2::<TraitItemFn>(tokens.clone())
            && required.default.is_none()
        {
            let required = Function { is_of_trait: false, ..Function::in_trait(required, Generics::default()) };
            return Ok(Annotated::Function(Box::new(required)));
        }
        if let Ok(method) = syn::parse2::<ImplItemFn>(tokens.clone()) {
            return Ok(Annotated::Function(Box::new(Function::in_impl(method, Home::Unseen))));
        }
        match syn::parse2::<Item>(tokens)? {
            Item::Fn(f) => Ok(Annotated::Function(Box::new(Function::free(f)))),
            Item::Impl(i) => Ok(Annotated::Impl(Box::new(i))),
            Item::Trait(t) => Ok(Annotated::Trait(Box::new(t))),
            Item::Mod(m) if m.content.is_some() => Ok(Annotated::Mod(Box::new(m))),
            Item::Mod(m) => Err(refuse(
                &m,
                "the attribute can't see into a module that is another file",
                "put `#[resumable]` on the items inside, or on an inline `mod`",
            )),
            other => Err(refuse(
                other,
                "`#[resumable]` goes on an `async fn`, an `impl`, a `trait` or an inline `mod`",
                "remove it here",
            )),
        }
    }
}

impl Function {
    pub fn free(f: ItemFn) -> Self {
        Function {
            attrs: f.attrs,
            vis: f.vis,
            defaultness: TokenStream::new(),
            sig: f.sig,
            block: Some(*f.block),
            home: Home::Module,
            is_of_trait: false,
        }
    }

    pub fn in_impl(f: ImplItemFn, home: Home) -> Self {
        Function {
            is_of_trait: matches!(home, Home::TraitImpl(..)),
            attrs: f.attrs,
            vis: f.vis,
            defaultness: f.defaultness.to_token_stream(),
            sig: f.sig,
            block: Some(f.block),
            home,
        }
    }

    pub fn in_trait(f: TraitItemFn, generics: Generics) -> Self {
        Function {
            attrs: f.attrs,
            vis: Visibility::Inherited,
            defaultness: TokenStream::new(),
            sig: f.sig,
            block: f.default,
            home: Home::TraitDefinition(generics),
            is_of_trait: true,
        }
    }
}

/// The function as it was written.
impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Function { attrs, vis, defaultness, sig, block, .. } = self;
        let block = block.as_ref().map_or(quote!(;), |b| quote!(#b));
        tokens.extend(quote!(#(#attrs)* #vis #defaultness #sig #block));
    }
}
