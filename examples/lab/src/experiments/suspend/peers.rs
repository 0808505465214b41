//! The same messages with coroutines that bring a scheduler of their own, on one thread of it: `may`'s and Go's. They are started anew in
//! each slice, for their schedulers can't be told to make so many steps.

use super::{DEPTH, PAIRS};
use crate::equipment::go;
use crate::experiment::{Outcome, Subject};
use crate::measure::clock::Clock;
use crate::reading::Place;
use crate::strategy::Strategy::{Go, May};
use may::coroutine::JoinHandle;
use may::sync::mpsc::{Receiver, Sender, channel};
use std::hint::black_box;
use std::time::Duration;

const OPERATIONS: u64 = 200_000;

pub fn subjects() -> Vec<Subject> {
    let go = go::is_installed().then(|| Subject::new(Place::of(Go).depth(DEPTH), OPERATIONS, by_go));
    let may = Subject::new(Place::of(May).depth(DEPTH), OPERATIONS, by_may).clock(Clock::Process);
    std::iter::once(may).chain(go).collect()
}

fn by_go(messages: u64) -> Outcome {
    let figures = go::run("suspend", messages.max(2 * PAIRS as u64)).expect("the program was built");
    let figure = |name| go::find(&figures, name).expect("it prints both figures") as u64;
    Outcome { operations: figure("operations"), digest: None, took: Some(Duration::from_nanos(figure("ns"))) }
}

fn by_may(messages: u64) -> Outcome {
    may::config().set_workers(1);
    let trips = (messages / PAIRS as u64 / 2).max(1);
    let tasks: Vec<JoinHandle<()>> = (0..PAIRS).flat_map(|_| pair(trips)).collect();
    tasks.into_iter().for_each(|task| task.join().expect("a task doesn't panic"));
    Outcome { operations: trips * 2 * PAIRS as u64, digest: None, took: None }
}

/// A pair of tasks that pass a message to and fro.
fn pair(trips: u64) -> [JoinHandle<()>; 2] {
    let ((there, at_pong), (back, at_ping)) = (channel(), channel());
    let ping = spawn(move || {
        for i in 0..trips {
            down(DEPTH, &mut || send_first(&there, &at_ping, i));
        }
    });
    let pong = spawn(move || {
        for _ in 0..trips {
            down(DEPTH, &mut || receive_first(&back, &at_pong));
        }
    });
    [ping, pong]
}

fn send_first(to: &Sender<u64>, from: &Receiver<u64>, message: u64) -> u64 {
    to.send(message).expect("the other end lives as long");
    from.recv().expect("the other end lives as long")
}

fn receive_first(to: &Sender<u64>, from: &Receiver<u64>) -> u64 {
    let message = from.recv().expect("the other end lives as long");
    to.send(message).expect("the other end lives as long");
    message
}

/// Twelve calls above the leaf.
#[inline(never)]
fn down(depth: u32, leaf: &mut dyn FnMut() -> u64) -> u64 {
    let x = if depth == 0 { leaf() } else { down(depth - 1, leaf) };
    black_box(x)
}

fn spawn(task: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    // SAFETY: a coroutine of `may` may move to another thread: it must not keep anything of a thread-local across a wait, nor use more
    // stack than it has. These tasks touch no thread-local of their own, and `set_workers(1)` leaves them one thread; their twelve
    // small frames and a channel's fit the default stack.
    unsafe { may::coroutine::spawn(task) }
}
