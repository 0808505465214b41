//! The marker: what a lowered function says of itself.

use resumable::{Codegen, assert_codegen, codegen_of, registry, resumable};

#[resumable(native)]
async fn double<T: std::ops::Add<Output = T> + Copy>(x: T) -> T {
    x + x
}

#[test]
fn the_value_knows_its_code_generation() {
    assert_eq!(codegen_of(&double(1)), Codegen::Native);
    assert_codegen!(double(1), Native);
}

#[test]
fn the_binary_knows_it_too() {
    let record = registry().find(|r| r.function == "double").expect("recorded");
    assert_eq!((record.module, record.codegen, record.reason), ("marker", Codegen::Native, "explicit"));
    assert!(record.file.ends_with("tests/marker.rs"), "{record:?}");
}
