//! Tasks on tokio: `Send` futures on the current runtime, everything else on a `LocalPoolHandle`, whose workers each have a runtime of their
//! own.

use super::join::JoinError;
use std::future::Future;
use std::pin::Pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, ready};
use std::thread::available_parallelism;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_util::task::LocalPoolHandle;

static PINNED: LazyLock<LocalPoolHandle> =
    LazyLock::new(|| LocalPoolHandle::new(available_parallelism().map_or(1, usize::from)));

/// A task of tokio's.
pub struct Task<T>(JoinHandle<T>);

/// Runs what `make` returns on one worker.
pub fn pinned<M, F>(make: M) -> Task<F::Output>
where
    M: FnOnce() -> F + Send + 'static,
    F: Future + 'static,
    F::Output: Send + 'static,
{
    Task(PINNED.spawn_pinned(make))
}

/// Runs `future` on the current runtime, or without one, on a worker.
pub fn anywhere<F>(future: F) -> Task<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    match Handle::try_current() {
        Ok(runtime) => Task(runtime.spawn(future)),
        Err(_) => pinned(move || future),
    }
}

/// The runtime that a task was started from.
pub struct Surroundings(Option<Handle>);

impl Surroundings {
    pub fn current() -> Self {
        Surroundings(Handle::try_current().ok())
    }

    /// Runs `f` as if on a thread of that runtime.
    pub fn within<T>(&self, f: impl FnOnce() -> T) -> T {
        let _entered = self.0.as_ref().map(Handle::enter);
        f()
    }
}

impl<T> Task<T> {
    pub fn abort(&self) {
        self.0.abort();
    }

    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, JoinError>;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let ended = ready!(Pin::new(&mut self.0).poll(context));
        Poll::Ready(
            ended.map_err(|error| error.try_into_panic().map_or_else(|_| JoinError::aborted(), JoinError::panicked)),
        )
    }
}
