//! What is shown: tables with ratios for people, one JSON object a line for programs, and a progress line on a terminal.

use crate::experiment::{Experiment, Metric, Target};
use crate::measure::{Measured, Method};
use crate::strategy::Strategy;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::fmt::Write;

/// A line on stderr that shows how far the lab is; nothing where stderr is not a terminal.
pub fn progress(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:>8} {bar:40} {percent:>3}% {eta}").expect("the template is valid");
    ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr()).with_style(style)
}

/// How the numbers below were made.
pub fn preface(method: &Method) -> String {
    let Method { warm_ups, rounds, slices, .. } = method;
    format!(
        "Medians of {rounds} rounds after {warm_ups} warm-ups, {slices} interleaved slices each, CPU time of one thread.\n\
         Every function's code generation was verified from the markers of this binary.\n"
    )
}

/// One measurement, as a program reads it.
#[derive(Serialize)]
struct Line {
    experiment: &'static str,
    strategy: &'static str,
    metric: &'static str,
    value: f64,
    depth: u32,
}

pub fn json(experiment: &Experiment, measured: &[Measured]) -> String {
    measured.iter().flat_map(|m| lines(experiment, m)).fold(String::new(), |mut text, line| {
        text += &serde_json::to_string(&line).expect("a flat struct of strings and numbers");
        text.push('\n');
        text
    })
}

fn lines(experiment: &Experiment, m: &Measured) -> [Line; 3] {
    let line = |metric, value| Line {
        experiment: experiment.name,
        strategy: m.strategy.name(),
        metric,
        value,
        depth: experiment.depth,
    };
    [
        line(experiment.metric.name(), experiment.metric.of(m.ns_per_op)),
        line("bytes_per_op", m.bytes_per_op),
        line("allocs_per_op", m.allocs_per_op),
    ]
}

/// The strategies that others are compared with, where the experiment has them.
const BASES: [Strategy; 3] = [Strategy::Plain, Strategy::Boxed, Strategy::Native];

pub fn table(experiment: &Experiment, measured: &[Measured]) -> String {
    let bases: Vec<&Measured> = BASES.iter().filter_map(|&s| find(measured, s)).collect();
    let mut rows = vec![header(experiment, &bases)];
    rows.extend(measured.iter().map(|m| row(experiment, m, &bases)));
    let targets: String = experiment.targets.iter().filter_map(|t| target(experiment, t, measured)).collect();
    format!("\n{}: {}\n{}{targets}", experiment.name, experiment.about, aligned(&rows))
}

fn header(experiment: &Experiment, bases: &[&Measured]) -> Vec<String> {
    let metric = match experiment.metric {
        Metric::NsPerOp => "ns/op",
        Metric::MsgsPerS => "msgs/s",
    };
    let mut cells = vec!["strategy".to_string(), metric.into(), "spread".into()];
    cells.extend(bases.iter().map(|base| format!("x {}", base.strategy)));
    cells.extend(["allocs/op".into(), "bytes/op".into()]);
    cells
}

fn row(experiment: &Experiment, m: &Measured, bases: &[&Measured]) -> Vec<String> {
    let decimals = if experiment.metric == Metric::NsPerOp { 2 } else { 0 };
    let value = experiment.metric.of(m.ns_per_op);
    let mut cells = vec![m.strategy.to_string(), format!("{value:.decimals$}"), format!("{:.0}%", m.spread * 100.0)];
    cells.extend(bases.iter().map(|base| format!("{:.2}", ratio(experiment, m, base))));
    cells.extend([format!("{:.2}", m.allocs_per_op), format!("{:.1}", m.bytes_per_op)]);
    cells
}

/// Whether a promise is kept, in this run: `  met     stackful <= 1.10 x plain: 0.62`
fn target(experiment: &Experiment, target: &Target, measured: &[Measured]) -> Option<String> {
    let &Target { strategy, of, ratio: promised } = target;
    let found = ratio(experiment, find(measured, strategy)?, find(measured, of)?);
    let (sign, kept) = match experiment.metric {
        Metric::NsPerOp => ("<=", found <= promised),
        Metric::MsgsPerS => (">=", found >= promised),
    };
    let verdict = if kept { "met" } else { "missed" };
    Some(format!("  {verdict:6}  {strategy} {sign} {promised:.2} x {of}: {found:.2}\n"))
}

fn ratio(experiment: &Experiment, m: &Measured, base: &Measured) -> f64 {
    experiment.metric.of(m.ns_per_op) / experiment.metric.of(base.ns_per_op)
}

fn find(measured: &[Measured], strategy: Strategy) -> Option<&Measured> {
    measured.iter().find(|m| m.strategy == strategy)
}

/// Columns as wide as their widest cell: the first one to the left, numbers to the right.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).map(|c| rows.iter().map(|row| row[c].len()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        write!(text, "  {:<1$}", row[0], widths[0]).expect("a string takes everything");
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            write!(text, "  {cell:>width$}").expect("a string takes everything");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(metric: Metric) -> Experiment {
        Experiment {
            name: "sample",
            about: "two strategies",
            metric,
            depth: 12,
            operations: 1,
            subjects: Vec::new,
            claims: Vec::new,
            targets: &[Target { strategy: Strategy::Stackful, of: Strategy::Boxed, ratio: 2.0 }],
        }
    }

    fn measured() -> Vec<Measured> {
        let zero = Measured {
            strategy: Strategy::Stackful,
            ns_per_op: 12.5,
            spread: 0.014,
            allocs_per_op: 0.0,
            bytes_per_op: 0.0,
        };
        let boxed = Measured {
            strategy: Strategy::Boxed,
            ns_per_op: 200.0,
            spread: 0.1,
            allocs_per_op: 13.0,
            bytes_per_op: 624.5,
        };
        vec![boxed, zero]
    }

    #[test]
    fn a_table_is_aligned_and_compares_with_the_bases_that_it_has() {
        let expected = "
sample: two strategies
  strategy   ns/op  spread  x boxed  allocs/op  bytes/op
  boxed     200.00     10%     1.00      13.00     624.5
  stackful   12.50      1%     0.06       0.00       0.0
  met     stackful <= 2.00 x boxed: 0.06
";
        assert_eq!(table(&experiment(Metric::NsPerOp), &measured()), expected);
    }

    #[test]
    fn more_messages_are_better() {
        let text = table(&experiment(Metric::MsgsPerS), &measured());
        assert!(text.contains("stackful  80000000      1%    16.00"), "{text}");
        assert!(text.contains("met     stackful >= 2.00 x boxed: 16.00"), "{text}");
    }

    #[test]
    fn a_broken_promise_is_shown() {
        let mut measured = measured();
        measured[1].ns_per_op = 500.0;
        let text = table(&experiment(Metric::NsPerOp), &measured);
        assert!(text.ends_with("  missed  stackful <= 2.00 x boxed: 2.50\n"), "{text}");
    }

    #[test]
    fn json_is_one_object_a_line() {
        let text = json(&experiment(Metric::NsPerOp), &measured()[1..]);
        let expected = r#"{"experiment":"sample","strategy":"stackful","metric":"ns_per_op","value":12.5,"depth":12}
{"experiment":"sample","strategy":"stackful","metric":"bytes_per_op","value":0.0,"depth":12}
{"experiment":"sample","strategy":"stackful","metric":"allocs_per_op","value":0.0,"depth":12}
"#;
        assert_eq!(text, expected);
    }
}
