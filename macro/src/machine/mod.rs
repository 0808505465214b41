//! `#[resumable(state_machine)]`.
use crate::choose::Choice;
use crate::item::Function;
use proc_macro2::TokenStream;
use syn::Result;

pub fn lower(f: &Function, choice: Choice) -> Result<TokenStream> {
    crate::native::lower(f, choice)
}
