//! How much of each case the state machine lowers: `traps/lowering.txt`, one line a case.
//!
//! The cases are in several programs that may run at the same time, so each one compares, or writes, its own line. A line may be out of date in one direction: whoever lowers more needn't change it.

use super::{folder, overwrites, table};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::fs::{self, File};

/// What became of all functions of a case, best first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Lowering {
    /// No function awaits.
    NoAwaits,
    /// Every await stands where it was written.
    Whole,
    /// Some statements with awaits, or the rest of a body, are rustc's own.
    Partly,
    /// One awaiter per function: all of it may be rustc's own.
    Leaves,
}

impl Lowering {
    /// Of the functions inside a module of this program.
    pub fn of(module: &str) -> Self {
        let inside = |m: &str| m.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
        let awaiting: Vec<_> = resumable::registry().filter(|r| inside(r.module) && r.suspension_points > 0).collect();
        let with_leaves = awaiting.iter().filter(|r| r.leaves > 0).count();
        match with_leaves {
            _ if awaiting.is_empty() => Lowering::NoAwaits,
            0 => Lowering::Whole,
            n if n == awaiting.len() && awaiting.iter().all(|r| r.leaves == 1) => Lowering::Leaves,
            _ => Lowering::Partly,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Lowering::NoAwaits, Lowering::Whole, Lowering::Partly, Lowering::Leaves]
            .into_iter()
            .find(|l| l.to_string() == text)
    }
}

impl Display for Lowering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lowering::NoAwaits => "no awaits",
            Lowering::Whole => "lowered",
            Lowering::Partly => "with leaves",
            Lowering::Leaves => "one leaf each",
        })
    }
}

/// The committed lines, by `file::case`.
pub fn committed() -> BTreeMap<String, Lowering> {
    let text = fs::read_to_string(folder().join("lowering.txt")).unwrap_or_default();
    let lines = text.lines().filter_map(|l| l.split_once(": "));
    lines.filter_map(|(case, lowering)| Some((case.to_string(), Lowering::parse(lowering)?))).collect()
}

/// Panics if less of a case, `file::case::state_machine`, was lowered here than its line says. The package is that of the test: there are others
/// that compile the same files.
pub fn check(package: &str, module: &str) {
    let Some(case) = module.strip_suffix("::state_machine") else { return };
    if package != env!("CARGO_PKG_NAME") || !super::source::is_in_the_corpus(case) {
        return;
    }
    let found = Lowering::of(module);
    if overwrites() {
        return write(case, found);
    }
    let Some(known) = committed().remove(case) else {
        return println!("`{case}` is new: RESUMABLE_TABLES=overwrite writes it into traps/lowering.txt");
    };
    assert!(found <= known, "of `{case}` less is lowered than traps/lowering.txt says: {found}, no longer {known}");
    if found < known {
        println!("of `{case}` more is lowered than traps/lowering.txt says: RESUMABLE_TABLES=overwrite writes it anew");
    }
}

/// One at a time, of all programs.
fn write(case: &str, found: Lowering) {
    fs::create_dir_all(folder()).expect("the folder of this crate");
    let path = folder().join("lowering.txt");
    let lock = File::open(folder()).expect("made above");
    lock.lock().expect("nobody else holds it for long");
    let mut lines = committed();
    lines.retain(|case, _| super::source::is_in_the_corpus(case));
    lines.insert(case.to_string(), found);
    let text: String = lines.iter().map(|(case, lowering)| format!("{case}: {lowering}\n")).collect();
    fs::write(path, text).expect("it is ours");
    table::write();
}
