//! Awaits inside every construct that branches, loops or leaves.

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
    /// Uninhabited arms and `!` don't make the state uninhabited.
    never_typed { body(true), body(false) }
    enum Void {}
    async fn ok() -> Result<u32, Void> { Ok(later(1).await) }
    async fn body(leave: bool) -> u32 {
        let d = Loud("d");
        let n = match ok().await { Ok(n) => n, Err(void) => match void {} };
        if leave {
            let never: u32 = return later(n).await;
        }
        let never = || -> u32 { panic!("never") };
        later(n + 1).await
    }
}

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
    /// `return` from nested loops: its value is awaited before locals are dropped.
    early_return { body(2), body(20) }
    async fn body(n: u32) -> u32 {
        let _a = Loud("a");
        for i in 0..4 {
            let _b = Loud("b");
            if i == n { return later(i).await; }
            match i { 1 => { let _c = Loud("c"); later(100 + i).await; } _ => {} }
        }
        99
    }
}

differential! {
    /// `return` in a unit function, `return` as a tail with a semicolon, unit values.
    unit { body(true), body(false), tail() }
    async fn body(c: bool) {
        let _d = Loud("d");
        if c { later(1).await; return; }
        later(2).await;
    }
    async fn tail() -> u32 {
        let x = { later(1).await; };
        let () = x;
        body(true).await;
        return later(4).await;
    }
}

differential! {
    /// `?` with conversion among operands: conversion, then operands, then locals.
    question_mark { body(1), body(2), body(3) }
    async fn fallible(x: u32, failing: u32) -> Result<u32, Small> {
        let _inner = Loud("inner");
        later(x).await;
        small(x != failing, x)
    }
    async fn body(failing: u32) -> Result<u32, Big> {
        let _a = Loud("a");
        let s = two(Loud("p"), Loud("q"), fallible(1, failing).await?);
        let _b = Loud("b");
        Ok(fallible(2, failing).await? + s)
    }
}

differential! {
    /// `?` on options, `??`, and on values that no await made.
    question_mark_on_others {
        options(true), options(false), nested(0), nested(1), nested(2), without_await(0), without_await(1),
        polls(0), polls(1), polls(2), poll_of_option(0), poll_of_option(1), poll_of_option(2), flow(true), flow(false)
    }
    async fn options(fail: bool) -> Option<u32> {
        let _a = Loud("a");
        let x = if fail { None } else { Some(later(2).await) };
        let y = x?;
        let z: Option<Result<u32, Small>> = Some(Ok(y));
        z?.ok()
    }
    async fn nested(n: u32) -> Result<Option<u32>, Big> {
        let r: Result<Result<u32, Small>, Small> = match n { 0 => Ok(Ok(later(1).await)), 1 => Ok(Err(Small)), _ => Err(Small) };
        let x = r??;
        Ok(Some(x))
    }
    async fn polls(n: u32) -> Poll<Result<u32, Big>> {
        let _d = Loud("d");
        later(1).await;
        let p: Poll<Result<u32, Small>> = match n { 0 => Poll::Pending, 1 => Poll::Ready(small(false, 1)), _ => Poll::Ready(Ok(2)) };
        let q = p?;
        small(true, 1)?;
        later(3).await;
        q.map(Ok)
    }
    async fn poll_of_option(n: u32) -> Poll<Option<Result<u32, Big>>> {
        let _d = Loud("d");
        let p: Poll<Option<Result<u32, Small>>> = match n { 0 => Poll::Ready(None), 1 => Poll::Ready(Some(Err(Small))), _ => Poll::Ready(Some(Ok(2))) };
        let q = p?;
        later(3).await;
        q.map(|o| o.map(Ok))
    }
    async fn flow(stop: bool) -> std::ops::ControlFlow<Loud, u32> {
        let _d = Loud("d");
        let c = if stop { std::ops::ControlFlow::Break(Loud("break")) } else { std::ops::ControlFlow::Continue(later(1).await) };
        let n = c?;
        std::ops::ControlFlow::Continue(later(n).await)
    }
    async fn without_await(n: u32) -> Result<u32, Big> {
        let _d = Loud("d");
        later(n).await;
        let r: Result<Option<u32>, Big> = small(n == 0, 3).map(Some).map_err(Big::from);
        Ok(r?.unwrap_or(0) + small(true, later(1).await)?)
    }
}

differential! {
    /// `?` of a boxed error, `Err(..)?` and `return Err(..)`.
    boxed_errors { body(0), body(1), body(2) }
    async fn body(n: u32) -> Result<u32, Box<dyn std::error::Error>> {
        let _d = Loud("d");
        if n == 0 { return Err("text".into()); }
        if n == 1 { Err(std::fmt::Error)? }
        let parsed: u32 = "12".parse()?;
        Ok(parsed + later(1).await)
    }
}

differential! {
    /// `return`, `?` and `break` of nested closures, `async` blocks, functions and `const` blocks are their own.
    exits_of_nested_bodies { body() }
    async fn body() -> Result<u32, Big> {
        let closure = |x: u32| -> Option<u32> {
            let y = Some(x)?;
            if y > 5 { return None; }
            Some(y)
        };
        let a = closure(7).unwrap_or(1) + closure(2).unwrap();
        let block = async {
            small(false, 1)?;
            Ok::<u32, Small>(later(3).await)
        }
        .await;
        fn inner(n: u32) -> Option<u32> {
            for i in 0.. { if i == n { return Some(i); } }
            None
        }
        let b = inner(4).unwrap() + const { let mut i = 0; loop { i += 1; if i == 3 { break i; } } };
        later(a + b).await;
        Ok(block?)
    }
}

differential! {
    /// `let else` with awaits in the initializer and in the `else`.
    let_else { body(1), body(2), body(3) }
    async fn body(n: u32) -> u32 {
        let _d = Loud("d");
        let Some(x) = Some(later(n).await).filter(|x| *x != 1) else { return 5; };
        let (Some(y), z) = (Some(x).filter(|x| *x != 2), Loud("z")) else {
            later(8).await;
            return later(6).await;
        };
        later(y).await + z.by_ref() as u32
    }
}

differential! {
    /// `let else` that diverges by `continue`, `break` and `?`.
    let_else_in_a_loop { body() }
    async fn body() -> Option<u32> {
        let mut sum = 0;
        for n in [Some(1), None, Some(2), Some(9), Some(3)] {
            let Some(n) = n else { later(50).await; continue };
            let 0..=8 = n else { break };
            sum += later(n).await;
        }
        let Some(x) = Some(sum).filter(|s| *s > 100) else { Some(later(1).await).filter(|_| false)?; panic!("unreachable") };
        Some(x)
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

differential! {
    /// `-> !`, left by a panic.
    never_returns { body(3) }
    async fn never(n: u32) -> ! {
        let _d = Loud("d");
        loop {
            later(n).await;
            if n == 3 { panic!("never"); }
        }
    }
    async fn body(n: u32) -> u32 {
        let _e = Loud("e");
        if n == 0 { return 1; }
        never(n).await
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

differential! {
    /// All of it in one function.
    a_small_interpreter { body() }
    enum Op { Push(u32), Add, Wait(u32), Print(Loud), JumpIfLess(u32, usize), Fail, Halt }
    async fn run(program: Vec<Op>) -> Result<u32, Big> {
        let mut stack: Vec<u32> = Vec::new();
        let mut pc = 0;
        let _frame = Loud("frame");
        while let Some(op) = program.get(pc) {
            pc += 1;
            match op {
                Op::Push(n) => stack.push(*n),
                Op::Add => {
                    let (Some(a), Some(b)) = (stack.pop(), stack.pop()) else { return Err(Big) };
                    stack.push(a + later(b).await);
                }
                Op::Wait(n) => {
                    for i in 0..*n { later(i).await; }
                }
                Op::Print(d) => { d.by_ref(); }
                Op::JumpIfLess(n, target) if stack.last().is_some_and(|top| top < n) => {
                    step("jump");
                    pc = *target;
                }
                Op::JumpIfLess(..) => continue,
                Op::Fail => { small(false, later(0).await)?; }
                Op::Halt => break,
            }
        }
        stack.pop().ok_or(Big)
    }
    async fn body() -> u32 {
        let first = run(vec![
            Op::Push(1), Op::Push(2), Op::Add, Op::JumpIfLess(6, 1), Op::Wait(2), Op::Print(Loud("p")), Op::Halt, Op::Fail,
        ]);
        let a = first.await.unwrap_or(1000);
        let b = run(vec![Op::Push(1), Op::Fail]).await.is_err() as u32;
        a + b + run(vec![Op::Add]).await.is_err() as u32
    }
}
