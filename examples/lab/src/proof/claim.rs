//! Whether the binary is what the experiments say it is. A number under the wrong name is worse than none, so the lab doesn't run
//! unless each function that it is about to time is compiled as its module's name says.

use crate::experiment::Experiment;
use resumable::{Codegen, Record, Resumable, codegen_of};
use std::fmt;

/// One annotated function: what its name says, and what its value says.
#[derive(Clone, Debug)]
pub struct Claim {
    module: &'static str,
    function: &'static str,
    named: &'static str,
    value: Codegen,
    /// Whether several functions of the module have that name, as methods of several types have.
    several: bool,
}

impl Claim {
    /// `module` is the one whose `module_path!` the function has, `named` the strategy in that module's name, and `value` what a call of
    /// the function returns.
    pub fn new<F: Resumable>(module: &'static str, named: &'static str, function: &'static str, value: &F) -> Self {
        Claim { module, function, named, value: codegen_of(value), several: false }
    }

    /// The same of all functions of that name in the module, of which the value is one's.
    pub fn of_several(self) -> Self {
        Claim { several: true, ..self }
    }

    /// The strategy in its module's name.
    pub fn named(&self) -> &'static str {
        self.named
    }

    /// What is wrong with this function, given what the binary recorded.
    fn faults(&self, records: &[Record]) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.value.name() != self.named {
            faults.push(self.fault(format!("its value is marked `{}`", self.value)));
        }
        let mut own = records.iter().filter(|r| (r.module, r.function) == (self.module, self.function));
        match (own.next(), own.next()) {
            (None, _) => faults.push(self.fault("the binary has no record of it".into())),
            (Some(_), Some(_)) if self.several => {
                let all = records.iter().filter(|r| (r.module, r.function) == (self.module, self.function));
                faults.extend(all.filter_map(|record| self.record_fault(record)));
            }
            (Some(_), Some(_)) => faults.push(self.fault("the binary has several records of it".into())),
            (Some(record), None) => faults.extend(self.record_fault(record)),
        }
        faults
    }

    fn record_fault(&self, record: &Record) -> Option<Fault> {
        if record.codegen.name() != self.named {
            Some(self.fault(format!("its record says `{}` ({})", record.codegen, record.reason)))
        } else if record.leaves != 0 {
            Some(self.fault(format!("{} of its statements kept rustc's own lowering", record.leaves)))
        } else {
            None
        }
    }

    fn fault(&self, what: String) -> Fault {
        Fault { function: format!("{}::{}", self.module, self.function), named: self.named, what }
    }
}

/// One function that isn't what its name says.
#[derive(Debug)]
struct Fault {
    function: String,
    named: &'static str,
    what: String,
}

/// Why the lab doesn't run.
#[derive(Debug)]
pub struct Refusal(Vec<Fault>);

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nothing was timed: this binary isn't what its names say")?;
        for Fault { function, named, what } in &self.0 {
            write!(f, "\n  {function}: should be `{named}`, but {what}")?;
        }
        Ok(())
    }
}

/// Compares what the experiments claim with the markers of the running program.
pub fn own_binary(experiments: &[&Experiment]) -> Result<(), Refusal> {
    let claims: Vec<Claim> = experiments.iter().flat_map(|e| (e.claims)()).collect();
    verify(&claims, &resumable::registry().collect::<Vec<_>>())
}

fn verify(claims: &[Claim], records: &[Record]) -> Result<(), Refusal> {
    let faults: Vec<Fault> = claims.iter().flat_map(|c| c.faults(records)).collect();
    if faults.is_empty() { Ok(()) } else { Err(Refusal(faults)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resumable::{registry, resumable};

    #[resumable(native)]
    async fn sample() {}

    fn claim() -> Claim {
        Claim::new(module_path!(), "native", "sample", &sample())
    }

    fn records() -> Vec<Record> {
        registry().filter(|r| r.module == module_path!()).collect()
    }

    fn refusal(claim: Claim, records: &[Record]) -> String {
        verify(&[claim], records).unwrap_err().to_string()
    }

    #[test]
    fn a_true_name_passes() {
        verify(&[claim()], &records()).unwrap();
    }

    #[test]
    fn a_function_that_is_missing_is_named() {
        let text = refusal(claim(), &[]);
        assert!(text.contains("sample: should be `native`, but the binary has no record of it"), "{text}");
    }

    #[test]
    fn a_function_of_the_same_name_elsewhere_is_another_one() {
        let mut records = records();
        records[0].module = "elsewhere";
        assert!(refusal(claim(), &records).contains("no record"));
    }

    #[test]
    fn two_records_prove_nothing() {
        assert!(refusal(claim(), &[records(), records()].concat()).contains("several records"));
    }

    #[test]
    fn each_of_several_functions_must_be_what_the_name_says() {
        let (good, mut bad) = (records(), records());
        verify(&[claim().of_several()], &[good.clone(), good.clone()].concat()).unwrap();
        bad[0].codegen = Codegen::Stackful;
        let text = refusal(claim().of_several(), &[good, bad].concat());
        assert!(text.contains("its record says `stackful`"), "{text}");
    }

    #[test]
    fn a_record_of_another_strategy_is_refused() {
        let mut records = records();
        records[0].codegen = Codegen::StateMachine;
        let text = refusal(claim(), &records);
        assert!(text.contains("its record says `state_machine` (explicit)"), "{text}");
    }

    #[test]
    fn a_value_of_another_strategy_is_refused() {
        let text = refusal(Claim { value: Codegen::Stackful, ..claim() }, &records());
        assert!(text.contains("its value is marked `stackful`"), "{text}");
    }

    #[test]
    fn a_state_machine_that_leans_on_rustc_is_refused() {
        let mut records = records();
        records[0].leaves = 2;
        assert!(refusal(claim(), &records).contains("2 of its statements kept rustc's own lowering"));
    }
}
