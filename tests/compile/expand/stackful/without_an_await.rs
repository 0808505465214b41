use resumable::resumable;

#[resumable(stackful)]
async fn identity(n: u64) -> u64 {
    n
}

fn main() {}
