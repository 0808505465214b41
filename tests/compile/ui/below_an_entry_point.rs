// `#[tokio::main]`, and `#[tokio::test]` too, makes an ordinary function of what they stand on, before `#[resumable]` can see it.
use resumable::resumable;

#[tokio::main(flavor = "current_thread")]
#[resumable]
async fn main() {}

#[tokio::main(flavor = "current_thread")]
#[resumable(state_machine)]
async fn other() -> Result<(), String> {
    Ok(())
}
