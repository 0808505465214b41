//! How the lowerings are tested: each body is compiled by rustc and by every strategy, run under the same scripts, and must leave the same trace.
//!
//! - [`trace`] collects events, and makes one of them panic;
//! - [`values`] are what bodies are made of: values that log their drop, futures that are pending for a while;
//! - [`script`] drives one future in one way and returns its trace;
//! - [`compare`] runs every script on two futures;
//! - [`differential!`] takes a body once and compiles it four times.

pub mod compare;
mod differential;
pub mod foreign;
pub mod script;
pub mod trace;
pub mod values;

pub use resumable;

/// What a corpus file imports.
pub mod prelude {
    pub use crate::differential;
    pub use crate::trace::step;
    pub use crate::values::*;
    pub use std::future::{Future, IntoFuture};
    pub use std::pin::Pin;
    pub use std::task::{Context, Poll};
}
