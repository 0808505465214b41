//! One way to drive a future, and the trace that it leaves.

use crate::trace::{self, log};
use std::any::Any;
use std::fmt::Debug;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

/// A future whose output is shown. The inner one is polled as it is, also after completion.
pub type Shown = Pin<Box<dyn Future<Output = String>>>;

/// Erases the type of a future, so that the driver is compiled once.
pub fn shown<F>(future: F) -> Shown
where
    F: Future<Output: Debug> + 'static,
{
    let mut future = Box::pin(future);
    Box::pin(std::future::poll_fn(move |cx| future.as_mut().poll(cx).map(|output| format!("{output:?}"))))
}

/// The same for what a lowered function returned, which must say that it was lowered by this strategy.
pub fn lowered<F>(future: F, strategy: &str) -> Shown
where
    F: Future<Output: Debug> + resumable::Resumable + 'static,
{
    assert_eq!(resumable::codegen_of(&future).name(), strategy);
    shown(future)
}

/// How a future ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// It is polled until it is ready.
    Complete,
    /// It is dropped after this many polls.
    Cancel(usize),
    /// The same, while a panic unwinds the frame that owns it.
    CancelByPanic(usize),
}

/// One way to drive a future.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    pub end: End,
    /// The number of the step that panics.
    pub step: Option<usize>,
    /// The number of the drop that panics.
    pub destructor: Option<usize>,
}

/// More polls than any body needs.
const STUCK: usize = 1000;

impl Script {
    pub fn to(end: End) -> Self {
        Script { end, step: None, destructor: None }
    }

    /// The trace of a future under this script.
    pub fn run(&self, start: &dyn Fn() -> Shown) -> Vec<String> {
        silence_expected_panics();
        trace::begin(self.step, self.destructor);
        EXPECTED.set(true);
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.drive(start()))) {
            log(format!("panicked outside poll: {}", message(&*panic)));
        }
        EXPECTED.set(false);
        trace::end()
    }

    fn drive(&self, mut future: Shown) {
        let limit = match self.end {
            End::Complete => STUCK,
            End::Cancel(polls) | End::CancelByPanic(polls) => polls,
        };
        let finished = (0..limit).any(|n| poll(&mut future, n));
        if finished {
            trace::disarm();
            poll_again(&mut future);
        }
        log("drop");
        if let End::CancelByPanic(_) = self.end {
            let _future = future;
            panic!("around");
        }
        drop(future);
        log("dropped");
    }
}

/// Polls once with a waker of its own; whether the future came to an end.
fn poll(future: &mut Shown, n: usize) -> bool {
    let waker = Waker::from(Arc::new(LoggedWake(n)));
    let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(&mut Context::from_waker(&waker))));
    let ended = !matches!(polled, Ok(Poll::Pending));
    log(match polled {
        Ok(Poll::Pending) => "pending".to_string(),
        Ok(Poll::Ready(output)) => format!("ready: {output}"),
        Err(panic) => format!("panicked: {}", message(&*panic)),
    });
    ended
}

/// A finished or poisoned future must panic, with rustc's words.
fn poll_again(future: &mut Shown) {
    match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(&mut Context::from_waker(Waker::noop())))) {
        Ok(_) => log("polled again without a panic"),
        Err(panic) => log(format!("polled again: {}", message(&*panic))),
    }
}

/// Logs the number of the poll whose waker was woken: each poll brings its own.
struct LoggedWake(usize);

impl Wake for LoggedWake {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }
    fn wake_by_ref(self: &Arc<Self>) {
        log(format!("wake {}", self.0));
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "something else",
    }
}

thread_local!(static EXPECTED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });

/// Panics of scripts are not printed; those of tests are.
fn silence_expected_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !EXPECTED.get() {
                print(info);
            }
        }));
    });
}
