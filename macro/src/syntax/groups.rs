//! Invisible groups: what a `macro_rules!` macro put in for `$e:expr` and its like.
//!
//! Input: `⟦1 + 2⟧ * 2`, where `⟦⟧` is a group without a delimiter
//! Output: `(1 + 2) * 2`
//!
//! rustc keeps such a group together while it is its own, and forgets it when it comes back from a procedural macro: `1 + 2 * 2`. So
//! where neighbours could take an operand out of the group it gets parentheses. They are allowed around expressions, patterns and types
//! alike, so it doesn't matter which it is.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{Expr, parse2};

/// The tokens with parentheses in place of invisible groups, where it matters.
pub fn make_visible(tokens: TokenStream) -> TokenStream {
    if has_invisible(&tokens) { visible(tokens, false) } else { tokens }
}

fn has_invisible(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|t| match t {
        TokenTree::Group(g) => g.delimiter() == Delimiter::None || has_invisible(&g.stream()),
        _ => false,
    })
}

fn visible(tokens: TokenStream, in_attribute: bool) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let one = |at: usize| match &tokens[at] {
        TokenTree::Group(g) => {
            let is_attribute = g.delimiter() == Delimiter::Bracket && is_attribute(&tokens[..at]);
            let matters = g.delimiter() == Delimiter::None
                && !in_attribute
                && (binds(tokens[..at].last(), &tokens[..at]) || is_bound_by(tokens.get(at + 1), tokens.get(at + 2)))
                && is_compound(&g.stream());
            let delimiter = if matters { Delimiter::Parenthesis } else { g.delimiter() };
            let mut group = Group::new(delimiter, visible(g.stream(), in_attribute || is_attribute));
            group.set_span(g.span());
            TokenTree::Group(group)
        }
        token => token.clone(),
    };
    (0..tokens.len()).map(one).collect()
}

/// `#[` or `#![`
fn is_attribute(before: &[TokenTree]) -> bool {
    let hash = |t: Option<&TokenTree>| matches!(t, Some(TokenTree::Punct(p)) if p.as_char() == '#');
    match before {
        [.., previous, TokenTree::Punct(p)] if p.as_char() == '!' => hash(Some(previous)),
        _ => hash(before.last()),
    }
}

/// Whether the token before a group is an operator that would take the group's first operand.
fn binds(previous: Option<&TokenTree>, before: &[TokenTree]) -> bool {
    let Some(TokenTree::Punct(last)) = previous else { return false };
    let second = before.len().checked_sub(2).and_then(|i| before.get(i));
    let second = match second {
        Some(TokenTree::Punct(p)) if p.spacing() == proc_macro2::Spacing::Joint => Some(p.as_char()),
        _ => None,
    };
    match (second, last.as_char()) {
        (_, ',' | ';' | ':' | '#' | '$' | '@') => false,
        (Some('='), '>') | (Some('-'), '>') => false, // `=>`, `->`
        (Some('=' | '<' | '>' | '!'), '=') => true,   // comparisons
        (_, '=') => false,                            // `=`, `+=`
        _ => true,
    }
}

/// Whether the token behind a group is an operator that would take the group's last operand.
fn is_bound_by(next: Option<&TokenTree>, second: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Punct(p)) => match p.as_char() {
            ',' | ';' | ':' | '#' | '$' | '@' => false,
            // `=` and `=>`, but not `==`
            '=' => {
                matches!(second, Some(TokenTree::Punct(s)) if s.as_char() == '=')
                    && p.spacing() == proc_macro2::Spacing::Joint
            }
            _ => true,
        },
        Some(TokenTree::Ident(i)) => i == "as",
        Some(TokenTree::Group(g)) => {
            matches!(g.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket | Delimiter::None)
        }
        Some(TokenTree::Literal(_)) | None => false,
    }
}

/// Whether the tokens are an expression, or look like one, with an operator of its own.
fn is_compound(tokens: &TokenStream) -> bool {
    if tokens.clone().into_iter().nth(1).is_none() {
        return false;
    }
    !matches!(
        parse2::<Expr>(tokens.clone()),
        Err(_)
            | Ok(Expr::Path(_)
                | Expr::Lit(_)
                | Expr::Call(_)
                | Expr::MethodCall(_)
                | Expr::Field(_)
                | Expr::Index(_)
                | Expr::Await(_)
                | Expr::Try(_)
                | Expr::Macro(_)
                | Expr::Let(_)
                | Expr::Verbatim(_))
    )
}

#[cfg(test)]
mod tests {
    use super::make_visible;
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

    /// Makes each `g(..)` an invisible group.
    fn with_groups(tokens: TokenStream) -> TokenStream {
        let mut out = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Group(g) => {
                    let named = matches!(out.last(), Some(TokenTree::Ident(i)) if i == "g");
                    let delimiter = if named { Delimiter::None } else { g.delimiter() };
                    if named {
                        out.pop();
                    }
                    out.push(Group::new(delimiter, with_groups(g.stream())).into());
                }
                other => out.push(other),
            }
        }
        out.into_iter().collect()
    }

    #[test]
    fn parentheses_where_a_neighbour_binds() {
        for (input, output) in [
            ("g(1 + 2) * 2", "(1 + 2) * 2"),
            ("2 * g(1 + 2)", "2 * (1 + 2)"),
            ("x == g(a == b)", "x == (a == b)"),
            ("g(a == b) == x", "(a == b) == x"),
            ("- g(a + b)", "- (a + b)"),
            ("g(& x).len()", "(& x).len()"),
            ("g(a + b) as u8", "(a + b) as u8"),
            ("g(| x | x)(3)", "(| x | x)(3)"),
            ("f(g(1 + 2), 3)", "f(1 + 2, 3)"),
            ("let x = g(1 + 2);", "let x = 1 + 2 ;"),
            ("x += g(1 + 2)", "x += 1 + 2"),
            ("y => g(1 + 2),", "y => 1 + 2 ,"),
            ("g(a . b) + 1", "a . b + 1"),
            ("#[g(doc = \"x\")] g(x)", "#[doc = \"x\"] x"),
            ("let x: g(& T) = y", "let x : & T = y"),
            ("{ 2 * g(1 + g(2 + 3) * 4) }", "{ 2 * (1 + (2 + 3) * 4) }"),
        ] {
            let visible = make_visible(with_groups(input.parse().unwrap()));
            let expected: TokenStream = output.parse().unwrap();
            assert_eq!(flat(visible), flat(expected), "{input}");
        }
    }

    /// The text without invisible groups and spaces.
    fn flat(tokens: TokenStream) -> String {
        tokens.to_string().replace(' ', "")
    }
}
