//! `parked`: a million calls that are suspended at the same time. What memory do they take, and what does it cost to park and to cancel one?
//!
//! A future takes its own bytes. A coroutine takes the pages of its stack that it touched, at least one, and their page tables: so the
//! floor is what the system takes to fault in as many pages at the distance of two stacks (`plain`). Each strategy has a process of its own,
//! whose VmRSS and VmPTE are read before and after. Peers with a mapping or two per stack can't have a million under the usual
//! `vm.max_map_count`; they park 20 000.
//!
//! Published: nothing for .NET. What is known of goroutines is 2 KiB each, of Java's virtual threads about 1 KiB.

use super::claims_of;
use crate::equipment::child::{Figures, Job, medians};
use crate::equipment::go;
use crate::equipment::leaf::Yield;
use crate::equipment::memory::Memory;
use crate::experiment::{Experiment, Findings, Found, Work};
use crate::measure::Method;
use crate::measure::clock::Clock;
use crate::metric::{CALLS, CANCEL_NS, CREATE_NS, RESIDENT_BYTES, TABLE_BYTES};
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::{self, *};
use corosensei::Coroutine;
use resumable::resumable;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Waker};

pub static EXPERIMENT: Experiment = Experiment {
    name: "parked",
    about: "a suspended call among a million: created and polled once, kept, cancelled",
    published: None,
    work: Work::Observed(observe),
    claims,
};

const CALLS_PARKED: u64 = 1_000_000;
const STRATEGIES: [Strategy; 7] = [Plain, Boxed, Native, StateMachine, Stackful, Reblessive, Corosensei];

/// Runs of each strategy, in turns.
const RUNS: usize = 3;

fn observe(method: &Method) -> Found {
    let runs = if method.share < 1.0 { 1 } else { RUNS };
    let mut found = vec![Vec::new(); STRATEGIES.len()];
    for _ in 0..runs {
        for (strategy, figures) in STRATEGIES.into_iter().zip(&mut found) {
            figures.push(job(strategy, method).figures()?);
        }
    }
    let readings = STRATEGIES.into_iter().zip(found).flat_map(|(s, figures)| medians(Place::of(s), &figures));
    let mut findings = Findings { readings: readings.collect(), notes: Vec::new() };
    match go::run("parked", method.scaled(CALLS_PARKED / 10, 1000)) {
        Some(figures) => findings.readings.extend(go::readings(&figures)),
        None => findings.notes.push(go::MISSING.into()),
    }
    Ok(findings)
}

fn job(strategy: Strategy, method: &Method) -> Job {
    let most = if strategy == Corosensei { 20_000 } else { CALLS_PARKED };
    Job { experiment: EXPERIMENT.name, strategy, size: method.scaled(most, 1000) }
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// The part that a process of its own does.
pub fn child(job: &Job) -> Figures {
    let calls = job.size as usize;
    match job.strategy {
        Plain => floor(calls),
        Boxed => parked(calls, boxed),
        Native => parked(calls, |x| polled(native::call(x))),
        StateMachine => parked(calls, |x| polled(state_machine::call(x))),
        Stackful => parked(calls, |x| polled(stackful::call(x))),
        Reblessive => parked(calls, |x| polled(reblessive(x))),
        _ => parked(calls, by_corosensei),
    }
}

/// Parks as many, then cancels them.
fn parked<T>(calls: usize, park: impl Fn(u64) -> T) -> Figures {
    // The list itself isn't counted.
    let mut list: Vec<T> = Vec::with_capacity(calls);
    (0..calls).for_each(|i| touch(list.as_mut_ptr().wrapping_add(i)));
    drop(park(0));
    let (before, start) = (Memory::now(), Clock::Thread.now());
    list.extend((0..calls as u64).map(park));
    let (after, parked) = (Memory::now(), Clock::Thread.now());
    list.clear();
    figures(calls, [before, after], (parked - start).as_nanos(), (Clock::Thread.now() - parked).as_nanos())
}

/// Writes a byte into memory that nobody has initialized.
fn touch<T>(place: *mut T) {
    if size_of::<T>() > 0 {
        // SAFETY: the caller owns the capacity that `place` points into, and no value is there yet.
        unsafe { place.cast::<u8>().write_volatile(0) };
    }
}

fn figures(calls: usize, [before, after]: [Memory; 2], create: u128, cancel: u128) -> Figures {
    let per_call = |total: f64| total / calls as f64;
    let grown = |of: fn(&Memory) -> u64| per_call(of(&after).saturating_sub(of(&before)) as f64);
    vec![
        (&CREATE_NS, per_call(create as f64)),
        (&CANCEL_NS, per_call(cancel as f64)),
        (&RESIDENT_BYTES, grown(|m| m.resident)),
        (&TABLE_BYTES, grown(|m| m.tables)),
        (&CALLS, calls as f64),
    ]
}

/// Address space between the pages of the floor: what the stacks of calls have by default.
const STRIDE: usize = 256 * 1024;

/// What the system alone takes for a page per call.
fn floor(calls: usize) -> Figures {
    use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};
    let bytes = calls * STRIDE;
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
    // SAFETY: a fresh anonymous mapping overlaps nothing that exists; only this function knows it, and the advice changes no contents.
    let pages = unsafe {
        let pages = mmap_anonymous(std::ptr::null_mut(), bytes, ProtFlags::READ | ProtFlags::WRITE, flags)
            .expect("address space for the floor");
        let _ = madvise(pages, bytes, Advice::LinuxNoHugepage);
        pages
    };
    let (before, start) = (Memory::now(), Clock::Thread.now());
    (0..calls).for_each(|i| touch(pages.cast::<u8>().wrapping_add((i + 1) * STRIDE - 64)));
    let (after, touched) = (Memory::now(), Clock::Thread.now());
    // SAFETY: the mapping from above, which nothing points into.
    unsafe { munmap(pages, bytes) }.expect("the floor was mapped");
    figures(calls, [before, after], (touched - start).as_nanos(), (Clock::Thread.now() - touched).as_nanos())
}

type Task = Pin<Box<dyn Future<Output = u64>>>;

/// A task as an executor holds it, after its first poll.
fn polled(future: impl Future<Output = u64> + 'static) -> Task {
    let mut task: Task = Box::pin(future);
    assert!(task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    task
}

/// A box more: the callee's.
fn boxed(x: u64) -> Task {
    fn callee(x: u64) -> Task {
        Box::pin(async move {
            Yield::default().await;
            x * 3
        })
    }
    polled(async move { callee(x).await + 1 })
}

macro_rules! annotated {
    ($($strategy:ident)*) => {$(
        #[resumable($strategy)]
        mod $strategy {
            use super::{Claim, Yield, claims_of};

            async fn callee(x: u64) -> u64 {
                Yield::default().await;
                x * 3
            }

            pub async fn call(x: u64) -> u64 {
                let y = callee(x).await;
                y + 1
            }

            pub fn claims() -> Vec<Claim> {
                claims_of!($strategy: callee(0), call(0))
            }
        }
    )*};
}

annotated!(native state_machine stackful);

async fn reblessive(x: u64) -> u64 {
    async fn callee(_: &mut reblessive::Stk, x: u64) -> u64 {
        Yield::default().await;
        x * 3
    }
    async fn call(stk: &mut reblessive::Stk, x: u64) -> u64 {
        stk.run(move |stk| callee(stk, x)).await + 1
    }
    let mut stack = reblessive::Stack::new();
    stack.enter(move |stk| call(stk, x)).finish_async().await
}

fn by_corosensei(x: u64) -> Coroutine<(), (), u64> {
    let mut coroutine = Coroutine::new(move |suspend: &corosensei::Yielder<(), ()>, ()| {
        suspend.suspend(());
        x * 3 + 1
    });
    assert!(coroutine.resume(()).as_yield().is_some());
    coroutine
}
