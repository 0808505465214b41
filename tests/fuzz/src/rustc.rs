//! Compiles one program, and finds out which bodies its errors are about.

use crate::cli::Mode;
use crate::support::Support;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// An error, and the source files that it points into.
#[derive(Debug)]
pub struct Error {
    pub code: String,
    pub message: String,
    pub rendered: String,
    pub files: Vec<String>,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    message: String,
    code: Option<Code>,
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

impl Support {
    /// None: it compiled.
    pub fn compile(&self, main: &Path, program: &Path, mode: Mode) -> Result<Option<Vec<Error>>> {
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.arg(main).arg("-o").arg(program).args(["--crate-name", "batch", "--error-format=json"]);
        rustc.arg(format!("--edition={}", mode.edition.name()));
        rustc.args(["-C", "debuginfo=0", "-C", "strip=debuginfo", "-C", "codegen-units=4"]);
        rustc.args(if mode.optimised { ["-C", "opt-level=3"] } else { ["-C", "debug-assertions=on"] });
        rustc.arg("-L").arg(format!("dependency={}", self.dependencies.display()));
        for (name, file) in &self.externs {
            rustc.arg("--extern").arg(format!("{name}={}", file.display()));
        }
        let output = rustc.output().context("rustc doesn't run")?;
        if output.status.success() {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let diagnostics = text.lines().filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok());
        let errors: Vec<Error> = diagnostics.filter(|d| d.level.starts_with("error")).map(Error::of).collect();
        Ok(Some(if errors.is_empty() { vec![Error::without_words(&text)] } else { errors }))
    }
}

impl Error {
    fn of(d: Diagnostic) -> Self {
        let mut files = Vec::new();
        let primary_first = d.spans.iter().filter(|s| s.is_primary).chain(d.spans.iter().filter(|s| !s.is_primary));
        primary_first.for_each(|s| collect(s, &mut files));
        Error {
            code: d.code.map_or(String::new(), |c| c.code),
            message: d.message,
            rendered: d.rendered.unwrap_or_default(),
            files,
        }
    }

    /// The compiler itself failed.
    fn without_words(stderr: &str) -> Self {
        let rendered = stderr.chars().take(2000).collect();
        Error { code: "crash".to_string(), message: "rustc failed".to_string(), rendered, files: Vec::new() }
    }
}

fn collect(span: &Span, files: &mut Vec<String>) {
    files.push(span.file_name.clone());
    if let Some(expansion) = &span.expansion {
        collect(&expansion.span, files);
    }
}
