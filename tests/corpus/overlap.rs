//! Variables and awaiters that share a place in the frame: none may be written, or dropped, while another one is needed.

use resumable_tests::prelude::*;

/// A value whose bytes show whether somebody wrote over them.
fn check(block: &[u64; 8], seed: u64) -> u32 {
    assert!(block.iter().enumerate().all(|(i, n)| *n == seed + i as u64), "{block:?} isn't the block of {seed}");
    step(format!("block of {seed}"));
    seed as u32
}

fn block(seed: u64) -> [u64; 8] {
    std::array::from_fn(|i| seed + i as u64)
}

differential! {
    /// Blocks one after the other, some of whose variables are moved.
    blocks_in_turn { body(true), body(false) }
    async fn body(c: bool) -> u32 {
        let kept = Loud("kept");
        let mut sum = 0;
        {
            let a = Loud("a");
            let big = block(10);
            sum += later(1).await;
            if c { drop(a); }
            sum += later(2).await + check(&big, 10);
        }
        {
            let b = [Loud("b0"), Loud("b1"), Loud("b2")];
            sum += later(3).await + b[1].by_ref() as u32;
        }
        {
            let big = block(20);
            let c = Loud("c");
            sum += later(4).await + check(&big, 20);
            drop(c);
            sum += later(5).await;
        }
        kept.by_ref();
        sum
    }
}

differential! {
    /// The result of an await takes the place of its awaiter, and so does what follows.
    results_over_awaiters { body() }
    async fn pass(block: [u64; 8], l: Loud) -> ([u64; 8], Loud) { later(0).await; (block, l) }
    async fn body() -> u32 {
        let (first, l) = pass(block(1), Loud("first")).await;
        let n = check(&first, 1);
        let second = pass(first, l).await;
        let third = pass(block(3), Loud("third")).await;
        later(1).await;
        second.1.by_ref();
        n + check(&second.0, 1) + check(&third.0, 3)
    }
}

differential! {
    /// Arguments that are passed on make room for the future that takes them.
    passed_on { outer(Loud("x"), block(1), true), outer(Loud("x"), block(1), false) }
    async fn inner(x: Loud, block: [u64; 8], n: u32) -> u32 {
        let m = later(n).await;
        x.by_ref();
        m + check(&block, 1)
    }
    async fn middle(n: u32, x: Loud, block: [u64; 8]) -> u32 { inner(x, block, n).await }
    async fn outer(x: Loud, block: [u64; 8], c: bool) -> u32 {
        if c { later(1).await; }
        let n = middle(5, x, block).await;
        let last = Loud("last");
        later(n).await + last.by_ref() as u32
    }
}

differential! {
    /// Futures in variables move to where they are awaited.
    futures_in_variables { body() }
    async fn one(l: Loud, block: [u64; 8], seed: u64) -> u32 { later(1).await; let n = check(&block, seed); later(2).await; l.by_ref(); n }
    async fn body() -> u32 {
        let a = one(Loud("a"), block(1), 1);
        let b = one(Loud("b"), block(2), 2);
        let c = one(Loud("c"), block(3), 3);
        let n = b.await;
        let m = a.await;
        n + m + c.await
    }
}

differential! {
    /// Moved before one await, and others declared between it and the next.
    moved_between { body(1), body(2) }
    async fn body(n: u32) -> u32 {
        let a = Loud("a");
        let first = block(7);
        let x = later(n).await;
        let b = Loud("b");
        let taken = a;
        let second = first;
        let y = later(x).await;
        let c = Loud("c");
        let pair = (taken, b);
        let z = later(y).await + check(&second, 7);
        pair.0.by_ref();
        drop(pair);
        later(z).await + c.by_ref() as u32
    }
}

differential! {
    /// Copies outlive their sources, which are used in loops, again and again.
    copies { body(3) }
    async fn body(n: u64) -> u32 {
        let seed = n + 1;
        let mut sum = 0u64;
        let limit = seed + 1;
        let mut i = 0;
        while i < limit {
            let next = i + seed;
            sum += later(next).await;
            let twice = next + seed;
            let big = block(twice);
            sum += later(limit).await + u64::from(check(&big, twice));
            i += 1;
        }
        for k in 0..seed {
            let shifted = k + limit;
            later(shifted).await;
            sum += shifted + seed;
        }
        later(sum).await as u32
    }
}

differential! {
    /// Moved on one way only, with other variables where it would be.
    moved_on_some_ways { body(0), body(1), body(2) }
    async fn body(n: u32) -> u32 {
        let a = Loud("a");
        let b = Loud("b");
        later(0).await;
        let m = 'decided: {
            if n == 0 { break 'decided 0; }
            drop(a);
            later(1).await
        };
        let c = [Loud("c0"), Loud("c1")];
        let m = m + match n {
            1 => { let big = block(1); drop(b); later(2).await + check(&big, 1) }
            2 => { let d = Loud("d"); later(3).await + d.by_ref() as u32 }
            _ => 0,
        };
        later(m).await + c[0].by_ref() as u32
    }
}

differential! {
    /// Arms of different shapes: each has the same bytes.
    arms { body(Shape::Line(1, Loud("line"))), body(Shape::Square([2; 9])), body(Shape::Word("w".into(), Loud("word"))), body(Shape::Nothing) }
    enum Shape { Line(u8, Loud), Square([u64; 9]), Word(String, Loud), Nothing }
    async fn body(shape: Shape) -> u32 {
        let before = Loud("before");
        let n = match shape {
            Shape::Line(n, l) => { later(1).await; l.by_ref(); let m = u32::from(n); later(2).await + m }
            Shape::Square(s) => { let a = later(3).await; let sum = s.iter().sum::<u64>() as u32; later(sum).await + a }
            Shape::Word(w, l) => { let both = (l, w); later(4).await; both.0.by_ref() as u32 + both.1.len() as u32 }
            Shape::Nothing => 9,
        };
        before.by_ref();
        later(n).await
    }
}

differential! {
    /// `if let`, `while let` and `for` bind in places that their neighbours have used.
    bindings { body(vec![Some(1), None, Some(3)]) }
    async fn body(list: Vec<Option<u32>>) -> u32 {
        let mut sum = 0;
        let mut stack = vec![Loud("s0"), Loud("s1")];
        for item in list {
            if let Some(n) = item {
                let l = Loud("some");
                sum += later(n).await;
                l.by_ref();
            } else {
                let big = block(4);
                sum += later(0).await + check(&big, 4);
            }
        }
        while let Some(top) = stack.pop() {
            let held = (top, Loud("beside"));
            sum += later(5).await;
            held.0.by_ref();
        }
        sum
    }
}

differential! {
    /// A leaf keeps what it uses, whatever comes before and after.
    leaves { body(Loud("x"), block(2)) }
    async fn body(x: Loud, big: [u64; 8]) -> u32 {
        let y = Loud("y");
        let n = two(x, y, later(1).await) + held(later(2).await, check(&big, 2), &Loud("temporary"));
        let z = Loud("z");
        let after = [n; 8];
        let m = later(3).await + after[7];
        z.by_ref();
        m + later(m).await + held(m, later(4).await, &z)
    }
}

differential! {
    /// The last statements are one leaf: it takes over what was declared before it.
    tails { body(Loud("x"), 3) }
    async fn body(x: Loud, n: u32) -> u32 {
        let m = n + 1;
        let first = later(m).await;
        let k = first + m;
        let y = Loud("y");
        later(k).await;
        y.by_value() + later(k).await + x.by_value() + later(n).await
    }
}

differential! {
    /// Left early, with variables of several scopes alive.
    early_exits { body(0), body(1), body(2), body(3) }
    async fn body(n: u32) -> Result<u32, Small> {
        let a = Loud("a");
        let x = small(n != 0, later(n).await)?;
        {
            let b = (Loud("b0"), block(3));
            later(x).await;
            if n == 1 { return Ok(check(&b.1, 3)); }
            let c = b;
            small(n != 2, later(x).await)?;
            drop(c);
        }
        let d = Loud("d");
        let e = a;
        later(4).await;
        d.by_ref();
        Ok(e.by_ref() as u32)
    }
}

differential! {
    /// Borrows across awaits: what is borrowed stays where it is.
    borrowed { body(5) }
    async fn body(n: u64) -> u32 {
        let big = block(n);
        let part = &big[2..4];
        later(0).await;
        let copy = big;
        let l = Loud("l");
        let held = &l;
        let sum = part[0] + later(part[1]).await;
        let other = block(sum);
        later(1).await;
        held.by_ref();
        check(&copy, n) + check(&other, sum) + part.len() as u32
    }
}

differential! {
    /// A copy is taken of a variable that stays borrowed, and the variable isn't mentioned again.
    copied_while_borrowed { body() }
    #[derive(Clone, Copy)]
    struct Point { x: u64, y: u64 }
    async fn body() -> u32 {
        let p = Point { x: 1, y: 2 };
        let r = &p.y;
        let q = p;
        later(q.x).await;
        let noise = block(9);
        later(2).await;
        check(&noise, 9) + *r as u32
    }
}

differential! {
    /// Small variables lie beside the state.
    small { body(true, 'x', 7) }
    async fn body(flag: bool, letter: char, byte: u8) -> u32 {
        let mut seen = false;
        let mut count = 0u16;
        for other in ['x', 'y'] {
            seen |= other == letter;
            count += later(2).await;
            let same = other == letter;
            later(same).await;
            if same && flag { count += u16::from(byte); }
        }
        u32::from(count) + u32::from(seen)
    }
}
