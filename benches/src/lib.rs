//! Benchmarks of `resumable`; see `benches/`.
