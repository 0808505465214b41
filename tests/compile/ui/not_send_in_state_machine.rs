// A machine is `Send` exactly if rustc's future is, and rustc says what it is that isn't, and across which await.
use resumable::resumable;
use std::rc::Rc;
use std::sync::Mutex;

async fn pause() {}

#[resumable(state_machine)]
async fn rc_across_an_await(n: u32) -> u32 {
    let shared = Rc::new(n);
    pause().await;
    *shared
}

#[resumable(state_machine)]
async fn guard_across_an_await(m: &Mutex<u32>) {
    let mut guard = m.lock().unwrap();
    pause().await;
    *guard += 1;
}

#[resumable(state_machine)]
async fn fine(n: u32) -> u32 {
    let shared = Rc::new(n).to_string();
    pause().await;
    shared.len() as u32
}

fn assert_send<T: Send>(_: T) {}

fn main() {
    assert_send(fine(1));
    assert_send(rc_across_an_await(1));
    assert_send(guard_across_an_await(&Mutex::new(1)));
}
