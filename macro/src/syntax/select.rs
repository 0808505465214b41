//! The grammar of `select!` and `select_biased!` of tokio and futures, and whose macro it is.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Macro, Pat, Path, Result, Token};

mod keyword {
    syn::custom_keyword!(biased);
}

/// The crate that a macro is of, by its path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Tokio,
    Futures,
    /// A name that was imported.
    Unknown,
}

impl Family {
    pub fn of(path: &Path) -> Self {
        let qualified = path.segments.len() > 1;
        match path.segments.first() {
            Some(first) if qualified && first.ident == "tokio" => Family::Tokio,
            Some(first) if qualified && first.ident.to_string().starts_with("futures") => Family::Futures,
            _ => Family::Unknown,
        }
    }
}

/// `biased;`
pub fn biased(input: ParseStream<'_>) -> Result<Option<TokenStream>> {
    if !(input.peek(keyword::biased) && input.peek2(Token![;])) {
        return Ok(None);
    }
    let (biased, semicolon) = (input.parse::<keyword::biased>()?, input.parse::<Token![;]>()?);
    Ok(Some(quote!(#biased #semicolon)))
}

pub struct Select {
    pub biased: Option<TokenStream>,
    pub branches: Vec<Branch>,
    pub others: Vec<Other>,
}

/// `pattern = future, if condition => handler`
pub struct Branch {
    pub pattern: Pat,
    pub future: Expr,
    pub condition: Option<Expr>,
    pub handler: Expr,
}

/// `else => handler`, and futures' `complete` and `default`
pub struct Other {
    pub keyword: TokenStream,
    /// `Else`, `Complete`, `Default`
    pub variant: Ident,
    pub handler: Expr,
}

impl Select {
    /// None: another macro, or not in this grammar.
    pub fn of(mac: &Macro) -> Option<Select> {
        let name = &mac.path.segments.last()?.ident;
        let is_select = name == "select" || name == "select_biased";
        is_select.then(|| mac.parse_body::<Select>().ok())?
    }

    /// By its path, or by what only one of them has.
    pub fn family(&self, mac: &Macro) -> Family {
        let is_tokios = self.biased.is_some()
            || self.branches.iter().any(|b| b.condition.is_some())
            || self.others.iter().any(|o| o.variant == "Else");
        let is_futures =
            !self.others.is_empty() || mac.path.segments.last().is_some_and(|s| s.ident == "select_biased");
        match Family::of(&mac.path) {
            Family::Unknown if is_tokios => Family::Tokio,
            Family::Unknown if is_futures => Family::Futures,
            family => family,
        }
    }
}

impl Parse for Select {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut select = Select { biased: biased(input)?, branches: Vec::new(), others: Vec::new() };
        while !input.is_empty() {
            match other(input)? {
                Some(other) => select.others.push(other),
                None => select.branches.push(branch(input)?),
            }
        }
        Ok(select)
    }
}

fn other(input: ParseStream<'_>) -> Result<Option<Other>> {
    if !input.peek2(Token![=>]) {
        return Ok(None);
    }
    let name = Ident::parse_any(input)?;
    let variant = match name.to_string().as_str() {
        "else" => "Else",
        "complete" => "Complete",
        "default" => "Default",
        _ => return Err(syn::Error::new_spanned(name, "expected `else`, `complete` or `default`")),
    };
    input.parse::<Token![=>]>()?;
    let variant = Ident::new(variant, Span::mixed_site());
    Ok(Some(Other { keyword: name.into_token_stream(), variant, handler: handler(input)? }))
}

fn branch(input: ParseStream<'_>) -> Result<Branch> {
    let pattern = Pat::parse_multi_with_leading_vert(input)?;
    input.parse::<Token![=]>()?;
    let future = input.parse()?;
    let condition = if input.parse::<Option<Token![,]>>()?.is_some() {
        input.parse::<Token![if]>()?;
        Some(input.parse()?)
    } else {
        None
    };
    input.parse::<Token![=>]>()?;
    Ok(Branch { pattern, future, condition, handler: handler(input)? })
}

/// A block with or without a comma behind it, or an expression with one, which the last may omit.
fn handler(input: ParseStream<'_>) -> Result<Expr> {
    let handler = Expr::parse_with_earlier_boundary_rule(input)?;
    let comma = input.parse::<Option<Token![,]>>()?;
    if comma.is_none() && !matches!(handler, Expr::Block(_)) && !input.is_empty() {
        return Err(input.error("expected `,`"));
    }
    Ok(handler)
}

/// The macro's tokens again.
impl ToTokens for Select {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.biased.to_tokens(tokens);
        for Branch { pattern, future, condition, handler } in &self.branches {
            let condition = condition.iter();
            tokens.extend(quote!(#pattern = #future #(, if #condition)* => #handler,));
        }
        for Other { keyword, handler, .. } in &self.others {
            tokens.extend(quote!(#keyword => #handler,));
        }
    }
}
