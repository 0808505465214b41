//! The sizes of the corpus, pinned beside rustc's.

use resumable_sizes::{Function, all};
use std::path::Path;

/// The compiler that the table was made with. Others may lay out their futures, and enums in ours, in another way.
const PINNED: &str = "1.95.0";

const TABLE: &str = "tests/table.txt";

fn row(f: &Function) -> String {
    format!("{:<30}{:>8}{:>15}{:>8.2}\n", f.name, f.native, f.state_machine, f.ratio())
}

fn table() -> String {
    let header = format!("{:<30}{:>8}{:>15}{:>8}\n", "function", "native", "state_machine", "ratio");
    all().iter().fold(header, |table, f| table + &row(f))
}

/// `RESUMABLE_SIZES=overwrite` writes the table anew.
#[test]
fn sizes_are_those_of_the_table() {
    let pinned = Path::new(env!("CARGO_MANIFEST_DIR")).join(TABLE);
    if env!("COMPILER") != PINNED || cfg!(not(target_pointer_width = "64")) {
        return println!("skipped: the table is of rustc {PINNED} on 64 bits, this is {}", env!("COMPILER"));
    }
    if std::env::var_os("RESUMABLE_SIZES").is_some_and(|v| v == "overwrite") {
        std::fs::write(&pinned, table()).expect("the table can be written");
    }
    let expected = std::fs::read_to_string(&pinned).expect("the table is there");
    let (expected, found): (Vec<&str>, String) = (expected.lines().collect(), table());
    let differing: Vec<&str> = found.lines().filter(|line| !expected.contains(line)).collect();
    assert!(
        differing.is_empty(),
        "sizes that aren't those of {TABLE} (RESUMABLE_SIZES=overwrite takes them over):\n{}",
        differing.join("\n")
    );
    assert_eq!(expected.len(), found.lines().count(), "functions in {TABLE} that aren't in the corpus");
}

#[test]
fn no_function_is_counted_twice() {
    let mut names: Vec<&str> = all().iter().map(|f| f.name).collect();
    let count = names.len();
    assert!(count >= 40);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
