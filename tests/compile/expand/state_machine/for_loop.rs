use resumable::resumable;

#[resumable(state_machine)]
async fn total(keys: Vec<u64>) -> u64 {
    let mut sum = 0;
    for key in keys {
        sum += find(key).await.unwrap_or(0);
    }
    sum
}

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
