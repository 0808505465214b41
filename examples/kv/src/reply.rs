//! How an answer is written: the types of RESP2 that this server sends.

use std::io::Write as _;
use std::sync::Arc;

/// One answer. `'a` is the request, of which some answers are an echo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply<'a> {
    /// `+OK`. Without line ends.
    Simple(&'static str),
    /// `-ERR ..`, the code included. Line ends are replaced by spaces when it is written.
    Error(String),
    /// `:1`
    Integer(i64),
    /// `$2`, bytes of the request or of the program.
    Bulk(&'a [u8]),
    /// `$2`, bytes of the store.
    Value(Arc<[u8]>),
    /// `$-1`, which clients show as nil.
    Null,
    /// `*2` of bulk strings.
    Array(&'static [&'static str]),
}

impl Reply<'_> {
    pub const OK: Reply<'static> = Reply::Simple("OK");

    /// Appends the answer to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Reply::Simple(text) => line(out, b'+', text.as_bytes()),
            Reply::Error(text) => line(out, b'-', text.replace(['\r', '\n'], " ").as_bytes()),
            Reply::Integer(n) => number(out, b':', *n),
            Reply::Bulk(bytes) => bulk(out, bytes),
            Reply::Value(bytes) => bulk(out, bytes),
            Reply::Null => line(out, b'$', b"-1"),
            Reply::Array(items) => {
                number(out, b'*', items.len() as i64);
                items.iter().for_each(|item| bulk(out, item.as_bytes()));
            }
        }
    }
}

fn bulk(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, b'$', bytes.len() as i64);
    out.extend_from_slice(bytes);
    out.extend_from_slice(b"\r\n");
}

fn number(out: &mut Vec<u8>, kind: u8, n: i64) {
    out.push(kind);
    write!(out, "{n}\r\n").expect("writing to a Vec can't fail");
}

fn line(out: &mut Vec<u8>, kind: u8, text: &[u8]) {
    out.push(kind);
    out.extend_from_slice(text);
    out.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::Reply;

    #[test]
    fn every_type_as_the_protocol_wants_it() {
        for (reply, expected) in [
            (Reply::OK, "+OK\r\n"),
            (Reply::Error("ERR no\r\n+OK".into()), "-ERR no  +OK\r\n"),
            (Reply::Integer(-12), ":-12\r\n"),
            (Reply::Bulk(b"a\r\nb"), "$4\r\na\r\nb\r\n"),
            (Reply::Value(b"".as_slice().into()), "$0\r\n\r\n"),
            (Reply::Null, "$-1\r\n"),
            (Reply::Array(&["a", "bc"]), "*2\r\n$1\r\na\r\n$2\r\nbc\r\n"),
            (Reply::Array(&[]), "*0\r\n"),
        ] {
            let mut out = Vec::new();
            reply.write(&mut out);
            assert_eq!(out.escape_ascii().to_string(), expected.escape_default().to_string(), "{reply:?}");
        }
    }
}
