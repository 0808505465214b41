use resumable::resumable;

#[resumable(state_machine)]
impl Source {
    pub async fn skip(&mut self, count: u64) -> &mut Self {
        for _ in 0..count {
            next(self).await;
        }
        self
    }

    pub async fn into_sum(mut self) -> u64 {
        let first = next(&mut self).await.unwrap_or(0);
        first + drain(self).await
    }
}

struct Source;

async fn next(from: &mut Source) -> Option<u64> {
    let _ = from;
    None
}

async fn drain(mut from: Source) -> u64 {
    next(&mut from).await.unwrap_or(0)
}

fn main() {}
