//! The experiments. Each module's first lines say what it shows, and why a figure may differ from the one that was published.

mod alloc;
mod cancel;
mod code;
mod contract;
mod depth;
mod dyn_calls;
mod entry;
mod errors;
mod ffi;
mod frames;
mod hot;
mod interp;
mod mixed;
mod parked;
mod processes;
mod ready_ratio;
mod recursion;
mod size;
mod suspend;
mod threads;
mod verify;
mod wrapped;

use crate::equipment::child::{Figures, Job};
use crate::experiment::Experiment;

/// In the order in which they are run.
pub static ALL: &[&Experiment] = &[
    &verify::EXPERIMENT,
    &hot::EXPERIMENT,
    &entry::EXPERIMENT,
    &wrapped::EXPERIMENT,
    &suspend::EXPERIMENT,
    &mixed::EXPERIMENT,
    &ready_ratio::EXPERIMENT,
    &alloc::EXPERIMENT,
    &errors::EXPERIMENT,
    &recursion::EXPERIMENT,
    &dyn_calls::EXPERIMENT,
    &depth::EXPERIMENT,
    &cancel::EXPERIMENT,
    &ffi::EXPERIMENT,
    &parked::EXPERIMENT,
    &threads::EXPERIMENT,
    &frames::EXPERIMENT,
    &contract::EXPERIMENT,
    &interp::EXPERIMENT,
    &processes::EXPERIMENT,
    &size::EXPERIMENT,
    &code::EXPERIMENT,
];

/// What a child process does for its parent.
///
/// # Errors
/// When the experiment has no work for children.
pub fn child(job: &Job) -> Result<Figures, String> {
    match job.experiment {
        "parked" => Ok(parked::child(job)),
        "threads" => threads::child(job),
        "processes" => processes::child(job),
        "interp" => interp::child(job),
        other => Err(format!("`{other}` has no children")),
    }
}

pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|e| e.name).collect()
}

/// Calls in a chain, see [`twelve`].
const DEPTH: u32 = 12;

/// Hands the links of a chain to the macro that writes it: `c12` calls `c11`, and so on down to the leaf, `c0`.
macro_rules! twelve {
    ($chain:ident $($args:tt)*) => {
        $chain!(
            $($args)*
            c1 -> c0, c2 -> c1, c3 -> c2, c4 -> c3, c5 -> c4, c6 -> c5, c7 -> c6, c8 -> c7, c9 -> c8, c10 -> c9, c11 -> c10, c12 -> c11
        );
    };
}
use twelve;

/// What each of the functions is compiled by, as its call says.
macro_rules! claims_of {
    ($strategy:ident: $($function:ident($($argument:expr),*)),* $(,)?) => {
        vec![$(Claim::new(module_path!(), stringify!($strategy), stringify!($function), &$function($($argument),*))),*]
    };
}
use claims_of;
