// The borrow checker sees the function as it was written.
use resumable::resumable;

async fn pause() {}

#[resumable(state_machine)]
async fn moved_while_borrowed(text: String) {
    let borrowed = &text;
    pause().await;
    drop(text);
    pause().await;
    println!("{borrowed}");
}

#[resumable(state_machine)]
async fn used_after_a_move_in_a_loop(list: Vec<u32>) {
    for _ in 0..2 {
        pause().await;
        drop(list);
    }
}

#[resumable(state_machine)]
async fn borrowed_twice(list: &mut Vec<u32>) {
    let first = &mut list[0];
    pause().await;
    list.push(1);
    pause().await;
    *first += 1;
}

#[resumable(state_machine)]
async fn used_before_it_is_initialised(c: bool) -> u32 {
    let n;
    if c {
        n = 1;
    }
    pause().await;
    n
}

#[resumable(state_machine)]
async fn assigned_twice() {
    let n = 1;
    pause().await;
    n = 2;
    pause().await;
}

#[resumable(state_machine)]
async fn kept_longer_than_the_argument<'a>(short: &str, _long: &'a str) -> &'a str {
    pause().await;
    short
}

fn outlives() {
    let call;
    {
        let list = vec![1];
        call = takes(&list);
    }
    drop(call);
}

#[resumable(state_machine)]
async fn takes(list: &[u32]) -> usize {
    pause().await;
    list.len()
}

fn main() {
    outlives();
}
