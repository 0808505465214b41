//! A frame with the code that runs and drops it.

use core::future::Future;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::pin::Pin;
use core::task::{Context, Poll};

/// What `move_next` returns: a `Poll` that no `return` or `?` hidden in a macro of the user's can produce. (Not an enum like it: a large result
/// would be copied from the one to the other.)
pub struct Step<T>(Poll<T>);

impl<T> Step<T> {
    #[inline(always)]
    pub fn ready(value: T) -> Self {
        Step(Poll::Ready(value))
    }

    #[inline(always)]
    pub fn pending() -> Self {
        Step(Poll::Pending)
    }
}

/// What a leaf returns: the value of its code, or what that code left the function with. Ours alone, as [`Step`] is.
pub enum Leaf<V, R> {
    Value(V),
    Left(R),
}

/// What a leaf returns that may also jump: to a target in the machine's code, by number, or to one that takes a value. What doesn't occur is
/// [`Infallible`](core::convert::Infallible).
pub enum JumpingLeaf<V, R, J, B> {
    Value(V),
    Left(R),
    Jump(J),
    Break(B),
}

/// The type of a body as rustc would lower it, without a value.
pub struct Shadow<S>(PhantomData<S>);

impl<S: Future> Shadow<S> {
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Shadow(PhantomData)
    }

    /// Says which body this is the shadow of. Emitted behind `if false`: the body is type-checked and borrow-checked and never made.
    pub fn is(&self, body: S) -> ! {
        drop(body);
        unreachable!("emitted behind `if false`")
    }
}

/// A machine: the frame `F`, `move_next` and `drop`.
///
/// The bounds stand on the struct because `Drop` needs them. It is `Send` and `Sync` if the shadow is, and never `Unpin`, as no shadow is: borrows
/// point into the frame once it was polled. Emitted frames are all three always, the closures capture nothing.
pub struct Framed<F, M, D, R, S>
where
    M: Fn(*mut F, &mut Context<'_>) -> Step<R>,
    D: Fn(*mut F),
{
    /// Has no destructor of its own. Reached by raw pointer only: a `&mut` to it would invalidate the borrows that its variables hold of each
    /// other. (No wrapper around it either: each is a step of rustc's recursion limit, for every level of a chain of machines.)
    frame: F,
    move_next: M,
    drop: D,
    _result: PhantomData<(fn() -> R, S)>,
}

impl<F, M, D, R, S> Framed<F, M, D, R, S>
where
    M: Fn(*mut F, &mut Context<'_>) -> Step<R>,
    D: Fn(*mut F),
{
    /// # Safety
    /// `move_next` and `drop` keep the invariant of the frame (see the module), `F` has no destructor, and `S` is the shadow of the same body.
    #[inline(always)]
    pub unsafe fn new(_: Shadow<S>, frame: F, move_next: M, drop: D) -> Self {
        Framed { frame, move_next, drop, _result: PhantomData }
    }

    /// As [`new`](Self::new). All lifetimes in the frame are `'frame`, or longer: a choice for rustc, where it would have none or several.
    ///
    /// # Safety
    /// As `new`; and the machine's type, as its users know it, has the lifetimes of what the frame was made of.
    #[inline(always)]
    pub unsafe fn lasting<'frame>(shadow: Shadow<S>, frame: F, move_next: M, drop: D) -> Self
    where
        F: 'frame,
    {
        // SAFETY: by contract.
        unsafe { Framed::new(shadow, frame, move_next, drop) }
    }
}

impl<F, M, D, R, S> Future for Framed<F, M, D, R, S>
where
    M: Fn(*mut F, &mut Context<'_>) -> Step<R>,
    D: Fn(*mut F),
{
    type Output = R;
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<R> {
        // SAFETY: nothing is moved out of the pinned value: `move_next` gets the address of the frame, which stays where it is.
        let me = unsafe { self.get_unchecked_mut() };
        (me.move_next)(&raw mut me.frame, cx).0
    }
}

impl<F, M, D, R, S> Drop for Framed<F, M, D, R, S>
where
    M: Fn(*mut F, &mut Context<'_>) -> Step<R>,
    D: Fn(*mut F),
{
    #[inline]
    fn drop(&mut self) {
        (self.drop)(&raw mut self.frame)
    }
}

/// A poll of a machine that has ended, with rustc's text. One function for both ends, so that other polls make one comparison.
#[cold]
#[inline(never)]
#[track_caller]
pub fn resumed_after_end(by_panicking: bool) -> ! {
    if by_panicking {
        panic!("`async fn` resumed after panicking")
    }
    panic!("`async fn` resumed after completion")
}

/// An argument, under a type that differs from its own in lifetimes.
///
/// # Safety
/// `B` is `A` but for lifetimes, and the value is used only as `A`'s allow.
#[inline(always)]
pub unsafe fn taken_as<A, B>(argument: A) -> B {
    const { assert!(size_of::<A>() == size_of::<B>()) }
    let argument = ManuallyDrop::new(argument);
    // SAFETY: the same type but for lifetimes, which are nothing at run time; the original is forgotten.
    unsafe { core::mem::transmute_copy::<ManuallyDrop<A>, B>(&argument) }
}

/// A reference, for a lifetime of the caller's choice.
///
/// # Safety
/// It is used only as long as it may be.
#[inline(always)]
pub unsafe fn lasting_ref<'a, T: ?Sized + 'a>(reference: *const T) -> &'a T {
    // SAFETY: made of a reference, which is used only as long as it may be.
    unsafe { &*reference }
}

/// As [`lasting_ref`].
///
/// # Safety
/// As there.
#[inline(always)]
pub unsafe fn lasting_mut<'a, T: ?Sized + 'a>(reference: *mut T) -> &'a mut T {
    // SAFETY: as there.
    unsafe { &mut *reference }
}
