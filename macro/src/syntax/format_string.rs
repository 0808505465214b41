//! The names that a format string captures.

use proc_macro2::{TokenStream, TokenTree};
use syn::Lit;

/// Input: `"{x} {y:?} {:w$.p$} {{z}} {0}"`, output: `x y w p`
pub fn names(format: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(escaped) = rest.strip_prefix('{') {
            rest = escaped;
            continue;
        }
        let close = rest.find('}').unwrap_or(rest.len());
        argument_names(&rest[..close], &mut found);
        rest = &rest[close..];
    }
    found
}

/// Input: what stands between the braces: `x`, `x:?`, `:w$.p$`
fn argument_names(argument: &str, found: &mut Vec<String>) {
    let (name, spec) = argument.split_once(':').unwrap_or((argument, ""));
    push_identifier(name.trim(), found);
    for (dollar, _) in spec.match_indices('$') {
        let before_dollar = &spec[..dollar];
        let start = before_dollar.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |i| i + 1);
        push_identifier(before_dollar.get(start..).unwrap_or(""), found);
    }
}

fn push_identifier(word: &str, found: &mut Vec<String>) {
    let is_identifier = word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_identifier && !found.iter().any(|f| f == word) {
        found.push(word.to_string());
    }
}

/// The names that any string literal among the tokens would capture, at any depth.
pub fn names_in_literals(tokens: &TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Literal(l) => {
                if let Lit::Str(s) = Lit::new(l) {
                    found.extend(names(&s.value()));
                }
            }
            TokenTree::Group(g) => found.extend(names_in_literals(&g.stream())),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn captures() {
        assert_eq!(names("{x} {y:?} {:w$.p$} {{z}} {0} {}"), ["x", "y", "w", "p"]);
        assert_eq!(names("{a:>b$} {c:1$}"), ["a", "b", "c"]);
    }
}
