//! Many bodies in one program: one file a body and module, so that an error says which body it is about. Bodies that don't compile are left
//! out, and the others compiled again.

use crate::cli::Mode;
use crate::outcome::Outcome;
use crate::rustc::Error;
use crate::support::Support;
use crate::watch::{self, End};
use anyhow::{Context, Result, bail};
use resumable_generator::{FUNCTIONS, Function};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// A body to compare.
#[derive(Clone)]
pub struct Body {
    pub items: String,
    pub calls: Vec<String>,
}

impl From<Function> for Body {
    fn from(f: Function) -> Self {
        Body { items: f.items, calls: f.calls }
    }
}

pub struct Batch<'s> {
    pub support: &'s Support,
    pub strategy: &'s str,
    pub mode: Mode,
    /// Of its own.
    pub folder: PathBuf,
    /// How long a body may take.
    pub patience: Duration,
}

/// The modules that each body is in.
const ORACLE: &str = "oracle";
const LOWERED: &str = "lowered";

impl Batch<'_> {
    /// What came of each body.
    pub fn outcomes(&self, bodies: &[Body]) -> Result<Vec<Outcome>> {
        self.write(bodies)?;
        let mut outcomes = BTreeMap::new();
        self.of_some(&(0..bodies.len()).collect::<Vec<_>>(), bodies, &mut outcomes)?;
        Ok(outcomes.into_values().collect())
    }

    fn of_some(&self, wanted: &[usize], bodies: &[Body], outcomes: &mut BTreeMap<usize, Outcome>) -> Result<()> {
        let mut left = wanted.to_vec();
        loop {
            if left.is_empty() {
                return Ok(());
            }
            self.write_main(&left, bodies)?;
            let Some(errors) = self.support.compile(&self.folder.join("main.rs"), &self.program(), self.mode)? else {
                return self.run(&left, outcomes);
            };
            let blamed = blame(&errors);
            if blamed.is_empty() {
                return self.split(&left, &errors[0], bodies, outcomes);
            }
            left.retain(|i| !blamed.contains_key(i));
            outcomes.extend(blamed);
        }
    }

    /// An error that points to no body: look for it in each half, unless it is there without any.
    fn split(&self, left: &[usize], e: &Error, bodies: &[Body], outcomes: &mut BTreeMap<usize, Outcome>) -> Result<()> {
        if let [only] = left {
            outcomes.insert(*only, rejected(e));
            return Ok(());
        }
        self.write_main(&[], bodies)?;
        if let Some(errors) = self.support.compile(&self.folder.join("main.rs"), &self.program(), self.mode)? {
            bail!("the functions that bodies call don't compile\n{}", errors[0].rendered);
        }
        let (a, b) = left.split_at(left.len() / 2);
        self.of_some(a, bodies, outcomes)?;
        self.of_some(b, bodies, outcomes)
    }

    fn program(&self) -> PathBuf {
        self.folder.join("program")
    }

    fn write(&self, bodies: &[Body]) -> Result<()> {
        for module in [ORACLE, LOWERED] {
            fs::create_dir_all(self.folder.join(module)).context("no folder for the sources")?;
            for (i, body) in bodies.iter().enumerate() {
                fs::write(self.folder.join(module).join(format!("b{i}.rs")), self.module(module, i, body))?;
            }
        }
        Ok(())
    }

    /// The body and what starts its calls.
    fn module(&self, module: &str, i: usize, Body { items, calls }: &Body) -> String {
        let attribute = self.attribute(module);
        let mut arms = String::new();
        for (n, call) in calls.iter().enumerate() {
            let pattern = if n + 1 == calls.len() { "_".to_string() } else { n.to_string() };
            write!(arms, "{pattern} => Box::pin({call}), ").expect("in memory");
        }
        format!(
            "{attribute}pub mod b{i} {{\nuse super::*;\n{items}\npub fn start(n: usize) -> Started {{ match n {{ {arms} }} }}\n}}\n"
        )
    }

    fn attribute(&self, module: &str) -> String {
        if module == LOWERED { format!("#[resumable::resumable({})]\n", self.strategy) } else { String::new() }
    }

    fn write_main(&self, left: &[usize], bodies: &[Body]) -> Result<()> {
        let mut main =
            "#![allow(warnings)]\n#![recursion_limit = \"256\"]\nuse resumable_tests::{batch::*, prelude::*};\n"
                .to_string();
        for module in [ORACLE, LOWERED] {
            let attribute = self.attribute(module);
            writeln!(main, "pub mod {module} {{\nuse super::*;\npub use functions::*;")?;
            writeln!(
                main,
                "{attribute}pub mod functions {{ use super::*; {} }}",
                FUNCTIONS.replace("async fn", "pub async fn")
            )?;
            left.iter().try_for_each(|i| writeln!(main, "include!(\"{module}/b{i}.rs\");"))?;
            writeln!(main, "}}")?;
        }
        writeln!(main, "fn main() {{ resumable_tests::batch::main(&[")?;
        for i in left {
            let calls = bodies[*i].calls.len();
            writeln!(
                main,
                "Compared {{ name: \"{i}\", module: \"{LOWERED}::b{i}\", calls: {calls}, oracle: {ORACLE}::b{i}::start, lowered: {LOWERED}::b{i}::start }},"
            )?;
        }
        writeln!(main, "]) }}")?;
        fs::write(self.folder.join("main.rs"), main).context("can't write the program")
    }

    /// Perhaps rustc's own lowering crashes, too.
    fn crashed(&self, at: usize, how: String) -> Result<Outcome> {
        let (_, end) = watch::run(&self.program(), &["oracle".to_string(), at.to_string()], self.patience)?;
        Ok(match end {
            End::Good => Outcome::Crashed(how),
            End::Bad(how) => Outcome::Invalid(format!("rustc's own lowering: {how}")),
        })
    }

    fn run(&self, left: &[usize], outcomes: &mut BTreeMap<usize, Outcome>) -> Result<()> {
        let mut first = 0;
        while first < left.len() {
            let (lines, end) = watch::run(&self.program(), &[first.to_string()], self.patience)?;
            let mut begun = None;
            for line in &lines {
                match Line::of(line)? {
                    Line::Begin(i) => begun = Some(i),
                    Line::End(i, outcome) => drop(outcomes.insert(i, outcome)),
                }
            }
            let (Some(last), End::Bad(how)) = (begun, end) else { return Ok(()) };
            let at = left.iter().position(|i| *i == last).context("an unknown body")?;
            outcomes.insert(last, self.crashed(at, how)?);
            first = at + 1;
        }
        Ok(())
    }
}

/// A line of the report of `resumable_tests::batch`.
enum Line {
    Begin(usize),
    End(usize, Outcome),
}

impl Line {
    fn of(line: &str) -> Result<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        Ok(match fields[..] {
            ["begin", i] => Line::Begin(i.parse()?),
            ["equal", i, scripts, points, leaves] => {
                let (scripts, points, leaves) = (scripts.parse()?, points.parse()?, leaves.parse()?);
                Line::End(i.parse()?, Outcome::Equal { scripts, points, leaves })
            }
            ["differs", i, text] => {
                Line::End(i.parse()?, Outcome::Differs(text.replace("\\n", "\n").replace("\\\\", "\\")))
            }
            _ => bail!("a batch said `{line}`"),
        })
    }
}

/// The bodies that the errors point into. An error in rustc's own copy makes the other one's meaningless.
fn blame(errors: &[Error]) -> BTreeMap<usize, Outcome> {
    let mut blamed = BTreeMap::new();
    for e in errors {
        let Some((module, i)) = e.files.iter().find_map(|f| body_of(f)) else { continue };
        if module == ORACLE {
            blamed.insert(i, Outcome::Invalid(e.rendered.clone()));
        } else {
            blamed.entry(i).or_insert_with(|| rejected(e));
        }
    }
    blamed
}

/// Errors of the macro have no code, and say a remedy.
fn rejected(e: &Error) -> Outcome {
    match e.code.is_empty() && e.message.contains("\nhelp: ") {
        true => Outcome::Refused(e.message.clone()),
        false => Outcome::Rejected { code: e.code.clone(), message: e.message.clone(), rendered: e.rendered.clone() },
    }
}

/// `some/folder/lowered/b12.rs` is body 12.
fn body_of(file: &str) -> Option<(&'static str, usize)> {
    let (folder, name) = file.rsplit_once('/')?;
    let module = [ORACLE, LOWERED].into_iter().find(|m| folder.ends_with(m))?;
    Some((module, name.strip_prefix('b')?.strip_suffix(".rs")?.parse().ok()?))
}
