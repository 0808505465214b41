//! Running a call as a task of its own.
//!
//! A state machine or a native future that is `Send` may run anywhere. A stackful call may not, once it is started: it travels unstarted to a
//! worker thread and stays there. The same source, `spawn(f(x))`, does the one or the other.
//!
//! The threads run a library's executors: tokio's with the feature `tokio`, else those of `async-executor`.

#[cfg(unix)]
mod boundary;
mod join;
#[cfg_attr(feature = "tokio", path = "tokio.rs")]
#[cfg_attr(not(feature = "tokio"), path = "threads.rs")]
mod workers;

#[cfg(unix)]
pub use boundary::{Boundary, boundary};
pub use join::{JoinError, JoinHandle};

use crate::machine::Machine;
use crate::native::Native;
#[cfg(unix)]
use crate::{Body, Call, Migrating};
use std::future::Future;

/// Starts the value of an annotated function as a task, and returns a handle to its result.
///
/// A call of a stackful function is sent to a worker thread before it starts, and stays on it. So its *arguments* and its result must be
/// `Send`, while its locals need not be, even across an await:
///
/// ```
/// # use resumable::{block_on, resumable, spawn};
/// # use std::{cell::Cell, rc::Rc};
/// #[resumable(stackful)]
/// async fn count(to: u32) -> u32 {
///     let counter = Rc::new(Cell::new(0));
///     for _ in 0..to {
///         increment(counter.clone()).await;
///     }
///     counter.get()
/// }
/// #[resumable(stackful)]
/// async fn increment(counter: Rc<Cell<u32>>) {
///     counter.set(counter.get() + 1);
/// }
///
/// let task = spawn(count(3));
/// assert_eq!(block_on(task).unwrap(), 3);
/// ```
///
/// With the feature `tokio`, futures that are `Send` run on the current tokio runtime, and calls on workers which have tokio's timers and
/// sockets. Dropping the handle doesn't stop the task.
///
/// Inside `f`, or a function that `f` calls, `spawn(f(..))` of a stackful `f` asks rustc whether a type is `Send` before it knows that type
/// (E0283). Write [`spawn_with(move || f(..))`](spawn_with) there.
pub fn spawn<T: Spawn>(task: T) -> JoinHandle<T::Output> {
    task.spawn()
}

/// Starts the future that `make` returns as a task on the worker thread on which `make` is called.
///
/// Only what `make` captures must be `Send`, not the future. Works for every future, and inside a recursive family of stackful functions.
///
/// ```
/// # use resumable::{block_on, resumable, spawn_with};
/// #[resumable(stackful)]
/// async fn fibonacci(n: u32) -> u32 {
///     if n < 2 {
///         return n;
///     }
///     let a = spawn_with(move || fibonacci(n - 1));
///     let b = fibonacci(n - 2).await;
///     a.await.unwrap() + b
/// }
/// assert_eq!(block_on(fibonacci(8)), 21);
/// ```
pub fn spawn_with<M, F>(make: M) -> JoinHandle<F::Output>
where
    M: FnOnce() -> F + Send + 'static,
    F: Future + 'static,
    F::Output: Send + 'static,
{
    JoinHandle::new(workers::pinned(make))
}

/// What [`spawn`] takes: the values of annotated functions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` isn't the value of an annotated function that can be spawned",
    label = "can't be spawned",
    note = "any other future is spawned by `spawn_with(move || future)`"
)]
pub trait Spawn {
    /// The result of the task.
    type Output;
    /// See [`spawn`](spawn()).
    fn spawn(self) -> JoinHandle<Self::Output>;
}

#[cfg(unix)]
impl<C> Spawn for Call<C>
where
    C: Body + Send + 'static,
    C::Output: Send + 'static,
{
    type Output = C::Output;
    fn spawn(self) -> JoinHandle<C::Output> {
        let unstarted = self.unstarted();
        spawn_with(move || unstarted.call())
    }
}

#[cfg(unix)]
impl<C, S> Spawn for Migrating<C, S>
where
    C: Body + 'static,
    C::Output: Send + 'static,
    S: Send + 'static,
{
    type Output = C::Output;
    fn spawn(self) -> JoinHandle<C::Output> {
        anywhere(self)
    }
}

impl<F> Spawn for Native<F>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    type Output = F::Output;
    fn spawn(self) -> JoinHandle<F::Output> {
        anywhere(self)
    }
}

impl<F> Spawn for Machine<F>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    type Output = F::Output;
    fn spawn(self) -> JoinHandle<F::Output> {
        anywhere(self)
    }
}

/// Starts a future that may move between threads.
pub(crate) fn anywhere<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + Send + 'static,
    F::Output: Send + 'static,
{
    JoinHandle::new(workers::anywhere(future))
}
