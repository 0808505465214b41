//! Methods of a `dyn` trait: a call whose type names neither `Self` nor an opaque type, and which allocates nothing.
//!
//! Input: `trait Store { async fn get(&self, key: u64) -> V; }`
//! Output: `fn get<'a>(&'a self, key: u64) -> Call<Method<(Receiver<'a>, u64), V>>`
//!
//! The closure that is the body captures the receiver and the arguments and nothing else ([`Captured`]). So a tuple of their types has room
//! for it, whatever `Self` is, and borrows what it borrows: [`Method`] holds the closure in the place of such a tuple, beside the two functions
//! that know its type.
//!
//! What the method has made of single words must not be copied by loads of two, which have to wait until the stores are done. So two words
//! are passed on in registers, and more are run where they are.

use super::fuse::{has_room, in_place};
use super::large::is_large;
use super::suspender::Hidden;
use super::{Body, Call, Flow, started};
use std::marker::PhantomData;
use std::mem::{MaybeUninit, forget};
use std::pin::Pin;

/// The code of a method of a `dyn` trait together with its arguments.
///
/// `A` are the types of the arguments, `R` is what the method returns.
pub struct Method<A, R> {
    /// Moves the closure out of what it is passed, and runs it.
    run: unsafe fn(Word, Word, suspender: Hidden<'_>) -> Flow<R>,
    /// Drops the closure.
    drop: unsafe fn(closure: *mut ()),
    /// Invariant: a closure of the type that the two functions were made for; or nothing any more, and `drop` is [`nothing`].
    closure: MaybeUninit<A>,
}

/// What a function is passed in registers: a closure of two words, or the address of a larger one and nothing.
type Word = MaybeUninit<*mut ()>;

/// In the place of a receiver, which is a reference for `'a`: as large as one, and not `Send`, which depends on `Self`.
pub struct Receiver<'a> {
    _reference: *const (),
    _lifetime: PhantomData<&'a ()>,
}

/// References to `Self`.
pub trait AsReceiver<'a> {}

impl<'a, T: ?Sized> AsReceiver<'a> for &'a T {}
impl<'a, T: ?Sized> AsReceiver<'a> for &'a mut T {}
impl<'a, T: ?Sized> AsReceiver<'a> for Pin<&'a T> {}
impl<'a, T: ?Sized> AsReceiver<'a> for Pin<&'a mut T> {}

/// Emitted in code that is never run, for its type.
pub fn receiver<'a>(_: impl AsReceiver<'a>) -> Receiver<'a> {
    unreachable!("emitted behind `if false`")
}

/// Whether a closure as large as `A` is passed in registers.
const fn is_small<A>() -> bool {
    size_of::<A>() <= 2 * size_of::<Word>() && align_of::<A>() <= align_of::<Word>()
}

/// What the closure that is the body of a method captures, and what it returns.
pub struct Captured<A, R>(PhantomData<(A, R)>);

impl<A, R> Captured<A, R> {
    /// # Safety
    /// The closure that [`method`](Self::method) is given captures what [`are`](Self::are) is given, by value and nothing else; but for the
    /// receiver, in the place of which a [`receiver`] is given.
    #[inline(always)]
    pub unsafe fn new() -> Self {
        Captured(PhantomData)
    }

    /// Emitted behind `if false`: tells the compiler that these are the types, with their lifetimes.
    pub fn are(self, _: A) -> Call<Method<A, R>> {
        unreachable!("emitted behind `if false`")
    }

    /// Makes the call. As with [`call`](super::call()), the closure is the direct argument.
    #[inline(always)]
    pub fn method<C: FnOnce(Hidden<'_>) -> Flow<R>>(self, body: C) -> Call<Method<A, R>> {
        const {
            assert!(
                size_of::<C>() <= size_of::<A>() && align_of::<C>() <= align_of::<A>(),
                "a type without a size, as `[u8]` or `str`, can't have stackful methods of a trait: implement the trait for a reference to it"
            )
        }
        let mut closure = MaybeUninit::<A>::uninit();
        // SAFETY: there is room for it, by the assertion, at an aligned place that nobody else uses.
        unsafe { closure.as_mut_ptr().cast::<C>().write(body) };
        // What the closure borrows is in `A`, by the promise of `new`, and so is whether it is `Send`.
        Call::new(Method { run: run::<A, C, R>, drop: drop::<C>, closure })
    }
}

/// # Safety
/// The words are a `C`, if it is small, or else the first is the address of one, which isn't used afterwards.
unsafe fn run<A, C: FnOnce(Hidden<'_>) -> Flow<R>, R>(first: Word, second: Word, suspender: Hidden<'_>) -> Flow<R> {
    let words = [first, second];
    let place: *const C = if is_small::<A>() {
        words.as_ptr().cast()
    } else {
        // SAFETY: it is an address.
        unsafe { first.assume_init() }.cast_const().cast()
    };
    if !has_room::<C>(suspender) {
        // SAFETY: the caller's promise.
        return unsafe { moved(place, suspender) };
    }
    // SAFETY: the caller's promise.
    let body = unsafe { place.read() };
    body(suspender)
}

/// Goes on where there is room. Out of line, so that the closure needs no place of its own where there is.
///
/// # Safety
/// `closure` points to a `C`, which isn't used afterwards.
#[cold]
#[inline(never)]
unsafe fn moved<C: FnOnce(Hidden<'_>) -> Flow<R>, R>(closure: *const C, suspender: Hidden<'_>) -> Flow<R> {
    // SAFETY: the caller's promise.
    in_place(Call::new(unsafe { closure.read() }), suspender)
}

/// # Safety
/// `closure` points to a `C`, which isn't used afterwards.
unsafe fn drop<C>(closure: *mut ()) {
    // SAFETY: the caller's promise.
    unsafe { closure.cast::<C>().drop_in_place() }
}

/// In the place of [`drop`], when the closure was moved out.
unsafe fn nothing(_: *mut ()) {}

impl<A, R> Body for Method<A, R> {
    type Output = R;

    fn run(mut self, suspender: Hidden<'_>) -> Flow<R> {
        let flow = self.spend(suspender);
        forget(self);
        flow
    }

    /// Not inlined, so that the call is run where the method has put it. That is also why nothing else is done with the call as a whole.
    #[inline(never)]
    unsafe fn fuse(mut call: Call<Self>, suspender: Hidden<'_>) -> Flow<R> {
        let Some(this) = call.unstarted_body() else {
            forget(call);
            started()
        };
        if is_large::<Self>() {
            return in_place(call, suspender);
        }
        if is_small::<A>() {
            let (run, (first, second)) = (this.run, words(&this.closure));
            forget(call);
            // SAFETY: the invariant of `closure`, which was moved out of the call.
            return unsafe { run(first, second, suspender) };
        }
        let flow = this.spend(suspender);
        forget(call);
        flow
    }
}

impl<A, R> Method<A, R> {
    /// Runs the closure, and has nothing to drop any more.
    #[inline(always)]
    fn spend(&mut self, suspender: Hidden<'_>) -> Flow<R> {
        self.drop = nothing;
        let (first, second) = if is_small::<A>() {
            words(&self.closure)
        } else {
            (MaybeUninit::new(self.closure.as_mut_ptr().cast()), MaybeUninit::uninit())
        };
        // SAFETY: the invariant of `closure`, which stays kept.
        unsafe { (self.run)(first, second, suspender) }
    }
}

/// The words of a small closure, one by one.
#[inline(always)]
fn words<A>(closure: &MaybeUninit<A>) -> (Word, Word) {
    let word = |index: usize| {
        let mut word = Word::uninit();
        let (from, bytes) = (index * size_of::<Word>(), size_of::<Word>());
        let bytes = size_of::<A>().saturating_sub(from).min(bytes);
        // SAFETY: the bytes are in the closure, and have room in a word.
        unsafe {
            closure
                .as_ptr()
                .cast::<u8>()
                .add(from.min(size_of::<A>()))
                .copy_to_nonoverlapping(word.as_mut_ptr().cast(), bytes)
        };
        word
    };
    (word(0), word(1))
}

impl<A, R> Drop for Method<A, R> {
    fn drop(&mut self) {
        // SAFETY: the invariant of `closure`.
        unsafe { (self.drop)(self.closure.as_mut_ptr().cast()) };
    }
}
