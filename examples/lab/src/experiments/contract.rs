//! `contract`: what must not change when the strategy does. Each line is a small program whose trace is compared with the one of rustc's own
//! lowering: 1 is kept, 0 is broken. (The corpus in `tests/` does this thoroughly; this is the list that a reader asks for.)
//!
//! Published: the same list for .NET 11: results, order, values that flow along awaits, awaiting once, the type that the caller sees.

use crate::equipment::leaf::Yield;
use crate::experiment::{Experiment, Findings, Found, Work};
use crate::measure::Method;
use crate::metric::KEPT;
use crate::proof::Claim;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy::*;
use resumable::resumable;
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::task::{Context, Poll, Wake, Waker};

pub static EXPERIMENT: Experiment = Experiment {
    name: "contract",
    about: "what must not change with the strategy: 1 where a trace is equal to rustc's",
    published: None,
    work: Work::Observed(observe),
    claims,
};

fn observe(_: &Method) -> Found {
    let strategies =
        [(Native, native::PROGRAMS), (StateMachine, state_machine::PROGRAMS), (Stackful, stackful::PROGRAMS)];
    let mut findings = Findings::default();
    for (index, (name, oracle)) in native::PROGRAMS.iter().enumerate() {
        let expected = oracle();
        for (strategy, programs) in strategies {
            let found = programs[index].1();
            if found != expected {
                findings.notes.push(format!("{name}: rustc's {expected:?}, {strategy} {found:?}"));
            }
            let kept = f64::from(u8::from(found == expected));
            findings.readings.push(Reading::counted(Place::of(strategy).function(name), &KEPT, kept));
        }
    }
    Ok(findings)
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// A small program's name, and what runs it and returns its trace.
type Program = (&'static str, fn() -> String);

/// What happened, in its order.
#[derive(Clone, Default)]
struct Trace(Rc<RefCell<String>>);

impl Trace {
    fn note(&self, what: impl AsRef<str>) {
        let mut trace = self.0.borrow_mut();
        trace.push_str(what.as_ref());
        trace.push(' ');
    }

    fn text(&self) -> String {
        self.0.borrow().clone()
    }
}

/// Notes its end.
struct Noisy(&'static str, Trace);

impl Drop for Noisy {
    fn drop(&mut self) {
        self.1.note(format!("~{}", self.0));
    }
}

/// Polls to the end and counts the polls.
fn run<T>(future: impl Future<Output = T>, trace: &Trace) -> T {
    let mut future = pin!(future);
    loop {
        trace.note("poll");
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

/// Polls so often, then drops.
fn cancel<T>(future: impl Future<Output = T>, polls: u32, trace: &Trace) {
    let mut future = pin!(future);
    for _ in 0..polls {
        let _ = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    }
    trace.note("cancel");
}

thread_local!(static CURRENT: Cell<u32> = const { Cell::new(0) });

/// A task-local value: set while the task is polled, whatever it was outside.
struct Scoped<F>(u32, Pin<Box<F>>);

impl<F: Future> Future for Scoped<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let outside = CURRENT.replace(self.0);
        let polled = self.1.as_mut().poll(cx);
        self.0 = CURRENT.replace(outside);
        polled
    }
}

/// Wakes its task twice, and is ready at the next poll.
async fn wakes_twice() {
    let mut woken = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut woken, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[derive(Default)]
struct Wakes(AtomicU32);

impl Wake for Wakes {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Relaxed);
    }
}

/// The type that a caller sees.
fn output_of<F: Future>(_: &F) -> &'static str {
    std::any::type_name::<F::Output>()
}

macro_rules! annotated {
    ($($strategy:ident)*) => {$(
        #[resumable($strategy)]
        mod $strategy {
            use super::*;

            async fn step(name: &'static str, trace: &Trace) -> usize {
                let _noisy = Noisy(name, trace.clone());
                trace.note(name);
                Yield::default().await;
                name.len()
            }

            async fn sums(trace: &Trace) -> usize {
                let mut sum = step("a", trace).await;
                for name in ["bb", "ccc"] {
                    let length = step(name, trace).await;
                    sum = sum * 10 + length;
                }
                sum
            }

            async fn holds(trace: &Trace) {
                let _outer = Noisy("outer", trace.clone());
                let _inner = Noisy("inner", trace.clone());
                let _ = step("a", trace).await;
                let _ = step("b", trace).await;
            }

            async fn fails(trace: &Trace) -> Result<usize, String> {
                let _noisy = Noisy("local", trace.clone());
                let length = step("a", trace).await;
                Err(format!("after {length}"))?;
                Ok(length)
            }

            async fn panics(trace: &Trace) {
                let _noisy = Noisy("local", trace.clone());
                Yield::default().await;
                std::panic::resume_unwind(Box::new("on purpose"));
            }

            async fn follows(trace: &Trace) {
                trace.note(CURRENT.get().to_string());
                Yield::default().await;
                trace.note(CURRENT.get().to_string());
                CURRENT.set(8);
                Yield::default().await;
                trace.note(CURRENT.get().to_string());
            }

            async fn waits() {
                wakes_twice().await;
                wakes_twice().await;
            }

            pub static PROGRAMS: &[Program] = &[
                ("results and order", || {
                    let trace = Trace::default();
                    let sum = run(sums(&trace), &trace);
                    format!("{}= {sum}", trace.text())
                }),
                ("nothing before the first poll", || {
                    let trace = Trace::default();
                    let future = sums(&trace);
                    trace.note("created");
                    drop(future);
                    trace.text()
                }),
                ("cancelled at each await", || {
                    let trace = Trace::default();
                    (0..3).for_each(|polls| cancel(holds(&trace), polls, &trace));
                    trace.text()
                }),
                ("an error's way", || {
                    let trace = Trace::default();
                    let result = run(fails(&trace), &trace);
                    format!("{}= {result:?}", trace.text())
                }),
                ("a panic's way", || {
                    let trace = Trace::default();
                    let result = catch_unwind(AssertUnwindSafe(|| run(panics(&trace), &trace)));
                    format!("{}= {:?}", trace.text(), result.unwrap_err().downcast_ref::<&str>())
                }),
                ("awaited once", || {
                    let trace = Trace::default();
                    let mut future = Box::pin(sums(&trace));
                    run(future.as_mut(), &trace);
                    silently(|| catch_unwind(AssertUnwindSafe(|| run(future.as_mut(), &trace)))
                        .unwrap_err().downcast_ref::<&str>().map_or("another payload".into(), ToString::to_string))
                }),
                ("task-local values", || {
                    let trace = Trace::default();
                    run(Scoped(7, Box::pin(follows(&trace))), &trace);
                    trace.note(CURRENT.get().to_string());
                    trace.text()
                }),
                ("wake counts", || {
                    let (wakes, trace) = (Arc::new(Wakes::default()), Trace::default());
                    let (waker, mut future) = (Waker::from(wakes.clone()), pin!(waits()));
                    while future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
                        trace.note(wakes.0.load(Relaxed).to_string());
                    }
                    trace.text()
                }),
                ("the type that the caller sees", || {
                    let trace = Trace::default();
                    format!("{} {}", output_of(&sums(&trace)), output_of(&fails(&trace)))
                }),
            ];

            pub fn claims() -> Vec<Claim> {
                let trace = &Trace::default();
                vec![
                    Claim::new(module_path!(), stringify!($strategy), "step", &step("", trace)),
                    Claim::new(module_path!(), stringify!($strategy), "sums", &sums(trace)),
                    Claim::new(module_path!(), stringify!($strategy), "holds", &holds(trace)),
                    Claim::new(module_path!(), stringify!($strategy), "fails", &fails(trace)),
                    Claim::new(module_path!(), stringify!($strategy), "follows", &follows(trace)),
                    Claim::new(module_path!(), stringify!($strategy), "waits", &waits()),
                ]
            }
        }
    )*};
}

annotated!(native state_machine stackful);

/// Without the message of a panic that is wanted.
fn silently<T>(run: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let result = run();
    std::panic::set_hook(hook);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_kept() {
        let findings = observe(&Method::QUICK).unwrap();
        assert_eq!(findings.notes, Vec::<String>::new());
        assert!(findings.readings.iter().all(|r| r.value == 1.0) && findings.readings.len() == 27);
    }

    #[test]
    fn the_programs_tell_something() {
        let traces: Vec<String> = native::PROGRAMS.iter().map(|(_, run)| run()).collect();
        assert_eq!(traces[0], "poll a poll ~a bb poll ~bb ccc poll ~ccc = 123");
        assert_eq!(traces[1], "created ");
        assert_eq!(traces[2], "cancel a cancel ~a ~inner ~outer a ~a b cancel ~b ~inner ~outer ");
        assert_eq!(traces[5], "`async fn` resumed after completion");
        assert_eq!(traces[6], "poll 7 poll 7 poll 8 0 ");
        assert_eq!(traces[7], "2 4 ");
    }
}
