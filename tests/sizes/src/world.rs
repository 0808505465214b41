//! What the functions work with: futures of the usual sizes at the bottom, and the data that is passed around.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Awaits nothing in particular: one byte.
#[derive(Default)]
pub struct Tick(bool);

pub fn tick() -> Tick {
    Tick::default()
}

impl Future for Tick {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        cx.waker().wake_by_ref();
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// As large as the timer of a runtime.
pub struct Sleep {
    left: u64,
    _entry: [u64; 13],
}

pub fn sleep(ms: u64) -> Sleep {
    Sleep { left: ms, _entry: [0; 13] }
}

impl Future for Sleep {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.left == 0 {
            return Poll::Ready(());
        }
        self.left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

#[derive(Debug)]
pub struct Error(pub String);

impl From<std::num::ParseIntError> for Error {
    fn from(e: std::num::ParseIntError) -> Self {
        Error(e.to_string())
    }
}

/// A connection, read and written by futures that borrow it.
#[derive(Default)]
pub struct Conn {
    pub bytes: VecDeque<u8>,
}

pub struct Read<'a> {
    conn: &'a mut Conn,
    buffer: &'a mut [u8],
}

pub struct Write<'a> {
    conn: &'a mut Conn,
    bytes: &'a [u8],
}

pub struct ReadLine<'a> {
    conn: &'a mut Conn,
    line: String,
}

impl Conn {
    pub fn read<'a>(&'a mut self, buffer: &'a mut [u8]) -> Read<'a> {
        Read { conn: self, buffer }
    }
    pub fn write<'a>(&'a mut self, bytes: &'a [u8]) -> Write<'a> {
        Write { conn: self, bytes }
    }
    pub fn read_line(&mut self) -> ReadLine<'_> {
        ReadLine { conn: self, line: String::new() }
    }
    pub fn peer(&self) -> &str {
        "peer"
    }
}

impl Future for Read<'_> {
    type Output = Result<usize, Error>;
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let Read { conn, buffer } = &mut *self;
        let n = buffer.len().min(conn.bytes.len());
        buffer.iter_mut().zip(conn.bytes.drain(..n)).for_each(|(to, from)| *to = from);
        Poll::Ready(Ok(n))
    }
}

impl Future for Write<'_> {
    type Output = Result<(), Error>;
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let bytes = self.bytes;
        self.conn.bytes.extend(bytes);
        Poll::Ready(Ok(()))
    }
}

impl Future for ReadLine<'_> {
    type Output = Result<String, Error>;
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        while let Some(byte) = self.conn.bytes.pop_front() {
            self.line.push(byte.into());
        }
        Poll::Ready(Ok(std::mem::take(&mut self.line)))
    }
}

/// One end of a channel.
pub struct Queue<T>(pub VecDeque<T>);

pub struct Receive<'a, T>(&'a mut Queue<T>);

impl<T> Queue<T> {
    pub fn receive(&mut self) -> Receive<'_, T> {
        Receive(self)
    }
}

impl<T> Future for Receive<'_, T> {
    type Output = Option<T>;
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<T>> {
        Poll::Ready(self.0.0.pop_front())
    }
}

/// A lock, and what holds it.
#[derive(Default)]
pub struct Lock<T>(std::cell::RefCell<T>);

pub struct Locking<'a, T>(&'a Lock<T>);

impl<T> Lock<T> {
    pub fn lock(&self) -> Locking<'_, T> {
        Locking(self)
    }
}

impl<'a, T> Future for Locking<'a, T> {
    type Output = std::cell::RefMut<'a, T>;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(self.0.0.borrow_mut())
    }
}

#[derive(Clone, Debug, Default)]
pub struct Request {
    pub method: u8,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
pub struct Config {
    pub host: String,
    pub port: u16,
    pub user: Option<String>,
    pub password: Option<String>,
    pub database: String,
    pub retries: u32,
    pub timeout_ms: u64,
}

pub enum Command {
    Get(String),
    Set { key: String, value: Vec<u8> },
    Delete(String),
    Ping,
    Quit,
}

pub fn parse(line: &str) -> Option<Command> {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    match name {
        "get" => Some(Command::Get(rest.into())),
        "set" => rest.split_once(' ').map(|(k, v)| Command::Set { key: k.into(), value: v.into() }),
        "delete" => Some(Command::Delete(rest.into())),
        "ping" => Some(Command::Ping),
        "quit" => Some(Command::Quit),
        _ => None,
    }
}

/// A thing that is expensive to keep.
pub struct Block(pub [u8; 512]);

impl Block {
    pub fn filled(byte: u8) -> Self {
        Block([byte; 512])
    }
    pub fn sum(&self) -> u64 {
        self.0.iter().map(|b| u64::from(*b)).sum()
    }
}

pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, b| sum.rotate_left(5) ^ u64::from(*b))
}
