// `codegen_of` of something else.
use resumable::{assert_codegen, codegen_of, resumable};

#[resumable(native)]
async fn annotated() {}

async fn plain() {}

fn main() {
    codegen_of(&annotated());
    codegen_of(&plain());
    assert_codegen!(std::future::ready(1), Native);
}
