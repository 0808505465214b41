// Calls that change threads: never without `unsafe`, and only what is `Send`.
use resumable::resumable;
use std::future::ready;
use std::rc::Rc;

fn on_any_thread<T: Send>(_: T) {}

/// The default.
#[resumable(stackful)]
async fn stays(n: u32) -> u32 {
    ready(n).await
}

#[resumable(stackful, unsafe(migrate))]
async fn holds_an_rc(n: u32) -> u32 {
    let n = Rc::new(n);
    ready(1).await + *n
}

#[resumable(stackful, unsafe(migrate))]
async fn has_an_rc(n: Rc<u32>) -> u32 {
    ready(*n).await
}

#[resumable(stackful, unsafe(migrate))]
async fn awaits_what_stays(n: u32) -> u32 {
    stays(n).await
}

#[resumable(stackful, migrate)]
async fn without_unsafe() {}

#[resumable(stackful, unsafe(fast))]
async fn unknown() {}

struct Server;

#[resumable(stackful, unsafe(migrate))]
impl Server {}

#[resumable(stackful, unsafe(migrate))]
mod functions {}

mod careful {
    #![forbid(unsafe_code)]
    #[resumable::resumable(stackful, unsafe(migrate))]
    async fn forbidden(n: u32) -> u32 {
        std::future::ready(n).await
    }
    #[resumable::resumable(stackful)]
    async fn allowed(n: u32) -> u32 {
        std::future::ready(n).await
    }
}

fn main() {
    on_any_thread(stays(1));
    on_any_thread(holds_an_rc(1));
    on_any_thread(has_an_rc(Rc::new(1)));
    on_any_thread(awaits_what_stays(1));
}
