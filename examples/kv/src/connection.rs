//! When to read, when to write, when to hang up: the conversation with one client.
//!
//! Requests are answered as long as the input holds whole ones, and the answers are written together when it doesn't any more, so that a
//! pipelined batch costs one read and one write. Both buffers are bounded: the input by the [`Limits`] of a request, the output by
//! writing it out when it is full, which makes a client that doesn't read its answers wait.

use crate::command::{self, Command};
use crate::execute::execute;
use crate::reply::Reply;
use crate::resp::{Limits, Parser, ProtocolError};
use crate::store::Store;
use bytes::{Buf, BytesMut};
use resumable::resumable;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// Bytes that a read has room for at least; a connection keeps no more than a few times as much when it is idle.
const CHUNK: usize = 16 << 10;
/// Bytes of answers that are written without waiting for the end of the batch.
const FULL: usize = 64 << 10;
/// How long a client may go on sending after the server has hung up.
const LINGER: Duration = Duration::from_secs(1);

/// A client, and what it has sent and not yet been sent.
pub struct Connection<S> {
    stream: S,
    /// Starts at the beginning of a request.
    input: BytesMut,
    parser: Parser,
    /// Answers that aren't written yet.
    output: Vec<u8>,
    /// When the connection last waited: the time of all requests that are answered without waiting in between.
    now: Instant,
    store: Arc<Store>,
    ending: Ending,
}

/// How a server tells its connections to end.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// As soon as their clients have the answers to what they sent.
    pub closing: CancellationToken,
    /// Even if their clients don't take the answers.
    pub abandoned: CancellationToken,
}

/// How a conversation ends, other than by the failure of its stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The client sends no more, or the server is closing.
    Silence,
    /// The client said `QUIT`.
    Quit,
}

/// Why a conversation can't go on.
#[derive(Debug, Error)]
enum Broken {
    #[error("Protocol error: {0}")]
    Protocol(#[from] ProtocolError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

#[resumable]
impl<S: AsyncRead + AsyncWrite + Unpin> Connection<S> {
    /// A client that has just connected.
    pub fn new(stream: S, limits: Limits, store: Arc<Store>, ending: Ending) -> Self {
        let (input, output) = (BytesMut::with_capacity(CHUNK), Vec::new());
        Connection { stream, input, parser: Parser::new(limits), output, now: Instant::now(), store, ending }
    }

    /// Answers the client until it closes or quits, breaks the protocol, or the server closes.
    ///
    /// # Errors
    /// The stream fails, or is abandoned. A breach of the protocol is none: the client is told.
    pub async fn serve(mut self) -> io::Result<()> {
        match self.answer_all().await {
            Ok(End::Silence) => self.stream.shutdown().await,
            Ok(End::Quit) => self.hang_up().await,
            Err(Broken::Protocol(error)) => {
                Reply::Error(format!("ERR Protocol error: {error}")).write(&mut self.output);
                self.hang_up().await
            }
            Err(Broken::Io(error)) => Err(error),
        }
    }

    async fn answer_all(&mut self) -> Result<End, Broken> {
        while let Some(len) = self.next_request().await? {
            if self.answer(len) {
                return Ok(End::Quit);
            }
            if self.output.len() >= FULL {
                self.flush().await?;
            }
        }
        Ok(End::Silence)
    }

    /// Waits until the input starts with a whole request, and returns its length. None: there won't be one. The answers before it are
    /// written before anything is waited for.
    async fn next_request(&mut self) -> Result<Option<usize>, Broken> {
        loop {
            if let Some(len) = self.parser.advance(&self.input)? {
                return Ok(Some(len));
            }
            self.flush().await?;
            if !self.receive().await? {
                return Ok(None);
            }
        }
    }

    /// Answers the request of `len` bytes that the input starts with, and says whether it is the last one.
    fn answer(&mut self, len: usize) -> bool {
        let request = self.parser.request(&self.input);
        let quits = match (!request.is_empty()).then(|| command::parse(request)) {
            None => false,
            Some(Err(error)) => {
                Reply::from(error).write(&mut self.output);
                false
            }
            Some(Ok(command)) => {
                execute(command, &self.store, self.now).write(&mut self.output);
                matches!(command, Command::Quit)
            }
        };
        self.parser.next();
        self.input.advance(len);
        quits
    }

    /// Waits for more input; false: there won't be any.
    async fn receive(&mut self) -> io::Result<bool> {
        self.make_room();
        let received = tokio::select! {
            biased;
            read = self.stream.read_buf(&mut self.input) => read? > 0,
            () = self.ending.closing.cancelled() => false,
        };
        self.now = Instant::now();
        Ok(received)
    }

    fn make_room(&mut self) {
        // What one large request took is given back.
        if self.input.is_empty() && self.input.capacity() > 4 * CHUNK {
            self.input = BytesMut::with_capacity(CHUNK);
        }
        self.input.reserve(CHUNK);
    }

    async fn flush(&mut self) -> io::Result<()> {
        if self.output.is_empty() {
            return Ok(());
        }
        tokio::select! {
            biased;
            written = self.stream.write_all(&self.output) => written?,
            () = self.ending.abandoned.cancelled() => return Err(io::ErrorKind::TimedOut.into()),
        }
        self.stream.flush().await?;
        self.now = Instant::now();
        self.output.clear();
        self.output.shrink_to(FULL);
        Ok(())
    }

    /// Says the last word. Closing a socket that holds unread input resets the connection, and the client might lose the answer: so read on
    /// until the client closes, for a while.
    async fn hang_up(&mut self) -> io::Result<()> {
        self.flush().await?;
        self.stream.shutdown().await?;
        timeout(LINGER, self.discard()).await.unwrap_or(Ok(()))
    }

    async fn discard(&mut self) -> io::Result<()> {
        loop {
            self.input.clear();
            if self.stream.read_buf(&mut self.input).await? == 0 {
                return Ok(());
            }
        }
    }
}
