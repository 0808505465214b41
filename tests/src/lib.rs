//! The tests of `resumable`; see `tests/`.
