//! Dropping a call that is suspended ends its functions as a `return` would: no unwinding, so it works where a panic aborts, too.
//!
//! ```text
//! cargo run -p resumable --example cancelling --profile abort
//! ```

use resumable::resumable;
use std::cell::RefCell;
use std::future::{Future, pending};
use std::sync::Mutex;
use std::task::{Context, Waker};

/// Says that it is dropped.
struct Says<'a>(&'static str, &'a RefCell<Vec<&'static str>>);

impl Drop for Says<'_> {
    fn drop(&mut self) {
        self.1.borrow_mut().push(self.0);
    }
}

#[resumable(stackful)]
async fn outer(mutex: &Mutex<u32>, log: &RefCell<Vec<&'static str>>) {
    let _outer = Says("outer", log);
    inner(100, mutex, log).await;
}

/// As deep as it is told to.
#[resumable(stackful)]
async fn inner(depth: u32, mutex: &Mutex<u32>, log: &RefCell<Vec<&'static str>>) {
    if depth > 0 {
        return inner(depth - 1, mutex, log).await;
    }
    let _inner = Says("inner", log);
    let _locked = mutex.lock();
    pending().await
}

fn main() {
    let (mutex, log) = (Mutex::new(1), RefCell::default());
    for _ in 0..1000 {
        let mut call = Box::pin(outer(&mutex, &log));
        assert!(call.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        assert!(mutex.try_lock().is_err());
        drop(call);
        assert_eq!(*mutex.try_lock().expect("neither locked nor poisoned"), 1);
        assert_eq!(log.take(), ["inner", "outer"]);
    }
    let panics = if cfg!(panic = "abort") { "abort" } else { "unwind" };
    println!("cancelled 1000 calls, where panics {panics}");
}
