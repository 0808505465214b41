//! What is measured, and what is better.

use Better::*;

#[derive(PartialEq, Eq, Debug)]
pub struct Metric {
    /// As programs read it.
    pub name: &'static str,
    /// Above a column.
    pub heading: &'static str,
    pub better: Better,
    pub decimals: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Better {
    Less,
    More,
    /// A count that is neither good nor bad.
    Neither,
}

macro_rules! metrics {
    ($($(#[$doc:meta])* $constant:ident: $name:literal $heading:literal $better:ident $decimals:literal)*) => {
        $($(#[$doc])* pub static $constant: Metric =
            Metric { name: $name, heading: $heading, better: $better, decimals: $decimals };)*

        /// The metric of that name.
        pub fn by_name(name: &str) -> Option<&'static Metric> {
            [$(&$constant),*].into_iter().find(|m| m.name == name)
        }
    };
}

metrics! {
    NS_PER_OP: "ns_per_op" "ns/op" Less 2
    MSGS_PER_S: "msgs_per_s" "msgs/s" More 0
    BYTES_PER_OP: "bytes_per_op" "bytes/op" Less 1
    ALLOCS_PER_OP: "allocs_per_op" "allocs/op" Less 2
    /// Stacks taken from the pool.
    STACKS_PER_OP: "stacks_per_op" "stacks/op" Less 1
    CODE_BYTES: "code_bytes" "code bytes" Less 0
    BYTES: "bytes" "bytes" Less 0
    /// Per call: created, polled to its suspension.
    CREATE_NS: "create_ns_per_call" "create ns" Less 0
    CANCEL_NS: "cancel_ns_per_call" "cancel ns" Less 0
    RESIDENT_BYTES: "resident_bytes_per_call" "resident B" Less 0
    TABLE_BYTES: "page_table_bytes_per_call" "tables B" Less 0
    CALLS: "calls" "calls" Neither 0
    PEAK_BYTES: "peak_bytes_per_task" "peak B/task" Less 0
    WALL_MS: "wall_ms" "wall ms" Less 1
    CPU_MS: "cpu_ms" "CPU ms" Less 1
    TASKS: "tasks" "tasks" Neither 0
    FRAMES: "frames" "frames" Less 0
    KEPT: "kept" "kept" More 0
    LEVELS: "levels" "levels" More 0
    FUNCTIONS: "functions" "in memory" Neither 0
    FUNCTIONS_ON_DISK: "functions_on_disk" "in the file" Neither 0
    /// Measured by an experiment, and found to be what their names say.
    FUNCTIONS_PROVED: "functions_proved" "measured here" Neither 0
}
