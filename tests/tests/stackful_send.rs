//! `#[resumable(send)]`: boundaries between coroutines and executors that want `Send` futures.

use resumable::{Codegen, block_on, codegen_of, resumable, spawn, stack_stats};
use std::cell::{Cell, RefCell};
use std::future::{Future, pending, poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Poll, Waker};
use std::thread::{self, ThreadId};
use std::time::Duration;
use tokio::runtime::{Builder, Handle, Runtime};

fn threads() -> Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Pending once, woken from another thread.
async fn elsewhere() {
    let mut woken = false;
    poll_fn(move |cx| {
        if std::mem::replace(&mut woken, true) {
            return Poll::Ready(());
        }
        let waker = cx.waker().clone();
        thread::spawn(move || waker.wake());
        Poll::Pending
    })
    .await
}

/// Code that must mean the same in every strategy.
macro_rules! in_strategy {
    ($strategy:ident, $codegen:ident) => {
        mod $strategy {
            use super::*;

            #[resumable($strategy)]
            async fn inner(x: u32) -> u32 {
                ready(x).await + 1
            }

            #[resumable($strategy, send)]
            pub async fn sum(to: Vec<u32>) -> Result<u32, String> {
                let mut sum = 0;
                for x in to {
                    elsewhere().await;
                    sum += ready(x).await;
                }
                if sum == 0 { Err("nothing".to_string()) } else { Ok(sum) }
            }

            #[resumable($strategy, send)]
            pub async fn generic<T: Into<u64> + Send + 'static>(a: T, b: impl FnOnce() -> u64 + Send + 'static) -> u64 {
                elsewhere().await;
                a.into() + b()
            }

            #[derive(Clone)]
            pub struct Server(pub Arc<u32>);

            #[resumable($strategy, send)]
            impl Server {
                pub async fn handle(self, request: u32) -> u32 {
                    elsewhere().await;
                    *self.0 + request
                }
            }

            #[test]
            fn is_a_future_that_is_send_and_static() {
                fn check<T: Send + 'static>(value: T) -> T {
                    value
                }
                assert_eq!(codegen_of(&sum(vec![])), Codegen::$codegen);
                assert_eq!(block_on(check(sum(vec![1, 2, 3]))), Ok(6));
                assert_eq!(block_on(check(sum(vec![]))), Err("nothing".to_string()));
                assert_eq!(block_on(check(generic(3u32, || 4))), 7);
            }

            #[test]
            fn is_spawned_on_a_runtime_of_many_threads() {
                threads().block_on(async {
                    let server = Server(Arc::new(10));
                    let tasks: Vec<_> = (0..20).map(|n| tokio::spawn(server.clone().handle(n))).collect();
                    for (n, task) in tasks.into_iter().enumerate() {
                        assert_eq!(task.await.unwrap(), 10 + n as u32);
                    }
                });
            }

            #[test]
            fn is_spawned_by_our_own_spawn() {
                assert_eq!(block_on(spawn(sum(vec![4]))).unwrap(), Ok(4));
            }

            #[test]
            fn is_a_handler_of_axum() {
                use axum::extract::{Path, State};
                use axum::http::{Request, StatusCode};
                use axum::response::IntoResponse;
                use tower::ServiceExt;

                #[resumable($strategy, send)]
                async fn add(State(base): State<u32>, Path(n): Path<u32>) -> impl IntoResponse {
                    elsewhere().await;
                    if n == 0 { Err(StatusCode::BAD_REQUEST) } else { Ok((base + inner(n).await).to_string()) }
                }
                let app = axum::Router::new().route("/add/{n}", axum::routing::get(add)).with_state(10);
                threads().block_on(async {
                    let get = |path: &str| Request::get(path.to_string()).body(axum::body::Body::empty()).unwrap();
                    let answer = app.clone().oneshot(get("/add/5")).await.unwrap();
                    let body = axum::body::to_bytes(answer.into_body(), 100).await.unwrap();
                    assert_eq!(&body[..], b"16");
                    let answer = tokio::spawn(app.oneshot(get("/add/0"))).await.unwrap().unwrap();
                    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
                });
            }

            #[test]
            fn is_a_service_of_tower() {
                use tower::{Service, ServiceExt, service_fn};

                #[resumable($strategy, send)]
                async fn double(request: u32) -> Result<u32, std::convert::Infallible> {
                    elsewhere().await;
                    Ok(request * 2)
                }
                /// One written by hand.
                struct Doubles;
                impl Service<u32> for Doubles {
                    type Response = u32;
                    type Error = std::convert::Infallible;
                    type Future = Pin<Box<dyn Future<Output = Result<u32, Self::Error>> + Send>>;
                    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
                        Poll::Ready(Ok(()))
                    }
                    fn call(&mut self, request: u32) -> Self::Future {
                        Box::pin(double(request))
                    }
                }
                threads().block_on(async {
                    let service = tower::util::BoxService::new(service_fn(double).map_request(|n: u32| n + 1));
                    assert_eq!(tokio::spawn(service.oneshot(3)).await.unwrap(), Ok(8));
                    assert_eq!(tower::util::BoxCloneService::new(service_fn(double)).oneshot(5).await, Ok(10));
                    assert_eq!(Doubles.oneshot(6).await, Ok(12));
                });
            }
        }
    };
}

in_strategy!(state_machine, StateMachine);
in_strategy!(stackful, Stackful);
in_strategy!(native, Native);

/// Says when and where it is dropped.
struct Says(&'static str, mpsc::Sender<(&'static str, ThreadId)>);

impl Drop for Says {
    fn drop(&mut self) {
        let _ = self.1.send((self.0, thread::current().id()));
    }
}

#[resumable(stackful, send)]
async fn waits(argument: Says, out: mpsc::Sender<(&'static str, ThreadId)>) {
    let first = Says("first", out.clone());
    inner(out).await;
    drop((first, argument));
}

#[resumable(stackful)]
async fn inner(out: mpsc::Sender<(&'static str, ThreadId)>) {
    let shared = Rc::new(Says("second", out.clone()));
    out.send(("started", thread::current().id())).unwrap();
    pending::<()>().await;
    drop(shared);
}

type Suspended = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A call that is suspended, what it says, and the thread that it is on.
fn started() -> (Suspended, mpsc::Receiver<(&'static str, ThreadId)>, ThreadId) {
    let (out, events) = mpsc::channel();
    let mut call: Suspended = Box::pin(waits(Says("argument", out.clone()), out));
    assert!(poll(call.as_mut()).is_pending());
    let (event, thread) = events.recv().unwrap();
    assert_eq!(event, "started");
    (call, events, thread)
}

/// What is dropped until all senders are, which must be in the order of a `return`.
fn assert_cancelled(events: mpsc::Receiver<(&'static str, ThreadId)>, thread: ThreadId) {
    let events: Vec<_> = events.iter().collect();
    assert_eq!(events, [("second", thread), ("first", thread), ("argument", thread)]);
    assert_ne!(thread, thread::current().id());
}

#[test]
fn dropping_it_cancels_in_drop_order_on_the_owning_thread() {
    let (call, events, thread) = started();
    drop(call);
    assert_cancelled(events, thread);
}

#[test]
fn aborting_the_outer_task_cancels() {
    let runtime = threads();
    let (call, events, thread) = started();
    let task = runtime.spawn(call);
    task.abort();
    assert!(runtime.block_on(task).unwrap_err().is_cancelled());
    assert_cancelled(events, thread);
}

#[test]
fn shutting_down_the_runtime_cancels() {
    let runtime = threads();
    let (call, events, thread) = started();
    runtime.spawn(call);
    drop(runtime);
    assert_cancelled(events, thread);
}

#[test]
fn a_timeout_cancels() {
    let (call, events, thread) = started();
    threads().block_on(async { tokio::time::timeout(Duration::from_millis(5), call).await.unwrap_err() });
    assert_cancelled(events, thread);
}

#[test]
fn one_that_was_never_polled_drops_its_arguments_in_place() {
    let (out, events) = mpsc::channel();
    drop(waits(Says("argument", out.clone()), out));
    assert_eq!(events.iter().collect::<Vec<_>>(), [("argument", thread::current().id())]);
}

/// Nothing of the body runs once the drop has returned, not even when it is woken at the same time.
#[test]
fn no_poll_begins_after_the_drop() {
    #[resumable(stackful, send)]
    async fn counts(polls: Arc<Mutex<u32>>, waker: mpsc::Sender<Waker>) {
        poll_fn(|cx| {
            *polls.lock().unwrap() += 1;
            let _ = waker.send(cx.waker().clone());
            Poll::Pending
        })
        .await
    }
    for _ in 0..200 {
        let polls = Arc::new(Mutex::new(0));
        let (send, wakers) = mpsc::channel();
        let mut call = Box::pin(counts(polls.clone(), send));
        assert!(poll(call.as_mut()).is_pending());
        let waker = wakers.recv().unwrap();
        waker.wake_by_ref();
        let dropper = thread::spawn(move || drop(call));
        waker.wake_by_ref();
        dropper.join().unwrap();
        // A poll that was under way when the call was dropped holds the lock while it counts.
        let counted = *polls.lock().unwrap();
        waker.wake();
        assert!(counted >= 1);
        // The worker lets go of the call without another poll.
        while wakers.recv().is_ok() {}
        assert!(*polls.lock().unwrap() <= counted + 1, "a poll that was under way may end, no other begins");
    }
}

#[test]
fn a_panic_goes_on_in_the_poll() {
    #[resumable(stackful, send)]
    async fn fails(n: u32) -> u32 {
        elsewhere().await;
        panic!("number {n}")
    }
    let mut call = Box::pin(fails(3));
    let payload = catch_unwind(AssertUnwindSafe(|| block_on(call.as_mut()))).unwrap_err();
    assert_eq!(payload.downcast_ref::<String>().unwrap(), "number 3");
    let payload = catch_unwind(AssertUnwindSafe(|| poll(call.as_mut()))).unwrap_err();
    assert_eq!(*payload.downcast_ref::<&str>().unwrap(), "`async fn` resumed after panicking");
}

#[test]
fn polling_after_the_end_panics() {
    let mut call = Box::pin(stackful::sum(vec![1]));
    assert_eq!(block_on(call.as_mut()), Ok(1));
    let payload = catch_unwind(AssertUnwindSafe(|| poll(call.as_mut()))).unwrap_err();
    assert_eq!(*payload.downcast_ref::<&str>().unwrap(), "`async fn` resumed after completion");
}

/// Below and above a boundary everything is fused.
#[test]
fn a_coroutine_awaits_a_boundary_on_its_own_stack() {
    #[resumable(stackful, send)]
    async fn boundary(n: u32) -> (u32, ThreadId) {
        let shared = Rc::new(Cell::new(n));
        elsewhere().await;
        (shared.get(), thread::current().id())
    }
    #[resumable(stackful)]
    async fn outer() -> (u32, ThreadId) {
        boundary(7).await
    }
    let before = stack_stats().started_here;
    assert_eq!(block_on(outer()), (7, thread::current().id()));
    assert_eq!(stack_stats().started_here, before + 1);
}

#[test]
fn locals_need_not_be_send_under_load() {
    thread_local!(static TOUCHED: RefCell<Vec<ThreadId>> = const { RefCell::new(Vec::new()) });
    /// Both touches are in one frame, on both sides of an await.
    #[resumable(stackful, send)]
    async fn touches(rounds: u32) -> bool {
        let here = Rc::new(thread::current().id());
        for _ in 0..rounds {
            TOUCHED.with_borrow_mut(|t| t.push(*here));
            elsewhere().await;
            if TOUCHED.with_borrow(|t| t.iter().any(|id| id != &*here)) {
                return false;
            }
        }
        thread::current().id() == *here
    }
    threads().block_on(async {
        let tasks: Vec<_> = (0..50).map(|n| tokio::spawn(touches(n % 10))).collect();
        for task in tasks {
            assert!(task.await.unwrap());
        }
    });
}

#[test]
fn the_body_is_in_the_runtime_of_its_caller() {
    #[resumable(stackful, send)]
    async fn sleeps() -> Option<tokio::runtime::Id> {
        let runtime = Handle::try_current().ok()?.id();
        tokio::time::sleep(Duration::from_secs(3600)).await;
        assert_eq!(tokio::spawn(async { Handle::current().id() }).await.unwrap(), runtime);
        Some(runtime)
    }
    let is_on_tokio = block_on(resumable::spawn_with(|| async { Handle::try_current().is_ok() })).unwrap();
    if !is_on_tokio {
        println!("skipped: `spawn` runs on threads of our own");
        return;
    }
    // Its clock is stopped, and goes on by itself when all tasks wait.
    let runtime = Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    assert_eq!(runtime.block_on(sleeps()), Some(runtime.handle().id()));
}
