//! What the system says of this process's memory. Zeroes where it says nothing.

use std::fs;

#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Bytes in memory.
    pub resident: u64,
    /// The most that ever were.
    pub peak: u64,
    /// Bytes of page tables.
    pub tables: u64,
}

impl Memory {
    pub fn now() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        Memory { resident: field(&status, "VmRSS:"), peak: field(&status, "VmHWM:"), tables: field(&status, "VmPTE:") }
    }
}

/// Input: `VmRSS:      2040 kB`
fn field(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().unwrap_or_default();
    kib * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_in_kib() {
        assert_eq!(field("VmHWM:\t  1 kB\nVmRSS:\t    2040 kB\n", "VmRSS:"), 2040 * 1024);
        assert_eq!(field("", "VmRSS:"), 0);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_grows_with_what_is_touched() {
        let before = Memory::now();
        let block = vec![1u8; 8 << 20];
        assert!(Memory::now().resident >= before.resident + (7 << 20), "{}", block[5]);
    }
}
