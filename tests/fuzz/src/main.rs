//! `cargo run --release -p fuzz -- --bodies 20000`: random bodies against rustc's own `async fn`.
//!
//! [`support`] builds what bodies are made of, [`batch`] compiles many bodies into one program and runs it, [`campaign`] does so on all cores
//! and counts, [`minimise`] makes smaller what failed, and [`report`] says it.

mod batch;
mod campaign;
mod cli;
mod minimise;
mod outcome;
mod report;
mod rustc;
mod support;
#[cfg(test)]
mod tests;
mod watch;

use anyhow::Result;
use clap::Parser;
use std::process::ExitCode;

fn main() -> Result<ExitCode> {
    let options = cli::Options::parse();
    let support = support::Support::build(&options.profile)?;
    let findings = campaign::run(&options, &support)?;
    report::summary(&options, &findings);
    Ok(if findings.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
