//! `#[resumable(send)]` on a stackful function: where coroutines, which stay on their thread, meet executors that want `Send` futures.

use super::{JoinHandle, Spawn, spawn_with, workers};
use crate::call::{Flow, Fused, Hidden, Operand, Suspender, ViaCall};
use crate::{Body, Call, Codegen, Resumable};
use std::future::Future;
use std::marker::PhantomPinned;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::task::{Context, Poll, ready};

/// What a function with `#[resumable(stackful, send)]` returns: a future that is `Send + 'static`, whatever its body holds across awaits.
///
/// The first poll sends the body, unstarted, to a worker thread, where it stays; from then on the value is the handle to that task. Awaited
/// in a stackful function it is a plain call instead, as every call is. Its arguments and its result must be `Send + 'static`: the compiler
/// checks it where the function is defined.
///
/// ```
/// # use resumable::{block_on, resumable};
/// # use std::{cell::Cell, future::ready, rc::Rc};
/// #[resumable(stackful, send)]
/// async fn handler(request: String) -> usize {
///     let seen = Rc::new(Cell::new(0)); // not `Send`, and held across an await
///     seen.set(ready(request.len()).await);
///     seen.get()
/// }
///
/// fn for_any_executor<T: Send + 'static>(future: T) -> T { future }
/// assert_eq!(block_on(for_any_executor(handler("GET".into()))), 3);
/// ```
///
/// # Where it runs
///
/// With the feature `tokio`, the worker is a thread of tokio's own making, and the body is polled within the runtime that the first poll took
/// place in: timers, sockets and `tokio::spawn` are that runtime's. Otherwise the worker is a thread of an `async-executor`. What a caller
/// keeps in thread-locals or in task-locals isn't seen by the body: pass it as an argument.
///
/// # Cancelling
///
/// Dropping the value asks the worker to cancel. No poll of the body begins after the drop has returned; its locals are dropped in the order
/// of a `return`, on the worker's thread, which may be a little later than the drop.
///
/// # Panics
///
/// A panic of the body goes on in the poll that notices it. Polling after the end panics as rustc's own futures do.
#[must_use = "futures do nothing unless you `.await` or poll them"]
pub struct Boundary<C: Body> {
    state: State<C>,
    /// As of [`Call`]: one that is owned by value was never polled.
    _pin: PhantomPinned,
}

enum State<C: Body> {
    Unstarted(C),
    Running(Task<C::Output>),
    Done,
    Panicked,
}

/// Makes a boundary of a body that the macro wrote. The bounds are what an executor asks for, checked where the function is defined.
#[inline(always)]
pub fn boundary<C, R>(body: C) -> Boundary<C>
where
    C: FnOnce(Hidden<'_>) -> Flow<R> + Send + 'static,
    R: Send + 'static,
{
    Boundary { state: State::Unstarted(body), _pin: PhantomPinned }
}

impl<C: Body> Boundary<C> {
    /// The body as a call. It is unstarted: see `_pin`.
    #[inline(always)]
    fn into_call(self) -> Call<C> {
        match self.state {
            State::Unstarted(body) => Call::new(body),
            // Only `unsafe` code that breaks the promise of its `Pin` gets here.
            _ => panic!("a started call was moved out of its pin"),
        }
    }
}

impl<C: Body> Resumable for Boundary<C> {
    const CODEGEN: Codegen = Codegen::Stackful;
}

impl<C> Future for Boundary<C>
where
    C: Body + Send + 'static,
    C::Output: Send + 'static,
{
    type Output = C::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<C::Output> {
        // SAFETY: what is moved out is an unstarted body, which nothing can point into yet; a task is `Unpin`.
        let state = unsafe { &mut self.get_unchecked_mut().state };
        if let State::Unstarted(_) = state
            && let State::Unstarted(body) = mem::replace(state, State::Panicked)
        {
            *state = State::Running(Task::start(body));
        }
        let ended = match state {
            State::Running(task) => ready!(Pin::new(&mut task.handle).poll(context)),
            State::Done => panic!("`async fn` resumed after completion"),
            _ => panic!("`async fn` resumed after panicking"),
        };
        *state = if ended.is_ok() { State::Done } else { State::Panicked };
        Poll::Ready(ended.unwrap_or_else(|error| {
            error.resume_panic();
            panic!("the thread of a boundary's body has gone")
        }))
    }
}

impl<C> Spawn for Boundary<C>
where
    C: Body + Send + 'static,
    C::Output: Send + 'static,
{
    type Output = C::Output;
    fn spawn(self) -> JoinHandle<C::Output> {
        self.into_call().spawn()
    }
}

/// The task of a boundary that was polled. Dropping it cancels.
struct Task<T> {
    handle: JoinHandle<T>,
    is_dropped: Arc<AtomicBool>,
}

impl<T: Send + 'static> Task<T> {
    fn start<C>(body: C) -> Self
    where
        C: Body<Output = T> + Send + 'static,
    {
        let is_dropped = Arc::new(AtomicBool::new(false));
        let (home, is_unwanted) = (workers::Surroundings::current(), is_dropped.clone());
        let handle = spawn_with(move || Guest { call: Some(Box::pin(Call::new(body))), home, is_unwanted });
        Task { handle, is_dropped }
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        // First this: until the worker knows of the abort, it may poll once more.
        self.is_dropped.store(true, SeqCst);
        self.handle.abort();
    }
}

/// The body on its worker: polled, and dropped, within what surrounded the boundary's first poll.
struct Guest<C: Body> {
    call: Option<Pin<Box<Call<C>>>>,
    home: workers::Surroundings,
    is_unwanted: Arc<AtomicBool>,
}

impl<C: Body> Future for Guest<C> {
    type Output = C::Output;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<C::Output> {
        let Guest { call, home, is_unwanted } = &mut *self;
        match call {
            // The abort that follows ends the task.
            _ if is_unwanted.load(SeqCst) => Poll::Pending,
            Some(call) => home.within(|| call.as_mut().poll(context)),
            None => unreachable!("only the drop takes the call"),
        }
    }
}

impl<C: Body> Drop for Guest<C> {
    fn drop(&mut self) {
        let call = self.call.take();
        self.home.within(|| drop(call));
    }
}

impl<C: Body> ViaCall for &Operand<Boundary<C>> {
    type Strategy = FusedBoundary;
    #[inline(always)]
    fn await_strategy(&self) -> FusedBoundary {
        FusedBoundary
    }
}

/// As [`Fused`]: the caller is a coroutine, which stays on its thread as well.
pub struct FusedBoundary;

impl FusedBoundary {
    /// # Safety
    /// As [`Fused::run`].
    #[inline(always)]
    pub unsafe fn run<C: Body>(self, boundary: Boundary<C>, suspender: &Suspender) -> Flow<C::Output> {
        // SAFETY: passed on.
        unsafe { Fused.run(boundary.into_call(), suspender) }
    }
}
