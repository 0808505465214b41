//! Dropping a suspended stackful call: what runs, in which order, and what is left behind.

use resumable::{resumable, stack_stats};
use std::cell::{Cell, RefCell};
use std::future::{Future, pending, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

/// What happened, in order.
type Log = Rc<RefCell<Vec<String>>>;

fn entries(log: &Log) -> Vec<String> {
    log.borrow().clone()
}

/// Logs its drop; with `!` when the thread is panicking.
struct Noisy(&'static str, Log);

impl Drop for Noisy {
    fn drop(&mut self) {
        let panicking = if std::thread::panicking() { "!" } else { "" };
        self.1.borrow_mut().push(format!("{}{panicking}", self.0));
    }
}

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Pending once.
struct Yield(bool);

impl Future for Yield {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

#[resumable(stackful)]
async fn inner(log: Log) {
    let _local = Noisy("inner", log);
    pending::<()>().await
}

#[resumable(stackful)]
async fn outer(log: Log) {
    let _local = Noisy("outer", log.clone());
    inner(log).await
}

#[test]
fn frames_drop_from_the_inside_and_nothing_panics() {
    let log = Log::default();
    let mut call = Box::pin(outer(log.clone()));
    assert!(poll(call.as_mut()).is_pending());
    assert!(entries(&log).is_empty());
    drop(call);
    assert_eq!(entries(&log), ["inner", "outer"]);
}

#[test]
fn cancelling_while_a_panic_unwinds() {
    let log = Log::default();
    let thrown = catch_unwind(AssertUnwindSafe(|| {
        let mut call = Box::pin(outer(log.clone()));
        assert!(poll(call.as_mut()).is_pending());
        panic!("user")
    }));
    assert_eq!(thrown.unwrap_err().downcast_ref::<&str>(), Some(&"user"));
    assert_eq!(entries(&log), ["inner!", "outer!"]);
    assert!(!std::thread::panicking());
    assert!(catch_unwind(|| panic!("later")).is_err());
    assert!(!std::thread::panicking());
}

#[test]
fn a_mutex_is_unlocked_and_not_poisoned() {
    static MUTEX: Mutex<u32> = Mutex::new(0);
    #[resumable(stackful)]
    async fn lock() {
        let _guard = MUTEX.lock().unwrap();
        pending::<()>().await
    }
    let mut call = Box::pin(lock());
    assert!(poll(call.as_mut()).is_pending());
    assert!(MUTEX.try_lock().is_err());
    drop(call);
    assert!(!MUTEX.is_poisoned());
    assert!(MUTEX.try_lock().is_ok());
}

#[test]
fn catch_unwind_can_not_swallow_a_cancellation() {
    #[resumable(stackful)]
    async fn careful(log: Log) {
        let guarded = async { catch_unwind(AssertUnwindSafe(|| log.borrow_mut().push("tried".into()))) };
        guarded.await.unwrap();
        let _local = Noisy("local", log.clone());
        pending::<()>().await;
        log.borrow_mut().push("went on".into());
    }
    let log = Log::default();
    let mut call = Box::pin(careful(log.clone()));
    assert!(poll(call.as_mut()).is_pending());
    drop(call);
    assert_eq!(entries(&log), ["tried", "local"]);
}

#[test]
fn a_forgotten_call_leaks_its_stack_and_nothing_else() {
    let check = || {
        drop({
            let mut warm = Box::pin(outer(Log::default()));
            let _ = poll(warm.as_mut());
            warm
        });
        let free = stack_stats().free_here;

        let log = Log::default();
        let mut leaked = Box::pin(outer(log.clone()));
        assert!(poll(leaked.as_mut()).is_pending());
        std::mem::forget(leaked);
        assert_eq!(stack_stats().free_here, free - 1);
        assert!(entries(&log).is_empty());

        for _ in 0..100 {
            assert!(poll(pin!(outer(Log::default()))).is_pending());
        }
        assert_eq!(stack_stats().free_here, free - 1);
        assert!(entries(&log).is_empty(), "its frames are where they were");
    };
    std::thread::spawn(check).join().unwrap();
}

/// Suspends `n` times.
#[resumable(stackful)]
async fn steps(n: u32, log: Log) -> u32 {
    let _local = Noisy("steps", log.clone());
    for i in 0..n {
        log.borrow_mut().push(format!("{n}.{i}"));
        Yield(false).await;
    }
    n
}

#[test]
fn calls_are_polled_and_dropped_in_any_order() {
    let log = Log::default();
    let mut calls: Vec<_> = (1..=5).map(|n| Some(Box::pin(steps(n, log.clone())))).collect();
    for i in [3, 1, 4, 1, 4, 2, 3, 4] {
        assert!(poll(calls[i].as_mut().unwrap().as_mut()).is_pending());
    }
    for i in [1, 4, 0, 3, 2] {
        calls[i] = None;
    }
    let expected = ["4.0", "2.0", "5.0", "2.1", "5.1", "3.0", "4.1", "5.2", "steps", "steps", "steps", "steps"];
    assert_eq!(entries(&log), expected, "the one that wasn't started has no local to drop");
}

#[test]
fn a_loser_is_dropped_while_it_is_suspended_on_its_own_stack() {
    #[resumable(stackful)]
    async fn race(log: Log) -> u32 {
        let mut loser = Box::pin(outer(log.clone()));
        assert!(std::future::poll_fn(|cx| Poll::Ready(loser.as_mut().poll(cx))).await.is_pending());
        let won = async { ready(5).await }.await;
        log.borrow_mut().push("won".into());
        won
    }
    let log = Log::default();
    assert_eq!(poll(pin!(race(log.clone()))), Poll::Ready(5));
    assert_eq!(entries(&log), ["won", "inner", "outer"]);
}

#[test]
fn a_panicking_destructor_leaves_the_rest_dropped() {
    struct Bomb(Log);
    impl Drop for Bomb {
        fn drop(&mut self) {
            self.0.borrow_mut().push("bomb".into());
            panic!("destructor")
        }
    }
    #[resumable(stackful)]
    async fn leaf(log: Log) {
        let _a = Noisy("a", log.clone());
        let _bomb = Bomb(log.clone());
        let _c = Noisy("c", log);
        pending::<()>().await
    }
    #[resumable(stackful)]
    async fn root(log: Log) {
        let _root = Noisy("root", log.clone());
        leaf(log).await
    }
    let log = Log::default();
    let mut call = Box::pin(root(log.clone()));
    assert!(poll(call.as_mut()).is_pending());
    let thrown = catch_unwind(AssertUnwindSafe(|| drop(call))).unwrap_err();
    assert_eq!(thrown.downcast_ref::<&str>(), Some(&"destructor"));
    assert_eq!(entries(&log), ["c", "bomb", "a!", "root!"]);
}

#[test]
fn a_destructor_blocks_on_another_call() {
    struct Blocks(Log);
    impl Drop for Blocks {
        fn drop(&mut self) {
            let n = resumable::block_on(async {
                #[resumable(stackful)]
                async fn quick(n: u32) -> u32 {
                    ready(n).await + 1
                }
                quick(1).await
            });
            self.0.borrow_mut().push(format!("blocked {n}"));
        }
    }
    #[resumable(stackful)]
    async fn leaf(log: Log) {
        let _blocks = Blocks(log);
        pending::<()>().await
    }
    let log = Log::default();
    let mut call = Box::pin(leaf(log.clone()));
    assert!(poll(call.as_mut()).is_pending());
    drop(call);
    assert_eq!(entries(&log), ["blocked 2"]);
}

#[test]
fn a_call_in_a_thread_local_is_cancelled_at_thread_exit() {
    thread_local!(static HELD: RefCell<Option<Pin<Box<dyn Future<Output = ()>>>>> = const { RefCell::new(None) });
    static DROPPED: AtomicUsize = AtomicUsize::new(0);
    struct Counts;
    impl Drop for Counts {
        fn drop(&mut self) {
            DROPPED.fetch_add(1, SeqCst);
        }
    }
    #[resumable(stackful)]
    async fn held() {
        let _counts = Counts;
        pending::<()>().await
    }
    // Thread-locals die in the order of their first use, so once the pool's list is gone first, and once the call.
    for call_first in [true, false] {
        let thread = move || {
            if call_first {
                HELD.with(|_| ());
            }
            let mut call = Box::pin(held());
            assert!(poll(call.as_mut()).is_pending());
            HELD.with(|held| *held.borrow_mut() = Some(call));
        };
        std::thread::spawn(thread).join().unwrap();
    }
    assert_eq!(DROPPED.load(SeqCst), 2);
}

#[test]
fn each_poll_uses_its_own_waker() {
    #[derive(Default)]
    struct Counter(AtomicUsize);
    impl Wake for Counter {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, SeqCst);
        }
    }
    /// Wakes at each poll, and is ready at the third.
    struct Wakes(Cell<u32>);
    impl Future for Wakes {
        type Output = ();
        fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
            cx.waker().wake_by_ref();
            self.0.set(self.0.get() + 1);
            if self.0.get() == 3 { Poll::Ready(()) } else { Poll::Pending }
        }
    }
    #[resumable(stackful)]
    async fn leaf() {
        Wakes(Cell::new(0)).await
    }
    #[resumable(stackful)]
    async fn root() {
        leaf().await
    }
    let mut call = pin!(root());
    for i in 0..3 {
        let counter = Arc::new(Counter::default());
        let polled = call.as_mut().poll(&mut Context::from_waker(&counter.clone().into()));
        assert_eq!(polled.is_ready(), i == 2);
        assert_eq!(counter.0.load(SeqCst), 1);
    }
}

#[test]
fn polling_after_the_end_panics_with_the_words_of_an_async_fn() {
    #[resumable(stackful)]
    async fn ends(how: &str) {
        if how == "panic" {
            panic!("inside")
        }
    }
    let again = |how: &'static str| {
        let mut call = Box::pin(ends(how));
        let first = catch_unwind(AssertUnwindSafe(|| poll(call.as_mut())));
        assert_eq!(first.is_err(), how == "panic");
        let second = catch_unwind(AssertUnwindSafe(|| poll(call.as_mut()))).unwrap_err();
        *second.downcast_ref::<&str>().unwrap()
    };
    assert_eq!(again("return"), "`async fn` resumed after completion");
    assert_eq!(again("panic"), "`async fn` resumed after panicking");
}
