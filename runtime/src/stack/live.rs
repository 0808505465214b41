//! Which calls are on stacks of their own right now, as the labels of the stacks say. Nothing is registered: who asks, looks at every label.

use super::{Label, Use, label_of, pool};
use crate::Record;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// A call that was started on a stack of its own and hasn't ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LiveCall {
    /// The function, by the path of its body's type: `my_crate::serve`.
    pub function: &'static str,
    /// The record of the function, if the path names one: its file and line.
    pub record: Option<Record>,
    /// Whether it is suspended, or running on some thread.
    pub is_suspended: bool,
    /// How long ago it was started. None: times weren't [watched](watch_calls) then.
    pub age: Option<Duration>,
}

static WATCHED: AtomicBool = AtomicBool::new(false);

/// Notes from now on, or no longer, when calls are started. It costs reading a clock for each.
pub fn watch_calls(on: bool) {
    start_of_time();
    WATCHED.store(on, Relaxed);
}

fn start_of_time() -> Instant {
    static START: OnceLock<Instant> = OnceLock::new();
    *START.get_or_init(Instant::now)
}

/// Not zero, if times are watched.
#[inline(always)]
pub(super) fn now_if_watched() -> u64 {
    if WATCHED.load(Relaxed) { now() } else { 0 }
}

#[cold]
fn now() -> u64 {
    (start_of_time().elapsed().as_nanos() as u64).max(1)
}

/// The calls that are on stacks of their own: polled by an executor, a `join!`, a state machine. Those that are fused with them are part of
/// them. What other threads do at the same time may or may not be seen.
///
/// ```
/// # use resumable::{live_calls, resumable};
/// # use std::{future::{Future, pending}, pin::pin, task::{Context, Waker}};
/// #[resumable(stackful)]
/// async fn waits() { pending::<()>().await }
///
/// let mut call = pin!(waits());
/// let _ = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
/// let live = live_calls();
/// assert!(live.iter().any(|call| call.is_suspended && call.record.as_ref().is_some_and(|r| r.function == "waits")));
/// ```
pub fn live_calls() -> Vec<LiveCall> {
    let records: Vec<Record> = crate::registry().collect();
    let mut calls = Vec::new();
    for_each_label(|label| calls.extend(live_call(label, &records)));
    calls
}

fn live_call(label: &Label, records: &[Record]) -> Option<LiveCall> {
    let use_ = label.use_.load(Relaxed);
    if use_ == Use::Free as u8 {
        return None;
    }
    let function = function_of(label.function()?());
    let since = label.since.load(Relaxed);
    Some(LiveCall {
        function,
        record: record_of(function, records),
        is_suspended: use_ == Use::Suspended as u8,
        age: (since != 0).then(|| Duration::from_nanos(now().saturating_sub(since))),
    })
}

/// Input: `my_crate::serve::{{closure}}`, output: `my_crate::serve`.
fn function_of(body: &'static str) -> &'static str {
    body.strip_suffix("::{{closure}}").unwrap_or(body)
}

/// The only record of that name in the module that the path begins with.
fn record_of(function: &str, records: &[Record]) -> Option<Record> {
    let name = function.rsplit("::").next()?.split('<').next()?;
    let is_it = |r: &&Record| {
        r.function == name
            && function.trim_start_matches('<').strip_prefix(r.module).is_some_and(|rest| rest.starts_with("::"))
    };
    let longest = records.iter().filter(is_it).map(|r| r.module.len()).max()?;
    let mut found = records.iter().filter(is_it).filter(|r| r.module.len() == longest);
    let record = found.next()?;
    found.next().is_none().then(|| record.clone())
}

/// How many stacks are in use, and how many of these are suspended.
pub(super) fn count() -> (usize, usize) {
    let (mut live, mut suspended) = (0, 0);
    for_each_label(|label| {
        let use_ = label.use_.load(Relaxed);
        live += usize::from(use_ != Use::Free as u8);
        suspended += usize::from(use_ == Use::Suspended as u8);
    });
    (live, suspended)
}

fn for_each_label(mut f: impl FnMut(&Label)) {
    for (bottom, stride) in pool::carved_slots() {
        // SAFETY: a slot stays mapped, and has a label at its top. Only what is atomic in it is read.
        f(unsafe { &*label_of(bottom, stride) });
    }
}
