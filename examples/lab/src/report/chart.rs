//! Which chart shows an experiment: lines where a number varies, bars elsewhere.

use super::{bars, color, lines};
use crate::metric::Metric;
use crate::reading::{Place, Reading};
use crate::show::table::unique;

/// The readings in the experiment's first metric.
pub fn main_readings(readings: &[Reading]) -> Vec<&Reading> {
    let Some(first) = readings.first() else { return Vec::new() };
    readings.iter().filter(|r| r.metric == first.metric).collect()
}

/// An SVG element, or None without readings.
pub fn of(readings: &[Reading]) -> Option<String> {
    let main = main_readings(readings);
    let metric = main.first()?.metric;
    let svg = if let Some(axis) = axis(&main) {
        lines::draw(&axis, metric, &main)
    } else if main.len() > 60 {
        lines::sorted_ratios(metric, &main)?
    } else {
        bars::draw(metric, &bars::groups(&main))
    };
    Some(color::themed(&svg.replace("\n", "")))
}

/// What varies in numbers.
pub struct Axis {
    pub name: &'static str,
    pub of: fn(&Place) -> f64,
}

/// The depth, or the number that each case begins with; if nothing else varies but strategies and functions.
fn axis(readings: &[&Reading]) -> Option<Axis> {
    let depths = unique(readings.iter().map(|r| r.place.depth));
    let cases = unique(readings.iter().map(|r| r.place.case));
    let by_depth = Axis { name: "depth", of: |p| p.depth.unwrap_or_default().into() };
    let by_case = Axis { name: "% of the calls are ready at once", of: |p| leading_number(p.case).unwrap_or_default() };
    if depths.len() > 2 && cases.len() == 1 {
        Some(by_depth)
    } else if cases.len() > 2 && cases.iter().all(|&c| leading_number(c).is_some()) && depths.len() == 1 {
        Some(by_case)
    } else {
        None
    }
}

/// Input: `25% ready`
fn leading_number(case: Option<&str>) -> Option<f64> {
    case?.split_once('%')?.0.parse().ok()
}

/// As many digits as tell something.
pub fn number(value: f64, metric: &Metric) -> String {
    match value.abs() {
        v if v >= 1e6 => format!("{:.1} M", value / 1e6),
        v if v >= 1e4 => format!("{:.0} k", value / 1e3),
        v if v >= 100.0 || metric.decimals == 0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// A chart that is a file, with its own colours for light and dark.
pub fn standalone(svg: &str) -> String {
    let style = "<style>svg{--ink:#1f2328;--grid:#d0d7de}@media(prefers-color-scheme:dark){svg{--ink:#d7dde4;--grid:#3d444d}}</style>";
    svg.find('>').map_or_else(|| svg.into(), |end| format!("{}{style}{}", &svg[..=end], &svg[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::{BYTES, NS_PER_OP};
    use crate::strategy::Strategy::*;

    fn at(place: Place, value: f64) -> Reading {
        Reading::counted(place, &NS_PER_OP, value)
    }

    #[test]
    fn bars_have_names_and_values() {
        let svg = of(&[at(Place::of(Stackful), 12.5), at(Place::of(Boxed), 250.0)]).unwrap();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"), "{svg}");
        assert!(
            ["stackful", "12.5", "boxed", "250", "ns/op", "var(--ink)"].iter().all(|part| svg.contains(part)),
            "{svg}"
        );
        assert!(!svg.contains("#010203"), "{svg}");
    }

    #[test]
    fn a_depth_that_varies_is_an_axis() {
        let place = |depth| Place::of(Stackful).depth(depth);
        let readings = [at(place(1), 1.0), at(place(16), 2.0), at(place(256), 3.0)];
        let svg = of(&readings).unwrap();
        assert!(svg.contains("polyline") && svg.contains("depth"), "{svg}");
    }

    #[test]
    fn per_cents_are_an_axis() {
        let readings = ["0% ready", "50% ready", "100% ready"].map(|case| at(Place::of(Native).case(case), 1.0));
        assert!(of(&readings).unwrap().contains("polyline"));
    }

    #[test]
    fn many_functions_are_sorted_ratios() {
        let function = |i: usize| &*Box::leak(format!("f{i}").into_boxed_str());
        let sized = |i| {
            [(Native, 10.0), (StateMachine, i as f64)]
                .map(|(s, bytes)| Reading::counted(Place::of(s).function(function(i)), &BYTES, bytes))
        };
        let readings: Vec<Reading> = (1..40).flat_map(sized).collect();
        assert!(of(&readings).unwrap().contains("state_machine x native"));
    }

    #[test]
    fn nothing_is_no_chart() {
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn a_picture_brings_its_colours() {
        assert!(standalone("<svg a=\"b\"><g/></svg>").starts_with("<svg a=\"b\"><style>"));
    }
}
