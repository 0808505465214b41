//! What is expected of the strategies, and whether a run's readings keep to it. The expectations stand in `expected.toml`.

mod property;

pub use property::{Property, Verdict};

use crate::experiment::Experiment;
use crate::reading::Reading;
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    property: Vec<Property>,
}

/// All properties.
///
/// # Panics
/// On a file that isn't one of expectations: it is part of the binary, and a test reads it.
fn expected() -> &'static [Property] {
    static EXPECTED: LazyLock<Expected> =
        LazyLock::new(|| toml::from_str(include_str!("../../expected.toml")).expect("expected.toml"));
    &EXPECTED.property
}

/// What the readings say to what is expected of the experiment.
pub fn verdicts(experiment: &Experiment, readings: &[Reading]) -> Vec<Verdict> {
    expected().iter().filter(|p| p.experiment == experiment.name).map(|p| p.judge(readings)).collect()
}

/// The verdicts, a line each.
pub fn text(verdicts: &[Verdict]) -> String {
    verdicts.iter().map(|verdict| format!("  {verdict}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments;

    #[test]
    fn every_property_is_of_an_experiment_and_has_one_bound() {
        for property in expected() {
            assert!(experiments::names().contains(&&*property.experiment), "{property:?}");
            assert!(property.at_most.is_some() != property.at_least.is_some(), "{property:?}");
            assert!(property.margin >= 1.0, "{property:?}");
            assert!(property.metric.as_deref().is_none_or(|m| crate::metric::by_name(m).is_some()), "{property:?}");
        }
    }
}
