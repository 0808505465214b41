//! Runs the functions of the crate, whose own build has no standard library: `cargo test -p resumable-no-std-tests`.

use resumable::{assert_codegen, registry};
use resumable_no_std_tests::{Bus, BusError, native, state_machine};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The result, and the polls that it took.
fn run<F: Future>(future: F) -> (F::Output, usize) {
    let mut future = pin!(future);
    let mut polls = 0;
    loop {
        polls += 1;
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return (output, polls);
        }
    }
}

/// Polls and then drops.
fn cancel<F: Future>(future: F, polls: usize) {
    let mut future = pin!(future);
    (0..polls).for_each(|_| assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending()));
}

const GOOD: &[u8] = &[2, 5, 6, 11, 1, 9, 9];
const BAD: &[u8] = &[2, 5, 6, 12];

#[test]
fn packets_arrive_as_by_rustc() {
    for bytes in [GOOD, BAD, &GOOD[..5], &[]] {
        let (ours, rustcs) = (Bus::new(bytes), Bus::new(bytes));
        assert_eq!(run(state_machine::packets(&ours)), run(native::packets(&rustcs)));
        assert_eq!((ours.open.get(), rustcs.open.get()), (0, 0));
    }
    assert_eq!(run(state_machine::packets(&Bus::new(GOOD))).0, Ok(3));
    assert_eq!(run(state_machine::packets(&Bus::new(BAD))).0, Err(BusError::Checksum { expected: 12, found: 11 }));
}

#[test]
fn a_cancelled_transfer_is_given_up() {
    for polls in 0..8 {
        let bus = Bus::new(GOOD);
        cancel(state_machine::packets(&bus), polls);
        assert_eq!(bus.open.get(), 0, "after {polls} polls");
    }
}

#[test]
fn they_are_state_machines_of_their_own() {
    let bus = Bus::new(GOOD);
    assert_codegen!(state_machine::packets(&bus), StateMachine);
    assert_codegen!(native::packets(&bus), Native);
    let records: Vec<_> = registry().filter(|r| r.module.ends_with("::state_machine")).collect();
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|r| r.leaves == 0), "{records:?}");
}
