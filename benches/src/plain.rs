//! Ordinary functions: the floor. They can't suspend, so there is no `parked`.

use crate::leaf::waits;
use std::hint::black_box;

/// What stands for a leaf: it might fail to have its value, as far as the compiler knows.
#[inline(always)]
fn ready(x: u64) -> u64 {
    assert!(!waits(), "a plain function can't wait");
    x
}

#[inline(never)]
fn c0(x: u64) -> u64 {
    ready(x) * 3
}

macro_rules! chain {
    ($($caller:ident -> $callee:ident),*) => {$(
        #[inline(never)]
        fn $caller(x: u64) -> u64 {
            let y = black_box(x) + 1;
            let r = $callee(y);
            r ^ y
        }
    )*};
}

chain!(c1 -> c0, c2 -> c1, c3 -> c2, c4 -> c3, c5 -> c4, c6 -> c5, c7 -> c6, c8 -> c7, c9 -> c8, c10 -> c9, c11 -> c10, c12 -> c11);

#[inline(never)]
pub fn hot(calls: u64) -> u64 {
    (0..calls).fold(0, |digest, i| digest.wrapping_add(black_box(c12(i))))
}

#[inline(never)]
pub fn fib(n: u64) -> u64 {
    if n < 2 { ready(n) } else { crate::mix(fib(n - 1), fib(n - 2)) }
}

#[inline(never)]
pub fn ready_leaf(leaves: u64) -> u64 {
    (0..leaves).fold(0, |digest, i| digest ^ ready(i))
}
