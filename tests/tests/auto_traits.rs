//! A machine is `Send`, `Sync` and `Unpin` exactly when rustc's own future is; a call never is, once started.

#![allow(clippy::all, dead_code, reason = "bodies hold what they shouldn't, on purpose")]

use resumable::resumable;
use resumable_tests::prelude::*;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard};

/// Finds out what a type implements: an inherent method, where its bounds hold, comes before that of a trait.
struct Probe<T>(PhantomData<T>);

fn probe<T>(_: &T) -> Probe<T> {
    Probe(PhantomData)
}

macro_rules! probes {
    ($($method:ident $fallback:ident $auto_trait:ident;)*) => { $(
        impl<T: $auto_trait> Probe<T> {
            fn $method(&self) -> bool {
                true
            }
        }
        trait $fallback {
            fn $method(&self) -> bool {
                false
            }
        }
        impl<T> $fallback for Probe<T> {}
    )* };
}

probes! {
    is_send NotSend Send;
    is_sync NotSync Sync;
    is_unpin NotUnpin Unpin;
}

/// A `Later` of nothing, which is `Send` and `Sync`.
async fn pause() {
    later(()).await
}

/// Like `pause`, borrowing.
async fn uses<T>(_: &T) {
    pause().await
}

macro_rules! bodies {
    ($($name:ident [$($send:literal $sync:literal)?] ($($parameter:ident: $ty:ty = $argument:expr),*) $body:block)*) => {
        mod rustc {
            use super::*;
            $(pub async fn $name($($parameter: $ty),*) $body)*
        }
        #[resumable(state_machine)]
        mod state_machine {
            use super::*;
            $(pub async fn $name($($parameter: $ty),*) $body)*
        }
        #[resumable(native)]
        mod native {
            use super::*;
            $(pub async fn $name($($parameter: $ty),*) $body)*
        }
        #[resumable(stackful)]
        mod stackful {
            use super::*;
            $(pub async fn $name($($parameter: $ty),*) $body)*
        }

        #[test]
        fn as_rustc_says() { $({
            let expected = probe(&rustc::$name($($argument),*));
            let expected = (expected.is_send(), expected.is_sync(), expected.is_unpin());
            let machine = probe(&state_machine::$name($($argument),*));
            assert_eq!((machine.is_send(), machine.is_sync(), machine.is_unpin()), expected, "machine {}", stringify!($name));
            let native = probe(&native::$name($($argument),*));
            assert_eq!((native.is_send(), native.is_sync(), native.is_unpin()), expected, "native {}", stringify!($name));
            $(assert_eq!((expected.0, expected.1), ($send, $sync), "rustc {}", stringify!($name));)?
            let call = probe(&stackful::$name($($argument),*));
            assert!(!call.is_send() && !call.is_unpin(), "call {}", stringify!($name));
        })* }
    };
}

bodies! {
    plain [true true] (n: u32 = 1) { let text = n.to_string(); pause().await; drop(text); }
    rc_across [false false] (n: u32 = 1) { let rc = Rc::new(n); pause().await; drop(rc); }
    rc_dropped_by_its_scope [true true] (n: u32 = 1) { { let rc = Rc::new(n); step(rc.to_string()); } pause().await }
    rc_moved_before [] (n: u32 = 1) { let rc = Rc::new(n); drop(rc); pause().await }
    rc_argument [false false] (rc: Rc<u32> = Rc::new(1)) { pause().await; step(rc.to_string()) }
    rc_argument_unused [false false] (_rc: Rc<u32> = Rc::new(1)) { pause().await }
    rc_of_nothing [false false] (_u: () = ()) { let _rc = Rc::new(()); pause().await }
    rc_temporary [] (n: u32 = 1) { uses(&*Rc::new(n)).await }
    rc_in_operand [] (n: u32 = 1) { later(*Rc::new(n)).await; }
    cell [true false] (cell: Cell<u32> = Cell::new(1)) { pause().await; cell.set(2); pause().await }
    reference_to_a_cell [false false] (n: u32 = 1) { let cell = Cell::new(n); let r = &cell; pause().await; r.set(3); }
    mutable_reference_to_a_cell [] (n: u32 = 1) { let mut cell = Cell::new(n); let r = &mut cell; pause().await; r.set(3); }
    guard_across [false true] (m: &'static Mutex<u32> = &LOCK) { let mut guard = m.lock().unwrap(); pause().await; *guard += 1; }
    guard_argument [false true] (guard: MutexGuard<'static, u32> = LOCK.lock().unwrap()) { pause().await; step(guard.to_string()); }
    guard_before [true true] (m: &'static Mutex<u32> = &LOCK) { *m.lock().unwrap() += 1; pause().await }
    guard_in_a_scope [true true] (m: &'static Mutex<u32> = &LOCK) { { let mut guard = m.lock().unwrap(); *guard += 1; } pause().await }
    pointer [false false] (p: *const u32 = std::ptr::null()) { pause().await; step(format!("{}", p.is_null())) }
    in_one_branch [] (c: bool = true) { if c { let rc = Rc::new(1); step(rc.to_string()); } else { pause().await } pause().await }
    in_a_loop [] (n: u32 = 2) { for i in 0..n { { let rc = Rc::new(i); step(rc.to_string()); } pause().await } }
    match_scrutinee [] (n: u32 = 2) { match Rc::new(n).to_string().len() { 1 => pause().await, _ => {} } }
    not_send_future [false false] (n: u32 = 2) { rc_future(n).await; }
    boxed_future [true false] (f: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async {})) { f.await }
    boxed_future_that_is_not [false false] (f: Pin<Box<dyn Future<Output = ()>>> = Box::pin(async {})) { f.await }
    ref_cell [true false] (n: u32 = 1) { let cell = RefCell::new(n); pause().await; *cell.borrow_mut() += 1; pause().await }
    closure_with_an_rc [false false] (n: u32 = 1) { let rc = Rc::new(n); let f = move || *rc; pause().await; step(f().to_string()) }
    no_await [true true] (n: u32 = 1) { let rc = Rc::new(n); step(rc.to_string()) }
    only_a_tail [true true] (n: u32 = 1) { uses(&n).await }
}

static LOCK: Mutex<u32> = Mutex::new(0);

async fn rc_future(n: u32) {
    let rc = Rc::new(n);
    pause().await;
    drop(rc);
}

/// With type parameters, the answer is the parameter's.
mod generic {
    use super::*;

    #[resumable(state_machine)]
    async fn holds<T>(value: T) -> T {
        pause().await;
        value
    }

    #[resumable(state_machine)]
    async fn borrows<T: ?Sized>(value: &T) {
        pause().await;
        std::hint::black_box(value);
        pause().await;
    }

    fn assert_send<T: Send>(_: &T) {}

    /// What a caller knows is enough to prove it.
    fn holding_is_send<T: Send>(value: T) -> impl Future<Output = T> + Send {
        holds(value)
    }

    fn borrowing_is_send<T: Sync + ?Sized>(value: &T) -> impl Future<Output = ()> + Send {
        borrows(value)
    }

    #[test]
    fn depends_on_the_parameter() {
        assert!(probe(&holds(1)).is_send());
        assert!(!probe(&holds(Rc::new(1))).is_send());
        assert!(probe(&holds(Cell::new(1))).is_send());
        assert!(!probe(&borrows(&Cell::new(1))).is_send());
        assert_send(&holding_is_send(String::new()));
        assert_send(&borrowing_is_send("text"));
        assert_eq!(block_on(holding_is_send(5)), 5);
    }
}
