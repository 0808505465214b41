//! The server is what its marker says, and all of it is.

use resumable::{Codegen, registry, resumable};
use std::fs;
use std::path::Path;

/// Linked, so that the library's records are.
const _: fn(kv::server::Config) -> kv::server::Config = |config| config;

/// What `#[resumable]` means in this build.
pub fn default_codegen() -> Codegen {
    #[resumable]
    async fn probe() {}
    drop(probe());
    registry().find(|record| record.function == "probe").expect("recorded").codegen
}

#[test]
fn the_feature_of_this_crate_is_the_one_of_the_library() {
    // The library's own feature may be on without this crate's, not the other way round.
    if cfg!(feature = "stackful") {
        assert_eq!(default_codegen(), Codegen::Stackful);
    } else {
        assert_ne!(default_codegen(), Codegen::Native);
    }
}

#[test]
fn every_async_fn_of_the_library_is_lowered_by_default() {
    let records: Vec<_> = registry().filter(|record| record.module.starts_with("kv::")).collect();
    assert_eq!(records.len(), async_fns(), "{records:#?}");
    for record in records {
        assert_eq!(record.codegen, default_codegen(), "{record:#?}");
    }
}

/// How many `async fn` the sources of the library hold.
fn async_fns() -> usize {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let count = |file: &str| fs::read_to_string(sources.join(file)).unwrap().matches("async fn ").count();
    count("connection.rs") + count("server.rs")
}
