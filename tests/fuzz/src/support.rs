//! The libraries that bodies are compiled with, built once by cargo.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Support {
    /// Name and file of each library that a program names.
    pub externs: Vec<(String, PathBuf)>,
    /// The folder of what they need.
    pub dependencies: PathBuf,
    /// A folder for the programs.
    pub scratch: PathBuf,
}

#[derive(Deserialize)]
struct Message {
    target: Option<Target>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

impl Support {
    /// The profile `fuzz` has an optimised macro, since it runs on everything.
    pub fn build(profile: &str) -> Result<Self> {
        let output = Command::new(env!("CARGO"))
            .args([
                "build",
                "--profile",
                profile,
                "-p",
                "resumable-tests",
                "-p",
                "resumable",
                "--message-format=json-render-diagnostics",
            ])
            .arg("--manifest-path")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml"))
            .stderr(Stdio::inherit())
            .output()
            .context("cargo doesn't run")?;
        ensure!(output.status.success(), "what bodies are made of doesn't compile");
        let messages: Vec<Message> =
            output.stdout.split(|b| *b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        let externs = ["resumable", "resumable_tests"].map(|name| Ok((name.to_string(), library(&messages, name)?)));
        let externs = externs.into_iter().collect::<Result<Vec<_>>>()?;
        let profile = externs[0].1.parent().context("a file in a folder")?;
        let profile = if profile.ends_with("deps") { profile.parent().context("a folder")? } else { profile };
        Ok(Support { dependencies: profile.join("deps"), scratch: profile.join("batches"), externs })
    }
}

fn library(messages: &[Message], name: &str) -> Result<PathBuf> {
    let is_it = |m: &&Message| m.target.as_ref().is_some_and(|t| t.name == name);
    let files = messages.iter().filter(is_it).flat_map(|m| &m.filenames);
    let found = files.clone().find(|f| f.extension().is_some_and(|e| e == "rlib"));
    found.cloned().with_context(|| format!("cargo made no library `{name}`"))
}
