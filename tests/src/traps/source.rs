//! Which tests there are, as their sources say.

use std::fs;
use std::path::{Path, PathBuf};

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

fn text(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_default()
}

/// Whether `file::case` is a `differential!` case of the corpus.
pub fn is_in_the_corpus(case: &str) -> bool {
    let Some((file, case)) = case.split_once("::") else { return false };
    heads(&text(&format!("corpus/{file}.rs"))).any(|head| head == case)
}

/// The names behind `differential! {` and its doc comment.
fn heads(source: &str) -> impl Iterator<Item = &str> {
    source.split("differential! {").skip(1).filter_map(|case| {
        let head = case.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("///"))?;
        head.split(' ').next()
    })
}

/// Whether there is a test of this name: see [`super::Trap::cases`].
pub fn exists(case: &str) -> bool {
    if let Some(name) = case.strip_prefix("ui/") {
        return path(&format!("compile/ui/{name}.rs")).exists() && path(&format!("compile/ui/{name}.stderr")).exists();
    }
    match case.strip_prefix("tests/").and_then(|c| c.split_once("::")) {
        Some((file, test)) => text(&format!("tests/{file}.rs")).contains(&format!("fn {test}(")),
        None => is_in_the_corpus(case) && is_run(case),
    }
}

/// Whether the case's file is a target of both packages, or of the one whose edition has what it needs.
fn is_run(case: &str) -> bool {
    let file = case.split("::").next().unwrap_or(case);
    let target = |manifest: &str| text(manifest).contains(&format!("corpus/{file}.rs\""));
    target("Cargo.toml") && (target("edition-2021/Cargo.toml") || file == "if_let_chains")
}
