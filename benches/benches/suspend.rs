//! A chain parked at its leaf, twelve calls down. `resume`: one poll, which wakes the leaf and parks it again. `cancel`: create the chain,
//! park it, drop it.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use resumable::assert_codegen;
use resumable_benches::leaf::poll;
use resumable_benches::{boxed, native, stackful, state_machine};
use std::future::Future;
use std::hint::black_box;
use std::pin::pin;

fn suspend(c: &mut Criterion) {
    assert_codegen!(native::parked(1), Native);
    assert_codegen!(state_machine::parked(1), StateMachine);
    assert_codegen!(stackful::parked(1), Stackful);
    peer(c, "boxed", boxed::parked);
    peer(c, "native", native::parked);
    peer(c, "state_machine", state_machine::parked);
    peer(c, "stackful", stackful::parked);
}

fn peer<F: Future<Output = u64>>(c: &mut Criterion, name: &str, parked: impl Fn(u64) -> F) {
    resume(c, name, parked(1));
    cancel(c, name, &parked);
}

fn resume(c: &mut Criterion, name: &str, chain: impl Future<Output = u64>) {
    let mut chain = pin!(chain);
    assert!(poll(chain.as_mut()).is_pending());
    c.benchmark_group("resume").bench_function(name, |b| b.iter(|| poll(chain.as_mut())));
}

fn cancel<F: Future<Output = u64>>(c: &mut Criterion, name: &str, parked: impl Fn(u64) -> F) {
    c.benchmark_group("cancel").bench_function(name, |b| {
        b.iter_batched(|| black_box(1), |x| assert!(poll(pin!(parked(x))).is_pending()), BatchSize::SmallInput)
    });
}

criterion_group!(benches, suspend);
criterion_main!(benches);
