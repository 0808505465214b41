//! The report: one HTML page that needs nothing else, with a chart and a table per experiment, and a few of the charts as pictures.

mod bars;
mod chart;
mod color;
mod lines;
mod page;
mod winners;

use crate::measure::{Method, machine};
use crate::run::Done;
use std::fs;
use std::io;
use std::path::Path;

/// Experiments whose charts are written as pictures of their own, too.
const PICTURES: [&str; 2] = ["recursion", "depth"];

/// Writes `index.html`, a `README.md` with who is first, and the pictures into the directory, which is made if there is none.
///
/// # Errors
/// When the directory can't be written.
pub fn write(directory: &Path, runs: &[Done], method: &Method) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    fs::write(directory.join("index.html"), page::page(runs, method))?;
    fs::write(directory.join("README.md"), readme(runs))?;
    for done in runs.iter().filter(|done| PICTURES.contains(&done.experiment.name)) {
        if let Some(chart) = chart::of(&done.findings.readings) {
            fs::write(directory.join(format!("{}.svg", done.experiment.name)), chart::standalone(&chart))?;
        }
    }
    Ok(())
}

/// What a reader of the directory sees.
fn readme(runs: &[Done]) -> String {
    let pictures: String =
        PICTURES.iter().filter(|p| runs.iter().any(|d| d.experiment.name == **p)).map(picture).collect();
    let facts: String = machine::facts().iter().map(|(name, value)| format!("- {name}: {value}\n")).collect();
    format!(
        "# Who is first\n\nOne run of `cargo run --release -p lab -- --report docs/report`, with all charts and tables in `index.html`.\n\n\
         {facts}\nWithin 3 % of the best is first, too. A ratio is ours to the best of the others, in the experiment's metric.\n\n{}\n{pictures}",
        winners::markdown(&winners::rows(runs))
    )
}

fn picture(name: &&str) -> String {
    format!("![{name}]({name}.svg)\n")
}
