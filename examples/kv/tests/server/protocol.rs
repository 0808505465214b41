//! Bytes that no client library would send.

use crate::running::{Running, settings};
use kv::resp::Limits;
use kv::server::Config;
use std::io::Write;
use std::net::Shutdown;
use std::thread::sleep;
use std::time::Duration;

/// What the server says to bytes that break the protocol, before it hangs up.
#[track_caller]
fn breach(server: &Running, bytes: &[u8]) -> String {
    let mut raw = server.raw();
    raw.send(bytes);
    raw.rest()
}

#[test]
fn inline_commands() {
    let server = Running::default();
    let mut raw = server.raw();
    raw.send("PING\r\n\r\nset k \"a b\"\nget k\r\n");
    raw.expect("+PONG\r\n+OK\r\n$3\r\na b\r\n");
}

#[test]
fn a_request_in_drops() {
    let server = Running::default();
    let mut raw = server.raw();
    for byte in b"*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$4\r\na\r\nb\r\n*2\r\n$3\r\nGET\r\n$1\r\nk\r\n" {
        raw.send([*byte]);
        sleep(Duration::from_millis(1));
    }
    raw.expect("+OK\r\n$4\r\na\r\nb\r\n");
}

#[test]
fn a_batch_is_answered_before_the_rest_of_the_next_request_arrives() {
    let server = Running::default();
    let mut raw = server.raw();
    raw.send("PING\r\nPING\r\n*1\r\n$4\r\nPI");
    raw.expect("+PONG\r\n+PONG\r\n");
    raw.send("NG\r\n");
    raw.expect("+PONG\r\n");
}

#[test]
fn malformed_requests_are_told_so_and_hung_up_on() {
    let server = Running::default();
    for (bytes, expected) in [
        (&b"*x\r\n"[..], "invalid multibulk length"),
        (b"*1000000000\r\n", "invalid multibulk length"),
        (b"*1\r\n+PING\r\n", "expected '$', got '+'"),
        (b"*1\r\n\xff", "expected '$', got '\\xff'"),
        (b"*1\r\n$-5\r\n", "invalid bulk length"),
        (b"*1\r\n$9999999999\r\n", "invalid bulk length"),
        (b"*1\r\n$4\r\nPINGPING", "bulk string not followed by CRLF"),
        (b"get \"k\r\n", "unbalanced quotes in request"),
        (&[b'*'; 100], "too big mbulk count string"),
        (&[b'x'; 100_000], "too big inline request"),
    ] {
        assert_eq!(breach(&server, bytes), format!("-ERR Protocol error: {expected}\r\n"));
    }
}

#[test]
fn requests_before_a_malformed_one_are_answered() {
    let server = Running::default();
    assert_eq!(
        breach(&server, b"PING\r\n*x\r\nPING\r\n"),
        "+PONG\r\n-ERR Protocol error: invalid multibulk length\r\n"
    );
}

#[test]
fn a_malformed_request_costs_only_its_own_connection() {
    let server = Running::default();
    let (mut good, mut bad) = (server.raw(), server.raw());
    good.send("set k v\r\nPI");
    good.expect("+OK\r\n");
    bad.send("*1\r\nbad\r\n");
    assert_eq!(bad.rest(), "-ERR Protocol error: expected '$', got 'b'\r\n");
    good.send("NG\r\nget k\r\n");
    good.expect("+PONG\r\n$1\r\nv\r\n");
}

/// The answer arrives although the client goes on sending for a while.
#[test]
fn the_error_survives_what_the_client_still_sends() {
    let server = Running::default();
    let mut raw = server.raw();
    raw.send("*x\r\n");
    for _ in 0..20 {
        // May fail once the server has lost patience; what counts is what it said.
        let _ = raw.0.write_all(&[b'x'; 10_000]);
    }
    raw.expect("-ERR Protocol error: invalid multibulk length\r\n");
}

#[test]
fn limits() {
    let limits = Limits { inline: 100, arguments: 3, bulk: 1000, request: 1500 };
    let server = Running::start(Config { limits, ..settings() });
    let bulk = |len: usize| format!("${len}\r\n{}\r\n", "v".repeat(len));
    let mut raw = server.raw();
    raw.send(format!("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n{}", bulk(1000)));
    raw.expect("+OK\r\n");
    raw.send("*4\r\n");
    raw.expect("-ERR Protocol error: invalid multibulk length\r\n");
    let breach = |bytes: String| breach(&server, bytes.as_bytes());
    assert_eq!(breach("*2\r\n$3\r\nGET\r\n$1001\r\n".into()), "-ERR Protocol error: invalid bulk length\r\n");
    assert_eq!(breach(format!("*3\r\n{}{}", bulk(1000), "$1000\r\n")), "-ERR Protocol error: too big request\r\n");
    assert_eq!(breach("x".repeat(101)), "-ERR Protocol error: too big inline request\r\n");
}

#[test]
fn quit_is_answered_and_is_the_last_word() {
    let server = Running::default();
    let mut raw = server.raw();
    raw.send("PING\r\nQUIT\r\nPING\r\n");
    assert_eq!(raw.rest(), "+PONG\r\n+OK\r\n");
}

#[test]
fn a_client_that_has_finished_sending_gets_its_answers() {
    let server = Running::default();
    let mut raw = server.raw();
    raw.send("PING\r\n".repeat(1000));
    raw.0.shutdown(Shutdown::Write).unwrap();
    assert_eq!(raw.rest(), "+PONG\r\n".repeat(1000));
}

#[test]
fn an_unknown_command_can_not_forge_an_answer() {
    let server = Running::default();
    let mut raw = server.raw();
    raw.send("*1\r\n$9\r\nx\r\n+OK\r\n\n\r\nPING\r\n");
    raw.expect("-ERR unknown command 'x  +OK   ', with args beginning with: \r\n+PONG\r\n");
}
