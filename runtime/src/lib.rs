#![doc = include_str!("../README.md")]

mod block_on;
mod call;
mod codegen;
mod machine;
mod native;
mod registry;
mod residual;
mod returns;
#[cfg(any(feature = "threads", feature = "tokio"))]
mod spawn;
mod stack;

pub use block_on::block_on;
pub use call::{Body, Call, Unstarted};
pub use codegen::{Codegen, Resumable, codegen_of};
pub use registry::{Record, registry};
pub use resumable_macro::{Lowered, resumable};
#[cfg(any(feature = "threads", feature = "tokio"))]
pub use spawn::{JoinError, JoinHandle, Spawn, spawn, spawn_with};
pub use stack::{StackStats, stack_stats};

/// What emitted code names. Not part of the public interface: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::call::{Flow, Hidden, ViaCall, ViaFuture, call, cancelled, operand};
    pub use crate::machine::Machine;
    pub mod machine {
        pub use crate::machine::*;
    }
    pub use crate::native::Native;
    pub use crate::registry::record;
    pub use crate::residual::{FromResidual, Try};
    pub use crate::returns::{Returns, never};
}
