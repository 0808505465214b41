//! How large stacks are and how many there may be, said once before the first of them is made.

use super::slab;
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// How large stacks are and how many there may be.
///
/// The default: 256 KiB, and as many as the system has room for. Of a stack only the pages that were touched take memory, mostly one; address
/// space costs half a KiB of page table for each parked call at this size.
///
/// 144 KiB of it are kept for code that doesn't await. In debug builds, where frames are largest, the compilation of a regular expression
/// with Unicode classes takes 123 KiB, the most of what was measured; a panic with its backtrace 23 KiB; `serde_json`, tokio's timers and
/// sockets, and the system's resolver 19 KiB each; formatting and hashing 7 KiB.
///
/// ```
/// use resumable::StackConfig;
///
/// // At the start of the program:
/// StackConfig { bytes: 128 * 1024, most: 100_000 }.install().expect("no coroutine was started yet");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackConfig {
    /// The size of a stack in bytes of address space, guard included: 64 KiB at least, rounded up to a power of two. Nine sixteenths of it, at
    /// most 144 KiB, are kept for plain code.
    pub bytes: usize,
    /// The most stacks that are made. Starting a call beyond them fails as when the system has no memory.
    pub most: usize,
}

const SMALLEST: usize = 64 * 1024;

static BYTES: AtomicUsize = AtomicUsize::new(slab::DEFAULT_STRIDE);
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

impl Default for StackConfig {
    fn default() -> Self {
        StackConfig { bytes: slab::DEFAULT_STRIDE, most: usize::MAX }
    }
}

impl StackConfig {
    /// Makes it what stacks of this process are from now on.
    ///
    /// # Errors
    /// When there are stacks already: they all have one size.
    pub fn install(self) -> Result<(), StacksInUse> {
        super::pool::before_the_first(|| {
            BYTES.store(self.bytes.max(SMALLEST).next_power_of_two(), Relaxed);
            MOST.store(self.most, Relaxed);
        })
        .ok_or(StacksInUse(()))
    }
}

/// The distance from stack to stack.
#[inline(always)]
pub(super) fn stride() -> usize {
    BYTES.load(Relaxed)
}

pub(super) fn most() -> usize {
    MOST.load(Relaxed)
}

/// [`StackConfig::install`] came too late.
pub struct StacksInUse(());

impl fmt::Display for StacksInUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stacks were made already: configure them before the first coroutine is started")
    }
}

impl fmt::Debug for StacksInUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StacksInUse({self})")
    }
}

impl Error for StacksInUse {}

/// There is no stack to be had: the system has no memory or no mappings left, or [`StackConfig::most`] are in use.
pub struct OutOfStacks(pub(super) io::Error);

impl fmt::Display for OutOfStacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no stack for a coroutine: {}", self.0)
    }
}

impl fmt::Debug for OutOfStacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutOfStacks({self})")
    }
}

impl Error for OutOfStacks {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}
