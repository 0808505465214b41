use resumable::resumable;

#[resumable(state_machine)]
async fn copy(from: &mut Source, limit: u64) -> u64 {
    let first = read(from, limit).await;
    let second = read(from, limit - first).await;
    first + second
}

struct Source;

async fn read(from: &mut Source, limit: u64) -> u64 {
    let _ = from;
    limit
}

fn main() {}
