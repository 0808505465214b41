//! The parser, shown whole streams and streams in pieces.

use super::*;

const SMALL: Limits = Limits { inline: 32, arguments: 4, bulk: 8, request: 48 };

/// All requests of `stream`, of which the parser sees `step` more bytes at each call, and the error it ends in.
fn parse(limits: Limits, stream: &[u8], step: usize) -> (Vec<Vec<Vec<u8>>>, Option<ProtocolError>) {
    let (mut parser, mut requests) = (Parser::new(limits), Vec::new());
    let (mut start, mut seen) = (0, 0);
    loop {
        match parser.advance(&stream[start..seen]) {
            Err(error) => return (requests, Some(error)),
            Ok(Some(len)) => {
                requests.push(parser.request(&stream[start..seen]).iter().map(<[u8]>::to_vec).collect());
                parser.next();
                start += len;
            }
            Ok(None) if seen == stream.len() => return (requests, None),
            Ok(None) => seen = (seen + step).min(stream.len()),
        }
    }
}

/// The outcome, which must not depend on how the bytes arrive.
fn outcome(limits: Limits, stream: &[u8]) -> (Vec<Vec<Vec<u8>>>, Option<ProtocolError>) {
    let whole = parse(limits, stream, usize::MAX - stream.len());
    for step in 1..stream.len().min(20) {
        assert_eq!(parse(limits, stream, step), whole, "in steps of {step}: {}", stream.escape_ascii());
    }
    whole
}

fn requests(stream: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let (requests, error) = outcome(Limits::default(), stream);
    assert_eq!(error, None);
    requests
}

fn error(limits: Limits, stream: &[u8]) -> ProtocolError {
    outcome(limits, stream).1.unwrap_or_else(|| panic!("no error in {}", stream.escape_ascii()))
}

#[test]
fn arrays_of_bulk_strings() {
    let stream = b"*2\r\n$3\r\nGET\r\n$1\r\nk\r\n*1\r\n$4\r\nPING\r\n";
    assert_eq!(requests(stream), [vec![b"GET".to_vec(), b"k".to_vec()], vec![b"PING".to_vec()]]);
}

#[test]
fn bulk_strings_are_any_bytes() {
    assert_eq!(requests(b"*2\r\n$6\r\n\r\n*1\r\n\r\n$0\r\n\r\n"), [[b"\r\n*1\r\n".to_vec(), Vec::new()]]);
}

#[test]
fn empty_requests_are_requests() {
    assert_eq!(requests(b"*0\r\n*-1\r\n\r\n   \r\n"), vec![Vec::<Vec<u8>>::new(); 4]);
}

#[test]
fn inline_commands() {
    let stream = b"PING\r\nset  key\tvalue \nget key\r\n";
    assert_eq!(
        requests(stream),
        [
            vec![b"PING".to_vec()],
            vec![b"set".to_vec(), b"key".to_vec(), b"value".to_vec()],
            vec![b"get".to_vec(), b"key".to_vec()],
        ]
    );
}

#[test]
fn quotes_in_inline_commands() {
    let stream = br#"set "a b" '\'\n' "\x41\n\"\q" "" x"#;
    let stream = [stream.as_slice(), b"\r\n"].concat();
    let expected: [&[u8]; 6] = [b"set", b"a b", br"'\n", b"A\n\"q", b"", b"x"];
    assert_eq!(requests(&stream), [expected.map(<[u8]>::to_vec)]);
}

#[test]
fn unbalanced_quotes() {
    for line in ["get \"a\r\n", "get 'a\r\n", "get \"a\"b\r\n", "get 'a'b\r\n", "get \"a\\\"\r\n"] {
        assert_eq!(error(Limits::default(), line.as_bytes()), ProtocolError::UnbalancedQuotes, "{line:?}");
    }
}

#[test]
fn malformed_headers() {
    use ProtocolError::*;
    for (stream, expected) in [
        ("*x\r\n", ArrayLength),
        ("*\r\n", ArrayLength),
        ("*01\r\n", ArrayLength),
        ("*99999999999999999999\r\n", ArrayLength),
        ("*1\r\nPING\r\n", ExpectedBulk(b'P')),
        ("*1\r\n\r\n", ExpectedBulk(b'\r')),
        ("*1\r\n$-1\r\n", BulkLength),
        ("*1\r\n$x\r\n", BulkLength),
        ("*1\r\n$4\r\nPINGPONG\r\n", BulkEnd),
    ] {
        assert_eq!(error(Limits::default(), stream.as_bytes()), expected, "{stream:?}");
    }
}

#[test]
fn requests_before_an_error_count() {
    let (requests, error) = outcome(Limits::default(), b"PING\r\n*1\r\n$4\r\nQUIT\r\n*x\r\n");
    assert_eq!((requests.len(), error), (2, Some(ProtocolError::ArrayLength)));
}

#[test]
fn limits_are_inclusive() {
    assert_eq!(outcome(SMALL, b"*4\r\n$8\r\n12345678\r\n$0\r\n\r\n$0\r\n\r\n$0\r\n\r\n").1, None);
    assert_eq!(outcome(SMALL, &[&[b'a'; 32], b"\n".as_slice()].concat()).1, None);
}

#[test]
fn beyond_the_limits() {
    use ProtocolError::*;
    for (stream, expected) in [
        ("*5\r\n", ArrayLength),
        ("*1\r\n$9\r\n", BulkLength),
        ("*4\r\n$8\r\n12345678\r\n$8\r\n12345678\r\n$8\r\n12345678\r\n$8\r\n", RequestTooLong),
    ] {
        assert_eq!(error(SMALL, stream.as_bytes()), expected, "{stream:?}");
    }
}

#[test]
fn a_line_that_never_ends_is_refused_before_it_ends() {
    assert_eq!(error(SMALL, &[b'a'; 33]), ProtocolError::InlineTooLong);
    assert_eq!(error(SMALL, &[b'*'; 33]), ProtocolError::ArrayHeaderTooLong);
    assert_eq!(error(SMALL, &[b"*1\r\n".as_slice(), &[b'$'; 33]].concat()), ProtocolError::BulkHeaderTooLong);
}

#[test]
fn arguments_are_taken_by_number() {
    let mut parser = Parser::new(Limits::default());
    let stream = b"set k v\n";
    assert_eq!(parser.advance(stream), Ok(Some(stream.len())));
    let (name, rest) = parser.request(stream).split_first().expect("three arguments");
    assert_eq!(name, b"set");
    assert_eq!(rest.exactly(), Some([b"k".as_slice(), b"v"]));
    assert_eq!(rest.exactly::<1>(), None);
}
