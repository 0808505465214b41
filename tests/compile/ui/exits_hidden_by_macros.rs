// The `return`, `?` or `await` is in the macro's own text, which the attribute never sees: rustc refuses the result, nothing is run differently.
use resumable::resumable;
use std::task::Poll;

macro_rules! tri {
    ($e:expr) => { $e? };
}

macro_rules! ready {
    ($e:expr) => { match $e { Poll::Ready(t) => t, Poll::Pending => return Poll::Pending } };
}

macro_rules! wait {
    ($e:expr) => { $e.await };
}

#[resumable(stackful)]
async fn question_mark(n: Result<u32, String>) -> Result<u32, String> {
    std::future::ready(()).await;
    Ok(tri!(n))
}

#[resumable(stackful)]
async fn returns_pending(p: Poll<u32>) -> Poll<u32> {
    std::future::ready(()).await;
    Poll::Ready(ready!(p))
}

#[resumable(stackful)]
async fn awaits() {
    wait!(std::future::ready(()))
}

fn main() {}
