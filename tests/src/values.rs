//! What bodies are made of. Names are short, since each appears hundreds of times.

use crate::trace::{dropped, step};
use std::fmt::{self, Debug, Display};
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// Logs its drop.
#[must_use = "it logs its drop here"]
pub struct Loud(pub &'static str);

impl Loud {
    pub fn name(&self) -> &'static str {
        self.0
    }
    pub fn by_ref(&self) -> usize {
        step(format!("{}.by_ref", self.0));
        self.0.len()
    }
    pub fn by_mut(&mut self) -> &mut Loud {
        step(format!("{}.by_mut", self.0));
        self
    }
    pub fn by_value(self) -> u32 {
        step(format!("{}.by_value", self.0));
        7
    }
    pub fn me(&self) -> &Loud {
        self
    }
    pub fn later(&self, value: u32) -> Later<u32> {
        later(value)
    }
}

impl Debug for Loud {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Display for Loud {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        step(format!("{}.fmt", self.0));
        f.write_str(self.0)
    }
}

impl Drop for Loud {
    fn drop(&mut self) {
        dropped(self.0);
    }
}

/// A temporary.
pub fn temp() -> Loud {
    step("temp");
    Loud("temp")
}

/// A future that is pending a number of times and logs its creation, its polls and its drop.
#[must_use = "futures do nothing unless you `.await` or poll them"]
pub struct Later<T> {
    name: String,
    pending: usize,
    value: Option<T>,
}

/// Pending once.
pub fn later<T: Debug>(value: T) -> Later<T> {
    later_by(1, value)
}

/// Ready at once.
pub fn now<T: Debug>(value: T) -> Later<T> {
    later_by(0, value)
}

/// Pending `pending` times.
pub fn later_by<T: Debug>(pending: usize, value: T) -> Later<T> {
    let name = format!("later({value:?})");
    step(format!("+{name}"));
    Later { name, pending, value: Some(value) }
}

impl<T> Unpin for Later<T> {}

impl<T> Future for Later<T> {
    type Output = T;
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        step(format!("poll {}", self.name));
        if self.pending > 0 {
            self.pending -= 1;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(self.value.take().expect("polled after it was ready"))
    }
}

impl<T> Drop for Later<T> {
    fn drop(&mut self) {
        dropped(&self.name);
    }
}

/// Becomes a [`Later`] when awaited.
pub struct IntoLater(pub u32);

impl IntoFuture for IntoLater {
    type Output = u32;
    type IntoFuture = Later<u32>;
    fn into_future(self) -> Later<u32> {
        step("into_future");
        later(self.0)
    }
}

/// Logs and returns its argument.
pub fn v<T: Debug>(value: T) -> T {
    step(format!("v({value:?})"));
    value
}

/// Takes two values, and returns the number.
pub fn two(a: Loud, b: Loud, n: u32) -> u32 {
    step(format!("two({a:?}, {b:?}, {n})"));
    n
}

/// The value; the reference is there to be held meanwhile.
pub fn beside(a: &Loud, value: Loud) -> Loud {
    step(format!("beside({a:?}, {value:?})"));
    value
}

/// Adds two numbers; the reference is there to be held meanwhile.
pub fn held(a: u32, b: u32, c: &Loud) -> u32 {
    step(format!("held({a}, {b}, {c:?})"));
    a + b
}

/// An error that converts into [`Big`].
#[derive(Debug)]
pub struct Small;

#[derive(Debug)]
pub struct Big;

impl From<Small> for Big {
    fn from(_: Small) -> Big {
        step("Small -> Big");
        Big
    }
}

/// Fails with `Small` unless `ok`.
pub fn small(ok: bool, value: u32) -> Result<u32, Small> {
    step(format!("small({ok}, {value})"));
    if ok { Ok(value) } else { Err(Small) }
}

/// Runs a future to completion on this thread; for destructors that wait.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
    }
}

/// Polls both until both are ready, the second one first.
pub async fn join<A: Future, B: Future>(a: A, b: B) -> (A::Output, B::Output) {
    let (mut a, mut b) = (Box::pin(a), Box::pin(b));
    let (mut left, mut right) = (None, None);
    std::future::poll_fn(|cx| {
        poll_once(&mut right, b.as_mut(), cx);
        poll_once(&mut left, a.as_mut(), cx);
        if left.is_some() && right.is_some() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    (left.expect("ready"), right.expect("ready"))
}

fn poll_once<F: Future>(output: &mut Option<F::Output>, future: Pin<&mut F>, cx: &mut Context<'_>) {
    if output.is_none()
        && let Poll::Ready(value) = future.poll(cx)
    {
        *output = Some(value);
    }
}

/// The output of the first one that is ready; the other is dropped.
pub async fn first<T, A: Future<Output = T>, B: Future<Output = T>>(a: A, b: B) -> T {
    let (mut a, mut b) = (Box::pin(a), Box::pin(b));
    std::future::poll_fn(|cx| match a.as_mut().poll(cx) {
        Poll::Pending => b.as_mut().poll(cx),
        ready => ready,
    })
    .await
}
