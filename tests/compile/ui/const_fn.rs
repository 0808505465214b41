use resumable::resumable;

#[resumable]
const async fn f() {}

fn main() {}
