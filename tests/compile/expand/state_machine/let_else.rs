use resumable::resumable;

#[resumable(state_machine)]
async fn or_default(key: u64) -> u64 {
    let Some(value) = find(key).await else {
        return find(0).await.unwrap_or_default();
    };
    value
}

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
