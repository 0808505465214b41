//! What is among tokens, at any depth.

use proc_macro2::{TokenStream, TokenTree};

/// Whether one of the tokens, groups apart, is such a one.
pub fn any(tokens: &TokenStream, is_one: &dyn Fn(&TokenTree) -> bool) -> bool {
    tokens.clone().into_iter().any(|t| match t {
        TokenTree::Group(g) => any(&g.stream(), is_one),
        other => is_one(&other),
    })
}

/// Whether one of the words is such a one.
pub fn any_word(tokens: &TokenStream, is_one: &dyn Fn(&str) -> bool) -> bool {
    any(tokens, &|t| matches!(t, TokenTree::Ident(i) if is_one(&i.to_string())))
}
