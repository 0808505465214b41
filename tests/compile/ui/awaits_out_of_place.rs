// An await where there is no coroutine: in a closure, and in a function that isn't one.
use resumable::resumable;
use std::cell::Cell;
use std::future::ready;
use std::thread;

thread_local!(static CELL: Cell<u32> = const { Cell::new(0) });

#[resumable(stackful)]
async fn under_a_thread_local() -> u32 {
    CELL.with(|cell| cell.get() + ready(1).await)
}

#[resumable(stackful)]
async fn in_a_scope_of_threads(n: &mut u32) {
    thread::scope(|scope| {
        scope.spawn(|| *n += 1);
        ready(()).await
    })
}

#[resumable(stackful)]
async fn in_catch_unwind() {
    let _ = std::panic::catch_unwind(|| ready(()).await);
}

fn helper() -> u32 {
    ready(1).await
}

fn main() {}
