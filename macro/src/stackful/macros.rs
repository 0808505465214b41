//! Macros whose tokens hold an await, a `?` or a `return` of the body.
//!
//! | macro | what becomes of it |
//! |---|---|
//! | arguments are expressions: `println!`, `format!`, `assert_eq!`, `vec!`, log macros, .. | they are rewritten in place |
//! | `assert!` | so is its condition, and its text goes into the message as it was |
//! | `matches!` | so is its scrutinee |
//! | `bail!`, `ensure!` | their hidden `return` leaves a closure, and then the body |
//! | `select!`, `select_biased!` | the handlers run behind it: [`select`](super::select) |
//! | `join!`, `try_join!`, any other with an `await` | a block of its own: `async { mac!(..) }.await`, if nothing has to leave it |
//! | any other with a `?` or `return` | refused |

use super::body::Rewrite;
use super::exits::Exits;
use super::select;
use crate::error::refuse;
use crate::syntax::awaits::{hides_await, mentions_await};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::visit_mut::VisitMut;
use syn::{Expr, Ident, Macro, Result, Token};

/// What is emitted for a macro call.
pub enum Lowered {
    /// The macro, whose tokens may have been rewritten.
    InPlace,
    /// This expression instead.
    Expression(TokenStream),
}

pub fn lower(mac: &mut Macro, rewrite: &mut Rewrite<'_>) -> Result<Lowered> {
    let name = mac.path.segments.last().map(|s| s.ident.unraw().to_string()).unwrap_or_default();
    match name.as_str() {
        "macro_rules" => return Ok(Lowered::InPlace),
        "bail" => return Ok(Lowered::Expression(bail(mac, rewrite)?)),
        "ensure" => return Ok(Lowered::Expression(ensure(mac, rewrite)?)),
        _ => {}
    }
    let awaits = mentions_await(&mac.tokens) || hides_await(&mac.path);
    if !awaits && Exits::OF_THE_FUNCTION.find(&mac.tokens).is_none() {
        return Ok(Lowered::InPlace);
    }
    match name.as_str() {
        "matches" => scrutinee(mac, rewrite),
        "assert" | "debug_assert" => condition(mac, rewrite),
        "select" | "select_biased" if awaits => select::lower(mac, rewrite).map(Lowered::Expression),
        _ if takes_expressions(&name) => arguments(mac, rewrite),
        _ if awaits => own_block(mac, rewrite).map(Lowered::Expression),
        _ => refused(mac),
    }
}

/// Macros that evaluate their arguments once, in order, where they stand.
fn takes_expressions(name: &str) -> bool {
    let formats = ["format", "format_args", "print", "println", "eprint", "eprintln", "write", "writeln"];
    let panics = ["panic", "unreachable", "todo", "unimplemented"];
    let compares = ["assert_eq", "assert_ne", "debug_assert_eq", "debug_assert_ne"];
    let logs = ["trace", "debug", "info", "warn", "error", "log", "event", "anyhow", "eyre", "format_err"];
    let values = ["vec", "pin", "smallvec", "hashmap"];
    [&formats[..], &panics, &compares, &logs, &values].iter().any(|family| family.contains(&name))
}

/// Input: `println!("{} {x}", a.await, x = b?)`
/// Output: the same, with its arguments rewritten.
fn arguments(mac: &mut Macro, rewrite: &mut Rewrite<'_>) -> Result<Lowered> {
    let parsed = (|input: ParseStream<'_>| all_arguments(input)).parse2(mac.tokens.clone());
    let Ok(mut arguments) = parsed else {
        return if mentions_await(&mac.tokens) {
            own_block(mac, rewrite).map(Lowered::Expression)
        } else {
            refused(mac)
        };
    };
    for argument in &mut arguments {
        rewrite.visit_expr_mut(&mut argument.value);
    }
    mac.tokens = quote!(#(#arguments)*);
    Ok(Lowered::InPlace)
}

/// `value,` or `name = value,` or, for logs, `target: value,` and `field.name = ?value,` and `%value`
struct Argument {
    prefix: TokenStream,
    value: Expr,
    /// `,`, or the `;` of `vec![x; n]`
    separator: TokenStream,
}

impl ToTokens for Argument {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Argument { prefix, value, separator } = self;
        tokens.extend(quote!(#prefix #value #separator));
    }
}

fn all_arguments(input: ParseStream<'_>) -> Result<Vec<Argument>> {
    let mut arguments = Vec::new();
    while !input.is_empty() {
        let prefix = prefix(input)?;
        let value = input.parse()?;
        let separator = match input.parse::<Option<Token![;]>>()? {
            Some(semicolon) => semicolon.to_token_stream(),
            None if input.is_empty() => TokenStream::new(),
            None => input.parse::<Token![,]>()?.to_token_stream(),
        };
        arguments.push(Argument { prefix, value, separator });
    }
    Ok(arguments)
}

fn prefix(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut prefix = TokenStream::new();
    let name = |input: ParseStream<'_>| -> Result<TokenStream> {
        let mut name = Ident::parse_any(input)?.to_token_stream();
        while input.peek(Token![.]) {
            name.extend(input.parse::<Token![.]>()?.to_token_stream());
            name.extend(Ident::parse_any(input)?.to_token_stream());
        }
        let is_path = input.peek(Token![::]);
        let colon = if is_path { None } else { input.parse::<Option<Token![:]>>()? };
        match colon {
            Some(colon) => colon.to_tokens(&mut name),
            None if input.peek(Token![==]) || input.peek(Token![=>]) => return Err(input.error("an expression")),
            None => input.parse::<Token![=]>()?.to_tokens(&mut name),
        }
        Ok(name)
    };
    if name(&input.fork()).is_ok() {
        prefix.extend(name(input)?);
    }
    if input.peek(Token![?]) {
        prefix.extend(input.parse::<Token![?]>()?.to_token_stream());
    } else if input.peek(Token![%]) {
        prefix.extend(input.parse::<Token![%]>()?.to_token_stream());
    }
    Ok(prefix)
}

/// Input: `matches!(e, pattern)`
/// Output: the same, with `e` rewritten.
fn scrutinee(mac: &mut Macro, rewrite: &mut Rewrite<'_>) -> Result<Lowered> {
    let split = |input: ParseStream<'_>| Ok((input.parse::<Expr>()?, input.parse::<TokenStream>()?));
    let (mut scrutinee, rest) = split.parse2(mac.tokens.clone())?;
    if mentions_await(&rest) || Exits::OF_THE_FUNCTION.find(&rest).is_some() {
        return own_block(mac, rewrite).map(Lowered::Expression);
    }
    rewrite.visit_expr_mut(&mut scrutinee);
    mac.tokens = quote!(#scrutinee #rest);
    Ok(Lowered::InPlace)
}

/// Input: `assert!(e)`
/// Output: `assert!(rewritten e, "{}", concat!("assertion failed: ", stringify!(e)))`
fn condition(mac: &mut Macro, rewrite: &mut Rewrite<'_>) -> Result<Lowered> {
    let Ok(arguments) = all_arguments.parse2(mac.tokens.clone()) else {
        return own_block(mac, rewrite).map(Lowered::Expression);
    };
    let text = match &arguments[..] {
        [only] => Some(only.value.to_token_stream()),
        _ => None,
    };
    let lowered = self::arguments(mac, rewrite)?;
    if let Some(text) = text {
        let condition = mac.tokens.clone();
        let comma = (!condition.to_string().ends_with(',')).then(|| quote!(,));
        mac.tokens = quote_spanned!(Span::mixed_site()=>
            #condition #comma "{}", ::core::concat!("assertion failed: ", ::core::stringify!(#text)));
    }
    Ok(lowered)
}

/// Input: `bail!(..)`, which is `return Err(..)`
/// Output: `return Flow::Done((|| -> R { bail!(..) })())`
fn bail(mac: &Macro, rewrite: &Rewrite<'_>) -> Result<TokenStream> {
    nothing_of_ours(mac)?;
    let output = rewrite.output;
    Ok(quote_spanned! {Span::mixed_site()=>
        return ::resumable::__private::Flow::Done(#[allow(clippy::redundant_closure_call)] (|| -> #output { #mac })())
    })
}

/// Input: `ensure!(..)`, which is `if .. { return Err(..) }`
/// Output: `match (|| { ensure!(..); Ok(()) })() { Ok(()) => {}, Err(error) => return Flow::Done(Err(error)) }`
fn ensure(mac: &Macro, _: &Rewrite<'_>) -> Result<TokenStream> {
    nothing_of_ours(mac)?;
    Ok(quote_spanned! {Span::mixed_site()=>
        (match (|| -> ::core::result::Result<(), _> { #mac; ::core::result::Result::Ok(()) })() {
            ::core::result::Result::Ok(()) => {}
            ::core::result::Result::Err(error) => {
                return ::resumable::__private::Flow::Done(::core::result::Result::Err(error))
            }
        })
    })
}

fn nothing_of_ours(mac: &Macro) -> Result<()> {
    if mentions_await(&mac.tokens) {
        return Err(refuse(mac, "an `await` in a macro that may return", "bind the awaited value before the macro"));
    }
    match Exits::ALL.find(&mac.tokens) {
        Some(exit) => Err(refuse(exit, "a way out of the function in a macro that may return", REMEDY)),
        None => Ok(()),
    }
}

const REMEDY: &str = "move it out of the macro: bind the value before, and use the name in the macro";

/// Input: `join!(..)`
/// Output: `async { join!(..) }.await`, rewritten. The futures in it are polled: a stackful one runs on a stack of its own.
pub fn own_block(mac: &Macro, rewrite: &Rewrite<'_>) -> Result<TokenStream> {
    if let Some(exit) = Exits::ALL.find(&mac.tokens) {
        let wrong = format!("`{exit}` can't leave a macro that awaits, in a stackful function");
        return Err(refuse(exit, wrong, "let the macro return a value, and act on it behind the macro"));
    }
    let block = quote_spanned!(Span::mixed_site()=> async { #mac });
    Ok(rewrite.awaited(&[], &block, Span::mixed_site()))
}

fn refused(mac: &Macro) -> Result<Lowered> {
    match Exits::OF_THE_FUNCTION.find(&mac.tokens) {
        Some(exit) => {
            let wrong = format!("`{exit}` in a macro whose grammar isn't known, in a stackful function");
            Err(refuse(exit, wrong, REMEDY))
        }
        None => Ok(Lowered::InPlace),
    }
}
