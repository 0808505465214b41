//! The markers in the binary as a file: what a tool finds that doesn't run it. A stale binary can't lie to a tool, nor the lab to its
//! reader, as long as both find the same.

use object::{Object, ObjectSection};
use resumable::Record;
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
