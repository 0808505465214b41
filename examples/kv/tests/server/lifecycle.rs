//! Clients that come, leave or stay at the wrong moment, and the end of the server.

use crate::running::{Raw, Running, settings};
use kv::server::Config;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

#[test]
fn a_client_too_many_is_told_and_a_place_becomes_free_again() {
    let server = Running::start(Config { max_connections: 2, ..settings() });
    let (mut first, mut second) = (server.raw(), server.raw());
    for raw in [&mut first, &mut second] {
        raw.send("PING\r\n");
        raw.expect("+PONG\r\n");
    }
    assert_eq!(server.raw().rest(), "-ERR max number of clients reached\r\n");
    drop(first);
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let (mut third, mut answer) = (server.raw(), String::new());
        // Either fails if the server has turned it away already.
        let asked = third.0.write_all(b"QUIT\r\n").and_then(|()| third.0.read_to_string(&mut answer));
        if asked.is_ok() && answer == "+OK\r\n" {
            break;
        }
        assert!(Instant::now() < deadline, "the place stays taken");
    }
    second.send("PING\r\n");
    second.expect("+PONG\r\n");
}

#[test]
fn clients_that_vanish_do_no_harm() {
    let server = Running::default();
    for part in ["", "PI", "*1\r\n", "*1\r\n$4\r\n", "*1\r\n$4\r\nPING", "PING\r\nPI"] {
        let mut raw = server.raw();
        raw.send(part);
        drop(raw);
    }
    let mut raw = server.raw();
    raw.send("PING\r\n");
    raw.expect("+PONG\r\n");
}

/// They take no more answers than they read: the server waits for them, and serves the others on the same threads.
#[test]
fn clients_that_do_not_read_hold_up_nobody_else() {
    let server = Running::start(Config { grace: Duration::from_millis(200), ..settings() });
    let deaf: Vec<_> = (0..8).map(|_| deaf(&server)).collect();
    for _ in deaf.iter().cycle().take(20) {
        let mut other = server.raw();
        other.send("PING\r\n");
        other.expect("+PONG\r\n");
    }
}

/// A client that asks for more than fits the buffers of both sockets, and reads none of it.
fn deaf(server: &Running) -> Raw {
    let mut deaf = server.raw();
    deaf.send(format!("set k {}\r\n", "v".repeat(60_000)));
    deaf.expect("+OK\r\n");
    deaf.send("get k\r\n".repeat(1000));
    deaf
}

#[test]
fn a_closing_server_hangs_up_on_idle_clients() {
    let mut server = Running::default();
    let mut raw = server.raw();
    raw.send("PING\r\nPI");
    raw.expect("+PONG\r\n");
    let closing = Instant::now();
    server.stop();
    assert_eq!(raw.rest(), "");
    server.wait();
    assert!(closing.elapsed() < Duration::from_secs(4), "before the grace period is over: {:?}", closing.elapsed());
    TcpListener::bind(server.address).expect("the port is free again");
}

#[test]
fn a_closing_server_abandons_clients_that_do_not_read() {
    let mut server = Running::start(Config { grace: Duration::from_millis(100), ..settings() });
    let mut deaf = deaf(&server);
    deaf.expect("$60000\r\n");
    let closing = Instant::now();
    server.stop();
    server.wait();
    assert!((100..15_000).contains(&closing.elapsed().as_millis()), "{:?}", closing.elapsed());
}
