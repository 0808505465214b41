use resumable::resumable;

#[resumable("state_machine")]
async fn f() {}

#[resumable(state_machine stackful)]
async fn g() {}

#[resumable(strategy = "native")]
async fn h() {}

fn main() {}
