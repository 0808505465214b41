//! The handle to a spawned task, the same whatever runs it.

use super::workers::Task;
use std::any::Any;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A handle to a task: a future of its result. Dropping it leaves the task running.
///
/// ```
/// # use resumable::{block_on, resumable, spawn};
/// #[resumable(stackful)]
/// async fn fails(n: u32) { panic!("number {n}") }
///
/// let error = block_on(spawn(fails(3))).unwrap_err();
/// assert_eq!(error.into_panic().downcast_ref::<String>().unwrap(), "number 3");
/// ```
pub struct JoinHandle<T>(Task<T>);

impl<T> JoinHandle<T> {
    pub(super) fn new(task: Task<T>) -> Self {
        JoinHandle(task)
    }

    /// Asks the task to end at the await that it is suspended at, or before it starts. A task that has its result keeps it.
    pub fn abort(&self) {
        self.0.abort();
    }

    /// Whether the task has ended, in whatever way.
    pub fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

impl<T> Future for JoinHandle<T> {
    type Output = Result<T, JoinError>;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context)
    }
}

impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinHandle").finish_non_exhaustive()
    }
}

/// Why a task has no result.
pub struct JoinError(Option<Box<dyn Any + Send>>);

impl JoinError {
    pub(super) fn aborted() -> Self {
        JoinError(None)
    }

    pub(super) fn panicked(payload: Box<dyn Any + Send>) -> Self {
        JoinError(Some(payload))
    }

    /// Whether the task was stopped by [`JoinHandle::abort`].
    pub fn is_cancelled(&self) -> bool {
        self.0.is_none()
    }

    /// Whether the task panicked.
    pub fn is_panic(&self) -> bool {
        self.0.is_some()
    }

    /// What the task panicked with.
    ///
    /// # Panics
    /// If the task didn't panic.
    pub fn into_panic(self) -> Box<dyn Any + Send> {
        self.0.expect("the task didn't panic")
    }

    /// Goes on with the panic of the task, if it was one.
    pub fn resume_panic(self) {
        if let Some(payload) = self.0 {
            resume_unwind(payload)
        }
    }

    fn message(&self) -> Option<&str> {
        let payload = self.0.as_ref()?;
        payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str))
    }
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_panic(), self.message()) {
            (true, Some(message)) => write!(f, "the task panicked: {message}"),
            (true, None) => f.write_str("the task panicked"),
            (false, _) => f.write_str("the task was aborted"),
        }
    }
}

impl fmt::Debug for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JoinError({self})")
    }
}

impl Error for JoinError {}
