//! Runs tasks on one thread: a ready queue of fixed size, one waker per task made once, and nothing allocated per message, so that what
//! is measured is the tasks.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, Wake, Waker};

/// Polls until the future is ready. For futures that only lack a poll, never an event.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut cx) {
            return output;
        }
    }
}

/// Every task behind the same pointer, whatever its strategy: an executor knows its tasks no better.
type Task = Pin<Box<dyn Future<Output = ()>>>;

pub struct Executor {
    tasks: Vec<(Task, Arc<Handle>, Waker)>,
    ready: Arc<ReadyQueue>,
}

impl Executor {
    /// All tasks are ready at first, in their order.
    pub fn new(tasks: Vec<Task>) -> Self {
        let ready = Arc::new(ReadyQueue::with_capacity(tasks.len()));
        let with_waker = |(index, task)| {
            let handle = Arc::new(Handle { index, queued: AtomicBool::new(false), ready: ready.clone() });
            handle.wake_by_ref();
            let waker = Waker::from(handle.clone());
            (task, handle, waker)
        };
        Executor { tasks: tasks.into_iter().enumerate().map(with_waker).collect(), ready }
    }

    /// Polls the task that was woken first, `polls` times.
    ///
    /// # Panics
    /// If no task is ready, or one has ended: the tasks of an experiment are to go on forever.
    pub fn run(&mut self, polls: u64) {
        for _ in 0..polls {
            let index = self.ready.pop().expect("every task is parked: the experiment is stuck");
            let (task, handle, waker) = &mut self.tasks[index];
            handle.queued.store(false, Relaxed);
            let polled = task.as_mut().poll(&mut Context::from_waker(waker));
            assert!(polled.is_pending(), "task {index} ended");
        }
    }
}

/// A task, as its waker sees it.
struct Handle {
    index: usize,
    /// Already in the queue: at most one place per task is ever taken.
    queued: AtomicBool,
    ready: Arc<ReadyQueue>,
}

impl Wake for Handle {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    #[inline]
    fn wake_by_ref(self: &Arc<Self>) {
        if !self.queued.load(Relaxed) {
            self.queued.store(true, Relaxed);
            self.ready.push(self.index);
        }
    }
}

/// First in, first out, in a ring. Atomic only because wakers must be `Sync`: each step is a plain load or store, so a wake from another
/// thread could be lost. No task of the lab leaves its thread.
struct ReadyQueue {
    ring: Box<[AtomicUsize]>,
    head: AtomicUsize,
    tail: AtomicUsize,
}

impl ReadyQueue {
    fn with_capacity(tasks: usize) -> Self {
        let ring = (0..tasks.next_power_of_two()).map(|_| AtomicUsize::new(0)).collect();
        ReadyQueue { ring, head: AtomicUsize::new(0), tail: AtomicUsize::new(0) }
    }

    fn place(&self, count: usize) -> &AtomicUsize {
        &self.ring[count & (self.ring.len() - 1)]
    }

    fn push(&self, index: usize) {
        let tail = self.tail.load(Relaxed);
        self.place(tail).store(index, Relaxed);
        self.tail.store(tail.wrapping_add(1), Relaxed);
    }

    fn pop(&self) -> Option<usize> {
        let head = self.head.load(Relaxed);
        if head == self.tail.load(Relaxed) {
            return None;
        }
        self.head.store(head.wrapping_add(1), Relaxed);
        Some(self.place(head).load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::future::poll_fn;
    use std::rc::Rc;

    /// Notes its name at each poll and wakes itself.
    fn restless(name: char, log: &Rc<RefCell<String>>) -> Task {
        let log = log.clone();
        Box::pin(poll_fn(move |cx| {
            log.borrow_mut().push(name);
            cx.waker().wake_by_ref();
            cx.waker().wake_by_ref();
            Poll::Pending
        }))
    }

    #[test]
    fn tasks_take_turns_and_are_queued_once() {
        let log = Rc::default();
        let mut executor = Executor::new("abc".chars().map(|name| restless(name, &log)).collect());
        executor.run(7);
        assert_eq!(*log.borrow(), "abcabca");
    }

    #[test]
    #[should_panic(expected = "stuck")]
    fn a_deadlock_is_noticed() {
        Executor::new(vec![Box::pin(std::future::pending())]).run(2);
    }

    #[test]
    #[should_panic(expected = "task 0 ended")]
    fn an_end_is_noticed() {
        Executor::new(vec![Box::pin(std::future::ready(()))]).run(1);
    }

    #[test]
    fn block_on_polls_until_ready() {
        let mut polls = 0;
        let output = block_on(poll_fn(|_| {
            polls += 1;
            if polls == 3 { Poll::Ready("done") } else { Poll::Pending }
        }));
        assert_eq!((output, polls), ("done", 3));
    }
}
