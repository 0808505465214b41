//! `fib(20)`: direct recursion where the peer can, a box at each level where rustc demands it.

use criterion::{Criterion, criterion_group, criterion_main};
use resumable::assert_codegen;
use resumable_benches::leaf::block_on;
use resumable_benches::{boxed, native, plain, stackful, state_machine};
use std::hint::black_box;

const N: u64 = 20;

fn recursion(c: &mut Criterion) {
    assert_codegen!(native::fib(1), Native);
    assert_codegen!(state_machine::fib(1), StateMachine);
    assert_codegen!(stackful::fib(1), Stackful);
    let mut group = c.benchmark_group("recursion");
    group.bench_function("plain", |b| b.iter(|| plain::fib(black_box(N))));
    group.bench_function("boxed", |b| b.iter(|| block_on(boxed::fib(black_box(N)))));
    group.bench_function("native", |b| b.iter(|| block_on(native::fib(black_box(N)))));
    group.bench_function("state_machine", |b| b.iter(|| block_on(state_machine::fib(black_box(N)))));
    group.bench_function("stackful", |b| b.iter(|| block_on(stackful::fib(black_box(N)))));
    group.finish();
}

criterion_group!(benches, recursion);
criterion_main!(benches);
