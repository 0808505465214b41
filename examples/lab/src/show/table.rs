//! A table per experiment: a row per place, with ratios to the strategies that others are compared with.

use crate::experiment::{Experiment, Findings};
use crate::measure::statistics::{Estimate, range};
use crate::metric::{Better, Metric};
use crate::reading::{Place, Reading, find};
use crate::strategy::Strategy;
use std::fmt::Write;

/// The strategies that others are compared with, where the experiment has them.
const BASES: [Strategy; 3] = [Strategy::Plain, Strategy::Boxed, Strategy::Native];

/// A header, and rows of as many cells.
#[derive(Default)]
pub struct Table {
    pub rows: Vec<Vec<String>>,
    /// Whether a ratio in it is marked as meaningless.
    pub doubtful: bool,
}

pub fn text(experiment: &Experiment, Findings { readings, notes }: &Findings) -> String {
    let table = if readings.is_empty() { Table::default() } else { Table::of(readings) };
    let notes: String = notes.iter().map(|note| format!("  {note}\n")).collect();
    let published = experiment.published.map(|p| format!("  published for {p}\n")).unwrap_or_default();
    let doubt = if table.doubtful { "  ~ the rounds differ too much: run it again on a quieter machine\n" } else { "" };
    format!("\n{}: {}\n{published}{}{notes}{doubt}", experiment.name, experiment.about, aligned(&table.rows))
}

impl Table {
    pub fn of(readings: &[Reading]) -> Table {
        let metrics = unique(readings.iter().map(|r| r.metric));
        match metrics[..] {
            [metric] if readings.iter().any(|r| r.place.function.is_some()) => by_strategy(metric, readings),
            _ => by_place(&metrics, readings),
        }
    }
}

/// A column per metric.
fn by_place(metrics: &[&'static Metric], readings: &[Reading]) -> Table {
    let places = unique(readings.iter().map(|r| r.place));
    let columns = Columns::of(metrics, readings);
    let mut doubtful = false;
    let mut rows = vec![columns.header()];
    for place in &places {
        let (row, doubt) = columns.row(place);
        rows.push(row);
        doubtful |= doubt;
    }
    Table { rows, doubtful }
}

/// What the table of an experiment with several metrics shows of a place.
struct Columns<'a> {
    readings: &'a [Reading],
    /// The first metric, that ratios are of.
    main: &'static Metric,
    others: &'a [&'static Metric],
    bases: Vec<Strategy>,
    labels: Vec<Label>,
}

/// A property of a place that isn't the same for all of them.
struct Label {
    name: &'static str,
    of: fn(&Place) -> String,
}

const LABELS: [Label; 3] = [
    Label { name: "case", of: |p| p.case.unwrap_or_default().into() },
    Label { name: "depth", of: |p| p.depth.map(|d| d.to_string()).unwrap_or_default() },
    Label { name: "function", of: |p| p.function.unwrap_or_default().into() },
];

impl<'a> Columns<'a> {
    fn of(metrics: &'a [&'static Metric], readings: &'a [Reading]) -> Self {
        let (&main, others) = metrics.split_first().expect("an experiment has readings");
        let compared = |base: &Strategy| {
            main.better != Better::Neither
                && readings.iter().any(|r| r.place.strategy == *base)
                && readings.iter().any(|r| r.metric == main && find(readings, &r.place.under(*base), main).is_some())
        };
        let bases = BASES.into_iter().filter(compared).collect();
        let differs = |label: &Label| readings.iter().any(|r| (label.of)(&r.place) != (label.of)(&readings[0].place));
        Columns { readings, main, others, bases, labels: LABELS.into_iter().filter(differs).collect() }
    }

    fn is_timed(&self) -> bool {
        self.readings.iter().any(|r| r.metric == self.main && !r.rounds.is_empty())
    }

    fn header(&self) -> Vec<String> {
        let mut cells: Vec<String> = self.labels.iter().map(|l| l.name.to_string()).collect();
        cells.extend(["strategy".to_string(), self.main.heading.into()]);
        if self.is_timed() {
            cells.extend(["±".to_string(), "min-max".into()]);
        }
        cells.extend(self.bases.iter().map(|base| format!("x {base}")));
        cells.extend(self.others.iter().map(|m| m.heading.to_string()));
        cells
    }

    /// The cells, and whether one of the ratios is meaningless.
    fn row(&self, place: &Place) -> (Vec<String>, bool) {
        let main = find(self.readings, place, self.main);
        let mut cells: Vec<String> = self.labels.iter().map(|l| (l.of)(place)).collect();
        cells.extend([place.strategy.to_string(), value(main)]);
        if self.is_timed() {
            cells.extend(main.map_or([String::new(), String::new()], uncertainty));
        }
        let ratios: Vec<Option<Ratio>> = self.bases.iter().map(|&base| self.ratio(main?, base)).collect();
        let doubtful = ratios.iter().flatten().any(|r| r.doubtful);
        cells.extend(ratios.iter().map(|r| r.as_ref().map_or("-".into(), Ratio::text)));
        cells.extend(self.others.iter().map(|m| value(find(self.readings, place, m))));
        (cells, doubtful)
    }

    fn ratio(&self, reading: &Reading, base: Strategy) -> Option<Ratio> {
        Some(Ratio::of(reading, find(self.readings, &reading.place.under(base), self.main)?))
    }
}

/// One reading in relation to another one.
pub struct Ratio {
    pub value: f64,
    pub doubtful: bool,
}

impl Ratio {
    pub fn of(reading: &Reading, base: &Reading) -> Ratio {
        if reading.rounds.is_empty() || base.rounds.len() != reading.rounds.len() {
            return Ratio { value: reading.value / base.value, doubtful: false };
        }
        let estimate = Estimate::of_ratio(&reading.rounds, &base.rounds);
        Ratio { value: estimate.median, doubtful: reading.place != base.place && estimate.is_meaningless() }
    }

    fn text(&self) -> String {
        if !self.value.is_finite() {
            return "-".into(); // nothing is how often nothing?
        }
        let mark = if self.doubtful { "~" } else { "" };
        let decimals = if self.value < 0.1 { 3 } else { 2 };
        format!("{mark}{:.decimals$}", self.value)
    }
}

fn value(reading: Option<&Reading>) -> String {
    reading.map_or("-".into(), |r| format!("{:.*}", r.metric.decimals, r.value))
}

fn uncertainty(reading: &Reading) -> [String; 2] {
    if reading.rounds.is_empty() {
        return Default::default();
    }
    let (low, high) = range(&reading.rounds);
    let decimals = reading.metric.decimals.min(1);
    [
        format!("{:.0}%", Estimate::of(&reading.rounds).uncertainty() * 100.0),
        format!("{low:.decimals$}-{high:.decimals$}"),
    ]
}

/// A column per strategy, and the ratio of the last to the first one: for many functions in one metric.
fn by_strategy(metric: &'static Metric, readings: &[Reading]) -> Table {
    let strategies = unique(readings.iter().map(|r| r.place.strategy));
    let (first, last) = (strategies[0], strategies[strategies.len() - 1]);
    let mut header = vec!["function".to_string()];
    header.extend(strategies.iter().map(|s| s.to_string()));
    header.push(format!("{last} x {first}"));
    let row = |place: Place| {
        let of = |s: Strategy| find(readings, &place.under(s), metric);
        let mut cells = vec![place.function.unwrap_or_default().to_string()];
        cells.extend(strategies.iter().map(|&s| value(of(s))));
        let ratio = of(first).zip(of(last)).map(|(base, r)| format!("{:.2}", r.value / base.value));
        cells.push(ratio.unwrap_or_else(|| "-".into()));
        cells
    };
    let places = unique(readings.iter().map(|r| r.place.under(first)));
    Table { rows: std::iter::once(header).chain(places.into_iter().map(row)).collect(), doubtful: false }
}

/// Each value once, in the order of first appearance.
pub fn unique<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    values.fold(Vec::new(), |mut found, value| {
        if !found.contains(&value) {
            found.push(value);
        }
        found
    })
}

/// Columns as wide as their widest cell: text to the left, numbers to the right.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |cell: &String| cell.chars().count();
    let widths: Vec<usize> = (0..columns).map(|c| rows.iter().map(|row| width(&row[c])).max().unwrap_or(0)).collect();
    let is_text = |c: usize| matches!(&*rows[0][c], "case" | "strategy" | "function");
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (c, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[c] - width(cell));
            let written =
                if is_text(c) { write!(line, "  {cell}{padding}") } else { write!(line, "  {padding}{cell}") };
            written.expect("a string takes everything");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Work, no_claims};
    use crate::metric::{ALLOCS_PER_OP, BYTES, NS_PER_OP};

    const SAMPLE: Experiment = Experiment {
        name: "sample",
        about: "two strategies",
        published: Some(".NET: more"),
        work: Work::Observed(|_| Ok(Vec::new().into())),
        claims: no_claims,
    };

    fn timed(strategy: Strategy, rounds: [f64; 3], allocs: f64) -> [Reading; 2] {
        let place = Place::of(strategy).depth(12);
        let reading = Reading { place, metric: &NS_PER_OP, value: rounds[1], rounds: rounds.into() };
        [reading, Reading::counted(place, &ALLOCS_PER_OP, allocs)]
    }

    #[test]
    fn a_table_is_aligned_and_compares_with_the_bases_that_it_has() {
        let findings =
            [timed(Strategy::Boxed, [200.0, 200.0, 200.0], 13.0), timed(Strategy::Stackful, [12.5; 3], 0.0)].concat();
        let expected = "
sample: two strategies
  published for .NET: more
  strategy   ns/op   ±      min-max  x boxed  allocs/op
  boxed     200.00  0%  200.0-200.0     1.00      13.00
  stackful   12.50  0%    12.5-12.5    0.062       0.00
";
        assert_eq!(text(&SAMPLE, &findings.into()), expected);
    }

    #[test]
    fn a_ratio_that_the_spread_makes_meaningless_is_marked() {
        let readings =
            [timed(Strategy::Boxed, [100.0; 3], 1.0), timed(Strategy::Stackful, [10.0, 50.0, 90.0], 0.0)].concat();
        let text = text(&SAMPLE, &readings.into());
        assert!(text.contains(" ~0.50 ") && text.ends_with("run it again on a quieter machine\n"), "{text}");
    }

    #[test]
    fn functions_have_a_column_per_strategy() {
        let sized = |function, strategy, bytes| Reading::counted(Place::of(strategy).function(function), &BYTES, bytes);
        let readings = [
            sized("small", Strategy::Native, 8.0),
            sized("small", Strategy::StateMachine, 8.0),
            sized("large", Strategy::Native, 100.0),
            sized("large", Strategy::StateMachine, 60.0),
        ];
        let expected = "
  function  native  state_machine  state_machine x native
  small          8              8                    1.00
  large        100             60                    0.60
";
        assert_eq!(aligned(&Table::of(&readings).rows), expected[1..]);
    }

    #[test]
    fn what_differs_between_places_is_a_column() {
        let at = |depth| Reading::counted(Place::of(Strategy::Native).depth(depth).case("same"), &BYTES, 1.0);
        let table = Table::of(&[at(1), at(16)]);
        assert_eq!(table.rows[0], ["depth", "strategy", "bytes", "x native"]);
        assert_eq!(table.rows[2], ["16", "native", "1", "1.00"]);
    }
}
