//! `#[resumable(stackful)]`: a coroutine on its own stack, in which awaited stackful functions are plain calls.
//!
//! Input: `async fn f(&self, mut x: T, (p, q): (A, B)) -> Result<impl Iterator<Item = u8>, E> { body }`
//! Output:
//! ```text
//! fn f(&self, x: T, __arg2: (A, B)) -> Call<impl Body<Output = Result<impl Iterator<Item = u8>, E>>> {
//!     marker;
//!     use ::resumable::__private::{ViaCall as _, ViaFuture as _};
//!     call(move |suspender: Hidden<'_>| -> Flow<Result<_, E>> {
//!         let suspender = unsafe { suspender.reveal() };
//!         let _ = &self; let mut x = x; let __arg2 = __arg2; let (p, q) = __arg2;
//!         let output: Result<_, E> = match () { () => { body with each await, `?` and `return` rewritten } };
//!         Flow::Done(output)
//!     })
//! }
//! ```
//! The body stays one piece, with the user's spans: rustc checks the code as it stands, in the user's edition, and no second copy is needed
//! for its diagnostics. What is rewritten, and to what, is in [`body`]; macros whose tokens hold such an expression are in [`macros`].

mod body;
mod exits;
mod join;
mod macros;
mod select;

use crate::choose::Choice;
use crate::item::Function;
use crate::lower::shell;
use crate::marker::marker;
use crate::syntax::awaits;
use crate::syntax::output::Output;
use crate::syntax::params::Params;
use body::Rewritten;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Block, Result, Type, parse_quote_spanned};

pub fn lower(f: &Function, choice: Choice) -> Result<TokenStream> {
    let (params, output) = (Params::of(&f.sig), Output::of(&f.sig));
    let Some(block) = &f.block else {
        return Ok(shell(f, params.inputs, call_type(&output), TokenStream::new()));
    };
    let marker = marker(&f.sig.ident, choice, awaits::count(block), 0);
    let call = call(&params, &output, block)?;
    Ok(shell(f, params.inputs, call_type(&output), quote_spanned!(Span::mixed_site()=> #marker #call)))
}

/// Mixed-site: in edition 2024, which this crate has, the `impl` captures every lifetime in scope, as an `async fn` does.
fn call_type(output: &Output) -> Type {
    let declared = &output.declared;
    parse_quote_spanned!(Span::mixed_site()=> ::resumable::Call<impl ::resumable::Body<Output = #declared>>)
}

/// The statements that make the call.
///
/// The arm ends the temporaries of the body's tail before the parameters.
pub fn call(params: &Params, output: &Output, block: &Block) -> Result<TokenStream> {
    let sp = Span::mixed_site();
    let suspender = Ident::new("suspender", sp);
    let (prologue, inferred) = (&params.prologue, &output.inferred);
    let Rewritten { block, awaits } = body::rewrite(block.clone(), &suspender, inferred)?;
    let (imports, hidden, revealed) = if awaits { suspending(&suspender) } else { never_suspending() };
    Ok(quote_spanned! {sp=>
        #imports
        ::resumable::__private::call(move |#hidden: ::resumable::__private::Hidden<'_>| -> ::resumable::__private::Flow<#inferred> {
            #revealed
            #prologue
            let output: #inferred = match () { () => #block };
            #[allow(unreachable_code, clippy::diverging_sub_expression)] // of `-> !`
            ::resumable::__private::Flow::Done(output)
        })
    })
}

/// The traits by which an await finds its strategy, the closure's parameter, and the first statement. Its `unsafe` is the only one that is
/// emitted, and holds no token of the user's.
fn suspending(suspender: &Ident) -> (TokenStream, TokenStream, TokenStream) {
    let sp = Span::mixed_site();
    (
        quote_spanned! {sp=>
            #[allow(unused_imports)] // one of them may be enough
            use ::resumable::__private::{ViaCall as _, ViaFuture as _};
        },
        suspender.to_token_stream(),
        // SAFETY: of the emitted block: the suspender reaches this body only, which the macro wrote.
        quote_spanned!(sp=> let #suspender = unsafe { #suspender.reveal() };),
    )
}

fn never_suspending() -> (TokenStream, TokenStream, TokenStream) {
    (TokenStream::new(), quote_spanned!(Span::mixed_site()=> _), TokenStream::new())
}
