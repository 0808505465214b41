//! Coroutines need memory management of an operating system.

use resumable::resumable;

#[resumable(stackful)]
async fn started() {}

fn main() {
    let _ = started();
}
