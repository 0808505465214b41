//! A server of its own for each test, in this process.

use kv::server::{Config, Server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Longer than anything takes that works.
const PATIENCE: Duration = Duration::from_secs(20);

/// Serves until it is dropped.
pub struct Running {
    pub address: SocketAddr,
    stop: CancellationToken,
    thread: Option<JoinHandle<()>>,
}

/// Settings for tests: any free port of the loopback.
pub fn settings() -> Config {
    Config { bind: SocketAddr::from(([127, 0, 0, 1], 0)), ..Config::default() }
}

impl Running {
    pub fn start(config: Config) -> Running {
        let (stop, (tell, told)) = (CancellationToken::new(), mpsc::channel());
        let stopped = stop.clone().cancelled_owned();
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
            runtime.block_on(async {
                let server = Server::bind(config).await.expect("a free port");
                tell.send(server.address().expect("bound")).expect("the test waits");
                server.run(stopped).await;
            });
        });
        Running { address: told.recv().expect("the server starts"), stop, thread: Some(thread) }
    }

    /// A connection of the `redis` crate.
    pub fn client(&self) -> redis::Connection {
        let client = redis::Client::open(format!("redis://{}", self.address)).expect("a valid address");
        client.get_connection_with_timeout(PATIENCE).expect("connected")
    }

    /// A connection without a client.
    pub fn raw(&self) -> Raw {
        Raw::connect(self.address)
    }

    /// Asks the server to end.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Waits for the server's end.
    ///
    /// # Panics
    /// If the server panicked.
    pub fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends without a panic");
        }
    }
}

impl Default for Running {
    fn default() -> Self {
        Running::start(settings())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if !std::thread::panicking() {
            self.wait();
        }
    }
}

/// Bytes to and from the server.
pub struct Raw(pub TcpStream);

impl Raw {
    pub fn connect(address: SocketAddr) -> Raw {
        let stream = TcpStream::connect(address).expect("connected");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_nodelay(true).expect("no delay");
        Raw(stream)
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).expect("sent");
    }

    /// Reads as many bytes as are expected, and compares.
    #[track_caller]
    pub fn expect(&mut self, expected: impl AsRef<[u8]>) {
        let expected = expected.as_ref();
        let mut got = vec![0; expected.len()];
        self.0.read_exact(&mut got).unwrap_or_else(|e| panic!("{e} instead of {}", expected.escape_ascii()));
        assert_eq!(got.escape_ascii().to_string(), expected.escape_ascii().to_string());
    }

    /// Reads until the server hangs up.
    pub fn rest(&mut self) -> String {
        let mut rest = Vec::new();
        self.0.read_to_end(&mut rest).expect("closed in good order");
        String::from_utf8(rest).expect("text")
    }
}
