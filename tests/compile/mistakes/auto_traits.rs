//! What can't be sent to another thread.
#![allow(unused)]
use resumable::resumable;
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

fn spawn(_: impl Future<Output = ()> + Send + 'static) {}

fn share<T: Sync>(_: T) {}

fn unpin<T: Unpin>(_: T) {}

#[resumable(state_machine)]
async fn pause() {}

#[resumable(state_machine)]
async fn rc_across_an_await(n: u32) {
    let shared = Rc::new(n);
    pause().await;
    println!("{shared}");
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_an_rc() {
    spawn(rc_across_an_await(1));
}

#[resumable(state_machine)]
async fn rc_parameter(shared: Rc<u32>) {
    pause().await;
    println!("{shared}");
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_an_rc_parameter() {
    spawn(rc_parameter(Rc::new(1)));
}

#[resumable(state_machine)]
async fn guard_across_an_await(m: Arc<Mutex<u32>>) {
    let mut guard = m.lock().unwrap();
    pause().await;
    *guard += 1;
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_a_guard() {
    spawn(guard_across_an_await(Arc::new(Mutex::new(1))));
}

#[resumable(state_machine)]
async fn temporary_across_an_await(cell: Arc<Mutex<RefCell<u32>>>) {
    looks(&*cell.lock().unwrap()).await;
}

#[resumable(state_machine)]
async fn looks(_: &RefCell<u32>) {
    pause().await;
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_a_temporary() {
    spawn(temporary_across_an_await(Arc::new(Mutex::new(RefCell::new(1)))));
}

#[resumable(state_machine)]
async fn reference_to_a_cell_across_an_await() {
    let cell = Cell::new(1);
    let reference = &cell;
    pause().await;
    reference.set(2);
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_a_reference_to_a_cell() {
    spawn(reference_to_a_cell_across_an_await());
}

#[resumable(state_machine)]
async fn matched_across_an_await(m: Arc<Mutex<Option<u32>>>) {
    match *m.lock().unwrap() {
        Some(_) => pause().await,
        None => {}
    }
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_a_match() {
    spawn(matched_across_an_await(Arc::new(Mutex::new(None))));
}

#[resumable(state_machine)]
async fn two_levels() {
    rc_across_an_await(1).await;
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_two_levels() {
    spawn(two_levels());
}

#[resumable(state_machine)]
async fn boxed(future: std::pin::Pin<Box<dyn Future<Output = ()>>>) {
    future.await;
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_a_boxed_future() {
    spawn(boxed(Box::pin(pause())));
}

#[resumable(state_machine)]
async fn generic<T: Clone>(value: T) {
    let copy = value.clone();
    pause().await;
    drop(copy);
}

// native: the future is that of an `async` block, in a type of this library
// state_machine: an argument of a machine with type parameters is captured before it is used
fn spawns_anything<T: Clone + 'static>(value: T) {
    spawn(generic(value));
}

#[resumable(state_machine)]
async fn borrows(text: &str) {
    pause().await;
    println!("{text}");
}

// native: of an `impl Trait` that isn't an `async fn`'s, rustc adds what edition 2024 changed
fn spawns_a_borrow() {
    let text = String::new();
    spawn(borrows(&text));
}

#[resumable(state_machine)]
async fn pointer_across_an_await(n: u32) {
    let pointer = &raw const n;
    pause().await;
    println!("{pointer:?}");
}

// native: the future is that of an `async` block, in a type of this library
fn spawns_a_pointer() {
    spawn(pointer_across_an_await(1));
}

#[resumable(state_machine)]
async fn cell_across_an_await(n: u32) {
    let cell = Cell::new(n);
    pause().await;
    cell.set(2);
}

// native: the future is that of an `async` block, in a type of this library
fn shares_a_cell() {
    share(cell_across_an_await(1));
}

// native: the future is that of an `async` block, in a type of this library
// state_machine: rustc says also in what the shadow is
fn unpins() {
    unpin(pause());
    unpin(cell_across_an_await(1));
}

#[resumable(state_machine)]
async fn spawns_inside(shared: Rc<u32>) {
    pause().await;
    spawn(async move {
        pause().await;
        println!("{shared}");
    });
    pause().await;
}

#[resumable(state_machine)]
async fn spawns_without_move(n: u32) {
    pause().await;
    spawn(async {
        pause().await;
        println!("{n}");
    });
    pause().await;
}

fn main() {}
