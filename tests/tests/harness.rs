//! The differential harness notices what it is there to notice.

use resumable_tests::compare::{assert_all_same, assert_lowered_by};
use resumable_tests::prelude::*;
use resumable_tests::script::{End, Script, Shown, shown};
use std::panic::catch_unwind;

async fn reference() -> u32 {
    let _a = Loud("a");
    let _b = Loud("b");
    later(1).await + later(2).await
}

async fn other_drop_order() -> u32 {
    let _b = Loud("b");
    let _a = Loud("a");
    later(1).await + later(2).await
}

async fn other_result() -> u32 {
    reference().await + 1
}

/// Differs only when a destructor panics: the other value is then never dropped.
async fn leaks_at_a_panicking_destructor() -> u32 {
    let a = std::mem::ManuallyDrop::new(Loud("a"));
    let b = Loud("b");
    let n = later(1).await + later(2).await;
    drop(b);
    drop(std::mem::ManuallyDrop::into_inner(a));
    n
}

/// Keeps the waker of its first poll.
fn stale_waker() -> impl Future<Output = u32> {
    let mut first = None;
    let mut inner = Box::pin(reference());
    std::future::poll_fn(move |cx| {
        let waker = first.get_or_insert_with(|| cx.waker().clone()).clone();
        inner.as_mut().poll(&mut Context::from_waker(&waker))
    })
}

/// Never dropped when cancelled.
fn leaked() -> impl Future<Output = u32> {
    let mut inner = std::mem::ManuallyDrop::new(Box::pin(reference()));
    std::future::poll_fn(move |cx| inner.as_mut().poll(cx))
}

/// Whether the harness says that the future is the reference.
fn same_as_reference(other: fn() -> Shown) -> bool {
    catch_unwind(|| assert_all_same(vec![("body", || shown(reference()))], vec![("body", other)])).is_ok()
}

#[test]
fn equal_futures_are_equal() {
    assert!(same_as_reference(|| shown(reference())));
}

#[test]
fn differences_are_found() {
    assert!(!same_as_reference(|| shown(other_drop_order())));
    assert!(!same_as_reference(|| shown(other_result())));
    assert!(!same_as_reference(|| shown(leaks_at_a_panicking_destructor())));
    assert!(!same_as_reference(|| shown(stale_waker())));
    assert!(!same_as_reference(|| shown(leaked())));
    assert!(!same_as_reference(|| shown(std::future::poll_fn(|_| Poll::Ready(3)))));
}

#[test]
fn a_body_that_logs_nothing_is_refused() {
    let silent: fn() -> Shown = || shown(async { 1 });
    assert!(catch_unwind(|| assert_all_same(vec![("silent", silent)], vec![("silent", silent)])).is_err());
}

#[test]
fn a_module_without_lowered_functions_is_refused() {
    assert!(catch_unwind(|| assert_lowered_by("harness", "native")).is_err());
}

#[test]
fn a_trace_holds_what_happened() {
    let trace = |script: Script| script.run(&|| shown(reference())).join(" ");
    let complete = trace(Script::to(End::Complete));
    let events = "+later(1) poll_later(1) wake_0 pending poll_later(1) ~later(1) +later(2) poll_later(2) wake_1 pending poll_later(2) ~later(2) \
                  ~b ~a ready:_3 polled_again:_`async_fn`_resumed_after_completion drop dropped";
    assert_eq!(complete.replace(' ', "_"), events.replace(' ', "_"));
    assert_eq!(
        trace(Script::to(End::Cancel(1))),
        "+later(1) poll later(1) wake 0 pending drop ~later(1) ~b ~a dropped"
    );
    assert_eq!(
        trace(Script { step: Some(1), ..Script::to(End::Complete) }),
        "+later(1) poll later(1) ~later(1)! ~b! ~a! panicked: step polled again: `async fn` resumed after panicking drop dropped"
    );
    assert_eq!(
        trace(Script { destructor: Some(1), ..Script::to(End::Cancel(1)) }),
        "+later(1) poll later(1) wake 0 pending drop ~later(1) ~b ~a! panicked outside poll: destructor"
    );
    assert_eq!(
        trace(Script::to(End::CancelByPanic(1))),
        "+later(1) poll later(1) wake 0 pending drop ~later(1)! ~b! ~a! panicked outside poll: around"
    );
}
