//! Who is first in each experiment, ours or not.

use super::chart::main_readings;
use crate::metric::{Better, KEPT};
use crate::reading::Reading;
use crate::run::Done;
use crate::show::table::{Ratio, unique};
use crate::strategy::Strategy;

/// Those within this share of the best are first together: rounds differ by as much.
const TIE: f64 = 0.03;

/// A row of the table of winners.
#[derive(PartialEq, Debug)]
pub struct Row {
    pub experiment: &'static str,
    /// Of several workloads, the one, or several with the same winners.
    pub workload: String,
    pub first: String,
    ours: Vec<Ours>,
}

/// One of our strategies beside the best of the others, in one workload or several.
#[derive(Clone, PartialEq, Debug)]
struct Ours {
    strategy: Strategy,
    ratios: (f64, f64),
    other: String,
}

impl Row {
    /// How far ours are behind or ahead of the best of the others: `stackful 1.13 x native`.
    pub fn ours(&self) -> String {
        self.ours.iter().map(Ours::text).collect::<Vec<_>>().join(", ")
    }
}

impl Ours {
    fn text(&self) -> String {
        let (low, high) = self.ratios;
        let ratio = if high / low < 1.05 { format!("{high:.2}") } else { format!("{low:.2} to {high:.2}") };
        format!("{} {ratio} x {}", self.strategy, self.other)
    }
}

pub fn rows(runs: &[Done]) -> Vec<Row> {
    runs.iter().flat_map(of).collect()
}

/// Rows of an experiment, neighbours with the same winners as one.
fn of(done: &Done) -> Vec<Row> {
    let main = main_readings(&done.findings.readings);
    let has_a_winner = main.first().is_some_and(|r| r.metric.better != Better::Neither);
    // What mixes strategies has no winner among them; what is kept or broken isn't a race; many functions have a ratio of their own.
    if !has_a_winner || main.len() > 60 || main[0].metric == &KEPT || done.experiment.name == "mixed" {
        return Vec::new();
    }
    let key = |r: &Reading| (r.place.case, r.place.depth);
    let groups = unique(main.iter().map(|r| key(r)));
    let is_told_by_depth = unique(groups.iter().map(|g| g.0)).len() == 1 && groups.len() > 1;
    let rows = groups.into_iter().filter_map(|(case, depth)| {
        let own: Vec<&Reading> = main.iter().copied().filter(|r| key(r) == (case, depth)).collect();
        let depth = depth.filter(|_| is_told_by_depth).map(|d| format!("{d} deep"));
        let workload = [case.map(str::to_string), depth].into_iter().flatten().collect::<Vec<_>>().join(", ");
        row(done.experiment.name, workload, &own)
    });
    merged(rows.collect())
}

fn row(experiment: &'static str, workload: String, readings: &[&Reading]) -> Option<Row> {
    // A plain function can't wait: it is the floor and not a competitor.
    let competitors: Vec<&Reading> = readings.iter().copied().filter(|r| r.place.strategy != Strategy::Plain).collect();
    let first_one = best(&competitors)?;
    let first = unique(competitors.iter().filter(|r| behind(r, first_one) <= 1.0 + TIE).map(|r| r.place.strategy));
    let others: Vec<&Reading> = competitors.iter().copied().filter(|r| !r.place.strategy.is_ours()).collect();
    let strategies = unique(competitors.iter().map(|r| r.place.strategy)).into_iter().filter(|s| s.is_ours());
    let ours = strategies.filter_map(|s| {
        let own: Vec<&Reading> = competitors.iter().copied().filter(|r| r.place.strategy == s).collect();
        Some(compared(best(&own)?, best(&others)?))
    });
    let first = first.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    Some(Row { experiment, workload, first, ours: ours.collect() })
}

fn best<'a>(readings: &[&'a Reading]) -> Option<&'a Reading> {
    readings.iter().copied().reduce(|best, r| if behind(r, best) < 1.0 { r } else { best })
}

/// How many times worse than the other one; 1 for two nothings.
fn behind(reading: &Reading, other: &Reading) -> f64 {
    if reading.value == other.value {
        return 1.0;
    }
    match reading.metric.better {
        Better::More => other.value / reading.value,
        _ => reading.value / other.value,
    }
}

fn compared(reading: &Reading, other: &Reading) -> Ours {
    let ratio = if reading.value == other.value { 1.0 } else { Ratio::of(reading, other).value };
    Ours { strategy: reading.place.strategy, ratios: (ratio, ratio), other: other.place.strategy.to_string() }
}

/// Neighbours with the same winners and the same others become one.
fn merged(rows: Vec<Row>) -> Vec<Row> {
    let key =
        |row: &Row| (row.first.clone(), row.ours.iter().map(|o| (o.strategy, o.other.clone())).collect::<Vec<_>>());
    rows.into_iter().fold(Vec::new(), |mut merged: Vec<Row>, row| {
        match merged.last_mut() {
            Some(last) if key(last) == key(&row) => {
                last.workload = format!("{}; {}", last.workload, row.workload);
                for (mine, more) in last.ours.iter_mut().zip(row.ours) {
                    mine.ratios = (mine.ratios.0.min(more.ratios.0), mine.ratios.1.max(more.ratios.1));
                }
            }
            _ => merged.push(row),
        }
        merged
    })
}

/// As a table for a README.
pub fn markdown(rows: &[Row]) -> String {
    let head =
        "| experiment | workload | first | ours beside the best of the others |\n|---|---|---|---|\n".to_string();
    rows.iter()
        .fold(head, |text, r| text + &format!("| `{}` | {} | {} | {} |\n", r.experiment, r.workload, r.first, r.ours()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::NS_PER_OP;
    use crate::reading::Place;
    use crate::strategy::Strategy::*;

    fn at(strategy: Strategy, ns: f64) -> Reading {
        Reading::counted(Place::of(strategy), &NS_PER_OP, ns)
    }

    #[test]
    fn the_floor_is_no_competitor_and_ties_share() {
        let readings = [at(Plain, 1.0), at(Native, 10.0), at(Stackful, 10.2), at(Boxed, 30.0)];
        let row = row("sample", String::new(), &readings.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!((&*row.first, &*row.ours()), ("native, stackful", "stackful 1.02 x native"));
    }

    #[test]
    fn a_range_is_shown_where_ratios_differ() {
        let ours = |ratios| Ours { strategy: Stackful, ratios, other: "native".into() }.text();
        assert_eq!(ours((0.5, 0.51)), "stackful 0.51 x native");
        assert_eq!(ours((0.5, 2.0)), "stackful 0.50 to 2.00 x native");
    }

    #[test]
    fn neighbours_with_the_same_winner_are_one_row() {
        let row = |workload: &str, first: &str| Row {
            experiment: "e",
            workload: workload.into(),
            first: first.into(),
            ours: Vec::new(),
        };
        let merged = merged(vec![row("1 deep", "a"), row("2 deep", "a"), row("3 deep", "b")]);
        assert_eq!(merged.iter().map(|r| &*r.workload).collect::<Vec<_>>(), ["1 deep; 2 deep", "3 deep"]);
    }
}
