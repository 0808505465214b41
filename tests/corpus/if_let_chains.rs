//! Chains of `let` in conditions, which only edition 2024 has.

use resumable_tests::prelude::*;

differential! {
    /// Awaits at several links; temporaries die before the `else`.
    if_let_chains { body(0), body(1), body(2) }
    async fn body(n: u32) -> u32 {
        let _d = Loud("d");
        if n > 0 && let Some(x) = Some(temp().later(n).await) && later(x).await == 1 && let y @ 1..=5 = later(x + 2).await {
            later(y).await
        } else {
            step("else");
            later(50).await
        }
    }
}

differential! {
    /// A chain that moves what it matched.
    moving_links { body(true), body(false) }
    async fn body(c: bool) -> u32 {
        let pair = (Some(Loud("a")), Some(Loud("b")));
        if let Some(a) = pair.0 && c && let Some(b) = pair.1 && later(true).await {
            two(a, b, later(1).await)
        } else {
            later(2).await
        }
    }
}

differential! {
    /// The same in `while`.
    while_let_chains { body() }
    async fn body() -> u32 {
        let mut list = vec![Some(Loud("c")), None, Some(Loud("b")), Some(Loud("a"))];
        let mut n = 0;
        while let Some(next) = list.pop() && let Some(d) = next && later(n).await < 5 {
            n += later(1).await;
            d.by_ref();
        }
        n + list.len() as u32
    }
}
