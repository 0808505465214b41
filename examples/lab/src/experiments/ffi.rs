//! `ffi`: ten million calls of a C function, on the thread's stack and on a coroutine's. A green thread whose stack is too small for C has
//! to switch stacks for each call; a coroutine of ours calls C as anyone does.
//!
//! Published: the experiment with green threads for .NET: 100 million calls, 300 ms on a thread and 1800 ms on a green thread. Go's
//! cgo has the same problem. Our stacks have room for C, so nothing should be seen here.

use crate::equipment::executor::block_on;
use crate::equipment::leaf::Ready;
use crate::experiment::{Experiment, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::*;
use resumable::resumable;
use std::ffi::{c_int, c_uint};

pub static EXPERIMENT: Experiment = Experiment {
    name: "ffi",
    about: "a call of the C library's `rand_r`, from the thread's stack and from a coroutine's",
    published: Some(".NET's green threads: 100 million calls took 300 ms on a thread, 1800 ms on a green thread"),
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

fn subjects() -> Vec<Subject> {
    let subject = |strategy, run| Subject::of_fn(Place::of(strategy), 10_000_000, run);
    vec![
        subject(Plain, plain),
        subject(Native, |n| block_on(native::calls(n))),
        subject(StateMachine, |n| block_on(state_machine::calls(n))),
        subject(Stackful, |n| block_on(stackful::calls(n))),
        subject(Corosensei, by_corosensei),
    ]
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

unsafe extern "C" {
    fn rand_r(seed: *mut c_uint) -> c_int;
}

#[inline(always)]
fn random(seed: &mut c_uint) -> u64 {
    // SAFETY: `rand_r` reads and writes its seed, which is borrowed for the call, and nothing else.
    unsafe { rand_r(seed) }.unsigned_abs().into()
}

#[inline(never)]
fn plain(operations: u64) -> u64 {
    let mut seed = 1;
    (0..operations).fold(0u64, |digest, _| digest.wrapping_add(random(&mut seed)))
}

macro_rules! annotated {
    ($($strategy:ident)*) => {$(
        #[resumable($strategy)]
        mod $strategy {
            use super::*;

            pub async fn calls(operations: u64) -> u64 {
                let mut seed = 1;
                let mut digest = Ready(0).await;
                for _ in 0..operations {
                    digest = digest.wrapping_add(random(&mut seed));
                }
                digest
            }

            pub fn claims() -> Vec<Claim> {
                vec![Claim::new(module_path!(), stringify!($strategy), "calls", &calls(0))]
            }
        }
    )*};
}

annotated!(native state_machine stackful);

fn by_corosensei(operations: u64) -> u64 {
    let mut coroutine = corosensei::Coroutine::new(move |_: &corosensei::Yielder<(), ()>, ()| plain(operations));
    coroutine.resume(()).as_return().expect("nothing suspends")
}
