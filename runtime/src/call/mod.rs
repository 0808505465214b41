//! `#[resumable(stackful)]`: the value that such a function returns, and how it runs.
//!
//! A [`Call`] is the function's code with its arguments. Awaited inside another stackful body it is *fused*: its body runs as a plain
//! function call on the stack of the awaiting coroutine ([`fuse`]). Polled by anything else, it starts a coroutine of its own
//! ([`coroutine`]), whose memory comes from [`stack`](crate::stack). Both hand the [`suspender`] down, and take a [`flow`] back.

mod coroutine;
mod flow;
mod fuse;
mod large;
mod method;
mod migrating;
mod suspender;

pub use flow::{Body, Flow, cancelled};
#[cfg(any(feature = "threads", feature = "tokio"))]
pub use fuse::{Fused, Operand};
pub use fuse::{ViaCall, ViaFuture, ViaMigrating, ViaMigratingFuture, operand};
pub use method::{Captured, Method, Receiver, receiver};
pub use migrating::{Migrating, Vouched, migrating};
pub use suspender::Hidden;
#[cfg(any(feature = "threads", feature = "tokio"))]
pub use suspender::Suspender;

use crate::stack::OutOfStacks;
use crate::{Codegen, Resumable};
use coroutine::Running;
use std::future::Future;
use std::marker::{PhantomData, PhantomPinned};
use std::panic::resume_unwind;
use std::pin::Pin;
use std::ptr;
use std::task::{Context, Poll};

/// What a function with `#[resumable(stackful)]` returns.
///
/// Like every future it does nothing until it is awaited or polled. Awaited in a stackful function it is a plain call; anywhere else it
/// runs on a stack of its own from the first poll on.
///
/// # Threads
///
/// A started call never leaves its thread: compilers keep addresses of thread-locals across a switch, which nothing in safe code can see.
/// So `Call` isn't `Send`. Before it is started it may travel: [`spawn`](crate::spawn()) sends it to a worker and pins it there, and
/// [`unstarted`](Call::unstarted) is what to use with another executor. A function whose value has to be `Send` is a
/// [boundary](crate::Boundary).
///
/// ```compile_fail,E0277
/// # use resumable::resumable;
/// #[resumable(stackful)]
/// async fn forty_two() -> u32 { 42 }
///
/// fn on_any_thread(_: impl Send) {}
/// on_any_thread(forty_two()); // `*mut ()` cannot be sent .. within `StartedCallsStayOnTheirThread`
/// ```
///
/// # Depth and memory
///
/// Each stack has 256 KiB of address space, of which the pages that were touched take memory: mostly one. A fused call that finds its stack
/// nearly used up continues on a larger one, so recursion through awaits is limited by memory only. Code that doesn't await, and arrays
/// in a body's locals, have to make do with 144 KiB; the message of an overflow names the function. Both sizes are those of the
/// default [`StackConfig`](crate::StackConfig).
///
/// # Limits
///
/// Next to rustc's own `async fn`:
/// - the type of an awaited operand must be known at the await (E0282: annotate it);
/// - `-> impl Fn(T) -> Box<dyn Trait>` doesn't tell a returned closure its signature (E0308: annotate the closure);
/// - a method of a foreign trait that wants a `Send` future can't be stackful (E0277: compile it as a `state_machine`);
/// - `stacker` doesn't know these stacks, nor does other code that asks the system for the bounds of the current one.
///
/// # Panics
///
/// Polling panics as rustc's own futures do: with the body's panic, and when polled again after the end. Starting a call panics when the
/// system has no memory left to map for a stack; [`try_start`](Call::try_start) says so beforehand.
#[must_use = "calls do nothing unless you `.await` or poll them"]
pub struct Call<C> {
    state: State<C>,
    _thread: StartedCallsStayOnTheirThread,
    /// A `Call` that is owned by value was never polled, since polling needs a pin and this is not `Unpin`. Fusing and `unstarted`
    /// rely on it.
    _pin: PhantomPinned,
}

/// Its name is what rustc's note on a missing `Send` shows.
struct StartedCallsStayOnTheirThread(PhantomData<*mut ()>);

enum State<C> {
    Unstarted(C),
    Running(Running<C>),
    Done,
    Panicked,
}

/// Makes a call of a body that the macro wrote.
///
/// The closure is the direct argument of this function: so its kind is deduced from the bound, which lets it return what it captured by
/// `&mut`, and the `impl Body` of the surrounding function is its expected type.
#[inline(always)]
pub fn call<C: FnOnce(Hidden<'_>) -> Flow<R>, R>(body: C) -> Call<C> {
    Call::new(body)
}

impl<C> Call<C> {
    #[inline(always)]
    pub(crate) fn new(body: C) -> Self {
        Call { state: State::Unstarted(body), _thread: StartedCallsStayOnTheirThread(PhantomData), _pin: PhantomPinned }
    }

    /// The call in a form that is `Send` if its arguments are, to be started where it will stay.
    ///
    /// ```
    /// # use resumable::resumable;
    /// #[resumable(stackful)]
    /// async fn double(x: u32) -> u32 { x * 2 }
    ///
    /// let unstarted = double(21).unstarted();
    /// let worker = std::thread::spawn(move || resumable::block_on(unstarted.call()));
    /// assert_eq!(worker.join().unwrap(), 42);
    /// ```
    pub fn unstarted(self) -> Unstarted<C> {
        Unstarted(self.into_body())
    }

    #[inline(always)]
    fn into_body(self) -> C {
        match self.state {
            State::Unstarted(body) => body,
            _ => started(),
        }
    }

    /// The body of a call that is owned by value, hence unstarted.
    #[inline(always)]
    fn unstarted_body(&mut self) -> Option<&mut C> {
        match &mut self.state {
            State::Unstarted(body) => Some(body),
            _ => None,
        }
    }
}

/// Only `unsafe` code that breaks the promise of its `Pin` gets here.
#[cold]
#[inline(never)]
fn started() -> ! {
    panic!("a started call was moved out of its pin")
}

impl<C> State<C> {
    /// The body, if it hasn't started. `Panicked` stays behind, for the case that starting it panics.
    #[inline(always)]
    fn take_unstarted(&mut self) -> Option<C> {
        let State::Unstarted(body) = self else { return None };
        // SAFETY: the body is moved out, and what it was moved out of is overwritten at once.
        let body = unsafe { ptr::read(body) };
        // SAFETY: the body was all that this state owned.
        unsafe { self.overwrite(State::Panicked) };
        Some(body)
    }

    /// An assignment without the drop of the old value, which costs a call in each poll.
    ///
    /// # Safety
    /// The old value owns nothing.
    #[inline(always)]
    unsafe fn overwrite(&mut self, new: State<C>) {
        // SAFETY: a valid place for a write.
        unsafe { ptr::write(self, new) }
    }
}

impl<C: Body> Call<C> {
    /// Takes the stack that the first poll would take, so that polling can't fail for want of one. Nothing of the body runs yet.
    ///
    /// ```
    /// # use resumable::{block_on, resumable};
    /// # use std::pin::pin;
    /// #[resumable(stackful)]
    /// async fn double(x: u32) -> u32 { x * 2 }
    ///
    /// let mut call = pin!(double(2));
    /// match call.as_mut().try_start() {
    ///     Ok(()) => assert_eq!(block_on(call), 4),
    ///     Err(error) => eprintln!("busy: {error}"), // the call can be tried again
    /// }
    /// ```
    ///
    /// # Errors
    /// When the system has no memory or guard pages left, or [`StackConfig::most`](crate::StackConfig::most) stacks are in use. The call
    /// is still unstarted then.
    pub fn try_start(self: Pin<&mut Self>) -> Result<(), OutOfStacks> {
        // SAFETY: only an unstarted body, which nothing can point into yet, is moved out.
        let state = unsafe { &mut self.get_unchecked_mut().state };
        if let State::Unstarted(_) = state {
            let running = Running::try_start(|| state.take_unstarted().expect("it is unstarted"))?;
            // SAFETY: `take_unstarted` left `Panicked`.
            unsafe { state.overwrite(State::Running(running)) };
        }
        Ok(())
    }
}

impl<C> Resumable for Call<C> {
    const CODEGEN: Codegen = Codegen::Stackful;
}

impl<C: Body> Future for Call<C> {
    type Output = C::Output;

    #[inline]
    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<C::Output> {
        // SAFETY: only an unstarted body, which nothing can point into yet, is moved out.
        let state = unsafe { &mut self.get_unchecked_mut().state };
        if let Some(body) = state.take_unstarted() {
            // SAFETY: `take_unstarted` left `Panicked`.
            unsafe { state.overwrite(State::Running(Running::start(body))) };
        }
        let running = match state {
            State::Running(running) => running,
            State::Done => panic!("`async fn` resumed after completion"),
            _ => panic!("`async fn` resumed after panicking"),
        };
        match running.resume(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(Ok(value)) => {
                // SAFETY: a coroutine that came to its end has given back its stack.
                unsafe { state.overwrite(State::Done) };
                Poll::Ready(value)
            }
            Poll::Ready(Err(payload)) => {
                // SAFETY: as above.
                unsafe { state.overwrite(State::Panicked) };
                resume_unwind(payload)
            }
        }
    }
}

/// A [`Call`] that was not started: `Send` if the arguments of the function are.
#[must_use = "an unstarted call does nothing"]
pub struct Unstarted<C>(C);

impl<C> Unstarted<C> {
    /// The call again.
    pub fn call(self) -> Call<C> {
        Call::new(self.0)
    }
}

/// What doesn't compile. Each would be unsound, or silently different from rustc's own futures.
///
/// A started call can't outlive what its arguments borrow, since dropping it runs their function to its end:
/// ```compile_fail,E0597
/// # use resumable::resumable;
/// # use std::{future::{Future, pending}, pin::Pin, task::{Context, Waker}};
/// struct Shows<'a>(&'a String);
/// impl Drop for Shows<'_> { fn drop(&mut self) { println!("{}", self.0) } }
///
/// #[resumable(stackful)]
/// async fn shows(text: &String) { let _shows = Shows(text); pending::<()>().await }
///
/// let mut call;
/// {
///     let text = String::from("freed");
///     call = Box::pin(shows(&text));
///     let _ = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
/// } // `text` does not live long enough
/// ```
/// A call isn't `Unpin`, so one that is owned wasn't started:
/// ```compile_fail,E0277
/// # use resumable::resumable;
/// #[resumable(stackful)]
/// async fn leaf() {}
/// #[resumable(stackful)]
/// async fn twice() { let mut call = leaf(); (&mut call).await }
/// ```
/// An unstarted call is `Send` only if its arguments are:
/// ```compile_fail,E0277
/// # use resumable::resumable;
/// # use std::rc::Rc;
/// #[resumable(stackful)]
/// async fn count(n: Rc<u32>) -> u32 { *n }
///
/// let unstarted = count(Rc::new(1)).unstarted();
/// std::thread::spawn(move || resumable::block_on(unstarted.call()));
/// ```
/// Safe code has no use for a suspender:
/// ```compile_fail,E0133
/// use resumable::__private::{Flow, Hidden, call};
/// let _ = call(|hidden: Hidden<'_>| -> Flow<()> { let suspender = hidden.reveal(); Flow::Done(()) });
/// ```
/// An await in a closure, which isn't `async`:
/// ```compile_fail,E0728
/// # use resumable::resumable;
/// # use std::future::ready;
/// #[resumable(stackful)]
/// async fn each(v: Vec<u32>) -> Vec<u32> { v.into_iter().map(|x| ready(x).await).collect() }
/// ```
/// A macro that evaluates its argument elsewhere:
/// ```compile_fail,E0308
/// # use resumable::resumable;
/// # use std::future::ready;
/// macro_rules! later { ($e:expr) => { async { $e } } }
/// #[resumable(stackful)]
/// async fn body() -> u32 { let f = later!(ready(1).await); 3 }
/// ```
#[cfg(doctest)]
struct Refusals;
