//! `size`: how many bytes the future of a function takes, by rustc and as a state machine. Nothing is run: sizes are known to the compiler.

use crate::experiment::{Experiment, Found, Work, no_claims};
use crate::measure::Method;
use crate::metric::BYTES;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy::*;
use resumable::{Codegen, Record};
use resumable_sizes::Function;

pub static EXPERIMENT: Experiment = Experiment {
    name: "size",
    about: "bytes of a function's future",
    published: None,
    work: Work::Observed(observe),
    claims: no_claims,
};

fn observe(_: &Method) -> Found {
    let faults = faults(resumable::registry());
    if !faults.is_empty() {
        return Err(format!("nothing was measured: {}", faults.join("; ")).into());
    }
    Ok(resumable_sizes::all().iter().flat_map(readings).collect::<Vec<_>>().into())
}

fn readings(f: &Function) -> [Reading; 2] {
    [(Native, f.native), (StateMachine, f.state_machine)]
        .map(|(strategy, bytes)| Reading::counted(Place::of(strategy).function(f.name), &BYTES, bytes as f64))
}

/// What is wrong with the markers of the measured functions. (Where one's body could not be lowered, the machine is rustc's future under
/// another name; it counts all the same.)
fn faults(records: impl Iterator<Item = Record>) -> Vec<String> {
    let measured = records.filter(|r| r.module.starts_with("resumable_sizes::"));
    let mut counts = [0; 2];
    let mut faults = Vec::new();
    for record in measured {
        let named = if record.module.contains("::native") { Codegen::Native } else { Codegen::StateMachine };
        counts[usize::from(named == Codegen::Native)] += 1;
        if record.codegen != named {
            faults.push(format!("{}::{}: its record says `{}`", record.module, record.function, record.codegen));
        }
    }
    if counts[0] != counts[1] || counts[0] == 0 {
        faults.push(format!("{} state machines beside {} native functions", counts[0], counts[1]));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measured_functions_are_what_their_modules_say() {
        assert_eq!(faults(resumable::registry()), Vec::<String>::new());
    }

    #[test]
    fn a_binary_without_them_is_at_fault() {
        assert_eq!(faults(std::iter::empty()), ["0 state machines beside 0 native functions"]);
    }

    #[test]
    fn each_function_has_a_reading_per_strategy() {
        let functions = resumable_sizes::all();
        assert_eq!(observe(&Method::QUICK).unwrap().readings.len(), functions.len() * 2);
    }
}
