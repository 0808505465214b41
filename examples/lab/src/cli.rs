//! The command line: which experiments, how many rounds, and for whom the output is.

use crate::equipment::child::Job;
use crate::experiment::Experiment;
use crate::experiments;
use crate::measure::Method;
use crate::strategy::Strategy;
use clap::Parser;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// Compares code generation strategies of async functions: plain calls, boxed futures, rustc's own lowering, explicit state machines
/// and stackful coroutines.
#[derive(Parser, Debug)]
#[command(name = "lab", version)]
pub struct Cli {
    /// Run only this experiment; may be given several times
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(experiments::names()))]
    only: Vec<String>,

    /// Timed rounds of which the median is reported [default: 9, with --quick 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,

    /// One JSON object a line instead of tables
    #[arg(long)]
    json: bool,

    /// A twentieth of the work, in less than a minute: enough to see whether all is well, not for sound figures
    #[arg(long)]
    quick: bool,

    /// Compare with expected.toml: exit with an error that names what is breached
    #[arg(long)]
    pub check: bool,

    /// Write a report into this directory: index.html, which needs nothing else, and two of its charts as pictures
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,

    /// Name the experiments and what each one measures, and run none
    #[arg(long)]
    pub list: bool,

    /// Share of the work
    #[arg(long, hide = true)]
    share: Option<f64>,

    /// Give two strategies each other's name: to test `--check`
    #[arg(long, hide = true, value_names = ["A", "B"], num_args = 2)]
    swap: Vec<String>,

    /// Do a part of this experiment, for a parent
    #[arg(long, hide = true, requires_all = ["strategy", "size"])]
    child: Option<String>,
    #[arg(long, hide = true)]
    strategy: Option<String>,
    #[arg(long, hide = true)]
    size: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    Table,
    Json,
}

impl Cli {
    /// In the order of the lab, whatever the order on the command line.
    pub fn experiments(&self) -> Vec<&'static Experiment> {
        let is_chosen = |name: &str| self.only.is_empty() || self.only.iter().any(|n| n == name);
        experiments::ALL.iter().copied().filter(|e| is_chosen(e.name)).collect()
    }

    /// What this process is to do for a parent.
    pub fn job(&self) -> Option<Job> {
        let experiment = experiments::ALL.iter().find(|e| Some(e.name) == self.child.as_deref())?;
        let strategy = Strategy::by_name(self.strategy.as_deref()?)?;
        Some(Job { experiment: experiment.name, strategy, size: self.size? })
    }

    /// Which strategies go by each other's name.
    pub fn swapped(&self) -> Option<[Strategy; 2]> {
        let [a, b] = &*self.swap else { return None };
        Some([Strategy::by_name(a)?, Strategy::by_name(b)?])
    }

    pub fn method(&self) -> Method {
        let usual = if self.quick { Method::QUICK } else { Method::FULL };
        Method { rounds: self.rounds.unwrap_or(usual.rounds), share: self.share.unwrap_or(usual.share), ..usual }
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
        assert_eq!(cli.experiments().len(), experiments::ALL.len());
        assert_eq!((cli.method().rounds, cli.output()), (9, Output::Table));
    }

    #[test]
    fn quick_is_less_of_everything_unless_told() {
        let method = parse(&["--quick"]).unwrap().method();
        assert!(method.rounds < 9 && method.share < 0.1, "{method:?}");
        assert_eq!(parse(&["--quick", "--rounds", "7"]).unwrap().method().rounds, 7);
    }

    #[test]
    fn an_unknown_experiment_is_answered_with_the_known_ones() {
        let error = parse(&["--only", "warm"]).unwrap_err();
        assert_eq!((error.kind(), error.exit_code()), (ErrorKind::InvalidValue, 2));
        let text = error.to_string();
        assert!(experiments::names().iter().all(|name| text.contains(name)), "{text}");
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
