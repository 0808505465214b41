//! Macros in a body that have an await, a `?` or a `return` of it in their tokens, or await by their definition.
//!
//! | macro | what becomes of it |
//! |---|---|
//! | its tokens are expressions, and it only evaluates them: `println!`, `vec!`, log macros | they are rewritten in place |
//! | `assert!`, `dbg!` | likewise, and the text of the argument is shown as it was |
//! | `matches!` | likewise its scrutinee |
//! | `bail!`, `ensure!` | their hidden `return` leaves a closure, and then the body |
//! | `join!`, `select!`, `poll!`, .. | the futures are made in the body, the macro awaits them: [`join`], [`select`] |
//! | `stringify!`, `stream!`, .. | stays: its tokens aren't run here |
//! | any other | refused |
//!
//! A macro that evaluates its argument in a closure or in an `async` block of its own doesn't compile with an await in it (E0308): the
//! rewritten expression returns from the body, which isn't around it there.

use super::body::Rewrite;
use super::{exits, join, select};
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
        "bail" => return bail(mac, rewrite).map(Lowered::Expression),
        "ensure" => return ensure(mac, rewrite).map(Lowered::Expression),
        "pending" | "join" | "try_join" | "poll" => return join::lower(mac, rewrite).map(Lowered::Expression),
        "select" | "select_biased" => return select::lower(mac, rewrite).map(Lowered::Expression),
        name if only_text(name) => return Ok(Lowered::InPlace),
        _ => {}
    }
    debug_assert!(!hides_await(&mac.path), "each such macro has its own lowering");
    if !mentions_await(&mac.tokens) && exits::first(&mac.tokens).is_none() {
        return Ok(Lowered::InPlace);
    }
    match name.as_str() {
        "matches" | "assert_matches" | "debug_assert_matches" => scrutinee(mac, rewrite),
        "assert" | "debug_assert" => condition(mac, rewrite),
        "dbg" => debugged(mac, rewrite).map(Lowered::Expression),
        name if only_evaluates(name) => arguments(mac, rewrite),
        _ => refused(mac),
    }
}

/// Macros known to do no more with their arguments than to evaluate them in place. Another one may show their text or choose by their
/// shape, and would see what they were rewritten to.
fn only_evaluates(name: &str) -> bool {
    let formats = ["format", "format_args", "print", "println", "eprint", "eprintln", "write", "writeln"];
    let panics = ["panic", "todo", "unimplemented", "unreachable"];
    let comparisons = ["assert_eq", "assert_ne", "debug_assert_eq", "debug_assert_ne"];
    let logs = ["trace", "debug", "info", "warn", "error", "event", "log"];
    let values = ["vec", "anyhow", "eyre", "concat", "addr_of", "addr_of_mut", "pin"];
    [&formats[..], &panics, &comparisons, &logs, &values].iter().any(|kind| kind.contains(&name))
}

/// Macros that make something other than an expression of this body of their tokens.
fn only_text(name: &str) -> bool {
    let text = ["stringify", "quote", "quote_spanned", "parse_quote", "parse_quote_spanned"];
    let items = ["macro_rules", "thread_local", "lazy_static"];
    let bodies_of_their_own = ["stream", "try_stream"];
    [&text[..], &items, &bodies_of_their_own].iter().any(|kind| kind.contains(&name))
}

/// Input: `println!("{} {x}", a.await, x = b?)`
/// Output: the same, with its arguments rewritten.
fn arguments(mac: &mut Macro, rewrite: &mut Rewrite<'_>) -> Result<Lowered> {
    let Ok(mut arguments) = all_arguments.parse2(mac.tokens.clone()) else { return refused(mac) };
    let before = rewrite.rewritten;
    for argument in &mut arguments {
        rewrite.visit_expr_mut(&mut argument.value);
    }
    if rewrite.rewritten > before {
        mac.tokens = quote!(#(#arguments)*);
    }
    Ok(Lowered::InPlace)
}

/// `value,` or `name = value,` or, for logs, `target: value,` and `field.name = ?value,` and `%value`
pub struct Argument {
    prefix: TokenStream,
    pub value: Expr,
    /// `,`, or the `;` of `vec![x; n]`
    separator: TokenStream,
}

impl ToTokens for Argument {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Argument { prefix, value, separator } = self;
        tokens.extend(quote!(#prefix #value #separator));
    }
}

pub fn all_arguments(input: ParseStream<'_>) -> Result<Vec<Argument>> {
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
    let mut prefix = if label(&input.fork()).is_ok() { label(input)? } else { TokenStream::new() };
    if input.peek(Token![?]) {
        prefix.extend(input.parse::<Token![?]>()?.to_token_stream());
    } else if input.peek(Token![%]) {
        prefix.extend(input.parse::<Token![%]>()?.to_token_stream());
    }
    Ok(prefix)
}

/// `name =`, `field.name =`, `target:`
fn label(input: ParseStream<'_>) -> Result<TokenStream> {
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

/// Input: `matches!(e, pattern)`
/// Output: the same, with `e` rewritten.
fn scrutinee(mac: &mut Macro, rewrite: &mut Rewrite<'_>) -> Result<Lowered> {
    let split = |input: ParseStream<'_>| Ok((input.parse::<Expr>()?, input.parse::<TokenStream>()?));
    let (mut scrutinee, rest) = split.parse2(mac.tokens.clone())?;
    if exits::first(&rest).is_some() {
        return refused(mac);
    }
    rewrite.visit_expr_mut(&mut scrutinee);
    mac.tokens = quote!(#scrutinee #rest);
    Ok(Lowered::InPlace)
}

/// Input: `assert!(e)`
/// Output: `assert!(rewritten e, "{}", "assertion failed: e")`
fn condition(mac: &mut Macro, rewrite: &mut Rewrite<'_>) -> Result<Lowered> {
    let Ok(arguments) = all_arguments.parse2(mac.tokens.clone()) else { return refused(mac) };
    let [Argument { value: condition, .. }] = &arguments[..] else { return self::arguments(mac, rewrite) };
    let message = format!("assertion failed: {}", text_of_the_argument(mac, condition));
    let mut rewritten = condition.clone();
    rewrite.visit_expr_mut(&mut rewritten);
    mac.tokens = quote_spanned!(Span::mixed_site()=> #rewritten, "{}", #message);
    Ok(Lowered::InPlace)
}

/// Input: `dbg!(e)`
/// Output: `match rewritten e { value => { eprintln!(.., "e", &value); value } }`, as the macro itself does.
fn debugged(mac: &Macro, rewrite: &mut Rewrite<'_>) -> Result<TokenStream> {
    let Ok(arguments) = all_arguments.parse2(mac.tokens.clone()) else {
        return refused(mac).map(|_| TokenStream::new());
    };
    // With the span of the macro's name, `line!` and `column!` say where that is.
    let here = mac.path.segments[0].ident.span();
    let place = quote_spanned!(here=> ::std::file!(), ::std::line!(), ::std::column!());
    let shown = arguments.iter().map(|Argument { value, .. }| {
        let text = match arguments.len() {
            1 => text_of_the_argument(mac, value),
            _ => value.to_token_stream().to_string(),
        };
        let mut value = value.clone();
        rewrite.visit_expr_mut(&mut value);
        quote_spanned! {Span::mixed_site()=>
            match (#value) {
                value => {
                    ::std::eprintln!(
                        "[{}:{}:{}] {} = {:#?}", #place, #text, &&value as &dyn ::core::fmt::Debug
                    );
                    value
                }
            }
        }
    });
    let trailing = (arguments.len() != 1).then(|| quote!(,));
    Ok(quote!((#(#shown),* #trailing)))
}

/// The text of a macro's only argument, on one line. The tokens don't tell how they were spaced, `! x` or `!x`, but the source does.
fn text_of_the_argument(mac: &Macro, argument: &Expr) -> String {
    let source = mac.delimiter.span().join().source_text().unwrap_or_default();
    let inner = source.get(1..source.len().saturating_sub(1)).unwrap_or_default().trim().trim_end_matches(',');
    if inner.is_empty() || inner.contains("//") || inner.contains("/*") {
        return argument.to_token_stream().to_string();
    }
    if inner.contains('\n') { inner.split_whitespace().collect::<Vec<_>>().join(" ") } else { inner.to_string() }
}

/// Input: `bail!(..)`, which is `return Err(..)`
/// Output: `return Flow::Done((|| -> R { bail!(..) })())`
fn bail(mac: &Macro, rewrite: &Rewrite<'_>) -> Result<TokenStream> {
    may_return(mac)?;
    let output = rewrite.output;
    Ok(quote_spanned! {Span::mixed_site()=>
        return ::resumable::__private::Flow::Done(#[allow(clippy::redundant_closure_call)] (|| -> #output { #mac })())
    })
}

/// Input: `ensure!(c, ..)`, which is `if !c { return Err(..) }`
/// Output: `if !c { match (|| { ensure!(false, ..); Ok(()) })() { Ok(()) => {}, Err(error) => return Flow::Done(Err(error)) } }`
///
/// The closure stands where it fails: what the error is made of is captured by value, and must outlive a success. Without a message the
/// macro shows the text of the condition, which then has to stay.
fn ensure(mac: &Macro, rewrite: &mut Rewrite<'_>) -> Result<TokenStream> {
    let sp = Span::mixed_site();
    let split = |input: ParseStream<'_>| Ok((input.parse::<Expr>()?, input.parse::<TokenStream>()?));
    if let Ok((mut condition, message)) = split.parse2(mac.tokens.clone())
        && message.clone().into_iter().nth(1).is_some()
    {
        rewrite.visit_expr_mut(&mut condition);
        let mac = Macro { tokens: quote_spanned!(sp=> false #message), ..mac.clone() };
        let fails = returned_error(&mac)?;
        return Ok(quote_spanned!(sp=> ({ let condition: bool = #condition; if !condition { #fails } })));
    }
    let fails = returned_error(mac)?;
    Ok(quote_spanned!(sp=> ({ #fails })))
}

/// The error that the macro may return leaves a closure, and then the body.
fn returned_error(mac: &Macro) -> Result<TokenStream> {
    may_return(mac)?;
    Ok(quote_spanned! {Span::mixed_site()=>
        match (|| -> ::core::result::Result<(), _> { #mac; ::core::result::Result::Ok(()) })() {
            ::core::result::Result::Ok(()) => {}
            ::core::result::Result::Err(error) => {
                return ::resumable::__private::Flow::Done(::core::result::Result::Err(error))
            }
        }
    })
}

/// Refuses a macro that returns from the function by its definition, if it holds anything of the body's.
fn may_return(mac: &Macro) -> Result<()> {
    let Some(exit) = exits::first(&mac.tokens) else { return Ok(()) };
    let wrong = format!("`{exit}` in `{}!`, which may return from the function, can't be lowered", name(mac));
    Err(refuse(exit, wrong, "bind the value before the macro: `let value = ..;`"))
}

fn name(mac: &Macro) -> String {
    mac.path.to_token_stream().to_string().replace(' ', "")
}

/// Refuses the macro if it holds anything of the body's.
fn refused(mac: &Macro) -> Result<Lowered> {
    let Some(exit) = exits::first(&mac.tokens) else { return Ok(Lowered::InPlace) };
    let wrong =
        format!("`{exit}` in `{}!` can't be lowered, since what the macro does with its tokens isn't known", name(mac));
    let help = "bind the value before the macro: `let value = ..;`";
    Err(refuse(exit, wrong, help))
}
