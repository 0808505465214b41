use resumable::resumable;

#[resumable(state_machine)]
async fn identity(n: u64) -> u64 {
    n
}

fn main() {}
