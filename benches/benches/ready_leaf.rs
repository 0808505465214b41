//! A foreign future that is ready at once, awaited 1 000 times in a loop: nothing should be left of it.

use criterion::{Criterion, criterion_group, criterion_main};
use resumable::assert_codegen;
use resumable_benches::leaf::block_on;
use resumable_benches::{boxed, native, plain, stackful, state_machine};
use std::hint::black_box;

const LEAVES: u64 = 1_000;

fn ready_leaf(c: &mut Criterion) {
    assert_codegen!(native::ready_leaf(1), Native);
    assert_codegen!(state_machine::ready_leaf(1), StateMachine);
    assert_codegen!(stackful::ready_leaf(1), Stackful);
    let mut group = c.benchmark_group("ready_leaf");
    group.throughput(criterion::Throughput::Elements(LEAVES));
    group.bench_function("plain", |b| b.iter(|| plain::ready_leaf(black_box(LEAVES))));
    group.bench_function("boxed", |b| b.iter(|| block_on(boxed::ready_leaf(black_box(LEAVES)))));
    group.bench_function("native", |b| b.iter(|| block_on(native::ready_leaf(black_box(LEAVES)))));
    group.bench_function("state_machine", |b| b.iter(|| block_on(state_machine::ready_leaf(black_box(LEAVES)))));
    group.bench_function("stackful", |b| b.iter(|| block_on(stackful::ready_leaf(black_box(LEAVES)))));
    group.finish();
}

criterion_group!(benches, ready_leaf);
criterion_main!(benches);
