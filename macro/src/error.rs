//! Errors: one line on the guilty token, with the remedy in a `help:` line.

use proc_macro2::Span;
use quote::ToTokens;
use syn::Error;

/// An error on `token`: what is wrong, and what to write instead.
pub fn refuse(token: impl ToTokens, wrong: impl std::fmt::Display, help: impl std::fmt::Display) -> Error {
    Error::new_spanned(token, format!("{wrong}\nhelp: {help}"))
}

/// As [`refuse`], where only a span is at hand.
pub fn refuse_at(span: Span, wrong: impl std::fmt::Display, help: impl std::fmt::Display) -> Error {
    Error::new(span, format!("{wrong}\nhelp: {help}"))
}
