use resumable::resumable;

#[resumable(state_machine)]
async fn drain(from: &mut Source) -> u64 {
    let mut sum = 0;
    while let Some(n) = next(from).await {
        sum += n;
    }
    sum
}

struct Source;

async fn next(from: &mut Source) -> Option<u64> {
    let _ = from;
    None
}

fn main() {}
