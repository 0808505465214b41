//! What has gone wrong in other runtimes whose coroutines have stacks. The list with all tests of it is in `traps/README.md`.

use futures::StreamExt;
use resumable::{block_on, resumable};
use std::cell::{Cell, RefCell};
use std::future::{Future, pending, poll_fn, ready};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

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

type Log = Rc<RefCell<Vec<String>>>;

/// Says on its drop whether the thread is panicking.
struct Says(&'static str, Log);

impl Drop for Says {
    fn drop(&mut self) {
        self.1.borrow_mut().push(format!("{} {}", self.0, thread::panicking()));
    }
}

#[resumable(stackful)]
async fn parks(name: &'static str, log: Log) {
    let _says = Says(name, log);
    later().await;
    pending().await
}

/// What the thread knows of panics is as if there had been no coroutine: after a cancellation, after a panic that went through one, and while
/// one is suspended.
#[test]
fn panics_of_the_thread_are_counted_right() {
    #[resumable(stackful)]
    async fn fails(deep: u32) {
        if deep > 0 {
            return fails(deep - 1).await;
        }
        later().await;
        panic_any(7u8);
    }
    let log = Log::default();
    let mut suspended = Box::pin(parks("suspended", log.clone()));
    assert!(poll(suspended.as_mut()).is_pending());
    for deep in [0, 3] {
        let mut call = Box::pin(fails(deep));
        assert!(poll(call.as_mut()).is_pending());
        let payload = catch_unwind(AssertUnwindSafe(|| poll(call.as_mut()))).unwrap_err();
        assert_eq!(*payload.downcast_ref::<u8>().unwrap(), 7);
        assert!(!thread::panicking());
    }
    drop(suspended);
    assert!(!thread::panicking());
    assert_eq!(log.take(), ["suspended false"]);
    // A later panic unwinds as ever, and is caught once.
    let says = Says("later", log.clone());
    let caught = catch_unwind(AssertUnwindSafe(move || {
        let _says = says;
        panic!("later")
    }));
    assert!(caught.is_err() && !thread::panicking());
    assert_eq!(log.take(), ["later true"]);
}

/// Resumed, suspended, started and cancelled by destructors that run while the thread panics.
#[test]
fn coroutines_run_while_the_thread_panics() {
    struct Polls(Pin<Box<dyn Future<Output = ()>>>, Log);
    impl Drop for Polls {
        fn drop(&mut self) {
            assert!(poll(self.0.as_mut()).is_pending());
            let mut other = Box::pin(parks("started", self.1.clone()));
            assert!(poll(other.as_mut()).is_pending());
            block_on(async { later().await });
        }
    }
    let log = Log::default();
    let mut call = Box::pin(parks("resumed", log.clone()));
    assert!(poll(call.as_mut()).is_pending());
    let polls = Polls(call, log.clone());
    let payload = catch_unwind(AssertUnwindSafe(move || {
        let _polls = polls;
        panic!("first")
    }));
    assert_eq!(*payload.unwrap_err().downcast_ref::<&str>().unwrap(), "first");
    assert_eq!(log.take(), ["started true", "resumed true"]);
}

/// Leaked while it borrows: what it borrowed is free again, and nothing of it runs any more. A scope of threads can't be open across an
/// await, which is where the leak would matter.
#[test]
fn a_forgotten_call_touches_nothing_any_more() {
    #[resumable(stackful)]
    async fn counts(n: &mut u32, log: Log) {
        let _says = Says("never", log);
        loop {
            *n += 1;
            later().await;
        }
    }
    let (mut n, log) = (0, Log::default());
    let mut call = Box::pin(counts(&mut n, log.clone()));
    assert!(poll(call.as_mut()).is_pending());
    assert!(poll(call.as_mut()).is_pending());
    std::mem::forget(call);
    assert_eq!(n, 2);
    thread::scope(|scope| {
        scope.spawn(|| n += 10);
    });
    assert_eq!(n, 12);
    assert!(log.borrow().is_empty());
}

/// A coroutine that polls a future that contains a coroutine, which polls one again: values go where they belong.
#[test]
fn coroutines_in_futures_in_coroutines() {
    #[resumable(stackful)]
    async fn nested(depth: u32) -> Vec<u32> {
        later().await;
        if depth == 0 {
            return vec![0];
        }
        let one: Pin<Box<dyn Future<Output = Vec<u32>>>> = Box::pin(async move { nested(depth - 1).await });
        let (mut a, b) = futures::join!(one, async move {
            later().await;
            nested(depth - 1).await
        });
        a.extend(b);
        a.push(depth);
        a
    }
    fn expected(depth: u32) -> Vec<u32> {
        if depth == 0 {
            return vec![0];
        }
        [expected(depth - 1), expected(depth - 1), vec![depth]].concat()
    }
    assert_eq!(block_on(nested(5)), expected(5));
}

/// A destructor that runs on a stack which is being cancelled starts, awaits and cancels other coroutines.
#[test]
fn destructors_run_coroutines_during_a_cancellation() {
    struct Runs(Log);
    impl Drop for Runs {
        fn drop(&mut self) {
            let mut parked = Box::pin(parks("parked", self.0.clone()));
            assert!(poll(parked.as_mut()).is_pending());
            block_on(later());
            drop(parked);
            self.0.borrow_mut().push("ran".to_string());
        }
    }
    #[resumable(stackful)]
    async fn outer(log: Log) {
        let _runs = Runs(log.clone());
        inner(log).await
    }
    #[resumable(stackful)]
    async fn inner(log: Log) {
        let _runs = Runs(log.clone());
        let _says = Says("inner", log);
        pending().await
    }
    let log = Log::default();
    let mut call = Box::pin(outer(log.clone()));
    assert!(poll(call.as_mut()).is_pending());
    drop(call);
    assert_eq!(log.take(), ["inner false", "parked false", "ran", "parked false", "ran"]);
}

/// Code that changes to a stack of its own, as `stacker` does: below a coroutine, and on one.
#[test]
fn other_stacks_below_and_above() {
    #[resumable(stackful)]
    async fn grows(n: u32) -> u32 {
        let array = stacker::grow(1 << 20, || black_box([n; 64 * 1024]).iter().sum::<u32>());
        later().await;
        stacker::maybe_grow(64 * 1024, 1 << 20, || array / (64 * 1024))
    }
    let sum = |n| {
        stacker::grow(1 << 20, || {
            let mut call = Box::pin(grows(n));
            assert!(poll(call.as_mut()).is_pending());
            stacker::grow(1 << 20, || poll(call.as_mut()))
        })
    };
    assert_eq!((sum(3), sum(4)), (Poll::Ready(3), Poll::Ready(4)));
}

/// Wakers that outlive what they wake, called from everywhere.
#[test]
fn wakers_called_after_the_drop() {
    struct Count(AtomicUsize);
    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, SeqCst);
        }
    }
    #[resumable(stackful)]
    async fn keeps(wakers: &RefCell<Vec<Waker>>) {
        poll_fn(|cx| {
            wakers.borrow_mut().push(cx.waker().clone());
            Poll::Pending
        })
        .await
    }
    let (count, wakers) = (Arc::new(Count(AtomicUsize::new(0))), RefCell::default());
    let mut call = Box::pin(keeps(&wakers));
    let waker = Waker::from(count.clone());
    for _ in 0..3 {
        assert!(call.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    }
    drop(call);
    let wakers = wakers.take();
    wakers[0].wake_by_ref();
    thread::scope(|scope| wakers.into_iter().for_each(|waker| drop(scope.spawn(move || waker.wake()))));
    assert_eq!(count.0.load(SeqCst), 4);
}

/// A signal at any moment of a switch, and registers that keep their values.
#[test]
#[cfg(target_os = "linux")]
fn signals_and_registers() {
    static SIGNALS: AtomicUsize = AtomicUsize::new(0);
    extern "C" fn on_signal(_: libc::c_int) {
        SIGNALS.fetch_add(1, SeqCst);
    }
    #[resumable(stackful)]
    async fn keeps(rounds: u64, seed: u64) -> (u64, f64) {
        let (mut a, mut b, mut c, mut d) = (seed, seed ^ 1, seed ^ 2, seed ^ 3);
        let (mut x, mut y, mut z) = (seed as f64, 0.5, 0.25);
        for i in 0..rounds {
            (a, b, c, d) = (a.wrapping_add(b), b ^ c, c.rotate_left(7), d.wrapping_mul(a | 1) ^ i);
            (x, y, z) = (y + i as f64, z * 0.5, x * 1e-9);
            later().await;
        }
        (a ^ b ^ c ^ d, x + y + z)
    }
    fn expected(rounds: u64, seed: u64) -> (u64, f64) {
        let (mut a, mut b, mut c, mut d) = (seed, seed ^ 1, seed ^ 2, seed ^ 3);
        let (mut x, mut y, mut z) = (seed as f64, 0.5, 0.25);
        for i in 0..rounds {
            (a, b, c, d) = (a.wrapping_add(b), b ^ c, c.rotate_left(7), d.wrapping_mul(a | 1) ^ i);
            (x, y, z) = (y + i as f64, z * 0.5, x * 1e-9);
        }
        (a ^ b ^ c ^ d, x + y + z)
    }
    let rounds = if cfg!(debug_assertions) { 200_000 } else { 2_000_000 };
    let every = libc::timeval { tv_sec: 0, tv_usec: 1000 };
    let timer = libc::itimerval { it_interval: every, it_value: every };
    // SAFETY: the handler only counts, and the timer is stopped below; no other test of this process uses either.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_signal as *const () as usize;
        action.sa_flags = libc::SA_RESTART;
        assert_eq!(libc::sigaction(libc::SIGPROF, &action, std::ptr::null_mut()), 0);
        assert_eq!(libc::setitimer(libc::ITIMER_PROF, &timer, std::ptr::null_mut()), 0);
    }
    // Two, so that each resumption finds the registers of the other.
    let results = block_on(futures::future::join_all((0..5).map(|seed| keeps(rounds, seed))));
    // SAFETY: as above.
    unsafe { libc::setitimer(libc::ITIMER_PROF, &std::mem::zeroed(), std::ptr::null_mut()) };
    let expected: Vec<_> = (0..5).map(|seed| expected(rounds, seed)).collect();
    assert_eq!(results, expected);
    assert!(SIGNALS.load(SeqCst) > 0);
}

/// What holds a `RefCell` across an await collides as it would in rustc's own future.
#[test]
fn a_borrow_held_across_an_await() {
    #[resumable(stackful)]
    async fn holds(cell: &RefCell<u32>) {
        let mut held = cell.borrow_mut();
        later().await;
        *held += 1;
    }
    let cell = RefCell::new(0);
    let mut first = Box::pin(holds(&cell));
    assert!(poll(first.as_mut()).is_pending());
    let mut second = Box::pin(holds(&cell));
    assert!(catch_unwind(AssertUnwindSafe(|| poll(second.as_mut()))).is_err());
    assert!(poll(first.as_mut()).is_ready());
    assert_eq!(cell.take(), 1);
}

/// Dropped by the error path of its owner, in the middle of a poll of both.
#[test]
fn an_error_path_drops_suspended_calls() {
    #[resumable(stackful)]
    async fn fails(log: Log) -> Result<u32, &'static str> {
        let (a, b) = (Box::pin(parks("a", log.clone())), Box::pin(parks("b", log.clone())));
        let (_, _, c) = futures::try_join!(
            async {
                a.await;
                Ok(())
            },
            async {
                b.await;
                Ok(())
            },
            async {
                later().await;
                Err::<u32, _>("failed")
            }
        )?;
        Ok(c)
    }
    let log = Log::default();
    assert_eq!(block_on(fails(log.clone())), Err("failed"));
    let mut dropped = log.take();
    dropped.sort();
    assert_eq!(dropped, ["a false", "b false"]);
}

#[resumable(stackful)]
async fn steps(n: u32) -> u32 {
    let mut sum = 0;
    for i in 0..n {
        later().await;
        sum += step(i).await;
    }
    sum
}

#[resumable(stackful)]
async fn step(i: u32) -> u32 {
    later().await;
    ready(i).await
}

/// Combinators that poll many calls in an order of their own.
#[test]
fn combinators_and_streams() {
    let sums: Vec<u32> = (0..40).map(|n| (0..n).sum()).collect();
    assert_eq!(block_on(futures::future::join_all((0..40).map(steps))), sums);
    let unordered: futures::stream::FuturesUnordered<_> = (0..40).map(steps).collect();
    let mut found: Vec<u32> = block_on(unordered.collect());
    found.sort_unstable();
    assert_eq!(found, sums);
    let stream =
        futures::stream::unfold(0, |n| async move { if n < 40 { Some((steps(n).await, n + 1)) } else { None } });
    assert_eq!(block_on(stream.collect::<Vec<_>>()), sums);
    let buffered = futures::stream::iter(0..40).map(steps).buffered(7);
    #[resumable(stackful)]
    async fn consumes(stream: impl futures::Stream<Item = u32>) -> Vec<u32> {
        let mut stream = pin!(stream);
        let mut all = Vec::new();
        while let Some(sum) = stream.next().await {
            all.push(sum);
        }
        all
    }
    assert_eq!(block_on(consumes(buffered)), sums);
}

/// Whoever loses a race is dropped where it is suspended, also when it is polled between others.
#[test]
fn races() {
    #[resumable(stackful)]
    async fn race(log: Log) -> u32 {
        let mut lost = 0;
        for n in [2, 3, 4] {
            futures::select! {
                sum = pin!(futures::FutureExt::fuse(steps(n))) => lost += sum,
                () = pin!(futures::FutureExt::fuse(parks("lost", log.clone()))) => unreachable!(),
            }
        }
        lost
    }
    let log = Log::default();
    assert_eq!(block_on(race(log.clone())), 1 + 3 + 6);
    assert_eq!(log.take(), ["lost false"; 3]);
}

/// As in rustc's own futures, one may block on another; the outer stays suspended in between.
#[test]
fn block_on_in_a_coroutine() {
    #[resumable(stackful)]
    async fn outer(n: u32) -> u32 {
        later().await;
        let inner = block_on(async { steps(n).await + block_on(steps(n)) });
        later().await;
        inner
    }
    assert_eq!(block_on(futures::future::join(outer(3), outer(4))), (6, 12));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert_eq!(runtime.block_on(async { outer(5).await }), 20);
}

/// Every await of a function, left by a panic of what is awaited and by a cancellation.
#[test]
fn panics_and_cancellations_everywhere() {
    /// Pending once, then panics if told to.
    async fn leaf(at: u32, panics_at: u32) -> u32 {
        later().await;
        assert!(at != panics_at, "told to");
        at
    }
    #[resumable(stackful)]
    async fn body(panics_at: u32, alive: &Cell<i32>) -> u32 {
        let _a = Alive::new(alive);
        let mut sum = leaf(0, panics_at).await;
        for i in 1..3 {
            let _b = Alive::new(alive);
            sum += inner(i, panics_at, alive).await + leaf(i + 10, panics_at).await;
        }
        match leaf(20, panics_at).await {
            20 => sum + inner(21, panics_at, alive).await,
            _ => unreachable!(),
        }
    }
    #[resumable(stackful)]
    async fn inner(at: u32, panics_at: u32, alive: &Cell<i32>) -> u32 {
        let _c = Alive::new(alive);
        leaf(at, panics_at).await
    }
    struct Alive<'a>(&'a Cell<i32>);
    impl<'a> Alive<'a> {
        fn new(alive: &'a Cell<i32>) -> Self {
            alive.set(alive.get() + 1);
            Alive(alive)
        }
    }
    impl Drop for Alive<'_> {
        fn drop(&mut self) {
            self.0.set(self.0.get() - 1);
        }
    }
    let leaves = [0, 1, 11, 2, 12, 20, 21];
    for (awaits, panics_at) in leaves.into_iter().enumerate() {
        let alive = Cell::new(0);
        for polls in 0..=awaits {
            let mut call = Box::pin(body(panics_at, &alive));
            (0..polls).for_each(|_| assert!(poll(call.as_mut()).is_pending()));
            assert_eq!(alive.get() > 0, polls > 0);
            drop(call);
            assert_eq!(alive.get(), 0);
        }
        let mut call = Box::pin(body(panics_at, &alive));
        (0..=awaits).for_each(|_| assert!(poll(call.as_mut()).is_pending()));
        assert!(catch_unwind(AssertUnwindSafe(|| poll(call.as_mut()))).is_err());
        assert_eq!(alive.get(), 0);
    }
}
