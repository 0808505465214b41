//! Who has the free slots: each thread a list, last in first out, so that a warm start finds its memory in the cache; and all threads
//! together a shared list, filled and emptied in batches.

use super::config::{OutOfStacks, stride};
use super::slab::Slab;
use super::{Function, GUARD, Slot, Use, live, mapping, overflow, segment};
use std::array::from_fn;
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

/// Counts of this process's stacks, for tests, for monitoring, and for finding out where calls are not fused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StackStats {
    /// Stacks made so far: those in use, those that wait for reuse, and those of leaked calls.
    pub stacks: usize,
    /// Stacks in use, of leaked calls as well.
    pub live: usize,
    /// Those of them whose call is suspended.
    pub parked: usize,
    /// Stacks that wait for reuse, in the lists of all threads and in the shared one.
    pub pooled: usize,
    /// The most stacks that were out of the shared list at a time: in use, or up to 128 in the list of each thread.
    pub peak: usize,
    /// Address space of all stacks and of the segments of deep calls, in bytes. What of it is resident, only the system knows.
    pub bytes: usize,
    /// Stacks that wait in the calling thread's list.
    pub free_here: usize,
    /// Calls that were started on a stack of their own by the calling thread. Fused calls are not counted.
    pub started_here: usize,
}

/// Counts of stacks. It looks at each of them.
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
    let (stacks, peak) = {
        let shared = shared();
        (shared.slab.carved(), shared.peak)
    };
    let (live, parked) = live::count();
    let (pooled, bytes) = (stacks.saturating_sub(live), stacks * stride() + segment::bytes());
    let here = LOCAL.try_with(|local| (local.len.get(), local.started.get()));
    let (free_here, started_here) = here.unwrap_or_default();
    StackStats { stacks, live, parked, pooled, peak, bytes, free_here, started_here }
}

/// A free stack, labelled with the function that will run on it.
///
/// # Panics
/// When the system has no memory or guard pages left.
#[inline]
pub(crate) fn take(function: Function) -> Slot {
    try_take(function).unwrap_or_else(|error| none(&error))
}

/// As [`take`].
#[inline]
pub(crate) fn try_take(function: Function) -> Result<Slot, OutOfStacks> {
    let slot = LOCAL.try_with(Local::take).unwrap_or_else(|_| shared().take()).map_err(OutOfStacks)?;
    slot.label().write(function);
    Ok(slot)
}

#[cold]
fn none(error: &OutOfStacks) -> ! {
    panic!("{error}")
}

/// Makes sure that `count` more calls can be started, on any thread, without asking the system for memory; others may take what is reserved.
///
/// # Errors
/// When there isn't enough. What could be had is kept.
pub fn reserve_stacks(count: usize) -> Result<(), OutOfStacks> {
    let mut shared = shared();
    let missing = count.saturating_sub(shared.free.len());
    for _ in 0..missing {
        let slot = shared.carve().map_err(OutOfStacks)?;
        shared.free.push(slot);
    }
    Ok(())
}

/// Gives the memory of stacks that wait for reuse back to the system: of those in the shared list and in the calling thread's. They stay
/// mapped.
pub fn release_stacks() {
    let _ = LOCAL.try_with(|local| {
        while local.len.get() >= BATCH {
            local.spill();
        }
        let rest = std::iter::from_fn(|| local.pop());
        shared().free.extend(rest);
    });
    shared().free.chunks(BATCH).for_each(cool);
}

/// Runs `f` if no stack was made yet, and before one is.
pub(super) fn before_the_first<R>(f: impl FnOnce() -> R) -> Option<R> {
    let shared = shared();
    (shared.slab.carved() == 0).then(f)
}

/// Where all stacks are, and how large.
pub(super) fn carved_slots() -> impl Iterator<Item = (usize, usize)> {
    let slots = shared().slab.slots();
    slots.into_iter().map(|bottom| (bottom, stride()))
}

/// Takes back a stack that nothing runs on.
#[inline]
pub(crate) fn give(slot: Slot) {
    slot.label().set(Use::Free);
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
    fn take(&self) -> io::Result<Slot> {
        self.started.set(self.started.get() + 1);
        match self.pop() {
            Some(slot) => Ok(slot),
            None => self.refill(),
        }
    }

    #[inline(always)]
    fn pop(&self) -> Option<Slot> {
        let last = self.len.get().checked_sub(1)?;
        self.len.set(last);
        // SAFETY: `push` stored the bottom of a slot that it owned, and this takes it out again.
        Some(unsafe { Slot::new(self.free[last].get(), stride()) })
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
    fn refill(&self) -> io::Result<Slot> {
        overflow::prepare_thread();
        let mut shared = shared();
        let slot = shared.take();
        if slot.is_ok() {
            // What can't be had now isn't asked for again before it is needed.
            (1..BATCH).map_while(|_| shared.take().ok()).for_each(|slot| self.push(slot));
        }
        slot
    }

    /// A batch to the shared list: the oldest, which are the coldest.
    #[cold]
    fn spill(&self) {
        // SAFETY: as in `pop`; the rest moves down over the slots that are taken out.
        let oldest: [Slot; BATCH] = from_fn(|i| unsafe { Slot::new(self.free[i].get(), stride()) });
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
    /// Has room for every slot, so that giving one back allocates nothing.
    free: Vec<Slot>,
    slab: Slab,
    peak: usize,
}

static SHARED: Mutex<Shared> = Mutex::new(Shared { free: Vec::new(), slab: Slab::EMPTY, peak: 0 });

/// A panic while it was held leaves it as it was.
fn shared() -> MutexGuard<'static, Shared> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn take(&mut self) -> io::Result<Slot> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => self.carve()?,
        };
        self.peak = self.peak.max(self.slab.carved() - self.free.len());
        Ok(slot)
    }

    fn carve(&mut self) -> io::Result<Slot> {
        let missing = self.slab.carved() + 1 - self.free.len();
        self.free.try_reserve(missing).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.slab.carve()
    }
}

/// Gives the memory of a stack that nothing runs on back to the system, but for its top.
#[cold]
fn trim(slot: &Slot) {
    // SAFETY: the range is inside the slot, between its guard and the part that holds its label; the slot is ours and nothing runs on it.
    unsafe { mapping::discard(slot.bottom + GUARD, slot.bottom + slot.size - WARM_BYTES) };
}

/// Gives all memory of these stacks back to the system, neighbours in one go. Guards stay.
fn cool(slots: &[Slot]) {
    let mut bottoms = [0; BATCH];
    let bottoms = &mut bottoms[..slots.len()];
    bottoms.iter_mut().zip(slots).for_each(|(bottom, slot)| *bottom = slot.bottom);
    bottoms.sort_unstable();
    for run in bottoms.chunk_by(|a, b| a + stride() == *b) {
        // SAFETY: the slots are ours and nothing runs on them. Their labels become zeroes, which are valid ones.
        unsafe { mapping::discard(run[0], run[0] + run.len() * stride()) };
    }
}
