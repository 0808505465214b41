//! What the benches in `benches/` run: the same four programs, one module per peer.
//!
//! | program | question |
//! |---|---|
//! | `hot` | what does a call cost that is awaited and never suspends? 12 deep |
//! | `parked` | what does it cost to wake a chain that is parked at its leaf? 12 deep |
//! | `fib` | what does recursion cost? |
//! | `ready_leaf` | what does awaiting a ready foreign future cost? |
//!
//! Each level hides its argument from the optimizer, each leaf might be pending as far as the compiler knows, and what `fib` does with
//! its results is not associative (a sum lets LLVM turn half of the plain calls into a loop).

#[macro_use]
mod annotated;

pub mod boxed;
pub mod leaf;
pub mod native;
pub mod plain;
pub mod shapes;
pub mod stackful;
pub mod state_machine;

/// Calls between the driver and the leaf.
pub const DEPTH: u32 = 12;

/// What `fib` makes of its two results.
#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    a.rotate_left(1) ^ b.wrapping_mul(3)
}

#[cfg(test)]
mod tests {
    use super::leaf::block_on;
    use super::*;
    use resumable::assert_codegen;
    use std::pin::pin;
    use std::task::{Context, Waker};

    #[test]
    fn peers_are_what_their_names_say() {
        assert_codegen!(native::hot(1), Native);
        assert_codegen!(native::parked(1), Native);
        assert_codegen!(native::fib(1), Native);
        assert_codegen!(native::ready_leaf(1), Native);
        assert_codegen!(state_machine::hot(1), StateMachine);
        assert_codegen!(state_machine::parked(1), StateMachine);
        assert_codegen!(state_machine::fib(1), StateMachine);
        assert_codegen!(state_machine::ready_leaf(1), StateMachine);
        assert_codegen!(stackful::hot(1), Stackful);
        assert_codegen!(stackful::parked(1), Stackful);
        assert_codegen!(stackful::fib(1), Stackful);
        assert_codegen!(stackful::ready_leaf(1), Stackful);
    }

    #[test]
    fn peers_agree_on_hot() {
        let expected = plain::hot(5);
        let results = [
            block_on(boxed::hot(5)),
            block_on(native::hot(5)),
            block_on(state_machine::hot(5)),
            block_on(stackful::hot(5)),
        ];
        assert_eq!(results, [expected; 4]);
    }

    #[test]
    fn peers_agree_on_fib() {
        let expected = plain::fib(12);
        let results = [
            block_on(boxed::fib(12)),
            block_on(native::fib(12)),
            block_on(state_machine::fib(12)),
            block_on(stackful::fib(12)),
        ];
        assert_eq!(results, [expected; 4]);
    }

    #[test]
    fn peers_agree_on_ready_leaves() {
        let expected = plain::ready_leaf(9);
        let results = [
            block_on(boxed::ready_leaf(9)),
            block_on(native::ready_leaf(9)),
            block_on(state_machine::ready_leaf(9)),
            block_on(stackful::ready_leaf(9)),
        ];
        assert_eq!(results, [expected; 4]);
    }

    #[test]
    fn parked_chains_stay_parked() {
        fn polls_pending(chain: impl Future<Output = u64>) -> bool {
            let (mut chain, mut cx) = (pin!(chain), Context::from_waker(Waker::noop()));
            (0..3).all(|_| chain.as_mut().poll(&mut cx).is_pending())
        }
        assert!(polls_pending(boxed::parked(1)));
        assert!(polls_pending(native::parked(1)));
        assert!(polls_pending(state_machine::parked(1)));
        assert!(polls_pending(stackful::parked(1)));
    }
}
