//! Lowered functions under the executors that people use.

use resumable_tests::strategies;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Short, and longer than no time at all.
const TICK: Duration = Duration::from_millis(2);

fn tokio_current() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn tokio_threads() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// Counts how many are alive.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(counter: &Arc<AtomicUsize>) -> Self {
        counter.fetch_add(1, Ordering::SeqCst);
        Counted(counter.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

strategies! {
    /// Waits for the timers of tokio.
    async fn tokio_sleeps(n: u32) -> u32 {
        let mut sum = 0;
        for i in 0..n {
            tokio::time::sleep(TICK).await;
            sum += i;
        }
        sum
    }

    async fn tokio_caller(n: u32) -> u32 {
        let first = tokio_sleeps(n).await;
        tokio::task::yield_now().await;
        first + tokio_sleeps(2).await
    }

    /// A message passes between two lowered functions that run concurrently.
    async fn ping_pong(rounds: u32) -> u32 {
        let (to, mut from) = tokio::sync::mpsc::channel::<u32>(1);
        let (sent, received) = tokio::join!(send_all(to, rounds), receive_all(&mut from));
        assert_eq!(sent, rounds);
        received
    }

    async fn send_all(to: tokio::sync::mpsc::Sender<u32>, rounds: u32) -> u32 {
        for i in 0..rounds {
            to.send(i).await.expect("the receiver lives");
        }
        rounds
    }

    async fn receive_all(from: &mut tokio::sync::mpsc::Receiver<u32>) -> u32 {
        let mut sum = 0;
        while let Some(n) = from.recv().await {
            sum += n;
        }
        sum
    }

    #[test]
    fn tokio_on_one_thread() {
        assert_eq!(tokio_current().block_on(tokio_caller(3)), 4);
        assert_eq!(tokio_current().block_on(ping_pong(100)), 4950);
    }

    #[test]
    fn tokio_on_many_threads() {
        let runtime = tokio_threads();
        assert_eq!(runtime.block_on(tokio_caller(3)), 4);
        assert_eq!(runtime.block_on(ping_pong(100)), 4950);
    }

    /// Results of tasks on other threads arrive, and their panics too.
    async fn waits_for_tasks() -> (u32, bool) {
        let tasks: Vec<_> = (0..8u32).map(|n| tokio::spawn(async move { tokio::time::sleep(TICK).await; n })).collect();
        let mut sum = 0;
        for task in tasks {
            sum += task.await.expect("no panic");
        }
        let panicked = tokio::spawn(async { std::panic::resume_unwind(Box::new("on purpose")) }).await.is_err();
        (sum, panicked)
    }

    #[test]
    fn tokio_tasks_are_awaited() {
        assert_eq!(tokio_threads().block_on(waits_for_tasks()), (28, true));
    }

    #[test]
    fn tokio_local_tasks() {
        let log = Rc::new(RefCell::new(Vec::new()));
        let local = tokio::task::LocalSet::new();
        for n in 0..3 {
            local.spawn_local(logs(n, log.clone()));
        }
        tokio_current().block_on(local);
        let mut log = log.borrow_mut();
        let (first, second) = log.split_at_mut(3);
        second.sort(); // in which order tokio wakes those that yielded is its own business
        assert_eq!((&*first, &*second), (&[(0, 0), (1, 0), (2, 0)][..], &[(0, 1), (1, 1), (2, 1)][..]));
    }

    async fn logs(n: u32, log: Rc<RefCell<Vec<(u32, u32)>>>) {
        for i in 0..2 {
            log.borrow_mut().push((n, i));
            tokio::task::yield_now().await;
        }
    }

    async fn slow(alive: Arc<AtomicUsize>) -> u32 {
        let _here = Counted::new(&alive);
        slower(&alive).await
    }

    async fn slower(alive: &Arc<AtomicUsize>) -> u32 {
        let _there = Counted::new(alive);
        tokio::time::sleep(Duration::from_secs(3600)).await;
        1
    }

    #[test]
    fn tokio_timeouts_cancel() {
        let alive = Arc::new(AtomicUsize::new(0));
        let timed_out = tokio_current().block_on(async { tokio::time::timeout(TICK, slow(alive.clone())).await.is_err() });
        assert!(timed_out);
        assert_eq!(alive.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn tokio_shutdown_cancels() {
        let alive = Arc::new(AtomicUsize::new(0));
        let runtime = tokio_current();
        let local = tokio::task::LocalSet::new();
        local.spawn_local(slow(alive.clone()));
        runtime.block_on(local.run_until(async { tokio::time::sleep(TICK).await }));
        assert_eq!(alive.load(Ordering::SeqCst), 2);
        drop(local);
        assert_eq!(alive.load(Ordering::SeqCst), 0);
    }

    async fn smol_sleeps(n: u32) -> u32 {
        for _ in 0..n {
            smol::Timer::after(TICK).await;
        }
        smol::future::yield_now().await;
        smol::unblock(move || n + 1).await
    }

    #[test]
    fn smol_blocks_on() {
        assert_eq!(smol::block_on(smol_sleeps(3)), 4);
    }

    #[test]
    fn smol_local_executor() {
        let executor = smol::LocalExecutor::new();
        let task = executor.spawn(smol_sleeps(2));
        let other = executor.spawn(smol_sleeps(1));
        assert_eq!(smol::block_on(executor.run(async { task.await + other.await })), 5);
    }

    async fn receives(from: futures::channel::oneshot::Receiver<u32>) -> Result<u32, futures::channel::oneshot::Canceled> {
        let n = from.await?;
        Ok(n + 1)
    }

    /// The wake comes from another thread.
    #[test]
    fn futures_executor_blocks_on() {
        let (to, from) = futures::channel::oneshot::channel();
        let sender = std::thread::spawn(move || {
            std::thread::sleep(TICK);
            to.send(41)
        });
        assert_eq!(futures::executor::block_on(receives(from)), Ok(42));
        sender.join().unwrap().unwrap();
    }

    #[test]
    fn futures_executor_sees_a_dropped_sender() {
        let (to, from) = futures::channel::oneshot::channel();
        drop(to);
        assert!(futures::executor::block_on(receives(from)).is_err());
    }

    #[test]
    fn futures_local_pool() {
        use futures::task::LocalSpawnExt;
        let mut pool = futures::executor::LocalPool::new();
        let sum = Rc::new(RefCell::new(0));
        for n in 0..4 {
            let (to, from) = futures::channel::oneshot::channel();
            pool.spawner().spawn_local(adds(from, sum.clone())).unwrap();
            to.send(n).unwrap();
        }
        pool.run();
        assert_eq!(*sum.borrow(), 6);
    }

    async fn adds(from: futures::channel::oneshot::Receiver<u32>, sum: Rc<RefCell<u32>>) {
        let n = from.await.expect("sent");
        *sum.borrow_mut() += n;
    }

    async fn delayed(n: u64) -> u64 {
        smol::Timer::after(Duration::from_millis(10 - n)).await;
        n
    }

    async fn unordered() -> Vec<u64> {
        use futures::StreamExt;
        let all: futures::stream::FuturesUnordered<_> = [1u64, 5, 9].into_iter().map(delayed).collect();
        all.collect().await
    }

    #[test]
    fn combinators_poll_many() {
        let mut done = smol::block_on(unordered());
        done.sort();
        assert_eq!(done, [1, 5, 9]);
        assert_eq!(smol::block_on(futures::future::join_all([delayed(9), delayed(8)])), [9, 8]);
    }

    /// An executor inside an executor's poll.
    async fn nested() -> u32 {
        smol::future::yield_now().await;
        let inner = smol::block_on(smol_sleeps(1));
        smol::future::yield_now().await;
        inner
    }

    #[test]
    fn executors_nest() {
        assert_eq!(smol::block_on(nested()), 2);
    }

    #[test]
    fn panics_reach_the_caller_of_block_on() {
        async fn panics() -> u32 {
            smol::future::yield_now().await;
            std::panic::resume_unwind(Box::new("on purpose"))
        }
        let payload = std::panic::catch_unwind(|| smol::block_on(panics())).unwrap_err();
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"on purpose"));
    }
}

/// Which of the values may travel to another thread is part of each strategy's contract.
mod send {
    use super::*;
    use resumable::resumable;

    #[resumable(state_machine)]
    async fn machine(n: u32) -> u32 {
        let text = n.to_string();
        tokio::task::yield_now().await;
        text.len() as u32
    }

    #[resumable(native)]
    async fn native(n: u32) -> u32 {
        let text = n.to_string();
        tokio::task::yield_now().await;
        text.len() as u32
    }

    #[test]
    fn machines_can_be_spawned() {
        let sum = tokio_threads().block_on(async {
            let tasks: Vec<_> = (0..50).map(|n| tokio::spawn(machine(n))).collect();
            let mut sum = 0;
            for task in tasks {
                sum += task.await.unwrap();
            }
            sum + tokio::spawn(native(7)).await.unwrap()
        });
        assert_eq!(sum, 10 + 80 + 1);
    }
}
