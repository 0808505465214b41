//! What a `state_machine` function returns.

use crate::{Codegen, Resumable};
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};

/// The future of a function compiled to an explicit state machine.
#[must_use = "futures do nothing unless you `.await` or poll them"]
pub struct Machine<F>(F);

impl<F: Future> Machine<F> {
    #[inline(always)]
    pub fn new(machine: F) -> Self {
        Machine(machine)
    }
}

impl<F> Resumable for Machine<F> {
    const CODEGEN: Codegen = Codegen::StateMachine;
}

impl<F: Future> Future for Machine<F> {
    type Output = F::Output;
    #[inline(always)]
    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        // SAFETY: structural pinning of the only field: `Machine` has no `Drop`, is `Unpin` only if `F` is, and never moves the field.
        unsafe { self.map_unchecked_mut(|me| &mut me.0) }.poll(cx)
    }
}
