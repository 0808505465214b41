//! That the code behind a figure was generated as its label says.

mod claim;
pub mod disk;

pub use claim::{Claim, own_binary};
