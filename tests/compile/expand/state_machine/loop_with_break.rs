use resumable::resumable;

#[resumable(state_machine)]
async fn first_found() -> u64 {
    let mut key = 0;
    loop {
        key += 1;
        if let Some(value) = find(key).await {
            break value;
        }
    }
}

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
