//! Awaits inside loops: iterators, patterns, labels, and what is moved from round to round.

use resumable_tests::prelude::*;

differential! {
    /// `loop` left by `break` with an awaited value, and by `return`.
    loop_with_value { body(3), body(20) }
    async fn body(n: u32) -> u32 {
        let _local = Loud("local");
        let mut i = 0;
        let found = loop {
            let _round = Loud("round");
            if later(i).await == n { break later(100).await; }
            i += 1;
            if i == 2 { continue; }
            if i > 5 { return later(i).await; }
        };
        found + i
    }
}

differential! {
    /// `while` with an await in a block of its condition.
    while_condition { body(3), body(0) }
    async fn body(n: u32) -> u32 {
        let mut i = 0;
        while { let _c = Loud("condition"); later(i).await < n } {
            let _body = Loud("body");
            i += 1;
            if i == 2 { continue; }
            later(10 + i).await;
        }
        while i > 0 { i -= 1; step("down"); }
        i
    }
}

differential! {
    /// `while let` on awaits: temporaries of the scrutinee die after each round.
    while_let { body() }
    async fn body() -> u32 {
        let mut n = 0;
        while let Some(x) = Some(Loud("scrutinee").later(n).await).filter(|x| *x < 4) {
            let _body = Loud("body");
            n += 1;
            if n == 2 { continue; }
            if n == 4 { break; }
            later(10 + x).await;
        }
        n
    }
}

differential! {
    /// `while let` on a stack of values that are moved into the body.
    while_let_by_value { body() }
    async fn body() -> u32 {
        let mut list = vec![Loud("a"), Loud("b"), Loud("c")];
        let mut n = 0;
        while let Some(d) = list.pop() {
            n += later(1).await;
            if n == 2 { drop(d); later(2).await; continue; }
            d.by_ref();
        }
        n
    }
}

differential! {
    /// `for` over a range of awaited bounds; the iterator and the pattern live across awaits of the body.
    for_loops { body() }
    async fn body() -> u32 {
        let mut sum = 0;
        for i in later(0).await..later(3).await {
            let _round = Loud("round");
            if i == 1 { continue; }
            sum += later(i).await;
        }
        for d in [Loud("a"), Loud("b"), Loud("c")] {
            sum += later(1).await;
            if sum == 4 { break; }
            d.by_ref();
        }
        sum
    }
}

differential! {
    /// `for` by reference, by mutable reference and with a pattern.
    for_patterns { body() }
    async fn body() -> u32 {
        let mut list = vec![(1u32, Loud("a")), (2, Loud("b"))];
        let mut sum = 0;
        for (n, d) in &list {
            sum += later(*n).await;
            d.by_ref();
        }
        for (n, d) in list.iter_mut() {
            *n += later(1).await;
            d.by_mut();
        }
        for (i, (n, _)) in list.into_iter().enumerate() {
            sum += later(n).await + i as u32;
        }
        sum
    }
}

differential! {
    /// Labelled loops: leaving and continuing the outer one from the inner one, with guards on the way.
    labelled_loops { body() }
    async fn body() -> u32 {
        let _outer = Loud("outer");
        let mut rounds = 0;
        let r = 'outer: loop {
            let _i = Loud("i");
            loop {
                let _j = Loud("j");
                rounds += 1;
                if rounds == 1 { later(0).await; continue 'outer; }
                if later(1).await == 1 { break 'outer later(2).await; }
            }
        };
        'rows: for row in 0..3 {
            for column in 0..3 {
                let _cell = Loud("cell");
                if column == 1 { continue 'rows; }
                if row == 2 { break 'rows; }
                later(row * 10 + column).await;
            }
        }
        r + rounds
    }
}

differential! {
    /// A labelled block left with an awaited value; a plain `break` inside belongs to the loop.
    labelled_block { body(0), body(1), body(2) }
    async fn body(n: u32) -> u32 {
        'block: {
            let _k = Loud("k");
            if n == 0 { break 'block later(7).await; }
            for i in 0..3 {
                let _l = Loud("l");
                if n == 1 { break 'block later(8).await; }
                if i == 1 { break; }
                later(i).await;
            }
            later(9).await
        }
    }
}

differential! {
    /// One await reached with different sets of initialised variables.
    drop_flags { body(0), body(1), body(2), body(3) }
    async fn body(n: u32) -> u32 {
        let a = Loud("a");
        let b = Loud("b");
        let c;
        if n & 1 == 1 { drop(a); }
        if n & 2 == 2 { c = b; step("moved"); }
        later(1).await;
        for i in 0..2 {
            let d = Loud("d");
            if i == 0 { drop(d); }
            later(10 + i).await;
        }
        later(2).await
    }
}

differential! {
    /// A value is taken, or not, across back edges of a loop.
    moves_in_loops { body() }
    async fn body() -> u32 {
        let mut maybe = Some(Loud("first"));
        let mut current = Loud("c0");
        let mut sum = 0;
        for name in ["c1", "c2"] {
            if let Some(d) = maybe.take() { sum += d.by_value(); }
            drop(current);
            sum += later(1).await;
            current = Loud(name);
            sum += later(2).await;
        }
        current.by_ref();
        sum
    }
}
