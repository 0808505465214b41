//! What counts as an integer in the protocol and in a stored value: the one way in which Redis itself would print it.

/// Parses a decimal `i64`; no spaces, no `+`, no leading zeros, so that printing the result gives the same bytes again.
pub fn parse(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let canonical = match digits {
        [b'0'] => text.len() == 1,
        [first, ..] => first.is_ascii_digit() && *first != b'0',
        [] => false,
    };
    if !canonical {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn what_is_printed_is_parsed() {
        for n in [0, 1, -1, 10, i64::MAX, i64::MIN] {
            assert_eq!(parse(n.to_string().as_bytes()), Some(n));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["", "-", "+1", "01", "-0", "-01", " 1", "1 ", "1.0", "1e3", "0x1", "9223372036854775808", "١"] {
            assert_eq!(parse(text.as_bytes()), None, "{text:?}");
        }
    }
}
