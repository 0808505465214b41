use resumable::resumable;

#[resumable(state_machine, stackful)]
async fn f() {}

#[resumable(native, native)]
async fn g() {}

fn main() {}
