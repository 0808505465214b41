//! Memory from the system: reserved address space that costs nothing until a page is touched.

use std::io;
use std::ptr;

/// Maps `bytes` of zeroes, and returns their address, a multiple of `align`.
pub(super) fn map_aligned(bytes: usize, align: usize) -> io::Result<usize> {
    let start = map(bytes)?;
    if start.is_multiple_of(align) {
        return Ok(start);
    }
    // SAFETY: nothing was put there yet.
    unsafe { unmap(start, bytes) };
    let start = map(bytes + align)?;
    let aligned = start.next_multiple_of(align);
    let end = aligned + bytes;
    // SAFETY: nothing was put there yet.
    unsafe {
        unmap(start, aligned - start);
        unmap(end, start + bytes + align - end);
    }
    Ok(aligned)
}

fn map(bytes: usize) -> io::Result<usize> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a fresh anonymous mapping overlaps nothing that exists.
    let memory = unsafe { libc::mmap(ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // A huge page would make the first touch of a stack cost 2 MiB. That the kernel may not know the advice doesn't matter.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    // SAFETY: the advice is about the mapping we just made, and changes no contents.
    unsafe {
        libc::madvise(memory, bytes, libc::MADV_NOHUGEPAGE)
    };
    Ok(memory.expose_provenance())
}

/// Unmaps memory that [`map_aligned`] mapped.
///
/// # Safety
/// Nothing refers to the memory any more.
pub(super) unsafe fn unmap(address: usize, bytes: usize) {
    if bytes == 0 {
        return;
    }
    // SAFETY: the caller's promise. It fails only for arguments that aren't a mapping.
    let failed = unsafe { libc::munmap(ptr::with_exposed_provenance_mut(address), bytes) } != 0;
    debug_assert!(!failed, "munmap: {}", io::Error::last_os_error());
}

/// Gives the pages in `[from, to)` back to the system. They stay mapped; their contents are lost.
///
/// # Safety
/// The range is in a mapping of ours, at page boundaries, and nobody needs what it holds.
pub(super) unsafe fn discard(from: usize, to: usize) {
    // SAFETY: the caller's promise. Where it fails the pages just stay resident.
    unsafe { libc::madvise(ptr::with_exposed_provenance_mut(from), to - from, libc::MADV_DONTNEED) };
}
