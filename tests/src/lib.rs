//! How the lowerings are tested: each body is compiled by rustc and by every strategy, run under the same scripts, and must leave the same trace.
//!
//! - [`trace`] collects events, and makes one of them panic;
//! - [`values`] and [`parts`] are what bodies are made of: values that log their drop, futures that are pending for a while;
//! - [`script`] drives one future in one way and returns its trace;
//! - [`compare`] runs every script on two futures;
//! - [`batch`] is the `main` of a program that compares many bodies and says so line by line;
//! - [`differential!`] takes a body once and compiles it four times.
//! - [`traps`] lists what can go wrong, with the tests of it.

pub mod batch;
pub mod compare;
mod differential;
pub mod foreign;
pub mod parts;
pub mod script;
pub mod trace;
pub mod traps;
pub mod values;

pub use resumable;

/// What a corpus file imports.
pub mod prelude {
    pub use crate::differential;
    pub use crate::parts::*;
    pub use crate::trace::step;
    pub use crate::values::*;
    pub use std::future::{Future, IntoFuture};
    pub use std::pin::Pin;
    pub use std::task::{Context, Poll};
}
