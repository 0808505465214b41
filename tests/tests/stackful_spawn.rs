//! `spawn`, `spawn_with` and `block_on`, the same in every strategy.

use resumable::{block_on, resumable, spawn, spawn_with};
use std::cell::RefCell;
use std::future::{pending, poll_fn};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

/// Pending once, woken from another thread.
async fn elsewhere() {
    let mut woken = false;
    poll_fn(move |cx| {
        if std::mem::replace(&mut woken, true) {
            return Poll::Ready(());
        }
        let waker = cx.waker().clone();
        thread::spawn(move || waker.wake());
        Poll::Pending
    })
    .await
}

#[test]
fn the_same_source_in_every_strategy() {
    macro_rules! in_strategy {
        ($strategy:ident) => {{
            #[resumable($strategy)]
            async fn double(x: u32) -> u32 {
                elsewhere().await;
                x * 2
            }
            assert_eq!(block_on(spawn(double(1))).unwrap(), 2);
            assert_eq!(block_on(spawn_with(|| double(2))).unwrap(), 4);
            assert_eq!(block_on(double(3)), 6);
        }};
    }
    in_strategy!(stackful);
    in_strategy!(native);
}

#[test]
fn locals_need_not_be_send_and_the_thread_stays() {
    #[resumable(stackful)]
    async fn shared_count(rounds: u32) -> u32 {
        let count = Rc::new(RefCell::new(0));
        let thread = thread::current().id();
        for _ in 0..rounds {
            increment(count.clone()).await;
            elsewhere().await;
            assert_eq!(thread::current().id(), thread);
        }
        count.take()
    }
    #[resumable(stackful)]
    async fn increment(count: Rc<RefCell<u32>>) {
        elsewhere().await;
        *count.borrow_mut() += 1;
    }
    let tasks: Vec<_> = (0..8).map(|n| spawn(shared_count(n))).collect();
    assert_ne!(block_on(async { poll_fn(|_| Poll::Ready(thread::current().id())).await }), {
        let thread = spawn_with(|| async { thread::current().id() });
        block_on(thread).unwrap()
    });
    for (n, task) in tasks.into_iter().enumerate() {
        assert_eq!(block_on(task).unwrap(), n as u32);
    }
}

#[test]
fn a_recursive_family_spawns_itself() {
    #[resumable(stackful)]
    async fn fibonacci(n: u32) -> u32 {
        if n < 2 {
            return n;
        }
        let a = spawn_with(move || fibonacci(n - 1));
        let b = spawn_with(move || through(n - 2));
        a.await.unwrap() + b.await.unwrap()
    }
    #[resumable(stackful)]
    async fn through(n: u32) -> u32 {
        fibonacci(n).await
    }
    assert_eq!(block_on(spawn(fibonacci(9))).unwrap(), 34);
}

#[test]
fn methods_that_own_their_state() {
    struct Server {
        base: u32,
    }
    #[resumable(stackful)]
    impl Server {
        async fn handle(self: Arc<Self>, request: Vec<u32>) -> u32 {
            let mut sum = self.base;
            for x in request {
                elsewhere().await;
                sum += x;
            }
            sum
        }
    }
    let server = Arc::new(Server { base: 10 });
    let tasks: Vec<_> = (0..4).map(|n| spawn(server.clone().handle(vec![n; 3]))).collect();
    let sums: Vec<u32> = tasks.into_iter().map(|task| block_on(task).unwrap()).collect();
    assert_eq!(sums, [10, 13, 16, 19]);
}

#[test]
fn a_panic_is_an_error_of_the_handle() {
    #[resumable(stackful)]
    async fn fails(text: &'static str) {
        elsewhere().await;
        panic!("{text}")
    }
    let error = block_on(spawn(fails("one"))).unwrap_err();
    assert!(error.is_panic() && !error.is_cancelled());
    assert_eq!(error.to_string(), "the task panicked: one");
    assert_eq!(error.into_panic().downcast_ref::<String>().unwrap(), "one");

    let error = block_on(spawn_with(|| async { panic!("two") as u32 })).unwrap_err();
    assert_eq!(*error.into_panic().downcast_ref::<&str>().unwrap(), "two");

    // The workers are alive.
    for _ in 0..8 {
        assert_eq!(block_on(spawn_with(|| async { 3 })).unwrap(), 3);
    }
}

/// Counts drops, and panics in them if told to.
struct Dropped(Arc<AtomicUsize>, bool);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
        assert!(!self.1, "told to");
    }
}

#[test]
fn an_abort_cancels_at_the_await() {
    #[resumable(stackful)]
    async fn outer(dropped: Arc<AtomicUsize>, started: std::sync::mpsc::Sender<()>, panics: bool) {
        let _local = Dropped(dropped.clone(), false);
        inner(dropped, started, panics).await
    }
    #[resumable(stackful)]
    async fn inner(dropped: Arc<AtomicUsize>, started: std::sync::mpsc::Sender<()>, panics: bool) {
        let _local = Dropped(dropped, panics);
        started.send(()).unwrap();
        pending().await
    }
    for panics in [false, true] {
        let dropped = Arc::new(AtomicUsize::new(0));
        let (started, is_started) = std::sync::mpsc::channel();
        let task = spawn(outer(dropped.clone(), started, panics));
        is_started.recv().unwrap();
        assert!(!task.is_finished());
        task.abort();
        let error = block_on(task).unwrap_err();
        // tokio keeps the panic of a destructor to itself.
        assert!(error.is_cancelled() || panics, "{error}");
        // tokio reports an abort before the task is dropped.
        let deadline = Instant::now() + Duration::from_secs(10);
        while dropped.load(SeqCst) < 2 && Instant::now() < deadline {
            thread::yield_now();
        }
        assert_eq!(dropped.load(SeqCst), 2);
    }
}

#[test]
fn dropping_the_handle_leaves_the_task_running() {
    #[resumable(stackful)]
    async fn sends(result: std::sync::mpsc::Sender<u32>) {
        elsewhere().await;
        result.send(7).unwrap();
    }
    let (send, receive) = std::sync::mpsc::channel();
    drop(spawn(sends(send)));
    assert_eq!(receive.recv().unwrap(), 7);
}

#[test]
fn an_unstarted_call_starts_on_another_thread() {
    #[resumable(stackful)]
    async fn here(from: thread::ThreadId) -> bool {
        let local = Rc::new(thread::current().id());
        elsewhere().await;
        *local == thread::current().id() && *local != from
    }
    let unstarted = here(thread::current().id()).unstarted();
    assert!(thread::spawn(move || block_on(unstarted.call())).join().unwrap());
}
