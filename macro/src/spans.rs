//! Emitted code in the place of the user's: what rustc says about it, it then says about the user's tokens, and only once, since the shadow
//! is told the same.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::token::Brace;

/// A block on the edition of the user's: when its tail's temporaries die depends on it.
pub fn braced(braces: Brace, stmts: TokenStream) -> TokenStream {
    group(Delimiter::Brace, braces.span.join(), stmts)
}

/// `(..)` in the place of `span`. rustc takes an expression in parentheses to be where they are.
pub fn parenthesised(span: Span, tokens: impl ToTokens) -> TokenStream {
    group(Delimiter::Parenthesis, span, tokens.into_token_stream())
}

/// `{ .. }` in the place of `span`.
pub fn block_at(span: Span, value: impl ToTokens) -> TokenStream {
    group(Delimiter::Brace, span, value.into_token_stream())
}

fn group(delimiter: Delimiter, span: Span, tokens: TokenStream) -> TokenStream {
    let mut group = Group::new(delimiter, tokens);
    group.set_span(span);
    TokenTree::from(group).into()
}

/// `function()` in the place of some tokens, from the first to the last of them.
pub fn call_over(place: (Span, Span), function: TokenStream) -> TokenStream {
    let (function, arguments) = (parenthesised(place.0, function), parenthesised(place.1, TokenStream::new()));
    quote!(#function #arguments)
}

/// The spans of the first and of the last token.
pub fn ends(tokens: impl ToTokens) -> (Span, Span) {
    let mut spans = tokens.into_token_stream().into_iter().map(|t| t.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}
