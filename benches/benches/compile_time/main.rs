//! What a strategy costs the compiler: a generated crate of 300 async functions, checked and built for release, without an attribute, as
//! `native` and as `state_machine`. `cargo bench -p resumable-benches --bench compile_time`, with `-- --rounds N --functions N`.
//!
//! The figures are CPU seconds of cargo and rustc for that crate alone; its dependencies are built before. Rounds are interleaved, medians
//! shown. Which strategy was compiled is read from the markers in the finished program, and how much code it became from its symbols.

mod generate;
mod text;

use generate::Annotation;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

fn main() {
    let (rounds, functions) = (option("--rounds", 5), option("--functions", 300));
    let crates: Vec<Crate> = Annotation::ALL.into_iter().map(|a| Crate::generated(functions, a)).collect();
    let programs: Vec<Program> = crates.iter().map(Crate::program).collect();
    programs.iter().for_each(|p| assert_eq!((p.digest, p.leaves), (programs[0].digest, 0), "{programs:?}"));
    programs[1..].iter().for_each(|p| assert_eq!(p.functions, functions, "not every function is what it should be"));
    let texts: Vec<u64> = crates.iter().map(Crate::text).collect();
    println!("{functions} async functions: code of their machines, with what was compiled for them alone");
    for (c, text) in crates.iter().zip(&texts) {
        let ratio = |base: u64| *text as f64 / base as f64;
        println!(
            "  {:14} {text:8} B  {:5.2} x none  {:5.2} x native",
            c.annotation.name(),
            ratio(texts[0]),
            ratio(texts[1])
        );
    }
    println!("{functions} async functions, medians of {rounds} interleaved rounds, CPU seconds");
    for command in [&["check"][..], &["build", "--release"]] {
        let mut times = vec![Vec::new(); crates.len()];
        for _ in 0..rounds {
            crates.iter().zip(&mut times).for_each(|(c, times)| times.push(c.timed(command)));
        }
        report(command, &crates, &times.into_iter().map(median).collect::<Vec<_>>());
    }
}

/// The value of a numeric option on the command line.
fn option(name: &str, default: usize) -> usize {
    let mut arguments = std::env::args().skip_while(|a| a != name).skip(1);
    arguments.next().map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("`{name}` takes a number")))
}

fn report(command: &[&str], crates: &[Crate], seconds: &[f64]) {
    println!("cargo {}", command.join(" "));
    for (c, s) in crates.iter().zip(seconds) {
        println!(
            "  {:14} {s:6.2} s  {:5.2} x none  {:5.2} x native",
            c.annotation.name(),
            s / seconds[0],
            s / seconds[1]
        );
    }
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// A generated crate on disk.
struct Crate {
    annotation: Annotation,
    root: PathBuf,
}

/// What the finished program says.
#[derive(Debug)]
struct Program {
    digest: u64,
    /// With a marker of this strategy.
    functions: usize,
    /// Awaits of theirs that kept rustc's own lowering.
    leaves: usize,
}

impl Crate {
    fn generated(functions: usize, annotation: Annotation) -> Crate {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile_time").join(annotation.name());
        generate::write_sources(&root.join("src"), functions, annotation).expect("the directory is ours");
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
        let manifest = format!(
            "[package]\nname = \"requests_{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\nresumable = {{ path = {runtime:?}, default-features = false }}\n\n[workspace]\n",
            annotation.name()
        );
        std::fs::write(root.join("Cargo.toml"), manifest).expect("the directory is ours");
        Crate { annotation, root }
    }

    /// Builds and runs it, which also builds its dependencies for both commands.
    fn program(&self) -> Program {
        self.cargo(&["check"]);
        let printed = self.cargo(&["run", "--release", "--", self.annotation.name()]);
        let numbers: Vec<u64> = printed.split_whitespace().map(|n| n.parse().expect("a number")).collect();
        let [digest, functions, leaves] = numbers[..] else { panic!("three numbers: {printed}") };
        Program { digest, functions: functions as usize, leaves: leaves as usize }
    }

    /// Bytes of code in the program that are the requests'.
    fn text(&self) -> u64 {
        let name = format!("requests_{}", self.annotation.name());
        text::of_functions(&self.target().join("release").join(name), "9functions")
    }

    fn target(&self) -> PathBuf {
        self.root.parent().expect("was joined").join("target")
    }

    /// CPU seconds of a command that has this crate to compile and nothing else.
    fn timed(&self, arguments: &[&str]) -> f64 {
        let main = self.root.join("src/main.rs");
        let text = std::fs::read(&main).expect("was written");
        std::fs::write(&main, text).expect("the directory is ours");
        let before = cpu_time_of_children();
        self.cargo(arguments);
        (cpu_time_of_children() - before).as_secs_f64()
    }

    fn cargo(&self, arguments: &[&str]) -> String {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.target())
            .env("CARGO_INCREMENTAL", "0")
            // So that a symbol names the types that a function was compiled for.
            .env("RUSTFLAGS", "-C symbol-mangling-version=v0")
            .output()
            .expect("cargo starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "cargo {arguments:?} of `{}`:\n{error}", self.annotation.name());
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

/// Of all processes that were waited for.
#[cfg(unix)]
fn cpu_time_of_children() -> Duration {
    // SAFETY: `rusage` is plain numbers, for which zero is a value; the call fills it.
    let usage = unsafe {
        let mut usage = std::mem::zeroed();
        assert_eq!(libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage), 0);
        usage
    };
    [usage.ru_utime, usage.ru_stime].map(|t| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000)).into_iter().sum()
}

/// Elsewhere wall time stands in for it.
#[cfg(not(unix))]
fn cpu_time_of_children() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
