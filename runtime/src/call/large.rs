//! Which bodies are too large to be passed around on a stack of unknown room, and what they get instead.

use super::{Body, Flow};

/// The limit, in bytes of arguments and result.
const LARGE: usize = 8 * 1024;

const fn bytes<C: Body>() -> usize {
    size_of::<C>() + size_of::<Flow<C::Output>>()
}

/// Whether `C` or its value is large. A large body is boxed while it changes stacks: no guard page stops a copy that starts below it.
pub(super) const fn is_large<C: Body>() -> bool {
    bytes::<C>() > LARGE
}

/// What has to fit above the red zone before `C` runs in place, besides its ordinary frames.
pub(super) const fn headroom<C: Body>() -> usize {
    if is_large::<C>() { 2 * bytes::<C>() } else { 0 }
}

/// The room that `C` asks of a segment, besides its ordinary frames. The body is moved into its parameters, its value through results.
pub(super) const fn segment_for<C: Body>() -> usize {
    4 * bytes::<C>()
}
