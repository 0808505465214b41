//! What the shapes await and call. The compiler can't know which leaf is ready.

use std::cell::Cell;
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Ready with what is left in the cell; pending when that is nothing, once in a thousand polls.
pub struct Tick<'c>(pub &'c Cell<u64>);

impl Future for Tick<'_> {
    type Output = u64;

    #[inline]
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u64> {
        match self.0.get().checked_sub(1) {
            Some(left) => {
                self.0.set(left);
                Poll::Ready(left)
            }
            None => {
                self.0.set(999);
                Poll::Pending
            }
        }
    }
}

/// Ready with `value` after some polls that find it pending.
pub struct After<T> {
    left: u64,
    value: Option<T>,
}

impl<T> After<T> {
    #[inline]
    pub fn polls(left: u64, value: T) -> Self {
        After { left, value: Some(value) }
    }
}

impl<T: Unpin> Future for After<T> {
    type Output = T;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<T> {
        if self.left == 0 {
            Poll::Ready(self.value.take().expect("polled once it was ready"))
        } else {
            self.left -= 1;
            Poll::Pending
        }
    }
}

/// A future whose `poll` is a function of its own.
pub struct NotInlined<F>(pub F);

impl<F: Future> Future for NotInlined<F> {
    type Output = F::Output;

    #[inline(never)]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        // SAFETY: structural pinning of the only field: there is no `Drop`, and the field is never moved.
        unsafe { self.map_unchecked_mut(|me| &mut me.0) }.poll(cx)
    }
}

/// Which of eight arms; not in an order that a branch predictor learns.
#[inline]
pub fn arm(i: u64) -> u64 {
    i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 61
}

#[inline(never)]
pub fn sink(text: &str, n: u64) -> u64 {
    black_box(text.len() as u64 + n)
}

#[inline(never)]
pub fn returned(n: u64) -> String {
    black_box(n);
    String::new()
}

/// 1 KiB.
pub struct Big(pub [u64; 128]);

#[inline(never)]
pub fn big_of(n: u64) -> Big {
    Big([n; 128])
}

#[inline(never)]
pub fn fill(buffer: &mut [u8; 4096], n: u64) {
    buffer[(n % 4096) as usize] = n as u8;
}

/// The text that a parser reads.
pub struct Source {
    text: &'static [u8],
    at: Cell<usize>,
    ticks: Cell<u64>,
}

pub enum Malformed {
    Ended,
    Unclosed,
}

impl Source {
    pub fn new(text: &'static [u8]) -> Self {
        Source { text, at: Cell::new(0), ticks: Cell::new(500) }
    }

    pub fn rewind(&self) -> &Self {
        self.at.set(0);
        self
    }

    pub fn peek(&self) -> u8 {
        self.text.get(self.at.get()).copied().unwrap_or(0)
    }
}

/// The next byte.
pub struct Next<'s>(pub &'s Source);

impl Future for Next<'_> {
    type Output = Result<u8, Malformed>;

    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let source = self.0;
        if Pin::new(&mut Tick(&source.ticks)).poll(cx).is_pending() {
            return Poll::Pending;
        }
        let at = source.at.replace(source.at.get() + 1);
        Poll::Ready(source.text.get(at).copied().ok_or(Malformed::Ended))
    }
}

/// What recursion needs.
pub fn boxed<'f, T>(future: impl Future<Output = T> + 'f) -> Pin<Box<dyn Future<Output = T> + 'f>> {
    Box::pin(future)
}
