//! What is refused for want of the standard library.

#[test]
fn coroutines() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
