//! How much code a finished program has.

use object::{Object, ObjectSymbol, SymbolKind};
use std::path::Path;

/// Bytes of all functions whose symbols hold `part`: also functions of libraries that were compiled for types whose names hold it.
pub fn of_functions(program: &Path, part: &str) -> u64 {
    let bytes = std::fs::read(program).expect("the program was built");
    let program = object::File::parse(&*bytes).expect("a program");
    let symbols =
        program.symbols().filter(|s| s.kind() == SymbolKind::Text && s.name().is_ok_and(|name| name.contains(part)));
    let mut places: Vec<(u64, u64)> = symbols.map(|s| (s.address(), s.size())).collect();
    places.sort_unstable();
    places.dedup(); // functions with the same code are one
    places.iter().map(|(_, size)| size).sum()
}
