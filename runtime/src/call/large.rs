//! Which bodies are too large to be passed around on a stack of unknown room, and what they get instead.

use super::{Body, Flow};

/// The limit, in bytes of arguments and result. A debug build has some five copies in the frames of one call; below the limit they fit
/// into the red zone of a stack.
const LARGE: usize = 16 * 1024;

const fn bytes<C: Body>() -> usize {
    size_of::<C>() + size_of::<Flow<C::Output>>()
}

/// Whether `C` or its value is large. A large body is boxed while it changes stacks: no guard page stops a copy that starts below it.
pub(super) const fn is_large<C: Body>() -> bool {
    bytes::<C>() > LARGE
}

/// What has to fit above the red zone before `C` runs in place, besides its ordinary frames: the copies that a debug build makes.
pub(super) const fn headroom<C: Body>() -> usize {
    if is_large::<C>() { 16 * bytes::<C>() } else { 0 }
}

/// The room that `C` asks of a segment. Generous, since memory that isn't touched costs nothing.
pub(super) const fn segment_for<C: Body>() -> usize {
    64 * bytes::<C>()
}
