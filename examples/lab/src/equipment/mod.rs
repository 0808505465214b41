//! What the experiments have in common: an executor, leaves and a channel that cost next to nothing.

pub mod channel;
pub mod child;
pub mod executor;
pub mod go;
pub mod leaf;
pub mod memory;
