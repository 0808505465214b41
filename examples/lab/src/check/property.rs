//! One expectation: of a ratio between two readings, or of a value.

use crate::metric::Metric;
use crate::reading::{Place, Reading, find};
use crate::show::table::Ratio;
use crate::strategy::Strategy;
use serde::{Deserialize, Deserializer, de::Error};
use std::fmt;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Property {
    pub experiment: String,
    pub metric: Option<String>,
    of: Selector,
    to: Option<Selector>,
    pub at_most: Option<f64>,
    pub at_least: Option<f64>,
    /// At least 1: by which factor the promise may be missed.
    pub margin: f64,
    #[serde(default)]
    over: Over,
}

/// Which of several matching readings counts.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "lowercase")]
enum Over {
    #[default]
    Worst,
    Median,
    Sum,
}

/// Some of a place's properties.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
struct Selector {
    #[serde(default, deserialize_with = "strategy")]
    strategy: Option<Strategy>,
    depth: Option<u32>,
    case: Option<String>,
    function: Option<String>,
}

fn strategy<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Strategy>, D::Error> {
    let name = String::deserialize(deserializer)?;
    Strategy::by_name(&name).map(Some).ok_or_else(|| D::Error::custom(format!("no strategy is called `{name}`")))
}

impl Selector {
    fn matches(&self, place: &Place) -> bool {
        self.strategy.is_none_or(|s| s == place.strategy)
            && self.depth.is_none_or(|d| Some(d) == place.depth)
            && self.case.as_deref().is_none_or(|c| Some(c) == place.case)
            && self.function.as_deref().is_none_or(|f| Some(f) == place.function)
    }

    /// Whether it is the base of `of`: as selected, and as `of` in all that isn't selected.
    fn is_base(&self, place: &Place, of: &Place) -> bool {
        self.matches(place)
            && (self.strategy.is_some() || place.strategy == of.strategy)
            && (self.depth.is_some() || place.depth == of.depth)
            && (self.case.is_some() || place.case == of.case)
            && (self.function.is_some() || place.function == of.function)
    }

    fn words(&self) -> String {
        let strategy = self.strategy.map(|s| s.to_string());
        let depth = self.depth.map(|depth| format!("at depth {depth}"));
        let words = [
            strategy,
            self.function.as_ref().map(|f| format!("`{f}`")),
            depth,
            self.case.as_ref().map(|c| format!("({c})")),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// What became of a property.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// `stackful <= 1.10 x plain`
    pub promise: String,
    /// None: nothing to compare was measured.
    pub found: Option<f64>,
    pub is_met: bool,
    /// Missed by more than the margin.
    pub is_breach: bool,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.is_breach {
            "BREACH"
        } else if self.is_met {
            "met"
        } else {
            "missed"
        };
        let found = self.found.map_or("nothing to compare".into(), number);
        write!(f, "{word:6}  {}: {found}", self.promise)
    }
}

fn number(value: f64) -> String {
    let decimals = if value != 0.0 && value < 0.1 {
        3
    } else if value < 1000.0 {
        2
    } else {
        0
    };
    format!("{value:.decimals$}")
}

impl Property {
    pub fn judge(&self, readings: &[Reading]) -> Verdict {
        let found = self.metric(readings).and_then(|metric| self.found(readings, metric));
        let is_met = found.is_some_and(|found| self.holds(found, 1.0));
        let is_breach = !found.is_some_and(|found| self.holds(found, self.margin));
        Verdict { promise: self.promise(), found, is_met, is_breach }
    }

    fn metric(&self, readings: &[Reading]) -> Option<&'static Metric> {
        match &self.metric {
            None => readings.iter().find(|r| self.of.matches(&r.place)).map(|r| r.metric),
            Some(name) => crate::metric::by_name(name),
        }
    }

    fn holds(&self, found: f64, margin: f64) -> bool {
        self.at_most.is_none_or(|most| found <= most * margin)
            && self.at_least.is_none_or(|least| found >= least / margin)
    }

    fn found(&self, readings: &[Reading], metric: &Metric) -> Option<f64> {
        let of = readings.iter().filter(|r| r.metric == metric && self.of.matches(&r.place));
        let pairs: Vec<(&Reading, Option<&Reading>)> = of.map(|r| (r, self.base(readings, r))).collect();
        if self.to.is_some() && pairs.iter().any(|(_, base)| base.is_none()) {
            return None;
        }
        self.over(&pairs)
    }

    fn base<'a>(&self, readings: &'a [Reading], of: &Reading) -> Option<&'a Reading> {
        let to = self.to.as_ref()?;
        let place = readings.iter().map(|r| r.place).find(|place| to.is_base(place, &of.place))?;
        find(readings, &place, of.metric)
    }

    fn over(&self, pairs: &[(&Reading, Option<&Reading>)]) -> Option<f64> {
        let mut values: Vec<f64> =
            pairs.iter().map(|(of, to)| to.map_or(of.value, |to| Ratio::of(of, to).value)).collect();
        values.sort_by(f64::total_cmp);
        match self.over {
            Over::Sum => {
                let sum = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>();
                let of = sum(&mut pairs.iter().map(|(of, _)| of.value));
                let to = sum(&mut pairs.iter().filter_map(|(_, to)| Some((*to)?.value)));
                (!pairs.is_empty()).then_some(if self.to.is_some() { of / to } else { of })
            }
            Over::Median => values.get(values.len() / 2).copied(),
            Over::Worst if self.at_most.is_some() => values.last().copied(),
            Over::Worst => values.first().copied(),
        }
    }

    fn promise(&self) -> String {
        let metric = self.metric.as_ref().map(|m| format!("{m} of ")).unwrap_or_default();
        let over = match self.over {
            Over::Worst => "",
            Over::Median => "median ",
            Over::Sum => "sum ",
        };
        let (sign, bound) =
            self.at_most.map(|bound| ("<=", bound)).or(self.at_least.map(|bound| (">=", bound))).unwrap_or(("?", 0.0));
        let base = self.to.as_ref().map(|to| format!(" x {}", to.words())).unwrap_or_default();
        format!("{over}{metric}{} {sign} {}{base}", self.of.words(), number(bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::{ALLOCS_PER_OP, NS_PER_OP};
    use crate::strategy::Strategy::*;

    fn property(text: &str) -> Property {
        toml::from_str(&format!("experiment = 'sample'\n{text}")).expect("a property")
    }

    fn at(strategy: Strategy, depth: u32, ns: f64) -> [Reading; 2] {
        let place = Place::of(strategy).depth(depth);
        [Reading::counted(place, &NS_PER_OP, ns), Reading::counted(place, &ALLOCS_PER_OP, 0.0)]
    }

    fn readings() -> Vec<Reading> {
        [at(Stackful, 1, 10.0), at(Stackful, 256, 12.0), at(Boxed, 1, 10.0), at(Boxed, 256, 900.0)].concat()
    }

    #[test]
    fn the_worst_of_all_pairs_counts() {
        let verdict =
            property("of = { strategy = 'stackful' }\nto = { strategy = 'boxed' }\nat_most = 0.5\nmargin = 1.5")
                .judge(&readings());
        assert_eq!(verdict.to_string(), "BREACH  stackful <= 0.50 x boxed: 1.00");
    }

    #[test]
    fn a_base_differs_in_what_it_names() {
        let flat =
            property("of = { strategy = 'stackful', depth = 256 }\nto = { depth = 1 }\nat_most = 1.1\nmargin = 1.2");
        assert_eq!(flat.judge(&readings()).to_string(), "missed  stackful at depth 256 <= 1.10 x at depth 1: 1.20");
    }

    #[test]
    fn without_a_base_the_value_counts() {
        let none = property("metric = 'allocs_per_op'\nof = { strategy = 'boxed' }\nat_most = 0\nmargin = 1");
        assert_eq!(none.judge(&readings()).to_string(), "met     allocs_per_op of boxed <= 0.00: 0.00");
    }

    #[test]
    fn sums_and_medians_are_of_all_pairs() {
        let of = |over| {
            property(&format!(
                "of = {{ strategy = 'boxed' }}\nto = {{ strategy = 'stackful' }}\nat_least = 1\nmargin = 1\nover = '{over}'"
            ))
        };
        assert_eq!(of("sum").judge(&readings()).found, Some(910.0 / 22.0));
        assert_eq!(of("median").judge(&readings()).found, Some(75.0));
    }

    #[test]
    fn what_was_not_measured_is_a_breach() {
        for missing in ["of = { strategy = 'native' }", "of = { strategy = 'boxed' }\nto = { strategy = 'plain' }"] {
            let verdict = property(&format!("{missing}\nat_most = 1\nmargin = 1")).judge(&readings());
            assert!(verdict.is_breach && verdict.to_string().ends_with("nothing to compare"), "{verdict}");
        }
    }

    #[test]
    fn a_wrong_name_is_refused() {
        assert!(toml::from_str::<Property>("experiment = 'x'\nof = { strategy = 'fast' }\nmargin = 1").is_err());
    }
}
