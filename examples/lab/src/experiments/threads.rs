//! `threads`: ten thousand that sleep at the same time, three times 50 ms each: on threads of the system, as tasks on tokio, as goroutines.
//! The code is the same blocking-looking code. What memory and what CPU time does it take, and how long until all are done?
//!
//! Published: the experiment with green threads for .NET, whose other half is `ffi`.

use crate::equipment::child::{Ended, Figures, Job, medians};
use crate::equipment::go;
use crate::equipment::memory::Memory;
use crate::experiment::{Experiment, Findings, Found, Work};
use crate::measure::Method;
use crate::measure::clock::Clock;
use crate::metric::{CPU_MS, PEAK_BYTES, TASKS, WALL_MS};
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::{self, *};
use resumable::resumable;
use std::future::Future;
use std::time::Duration;
use tokio::task::LocalSet;

pub static EXPERIMENT: Experiment = Experiment {
    name: "threads",
    about: "ten thousand sleepers, three times 50 ms each",
    published: None,
    work: Work::Observed(observe),
    claims,
};

const STRATEGIES: [Strategy; 4] = [Threads, Native, StateMachine, Stackful];
const SLEEPERS: u64 = 10_000;
const RUNS: usize = 3;
const NAP: Duration = Duration::from_millis(50);

fn observe(method: &Method) -> Found {
    let runs = if method.share < 1.0 { 1 } else { RUNS };
    let mut findings = Findings::default();
    for strategy in STRATEGIES {
        let job = Job { experiment: EXPERIMENT.name, strategy, size: method.scaled(SLEEPERS, 50) };
        match (0..runs).map(|_| job.run()).collect::<Result<Vec<_>, _>>()?.into_iter().try_fold(Vec::new(), well) {
            Ok(figures) => findings.readings.extend(medians(Place::of(strategy), &figures)),
            Err(how) => findings.notes.push(format!("{strategy}: {how}")),
        }
    }
    match go::run("sleepers", method.scaled(SLEEPERS, 50)) {
        Some(figures) => findings.readings.extend(go::readings(&figures)),
        None => findings.notes.push(go::MISSING.into()),
    }
    Ok(findings)
}

fn well(mut all: Vec<Figures>, ended: Ended) -> Result<Vec<Figures>, String> {
    match ended {
        Ended::Well(figures) => all.push(figures),
        Ended::Badly(how) => return Err(how),
    }
    Ok(all)
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// The part that a process of its own does.
pub fn child(job: &Job) -> Result<Figures, String> {
    let sleepers = job.size;
    let before = Memory::now();
    let (wall, cpu) = (Clock::Wall.now(), Clock::Process.now());
    match job.strategy {
        Threads => threads(sleepers).map_err(|error| format!("no more threads: {error}"))?,
        Native => tasks(sleepers, native::sleeper),
        StateMachine => tasks(sleepers, state_machine::sleeper),
        _ => tasks(sleepers, stackful::sleeper),
    }
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let grown = Memory::now().peak.saturating_sub(before.resident);
    Ok(vec![
        (&PEAK_BYTES, grown as f64 / sleepers as f64),
        (&WALL_MS, ms(Clock::Wall.now() - wall)),
        (&CPU_MS, ms(Clock::Process.now() - cpu)),
        (&TASKS, sleepers as f64),
    ])
}

fn threads(sleepers: u64) -> std::io::Result<()> {
    let sleeper = || (0..3).for_each(|_| std::thread::sleep(NAP));
    let threads: Vec<_> =
        (0..sleepers).map(|_| std::thread::Builder::new().spawn(sleeper)).collect::<Result<_, _>>()?;
    threads.into_iter().for_each(|thread| thread.join().expect("a sleeper doesn't panic"));
    Ok(())
}

/// All on one thread: a started coroutine stays where it is.
fn tasks<F: Future<Output = ()> + 'static>(sleepers: u64, sleeper: fn() -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a timer needs nothing");
    let tasks = LocalSet::new();
    (0..sleepers).for_each(|_| drop(tasks.spawn_local(sleeper())));
    runtime.block_on(tasks);
}

macro_rules! annotated {
    ($($strategy:ident)*) => {$(
        #[resumable($strategy)]
        mod $strategy {
            use super::{Claim, NAP};

            pub async fn sleeper() {
                for _ in 0..3 {
                    tokio::time::sleep(NAP).await;
                }
            }

            pub fn claims() -> Vec<Claim> {
                vec![Claim::new(module_path!(), stringify!($strategy), "sleeper", &sleeper())]
            }
        }
    )*};
}

annotated!(native state_machine stackful);
