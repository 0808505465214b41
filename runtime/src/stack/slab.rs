//! Slots, carved out of large mappings.

use super::config::{most, stride};
use super::{GUARD, Slot, guard, mapping, overflow};
use std::io;

/// The distance from slot to slot. A page table page maps 2 MiB: at this stride a parked call costs 4 KiB of stack and half a KiB of page
/// table.
pub(super) const DEFAULT_STRIDE: usize = if cfg!(target_pointer_width = "64") { 256 * 1024 } else { 128 * 1024 };

/// Address space of a new mapping: a GiB.
const BYTES: usize = if cfg!(target_pointer_width = "64") { 1 << 30 } else { 16 << 20 };

/// Where limits on address space are tight, smaller mappings are tried down to this.
const FEWEST_SLOTS: usize = 32;

/// The part of the newest mapping that wasn't carved yet.
pub(super) struct Slab {
    next: usize,
    end: usize,
    /// Slots carved so far, from all mappings.
    carved: usize,
    /// The mappings that are used up, from start to end.
    full: Vec<(usize, usize)>,
    /// The start of the newest mapping.
    start: usize,
}

impl Slab {
    pub(super) const EMPTY: Slab = Slab { next: 0, end: 0, carved: 0, full: Vec::new(), start: 0 };

    pub(super) fn carved(&self) -> usize {
        self.carved
    }

    /// The bottoms of all slots that were carved.
    pub(super) fn slots(&self) -> Vec<usize> {
        let newest = (self.start, self.next);
        self.full.iter().copied().chain([newest]).flat_map(|(start, end)| (start..end).step_by(stride())).collect()
    }

    /// A slot that was never used.
    pub(super) fn carve(&mut self) -> io::Result<Slot> {
        if self.carved >= most() {
            return Err(io::Error::new(
                io::ErrorKind::QuotaExceeded,
                "as many as `StackConfig::most` allows are in use",
            ));
        }
        if self.next == self.end {
            self.map()?;
        }
        // SAFETY: `next` is the start of a stride that no slot was made of.
        unsafe { guard::install(self.next)? };
        let bottom = self.next;
        self.next += stride();
        self.carved += 1;
        // SAFETY: the stride is mapped, guarded, aligned, and was handed to
        // nobody: `next` only grows. Its label is the zeroes of a fresh mapping.
        Ok(unsafe { Slot::new(bottom, stride()) })
    }

    fn map(&mut self) -> io::Result<()> {
        self.full.try_reserve(1).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut bytes = BYTES.max(FEWEST_SLOTS * stride());
        let start = loop {
            match mapping::map_aligned(bytes, GUARD) {
                Ok(start) => break start,
                Err(e) if bytes <= FEWEST_SLOTS * stride() => return Err(e),
                Err(_) => bytes /= 2,
            }
        };
        overflow::watch(start, bytes, stride());
        if self.start != 0 {
            self.full.push((self.start, self.end));
        }
        (self.start, self.next, self.end) = (start, start, start + bytes);
        Ok(())
    }
}
