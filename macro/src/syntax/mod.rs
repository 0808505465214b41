//! Questions about what was written, one file each. Nothing here knows a strategy.

pub mod assigned;
pub mod awaits;
pub mod callable;
pub mod conditional;
pub mod elided;
pub mod format_string;
pub mod groups;
pub mod hidden_exits;
pub mod liveness;
pub mod logs;
pub mod macros;
pub mod methods;
pub mod names;
pub mod operators;
pub mod output;
pub mod params;
pub mod pins;
pub mod primitive;
pub mod select;
pub mod temporaries;
pub mod tokens;
