//! Goroutines, as a peer: a program of its own, compiled once per run where Go is installed.

use crate::metric;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Named figures that the program printed.
pub type Figures = Vec<(String, f64)>;

/// What stands below a table where there is no Go.
pub const MISSING: &str = "go: skipped, since Go isn't installed (Debian: golang-go)";

const SOURCE: &str = include_str!("../../peers/go/main.go");

/// The figures of a command, or None without Go.
pub fn run(command: &str, size: u64) -> Option<Figures> {
    let output = Command::new(program()?).args([command, &size.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    text.lines().map(figure).collect()
}

fn figure(line: &str) -> Option<(String, f64)> {
    let (name, value) = line.split_once(' ')?;
    Some((name.into(), value.parse().ok()?))
}

/// The figure of that name.
pub fn find(figures: &Figures, name: &str) -> Option<f64> {
    figures.iter().find(|f| f.0 == name).map(|f| f.1)
}

/// Those of the figures that are called like metrics.
pub fn readings(figures: &Figures) -> Vec<Reading> {
    let known = figures.iter().filter_map(|(name, value)| Some((metric::by_name(name)?, *value)));
    known.map(|(metric, value)| Reading::counted(Place::of(Strategy::Go), metric, value)).collect()
}

/// Whether goroutines take part.
pub fn is_installed() -> bool {
    program().is_some()
}

static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();

fn program() -> Option<&'static PathBuf> {
    PROGRAM.get_or_init(build).as_ref()
}

/// In a directory of its own, which holds nothing else and is used again by the next run.
fn build() -> Option<PathBuf> {
    let directory = std::env::temp_dir().join(format!("resumable-lab-go-{}", std::process::id()));
    std::fs::create_dir_all(&directory).ok()?;
    let (source, program) = (directory.join("main.go"), directory.join("peer"));
    std::fs::write(&source, SOURCE).ok()?;
    let go = Command::new("go").args(["build", "-o"]).arg(&program).arg(&source).output().ok()?;
    go.status.success().then_some(program)
}

/// Removes what was built, if anything was.
pub fn clean() {
    if let Some(directory) = PROGRAM.get().and_then(|program| program.as_ref()?.parent()) {
        let _ = std::fs::remove_dir_all(directory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_name_and_a_value() {
        assert_eq!(figure("ns 12.5"), Some(("ns".into(), 12.5)));
        assert_eq!(figure("goroutine 1 [running]:"), None);
    }
}
