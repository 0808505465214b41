//! Tasks without tokio: a thread per core, each with an executor of its own for what must stay on it, and all with a shared one for what
//! needn't.

use super::join::JoinError;
use async_channel::{Receiver, Sender};
use async_executor::{Executor, LocalExecutor};
use atomic_waker::AtomicWaker;
use futures_lite::FutureExt;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};
use std::thread::{self, available_parallelism};

/// Makes a task on the worker that it is sent to.
type Job = Box<dyn FnOnce(&LocalExecutor<'static>) + Send>;

struct Worker {
    jobs: Sender<Job>,
    /// Tasks that were sent to it and haven't ended.
    tasks: AtomicUsize,
}

/// For what may run on any worker.
static SHARED: Executor<'static> = Executor::new();

static WORKERS: LazyLock<Vec<Worker>> =
    LazyLock::new(|| (0..available_parallelism().map_or(1, usize::from)).map(Worker::start).collect());

impl Worker {
    fn start(number: usize) -> Worker {
        let (jobs, received) = async_channel::unbounded();
        thread::Builder::new()
            .name(format!("resumable-{number}"))
            .spawn(move || work(&received))
            .unwrap_or_else(|e| panic!("no thread for a worker: {e}"));
        Worker { jobs, tasks: AtomicUsize::new(0) }
    }

    fn least_busy() -> &'static Worker {
        WORKERS.iter().min_by_key(|worker| worker.tasks.load(Relaxed)).expect("there is at least one")
    }
}

fn work(jobs: &Receiver<Job>) {
    let local = LocalExecutor::new();
    let make_tasks = async {
        while let Ok(job) = jobs.recv().await {
            job(&local);
        }
    };
    futures_lite::future::block_on(SHARED.run(local.run(make_tasks)));
}

/// Runs what `make` returns on one worker.
pub fn pinned<M, F>(make: M) -> Task<F::Output>
where
    M: FnOnce() -> F + Send + 'static,
    F: Future + 'static,
    F::Output: Send + 'static,
{
    let worker = Worker::least_busy();
    worker.tasks.fetch_add(1, Relaxed);
    let (task, run) = Task::new();
    let job: Job = Box::new(move |local| {
        let run = async move {
            run.drive(async move { make().await }).await;
            worker.tasks.fetch_sub(1, Relaxed);
        };
        local.spawn(run).detach();
    });
    worker.jobs.try_send(job).unwrap_or_else(|_| unreachable!("workers don't end, and take any number of jobs"));
    task
}

/// Runs `future` on any worker.
pub fn anywhere<F>(future: F) -> Task<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    LazyLock::force(&WORKERS);
    let (task, run) = Task::new();
    SHARED.spawn(run.drive(future)).detach();
    task
}

/// Where a task was started from: nothing here depends on it.
pub struct Surroundings;

impl Surroundings {
    pub fn current() -> Self {
        Surroundings
    }

    pub fn within<T>(&self, f: impl FnOnce() -> T) -> T {
        f()
    }
}

/// The handle's side of a task, which ends with its value, a panic or an abort.
pub struct Task<T> {
    result: oneshot::Receiver<Result<T, JoinError>>,
    state: Arc<TaskState>,
}

/// The worker's side.
struct Run<T> {
    result: oneshot::Sender<Result<T, JoinError>>,
    state: Arc<TaskState>,
}

#[derive(Default)]
struct TaskState {
    aborted: AtomicBool,
    finished: AtomicBool,
    /// Of the running task, so that an abort is noticed.
    waker: AtomicWaker,
}

impl<T> Task<T> {
    fn new() -> (Task<T>, Run<T>) {
        let (send, receive) = oneshot::channel();
        let state = Arc::new(TaskState::default());
        (Task { result: receive, state: state.clone() }, Run { result: send, state })
    }

    pub fn abort(&self) {
        self.state.aborted.store(true, SeqCst);
        self.state.waker.wake();
    }

    pub fn is_finished(&self) -> bool {
        self.state.finished.load(SeqCst)
    }
}

impl<T> Run<T> {
    /// Panics stop here: that of the future, those of its destructors, and that of a result which nobody wants.
    async fn drive(self, future: impl Future<Output = T>) {
        let Run { result, state } = self;
        let ended = AssertUnwindSafe(unless_aborted(&state, future)).catch_unwind().await;
        let ended = ended.unwrap_or_else(|payload| Err(JoinError::panicked(payload)));
        let _ = catch_unwind(AssertUnwindSafe(|| drop(result.send(ended))));
        state.finished.store(true, SeqCst);
    }
}

async fn unless_aborted<T>(state: &TaskState, future: impl Future<Output = T>) -> Result<T, JoinError> {
    let mut future = pin!(future);
    poll_fn(|context| {
        // Registered first: an abort after this line wakes us.
        state.waker.register(context.waker());
        if state.aborted.load(SeqCst) {
            return Poll::Ready(Err(JoinError::aborted()));
        }
        future.as_mut().poll(context).map(Ok)
    })
    .await
}

impl<T> Future for Task<T> {
    type Output = Result<T, JoinError>;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // Without a result the worker dropped the task, which is what an abort does.
        Pin::new(&mut self.result).poll(context).map(|sent| sent.unwrap_or_else(|_| Err(JoinError::aborted())))
    }
}
