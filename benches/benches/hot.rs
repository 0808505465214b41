//! Twelve nested calls that never suspend; the time is that of 1 000 such calls, awaited in a loop of the same peer.

use criterion::{Criterion, criterion_group, criterion_main};
use resumable::assert_codegen;
use resumable_benches::leaf::block_on;
use resumable_benches::{boxed, native, plain, stackful, state_machine};
use std::hint::black_box;

const CALLS: u64 = 1_000;

fn hot(c: &mut Criterion) {
    assert_codegen!(native::hot(1), Native);
    assert_codegen!(state_machine::hot(1), StateMachine);
    assert_codegen!(stackful::hot(1), Stackful);
    let mut group = c.benchmark_group("hot");
    group.throughput(criterion::Throughput::Elements(CALLS));
    group.bench_function("plain", |b| b.iter(|| plain::hot(black_box(CALLS))));
    group.bench_function("boxed", |b| b.iter(|| block_on(boxed::hot(black_box(CALLS)))));
    group.bench_function("native", |b| b.iter(|| block_on(native::hot(black_box(CALLS)))));
    group.bench_function("state_machine", |b| b.iter(|| block_on(state_machine::hot(black_box(CALLS)))));
    group.bench_function("stackful", |b| b.iter(|| block_on(stackful::hot(black_box(CALLS)))));
    group.finish();
}

criterion_group!(benches, hot);
criterion_main!(benches);
