//! One connection without a network: whatever the pieces in which requests arrive and answers leave, and wherever it is dropped, the client
//! sees the same bytes.

use fastrand::Rng;
use kv::connection::{Connection, Ending};
use kv::store::Store;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A client that has sent `input` and closed its side. Pieces and pauses are drawn from `rng`; without one there are none.
struct Fragmented {
    input: Vec<u8>,
    read: usize,
    written: Arc<Mutex<Vec<u8>>>,
    rng: Option<Rng>,
}

impl Fragmented {
    /// How many of `len` bytes pass at once. None: not now.
    fn piece(&mut self, len: usize) -> Option<usize> {
        let Some(rng) = &mut self.rng else { return Some(len) };
        match rng.u8(0..4) {
            0 => None,
            1 => Some(len.min(1)),
            2 => Some(rng.usize(0..=len).max(len.min(1))),
            _ => Some(len),
        }
    }
}

impl AsyncRead for Fragmented {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let len = buf.remaining().min(self.input.len() - self.read);
        let Some(len) = self.piece(len) else { return Poll::Pending };
        buf.put_slice(&self.input[self.read..][..len]);
        self.read += len;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Fragmented {
    fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let Some(len) = self.piece(buf.len()) else { return Poll::Pending };
        self.written.lock().unwrap().extend_from_slice(&buf[..len]);
        Poll::Ready(Ok(len))
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.piece(0).is_none() { Poll::Pending } else { Poll::Ready(Ok(())) }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(context)
    }
}

/// What a client is sent that sends `input`, if the connection is polled at most so many times; and how often it was.
fn converse(input: &[u8], rng: Option<Rng>, polls: usize) -> (Vec<u8>, usize) {
    let (store, written) = (Arc::new(Store::new(2)), Arc::default());
    let stream = Fragmented { input: input.to_vec(), read: 0, written: Arc::clone(&written), rng };
    let connection = Connection::new(stream, Default::default(), Arc::clone(&store), Ending::default());
    let polled = poll(connection.serve(), polls);
    assert_eq!(Arc::strong_count(&store), 1, "the connection holds on to the store after {polled} polls");
    (Arc::into_inner(written).expect("the stream is dropped").into_inner().unwrap(), polled)
}

/// Polls until it is ready, at most so often, and drops it. It need not be woken.
fn poll(serving: impl Future<Output = io::Result<()>>, at_most: usize) -> usize {
    let (mut serving, mut context) = (pin!(serving), Context::from_waker(Waker::noop()));
    for polled in 0..at_most {
        if let Poll::Ready(result) = serving.as_mut().poll(&mut context) {
            result.expect("the stream doesn't fail");
            return polled + 1;
        }
    }
    at_most
}

/// A stream of `n` requests.
fn requests(rng: &mut Rng, n: usize) -> Vec<u8> {
    let mut stream = Vec::new();
    for _ in 0..n {
        let (key, value) = (rng.u8(b'a'..=b'e') as char, "v".repeat(rng.usize(0..3) * rng.usize(0..2000)));
        match rng.u8(0..8) {
            0 => stream.extend_from_slice(b"PING\r\n"),
            1 => stream.extend(format!("get {key}\r\n").bytes()),
            2 => stream.extend(format!("INCR n{key}\n").bytes()),
            3 => stream.extend_from_slice(b"*0\r\n"),
            4 => stream.extend(format!("*2\r\n$4\r\nECHO\r\n${}\r\n{value}\r\n", value.len()).bytes()),
            5 => stream.extend(format!("*2\r\n$3\r\nDEL\r\n$1\r\n{key}\r\n").bytes()),
            6 => stream.extend(format!("nonsense {key}\r\n").bytes()),
            _ => stream.extend(format!("*3\r\n$3\r\nSET\r\n$1\r\n{key}\r\n${}\r\n{value}\r\n", value.len()).bytes()),
        }
    }
    stream
}

#[test]
fn fragments_change_nothing() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let input = requests(&mut rng, 50);
        let (expected, _) = converse(&input, None, usize::MAX);
        assert!(expected.len() > 200, "{} bytes", expected.len());
        let (written, _) = converse(&input, Some(rng), usize::MAX);
        assert_eq!(written.escape_ascii().to_string(), expected.escape_ascii().to_string(), "seed {seed}");
    }
}

#[test]
fn wherever_it_is_dropped_it_has_written_the_beginning() {
    let mut dropped = 0;
    for seed in 0..100 {
        let mut rng = Rng::with_seed(seed);
        let input = requests(&mut rng, 8);
        let (expected, _) = converse(&input, None, usize::MAX);
        let (_, polls) = converse(&input, Some(rng.clone()), usize::MAX);
        dropped += polls;
        for at_most in 0..polls {
            let (written, polled) = converse(&input, Some(rng.clone()), at_most);
            assert_eq!(polled, at_most, "dropped before its end");
            assert!(expected.starts_with(&written), "seed {seed}, {at_most} polls: {}", written.escape_ascii());
        }
    }
    assert!(dropped > 300, "only {dropped} times");
}
