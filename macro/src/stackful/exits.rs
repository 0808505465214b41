//! Ways out of a body that stand in the tokens of a macro which isn't parsed: `return`, `?`, and for a macro that is moved into a block of
//! its own also `break` and `continue`.
//!
//! What isn't parsed is read as well as tokens allow. Closures, `async` blocks and nested functions keep their own exits; `?` in front of
//! a name is a sigil (`info!(?error)`) or a bound (`T: ?Sized`), not the operator.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Which exits are asked for.
#[derive(Clone, Copy)]
pub struct Exits {
    /// `break` and `continue` too, outside loops among the tokens. One with a label always counts.
    pub of_loops: bool,
}

impl Exits {
    pub const OF_THE_FUNCTION: Exits = Exits { of_loops: false };
    pub const ALL: Exits = Exits { of_loops: true };

    /// The first of them.
    pub fn find(self, tokens: &TokenStream) -> Option<TokenTree> {
        self.find_in(tokens, false)
    }

    fn find_in(self, tokens: &TokenStream, in_loop: bool) -> Option<TokenTree> {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut loop_ahead = false;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Ident(i) if i == "return" => return Some(token.clone()),
                TokenTree::Ident(i)
                    if (i == "break" || i == "continue")
                        && self.of_loops
                        && (!in_loop || is_punct(tokens.get(at + 1), '\'')) =>
                {
                    return Some(token.clone());
                }
                TokenTree::Ident(i) if i == "loop" || i == "while" || i == "for" => loop_ahead = true,
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
                    if let Some(exit) = self.find_in(&g.stream(), in_loop || loop_ahead) {
                        return Some(exit);
                    }
                    loop_ahead &= !is_block(g);
                }
                _ => {}
            }
            at += 1;
        }
        None
    }
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
    use super::Exits;

    fn found(exits: Exits, tokens: &str) -> Option<String> {
        exits.find(&tokens.parse().unwrap()).map(|t| t.to_string())
    }

    #[test]
    fn exits_of_the_function() {
        for (tokens, exit) in [
            ("a, b?", Some("?")),
            ("{ \"k\": f(x)? }", Some("?")),
            ("x? .y", Some("?")),
            ("f()??", Some("?")),
            ("if a { return 3 }", Some("return")),
            ("break", None),
            ("?error, %x, y = ?z, \"text\"", None),
            ("T: ?Sized", None),
            ("|x| x?, 4", None),
            ("|x, y| { return x }, 4", None),
            ("|| -> T { x? }", None),
            ("|x| x?, y?", Some("?")),
            ("a | b?", Some("?")),
            ("async move { x? }, fn f() -> u8 { return 3 }", None),
        ] {
            assert_eq!(found(Exits::OF_THE_FUNCTION, tokens).as_deref(), exit, "{tokens}");
        }
    }

    #[test]
    fn exits_of_loops() {
        for (tokens, exit) in [
            ("x => break", Some("break")),
            ("x => { continue }", Some("continue")),
            ("x => { loop { break } }", None),
            ("x => { for i in v { break } break }", Some("break")),
            ("x => { loop { break 'outer } }", Some("break")),
        ] {
            assert_eq!(found(Exits::ALL, tokens).as_deref(), exit, "{tokens}");
        }
    }
}
