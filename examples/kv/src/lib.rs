//! A key-value server that speaks RESP2, the protocol of Redis, over TCP.
//!
//! It is the example of a network service in which every `async fn` is annotated with `#[resumable]`: the same source runs as state
//! machines, or as coroutines with `--features stackful`, under the same tests. Only [`connection`] and [`server`] are asynchronous;
//! whatever can be decided without a socket is decided in plain functions:
//!
//! | module | decides |
//! |---|---|
//! | [`resp`] | where a request ends in a stream of bytes, and what is malformed |
//! | [`reply`] | how an answer is written |
//! | [`command`] | which command a request means, and its errors |
//! | [`store`] | what a key holds, and until when |
//! | [`execute`] | what a command does to the store |
//! | [`connection`] | when to read, when to write, when to hang up |
//! | [`server`] | who is accepted, on which thread a connection lives, how the server ends |

pub mod command;
pub mod connection;
pub mod execute;
mod integer;
pub mod reply;
pub mod resp;
pub mod server;
pub mod store;
