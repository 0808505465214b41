//! A file of mistakes, and its functions.

use std::path::{Path, PathBuf};

const ATTRIBUTE: &str = "#[resumable(state_machine)]";

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    Rustc,
    Native,
    StateMachine,
}

impl Variant {
    pub fn name(self) -> &'static str {
        match self {
            Variant::Rustc => "rustc",
            Variant::Native => "native",
            Variant::StateMachine => "state_machine",
        }
    }
}

pub struct Source {
    pub name: String,
    path: PathBuf,
    text: String,
    pub functions: Vec<Function>,
}

/// A function, or another item of the top level, with the comments above it.
pub struct Function {
    pub name: String,
    lines: std::ops::RangeInclusive<usize>,
    comments: Vec<String>,
}

impl Source {
    pub fn all(folder: &Path) -> Vec<Source> {
        let entries = std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("readable").path());
        let mut files: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == "rs")).collect();
        files.sort();
        files.iter().map(|f| Source::read(f)).collect()
    }

    fn read(path: &Path) -> Source {
        let text = std::fs::read_to_string(path).expect("readable");
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let functions = functions(&text);
        Source { name, path: path.to_path_buf(), text, functions }
    }

    /// The same text on the same lines, with another attribute.
    pub fn variant(&self, variant: Variant) -> String {
        match variant {
            Variant::StateMachine => self.text.clone(),
            Variant::Native => self.text.replace(ATTRIBUTE, "#[resumable(native)]"),
            Variant::Rustc => self.text.replace(ATTRIBUTE, "").replace("use resumable::resumable;", ""),
        }
    }

    pub fn is_attribute(&self, line: usize) -> bool {
        self.text.lines().nth(line - 1).is_some_and(|l| l.trim() == ATTRIBUTE)
    }

    /// Nothing, or what is wrong.
    pub fn compare_with_recorded(&self, messages: &str) -> String {
        let path = self.path.with_extension("messages");
        if std::env::var("MISTAKES").is_ok_and(|v| v == "overwrite") {
            std::fs::write(&path, messages).expect("writable");
            return String::new();
        }
        let recorded = std::fs::read_to_string(&path).unwrap_or_default();
        let difference = crate::difference::of_lines(&recorded, messages);
        let changed: Vec<&str> = difference.lines().filter(|line| !line.starts_with(' ')).collect();
        if changed.is_empty() { String::new() } else { format!("{}:\n{}\n", path.display(), changed.join("\n")) }
    }
}

fn functions(text: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    let mut after_blank = true;
    for (i, line) in text.lines().enumerate() {
        if after_blank && line.starts_with(|c: char| !c.is_whitespace() && c != '}') {
            functions.push(Function { name: String::new(), lines: i + 1..=i + 1, comments: Vec::new() });
        }
        after_blank = line.is_empty();
        let Some(function) = functions.last_mut() else { continue };
        function.lines = *function.lines.start()..=i + 1;
        if let Some(comment) = line.strip_prefix("// ") {
            function.comments.push(comment.to_string());
        } else if function.name.is_empty() {
            function.name = name(line).unwrap_or_default();
        }
    }
    functions
}

/// `async fn name(..)`, `impl Name {`
fn name(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    let keyword = words.iter().position(|w| ["fn", "impl", "struct", "enum", "mod"].contains(w))?;
    words.get(keyword + 1).map(|w| w.to_string())
}

impl Function {
    /// The messages that are about this function, in an order of their own.
    pub fn of(&self, said: &[(usize, String)]) -> Vec<String> {
        let mut said: Vec<String> =
            said.iter().filter(|(line, _)| self.lines.contains(line)).map(|(_, text)| text.clone()).collect();
        said.sort();
        said
    }

    /// Why this function is told something else.
    pub fn reason(&self, variant: Variant) -> Option<&str> {
        self.comments.iter().find_map(|c| c.strip_prefix(variant.name())?.strip_prefix(": "))
    }
}
