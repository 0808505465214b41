//! A machine is `Send`, `Sync` and `Unpin` exactly when rustc's own future is; a call never is, once started.
//!
//! Checked by the compiler, in both directions: what a probe finds has a type of its own, [`Yes`] or [`No`], and [`same`] takes two of one type.

#![allow(clippy::all, dead_code, reason = "bodies hold what they shouldn't, on purpose")]

use resumable::resumable;
use resumable_tests::prelude::*;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::error::Error;
use std::marker::{PhantomData, PhantomPinned};
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, RwLock};

/// Finds out what a type implements: an inherent method, where its bounds hold, comes before that of a trait.
struct Probe<T>(PhantomData<T>);

fn probe<T>(_: &T) -> Probe<T> {
    Probe(PhantomData)
}

struct Yes;
struct No;

fn same<Verdict>(_: Verdict, _: Verdict) {}

macro_rules! probes {
    ($($method:ident $fallback:ident $auto_trait:ident;)*) => { $(
        impl<T: $auto_trait> Probe<T> {
            fn $method(&self) -> Yes {
                Yes
            }
        }
        trait $fallback {
            fn $method(&self) -> No {
                No
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
    ($($name:ident [$($send:ident $sync:ident)?] ($($parameter:ident: $ty:ty = $argument:expr),*) $body:block)*) => {
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
            let rustc = probe(&rustc::$name($($argument),*));
            $(same(rustc.is_send(), $send); same(rustc.is_sync(), $sync);)?
            let machine = probe(&state_machine::$name($($argument),*));
            same(machine.is_send(), rustc.is_send());
            same(machine.is_sync(), rustc.is_sync());
            same(machine.is_unpin(), rustc.is_unpin());
            let native = probe(&native::$name($($argument),*));
            same(native.is_send(), rustc.is_send());
            same(native.is_sync(), rustc.is_sync());
            same(native.is_unpin(), rustc.is_unpin());
            let call = probe(&stackful::$name($($argument),*));
            same(call.is_send(), No);
            same(call.is_unpin(), No);
        })* }
    };
}

bodies! {
    plain [Yes Yes] (n: u32 = 1) { let text = n.to_string(); pause().await; drop(text); }
    rc_across [No No] (n: u32 = 1) { let rc = Rc::new(n); pause().await; drop(rc); }
    rc_dropped_by_its_scope [Yes Yes] (n: u32 = 1) { { let rc = Rc::new(n); step(rc.to_string()); } pause().await }
    rc_moved_before [] (n: u32 = 1) { let rc = Rc::new(n); drop(rc); pause().await }
    rc_argument [No No] (rc: Rc<u32> = Rc::new(1)) { pause().await; step(rc.to_string()) }
    rc_argument_unused [No No] (_rc: Rc<u32> = Rc::new(1)) { pause().await }
    rc_of_nothing [No No] (_u: () = ()) { let _rc = Rc::new(()); pause().await }
    rc_temporary [] (n: u32 = 1) { uses(&*Rc::new(n)).await }
    rc_in_operand [] (n: u32 = 1) { later(*Rc::new(n)).await; }
    cell [Yes No] (cell: Cell<u32> = Cell::new(1)) { pause().await; cell.set(2); pause().await }
    reference_to_a_cell [No No] (n: u32 = 1) { let cell = Cell::new(n); let r = &cell; pause().await; r.set(3); }
    mutable_reference_to_a_cell [] (n: u32 = 1) { let mut cell = Cell::new(n); let r = &mut cell; pause().await; r.set(3); }
    guard_across [No Yes] (m: &'static Mutex<u32> = &LOCK) { let mut guard = m.lock().unwrap(); pause().await; *guard += 1; }
    guard_argument [No Yes] (guard: MutexGuard<'static, u32> = LOCK.lock().unwrap()) { pause().await; step(guard.to_string()); }
    guard_before [Yes Yes] (m: &'static Mutex<u32> = &LOCK) { *m.lock().unwrap() += 1; pause().await }
    guard_in_a_scope [Yes Yes] (m: &'static Mutex<u32> = &LOCK) { { let mut guard = m.lock().unwrap(); *guard += 1; } pause().await }
    pointer [No No] (p: *const u32 = std::ptr::null()) { pause().await; step(format!("{}", p.is_null())) }
    in_one_branch [] (c: bool = true) { if c { let rc = Rc::new(1); step(rc.to_string()); } else { pause().await } pause().await }
    in_a_loop [] (n: u32 = 2) { for i in 0..n { { let rc = Rc::new(i); step(rc.to_string()); } pause().await } }
    match_scrutinee [] (n: u32 = 2) { match Rc::new(n).to_string().len() { 1 => pause().await, _ => {} } }
    not_send_future [No No] (n: u32 = 2) { rc_future(n).await; }
    boxed_future [Yes No] (f: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async {})) { f.await }
    boxed_future_that_is_not [No No] (f: Pin<Box<dyn Future<Output = ()>>> = Box::pin(async {})) { f.await }
    ref_cell [Yes No] (n: u32 = 1) { let cell = RefCell::new(n); pause().await; *cell.borrow_mut() += 1; pause().await }
    closure_with_an_rc [No No] (n: u32 = 1) { let rc = Rc::new(n); let f = move || *rc; pause().await; step(f().to_string()) }
    no_await [Yes Yes] (n: u32 = 1) { let rc = Rc::new(n); step(rc.to_string()) }
    only_a_tail [Yes Yes] (n: u32 = 1) { uses(&n).await }

    rc_borrowed_then_dropped [] (n: u32 = 1) { let rc = Rc::new(n); let r = &rc; step(r.to_string()); drop(rc); pause().await }
    rc_borrowed_in_a_scope [Yes Yes] (n: u32 = 1) { { let rc = Rc::new(n); let r = &rc; step(r.to_string()); } pause().await }
    rc_shadowed [] (n: u32 = 1) { let x = Rc::new(n); let x = *x; pause().await; step(x.to_string()) }
    rc_not_named [Yes Yes] (n: u32 = 1) { let _ = Rc::new(n); pause().await }
    rc_assigned_later [] (n: u32 = 1) { let rc; pause().await; rc = Rc::new(n); step(rc.to_string()) }
    rc_after_the_last_await [Yes Yes] (n: u32 = 1) { pause().await; let rc = Rc::new(n); step(rc.to_string()) }
    rc_argument_moved_before [] (rc: Rc<u32> = Rc::new(1)) { drop(rc); pause().await }
    rc_argument_ignored [] (rc: Rc<u32> = Rc::new(1)) { let _ = rc; pause().await }
    rc_that_is_none [No No] (rc: Option<Rc<u32>> = None) { if rc.is_none() { pause().await } }
    rc_in_an_iterator [No No] (n: u32 = 1) { for rc in [Rc::new(n)] { step(rc.to_string()); pause().await } }
    rc_in_a_tuple [] (n: u32 = 1) { let both = (Rc::new(n), n); let n = both.1; pause().await; step(n.to_string()) }
    rc_in_a_leaf [No No] (n: u32 = 1) { step(two(Rc::new(n), later(1).await)); pause().await }
    rc_before_a_leaf [Yes Yes] (n: u32 = 1) { let k = *Rc::new(n); step(two(k, later(1).await)); pause().await }
    rc_temporary_in_a_leaf [] (n: u32 = 1) { step(two(&*Rc::new(n), later(1).await)); pause().await }
    rc_awaited [] (n: u32 = 1) { let n = *rc_later(n).await; pause().await; step(n.to_string()) }
    rc_awaited_and_kept [No No] (n: u32 = 1) { let rc = rc_later(n).await; pause().await; step(rc.to_string()) }
    rc_matched [] (n: u32 = 1) { match Rc::new(n) { rc if *rc == 1 => pause().await, _ => {} } }
    rc_in_a_condition [] (n: u32 = 1) { if *Rc::new(n) == 1 { pause().await } }
    rc_in_if_let [] (n: u32 = 1) { if let Some(_) = Some(Rc::new(n)) { pause().await } }
    rc_in_let_else [] (n: u32 = 1) { let Some(k) = *Rc::new(Some(n)) else { return }; pause().await; step(k.to_string()) }
    rc_in_while_let [] (n: u32 = 1) { let mut list = vec![n]; while let Some(k) = *Rc::new(list.pop()) { step(k.to_string()); pause().await } }
    rc_in_a_tail [] (n: u32 = 1) { uses(&Rc::new(n)).await }
    rc_in_a_block [] (n: u32 = 1) { let n = { let rc = Rc::new(n); *rc }; pause().await; step(n.to_string()) }
    rc_and_an_early_return [] (n: u32 = 1) { let rc = Rc::new(n); if *rc == 1 { return } drop(rc); pause().await }
    rc_in_a_closure_that_is_dropped [] (n: u32 = 1) { let rc = Rc::new(n); let f = move || *rc; step(f().to_string()); drop(f); pause().await }
    rc_in_an_async_block [No No] (n: u32 = 1) { let rc = Rc::new(n); async move { pause().await; step(rc.to_string()) }.await }
    error_propagated [] (n: u32 = 1) { let _ = async { not_send_error(n)?; pause().await; Ok::<(), Box<dyn Error>>(()) }.await; }
    error_matched [] (n: u32 = 1) { if let Err(e) = not_send_error(n) { step(e.to_string()); } pause().await }
    error_kept [No No] (n: u32 = 1) { let result = not_send_error(n); pause().await; step(format!("{}", result.is_err())) }
    mutable_pointer [No No] (p: *mut u32 = std::ptr::null_mut()) { pause().await; step(format!("{}", p.is_null())) }
    non_null [No No] (p: NonNull<u32> = NonNull::dangling()) { pause().await; step(format!("{p:?}")) }
    pointer_before [Yes Yes] (n: u32 = 1) { step(format!("{}", (&raw const n).is_null())); pause().await }
    pointer_behind_a_reference [No No] (n: u32 = 1) { let p = &raw const n; let r = &p; pause().await; step(format!("{}", r.is_null())) }
    function_pointer [Yes Yes] (f: fn() = || ()) { pause().await; f() }
    read_guard [No Yes] (l: &'static RwLock<u32> = &RW_LOCK) { let guard = l.read().unwrap(); pause().await; step(guard.to_string()) }
    guard_dropped [] (m: &'static Mutex<u32> = &LOCK) { let guard = m.lock().unwrap(); drop(guard); pause().await }
    guard_in_a_condition [Yes Yes] (m: &'static Mutex<u32> = &LOCK) { if *m.lock().unwrap() == 1 { pause().await } }
    guard_in_a_match [No Yes] (m: &'static Mutex<u32> = &LOCK) { match *m.lock().unwrap() { 1 => pause().await, _ => {} } }
    guard_in_an_operand [] (m: &'static Mutex<u32> = &LOCK) { step(later(*m.lock().unwrap()).await.to_string()); pause().await }
    ref_guard [No No] (cell: RefCell<u32> = RefCell::new(1)) { let r = cell.borrow(); pause().await; step(r.to_string()) }
    ref_guard_before [] (cell: RefCell<u32> = RefCell::new(1)) { step(cell.borrow().to_string()); pause().await }
    ref_mut_guard_in_a_scope [] (cell: RefCell<u32> = RefCell::new(1)) { { *cell.borrow_mut() += 1; } pause().await }
    cell_behind_a_lock [Yes Yes] (cell: &'static Mutex<Cell<u32>> = &CELL) { pause().await; cell.lock().unwrap().set(1); pause().await }
    any [No No] (any: Box<dyn Any> = Box::new(1)) { pause().await; step(format!("{}", any.is::<u32>())) }
    any_that_is_send [Yes No] (any: Box<dyn Any + Send> = Box::new(1)) { pause().await; step(format!("{}", any.is::<u32>())) }
    any_that_is_both [Yes Yes] (any: Box<dyn Any + Send + Sync> = Box::new(1)) { pause().await; step(format!("{}", any.is::<u32>())) }
    any_borrowed [Yes Yes] (any: &'static (dyn Any + Sync) = &1) { pause().await; step(format!("{:?}", any.type_id())) }
    any_borrowed_that_is_not [No No] (any: &'static dyn Any = &1) { pause().await; step(format!("{}", any.is::<u32>())) }
    two_lifetimes [No No] (a: &u32 = &1, b: &Cell<u32> = Box::leak(Box::new(Cell::new(1)))) { pause().await; b.set(*a); pause().await }
    two_lifetimes_that_are_fine [Yes No] (a: &u32 = &1, b: &mut Cell<u32> = Box::leak(Box::new(Cell::new(1)))) { pause().await; b.set(*a); pause().await }
    receiver [Yes No] (r: Receiver<u32> = channel().1) { pause().await; step(format!("{:?}", r.try_recv())) }
    marked_not_send [No No] (p: PhantomData<*const ()> = PhantomData) { pause().await; step(format!("{p:?}")) }
    marked_pinned [Yes Yes] (p: PhantomPinned = PhantomPinned) { pause().await; step(format!("{p:?}")) }
}

static LOCK: Mutex<u32> = Mutex::new(0);
static RW_LOCK: RwLock<u32> = RwLock::new(0);
static CELL: Mutex<Cell<u32>> = Mutex::new(Cell::new(0));

async fn rc_later(n: u32) -> Rc<u32> {
    Rc::new(n)
}

fn two<T: std::fmt::Display>(a: T, b: u32) -> String {
    format!("{a} {b}")
}

fn not_send_error(n: u32) -> Result<u32, Box<dyn Error>> {
    if n == 0 { Err("zero".into()) } else { Ok(n) }
}

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

    /// A type that no value across an await has doesn't count.
    #[resumable(state_machine)]
    async fn mentions<T: Default>() -> usize {
        drop(T::default());
        pause().await;
        size_of::<T>()
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
        same(probe(&holds(1)).is_send(), Yes);
        same(probe(&holds(Rc::new(1))).is_send(), No);
        same(probe(&holds(Cell::new(1))).is_send(), Yes);
        same(probe(&holds(Cell::new(1))).is_sync(), No);
        same(probe(&holds(1)).is_unpin(), No);
        same(probe(&borrows(&Cell::new(1))).is_send(), No);
        same(probe(&borrows(&1)).is_sync(), Yes);
        same(probe(&mentions::<Rc<u32>>()).is_send(), Yes);
        same(probe(&mentions::<Rc<u32>>()).is_sync(), Yes);
        assert_send(&holding_is_send(String::new()));
        assert_send(&borrowing_is_send("text"));
        assert_eq!(block_on(holding_is_send(5)), 5);
    }
}
