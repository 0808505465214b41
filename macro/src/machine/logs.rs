//! Log macros in code of the machine: fields and arguments are rewritten, the rest of the tokens stays as it is.

use super::emitter::Emitter;
use super::macros::mentions_exit;
use super::rewrite::Use;
use crate::syntax::logs::{self, Form};
use crate::syntax::macros::{Arg, Known};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Macro;

impl Emitter<'_> {
    /// Input: `debug!(target: "net", peer = %addr, ?frame, "{} {n}", list.len())`
    /// Output: `debug!(target: "net", peer = %*addr, frame = ?*frame, "{} {n}", (*list).len(), n = *n)`
    pub fn log(&mut self, mac: &mut Macro, mut known: Known) {
        let captured = self.body.names.captured(&mac.tokens);
        self.keep(captured);
        let is_of_the_crate = !known.is_tracing && (known.log == Some(Form::Wrapper) || known.message > 0);
        for i in 0..known.args.len() {
            let is_field = i < known.message || known.log.is_some_and(Form::is_span) && i > known.message;
            let arg = &mut known.args[i];
            if is_field {
                self.log_field(arg, known.is_tracing);
            } else if !(is_of_the_crate && self.keeps(&arg.value.to_token_stream())) {
                self.rewrite(&mut arg.value, Use::Place);
            }
        }
        mac.tokens = known.tokens();
    }

    /// `name = value`, `directive: value`, a name alone, or whatever else a macro wants before its message.
    fn log_field(&mut self, arg: &mut Arg, is_tracing: bool) {
        let tokens = arg.value.to_token_stream();
        let is_name = logs::is_field_path(&arg.value);
        if logs::is_directive(&arg.label) {
            self.rewrite(&mut arg.value, Use::Value);
        } else if !arg.label.is_empty() || is_tracing && !is_name {
            self.rewrite(&mut arg.value, Use::Place);
        } else if is_tracing && !self.mentioned(&tokens).is_empty() {
            let name = self.as_written(tokens);
            arg.label = quote!(#name =);
            self.rewrite(&mut arg.value, Use::Place);
        } else {
            self.opaque(&tokens);
        }
    }

    /// Whether the tokens can stay as they are.
    fn keeps(&mut self, tokens: &TokenStream) -> bool {
        let mentioned = self.mentioned(tokens);
        let keeps = !mentions_exit(tokens) && mentioned.iter().all(|b| self.is_fixed(*b));
        if keeps {
            self.keep(mentioned);
        }
        keeps
    }

    /// `a.b` by the user's names, which a log shows.
    fn as_written(&self, tokens: TokenStream) -> TokenStream {
        let written = |ident: Ident| match self.body.names.binding(&ident).map(|b| self.body.names.original(b)) {
            Some(name) => syn::parse_str::<TokenStream>(name).unwrap_or_default(),
            None => ident.to_token_stream(),
        };
        let spanned = |token: TokenTree, span: Span| {
            let mut token = token;
            token.set_span(span);
            token
        };
        tokens
            .into_iter()
            .flat_map(|token| match token {
                TokenTree::Ident(ident) => {
                    let span = ident.span();
                    written(ident).into_iter().map(|t| spanned(t, span)).collect::<TokenStream>()
                }
                other => other.into(),
            })
            .collect()
    }
}
