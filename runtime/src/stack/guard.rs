//! The inaccessible part at the bottom of each stack.
//!
//! Linux 6.13 can mark pages as guards inside a mapping. Elsewhere `mprotect` splits the mapping in two at each guard; the kernel allows a
//! process some 65 000 mappings, and once they are used up even `malloc` fails. So guards of that kind are counted, and refused in time.

use super::GUARD;
use std::io;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Makes the first [`GUARD`] bytes of the stack at `bottom` inaccessible.
///
/// # Safety
/// `bottom` is the start of a stack in a mapping of ours, and nothing refers to its first [`GUARD`] bytes.
pub(super) unsafe fn install(bottom: usize) -> io::Result<()> {
    // SAFETY: passed on.
    unsafe { if cheap(bottom) { Ok(()) } else { protect(bottom) } }
}

/// `MADV_GUARD_INSTALL`. False: the kernel doesn't know it.
///
/// # Safety
/// As [`install`].
#[cfg(target_os = "linux")]
unsafe fn cheap(bottom: usize) -> bool {
    const MADV_GUARD_INSTALL: libc::c_int = 102;
    static UNKNOWN: AtomicBool = AtomicBool::new(false);
    if UNKNOWN.load(Relaxed) {
        return false;
    }
    // SAFETY: makes memory inaccessible that nobody uses, by the caller's promise.
    let done = unsafe { libc::madvise(ptr::with_exposed_provenance_mut(bottom), GUARD, MADV_GUARD_INSTALL) } == 0;
    if !done {
        UNKNOWN.store(true, Relaxed);
    }
    done
}

#[cfg(not(target_os = "linux"))]
unsafe fn cheap(_: usize) -> bool {
    false
}

/// # Safety
/// As [`install`].
unsafe fn protect(bottom: usize) -> io::Result<()> {
    static PROTECTED: AtomicUsize = AtomicUsize::new(0);
    if PROTECTED.load(Relaxed) >= most_protected() {
        return Err(io::Error::new(
            io::ErrorKind::QuotaExceeded,
            "as many guard pages as `vm.max_map_count` allows are in use",
        ));
    }
    // SAFETY: makes memory inaccessible that nobody uses, by the caller's promise.
    if unsafe { libc::mprotect(ptr::with_exposed_provenance_mut(bottom), GUARD, libc::PROT_NONE) } != 0 {
        return Err(io::Error::last_os_error());
    }
    PROTECTED.fetch_add(1, Relaxed);
    Ok(())
}

/// Two mappings a guard, and an eighth of all mappings left for everybody else.
fn most_protected() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| {
        let mappings = std::fs::read_to_string("/proc/sys/vm/max_map_count");
        let mappings: usize = mappings.ok().and_then(|s| s.trim().parse().ok()).unwrap_or(65_530);
        mappings / 16 * 7
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{GUARD, install, protect};
    use crate::stack::mapping::{discard, map_aligned};

    const STACK: usize = 4 * GUARD;

    /// Whether the kernel can write a byte there for us. A read of nothing into it fails where a write by us would kill the process.
    fn is_writable(address: usize) -> bool {
        let mut pipe = [0; 2];
        // SAFETY: `pipe` has room for two descriptors; the read writes one byte of a mapping of ours, which holds nothing.
        unsafe {
            assert_eq!(libc::pipe(pipe.as_mut_ptr()), 0);
            assert_eq!(libc::write(pipe[1], [1u8].as_ptr().cast(), 1), 1);
            let read = libc::read(pipe[0], std::ptr::with_exposed_provenance_mut(address), 1);
            assert_eq!(pipe.map(|descriptor| libc::close(descriptor)), [0, 0]);
            read == 1
        }
    }

    #[test]
    fn both_kinds_of_guards_are_inaccessible_and_no_larger() {
        for install in [install, protect] {
            let bottom = map_aligned(STACK, GUARD).unwrap();
            assert!(is_writable(bottom));
            // SAFETY: nothing is in the mapping.
            unsafe { install(bottom).unwrap() };
            assert!(!is_writable(bottom));
            assert!(!is_writable(bottom + GUARD - 1));
            assert!(is_writable(bottom + GUARD));
            assert!(is_writable(bottom + STACK - 1));
            // SAFETY: nothing is in the mapping.
            unsafe { discard(bottom, bottom + STACK) };
            assert!(!is_writable(bottom), "a guard outlives the memory around it");
        }
    }
}
