//! Lines over a number that varies; and the sorted ratios of many functions.

use super::chart::{Axis, number};
use super::color::{self, GRID, INK};
use crate::metric::Metric;
use crate::reading::{Place, Reading};
use crate::show::table::unique;
use crate::strategy::Strategy::{Native, StateMachine};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (460, 340);

/// One line: a strategy, or a function of it.
struct Series {
    name: String,
    color: RGBColor,
    /// A second function of a strategy is drawn dashed.
    dashed: bool,
    points: Vec<(f64, f64)>,
}

/// From values to positions and back.
struct Scale {
    log: bool,
    low: f64,
    high: f64,
}

impl Scale {
    /// Logarithmic where the values differ by more than an order of magnitude, otherwise from zero.
    fn of(values: &[f64]) -> Scale {
        let (low, high) = crate::measure::statistics::range(values);
        if low > 0.0 && high / low > 10.0 {
            Scale { log: true, low: low.log10().floor(), high: (high * 1.3).log10() }
        } else {
            Scale { log: false, low: 0.0, high: (high * 1.1).max(1.0) }
        }
    }

    fn at(&self, value: f64) -> f64 {
        if self.log { value.log10() } else { value }
    }

    fn label(&self, at: f64, metric: &Metric) -> String {
        number(if self.log { 10f64.powf(at) } else { at }, metric)
    }
}

pub fn draw(axis: &Axis, metric: &Metric, readings: &[&Reading]) -> String {
    let series = series(axis, readings);
    let scale = Scale::of(&readings.iter().map(|r| r.value).collect::<Vec<_>>());
    let mut ticks = unique(readings.iter().map(|r| (axis.of)(&r.place)));
    ticks.sort_by(f64::total_cmp);
    let mut svg = String::new();
    let legend = series.len().div_ceil(3) as u32 * 18;
    let root = SVGBackend::with_string(&mut svg, (SIZE.0, SIZE.1 + legend)).into_drawing_area();
    paint(&root, axis.name, metric, &series, &scale, &ticks).expect("a string takes everything");
    root.present().expect("a string takes everything");
    drop(root);
    svg
}

fn series(axis: &Axis, readings: &[&Reading]) -> Vec<Series> {
    let key = |place: &Place| (place.strategy, place.function);
    let keys = unique(readings.iter().map(|r| key(&r.place)));
    let of = |(strategy, function)| {
        let own = readings.iter().filter(|r| key(&r.place) == (strategy, function));
        let name = function.map_or(strategy.to_string(), |f| format!("{strategy}, {f}"));
        let first = keys.iter().find(|k| k.0 == strategy).expect("its own at least");
        let points = own.map(|r| ((axis.of)(&r.place), r.value)).collect();
        Series { name, color: color::of(strategy), dashed: first.1 != function, points }
    };
    keys.iter().copied().map(of).collect()
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Painted = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// The ticks stand at equal distances, whatever their values.
fn paint(root: &Area<'_>, name: &str, metric: &Metric, series: &[Series], scale: &Scale, ticks: &[f64]) -> Painted {
    let (plot, legend) = root.split_vertically(SIZE.1 as i32);
    let last = (ticks.len() - 1) as f64;
    let mut chart = ChartBuilder::on(&plot)
        .margin(8)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last, scale.low..scale.high)?;
    let position = |x: f64| ticks.iter().position(|&t| t == x).unwrap_or_default() as f64;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(GRID)
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .x_labels(ticks.len())
        .y_labels(6)
        .x_label_formatter(&|x| ticks.get(x.round() as usize).map_or(String::new(), |t| t.to_string()))
        .y_label_formatter(&|y| scale.label(*y, metric))
        .x_desc(name)
        .y_desc(format!("{}{}", metric.heading, if scale.log { ", logarithmic" } else { "" }))
        .axis_desc_style(("sans-serif", 13).into_font().color(&INK))
        .draw()?;
    for line in series {
        let points: Vec<(f64, f64)> = line.points.iter().map(|&(x, y)| (position(x), scale.at(y))).collect();
        let style = line.color.stroke_width(2);
        if line.dashed {
            chart.draw_series(DashedLineSeries::new(points.clone(), 5, 4, style))?;
        } else {
            chart.draw_series(LineSeries::new(points.clone(), style))?;
        }
        chart.draw_series(points.into_iter().map(|point| Circle::new(point, 3, line.color.filled())))?;
    }
    paint_legend(&legend, series)
}

/// Three names a row.
fn paint_legend(area: &Area<'_>, series: &[Series]) -> Painted {
    for (index, line) in series.iter().enumerate() {
        let (x, y) = ((index % 3) as i32 * 152 + 4, (index / 3) as i32 * 18 + 9);
        let bar = if line.dashed { vec![(x, x + 6), (x + 10, x + 16)] } else { vec![(x, x + 16)] };
        for (from, to) in bar {
            area.draw(&Rectangle::new([(from, y - 2), (to, y + 2)], line.color.filled()))?;
        }
        let style = TextStyle::from(("sans-serif", 13).into_font()).color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(line.name.clone(), (x + 21, y), style))?;
    }
    Ok(())
}

/// Each function's ratio, the smallest first. None where there is nothing to compare.
pub fn sorted_ratios(metric: &Metric, readings: &[&Reading]) -> Option<String> {
    let own = |strategy| readings.iter().filter(move |r| r.place.strategy == strategy && r.metric == metric);
    let base = |place: Place| own(Native).find(|r| r.place == place.under(Native));
    let mut ratios: Vec<f64> = own(StateMachine).filter_map(|r| Some(r.value / base(r.place)?.value)).collect();
    ratios.sort_by(f64::total_cmp);
    let most = ratios.last()?.max(1.0);
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    paint_ratios(&root, metric, &ratios, most).expect("a string takes everything");
    root.present().expect("a string takes everything");
    drop(root);
    Some(svg)
}

fn paint_ratios(root: &Area<'_>, metric: &Metric, ratios: &[f64], most: f64) -> Painted {
    let mut chart = ChartBuilder::on(root)
        .margin(8)
        .x_label_area_size(40)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..ratios.len() as f64, 0.0..most * 1.05)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(GRID)
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .axis_desc_style(("sans-serif", 13).into_font().color(&INK))
        .y_label_formatter(&|y| format!("{y:.1}"))
        .x_label_formatter(&|x| format!("{x:.0}"))
        .x_labels(6)
        .y_labels(6)
        .x_desc("functions, the smallest ratio first")
        .y_desc(format!("{}: state_machine x native", metric.heading))
        .draw()?;
    let color = color::of(StateMachine);
    let bar =
        |(i, ratio): (usize, &f64)| Rectangle::new([(i as f64 + 0.1, 0.0), (i as f64 + 0.9, *ratio)], color.filled());
    chart.draw_series(ratios.iter().enumerate().map(bar))?;
    chart.draw_series(LineSeries::new([(0.0, 1.0), (ratios.len() as f64, 1.0)], color::of(Native).stroke_width(2)))?;
    Ok(())
}
