//! Awaits inside everything that branches: `if`, `match`, `if let`, blocks.

use resumable_tests::prelude::*;

differential! {
    /// In the condition of `if`, in each branch, and `if` as an operand.
    if_else { body(0), body(1), body(2) }
    async fn body(n: u32) -> u32 {
        let _local = Loud("local");
        let a = if later(n).await == 0 { later(10).await } else if later(n).await == 1 { v(20) } else { later(30).await };
        if n == 2 {
            let _inner = Loud("inner");
            later(0).await;
        }
        a + if n > 0 { later(1).await } else { 0 }
    }
}

differential! {
    /// An `if` whose branches don't await around one that does.
    if_without_else { body(true), body(false) }
    async fn body(c: bool) -> u32 {
        let mut d = Loud("d");
        if c {
            d = Loud("d2");
        }
        later(1).await;
        if !c {
            d.by_mut();
            later(2).await;
            return 1;
        }
        2
    }
}

differential! {
    /// `if let` with awaits in the scrutinee, the body and the `else`.
    if_let { body(1), body(9) }
    async fn body(n: u32) -> u32 {
        if let Some(x) = Some(temp().later(n).await).filter(|x| *x == 9) {
            step("some");
            later(x).await
        } else {
            step("none");
            later(5).await
        }
    }
}

differential! {
    /// `if let .. else if let .. else` moves what it matched.
    if_let_chain_of_else { body(0), body(1), body(2) }
    enum Choice { A(Loud), B(Loud, Loud), C }
    async fn body(n: u32) -> u32 {
        let choice = match n { 0 => Choice::A(Loud("a")), 1 => Choice::B(Loud("b"), Loud("c")), _ => Choice::C };
        if let Choice::A(d) = choice {
            later(1).await + d.by_value()
        } else if let Choice::B(ref b, _) = choice {
            later(2).await + b.by_ref() as u32
        } else {
            later(3).await
        }
    }
}

differential! {
    /// Arms with and without awaits, by value, by reference, with bindings.
    match_arms { body(0), body(1), body(2), body(3), body(4) }
    #[derive(Debug)]
    enum Command { Get(Loud), Put(Loud, u32), Skip(u32), Both { a: Loud, b: Loud }, Quit }
    fn parse(n: u32) -> Command {
        match n {
            0 => Command::Get(Loud("key")),
            1 => Command::Put(Loud("key"), 5),
            2 => Command::Skip(3),
            3 => Command::Both { a: Loud("a"), b: Loud("b") },
            _ => Command::Quit,
        }
    }
    async fn body(n: u32) -> u32 {
        let _local = Loud("local");
        match parse(later(n).await) {
            Command::Get(key) => {
                let value = later(1).await;
                value + key.by_ref() as u32
            }
            Command::Put(_, value) => later(value).await,
            Command::Skip(n) if n > 5 => later(n).await,
            Command::Skip(n) => n,
            Command::Both { a, .. } => {
                step("both");
                later(a.by_ref() as u32).await
            }
            Command::Quit => return 99,
        }
    }
}

differential! {
    /// A guard that awaits, one that moves on failure, and one that panics.
    match_guards { body(1), body(2), body(3), body(4) }
    async fn check(d: &Loud, yes: bool) -> bool {
        d.by_ref();
        later(yes).await
    }
    async fn body(n: u32) -> u32 {
        let pair = (Loud("a"), Loud("b"));
        match (later(n).await, pair) {
            (1, p) if check(&p.0, true).await => later(p.1.by_ref() as u32).await,
            (2, ref p) if check(&p.0, false).await => 2,
            (2 | 3, (a, _)) if a.by_ref() == 1 && n == 3 => later(3).await + a.by_value(),
            (x, (a, b)) => two(a, b, later(x).await),
        }
    }
}

differential! {
    /// A place is matched without being moved or copied.
    match_on_a_place { body(0), body(1) }
    async fn body(n: usize) -> u32 {
        let mut slots = [Some(Loud("one")), None];
        let mut count = 0;
        match slots[n] {
            Some(ref mut d) => { count += later(1).await; d.by_mut(); }
            None => count += later(2).await,
        }
        match &slots[0] {
            Some(d) if d.by_ref() > 100 => {}
            Some(d) => { later(3).await; d.by_ref(); }
            None => {}
        }
        match &mut slots { [Some(d), ..] => { d.by_mut(); later(4).await; d.by_mut(); } _ => {} }
        count
    }
}

differential! {
    /// `@` bindings, slices, nested patterns and ranges, held across the await.
    match_patterns { body(0), body(1), body(2), body(3) }
    async fn body(n: usize) -> u32 {
        let data = [vec![1u32, 2, 3, 4], vec![7], vec![], vec![5, 6]];
        match &data[n][..] {
            [first, middle @ .., last] if !middle.is_empty() => later(*first).await + middle.len() as u32 + last,
            [all @ ..] if all.len() == 2 => later(all[0]).await + all[1],
            [one @ 1..=9] => later(*one).await + one,
            _ => later(0).await,
        }
    }
}

differential! {
    /// A match as an operand, and one whose value is awaited.
    match_as_operand { body(0), body(1) }
    async fn body(n: u32) -> u32 {
        let d = Loud("d");
        let future = match n { 0 => later(1), _ => later_by(2, 2) };
        v(10) + match future.await { 1 => later(3).await, x => x } + d.by_ref() as u32
    }
}

differential! {
    /// Conditional and deferred initialisation, in branches and in a loop.
    deferred_initialisation { body(true), body(false) }
    async fn body(c: bool) -> u32 {
        let d;
        let _e = Loud("e");
        let n;
        if c {
            d = Loud("d");
            n = later(1).await;
        } else {
            n = later(2).await;
        }
        let last;
        loop {
            let x = Loud("x");
            if later(n).await > 0 { last = x; break; }
        }
        later(3).await + last.by_ref() as u32
    }
}

differential! {
    /// Blocks as values, `unsafe` and nested ones.
    blocks { body() }
    async fn body() -> u32 {
        let x = {
            let d = Loud("d");
            let y = { later(1).await + 1 };
            unsafe { later(y).await }
        };
        {
            let _e = Loud("e");
            later(2).await;
        }
        let z = { let d = Loud("moved out"); later(3).await; d };
        x + z.by_ref() as u32
    }
}
