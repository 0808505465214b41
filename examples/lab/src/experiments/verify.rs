//! `verify`: how many functions each strategy compiled in this binary, by the markers in memory and by those in the file. The two must
//! agree, and each function that an experiment measures must be what its module's name says; otherwise nothing is run at all.

use crate::experiment::{Experiment, Found, Work, no_claims};
use crate::measure::Method;
use crate::metric::{FUNCTIONS, FUNCTIONS_ON_DISK, FUNCTIONS_PROVED};
use crate::proof::disk;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy::{self, *};
use resumable::Record;

pub static EXPERIMENT: Experiment = Experiment {
    name: "verify",
    about: "functions per code generation, by the markers of the running program and of its file",
    published: None,
    work: Work::Observed(observe),
    claims: no_claims,
};

fn observe(_: &Method) -> Found {
    let records: Vec<Record> = resumable::registry().collect();
    let (running, stored) = (disk::running(&records), disk::records()?);
    if let Some(other) = running.iter().find(|r| !stored.contains(r)).or(stored.iter().find(|s| !running.contains(s))) {
        return Err(format!("the file and the running program don't agree on {}", other.replace('\t', " ")).into());
    }
    let claims: Vec<_> = super::ALL.iter().flat_map(|e| (e.claims)()).collect();
    let count = |strategy: Strategy| {
        let ends_so = |lines: &[String]| lines.iter().filter(|l| l.ends_with(strategy.name())).count();
        let proved = claims.iter().filter(|c| c.named() == strategy.name()).count();
        let counts =
            [(&FUNCTIONS, ends_so(&running)), (&FUNCTIONS_ON_DISK, ends_so(&stored)), (&FUNCTIONS_PROVED, proved)];
        counts.map(|(metric, count)| Reading::counted(Place::of(strategy), metric, count as f64))
    };
    Ok([Native, StateMachine, Stackful].into_iter().flat_map(count).collect::<Vec<_>>().into())
}
