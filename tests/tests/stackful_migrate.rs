//! `#[resumable(stackful, unsafe(migrate))]`: coroutines that change threads.

use resumable::{block_on, resumable, spawn, stack_stats};
use std::future::{Future, poll_fn, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::task::{Context, Poll, Waker};
use std::thread::{self, ThreadId};

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Pending once.
async fn later() {
    let mut polled = false;
    poll_fn(move |cx| {
        if std::mem::replace(&mut polled, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await
}

#[inline(never)]
fn here() -> ThreadId {
    thread::current().id()
}

/// Counts drops.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

// SAFETY: thread-locals are used in functions that are not inlined.
#[resumable(stackful, unsafe(migrate))]
async fn depth(n: u32, dropped: Arc<AtomicUsize>) -> Vec<ThreadId> {
    let _counted = Counted(dropped.clone());
    if n == 0 {
        let mut threads = vec![here()];
        for _ in 0..2 {
            later().await;
            threads.push(here());
        }
        return threads;
    }
    depth(n - 1, dropped).await
}

#[test]
fn a_started_call_goes_on_on_another_thread() {
    // The second needs segments, which the one thread takes and the other gives back.
    for levels in [3, 5000] {
        let dropped = Arc::new(AtomicUsize::new(0));
        let mut call = Box::pin(depth(levels, dropped.clone()));
        assert!(poll(call.as_mut()).is_pending());
        let mut call = thread::spawn(move || {
            assert!(poll(call.as_mut()).is_pending());
            call
        })
        .join()
        .unwrap();
        let Poll::Ready(threads) = poll(call.as_mut()) else { panic!("it was pending twice") };
        assert_eq!(threads.len(), 3);
        assert_eq!((threads[0], threads[2]), (here(), here()));
        assert_ne!(threads[1], here());
        assert_eq!(dropped.load(SeqCst), levels as usize + 1);
    }
}

#[test]
fn a_started_call_is_cancelled_on_another_thread() {
    for levels in [3, 5000] {
        let dropped = Arc::new(AtomicUsize::new(0));
        let mut call = Box::pin(depth(levels, dropped.clone()));
        assert!(poll(call.as_mut()).is_pending());
        thread::spawn(move || drop(call)).join().unwrap();
        assert_eq!(dropped.load(SeqCst), levels as usize + 1);
    }
}

#[test]
fn it_works_on_runtimes_that_steal() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).build().unwrap();
    runtime.block_on(async {
        let dropped = Arc::new(AtomicUsize::new(0));
        let tasks: Vec<_> = (0..100).map(|n| tokio::spawn(depth(n * 7, dropped.clone()))).collect();
        for task in tasks {
            assert_eq!(task.await.unwrap().len(), 3);
        }
    });
    assert_eq!(block_on(spawn(depth(1, Arc::default()))).unwrap().len(), 3);
}

/// Fused with its like and with calls that stay, which takes its `Send` away; a boundary's body, whose locals need not be `Send`, isn't.
#[test]
fn what_is_fused() {
    #[resumable(stackful, send)]
    async fn boundary() -> ThreadId {
        let local = std::rc::Rc::new(1);
        ready(()).await;
        drop(local);
        here()
    }
    #[resumable(stackful)]
    async fn stays() -> ThreadId {
        ready(here()).await
    }
    // SAFETY: thread-locals are used in functions that are not inlined.
    #[resumable(stackful, unsafe(migrate))]
    async fn migrates() -> (ThreadId, ThreadId) {
        (boundary().await, depth(1, Arc::default()).await[0])
    }
    // SAFETY: thread-locals are used in functions that are not inlined.
    #[resumable(stackful, unsafe(migrate))]
    async fn with_one_that_stays() -> ThreadId {
        stays().await
    }
    #[resumable(stackful)]
    async fn plain() -> (ThreadId, ThreadId) {
        migrates().await
    }
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let before = stack_stats().started_here;
    let (of_boundary, own) = block_on(is_send(migrates()));
    assert_ne!(of_boundary, here());
    assert_eq!(own, here());
    assert_eq!(block_on(with_one_that_stays()), here());
    assert_ne!(block_on(plain()).0, here());
    assert_eq!(stack_stats().started_here, before + 3);
}

#[test]
fn the_option_means_nothing_elsewhere() {
    #[resumable(state_machine, unsafe(migrate))]
    async fn machine(n: u32) -> u32 {
        ready(n).await
    }
    #[resumable(native, unsafe(migrate))]
    async fn native(n: u32) -> u32 {
        ready(n).await
    }
    assert_eq!(block_on(machine(1)) + block_on(native(2)), 3);
}
