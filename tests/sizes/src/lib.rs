//! How large the futures of async functions are: ordinary ones, and those that rustc is known to make large.
//!
//! Each file of functions is compiled twice, by rustc (`native`) and as state machines, functions that are called by others included.
//! What they await in the end is [`world`]'s, and the same for both.

#[macro_use]
mod measure;

mod arguments;
mod chains;
mod generics;
mod loops;
mod moves;
mod plain;
mod scopes;
mod services;
pub mod world;

pub use measure::Function;

/// Every function of the corpus, in the order of the files.
pub fn all() -> Vec<Function> {
    [
        arguments::functions(),
        moves::functions(),
        scopes::functions(),
        loops::functions(),
        chains::functions(),
        generics::functions(),
        services::functions(),
        plain::functions(),
    ]
    .concat()
}
