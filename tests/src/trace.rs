//! The trace of this thread: what happened, in order, and which event is to panic.

use std::cell::{Cell, RefCell};

thread_local! {
    static EVENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    /// Steps until one panics.
    static STEP_FUSE: Cell<Option<usize>> = const { Cell::new(None) };
    /// Drops until one panics.
    static DROP_FUSE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Starts a new trace, in which the step and the destructor with these numbers panic.
pub fn begin(step: Option<usize>, destructor: Option<usize>) {
    EVENTS.with_borrow_mut(Vec::clear);
    STEP_FUSE.set(step);
    DROP_FUSE.set(destructor);
}

/// Ends the trace and returns it.
pub fn end() -> Vec<String> {
    disarm();
    EVENTS.take()
}

/// Nothing panics from here on.
pub fn disarm() {
    STEP_FUSE.set(None);
    DROP_FUSE.set(None);
}

/// More events than any body has: it doesn't end.
const ENDLESS: usize = 100_000;

/// Logs what the driver does.
pub fn log(event: impl Into<String>) {
    let count = EVENTS.with_borrow_mut(|events| {
        events.push(event.into());
        events.len()
    });
    if count > ENDLESS {
        eprintln!("a body doesn't end");
        std::process::abort();
    }
}

/// Logs something that the body does: a step, which may be the one that panics.
pub fn step(event: impl Into<String>) {
    log(event);
    if burn(&STEP_FUSE) {
        panic!("step");
    }
}

/// Logs a drop, `!` if it happens during a panic: it may be the destructor that panics, unless that would abort.
pub fn dropped(name: &str) {
    let panicking = std::thread::panicking();
    log(format!("~{name}{}", if panicking { "!" } else { "" }));
    if burn(&DROP_FUSE) && !panicking {
        panic!("destructor");
    }
}

/// How many drops the trace has.
pub fn drops(trace: &[String]) -> usize {
    trace.iter().filter(|event| event.starts_with('~')).count()
}

/// Whether the fuse ends here.
fn burn(fuse: &'static std::thread::LocalKey<Cell<Option<usize>>>) -> bool {
    let left = fuse.get();
    fuse.set(left.and_then(|n| n.checked_sub(1)));
    left == Some(0)
}
