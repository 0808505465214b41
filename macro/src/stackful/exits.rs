//! Awaits and exits of the body that stand in the tokens of a macro which can't be parsed.
//!
//! They are read as well as tokens allow. Closures, `async` blocks and nested functions keep what is their own; `?` in front of a name is a
//! sigil (`info!(?error)`) or a bound (`T: ?Sized`), not the operator.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The first `await`, `return` or `?` of the body.
pub fn first(tokens: &TokenStream) -> Option<TokenTree> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Ident(i) if i == "return" || i == "await" => return Some(token.clone()),
            TokenTree::Ident(i) if i == "async" || i == "fn" => {
                at = end_of_block(&tokens, at);
                continue;
            }
            TokenTree::Punct(p) if p.as_char() == '?' && is_operand(previous(&tokens, at)) => {
                return Some(token.clone());
            }
            TokenTree::Punct(p) if p.as_char() == '|' && !is_operand(previous(&tokens, at)) => {
                at = end_of_closure(&tokens, at);
                continue;
            }
            TokenTree::Group(g) => {
                if let Some(exit) = first(&g.stream()) {
                    return Some(exit);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn previous(tokens: &[TokenTree], at: usize) -> Option<&TokenTree> {
    at.checked_sub(1).and_then(|i| tokens.get(i))
}

fn is_punct(token: Option<&TokenTree>, c: char) -> bool {
    matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == c)
}

fn is_block(group: &Group) -> bool {
    group.delimiter() == Delimiter::Brace
}

/// Whether an expression may end here.
fn is_operand(token: Option<&TokenTree>) -> bool {
    match token {
        Some(TokenTree::Ident(i)) => !["move", "return", "break", "in", "if", "match", "else"].iter().any(|k| i == k),
        Some(TokenTree::Punct(p)) => p.as_char() == '?',
        Some(TokenTree::Literal(_) | TokenTree::Group(_)) => true,
        None => false,
    }
}

/// Past the next block.
fn end_of_block(tokens: &[TokenTree], from: usize) -> usize {
    let block = tokens[from..].iter().position(|t| matches!(t, TokenTree::Group(g) if is_block(g)));
    block.map_or(tokens.len(), |i| from + i + 1)
}

/// Past the closure whose parameters begin at `bar`: past its block, or before the `,` or `;` behind its expression.
fn end_of_closure(tokens: &[TokenTree], bar: usize) -> usize {
    let parameters_end = (bar + 1..tokens.len()).find(|&i| is_punct(tokens.get(i), '|')).unwrap_or(bar);
    let body = parameters_end + 1;
    match tokens.get(body) {
        Some(TokenTree::Group(g)) if is_block(g) => body + 1,
        _ if is_punct(tokens.get(body), '-') => end_of_block(tokens, body), // `|x| -> T { .. }`
        _ => (body..tokens.len())
            .find(|&i| is_punct(tokens.get(i), ',') || is_punct(tokens.get(i), ';'))
            .unwrap_or(tokens.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn what_is_the_bodys_own() {
        for (tokens, exit) in [
            ("a, b?", Some("?")),
            ("{ \"k\": f(x)? }", Some("?")),
            ("x? .y", Some("?")),
            ("f()??", Some("?")),
            ("if a { return 3 }", Some("return")),
            ("a => { f(b).await }", Some("await")),
            ("break", None),
            ("?error, %x, y = ?z, \"text\"", None),
            ("T: ?Sized", None),
            ("|x| x?, 4", None),
            ("|x, y| { return x }, 4", None),
            ("|| -> T { x? }", None),
            ("|x| x?, y?", Some("?")),
            ("a | b?", Some("?")),
            ("async move { x.await? }, fn f() -> u8 { return 3 }", None),
        ] {
            let found = first(&tokens.parse().unwrap()).map(|t| t.to_string());
            assert_eq!(found.as_deref(), exit, "{tokens}");
        }
    }
}
