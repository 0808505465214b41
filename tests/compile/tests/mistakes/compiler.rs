//! Runs rustc on one file, with this library as cargo built it.

use crate::diagnostic;
use crate::source::{Source, Variant};
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

pub struct Compiler {
    library: PathBuf,
}

pub fn version() -> String {
    let rustc = Command::new("rustc").arg("--version").output().expect("rustc is in the path");
    String::from_utf8_lossy(&rustc.stdout).trim().to_string()
}

impl Compiler {
    /// Asks cargo where the library is, which builds it if need be.
    pub fn new() -> Self {
        let output = Command::new(env!("CARGO"))
            .args(["check", "--lib", "--message-format=json", "--manifest-path"])
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
            .output()
            .expect("cargo runs");
        let library = lines(&output.stdout).find_map(|message| library(&message));
        let library = library.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        Compiler { library }
    }

    /// What rustc says about the source, with the line that each message is about.
    pub fn diagnostics(&self, source: &Source, variant: Variant, edition: &str) -> Vec<(usize, String)> {
        let file = self.write(source, variant, edition);
        let output = Command::new("rustc")
            .args(["--crate-name=mistakes", "--crate-type=bin", "--emit=metadata", "--error-format=json"])
            .args(["--edition", edition, "-L"])
            .arg(format!("dependency={}", self.library.parent().unwrap().display()))
            .arg(format!("--extern=resumable={}", self.library.display()))
            .arg(&file)
            .current_dir(file.parent().unwrap())
            .output()
            .expect("rustc is in the path");
        let mut shown = HashSet::new();
        let said: Vec<Value> = lines(&output.stderr).collect();
        assert!(!said.is_empty(), "no message at all: {}", String::from_utf8_lossy(&output.stderr));
        // Of messages that look the same, cargo shows the first.
        let said = said.iter().filter(|message| shown.insert(message["rendered"].to_string()));
        said.filter_map(|message| diagnostic::read(message, source)).collect()
    }

    fn write(&self, source: &Source, variant: Variant, edition: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes").join(edition).join(variant.name());
        std::fs::create_dir_all(&folder).expect("the target folder can be written");
        let file = folder.join(format!("{}.rs", source.name));
        std::fs::write(&file, source.variant(variant)).expect("the target folder can be written");
        file
    }
}

fn lines(output: &[u8]) -> impl Iterator<Item = Value> {
    output.split(|&b| b == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

fn library(message: &Value) -> Option<PathBuf> {
    if message["reason"] != "compiler-artifact" || message["target"]["name"] != "resumable" {
        return None;
    }
    message["filenames"].as_array()?.iter().filter_map(Value::as_str).map(PathBuf::from).next()
}
