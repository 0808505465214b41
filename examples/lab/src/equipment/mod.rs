//! What the experiments have in common: an executor, leaves and a channel that cost next to nothing.

pub mod channel;
pub mod executor;
pub mod leaf;
