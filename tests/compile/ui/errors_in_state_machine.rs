// Errors in the user's own code are reported where they are.
use resumable::resumable;

#[resumable(state_machine)]
async fn wrong_tail() -> u32 {
    "text"
}

#[resumable(state_machine)]
async fn wrong_return(n: u32) -> Result<u32, String> {
    if n == 0 {
        return 1;
    }
    Ok(n)
}

#[resumable(state_machine)]
async fn question_mark_without_a_result(text: &str) -> u32 {
    text.parse::<u32>()?
}

#[resumable(state_machine)]
async fn not_a_future() {
    5.await;
}

#[resumable(state_machine)]
async fn moved_twice(text: String) {
    drop(text);
    std::future::ready(()).await;
    drop(text);
}

#[resumable(state_machine)]
async fn unknown_name() {
    missing().await;
    Missing::method();
}

#[resumable(state_machine)]
async fn returns_a_borrow_of_a_local() -> &'static str {
    let text = String::new();
    &text
}

fn main() {}
