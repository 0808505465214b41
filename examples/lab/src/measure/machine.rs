//! Where the figures come from: they mean little without it.

use crate::equipment::go;
use std::fs;
use std::thread::available_parallelism;

/// The machine and the compiler, a line each.
pub fn facts() -> Vec<(&'static str, String)> {
    let mut facts = vec![("processor", processor()), ("system", system()), ("compiler", compiler())];
    facts.push(("peers", if go::is_installed() { "all".into() } else { go::MISSING.into() }));
    facts.extend(load().map(|load| ("load", load)));
    facts
}

fn processor() -> String {
    let name = field("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.into());
    let memory = field("/proc/meminfo", "MemTotal").and_then(|kib| kib.split(' ').next()?.parse::<u64>().ok());
    let memory = memory.map(|kib| format!(", {} GiB", (kib + (1 << 19)) >> 20)).unwrap_or_default();
    format!("{name}, {} cores{memory}", cores())
}

fn system() -> String {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{} {}", std::env::consts::OS, release.trim()).trim_end().to_string()
}

fn compiler() -> String {
    format!(
        "{}, {}, opt-level {}, {}",
        env!("LAB_RUSTC"),
        env!("LAB_TARGET"),
        env!("LAB_OPT_LEVEL"),
        if cfg!(debug_assertions) { "debug assertions" } else { "no debug assertions" }
    )
}

/// How many others want the processor.
fn load() -> Option<String> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = text.split(' ').next()?.parse().ok()?;
    let busy = load > cores() as f64 * 0.5;
    let warning = if busy { ": the machine is busy; ratios are sounder than times" } else { "" };
    Some(format!("{load:.1}{warning}"))
}

pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The value of the first line `name : value`.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_is_known() {
        assert!(compiler().starts_with("rustc "), "{}", compiler());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_machine_is_known() {
        let facts = facts();
        assert_eq!(facts.iter().map(|f| f.0).collect::<Vec<_>>(), ["processor", "system", "compiler", "peers", "load"]);
        assert!(facts[0].1.contains(" cores, ") && facts[0].1.ends_with(" GiB"), "{}", facts[0].1);
    }
}
