use resumable::resumable;

#[resumable(state_machine)]
async fn report(key: u64) -> String {
    let value = find(key).await;
    println!("found {value:?}");
    assert!(find(key).await.is_some(), "{key} is gone");
    format!("{key}: {:?}", find(key).await)
}

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
