//! Where a request ends in a stream of bytes: the incremental parser of RESP2 requests and of inline commands.
//!
//! The parser never waits and never copies: it is shown the bytes received so far, remembers how far it has understood them, and says
//! whether they hold a whole request. A [`Request`] then borrows its arguments from those same bytes.

use crate::integer;
use std::ops::Range;
use thiserror::Error;

/// The longest `*3` or `$5`, without its line end: a sign and twenty digits fit.
const HEADER: usize = 32;
/// Positions of arguments kept for reuse between requests; beyond it, one large request would hold its memory for ever.
const KEPT_ARGUMENTS: usize = 1024;

/// What one request may take. A client that asks for more gets an error and is disconnected.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a line that is an inline command.
    pub inline: usize,
    /// Arguments of a request, the command's name included.
    pub arguments: usize,
    /// Bytes of one argument.
    pub bulk: usize,
    /// Bytes of a whole request, headers included.
    pub request: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { inline: 64 << 10, arguments: 64 << 10, bulk: 16 << 20, request: 32 << 20 }
    }
}

/// Why a stream of bytes is not a stream of requests. Where the next request would begin is then unknown.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProtocolError {
    #[error("too big inline request")]
    InlineTooLong,
    #[error("unbalanced quotes in request")]
    UnbalancedQuotes,
    #[error("too big mbulk count string")]
    ArrayHeaderTooLong,
    #[error("invalid multibulk length")]
    ArrayLength,
    #[error("expected '$', got '{}'", .0.escape_ascii())]
    ExpectedBulk(u8),
    #[error("too big bulk count string")]
    BulkHeaderTooLong,
    #[error("invalid bulk length")]
    BulkLength,
    #[error("bulk string not followed by CRLF")]
    BulkEnd,
    #[error("too big request")]
    RequestTooLong,
}

/// The arguments of one request, borrowed from where they were received. Never empty when it comes from a connection.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    bytes: &'a [u8],
    arguments: &'a [Range<usize>],
}

impl<'a> Request<'a> {
    /// The arguments, the command's name first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let bytes = self.bytes;
        self.arguments.iter().map(move |range| &bytes[range.clone()])
    }

    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// The command's name and the arguments behind it; none of an empty request.
    pub fn split_first(&self) -> Option<(&'a [u8], Request<'a>)> {
        let (first, rest) = self.arguments.split_first()?;
        Some((&self.bytes[first.clone()], Request { bytes: self.bytes, arguments: rest }))
    }

    /// All arguments, if there are exactly `N`.
    pub fn exactly<const N: usize>(&self) -> Option<[&'a [u8]; N]> {
        let ranges: &[Range<usize>; N] = self.arguments.try_into().ok()?;
        Some(ranges.each_ref().map(|range| &self.bytes[range.clone()]))
    }
}

/// What the parser expects at [`Parser::at`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expect {
    /// A line: `*3`, or an inline command.
    Line,
    /// `$5`, the header of the first of so many arguments.
    BulkHeader { left: usize },
    /// So many bytes and a CRLF, of the first of so many arguments.
    Bulk { left: usize, len: usize },
    /// Nothing: the request is whole.
    End { inline: bool },
}

/// Finds one request at a time.
#[derive(Debug)]
pub struct Parser {
    limits: Limits,
    expect: Expect,
    /// Bytes of the request that are understood.
    at: usize,
    /// Bytes of the request in which a line end was looked for, so that a line that arrives in drops is scanned once.
    scanned: usize,
    arguments: Vec<Range<usize>>,
    /// The arguments of an inline command with their quotes and escapes resolved; `arguments` then point into it.
    unquoted: Vec<u8>,
}

impl Parser {
    pub fn new(limits: Limits) -> Self {
        Parser { limits, expect: Expect::Line, at: 0, scanned: 0, arguments: Vec::new(), unquoted: Vec::new() }
    }

    /// Goes on with a request whose bytes so far are `input`: those of the call before, and perhaps more. Says how many bytes the request
    /// has once it is whole, `None` as long as it isn't.
    ///
    /// # Errors
    /// The bytes can't become a request, or exceed the limits.
    pub fn advance(&mut self, input: &[u8]) -> Result<Option<usize>, ProtocolError> {
        loop {
            let progress = match self.expect {
                Expect::Line => self.line(input)?,
                Expect::BulkHeader { left } => self.bulk_header(input, left)?,
                Expect::Bulk { left, len } => self.bulk(input, left, len)?,
                Expect::End { .. } => return Ok(Some(self.at)),
            };
            match progress {
                Some(expect) => self.expect = expect,
                None => return Ok(None),
            }
        }
    }

    /// The request that [`advance`](Self::advance) found at the front of the same `input`.
    pub fn request<'a>(&'a self, input: &'a [u8]) -> Request<'a> {
        debug_assert!(matches!(self.expect, Expect::End { .. }), "asked for a request before it was whole");
        let inline = self.expect == Expect::End { inline: true };
        Request { bytes: if inline { &self.unquoted } else { input }, arguments: &self.arguments }
    }

    /// Forgets the request: the next call of `advance` is shown the bytes behind it.
    pub fn next(&mut self) {
        (self.expect, self.at, self.scanned) = (Expect::Line, 0, 0);
        self.arguments.clear();
        self.arguments.shrink_to(KEPT_ARGUMENTS);
        self.unquoted.clear();
        self.unquoted.shrink_to(KEPT_ARGUMENTS);
    }

    fn line(&mut self, input: &[u8]) -> Result<Option<Expect>, ProtocolError> {
        let array = input.first() == Some(&b'*');
        let (most, too_long) = match array {
            true => (HEADER, ProtocolError::ArrayHeaderTooLong),
            false => (self.limits.inline, ProtocolError::InlineTooLong),
        };
        let Some(line) = self.take_line(input, most, too_long)? else { return Ok(None) };
        if array { self.array_header(&line[1..]).map(Some) } else { self.inline(line).map(Some) }
    }

    /// Input: `3` of `*3`. A length of 0 or less is a request without arguments, as in Redis.
    fn array_header(&mut self, text: &[u8]) -> Result<Expect, ProtocolError> {
        let len = integer::parse(text).ok_or(ProtocolError::ArrayLength)?;
        match usize::try_from(len.max(0)) {
            Ok(0) => Ok(Expect::End { inline: false }),
            Ok(left) if left <= self.limits.arguments => Ok(Expect::BulkHeader { left }),
            _ => Err(ProtocolError::ArrayLength),
        }
    }

    fn inline(&mut self, line: &[u8]) -> Result<Expect, ProtocolError> {
        let mut rest = line.trim_ascii_start();
        while !rest.is_empty() {
            let start = self.unquoted.len();
            rest = unquote(rest, &mut self.unquoted)?.trim_ascii_start();
            self.arguments.push(start..self.unquoted.len());
        }
        Ok(Expect::End { inline: true })
    }

    fn bulk_header(&mut self, input: &[u8], left: usize) -> Result<Option<Expect>, ProtocolError> {
        match input.get(self.at) {
            None => return Ok(None),
            Some(b'$') => {}
            Some(&other) => return Err(ProtocolError::ExpectedBulk(other)),
        }
        let Some(line) = self.take_line(input, HEADER, ProtocolError::BulkHeaderTooLong)? else { return Ok(None) };
        let len = integer::parse(&line[1..]).and_then(|len| usize::try_from(len).ok());
        let len = len.filter(|&len| len <= self.limits.bulk).ok_or(ProtocolError::BulkLength)?;
        // Before the bytes come: what is announced will be buffered whole.
        if self.at + len > self.limits.request {
            return Err(ProtocolError::RequestTooLong);
        }
        Ok(Some(Expect::Bulk { left, len }))
    }

    fn bulk(&mut self, input: &[u8], left: usize, len: usize) -> Result<Option<Expect>, ProtocolError> {
        let end = self.at + len;
        match input.get(end..end + 2) {
            None => return Ok(None),
            Some(b"\r\n") => {}
            Some(_) => return Err(ProtocolError::BulkEnd),
        }
        self.arguments.push(self.at..end);
        self.at = end + 2;
        self.scanned = self.at;
        Ok(Some(if left == 1 { Expect::End { inline: false } } else { Expect::BulkHeader { left: left - 1 } }))
    }

    /// The line that starts at `self.at`, without its end, which is LF or CRLF. None: it hasn't ended yet.
    fn take_line<'i>(
        &mut self,
        input: &'i [u8],
        most: usize,
        too_long: ProtocolError,
    ) -> Result<Option<&'i [u8]>, ProtocolError> {
        let end = input[self.scanned..].iter().position(|&byte| byte == b'\n').map(|found| self.scanned + found);
        self.scanned = end.map_or(input.len(), |end| end + 1);
        let line = &input[self.at..end.unwrap_or(input.len())];
        if line.len() > most {
            return Err(too_long);
        }
        if end.is_none() {
            return Ok(None);
        }
        self.at = self.scanned;
        Ok(Some(line.strip_suffix(b"\r").unwrap_or(line)))
    }
}

/// Appends the first argument of an inline command to `out` with its quotes and escapes resolved, and returns what is behind it.
fn unquote<'i>(mut rest: &'i [u8], out: &mut Vec<u8>) -> Result<&'i [u8], ProtocolError> {
    loop {
        rest = match rest {
            [] => return Ok(rest),
            [space, ..] if space.is_ascii_whitespace() => return Ok(rest),
            [b'"', quoted @ ..] => return closed(double_quoted(quoted, out)?),
            [b'\'', quoted @ ..] => return closed(single_quoted(quoted, out)?),
            [byte, tail @ ..] => {
                out.push(*byte);
                tail
            }
        }
    }
}

/// A closing quote ends its argument: `"a"b` is an error.
fn closed(rest: &[u8]) -> Result<&[u8], ProtocolError> {
    match rest.first() {
        Some(byte) if !byte.is_ascii_whitespace() => Err(ProtocolError::UnbalancedQuotes),
        _ => Ok(rest),
    }
}

/// `\'` is the only escape between single quotes.
fn single_quoted<'i>(mut rest: &'i [u8], out: &mut Vec<u8>) -> Result<&'i [u8], ProtocolError> {
    loop {
        let (byte, tail) = match rest {
            [] => return Err(ProtocolError::UnbalancedQuotes),
            [b'\'', tail @ ..] => return Ok(tail),
            [b'\\', b'\'', tail @ ..] => (b'\'', tail),
            [byte, tail @ ..] => (*byte, tail),
        };
        out.push(byte);
        rest = tail;
    }
}

/// `\n \r \t \b \a`, `\xff`, and any other escaped byte for itself.
fn double_quoted<'i>(mut rest: &'i [u8], out: &mut Vec<u8>) -> Result<&'i [u8], ProtocolError> {
    loop {
        let (byte, tail) = match rest {
            [] => return Err(ProtocolError::UnbalancedQuotes),
            [b'"', tail @ ..] => return Ok(tail),
            [b'\\', b'x', high, low, tail @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                (hex(*high) << 4 | hex(*low), tail)
            }
            [b'\\', escaped, tail @ ..] => (escape(*escaped), tail),
            [byte, tail @ ..] => (*byte, tail),
        };
        out.push(byte);
        rest = tail;
    }
}

fn escape(byte: u8) -> u8 {
    match byte {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'b' => 0x08,
        b'a' => 0x07,
        other => other,
    }
}

/// The value of an ASCII hexadecimal digit.
fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => digit.to_ascii_lowercase() - b'a' + 10,
    }
}

#[cfg(test)]
mod tests;
