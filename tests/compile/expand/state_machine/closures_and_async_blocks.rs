use resumable::resumable;

#[resumable(state_machine)]
async fn nested(keys: &[u64]) -> u64 {
    let mut sum = 0;
    let mut add = |n: u64| sum += n;
    add(find(keys[0]).await.unwrap_or(1));
    add(async { find(keys[1]).await.unwrap_or(2) }.await);
    sum
}

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
