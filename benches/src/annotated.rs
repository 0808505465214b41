//! The programs of the three annotated peers, written once.

/// `hot`, `parked` and `ready_leaf` in the strategy named.
macro_rules! annotated {
    ($strategy:ident) => {
        annotated!($strategy: c1 p1 -> c0 p0, c2 p2 -> c1 p1, c3 p3 -> c2 p2, c4 p4 -> c3 p3, c5 p5 -> c4 p4, c6 p6 -> c5 p5,
            c7 p7 -> c6 p6, c8 p8 -> c7 p7, c9 p9 -> c8 p8, c10 p10 -> c9 p9, c11 p11 -> c10 p10, c12 p12 -> c11 p11);
    };
    ($strategy:ident: $($ready:ident $parked:ident -> $ready_callee:ident $parked_callee:ident),*) => {
        pub use chains::{hot, parked, ready_leaf};

        #[resumable::resumable($strategy)]
        mod chains {
            use crate::leaf::{Ready, Yield};
            use std::hint::black_box;

            async fn c0(x: u64) -> u64 {
                Ready(x).await * 3
            }

            async fn p0(x: u64) -> u64 {
                while !black_box(false) {
                    Yield::default().await;
                }
                x * 3
            }
            $(
                async fn $ready(x: u64) -> u64 {
                    let y = black_box(x) + 1;
                    let r = $ready_callee(y).await;
                    r ^ y
                }

                async fn $parked(x: u64) -> u64 {
                    let y = black_box(x) + 1;
                    let r = $parked_callee(y).await;
                    r ^ y
                }
            )*

            /// `calls` times down the chain and up again.
            pub async fn hot(calls: u64) -> u64 {
                let mut digest = 0u64;
                for i in 0..calls {
                    let r = c12(i).await;
                    digest = digest.wrapping_add(black_box(r));
                }
                digest
            }

            /// Down the chain; pending at each poll.
            pub async fn parked(x: u64) -> u64 {
                p12(x).await
            }

            /// Awaits `leaves` ready futures.
            pub async fn ready_leaf(leaves: u64) -> u64 {
                let mut digest = 0u64;
                for i in 0..leaves {
                    let r = Ready(i).await;
                    digest ^= r;
                }
                digest
            }
        }
    };
}

/// Recursion through a box at each level, as rustc demands of a future that contains itself.
macro_rules! annotated_fib_with_boxes {
    ($strategy:ident) => {
        #[resumable::resumable($strategy)]
        pub async fn fib(n: u64) -> u64 {
            if n < 2 {
                return crate::leaf::Ready(n).await;
            }
            let a = Box::pin(fib(n - 1)).await;
            let b = Box::pin(fib(n - 2)).await;
            crate::mix(a, b)
        }
    };
}
