//! What has gone wrong in lowerings of `async fn`, here or elsewhere, each with the tests that show that it doesn't go wrong here.
//!
//! Each `differential!` case takes note of how much of it the state machine lowered, in [`lowering`]; [`table`] makes a text of all, which is
//! committed. `RESUMABLE_TABLES=overwrite cargo test -p resumable-tests` writes both anew.

mod list;
mod list_of_coroutines;
mod list_of_reports;
pub mod lowering;
mod source;
pub mod table;

/// One thing that can go wrong.
#[derive(Debug)]
pub struct Trap {
    pub title: &'static str,
    /// The tests: `file::case` of the corpus, `tests/file::test` or `ui/file`.
    pub cases: &'static [&'static str],
    /// Where a lowering doesn't do as rustc does but says so: the remedy, which one of the cases tries.
    pub refused: Option<&'static str>,
}

/// Traps of one kind.
#[derive(Debug)]
pub struct Group {
    pub title: &'static str,
    pub traps: &'static [Trap],
}

/// All of them, each with what it is about: the column of the table.
pub fn groups() -> impl Iterator<Item = (&'static str, &'static Group)> {
    let machines = list::GROUPS.iter().chain(list_of_reports::GROUPS);
    machines.map(|g| ("state machine", g)).chain(list_of_coroutines::GROUPS.iter().map(|g| ("stackful", g)))
}

const fn equal(title: &'static str, cases: &'static [&'static str]) -> Trap {
    Trap { title, cases, refused: None }
}

/// Whether committed tables are written instead of compared.
fn overwrites() -> bool {
    std::env::var_os("RESUMABLE_TABLES").is_some_and(|v| v == "overwrite")
}

/// The folder of the committed tables.
fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("traps")
}
