use resumable::resumable;

#[resumable(state_machine)]
trait Store {
    async fn get(&self, key: u64) -> Option<u64>;
    async fn get_or(&self, key: u64, default: u64) -> u64 {
        self.get(key).await.unwrap_or(default)
    }
}

#[resumable(state_machine)]
impl Store for Source {
    async fn get(&self, key: u64) -> Option<u64> {
        find(key).await
    }
}

struct Source;

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
