//! What counts as an integer in the protocol and in a stored value: the one way in which Redis itself would print it.

/// The most digits that an `i64` has.
const DIGITS: usize = 19;

/// Parses a decimal `i64`; no spaces, no `+`, no leading zeros, so that printing the result gives the same bytes again.
pub fn parse(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let negative = digits.len() < text.len();
    let canonical = match digits {
        [b'0'] => !negative,
        [b'1'..=b'9', rest @ ..] => rest.len() < DIGITS && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if !canonical {
        return None;
    }
    // Nineteen digits fit an `i128`, whether or not they fit an `i64`.
    let magnitude = digits.iter().fold(0, |sum, digit| sum * 10 + i128::from(digit - b'0'));
    i64::try_from(if negative { -magnitude } else { magnitude }).ok()
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
        for text in [
            "",
            "-",
            "+1",
            "01",
            "-0",
            "-01",
            " 1",
            "1 ",
            "1.0",
            "1e3",
            "0x1",
            "9223372036854775808",
            "-9223372036854775809",
            "10000000000000000000",
            "١",
        ] {
            assert_eq!(parse(text.as_bytes()), None, "{text:?}");
        }
    }
}
