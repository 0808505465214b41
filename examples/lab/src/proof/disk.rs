//! The markers in the binary as a file: what a tool finds that doesn't run it. A stale binary can't lie to a tool, nor the lab to its
//! reader, as long as both find the same.

use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use resumable::Record;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

/// `module\tfunction\tstrategy` of each function in the running program's file, sorted.
///
/// # Errors
/// When the file can't be read, or isn't a program with a section of markers.
pub fn records() -> Result<Vec<String>, Box<dyn Error>> {
    let bytes = fs::read(std::env::current_exe()?)?;
    let program = object::File::parse(&*bytes)?;
    let section = program.section_by_name("resumable").ok_or("the binary has no section of markers")?;
    let mut found: Vec<String> = String::from_utf8_lossy(section.data()?).split('\n').filter_map(identity).collect();
    found.sort_unstable();
    Ok(found)
}

/// Bytes of machine code of each module, given by the last parts of its path: of all functions whose symbols hold it.
///
/// # Errors
/// When the file can't be read, or isn't a program.
pub fn code_in<const N: usize>(modules: &[[&str; 3]; N]) -> Result<[u64; N], Box<dyn Error>> {
    let bytes = fs::read(std::env::current_exe()?)?;
    let program = object::File::parse(&*bytes)?;
    let functions = || program.symbols().filter(|s| s.kind() == SymbolKind::Text && s.size() > 0);
    Ok(modules.map(|module| {
        let names = mangled(module);
        let own = functions().filter(|s| s.name().is_ok_and(|name| names.iter().any(|n| name.contains(n))));
        // Functions with the same code are one.
        let places: BTreeSet<(u64, u64)> = own.map(|s| (s.address(), s.size())).collect();
        places.iter().map(|(_, size)| size).sum()
    }))
}

/// A path as symbols hold it: as that of a function, and as part of a type that a generic function was compiled for.
fn mangled(path: [&str; 3]) -> [String; 2] {
    [path.map(|part| format!("{}{part}", part.len())).concat(), path.join("..")]
}

/// The same of the running program.
pub fn running(records: &[Record]) -> Vec<String> {
    let mut found: Vec<String> =
        records.iter().map(|r| format!("{}\t{}\t{}", r.module, r.function, r.codegen)).collect();
    found.sort_unstable();
    found
}

/// Input: `module\tfunction\tfile\tline\tstrategy\tpoints\tleaves\treason`
fn identity(line: &str) -> Option<String> {
    let fields: Vec<&str> = line.trim_start().trim_start_matches('\0').split('\t').collect();
    match fields[..] {
        [module, function, _, _, strategy, _, _, _] => Some(format!("{module}\t{function}\t{strategy}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_mangled_in_two_ways() {
        assert_eq!(
            mangled(["experiments", "code", "native"]),
            ["11experiments4code6native", "experiments..code..native"]
        );
    }

    #[test]
    fn a_record_is_a_line_of_eight_fields() {
        assert_eq!(identity("\0\0m::n\tf\ta.rs\t3\tnative\t1\t0\texplicit").unwrap(), "m::n\tf\tnative");
        assert_eq!(identity("m::n\tf"), None);
        assert_eq!(identity(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_file_says_what_the_program_says() {
        let running = running(&resumable::registry().collect::<Vec<_>>());
        assert!(running.len() > 100, "{} records", running.len());
        assert_eq!(records().unwrap(), running);
    }
}
