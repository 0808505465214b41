//! `size`: how many bytes the future of a function takes, by rustc and as a state machine. Nothing is run: sizes are known to the compiler.

use crate::report::aligned;
use crate::strategy::Strategy::{self, *};
use resumable::{Codegen, Record};
use resumable_sizes::Function;
use serde::Serialize;

pub const NAME: &str = "size";

/// What the project promises of the sizes, as ratios to rustc's.
const PROMISED: [(&str, f64); 3] = [("sum", 0.75), ("median", 0.95), ("worst", 1.05)];

/// One measurement, as a program reads it.
#[derive(Serialize)]
struct Line {
    experiment: &'static str,
    strategy: &'static str,
    function: &'static str,
    metric: &'static str,
    value: usize,
}

pub fn json(functions: &[Function]) -> String {
    functions.iter().flat_map(lines).fold(String::new(), |mut text, line| {
        text += &serde_json::to_string(&line).expect("a flat struct of strings and numbers");
        text.push('\n');
        text
    })
}

fn lines(f: &Function) -> [Line; 2] {
    let line = |strategy: Strategy, value| Line {
        experiment: NAME,
        strategy: strategy.name(),
        function: f.name,
        metric: "bytes",
        value,
    };
    [line(Native, f.native), line(StateMachine, f.state_machine)]
}

pub fn table(functions: &[Function]) -> String {
    let header = ["function", Native.name(), StateMachine.name(), "x native"].map(String::from).to_vec();
    let rows = functions
        .iter()
        .map(|f| vec![f.name.into(), f.native.to_string(), f.state_machine.to_string(), format!("{:.2}", f.ratio())]);
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    let summary: String = summary(functions).iter().zip(PROMISED).map(|(s, p)| verdict(s, p)).collect();
    format!("\n{NAME}: bytes of a function's future\n{}{summary}", aligned(&rows))
}

/// The ratios that something is promised of, each with what it is of.
fn summary(functions: &[Function]) -> [(f64, String); 3] {
    let sum = |size: fn(&Function) -> usize| functions.iter().map(size).sum::<usize>();
    let (native, machines) = (sum(|f| f.native), sum(|f| f.state_machine));
    let mut sorted: Vec<&Function> = functions.iter().collect();
    sorted.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let (median, worst) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
    [
        (machines as f64 / native as f64, format!("{machines} of {native}")),
        (median.ratio(), format!("{} functions", sorted.len())),
        (worst.ratio(), worst.name.to_string()),
    ]
}

/// `  missed  worst <= 1.05: 1.50 (echo)`
fn verdict((found, of): &(f64, String), (name, promised): (&str, f64)) -> String {
    let verdict = if *found <= promised { "met" } else { "missed" };
    format!("  {verdict:6}  {name} <= {promised:.2}: {found:.2} ({of})\n")
}

/// What is wrong with the markers of the measured functions. (Where one's body could not be lowered, the machine is rustc's future under
/// another name; it counts all the same.)
pub fn faults(records: impl Iterator<Item = Record>) -> Vec<String> {
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

    fn functions() -> Vec<Function> {
        vec![
            Function { name: "small", native: 8, state_machine: 8 },
            Function { name: "large", native: 100, state_machine: 60 },
            Function { name: "worse", native: 10, state_machine: 12 },
        ]
    }

    #[test]
    fn a_line_per_function_and_strategy() {
        let expected = r#"{"experiment":"size","strategy":"native","function":"small","metric":"bytes","value":8}
{"experiment":"size","strategy":"state_machine","function":"small","metric":"bytes","value":8}
"#;
        assert_eq!(json(&functions()[..1]), expected);
    }

    #[test]
    fn the_table_ends_with_what_is_promised() {
        let expected = "
size: bytes of a function's future
  function  native  state_machine  x native
  small          8              8      1.00
  large        100             60      0.60
  worse         10             12      1.20
  met     sum <= 0.75: 0.68 (80 of 118)
  missed  median <= 0.95: 1.00 (3 functions)
  missed  worst <= 1.05: 1.20 (worse)
";
        assert_eq!(table(&functions()), expected);
    }

    #[test]
    fn the_measured_functions_are_what_their_modules_say() {
        assert_eq!(faults(resumable::registry()), Vec::<String>::new());
    }

    #[test]
    fn a_binary_without_them_is_at_fault() {
        assert_eq!(faults(std::iter::empty()), ["0 state machines beside 0 native functions"]);
    }
}
