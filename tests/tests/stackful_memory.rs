//! What coroutines cost, and that it comes back. One test, since it measures the process.
#![cfg(target_os = "linux")]

use resumable::{resumable, stack_stats};
use std::cell::Cell;
use std::future::{Future, pending};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Resident memory of this process in bytes.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

fn mappings() -> usize {
    std::fs::read_to_string("/proc/self/maps").unwrap().lines().count()
}

/// Counts drops.
struct Counted<'a>(&'a Cell<usize>);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[resumable(stackful)]
async fn park(depth: usize, dropped: &Cell<usize>) -> usize {
    let _local = Counted(dropped);
    if depth == 0 {
        pending::<()>().await;
    }
    park(depth - 1, dropped).await + 1
}

/// A debug build's frames are some 800 bytes, a release build's 64.
const DEPTH: usize = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };

#[test]
fn memory_is_used_by_page_and_returned() {
    one_deep_call();
    many_shallow_calls();
}

fn one_deep_call() {
    let dropped = Cell::new(0);
    let before = resident();
    let mut call = Box::pin(park(DEPTH, &dropped));
    assert!(poll(call.as_mut()).is_pending());
    let used = resident() - before;
    drop(call);
    assert_eq!(dropped.get(), DEPTH + 1);
    let kept = resident().saturating_sub(before);
    assert!(used > DEPTH * 32, "{used} bytes");
    assert!(kept < 2 << 20, "{kept} of {used} bytes are kept");
}

/// Whether guards are marks in a mapping (Linux 6.13). On older kernels each splits one, so there can't be many.
fn guards_are_marks() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release.split(['.', '-']).map(|n| n.trim().parse::<u32>().unwrap_or(0));
    (numbers.next(), numbers.next()) >= (Some(6), Some(13))
}

/// The most that a parked call of `park(1)` touches: a page, and in a debug build another.
const RESIDENT: usize = if cfg!(debug_assertions) { 2 * 4096 } else { 4096 };

fn many_shallow_calls() {
    let count = if guards_are_marks() { 100_000 } else { 10_000 };
    let dropped = Cell::new(0);
    let (memory, maps, stacks) = (resident(), mappings(), stack_stats().stacks);
    let mut calls: Vec<_> = (0..count).map(|_| Box::pin(park(1, &dropped))).collect();
    for call in &mut calls {
        assert!(poll(call.as_mut()).is_pending());
    }
    let each = (resident() - memory) / count;
    assert!(each < RESIDENT + 1024, "{each} bytes each");
    assert!(stack_stats().stacks - stacks <= count);
    let mapped = mappings() - maps;
    assert!(mapped < 100 || !guards_are_marks(), "guards don't split mappings: {mapped} more");
    let parked = resident();
    drop(calls);
    assert_eq!(dropped.get(), 2 * count);
    let returned = parked.saturating_sub(resident());
    assert!(returned > count * each / 2, "{returned} of {} bytes are returned", count * each);

    // All of them are reused.
    let stacks = stack_stats().stacks;
    let mut calls: Vec<_> = (0..count).map(|_| Box::pin(park(1, &dropped))).collect();
    for call in &mut calls {
        assert!(poll(call.as_mut()).is_pending());
    }
    assert_eq!(stack_stats().stacks, stacks);
}
