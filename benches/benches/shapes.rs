//! The 22 shapes, `native` beside `state_machine`. Their ratios in one run: `cargo bench -p resumable-benches --bench ratios`.

use criterion::{Criterion, criterion_group, criterion_main};
use resumable_benches::shapes::{self, Shape};
use std::hint::black_box;

fn shapes(c: &mut Criterion) {
    for Shape { name, native, state_machine, repetitions } in shapes::all() {
        let mut group = c.benchmark_group(name);
        let repetitions = repetitions.div_ceil(100);
        group.throughput(criterion::Throughput::Elements(repetitions));
        group.bench_function("native", |b| b.iter(|| (native.run)(black_box(repetitions))));
        group.bench_function("state_machine", |b| b.iter(|| (state_machine.run)(black_box(repetitions))));
        group.finish();
    }
}

criterion_group!(benches, shapes);
criterion_main!(benches);
