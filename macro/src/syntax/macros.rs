//! Macros whose grammar is known: what their arguments are, and what they do with them.

use crate::syntax::{format_string, logs, select};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Lit, Macro, Token};

/// What a macro does with its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grammar {
    /// `println!`: a format string and arguments that are borrowed
    Format,
    /// `write!`: a receiver, then as `Format`
    Write,
    /// `assert_eq!`: operands that are borrowed, then as `Format`
    Compare,
    /// `assert!`: a condition whose text is in the message, then as `Format`
    Assert,
    /// `vec![a, b]`, `vec![a; n]`, `join!(biased; a, b)`: values
    Values,
    /// `matches!`: a place, then a pattern and perhaps a guard
    Matches,
    /// `debug!`: fields, a message and its arguments, see [`logs`]
    Log,
    /// Leaves the function by no way of its own, but what it does with its tokens isn't known.
    Opaque,
}

/// A macro call taken apart.
pub struct Known {
    pub grammar: Grammar,
    /// `biased;`
    pub prefix: Option<TokenStream>,
    pub args: Vec<Arg>,
    pub separator: TokenStream,
    /// Of `matches!`: the pattern and its guard
    pub suffix: TokenStream,
    /// Of log macros
    pub log: Option<logs::Form>,
    /// Of log macros: how many arguments precede the message.
    pub message: usize,
    /// It is surely one of `tracing`.
    pub is_tracing: bool,
    /// Named arguments may be added to those of the message.
    pub takes_names: bool,
}

/// `value`, or `name = value`, or in log macros `label = ?value` and `label: value`
pub struct Arg {
    pub name: Option<Ident>,
    /// With its `=` or `:`
    pub label: TokenStream,
    /// `?`, `%`
    pub sigil: TokenStream,
    pub value: Expr,
}

impl Arg {
    pub fn of(value: Expr) -> Self {
        Arg { name: None, label: TokenStream::new(), sigil: TokenStream::new(), value }
    }
}

/// None: nothing is known about the macro; it may even hold a `return`.
pub fn parse(mac: &Macro) -> Option<Known> {
    let name = mac.path.segments.last()?.ident.to_string();
    let known = match (logs::form(&name), grammar(&name)) {
        (Some(form), _) => match logs::parse(mac, form) {
            None if form.is_guessed() => return None,
            parsed => parsed,
        },
        (None, Some(grammar)) => arguments(grammar, mac),
        (None, None) => return None,
    };
    Some(known.unwrap_or_else(|| Known::new(Grammar::Opaque, Vec::new())))
}

/// Whether the macro of this name leaves the function by no way of its own.
pub fn is_known(name: &str) -> bool {
    logs::form(name).is_some_and(|form| !form.is_guessed()) || grammar(name).is_some()
}

fn grammar(name: &str) -> Option<Grammar> {
    Some(match name {
        "print" | "println" | "eprint" | "eprintln" | "format" | "panic" | "todo" | "unimplemented" | "unreachable"
        | "anyhow" | "format_err" | "eyre" => Grammar::Format,
        "write" | "writeln" => Grammar::Write,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => Grammar::Compare,
        "assert" | "debug_assert" => Grammar::Assert,
        "vec" | "join" | "try_join" => Grammar::Values,
        "matches" => Grammar::Matches,
        _ if STAYING.contains(&name) => Grammar::Opaque,
        _ => return None,
    })
}

/// Macros known to leave the function by no way of their own.
const STAYING: &[&str] = &[
    "dbg",
    "concat",
    "stringify",
    "line",
    "column",
    "file",
    "module_path",
    "env",
    "option_env",
    "include_str",
    "include_bytes",
    "cfg",
    "format_args",
    "select",
    "select_biased",
    "addr_of",
    "addr_of_mut",
    "offset_of",
    "json",
    "thread_local",
    "const_format",
    "log_enabled",
    "enabled",
    "event_enabled",
    "span_enabled",
    "smallvec",
    "hashmap",
    "btreemap",
    "hashset",
    "assert_matches",
    "debug_assert_matches",
];

/// Whether the macro's value diverges.
pub fn diverges(mac: &Macro) -> bool {
    ["panic", "todo", "unimplemented", "unreachable"].iter().any(|n| mac.path.is_ident(n))
}

fn arguments(grammar: Grammar, mac: &Macro) -> Option<Known> {
    if grammar == Grammar::Opaque {
        return None;
    }
    if grammar == Grammar::Values
        && let Ok((element, count)) = repeat.parse2(mac.tokens.clone())
    {
        let args = [element, count].map(Arg::of).into();
        return Some(Known { separator: quote!(;), ..Known::new(grammar, args) });
    }
    if grammar == Grammar::Matches {
        let (value, suffix) = matched.parse2(mac.tokens.clone()).ok()?;
        return Some(Known { suffix, ..Known::new(grammar, vec![Arg::of(value)]) });
    }
    let listed = |input: ParseStream<'_>| {
        let prefix = if grammar == Grammar::Values { select::biased(input)? } else { None };
        Ok((prefix, Punctuated::<Arg, Token![,]>::parse_terminated(input)?))
    };
    let (prefix, args) = listed.parse2(mac.tokens.clone()).ok()?;
    let known = Known { prefix, ..Known::new(grammar, args.into_iter().collect()) };
    (!known.has_message() || known.args.len() <= known.message_at() || known.format_literal().is_some())
        .then_some(known)
}

fn repeat(input: ParseStream<'_>) -> syn::Result<(Expr, Expr)> {
    let element = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok((element, input.parse()?))
}

fn matched(input: ParseStream<'_>) -> syn::Result<(Expr, TokenStream)> {
    let value = input.parse()?;
    input.parse::<Token![,]>()?;
    Ok((value, input.parse()?))
}

impl Parse for Arg {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let named = input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        let name = named.then(|| input.parse::<Ident>()).transpose()?;
        if named {
            input.parse::<Token![=]>()?;
        }
        Ok(Arg { name, ..Arg::of(input.parse()?) })
    }
}

impl ToTokens for Arg {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if let Some(name) = &self.name {
            tokens.extend(quote!(#name =));
        }
        self.label.to_tokens(tokens);
        self.sigil.to_tokens(tokens);
        self.value.to_tokens(tokens);
    }
}

impl Known {
    pub fn new(grammar: Grammar, args: Vec<Arg>) -> Self {
        Known {
            grammar,
            prefix: None,
            args,
            separator: quote!(,),
            suffix: TokenStream::new(),
            log: None,
            message: 0,
            is_tracing: false,
            takes_names: true,
        }
    }

    fn has_message(&self) -> bool {
        !matches!(self.grammar, Grammar::Values | Grammar::Matches)
    }

    /// How many arguments precede the message.
    pub fn message_at(&self) -> usize {
        match self.grammar {
            Grammar::Format | Grammar::Values | Grammar::Opaque => 0,
            Grammar::Write | Grammar::Assert | Grammar::Matches => 1,
            Grammar::Compare => 2,
            Grammar::Log => self.message,
        }
    }

    /// Whether the message and its arguments are evaluated only to panic.
    pub fn panics_with_message(&self) -> bool {
        matches!(self.grammar, Grammar::Assert | Grammar::Compare)
    }

    pub fn format_literal(&self) -> Option<String> {
        match &self.args.get(self.message_at())?.value {
            Expr::Lit(ExprLit { lit: Lit::Str(s), .. }) if self.has_message() => Some(s.value()),
            _ => None,
        }
    }

    fn has_named(&self, name: &str) -> bool {
        self.args.iter().any(|a| a.name.as_ref().is_some_and(|n| n == name))
    }

    pub fn push_named(&mut self, name: &str) {
        let span = self.args[self.message_at()].value.span();
        let name = Ident::new(name, span);
        self.args.push(Arg { name: Some(name.clone()), ..Arg::of(syn::parse_quote!(#name)) });
    }

    /// The names that the message captures.
    pub fn captures(&self) -> Vec<String> {
        let names = self.format_literal().map(|format| format_string::names(&format)).unwrap_or_default();
        names.into_iter().filter(|name| !self.has_named(name)).collect()
    }

    /// The macro's tokens again.
    pub fn tokens(&self) -> TokenStream {
        let (args, separator) = (&self.args, &self.separator);
        let mut tokens = self.prefix.to_token_stream();
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                separator.to_tokens(&mut tokens);
            }
            arg.to_tokens(&mut tokens);
        }
        if !self.suffix.is_empty() {
            let suffix = &self.suffix;
            tokens.extend(quote!(, #suffix));
        }
        tokens
    }

    /// Whether the pattern of `matches!` may bind something; a guard may use what it binds.
    pub fn binds_in_pattern(&self) -> bool {
        use syn::visit::Visit;
        struct Binds(bool);
        impl<'a> Visit<'a> for Binds {
            fn visit_pat_ident(&mut self, p: &'a syn::PatIdent) {
                self.0 |= crate::syntax::names::binds(p);
            }
        }
        let Ok(pat) = syn::Pat::parse_multi_with_leading_vert.parse2(self.suffix.clone()) else { return true };
        let mut binds = Binds(false);
        binds.visit_pat(&pat);
        binds.0
    }
}
