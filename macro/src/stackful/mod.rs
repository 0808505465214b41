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
//! for its diagnostics. The options `send` and `unsafe(migrate)` make another value of the closure ([`made`]). What is rewritten, and to what, is in [`body`]; macros whose tokens hold such an expression are in [`macros`]. No `unsafe` that is
//! emitted has a token of the user's in it.

mod body;
mod exits;
mod join;
mod macros;
mod made;
pub mod method;
mod select;

use crate::choose::Choice;
use crate::item::Function;
use crate::lower::shell;
use crate::marker::marker;
use crate::syntax::awaits;
use crate::syntax::output::Output;
use crate::syntax::params::Params;
use body::Rewritten;
pub use made::Made;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Block, Result};

pub fn lower(f: &Function, choice: Choice) -> Result<TokenStream> {
    let f = &method::with_named_lifetimes(f, choice);
    let (params, output) = (Params::of(&f.sig), Output::of(&f.sig));
    let Some(block) = &f.block else {
        return Ok(shell(f, params.inputs.clone(), Made::declared(f, choice, &params, &output), TokenStream::new()));
    };
    let marker = marker(&f.sig.ident, choice, awaits::count(block), 0);
    let made = Made::of(f, choice, &params, &output, block);
    let call = call(&params, &output, block, &made)?;
    Ok(shell(f, params.inputs, made.ty, quote_spanned!(Span::mixed_site()=> #marker #call)))
}

/// The statements that make the call.
///
/// The arm ends the temporaries of the body's tail before the parameters.
pub fn call(params: &Params, output: &Output, block: &Block, made: &Made) -> Result<TokenStream> {
    let sp = Span::mixed_site();
    let suspender = Ident::new("suspender", sp);
    let (prologue, inferred) = (&params.prologue, &output.inferred);
    let Rewritten { block, awaits } = body::rewrite(block.clone(), &suspender, inferred)?;
    let (imports, hidden, revealed) = if awaits { suspending(&suspender, &made.traits) } else { never_suspending() };
    let Made { before, function, arguments, .. } = made;
    Ok(quote_spanned! {sp=>
        #imports
        #before
        #function(#arguments move |#hidden: ::resumable::__private::Hidden<'_>| -> ::resumable::__private::Flow<#inferred> {
            #revealed
            #prologue
            let output: #inferred = match () { () => #block };
            #[allow(unreachable_code, clippy::diverging_sub_expression)] // of `-> !`
            ::resumable::__private::Flow::Done(output)
        })
    })
}

/// The traits by which an await finds its strategy, the closure's parameter, and the first statement.
fn suspending(suspender: &Ident, traits: &TokenStream) -> (TokenStream, TokenStream, TokenStream) {
    let sp = Span::mixed_site();
    (
        quote_spanned! {sp=>
            #[allow(unused_imports)] // one of them may be enough
            use ::resumable::__private::{#traits};
        },
        suspender.to_token_stream(),
        // SAFETY: of the emitted block: the suspender reaches this body only, which the macro wrote.
        quote_spanned!(sp=> let #suspender = unsafe { #suspender.reveal() };),
    )
}

fn never_suspending() -> (TokenStream, TokenStream, TokenStream) {
    (TokenStream::new(), quote_spanned!(Span::mixed_site()=> _), TokenStream::new())
}
