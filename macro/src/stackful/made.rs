//! What a stackful function returns, and how it is made of the closure: by how its calls get along with threads.
//!
//! | option | type | value |
//! |---|---|---|
//! | none | `Call<impl Body<Output = R>>` | `call(closure)` |
//! | `send` | `Boundary<impl Body<Output = R> + Send + 'static>` | `boundary(closure)` |
//! | none, of a method of a trait | `Call<Method<(Receiver<'_>, A), R>>` | `captured.method(closure)`, see [`method`] |
//! | `unsafe(migrate)` | `Migrating<impl Body<Output = R>, impl Sized>` | `migrating(vouched, closure)`, where the body stands once more, as rustc would lower it |

use super::method;
use crate::args::Threads;
use crate::choose::Choice;
use crate::item::Function;
use crate::native;
use crate::syntax::output::Output;
use crate::syntax::params::Params;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Block, Type, parse_quote_spanned};

pub struct Made {
    pub ty: Type,
    /// Statements before the value.
    pub before: TokenStream,
    /// The value, up to the closure: `call(`
    pub function: TokenStream,
    /// Arguments before the closure.
    pub arguments: TokenStream,
    /// The traits by which an await finds its strategy.
    pub traits: TokenStream,
}

impl Made {
    pub fn of(f: &Function, choice: Choice, params: &Params, output: &Output, block: &Block) -> Made {
        match choice.threads {
            Some((Threads::Boundary, option)) => Made::boundary(output, option),
            Some((Threads::Migrates, option)) => Made::migrating(f, params, output, block, option),
            _ if method::is_dyn(f, choice) => Made::method(params, output),
            _ => Made::call(output),
        }
    }

    /// The type that a method without a body promises.
    pub fn declared(f: &Function, choice: Choice, params: &Params, output: &Output) -> Type {
        if method::is_dyn(f, choice) { method::ty(params, output) } else { Made::call(output).ty }
    }

    /// The only `unsafe` is about what is captured, and has no token of the user's.
    fn method(params: &Params, output: &Output) -> Made {
        let sp = Span::mixed_site();
        let captured = Ident::new("captured", sp);
        let never = method::captured(params);
        Made {
            ty: method::ty(params, output),
            before: quote_spanned! {sp=>
                // SAFETY: `method::captured` lists what the body captures, which is the parameters, the receiver as a `receiver`.
                let #captured = unsafe { ::resumable::__private::Captured::new() };
                if false { return #captured.are(#never); }
            },
            function: quote_spanned!(sp=> #captured.method),
            ..Made::call(output)
        }
    }

    /// Mixed-site: in edition 2024, which this crate has, the `impl` captures every lifetime in scope, as an `async fn` does.
    pub fn call(output: &Output) -> Made {
        let (declared, sp) = (&output.declared, Span::mixed_site());
        Made {
            ty: parse_quote_spanned!(sp=> ::resumable::Call<impl ::resumable::Body<Output = #declared>>),
            before: TokenStream::new(),
            function: quote_spanned!(sp=> ::resumable::__private::call),
            arguments: TokenStream::new(),
            traits: quote_spanned!(sp=> ViaCall as _, ViaFuture as _),
        }
    }

    /// The name of the function has the place of the option, which is where rustc says that something isn't `Send`.
    fn boundary(output: &Output, option: Span) -> Made {
        let (declared, sp) = (&output.declared, Span::mixed_site());
        let here = sp.located_at(option);
        Made {
            ty: parse_quote_spanned!(sp=> ::resumable::Boundary<impl ::resumable::Body<Output = #declared> + ::core::marker::Send + 'static>),
            function: quote_spanned!(here=> ::resumable::__private::boundary),
            ..Made::call(output)
        }
    }

    /// The only `unsafe` is the user's own, whose place it has: `#![forbid(unsafe_code)]` sees it.
    fn migrating(f: &Function, params: &Params, output: &Output, block: &Block, option: Span) -> Made {
        let (declared, sp) = (&output.declared, Span::mixed_site());
        let shadow = Ident::new("shadow", sp);
        let body = native::async_block(f, params, output, block);
        // SAFETY: the shadow is of this body; that it is fit to change threads, the user has said by `unsafe(migrate)`.
        let vouched = quote_spanned!(option=> unsafe { ::resumable::__private::Vouched::new(#shadow) });
        Made {
            ty: parse_quote_spanned!(sp=> ::resumable::Migrating<impl ::resumable::Body<Output = #declared>, impl ::core::marker::Sized>),
            before: quote_spanned! {sp=>
                let #shadow = ::resumable::__private::machine::Shadow::new();
                if false { #shadow.is(#body); }
                #[allow(clippy::undocumented_unsafe_blocks)] // the comment stands at the attribute, where clippy doesn't look
                let #shadow = #vouched;
            },
            function: quote_spanned!(sp=> ::resumable::__private::migrating),
            arguments: quote_spanned!(sp=> #shadow,),
            traits: quote_spanned!(sp=> ViaMigrating as _, ViaMigratingFuture as _),
        }
    }
}
