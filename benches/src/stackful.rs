//! Coroutines on their own stacks.

use crate::leaf::Ready;
use resumable::resumable;

annotated!(stackful);

/// Recursion as it is written: the calls are on one stack, so nothing contains itself.
#[resumable(stackful)]
pub async fn fib(n: u64) -> u64 {
    if n < 2 {
        return Ready(n).await;
    }
    let a = fib(n - 1).await;
    let b = fib(n - 2).await;
    crate::mix(a, b)
}
