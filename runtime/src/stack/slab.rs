//! Slots, carved out of large mappings.

use super::{GUARD, Slot, guard, mapping, overflow};
use std::io;

/// The distance from slot to slot. A page table page maps 2 MiB: at this stride a parked call costs 4 KiB of stack and half a KiB of page
/// table.
pub(super) const STRIDE: usize = if cfg!(target_pointer_width = "64") { 256 * 1024 } else { 128 * 1024 };

/// Slots in a new mapping: a GiB of address space.
const SLOTS: usize = if cfg!(target_pointer_width = "64") { 4096 } else { 128 };

/// Where limits on address space are tight, smaller mappings are tried down to this.
const FEWEST_SLOTS: usize = 32;

/// The part of the newest mapping that wasn't carved yet.
pub(super) struct Slab {
    next: usize,
    end: usize,
    /// Slots carved so far, from all mappings.
    carved: usize,
}

impl Slab {
    pub(super) const EMPTY: Slab = Slab { next: 0, end: 0, carved: 0 };

    pub(super) fn carved(&self) -> usize {
        self.carved
    }

    /// A slot that was never used.
    pub(super) fn carve(&mut self) -> io::Result<Slot> {
        if self.next == self.end {
            self.map()?;
        }
        // SAFETY: `next` is the start of a stride that no slot was made of.
        unsafe { guard::install(self.next)? };
        let bottom = self.next;
        self.next += STRIDE;
        self.carved += 1;
        // SAFETY: the stride is mapped, guarded, aligned, and was handed to
        // nobody: `next` only grows. Its label is the zeroes of a fresh mapping.
        Ok(unsafe { Slot::new(bottom, STRIDE) })
    }

    fn map(&mut self) -> io::Result<()> {
        let mut bytes = SLOTS * STRIDE;
        let start = loop {
            match mapping::map_aligned(bytes, GUARD) {
                Ok(start) => break start,
                Err(e) if bytes <= FEWEST_SLOTS * STRIDE => return Err(e),
                Err(_) => bytes /= 2,
            }
        };
        overflow::watch(start, bytes, STRIDE);
        (self.next, self.end) = (start, start + bytes);
        Ok(())
    }
}
