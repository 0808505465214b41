//! Memory for coroutines.
//!
//! ```text
//!  slab: one mapping of a GiB, reserved, filled by the pages that are touched
//!  ┌──────┬──────┬──────┬──────┬─ ─ ─┐         segment: a mapping of its own, for a coroutine that goes deep
//!  │ slot │ slot │ slot │ slot │     │         ┌─────────────────────────────┐
//!  └──────┴──────┴──────┴──────┴─ ─ ─┘         │ of the same layout, larger  │
//!     │                                        └─────────────────────────────┘
//!  bottom                                                                  top
//!  ┌───────┬──────────────────┬──────────────────────────────────────┬───────┐
//!  │ guard │ red zone         │                  ◄── frames of calls │ label │
//!  └───────┴──────────────────┴──────────────────────────────────────┴───────┘
//!           plain code only    low
//! ```
//! - [`slab`] carves slots out of mappings, each with its [`guard`] page.
//! - [`pool`] lends them: a list per thread, last in first out, and a shared one behind it.
//! - [`segment`] is where a coroutine continues when a fused call finds the stack pointer below `low`.
//! - [`config`] says how large they are and how many; [`live`] lists those in use.
//! - [`overflow`] says which function it was when the guard page is hit all the same.
//!
//! The rule that all of this keeps: the memory of a slot or segment is reused or unmapped only by whoever owns it as a value, and a
//! suspended coroutine owns its own. Leaking a coroutine leaks them.

mod config;
mod guard;
mod live;
mod mapping;
mod overflow;
mod pool;
mod segment;
mod slab;

pub use config::{OutOfStacks, StackConfig, StacksInUse};
pub use live::{LiveCall, live_calls, watch_calls};
pub use pool::{StackStats, release_stacks, reserve_stacks, stack_stats};

pub(crate) use pool::{give, take, try_take};
pub(crate) use segment::{give_segment, take_segment};

use corosensei::stack::{Stack, StackPointer};
use std::cell::Cell;
use std::mem::transmute;
use std::ptr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64};

/// The lowest part of each stack, inaccessible. A multiple of every page size that the architecture has.
const GUARD: usize = if cfg!(any(target_arch = "x86_64", target_arch = "x86")) { 4 * 1024 } else { 64 * 1024 };

/// What is kept for plain code: the frames of the body that is entered when the stack pointer is just above `low`, and below them whatever
/// that body calls before it awaits, foreign `poll`s among it. The largest that was measured is in the docs of [`StackConfig`].
const RED_ZONE: usize = 144 * 1024;

/// Nine sixteenths of a small stack.
fn red_zone(size: usize) -> usize {
    (size / 16 * 9).min(RED_ZONE)
}

/// One stack, owned: nobody else has one that overlaps. It has no `Drop`: what isn't given back is never used again.
pub(crate) struct Slot {
    bottom: usize,
    size: usize,
}

/// The top of a stack, above the first frame. All zeroes, as in a fresh mapping, is a valid one: of a stack that nothing runs on.
///
/// Its owner writes it. Others read what is atomic, at any time.
#[repr(C, align(16))]
struct Label {
    /// The function whose body is the outermost on this stack, as a [`Function`]. Null: never used. One word, so that a name is read whole.
    function: AtomicPtr<()>,
    /// When it was started, in nanoseconds of the process. 0: nobody asked for it.
    since: AtomicU64,
    use_: AtomicU8,
    /// Whether the coroutine went on to a segment, hence used this stack down to its red zone.
    deep: Cell<bool>,
}

/// The name of a function: `type_name` of its body.
pub(crate) type Function = fn() -> &'static str;

/// What a stack is used for, as its label says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Use {
    Free = 0,
    Running = 1,
    Suspended = 2,
}

impl Label {
    fn write(&self, function: Function) {
        self.function.store(function as *mut (), Relaxed);
        self.since.store(live::now_if_watched(), Relaxed);
        self.deep.set(false);
        self.set(Use::Running);
    }

    #[inline(always)]
    fn set(&self, use_: Use) {
        self.use_.store(use_ as u8, Relaxed);
    }

    /// Calls nothing that a signal handler may not.
    fn function(&self) -> Option<Function> {
        let function = self.function.load(Relaxed);
        // SAFETY: written by `write` only, of a `Function`.
        (!function.is_null()).then(|| unsafe { transmute::<*mut (), Function>(function) })
    }
}

impl Slot {
    /// `size` bytes from `bottom`.
    ///
    /// # Safety
    /// The memory is mapped, readable and writable but for the guard at its bottom, aligned to [`GUARD`], and handed to nobody else. Its
    /// last bytes are zeroes or an earlier label.
    unsafe fn new(bottom: usize, size: usize) -> Self {
        Slot { bottom, size }
    }

    /// All of it, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// What the frames on this stack have to know of it.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds { low: self.bottom + GUARD + red_zone(self.size), label: self.label() }
    }

    fn label(&self) -> &Label {
        // SAFETY: the top of our memory is kept for the label (`base` is below it), and is one (`new`).
        unsafe { &*label_of(self.bottom, self.size) }
    }
}

fn label_of(bottom: usize, size: usize) -> *const Label {
    ptr::with_exposed_provenance(bottom + size - size_of::<Label>())
}

/// What the frames on a stack have to know of it.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// Below this address of the stack pointer, a fused call continues on a further segment.
    pub(crate) low: usize,
    label: *const Label,
}

impl Bounds {
    /// Notes that the coroutine leaves this stack for a segment.
    ///
    /// # Safety
    /// Called from a frame on this stack, or on a segment that was entered from it.
    pub(crate) unsafe fn note_deep(&self) {
        // SAFETY: the frame's coroutine owns the slot that the label is in, and isn't finished.
        unsafe { &*self.label }.deep.set(true);
    }

    /// Notes whether the coroutine is suspended.
    ///
    /// # Safety
    /// As of [`note_deep`](Self::note_deep).
    #[inline(always)]
    pub(crate) unsafe fn note(&self, use_: Use) {
        // SAFETY: as there.
        unsafe { &*self.label }.set(use_);
    }
}

// SAFETY: there is a guard at the bottom, which `limit` includes, and `base` is aligned since `bottom` and `size` are and `Label` is 16 bytes
// aligned and sized. A slot has far more than the minimum between them.
unsafe impl Stack for Slot {
    #[inline]
    fn base(&self) -> StackPointer {
        StackPointer::new(self.bottom + self.size - size_of::<Label>()).expect("not at address zero")
    }
    #[inline]
    fn limit(&self) -> StackPointer {
        StackPointer::new(self.bottom).expect("not at address zero")
    }
}

/// The stack pointer, or an address near it.
#[inline(always)]
pub(crate) fn pointer() -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        let sp: usize;
        // SAFETY: reads a register.
        unsafe { std::arch::asm!("mov {}, rsp", out(reg) sp, options(nomem, nostack, preserves_flags, pure)) };
        sp
    }
    #[cfg(target_arch = "aarch64")]
    {
        let sp: usize;
        // SAFETY: reads a register.
        unsafe { std::arch::asm!("mov {}, sp", out(reg) sp, options(nomem, nostack, preserves_flags, pure)) };
        sp
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let here = 0u8;
        ptr::from_ref(std::hint::black_box(&here)).addr()
    }
}
