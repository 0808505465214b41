//! What a `native` function returns: rustc's future under a name that carries the marker.

use crate::{Codegen, Resumable};
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

/// The future of a function compiled by rustc's own lowering.
#[must_use = "futures do nothing unless you `.await` or poll them"]
pub struct Native<F>(F);

impl<F: Future> Native<F> {
    #[inline(always)]
    pub fn new(future: F) -> Self {
        Native(future)
    }
}

impl<F> Resumable for Native<F> {
    const CODEGEN: Codegen = Codegen::Native;
}

impl<F: Future> Future for Native<F> {
    type Output = F::Output;
    #[inline(always)]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        // SAFETY: structural pinning of the only field: `Native` has no `Drop`, is `Unpin` only if `F` is, and never moves the field.
        unsafe { self.map_unchecked_mut(|me| &mut me.0) }.poll(cx)
    }
}
