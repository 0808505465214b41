//! The remedy: say that the method borrows.

use resumable::resumable;

struct Slot(String);

impl Slot {
    fn into_inner(&self) -> usize {
        self.0.len()
    }
}

#[resumable(state_machine)]
async fn f() -> usize {
    let slot = Slot(String::new());
    std::future::ready(()).await;
    let n = (&slot).into_inner();
    std::future::ready(()).await;
    n
}

fn main() {
    assert_eq!(resumable::block_on(f()), 0);
}
