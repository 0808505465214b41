//! Who has the free slots: each thread a list, last in first out, so that a warm start finds its memory in the cache; and all threads
//! together a shared list, filled and emptied in batches.

use super::slab::{STRIDE, Slab};
use super::{GUARD, Slot, mapping, overflow};
use std::cell::Cell;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Slots that move between a thread's list and the shared one at a time.
const BATCH: usize = 32;

/// A thread that has more free slots gives a batch away.
const MOST_LOCAL: usize = 4 * BATCH;

/// When the shared list is longer than this, what comes in gives its memory back to the system.
const MOST_WARM: usize = 1024;

/// What a slot keeps at its top after its coroutine went deep.
const WARM_BYTES: usize = if GUARD > 8 * 1024 { GUARD } else { 8 * 1024 };

/// Counts of this process's stacks, for tests and for finding out where calls are not fused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StackStats {
    /// Stacks made so far: those in use, those that wait for reuse, and those of leaked calls.
    pub stacks: usize,
    /// Stacks that wait in the calling thread's list.
    pub free_here: usize,
    /// Calls that were started on a stack of their own by the calling thread. Fused calls are not counted.
    pub started_here: usize,
}

/// Counts of stacks.
///
/// ```
/// # use resumable::{resumable, stack_stats};
/// #[resumable(stackful)]
/// async fn leaf(x: u32) -> u32 { x + 1 }
/// #[resumable(stackful)]
/// async fn twice(x: u32) -> u32 { leaf(leaf(x).await).await }
///
/// let before = stack_stats().started_here;
/// assert_eq!(resumable::block_on(twice(1)), 3);
/// assert_eq!(stack_stats().started_here, before + 1); // `leaf` was fused
/// ```
pub fn stack_stats() -> StackStats {
    let stacks = shared().slab.carved();
    let here = LOCAL.try_with(|local| (local.len.get(), local.started.get()));
    let (free_here, started_here) = here.unwrap_or_default();
    StackStats { stacks, free_here, started_here }
}

/// A free stack, labelled with the function that will run on it.
///
/// # Panics
/// When the system has no memory or guard pages left.
#[inline]
pub(crate) fn take(function: &'static str) -> Slot {
    let slot = LOCAL.try_with(Local::take).unwrap_or_else(|_| one());
    slot.label().write(function);
    slot
}

/// Takes back a stack that nothing runs on.
#[inline]
pub(crate) fn give(slot: Slot) {
    if slot.label().deep.get() {
        trim(&slot);
    }
    let mut slot = Some(slot);
    // The thread's list is gone when a call that is itself held in a thread-local is dropped at thread exit.
    let _ = LOCAL.try_with(|local| slot.take().map(|slot| local.push(slot)));
    if let Some(slot) = slot {
        shared().free.push(slot);
    }
}

thread_local!(static LOCAL: Local = const { Local::new() });

/// A thread's free slots, by their bottoms. An array and not a `Vec`: nothing is allocated when a stack is taken or given back.
struct Local {
    free: [Cell<usize>; MOST_LOCAL],
    len: Cell<usize>,
    started: Cell<usize>,
}

impl Local {
    const fn new() -> Self {
        Local { free: [const { Cell::new(0) }; MOST_LOCAL], len: Cell::new(0), started: Cell::new(0) }
    }

    #[inline(always)]
    fn take(&self) -> Slot {
        self.started.set(self.started.get() + 1);
        self.pop().unwrap_or_else(|| self.refill())
    }

    #[inline(always)]
    fn pop(&self) -> Option<Slot> {
        let last = self.len.get().checked_sub(1)?;
        self.len.set(last);
        // SAFETY: `push` stored the bottom of a slot that it owned, and this takes it out again.
        Some(unsafe { Slot::new(self.free[last].get(), STRIDE) })
    }

    #[inline(always)]
    fn push(&self, slot: Slot) {
        if self.len.get() == MOST_LOCAL {
            self.spill();
        }
        let len = self.len.get();
        self.free[len].set(slot.bottom);
        self.len.set(len + 1);
    }

    /// A batch from the shared list, one slot of which is returned.
    #[cold]
    fn refill(&self) -> Slot {
        overflow::prepare_thread();
        let mut shared = shared();
        let slot = shared.take();
        if slot.is_ok() {
            // What can't be had now isn't asked for again before it is needed.
            (1..BATCH).map_while(|_| shared.take().ok()).for_each(|slot| self.push(slot));
        }
        drop(shared);
        found(slot)
    }

    /// A batch to the shared list: the oldest, which are the coldest.
    #[cold]
    fn spill(&self) {
        let oldest: Vec<Slot> = self.free[..BATCH]
            .iter()
            // SAFETY: as in `pop`; the rest moves down over the slots that are taken out.
            .map(|bottom| unsafe { Slot::new(bottom.get(), STRIDE) })
            .collect();
        for i in BATCH..self.len.get() {
            self.free[i - BATCH].set(self.free[i].get());
        }
        self.len.set(self.len.get() - BATCH);
        if shared().free.len() > MOST_WARM {
            cool(&oldest);
        }
        shared().free.extend(oldest);
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        let free = std::iter::from_fn(|| self.pop());
        shared().free.extend(free);
    }
}

/// What all threads share.
struct Shared {
    free: Vec<Slot>,
    slab: Slab,
}

static SHARED: Mutex<Shared> = Mutex::new(Shared { free: Vec::new(), slab: Slab::EMPTY });

/// A panic while it was held leaves it as it was.
fn shared() -> MutexGuard<'static, Shared> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn take(&mut self) -> io::Result<Slot> {
        self.free.pop().map_or_else(|| self.slab.carve(), Ok)
    }
}

#[cold]
fn one() -> Slot {
    let slot = shared().take();
    found(slot)
}

fn found(slot: io::Result<Slot>) -> Slot {
    slot.unwrap_or_else(|e| panic!("no stack for a coroutine: {e}"))
}

/// Gives the memory of a stack that nothing runs on back to the system, but for its top.
#[cold]
fn trim(slot: &Slot) {
    // SAFETY: the range is inside the slot, between its guard and the part that holds its label; the slot is ours and nothing runs on it.
    unsafe { mapping::discard(slot.bottom + GUARD, slot.bottom + STRIDE - WARM_BYTES) };
}

/// Gives all memory of these stacks back to the system, neighbours in one go. Guards stay.
fn cool(slots: &[Slot]) {
    let mut bottoms: Vec<usize> = slots.iter().map(|slot| slot.bottom).collect();
    bottoms.sort_unstable();
    for run in bottoms.chunk_by(|a, b| a + STRIDE == *b) {
        // SAFETY: the slots are ours and nothing runs on them. Their labels become zeroes, which are valid ones.
        unsafe { mapping::discard(run[0], run[0] + run.len() * STRIDE) };
    }
}
