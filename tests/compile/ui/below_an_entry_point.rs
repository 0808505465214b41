// `#[tokio::main]` and `#[tokio::test]` make an ordinary function of what they stand on, before `#[resumable]` can see it.
use resumable::resumable;

#[tokio::main]
#[resumable]
async fn main() {}

#[tokio::test]
#[resumable(stackful)]
async fn test() {}

#[tokio::main(flavor = "current_thread")]
#[resumable(state_machine)]
async fn other() -> Result<(), String> {
    Ok(())
}
