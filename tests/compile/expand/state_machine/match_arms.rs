use resumable::resumable;

#[resumable(state_machine)]
async fn execute(command: Command) -> u64 {
    match command {
        Command::Get(key) => {
            let found = find(key).await;
            found.unwrap_or(key)
        }
        Command::Put { key, value } if value > 0 => find(key).await.map_or(0, |old| old + value),
        Command::Put { .. } | Command::Quit => 0,
    }
}

enum Command {
    Get(u64),
    Put { key: u64, value: u64 },
    Quit,
}

async fn find(key: u64) -> Option<u64> {
    Some(key)
}

fn main() {}
