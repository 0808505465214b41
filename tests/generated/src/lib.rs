//! No code of its own: `build.rs` writes random bodies, and the test runs them. How to look for more is said there.
