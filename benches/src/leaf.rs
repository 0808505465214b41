//! Where the chains end, and what drives them.

use std::future::Future;
use std::hint::black_box;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};

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

/// Pending once.
#[derive(Default)]
pub struct Yield {
    yielded: bool,
}

impl Future for Yield {
    type Output = ();

    #[inline(always)]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.yielded {
            return Poll::Ready(());
        }
        self.yielded = true;
        Poll::Pending
    }
}

/// Polls until the future is ready.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = poll(future.as_mut()) {
            return output;
        }
    }
}

/// One poll, with a waker that nobody listens to.
pub fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}
