//! Whether a macro may hold a `return` or `?` in its own text that would mean something in the code around a machine's body, too: there it would be
//! one of `move_next`, which returns a `Poll`.

use super::macros;
use super::primitive::is_primitive;
use proc_macro2::{TokenStream, TokenTree};
use syn::Type;

/// `return Poll::Pending` may be meant for a function that returns a `Poll`, and `return x.into()` is of any type.
pub fn may_be_hidden(block: TokenStream, output: &Type) -> bool {
    let called = called(block);
    !called.is_empty() && (may_be_poll(output) || called.iter().any(|name| !macros::is_known(name)))
}

/// The names of macros, also of those among the arguments of others.
fn called(tokens: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut names = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match (token, tokens.get(i + 1), tokens.get(i + 2)) {
            (TokenTree::Group(g), ..) => names.extend(called(g.stream())),
            (TokenTree::Ident(name), Some(TokenTree::Punct(p)), Some(next)) if p.as_char() == '!' => {
                let is_call = matches!(next, TokenTree::Group(_) | TokenTree::Ident(_)); // `macro_rules! name`
                names.extend((is_call && !is_keyword(name)).then(|| name.to_string()));
            }
            _ => {}
        }
    }
    names
}

/// Before a `!` that negates.
fn is_keyword(name: &proc_macro2::Ident) -> bool {
    syn::parse_str::<syn::Ident>(&name.to_string()).is_err()
}

/// By its name; what only macros redefined by the user could return isn't considered.
fn may_be_poll(output: &Type) -> bool {
    match output {
        Type::Path(path) => path.path.segments.last().is_none_or(|last| !is_known(&last.ident.to_string())),
        Type::Reference(_) | Type::Tuple(_) | Type::Array(_) | Type::Never(_) | Type::Ptr(_) | Type::BareFn(_) => false,
        Type::Paren(t) => may_be_poll(&t.elem),
        Type::Group(t) => may_be_poll(&t.elem),
        _ => true,
    }
}

fn is_known(name: &str) -> bool {
    const OTHERS: &[&str] = &["Result", "Option", "String", "Vec", "Box", "Rc", "Arc", "HashMap", "str"];
    is_primitive(name) || OTHERS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hides(output: &str, block: &str) -> bool {
        may_be_hidden(block.parse().unwrap(), &syn::parse_str(output).unwrap())
    }

    #[test]
    fn unknown_macros_may_hide_one() {
        assert!(hides("u32", "{ mine!(x) }"));
        assert!(hides("u32", "{ println!(\"{}\", crate::mine![x]); 1 }"));
        assert!(hides("u32", "{ macro_rules! mine { () => { return 1 } } 1 }"));
    }

    #[test]
    fn known_ones_may_where_the_result_may_be_a_poll() {
        assert!(hides("Poll<u32>", "{ println!(); todo!() }"));
        assert!(hides("Self::Output", "{ assert!(true) }"));
        assert!(!hides("io::Result<u32>", "{ println!(); todo!() }"));
        assert!(!hides("usize", "{ println!(); todo!() }"));
    }

    #[test]
    fn what_is_no_macro_hides_none() {
        assert!(!hides("Poll<u32>", "{ if !(a) && b != (c) { return !(d) } x }"));
    }
}
