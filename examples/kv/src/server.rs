//! Who is accepted, on which thread a connection lives, and how the server ends.
//!
//! One task accepts, and spawns a task for each connection. Where that runs is up to the code generation, and to `resumable::spawn`: a state
//! machine on the current runtime, whose threads may take it from each other; a coroutine on a thread that it stays on, with a runtime of its
//! own.

use crate::connection::{Connection, Ending};
use crate::reply::Reply;
use crate::resp::Limits;
use crate::store::Store;
use resumable::{resumable, spawn};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{interval, sleep, timeout};

/// Locks that the keys are spread over.
const SHARDS: usize = 32;
/// How often keys are reclaimed that have expired and that no client asks for.
const SWEEP: Duration = Duration::from_millis(100);
/// How long to wait after `accept` fails, usually for want of file descriptors.
const RETRY: Duration = Duration::from_millis(50);

/// What the command line sets.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Port 0 asks for any free one.
    pub bind: SocketAddr,
    /// Connections at a time.
    pub max_connections: u32,
    /// How long clients that are owed answers may keep a closing server from ending.
    pub grace: Duration,
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            bind: SocketAddr::from(([127, 0, 0, 1], 6379)),
            max_connections: 10_000,
            grace: Duration::from_secs(5),
            limits: Limits::default(),
        }
    }
}

/// A server that listens and isn't accepting yet.
pub struct Server {
    config: Config,
    listener: TcpListener,
    store: Arc<Store>,
    /// A permit for each connection that may still come.
    places: Arc<Semaphore>,
    ending: Ending,
}

#[resumable]
impl Server {
    /// Listens; clients can connect from now on, and wait for [`run`](Self::run).
    ///
    /// # Errors
    /// The address isn't free, or isn't one of this machine.
    pub async fn bind(config: Config) -> io::Result<Server> {
        Ok(Server {
            config,
            listener: TcpListener::bind(config.bind).await?,
            store: Arc::new(Store::new(SHARDS)),
            places: Arc::new(Semaphore::new(config.max_connections as usize)),
            ending: Ending::default(),
        })
    }

    /// The address with the port that was found free.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Serves until `stop` is ready, then ends the connections: each as soon as its client has the answers to what it sent, all of them
    /// after the grace period.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tokio::select! {
            () = self.accept() => {}
            () = self.sweep() => {}
            () = stop => {}
        }
        self.close().await;
    }

    async fn accept(&self) {
        loop {
            let admitted = match self.listener.accept().await {
                Ok((stream, _)) => self.admit(stream),
                Err(error) => Err(error),
            };
            if let Err(error) = admitted {
                eprintln!("kv: can't accept a connection: {error}");
                sleep(RETRY).await;
            }
        }
    }

    /// Gives a connection a task, or turns it away.
    fn admit(&self, stream: TcpStream) -> io::Result<()> {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            turn_away(&stream);
            return Ok(());
        };
        stream.set_nodelay(true)?;
        // As a plain socket: the runtime that the task will run on is to watch it, not the one that accepted it.
        let stream = stream.into_std()?;
        let (limits, store, ending) = (self.config.limits, Arc::clone(&self.store), self.ending.clone());
        spawn(converse(stream, place, limits, store, ending));
        Ok(())
    }

    async fn sweep(&self) {
        let mut ticks = interval(SWEEP);
        loop {
            ticks.tick().await;
            self.store.sweep(Instant::now());
        }
    }

    async fn close(self) {
        let Server { config, listener, places, ending, .. } = self;
        drop(listener);
        ending.closing.cancel();
        // All places are free when no connection is left.
        if timeout(config.grace, places.acquire_many(config.max_connections)).await.is_err() {
            ending.abandoned.cancel();
            let _ = places.acquire_many(config.max_connections).await;
        }
    }
}

/// The task of one connection. A stream that fails concerns nobody but its client.
#[resumable]
async fn converse(
    stream: std::net::TcpStream,
    _place: OwnedSemaphorePermit,
    limits: Limits,
    store: Arc<Store>,
    ending: Ending,
) -> io::Result<()> {
    Connection::new(TcpStream::from_std(stream)?, limits, store, ending).serve().await
}

/// Tells a client that comes too late, if that can be done without waiting.
fn turn_away(stream: &TcpStream) {
    let mut answer = Vec::new();
    Reply::Error("ERR max number of clients reached".to_string()).write(&mut answer);
    // The connection is closed either way.
    let _ = stream.try_write(&answer);
}
