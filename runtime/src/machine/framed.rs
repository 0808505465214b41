//! A frame with the code that runs and drops it.

use core::cell::UnsafeCell;
use core::future::Future;
use core::marker::{PhantomData, PhantomPinned};
use core::mem::ManuallyDrop;
use core::pin::Pin;
use core::task::{Context, Poll};

/// What `move_next` returns where a macro of the user's may hide a `return` or `?`: a `Poll` that those can't produce. Elsewhere it is a `Poll`: a large
/// result would be copied from the one to the other.
pub enum Step<R> {
    Ready(R),
    Pending,
}

impl<R> Step<R> {
    #[inline(always)]
    pub fn polled(self) -> Poll<R> {
        match self {
            Step::Ready(value) => Poll::Ready(value),
            Step::Pending => Poll::Pending,
        }
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

/// The first field of every frame. Its variables borrow each other, so a reference to a frame claims nothing about what is in it: neither that only it
/// points there, nor that it stays as it is. As the first field it answers for the frame whether it is `Unpin` or free of interior mutability, before
/// rustc looks at all that the frame holds, which goes as deep as the chain of machines.
pub struct Pinned(PhantomPinned, UnsafeCell<()>);

impl Pinned {
    #[allow(clippy::declare_interior_mutable_const, reason = "there is nothing in it")]
    pub const HERE: Pinned = Pinned(PhantomPinned, UnsafeCell::new(()));
}

/// A machine: `move_next`, which owns the frame.
///
/// It is `Send` and `Sync` if the shadow is, and never `Unpin`, as no shadow is: borrows point into the frame once it was polled. Emitted frames are
/// `Send` and `Sync` always, and the closure captures nothing but the frame.
///
/// The frame is a variable of the closure, and has a destructor of its own, so that its type is named once in the type of the machine. Each further
/// mention, in the signature of a closure say, would multiply the work that rustc has with a chain of machines, at every level.
pub struct Framed<M, R, S> {
    /// The frame in it is reached by raw pointer only, and isn't `Unpin`: a `&mut` to it claims nothing about the places that its variables borrow.
    move_next: M,
    _result: PhantomData<(fn() -> R, S)>,
}

/// The shadow alone says that a machine isn't `Unpin`: rustc would name every part that isn't.
impl<M, R, S: Unpin> Unpin for Framed<M, R, S> {}

impl<M, R, S> Framed<M, R, S>
where
    M: FnMut(&mut Context<'_>) -> Poll<R>,
{
    /// # Safety
    /// `move_next` and the destructor of the frame that it owns keep the invariant of the frame (see the module), it owns nothing else, and `S` is the
    /// shadow of the same body.
    #[inline(always)]
    pub unsafe fn new(_: Shadow<S>, move_next: M) -> Self {
        Framed { move_next, _result: PhantomData }
    }

    /// As [`new`](Self::new). All lifetimes in the frame are `'frame`, or longer: a choice for rustc, where it would have none or several.
    ///
    /// # Safety
    /// As `new`; and the machine's type, as its users know it, has the lifetimes of what the frame was made of.
    #[inline(always)]
    pub unsafe fn lasting<'frame>(shadow: Shadow<S>, move_next: M) -> Self
    where
        M: 'frame,
    {
        // SAFETY: by contract.
        unsafe { Framed::new(shadow, move_next) }
    }
}

impl<M, R, S> Future for Framed<M, R, S>
where
    M: FnMut(&mut Context<'_>) -> Poll<R>,
{
    type Output = R;
    #[inline]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<R> {
        // SAFETY: nothing is moved out of the pinned value: `move_next` works on the frame where it is.
        let me = unsafe { self.get_unchecked_mut() };
        (me.move_next)(cx)
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
