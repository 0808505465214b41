//! Leaves: the futures at the end of a chain.

use std::cell::Cell;
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

static WAITS: AtomicBool = AtomicBool::new(false);

/// Never, though the compiler can't know.
///
/// Not `black_box(false)`, which is a byte on the stack: where a function ends with a `pop` of the eight bytes around it, the `pop` waits until the byte has
/// left the processor's store buffer, and the figure says more of that than of the function.
#[inline(always)]
pub fn waits() -> bool {
    black_box(&WAITS).load(Ordering::Relaxed)
}

/// Ready with its value, though the compiler can't know.
pub struct Ready(pub u64);

impl Future for Ready {
    type Output = u64;

    #[inline(always)]
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u64> {
        if waits() { Poll::Pending } else { Poll::Ready(self.0) }
    }
}

/// Suspends once. Nobody is woken: whoever uses it polls again.
#[derive(Default)]
pub struct Yield(bool);

impl Future for Yield {
    type Output = ();

    #[inline(always)]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// Counts what happens at a leaf.
#[derive(Clone, Default)]
pub struct Count(Rc<Cell<u64>>);

impl Count {
    pub fn add(&self) {
        self.0.set(self.0.get() + 1);
    }

    pub fn get(&self) -> u64 {
        self.0.get()
    }
}
