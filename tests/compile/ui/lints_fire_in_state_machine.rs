// Lints about the user's own code fire as they do without the attribute.
#![deny(warnings)]
use resumable::resumable;

#[resumable(state_machine)]
async fn never_called() {}

#[resumable(state_machine)]
async fn called(unused: u32) {
    let mut never_mutated = 1;
    let assigned;
    assigned = 2;
    never_called_result();
    plain_future();
    return;
    std::future::ready(never_mutated).await;
}

#[must_use]
fn never_called_result() -> u32 {
    1
}

async fn plain_future() {}

#[deprecated]
fn old() {}

#[resumable(state_machine)]
async fn calls_old() {
    old();
    let Unused = 5;
    called(1);
}

fn main() {
    let _ = calls_old();
}
