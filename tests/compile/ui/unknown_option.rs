use resumable::resumable;

#[resumable(fast)]
async fn f() {}

#[resumable(state_machine, threads)]
async fn g() {}

fn main() {}
