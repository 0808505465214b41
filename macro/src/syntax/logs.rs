//! Macros of `log` and `tracing`, and a crate's own wrappers around them.
//!
//! | written | what it is |
//! |---|---|
//! | `debug!("read {n}", n = a)` | a message and its arguments |
//! | `debug!(target: "net", peer = %addr, ?frame, "read {n}")` | a directive, a field, a field by its variable's name, a message |
//! | `info_span!("request", id = ?id, server)` | a name, then fields |
//! | `_debug!(inner, "read {}", server)` | what a crate's own macro wants, a message and its arguments |
//!
//! Crates have macros of their own by the names of those of `log`, too. Only a grammar that nothing but `tracing` has (fields with `=`, `?` or
//! `%`, directives), or a path, tells whose it is.

use super::macros::{Arg, Grammar, Known};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Macro, Token};

/// What stands around the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Of `log` or `tracing`, or a macro of the user's by such a name
    Event,
    /// As `Event`, by a name that only the crate knows. It may drop its tokens.
    Wrapper,
    /// `debug_span!` of `tracing`: what follows the name are fields.
    Span,
    /// `span!`, if it is that of `tracing`
    AnySpan,
    /// `event!` and `log!`, if they have their grammar
    AnyEvent,
}

impl Form {
    /// What follows the message are fields, too.
    pub fn is_span(self) -> bool {
        matches!(self, Form::Span | Form::AnySpan)
    }

    /// Not in this grammar it is a macro of which nothing is known.
    pub fn is_guessed(self) -> bool {
        matches!(self, Form::Wrapper | Form::AnySpan | Form::AnyEvent)
    }
}

/// By the macro's name.
pub fn form(name: &str) -> Option<Form> {
    match name {
        _ if LEVELS.contains(&name) => Some(Form::Event),
        "event" | "log" => Some(Form::AnyEvent),
        "span" => Some(Form::AnySpan),
        _ if name.strip_suffix("_span").is_some_and(|level| LEVELS.contains(&level)) => Some(Form::Span),
        _ if is_wrapper(name) => Some(Form::Wrapper),
        _ => None,
    }
}

const LEVELS: &[&str] = &["trace", "debug", "info", "warn", "error"];

/// `_debug`, `log_error`, `warn_log`: words of logging, and nothing else.
fn is_wrapper(name: &str) -> bool {
    let mut words = name.split('_').filter(|w| !w.is_empty()).peekable();
    words.peek().is_some() && words.all(|w| w == "log" || LEVELS.contains(&w))
}

/// None: not in one of these grammars.
pub fn parse(mac: &Macro, form: Form) -> Option<Known> {
    let args = (|input: ParseStream<'_>| entries(input, form)).parse2(mac.tokens.clone()).ok()?;
    let message = args.iter().position(is_message).unwrap_or(args.len());
    let (before, after) = args.split_at(message);
    let fields = if form.is_span() { args.iter() } else { before.iter() };
    let has_fields = fields.clone().any(|a| !a.label.is_empty() || !a.sigil.is_empty());
    let is_tracing = has_fields || form == Form::Span || args.iter().any(is_level) || is_of(mac, &["tracing"]);
    let is_complete = match form {
        Form::Event | Form::AnyEvent => is_tracing || !after.is_empty(),
        Form::Wrapper => !has_fields && !after.is_empty(),
        Form::Span | Form::AnySpan => is_tracing,
    };
    let takes_names = is_tracing && !form.is_span() || is_of(mac, &["log"]);
    let misplaced = !form.is_span() && after.iter().any(|a| !a.sigil.is_empty() || !a.label.is_empty());
    (is_complete && !misplaced).then(|| Known {
        log: Some(form),
        message,
        is_tracing,
        takes_names,
        ..Known::new(Grammar::Log, args)
    })
}

fn is_of(mac: &Macro, crates: &[&str]) -> bool {
    mac.path.segments.len() > 1 && crates.iter().any(|c| mac.path.segments[0].ident == c)
}

/// `Level::INFO`: those of `log` are called `Info`.
fn is_level(arg: &Arg) -> bool {
    let Expr::Path(level) = &arg.value else { return false };
    let is_name = |name: String| LEVELS.iter().any(|l| name == l.to_uppercase());
    level.path.segments.len() > 1 && level.path.segments.last().is_some_and(|s| is_name(s.ident.to_string()))
}

fn is_message(arg: &Arg) -> bool {
    arg.name.is_none()
        && arg.label.is_empty()
        && arg.sigil.is_empty()
        && matches!(&arg.value, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }))
}

fn entries(input: ParseStream<'_>, form: Form) -> syn::Result<Vec<Arg>> {
    let mut args = Vec::new();
    while !input.is_empty() {
        let are_arguments = !form.is_span() && args.iter().any(is_message);
        args.push(entry(input, are_arguments)?);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(args)
}

/// `target: e`, `a.b = e`, `a = ?e`, `?a.b`, `e`; behind a message `name = e` is an argument of it.
fn entry(input: ParseStream<'_>, is_argument: bool) -> syn::Result<Arg> {
    let mut arg = Arg::of(Expr::Verbatim(TokenStream::new()));
    if label(&input.fork()).is_ok() {
        if is_argument && input.peek2(Token![=]) && !is_sigil_at_third(input) {
            arg.name = Some(Ident::parse_any(input)?);
            input.parse::<Token![=]>()?;
        } else {
            arg.label = label(input)?;
        }
    }
    arg.sigil = sigil(input)?;
    arg.value = input.parse()?;
    if arg.label.is_empty() && !arg.sigil.is_empty() && !is_field_path(&arg.value) {
        return Err(input.error("expected the name of a field"));
    }
    Ok(arg)
}

fn is_sigil_at_third(input: ParseStream<'_>) -> bool {
    input.peek3(Token![?]) || input.peek3(Token![%])
}

fn sigil(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    Ok(if input.peek(Token![?]) {
        input.parse::<Token![?]>()?.to_token_stream()
    } else if input.peek(Token![%]) {
        input.parse::<Token![%]>()?.to_token_stream()
    } else {
        TokenStream::new()
    })
}

/// `name =`, `field.name =`, `"any text" =`, `target:`
fn label(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    if input.peek(LitStr) {
        let (text, equals): (LitStr, Token![=]) = (input.parse()?, input.parse()?);
        return Ok(quote!(#text #equals));
    }
    let mut label = Ident::parse_any(input)?.to_token_stream();
    while input.peek(Token![.]) {
        label.extend(input.parse::<Token![.]>()?.to_token_stream());
        label.extend(Ident::parse_any(input)?.to_token_stream());
    }
    if input.peek(Token![:]) && !input.peek(Token![::]) {
        label.extend(input.parse::<Token![:]>()?.to_token_stream());
    } else if input.peek(Token![=]) && !input.peek(Token![==]) && !input.peek(Token![=>]) {
        label.extend(input.parse::<Token![=]>()?.to_token_stream());
    } else {
        return Err(input.error("expected a label"));
    }
    Ok(label)
}

/// `a.b`: a field that is called as what it shows.
pub fn is_field_path(e: &Expr) -> bool {
    match e {
        Expr::Path(p) => p.path.get_ident().is_some(),
        Expr::Field(f) => matches!(f.member, syn::Member::Named(_)) && is_field_path(&f.base),
        _ => false,
    }
}

/// Whether the label is one of `target:`, `parent:`: a value for the macro, and no field.
pub fn is_directive(label: &TokenStream) -> bool {
    label.to_string().ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn forms() {
        assert_eq!(form("_debug"), Some(Form::Wrapper));
        assert_eq!(form("log_error"), Some(Form::Wrapper));
        assert_eq!(form("warn_span"), Some(Form::Span));
        assert_eq!(form("debug_assert"), None);
        assert_eq!(form("trace_scope"), None);
        assert_eq!(form("_"), None);
    }

    #[test]
    fn grammar_is_told_from_that_of_other_crates() {
        let known = |mac: Macro| {
            let name = mac.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
            parse(&mac, form(&name)?).map(|k| (k.message, k.args.len(), k.is_tracing, k.takes_names))
        };
        assert_eq!(known(parse_quote!(debug!("{x}", x = 1))), Some((0, 2, false, false)));
        assert_eq!(known(parse_quote!(log::debug!("{x}"))), Some((0, 1, false, true)));
        assert_eq!(known(parse_quote!(debug!(target: "t", a.b = ?c, %d.e, "{x}", 1,))), Some((3, 5, true, true)));
        assert_eq!(known(parse_quote!(debug!(?frame))), Some((1, 1, true, true)));
        assert_eq!(known(parse_quote!(info_span!("request", id, ?peer))), Some((0, 3, true, false)));
        assert_eq!(known(parse_quote!(_debug!(inner, "{}", server))), Some((1, 3, false, false)));
        assert_eq!(known(parse_quote!(_debug!(inner, server))), None);
        assert_eq!(known(parse_quote!(debug!(inner))), None);
        assert_eq!(known(parse_quote!(debug!(?frame.len()))), None);
        assert_eq!(known(parse_quote!(span!(start, end))), None);
        assert_eq!(known(parse_quote!(span!(Level::INFO, "name", end))), Some((1, 3, true, false)));
        assert_eq!(known(parse_quote!(event!(start, end))), None);
        assert_eq!(known(parse_quote!(log!(Level::Info, "{x}"))), Some((1, 2, false, false)));
    }
}
