//! Random bodies; see `build.rs`.

use resumable_tests::prelude::*;

include!(concat!(env!("OUT_DIR"), "/bodies.rs"));
