//! Leaves: the futures at the end of a chain.

use std::cell::Cell;
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

/// Ready with its value, though the compiler can't know.
pub struct Ready(pub u64);

impl Future for Ready {
    type Output = u64;

    #[inline(always)]
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u64> {
        if black_box(false) { Poll::Pending } else { Poll::Ready(self.0) }
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
