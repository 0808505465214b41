//! The server is what its marker says, and all of it is.

use resumable::registry;
use std::fs;
use std::path::Path;

/// What the feature of this crate asks for.
pub const EXPECTED: &str = if cfg!(feature = "stackful") { "stackful" } else { "state_machine" };

/// Linked, so that the library's records are.
const _: fn(kv::server::Config) -> kv::server::Config = |config| config;

#[test]
fn every_async_fn_of_the_library_is_lowered_as_the_feature_says() {
    let records: Vec<_> = registry().filter(|record| record.module.starts_with("kv::")).collect();
    assert_eq!(records.len(), async_fns(), "{records:#?}");
    for record in records {
        assert_eq!(record.codegen.name(), EXPECTED, "{record:#?}");
    }
}

/// How many `async fn` the sources of the library hold.
fn async_fns() -> usize {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let count = |file: &str| fs::read_to_string(sources.join(file)).unwrap().matches("async fn ").count();
    count("connection.rs") + count("server.rs")
}
