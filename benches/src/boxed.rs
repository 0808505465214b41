//! `fn(..) -> Pin<Box<dyn Future>>` at each level: what `dyn` and recursion cost without the attribute.

use crate::leaf::{Ready, Yield};
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;

/// What every function here returns.
pub type Boxed = Pin<Box<dyn Future<Output = u64>>>;

fn c0(x: u64) -> Boxed {
    Box::pin(async move { Ready(x).await * 3 })
}

fn p0(x: u64) -> Boxed {
    Box::pin(async move {
        while !black_box(false) {
            Yield::default().await;
        }
        x * 3
    })
}

macro_rules! chain {
    ($($caller:ident -> $callee:ident),*) => {$(
        fn $caller(x: u64) -> Boxed {
            Box::pin(async move {
                let y = black_box(x) + 1;
                let r = $callee(y).await;
                r ^ y
            })
        }
    )*};
}

chain!(c1 -> c0, c2 -> c1, c3 -> c2, c4 -> c3, c5 -> c4, c6 -> c5, c7 -> c6, c8 -> c7, c9 -> c8, c10 -> c9, c11 -> c10, c12 -> c11);
chain!(p1 -> p0, p2 -> p1, p3 -> p2, p4 -> p3, p5 -> p4, p6 -> p5, p7 -> p6, p8 -> p7, p9 -> p8, p10 -> p9, p11 -> p10, p12 -> p11);

/// `calls` times down the chain and up again.
pub fn hot(calls: u64) -> Boxed {
    Box::pin(async move {
        let mut digest = 0u64;
        for i in 0..calls {
            let r = c12(i).await;
            digest = digest.wrapping_add(black_box(r));
        }
        digest
    })
}

/// Down the chain; pending at each poll.
pub fn parked(x: u64) -> Boxed {
    p12(x)
}

pub fn fib(n: u64) -> Boxed {
    Box::pin(async move {
        if n < 2 {
            return Ready(n).await;
        }
        let a = fib(n - 1).await;
        let b = fib(n - 2).await;
        crate::mix(a, b)
    })
}

/// Awaits `leaves` ready futures.
pub fn ready_leaf(leaves: u64) -> Boxed {
    Box::pin(async move {
        let mut digest = 0u64;
        for i in 0..leaves {
            let r = Ready(i).await;
            digest ^= r;
        }
        digest
    })
}
