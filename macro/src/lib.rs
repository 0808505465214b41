//! The attribute macro of `resumable`. Use it through that crate, which re-exports it.
//!
//! The way of a function through this crate, one file a stage:
//! [`args`] and [`item`] read what was written, [`stacking`] and [`boxed`] get along with other macros on the same item, [`check`] refuses what can't be lowered, [`choose`] picks the strategy and says why,
//! [`syntax`] answers questions about bodies, and [`machine`], [`stackful`] or [`native`] emit the code, each with its [`marker`].

mod args;
mod boxed;
mod check;
mod choose;
mod error;
mod item;
mod lower;
mod machine;
mod marker;
mod native;
mod object;
mod spans;
mod stackful;
mod stacking;
mod syntax;

use proc_macro::TokenStream;

// Both are documented where `resumable` exports them.

#[proc_macro_attribute]
pub fn resumable(args: TokenStream, item: TokenStream) -> TokenStream {
    lower::attribute(args.into(), item.into()).into()
}

#[proc_macro_derive(Lowered, attributes(codegen))]
pub fn lowered(marker: TokenStream) -> TokenStream {
    marker::derive(marker.into()).into()
}
