//! Slots: what emitted code does with a variable that lives in the frame.

use core::mem::{ManuallyDrop, MaybeUninit, needs_drop};
use core::sync::atomic::{Ordering, compiler_fence};

/// The state of a frame. (Emitted enums derive nothing: each derived function is one more for rustc to check.)
///
/// # Safety
/// `state` is valid for reads, and its type could be `Copy`.
#[inline(always)]
pub unsafe fn copied<S>(state: *const S) -> S {
    // SAFETY: by contract.
    unsafe { state.read() }
}

/// What a frame that is made holds where nothing is yet.
///
/// By a function behind a pointer, which LLVM sees through and rustc's own optimizer doesn't: that one would take what is uninitialised for a constant, and
/// a constant in an aggregate is copied from the binary's data, as long as it is (rust-lang/rust#157743, in rustc from 1.93 on).
///
/// # Safety
/// `T` is a `MaybeUninit`, or a union of which a field holds nothing.
#[inline(always)]
pub unsafe fn empty<T>() -> T {
    let uninit: fn() -> MaybeUninit<T> = MaybeUninit::uninit;
    // SAFETY: `MaybeUninit<T>` has the ABI of `T`, and by contract what is uninitialised is a value of this type. (`assume_init` would be two more copies
    // without optimization.)
    let uninit: fn() -> T = unsafe { core::mem::transmute(uninit) };
    uninit()
}

/// The place of a variable.
#[inline(always)]
pub fn slot<T>(field: *mut MaybeUninit<T>) -> *mut T {
    field.cast()
}

/// The place of a variable that is never dropped, since it is `Copy`.
#[inline(always)]
pub fn copy_slot<T: Copy>(field: *mut MaybeUninit<T>) -> *mut T {
    field.cast()
}

/// The place of a variable, of an awaiter or of several, which others have at other times.
#[inline(always)]
pub fn member<T>(field: *mut ManuallyDrop<T>) -> *mut T {
    field.cast()
}

/// The place of a variable that is never dropped, since it is `Copy`.
#[inline(always)]
pub fn copy_place<T: Copy>(at: *mut T) -> *mut T {
    at
}

/// Fills a slot; what it held is not dropped.
///
/// # Safety
/// `at` is valid for writes.
#[inline(always)]
pub unsafe fn put<T>(at: *mut T, value: T) {
    /// A word with its provenance, or with its padding.
    type Word = MaybeUninit<*mut ()>;
    if !is_few_words::<T>() {
        // SAFETY: by contract.
        return unsafe { at.write(value) };
    }
    let value = ManuallyDrop::new(value);
    let (from, to) = ((&raw const value).cast::<Word>(), at.cast::<Word>());
    for word in 0..size_of::<T>() / size_of::<Word>() {
        // SAFETY: both are aligned for words, and this is one of the words of `T`.
        unsafe { *to.add(word) = *from.add(word) }
        compiler_fence(Ordering::SeqCst); // keeps LLVM from joining two of them
    }
}

/// Two to eight words, which are moved one by one: LLVM moves a `String` that a call has just returned, three words, by a load of two that
/// were stored one by one. Such a load waits until both stores have left the processor's store buffer, for several nanoseconds.
const fn is_few_words<T>() -> bool {
    let word = size_of::<usize>();
    align_of::<T>() == word && size_of::<T>().is_multiple_of(word) && matches!(size_of::<T>() / word, 2..=8)
}

/// `let x = value`, where `x` has a flag.
///
/// # Safety
/// Both pointers are valid for writes.
#[inline(always)]
pub unsafe fn init<T>(at: *mut T, live: *mut bool, value: T) {
    // SAFETY: by contract.
    unsafe {
        put(at, value);
        if needs_drop::<T>() {
            *live = true;
        }
    }
}

/// A use of `x` as a value: moves it out and clears its flag, or copies what can be copied.
///
/// # Safety
/// The slot holds a value, and it is not used again before it is filled unless `T: Copy` or `T` is a reference that the use reborrows. The
/// borrow checker has seen to that in the shadow.
#[inline(always)]
pub unsafe fn take<T>(at: *mut T, live: *mut bool) -> T {
    // SAFETY: by contract.
    unsafe {
        if needs_drop::<T>() {
            *live = false;
        }
        at.read()
    }
}

/// The value for a pattern that takes all of it, if the pattern matches: moves it out and clears its flag.
///
/// # Safety
/// As [`take`], if it matches.
#[inline(always)]
pub unsafe fn taken_if<T>(at: *mut T, live: *mut bool, matches: bool) -> Option<T> {
    // SAFETY: by contract.
    matches.then(|| unsafe { take(at, live) })
}

/// A use of `x` as a value, which another use can follow, so that it copies, or isn't compiled: the shadow's borrow checker tells the user.
///
/// # Safety
/// The slot holds a value.
#[inline(always)]
pub unsafe fn again<T>(at: *mut T) -> T {
    const { assert!(!needs_drop::<T>(), "only a copy can be used again") };
    // SAFETY: by contract; it owns nothing that two values could drop.
    unsafe { at.read() }
}

/// A slot that has a flag, where its guard isn't at hand.
pub struct Owned<T> {
    at: *mut T,
    live: *mut bool,
}

impl<T> Owned<T> {
    /// # Safety
    /// Of a use of the variable: as [`take`].
    #[inline(always)]
    pub unsafe fn of(at: *mut T, live: *mut bool) -> Self {
        Owned { at, live }
    }

    /// As [`take`].
    #[inline(always)]
    pub fn take(self) -> T {
        // SAFETY: promised to `of`.
        unsafe { take(self.at, self.live) }
    }
}

/// `x = value`: drops what is there, if anything is, then stores the new value, which happens also if that drop panics.
///
/// # Safety
/// Both pointers are valid; the flag says whether the slot holds a value.
#[inline(always)]
pub unsafe fn assign<T>(at: *mut T, live: *mut bool, value: T) {
    struct Store<T>(*mut T, *mut bool, ManuallyDrop<T>);
    impl<T> Drop for Store<T> {
        #[inline(always)]
        fn drop(&mut self) {
            // SAFETY: the old value is gone, dropped or half dropped by an unwinding destructor; the new one is taken once, here.
            unsafe { init(self.0, self.1, ManuallyDrop::take(&mut self.2)) }
        }
    }
    // SAFETY: by contract.
    unsafe {
        let store = Store(at, live, ManuallyDrop::new(value));
        if needs_drop::<T>() && *live {
            *live = false;
            at.drop_in_place();
        }
        drop(store);
    }
}

/// Leaves what the guards guard in the frame: the machine is about to suspend.
#[inline(always)]
pub fn forget<G>(guards: G) {
    core::mem::forget(guards)
}

/// How a `match` with awaits goes on: into an arm that awaits, or it is done.
pub enum Arm<T> {
    Enter(usize),
    Done(T),
}

/// `assert!` without a message of the user's: the text is made from the condition as it was written, and is the payload, as with rustc.
#[cfg(feature = "std")]
#[cold]
#[inline(never)]
#[track_caller]
pub fn assertion_failed(message: &'static str) -> ! {
    std::panic::panic_any(message)
}

/// As above, for a panic handler, which sees the text and no payload.
#[cfg(not(feature = "std"))]
#[cold]
#[inline(never)]
#[track_caller]
pub fn assertion_failed(message: &'static str) -> ! {
    panic!("{message}")
}

/// Says what a place is of whose variable or awaiter is not compiled.
#[inline(always)]
pub fn absent(_: *mut ()) {}
