//! Horizontal bars from zero, one per strategy, with their values, in groups of what is compared. Narrow enough to be read on a phone.

use super::chart::number;
use super::color::{self, INK};
use crate::measure::statistics::Estimate;
use crate::metric::{Better, KEPT, Metric};
use crate::reading::{Place, Reading};
use crate::show::table::unique;
use crate::strategy::Strategy;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const WIDTH: i32 = 460;
const LABEL: i32 = 122;
const VALUE: i32 = 62;
const BAR: i32 = 20;
const HEADING: i32 = 24;

/// What is compared with each other.
pub struct Group {
    title: String,
    bars: Vec<Bar>,
}

impl Group {
    /// Pixels of its title.
    fn heading(&self) -> i32 {
        if self.title.is_empty() { 0 } else { HEADING }
    }
}

struct Bar {
    name: String,
    strategy: Strategy,
    value: f64,
    interval: (f64, f64),
}

/// A group per workload. Where the functions are the competitors, their names join the strategies'.
pub fn groups(readings: &[&Reading]) -> Vec<Group> {
    if readings[0].metric == &KEPT {
        return vec![kept(readings)];
    }
    let title = |place: &Place| {
        let has_cases = unique(readings.iter().map(|r| r.place.case)).len() > 1;
        let has_depths = unique(readings.iter().map(|r| r.place.depth)).len() > 1;
        let depth = place.depth.filter(|_| has_depths && !has_cases);
        let parts = [place.case.map(str::to_string), depth.map(|d| format!("{d} deep"))];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let bars = |of: &str| readings.iter().filter(|r| title(&r.place) == of).map(|r| bar(r)).collect();
    unique(readings.iter().map(|r| title(&r.place))).into_iter().map(|t| Group { bars: bars(&t), title: t }).collect()
}

fn bar(reading: &Reading) -> Bar {
    let interval = match reading.rounds.len() {
        0 => (reading.value, reading.value),
        _ => Estimate::of(&reading.rounds).interval,
    };
    let name = reading.place.function.unwrap_or(reading.place.strategy.name());
    Bar { name: name.into(), strategy: reading.place.strategy, value: reading.value, interval }
}

/// What is either kept or broken is counted.
fn kept(readings: &[&Reading]) -> Group {
    let bar = |strategy: Strategy| {
        let value: f64 = readings.iter().filter(|r| r.place.strategy == strategy).map(|r| r.value).sum();
        Bar { name: strategy.to_string(), strategy, value, interval: (value, value) }
    };
    let strategies = unique(readings.iter().map(|r| r.place.strategy));
    Group { title: String::new(), bars: strategies.into_iter().map(bar).collect() }
}

pub fn draw(metric: &Metric, groups: &[Group]) -> String {
    let rows: i32 = groups.iter().map(|g| g.heading() + g.bars.len() as i32 * BAR).sum();
    let height = 26 + rows;
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
    paint(&root, metric, groups).expect("a string takes everything");
    root.present().expect("a string takes everything");
    drop(root);
    svg
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Painted = Result<(), DrawingAreaErrorKind<std::io::Error>>;

fn paint(root: &Area<'_>, metric: &Metric, groups: &[Group]) -> Painted {
    let better = match metric.better {
        Better::Less => ": less is better",
        Better::More => ": more is better",
        Better::Neither => "",
    };
    write(root, &format!("{}{better}", metric.heading), (0, 12), HPos::Left, 13)?;
    let most = groups.iter().flat_map(|g| &g.bars).map(|b| b.interval.1.max(b.value)).fold(0.0, f64::max);
    let mut top = 26;
    for group in groups {
        write(root, &group.title, (0, top + HEADING / 2), HPos::Left, 13)?;
        top += group.heading();
        for bar in &group.bars {
            paint_bar(root, metric, bar, top, most)?;
            top += BAR;
        }
    }
    Ok(())
}

fn paint_bar(root: &Area<'_>, metric: &Metric, bar: &Bar, top: i32, most: f64) -> Painted {
    let scale =
        |value: f64| LABEL + if most > 0.0 { (value / most * f64::from(WIDTH - LABEL - VALUE)) as i32 } else { 0 };
    let (middle, end) = (top + BAR / 2, scale(bar.value).max(LABEL + 1));
    write(root, &bar.name, (LABEL - 6, middle), HPos::Right, 13)?;
    root.draw(&Rectangle::new([(LABEL, top + 3), (end, top + BAR - 3)], color::of(bar.strategy).filled()))?;
    let whisker = scale(bar.interval.1).max(end);
    if bar.interval.0 < bar.interval.1 {
        root.draw(&PathElement::new([(scale(bar.interval.0), middle), (whisker, middle)], INK.stroke_width(1)))?;
    }
    write(root, &number(bar.value, metric), (whisker + 5, middle), HPos::Left, 13)
}

fn write(root: &Area<'_>, text: &str, at: (i32, i32), anchor: HPos, size: i32) -> Painted {
    let style = TextStyle::from(("sans-serif", size).into_font()).color(&INK).pos(Pos::new(anchor, VPos::Center));
    root.draw(&Text::new(text.to_string(), at, style))
}
