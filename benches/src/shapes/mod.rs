//! Twenty-two shapes of a body, each as `native` and as `state_machine`: loops, branches, many awaits, deep chains, destructors, big values,
//! recursion; with leaves that are ready and leaves that aren't.

#[macro_use]
mod functions;
mod leaves;

pub mod native {
    shapes!(native);
}

pub mod state_machine {
    shapes!(state_machine);
}

use leaves::Source;
use resumable::{Codegen, Resumable, codegen_of};
use std::cell::Cell;
use std::future::Future;
use std::hint::black_box;
use std::mem::ManuallyDrop;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// One body in both strategies.
pub struct Shape {
    pub name: &'static str,
    pub native: Peer,
    pub state_machine: Peer,
    /// How often one measurement runs the body.
    pub repetitions: u64,
}

/// One body in one strategy.
pub struct Peer {
    pub bytes: usize,
    /// Runs the body so often, and returns a digest of its results.
    pub run: Box<dyn Fn(u64) -> u64>,
}

/// All of them, after the markers of this program have been asked whether they are what they are called.
///
/// # Panics
/// If a function isn't compiled as its module says, or a state machine has a statement that kept rustc's own lowering.
pub fn all() -> Vec<Shape> {
    verify();
    macro_rules! shape {
        ($repetitions:literal, $function:ident, $($state:ident = $made:expr)? => ($($argument:expr),*)) => {
            shape!(stringify!($function), $repetitions, $function, $($state = $made)? => ($($argument),*))
        };
        ($name:expr, $repetitions:literal, $function:ident, $($state:ident = $made:expr)? => ($($argument:expr),*)) => {
            Shape {
                name: $name,
                native: {
                    $(let $state = $made;)?
                    peer(Codegen::Native, move || native::functions::$function($(black_box($argument)),*))
                },
                state_machine: {
                    $(let $state = $made;)?
                    peer(Codegen::StateMachine, move || state_machine::functions::$function($(black_box($argument)),*))
                },
                repetitions: $repetitions,
            }
        };
    }
    vec![
        shape!(200, ready_in_a_loop, c = cell() => (c, 1_000)),
        shape!(200, pending_in_a_loop, => (1_000)),
        shape!(50_000, three_ready, c = cell() => (c)),
        shape!(20_000, three_pending, => (1)),
        shape!(10_000, twenty_ready, c = cell() => (c)),
        shape!(3_000, twenty_pending, => (1)),
        shape!(2_000, hundred_ready, c = cell() => (c)),
        shape!(300, hundred_pending, => (1)),
        shape!(100, match_ready, c = cell() => (c, 1_000)),
        shape!(60, match_pending, => (1_000)),
        shape!("chain", 10_000, link11, => (0, 1)),
        shape!("chain_parked", 100, link11, => (100, 1)),
        shape!("chain_not_inlined", 8_000, far11, => (0, 1)),
        shape!("chain_not_inlined_parked", 100, far11, => (100, 1)),
        shape!(2_000, six_drops, c = cell() => (c, 1)),
        shape!("six_drops_in_a_loop", 1_000, six_drops, c = cell() => (c, 30)),
        shape!(2_000, six_drops_apart, c = cell() => (c, 1)),
        shape!(1_000, twelve_strings, c = cell() => (c)),
        shape!(4_000, twelve_calls, c = cell() => (c, 1)),
        shape!(300, big_results, c = cell() => (c, 20)),
        shape!(300, big_child, c = cell() => (c, 20)),
        shape!(500, parse, source = source() => (source.rewind())),
    ]
}

fn cell() -> &'static Cell<u64> {
    Box::leak(Box::new(Cell::new(500)))
}

fn source() -> &'static Source {
    Box::leak(Box::new(Source::new(b"1+2*3+(4+5*6)*7+(8+(9*1+2)*3)+4*5+6")))
}

fn verify() {
    for (codegen, module) in
        [(Codegen::Native, "::native::functions"), (Codegen::StateMachine, "::state_machine::functions")]
    {
        let records: Vec<_> =
            resumable::registry().filter(|r| r.module.ends_with(&format!("shapes{module}"))).collect();
        assert!(records.len() > 40, "the program has no record of its shapes");
        for record in records {
            assert_eq!((record.codegen, record.leaves), (codegen, 0), "{record:?}");
        }
    }
}

fn peer<F: Future<Output = u64> + Resumable>(codegen: Codegen, make: impl Fn() -> F + 'static) -> Peer {
    let made = make();
    assert_eq!(codegen_of(&made), codegen);
    Peer { bytes: size_of_val(&made), run: Box::new(move |repetitions| drive(&make, repetitions)) }
}

/// `poll` and the destructor are called as an executor calls them, through functions that aren't inlined.
#[inline(never)]
fn drive<F: Future<Output = u64>>(make: &impl Fn() -> F, repetitions: u64) -> u64 {
    let mut cx = Context::from_waker(Waker::noop());
    let mut digest = 0u64;
    for _ in 0..repetitions {
        let mut future = ManuallyDrop::new(make());
        digest = digest.rotate_left(1)
            ^ loop {
                // SAFETY: `future` stays in its place until its destructor has run.
                if let Poll::Ready(value) = poll(unsafe { Pin::new_unchecked(&mut *future) }, &mut cx) {
                    break value;
                }
            };
        // SAFETY: dropped once, here.
        unsafe { dropped(&mut future) }
    }
    digest
}

#[inline(never)]
fn poll<F: Future>(future: Pin<&mut F>, cx: &mut Context<'_>) -> Poll<F::Output> {
    future.poll(cx)
}

/// # Safety
/// As [`ManuallyDrop::drop`].
#[inline(never)]
unsafe fn dropped<F>(future: &mut ManuallyDrop<F>) {
    // SAFETY: by contract.
    unsafe { ManuallyDrop::drop(future) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twenty_two_and_their_strategies_agree() {
        let shapes = all();
        assert_eq!(shapes.len(), 22);
        for Shape { name, native, state_machine, .. } in shapes {
            assert_eq!((native.run)(3), (state_machine.run)(3), "{name}");
        }
    }
}
