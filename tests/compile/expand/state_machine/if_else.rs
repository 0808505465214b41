use resumable::resumable;

#[resumable(state_machine)]
async fn either(first: bool) -> u64 {
    if first { pause().await } else { 0 };
    if let Some(n) = find(1).await { n } else { find(2).await.unwrap_or(0) }
}

async fn pause() {}

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
