//! What can be asked for.

use clap::Parser;
use resumable_generator::Edition;
use std::path::PathBuf;

/// Compares random bodies with rustc's own `async fn`: completion, cancellation after every poll, a panic at every event and in every destructor.
#[derive(Parser, Debug)]
pub struct Options {
    /// How many bodies.
    #[arg(long, default_value_t = 1000)]
    pub bodies: u64,
    /// The number of the first body; each depends on its own number and its edition only.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many bodies are compiled into one program.
    #[arg(long, default_value_t = 200)]
    pub batch: u64,
    /// The strategy to compare with rustc's own.
    #[arg(long, default_value = "state_machine", value_parser = ["state_machine", "stackful", "native"])]
    pub strategy: String,
    /// Only this edition; otherwise batches take turns.
    #[arg(long, value_parser = ["2021", "2024"])]
    pub edition: Option<String>,
    /// One batch in so many is compiled with optimisations; 0: none, 1: all.
    #[arg(long, default_value_t = 8)]
    pub optimised: u64,
    /// How many failures of each kind are minimised.
    #[arg(long, default_value_t = 1)]
    pub minimise: usize,
    /// Where minimised failures are written, beside printing them.
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Keep the sources and programs of all batches, in this folder.
    #[arg(long)]
    pub keep: Option<PathBuf>,
    /// One JSON object per failure and one for the summary, on stdout.
    #[arg(long)]
    pub json: bool,
    /// The profile in which cargo builds the macro and what bodies are made of.
    #[arg(long, default_value = "fuzz")]
    pub profile: String,
    /// How many batches at once [default: one per core].
    #[arg(long)]
    pub jobs: Option<usize>,
}

/// How a program is compiled.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    pub edition: Edition,
    pub optimised: bool,
}

impl Options {
    /// How batch number `n` is compiled.
    pub fn mode(&self, n: u64) -> Mode {
        let edition = match self.edition.as_deref() {
            Some("2021") => Edition::E2021,
            Some(_) => Edition::E2024,
            None if n.is_multiple_of(2) => Edition::E2024,
            None => Edition::E2021,
        };
        // Of both editions: in each two rounds, two batches that follow each other.
        let optimised = self.optimised != 0 && (n / 2 + 1).is_multiple_of(self.optimised);
        Mode { edition, optimised }
    }

    pub fn jobs(&self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}
