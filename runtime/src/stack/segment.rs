//! Where a coroutine continues when its stack is nearly used up: further stacks of doubling size, so that depth is limited by memory only
//! and the cost of changing stacks vanishes in the number of calls.

use super::{Function, GUARD, RED_ZONE, Slot, guard, mapping, overflow};
use std::cell::Cell;
use std::io;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

const SMALLEST: usize = 256 * 1024;
const LARGEST_BY_DOUBLING: usize = 32 * 1024 * 1024;

/// Segments of the smallest size that a thread keeps for a coroutine that goes up and down at the edge of its slot.
const KEPT: usize = 4;

/// A segment with room for `bytes`, or for twice as much as the coroutine already has: `grown` bytes.
///
/// # Panics
/// When the system has no memory left. The caller is a call, which then panics.
// Not inlined: the frame that calls this and `give_segment` may change threads between the two, with the address of a thread-local in it.
#[inline(never)]
pub(crate) fn take_segment(function: Function, bytes: usize, grown: usize) -> Slot {
    let doubled = grown.next_power_of_two().clamp(SMALLEST, LARGEST_BY_DOUBLING);
    let size = doubled.max((bytes + GUARD + 2 * RED_ZONE).next_multiple_of(GUARD.max(64 * 1024)));
    let kept = if size == SMALLEST { KEEP.try_with(Keep::take).ok().flatten() } else { None };
    let segment = kept.unwrap_or_else(|| map(size).unwrap_or_else(|e| panic!("no memory for a deeper stack: {e}")));
    segment.label().write(function);
    segment
}

/// Takes back a segment that nothing runs on.
#[inline(never)]
pub(crate) fn give_segment(segment: Slot) {
    let mut segment = Some(segment);
    let _ = KEEP.try_with(|keep| segment = segment.take().and_then(|segment| keep.give(segment)));
    if let Some(segment) = segment {
        unmap(segment);
    }
}

/// Address space of all segments.
static BYTES: AtomicUsize = AtomicUsize::new(0);

pub(super) fn bytes() -> usize {
    BYTES.load(Relaxed)
}

fn map(size: usize) -> io::Result<Slot> {
    let bottom = mapping::map_aligned(size, GUARD)?;
    // SAFETY: the start of a mapping that nothing was put in.
    if let Err(e) = unsafe { guard::install(bottom) } {
        // SAFETY: nothing refers to it.
        unsafe { mapping::unmap(bottom, size) };
        return Err(e);
    }
    overflow::watch(bottom, size, size);
    BYTES.fetch_add(size, Relaxed);
    // SAFETY: mapped, guarded, aligned, fresh.
    Ok(unsafe { Slot::new(bottom, size) })
}

fn unmap(segment: Slot) {
    overflow::unwatch(segment.bottom);
    BYTES.fetch_sub(segment.size, Relaxed);
    // SAFETY: the segment is ours and nothing runs on it.
    unsafe { mapping::unmap(segment.bottom, segment.size) };
}

thread_local!(static KEEP: Keep = const { Keep(Cell::new(Vec::new())) });

/// A thread's spare segments, all of the smallest size.
struct Keep(Cell<Vec<Slot>>);

impl Keep {
    fn take(&self) -> Option<Slot> {
        let mut kept = self.0.take();
        let segment = kept.pop();
        self.0.set(kept);
        segment
    }

    /// The segment itself, if it isn't kept.
    fn give(&self, segment: Slot) -> Option<Slot> {
        let mut kept = self.0.take();
        let full = kept.len() >= KEPT || segment.size() != SMALLEST;
        let rest = if full {
            Some(segment)
        } else {
            kept.push(segment);
            None
        };
        self.0.set(kept);
        rest
    }
}

impl Drop for Keep {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(unmap);
    }
}
