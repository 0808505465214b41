//! Questions about what was written, one file each. Nothing here knows a strategy.

pub mod awaits;
pub mod output;
pub mod params;
