//! One JSON object a line: `{"experiment":..,"strategy":..,"metric":..,"value":..}`, with `depth`, `case` and `function` where an experiment
//! has several.

use crate::experiment::Experiment;
use crate::reading::Reading;
use serde::Serialize;
use serde_json::Number;

#[derive(Serialize)]
struct Line {
    experiment: &'static str,
    strategy: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<&'static str>,
    metric: &'static str,
    value: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

pub fn lines(experiment: &Experiment, readings: &[Reading]) -> String {
    readings.iter().fold(String::new(), |mut text, reading| {
        text += &serde_json::to_string(&line(experiment, reading)).expect("a flat struct of strings and numbers");
        text.push('\n');
        text
    })
}

fn line(experiment: &Experiment, reading: &Reading) -> Line {
    let place = &reading.place;
    Line {
        experiment: experiment.name,
        strategy: place.strategy.name(),
        case: place.case,
        function: place.function,
        metric: reading.metric.name,
        value: value(reading),
        depth: place.depth,
    }
}

/// What was counted in whole numbers is written as one.
fn value(reading: &Reading) -> Number {
    if reading.rounds.is_empty() && reading.metric.decimals == 0 {
        Number::from(reading.value as i64)
    } else {
        Number::from_f64(reading.value).unwrap_or_else(|| Number::from(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Work, no_claims};
    use crate::metric::{BYTES, NS_PER_OP};
    use crate::reading::Place;
    use crate::strategy::Strategy;

    const SAMPLE: Experiment = Experiment {
        name: "sample",
        about: "",
        published: None,
        work: Work::Observed(|_| Ok(Vec::new().into())),
        claims: no_claims,
    };

    #[test]
    fn a_line_has_what_its_place_has() {
        let place = Place::of(Strategy::Stackful).depth(12);
        let timed = Reading { place, metric: &NS_PER_OP, value: 12.5, rounds: vec![12.5] };
        let sized = Reading::counted(Place::of(Strategy::Native).function("small"), &BYTES, 8.0);
        let expected = r#"{"experiment":"sample","strategy":"stackful","metric":"ns_per_op","value":12.5,"depth":12}
{"experiment":"sample","strategy":"native","function":"small","metric":"bytes","value":8}
"#;
        assert_eq!(lines(&SAMPLE, &[timed, sized]), expected);
    }
}
