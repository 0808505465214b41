//! Counts what is allocated on the heap, in passes of their own: while the clock runs nothing is counted, so that counting costs the
//! strategies that allocate nothing extra.
//!
//! Stacks of coroutines are mapped by the runtime and never pass here; in a steady state they are reused.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The system's allocator, watched.
pub struct Counting;

static COUNTING: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

/// What was asked of the allocator; what was given back is not subtracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allocated {
    pub allocations: u64,
    pub bytes: u64,
}

/// Runs `work` and says what the whole process allocated meanwhile.
pub fn count<R>(work: impl FnOnce() -> R) -> (R, Allocated) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    ALLOCATIONS.store(0, Relaxed);
    BYTES.store(0, Relaxed);
    COUNTING.store(true, Relaxed);
    let result = work();
    COUNTING.store(false, Relaxed);
    (result, Allocated { allocations: ALLOCATIONS.load(Relaxed), bytes: BYTES.load(Relaxed) })
}

#[inline]
fn note(bytes: usize) {
    if COUNTING.load(Relaxed) {
        ALLOCATIONS.fetch_add(1, Relaxed);
        BYTES.fetch_add(bytes as u64, Relaxed);
    }
}

// SAFETY: every method passes its arguments on to `System` and returns what it returned, so `System`'s own guarantees hold; `note`
// neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller keeps `alloc`'s contract, which is `System`'s.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: as in `alloc`.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size);
        // SAFETY: `block` came from `System` through the methods above; the rest is the caller's contract.
        unsafe { System.realloc(block, layout, size) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as in `realloc`.
        unsafe { System.dealloc(block, layout) }
    }
}
