//! A chain of machines costs the compiler a level at a time: not a multiple of the level before, and few steps of its recursion limit.

use resumable::resumable;
use resumable_tests::values::block_on;

/// Each function awaits the one before.
macro_rules! chain {
    ($first:ident) => {};
    ($callee:ident $caller:ident $($rest:ident)*) => {
        #[resumable(state_machine)]
        async fn $caller(x: u32) -> u32 {
            let more = x + 1;
            let y = $callee(x).await;
            y + more
        }
        chain! { $caller $($rest)* }
    };
}

#[resumable(state_machine)]
async fn f0(x: u32) -> u32 {
    std::future::ready(x).await
}

chain! {
    f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 f25 f26 f27 f28 f29 f30 f31 f32
}

#[test]
fn thirty_two_levels() {
    assert_eq!(block_on(f32(1)), 1 + 2 * 32);
}

/// As a chain of the user's: generic functions, whose machines are in an `async` block each.
macro_rules! generic_chain {
    ($first:ident) => {};
    ($callee:ident $caller:ident $($rest:ident)*) => {
        #[resumable(state_machine)]
        async fn $caller<T: Copy + Into<u32>>(x: &T) -> u32 {
            let more: u32 = (*x).into();
            $callee(x).await + more
        }
        generic_chain! { $caller $($rest)* }
    };
}

#[resumable(state_machine)]
async fn g0<T: Copy + Into<u32>>(x: &T) -> u32 {
    std::future::ready((*x).into()).await
}

generic_chain! { g0 g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13 g14 }

#[test]
fn fourteen_generic_levels() {
    assert_eq!(block_on(g14(&1u8)), 15);
}
