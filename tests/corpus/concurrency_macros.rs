//! `select!`, `join!` and `try_join!` of tokio and futures, whose arms hold awaits and leave the function.

use resumable_tests::prelude::*;

differential! {
    /// All branches run concurrently; the results come in order.
    tokio_join { body() }
    async fn branch(d: Loud, n: u32) -> u32 { let _l = Loud("branch"); later_by(n as usize, n).await + d.by_ref() as u32 }
    async fn body() -> u32 {
        let _d = Loud("d");
        let borrowed = Loud("borrowed");
        let (a, b, c) = tokio::join!(branch(Loud("a"), 2), async { later(1).await + borrowed.by_ref() as u32 }, later(3));
        a + b + c + tokio::join!(later(4)).0
    }
}

differential! {
    /// The branch of futures' `join!`.
    futures_join { body() }
    async fn body() -> u32 {
        let d = Loud("d");
        let x = later(1);
        let (a, b) = futures::join!(x, async { let n = later_by(3, 2).await; n + d.by_ref() as u32 });
        later(a + b).await
    }
}

differential! {
    /// The first error ends it, the other branches are dropped.
    try_join { body(0), body(1), body(2) }
    async fn branch(n: u32, fail: bool) -> Result<u32, Small> { let _d = Loud("branch"); later_by(n as usize, n).await; small(!fail, n) }
    async fn body(n: u32) -> Result<u32, Big> {
        let _d = Loud("d");
        let (a, b) = tokio::try_join!(branch(2, n == 1), branch(1, n == 2))?;
        let (c, d) = futures::try_join!(branch(1, false), branch(2, n == 3))?;
        Ok(a + b + c + d)
    }
}

differential! {
    /// Arms that use their pattern, await, and have a value.
    select_values { body(1), body(3) }
    async fn branch(n: u32) -> u32 { let _d = Loud("branch"); later_by(n as usize, n).await }
    async fn body(n: u32) -> u32 {
        let _d = Loud("d");
        let r = tokio::select! {
            biased;
            x = branch(n) => { let _arm = Loud("arm"); x + later(10).await }
            y = later_by(2, 20) => y,
        };
        later(r).await
    }
}

differential! {
    /// Arms that leave the loop, the iteration and the function.
    select_exits { body(1), body(2), body(3), body(4) }
    async fn body(n: u32) -> Result<u32, Big> {
        let mut rounds = 0;
        let _d = Loud("d");
        'outer: loop {
            let _round = Loud("round");
            rounds += 1;
            tokio::select! {
                biased;
                x = later_by(1, rounds) => {
                    if x == 1 { continue; }
                    if n == 1 { break; }
                    if n == 2 { return Ok(later(x).await); }
                    if n == 3 { small(false, x)?; }
                    break 'outer;
                }
                _ = later_by(5, 0) => step("never"),
            }
        }
        Ok(rounds)
    }
}

differential! {
    /// Preconditions, refutable patterns and `else`.
    select_conditions { body(0), body(1), body(2) }
    async fn body(n: u32) -> u32 {
        let mut open = n != 1;
        let mut sum = 0;
        for _ in 0..3 {
            tokio::select! {
                biased;
                Some(x) = later(Some(n).filter(|n| *n != 2)), if open => { sum += x; open = false; }
                Ok::<u32, u32>(y) = later_by(2, if n == 2 { Err(1) } else { Ok(5) }) => sum += y,
                else => { sum += later(100).await; }
            }
        }
        sum
    }
}

differential! {
    /// Futures that live outside of the `select!` are polled by reference and go on in the next round.
    select_by_reference { body() }
    async fn slow(d: Loud) -> u32 { let _l = Loud("slow"); later_by(3, 30).await + d.by_ref() as u32 }
    async fn body() -> u32 {
        let mut slow = std::pin::pin!(slow(Loud("argument")));
        let mut ticks = 0;
        loop {
            tokio::select! {
                biased;
                x = &mut slow => break x + ticks,
                t = later(1) => { ticks += t; step("tick"); }
            }
        }
    }
}

differential! {
    /// Handlers borrow what the branches don't.
    select_borrows { body() }
    struct Queue { items: Vec<u32>, log: Vec<u32> }
    impl Queue {
        async fn next(&mut self) -> Option<u32> { let n = self.items.pop()?; Some(later(n).await) }
    }
    async fn body() -> Vec<u32> {
        let mut queue = Queue { items: vec![3, 2, 1], log: Vec::new() };
        let mut buffer = String::new();
        loop {
            tokio::select! {
                biased;
                next = queue.next() => match next {
                    Some(n) => { queue.log.push(n); buffer.push('x'); later(n).await; }
                    None => break,
                },
                _ = later_by(10, 9) => buffer.clear(),
            }
        }
        queue.log.push(buffer.len() as u32);
        queue.log
    }
}

differential! {
    /// A branch that is an awaited expression's block, nested selects, and a select as an operand.
    nested_select { body(1), body(2) }
    async fn body(n: u32) -> u32 {
        let d = Loud("d");
        v(1) + tokio::select! {
            biased;
            x = async { tokio::select! { biased; a = later_by(n as usize, 1) => a, b = later_by(1, 2) => b + later(3).await } } => x,
            y = later_by(9, 9) => y,
        } + d.by_ref() as u32
    }
}

differential! {
    /// futures' `select!` of one branch and `complete`, `select_biased!` of several.
    futures_select { body() }
    async fn body() -> u32 {
        use futures::FutureExt;
        let _d = Loud("d");
        let mut a = Box::pin(later_by(2, 1).fuse());
        let mut b = Box::pin(later_by(1, 2).fuse());
        let mut sum = 0;
        loop {
            futures::select_biased! {
                x = a => { sum += x; later(x).await; }
                y = b => sum += y,
                complete => break,
            }
        }
        sum
    }
}

differential! {
    /// Streams: `while let` over `next()`, and `pin_mut!`.
    streams { body() }
    async fn body() -> u32 {
        use futures::StreamExt;
        let d = Loud("d");
        let stream = futures::stream::iter([1u32, 2, 3]).then(|n| later(n));
        futures::pin_mut!(stream);
        let mut sum = 0;
        while let Some(n) = stream.next().await {
            sum += n;
            if n == 2 { sum += d.by_ref() as u32; continue; }
            sum += later(n).await;
        }
        sum
    }
}

differential! {
    /// Futures, conditions and handlers use and move variables that live across other awaits; patterns shadow them.
    select_uses_variables { body(0), body(1), body(2), body(3) }
    async fn branch(d: &Loud, n: u32) -> u32 { later_by(n as usize, n).await + d.by_ref() as u32 }
    async fn body(n: u32) -> Result<u32, Big> {
        let (a, b) = (Loud("a"), Loud("b"));
        let mut list = vec![n];
        let mut open = later(true).await;
        let limit: u32 = 2;
        let r = tokio::select! {
            biased;
            x = branch(&a, n), if open && list.len() == 1 => {
                list.push(x);
                let n = small(n != 1, later(x).await)?;
                if n > 20 { return Ok(b.by_value()); }
                { let a = a; a.by_ref() as u32 + n }
            }
            b = branch(&b, limit), if n != 7 => { open = false; b + limit + list[0] }
            else => 0,
        };
        let temporary = Loud("temporary");
        let (s, t) = tokio::join!(branch(&temporary, list.len() as u32), async { later(open).await });
        let u = tokio::try_join!(async { small(n != 3, s) }, async { small(t || n == 2, later(4).await) })?;
        later(r + s + u.0 + u.1).await;
        Ok(list.len() as u32 + limit)
    }
}

differential! {
    /// Handlers that jump to loops and blocks around the macro, with values and without.
    select_jumps { body(0), body(1), body(2), body(3), body(4), body(5) }
    async fn body(n: u32) -> Result<String, Big> {
        let mut log = String::new();
        let mut rounds = 0;
        let text = 'found: {
            'outer: for i in 0..3u32 {
                let _outer = Loud("outer");
                let found = loop {
                    let inner = Loud("inner");
                    rounds += 1;
                    tokio::select! {
                        biased;
                        x = later_by(1, rounds + i) => match n {
                            0 if x < 3 => continue,
                            1 => break x,
                            2 if i < 2 => continue 'outer,
                            3 => break 'outer,
                            4 => { later(x).await; break x + inner.by_ref() as u32 }
                            5 => { small(x < 4, x)?; log.push('x'); }
                            _ => break later(x).await,
                        },
                        _ = later_by(5, 0) => step("never"),
                    }
                    later(rounds).await;
                    if rounds > 6 { break 'found "many"; }
                };
                log.push_str(&found.to_string());
                later(found).await;
            }
            "all"
        };
        later(text).await;
        Ok(format!("{log} {rounds} {text}"))
    }
}

differential! {
    /// futures' `select!` polls a variable where it is.
    futures_select_in_loops { body(2), body(9) }
    async fn body(n: u32) -> u32 {
        use futures::FutureExt;
        let d = Loud("d");
        let mut a = Box::pin(later_by(2, 1).fuse());
        let mut b = Box::pin(later_by(1, 2).fuse());
        let mut sum = 0;
        loop {
            let _round = Loud("round");
            futures::select_biased! {
                x = a => { sum += x; if x == n { break; } later(x).await; }
                y = b => if y == n { sum += d.by_ref() as u32; continue } else { sum += y },
                complete => break,
            }
            later(sum).await;
        }
        sum
    }
}

differential! {
    /// Variables that are pinned where they are, by the macros of tokio and futures; `std`'s declares nothing.
    pinned_variables { body(1), body(2), body(3) }
    async fn slow(d: Loud, n: u32) -> u32 { let _l = Loud("slow"); later_by(n as usize, n).await + d.by_ref() as u32 }
    async fn body(n: u32) -> Result<u32, Big> {
        use tokio::pin;
        let _d = Loud("d");
        let first = slow(Loud("first"), 3);
        let other = Loud("other");
        later(1).await;
        tokio::pin!(first);
        let second = slow(Loud("second"), n);
        pin!(second);
        let mut ticks = 0;
        let found = loop {
            let third = slow(Loud("third"), n + 1);
            futures::pin_mut!(third);
            tokio::select! {
                biased;
                x = &mut first => break x,
                x = &mut second, if n != 2 => { small(n != 3, x)?; break x + later(ticks).await }
                x = third.as_mut() => ticks += x,
                _ = later(()) => { ticks += 1; if ticks > 4 { break ticks } }
            }
            later(ticks).await;
        };
        {
            use std::pin::pin;
            let gone = Loud("gone");
            pin!(gone);
            step("after");
        }
        later(found + other.by_value()).await;
        Ok(found)
    }
}
