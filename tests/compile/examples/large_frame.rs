//! A machine of which most is empty when it is made: compiled to LLVM's language by `tests/copies.rs`, and run by nobody.

use resumable::resumable;
use std::future::ready;

#[resumable(state_machine)]
async fn child(seed: u64) -> u64 {
    let bytes = [seed as u8; 600];
    ready(()).await;
    u64::from(bytes[7])
}

#[resumable(state_machine)]
pub async fn parent(seed: u64) -> u64 {
    let text = seed.to_string();
    let first = child(seed).await;
    ready(()).await;
    first + text.len() as u64
}

fn main() {
    println!("{}", resumable::block_on(parent(1)));
}
