//! The command line: which experiments, how many rounds, and for whom the output is.

use crate::experiment::{self, Experiment};
use crate::measure::Method;
use crate::size;
use clap::Parser;
use clap::builder::PossibleValuesParser;

/// Compares code generation strategies of async functions: plain calls, boxed futures, rustc's own lowering, explicit state machines
/// and stackful coroutines.
#[derive(Parser, Debug)]
#[command(name = "lab", version)]
pub struct Cli {
    /// Run only this experiment; may be given several times
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(experiment::names()))]
    only: Vec<String>,

    /// Timed rounds of which the median is reported
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,

    /// One JSON object a line instead of tables
    #[arg(long)]
    json: bool,

    /// A hundredth of the work: too little for sound numbers, enough to try the lab itself
    #[arg(long, hide = true)]
    quick: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    Table,
    Json,
}

impl Cli {
    /// In the order of the lab, whatever the order on the command line.
    pub fn experiments(&self) -> Vec<&'static Experiment> {
        experiment::ALL.iter().copied().filter(|e| self.is_chosen(e.name)).collect()
    }

    /// Whether sizes are compared, too.
    pub fn sizes(&self) -> bool {
        self.is_chosen(size::NAME)
    }

    fn is_chosen(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|n| n == name)
    }

    pub fn method(&self) -> Method {
        Method { rounds: self.rounds, share: if self.quick { 0.01 } else { 1.0 }, ..Method::default() }
    }

    pub fn output(&self) -> Output {
        if self.json { Output::Json } else { Output::Table }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::error::ErrorKind;

    fn parse(arguments: &[&str]) -> Result<Cli, clap::Error> {
        Cli::try_parse_from([&["lab"], arguments].concat())
    }

    #[test]
    fn the_definition_is_consistent() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn everything_runs_by_default() {
        let cli = parse(&[]).unwrap();
        assert_eq!(cli.experiments().len(), experiment::ALL.len());
        assert_eq!((cli.method().rounds, cli.output()), (5, Output::Table));
    }

    #[test]
    fn an_unknown_experiment_is_answered_with_the_known_ones() {
        let error = parse(&["--only", "warm"]).unwrap_err();
        assert_eq!((error.kind(), error.exit_code()), (ErrorKind::InvalidValue, 2));
        let text = error.to_string();
        assert!(experiment::names().iter().all(|name| text.contains(name)), "{text}");
    }

    #[test]
    fn zero_rounds_have_no_median() {
        let error = parse(&["--rounds", "0"]).unwrap_err();
        assert_eq!((error.kind(), error.exit_code()), (ErrorKind::ValueValidation, 2));
    }

    #[test]
    fn a_choice_keeps_the_order_of_the_lab() {
        let cli = parse(&["--only", "suspend", "--only", "hot"]).unwrap();
        assert_eq!(cli.experiments().iter().map(|e| e.name).collect::<Vec<_>>(), ["hot", "suspend"]);
    }
}
