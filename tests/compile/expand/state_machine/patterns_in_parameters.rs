use resumable::resumable;

#[resumable(state_machine)]
async fn sum((a, b): (u64, u64), [first, ..]: [u64; 3], mut n: u64, _: String) -> u64 {
    n += find(a).await.unwrap_or(b);
    n + first
}

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
