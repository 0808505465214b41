use resumable::resumable;

#[resumable(state_machine)]
async fn greet(name: String) -> usize {
    let greeting = format!("hello {name}");
    pause().await;
    let shout = greeting.to_uppercase();
    pause().await;
    shout.len() + name.len()
}

async fn pause() {}

fn main() {}
