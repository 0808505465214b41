//! How the figures below were made, and where.

use crate::measure::Method;
use crate::measure::machine;

pub fn preface(method: &Method) -> String {
    let facts: String = machine::facts().iter().map(|(name, value)| format!("  {name:9}  {value}\n")).collect();
    format!("{}\n{facts}", sentences(method).join("\n"))
}

/// What a reader must know of the figures.
pub fn sentences(method: &Method) -> [String; 3] {
    let Method { warm_ups, rounds, slices, .. } = method;
    [
        format!(
            "Medians of {rounds} rounds after {warm_ups} warm-ups, {slices} interleaved slices each, CPU time of one thread; ± is half of \
             the bootstrap's 95 % interval."
        ),
        "Every function's code generation was verified from the markers of this binary, in memory and on disk.".into(),
        "A ratio is the median of the rounds' ratios; ~ marks one that the rounds' spread makes meaningless.".into(),
    ]
}
