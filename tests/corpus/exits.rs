//! Ways out of a function and of its blocks: `return`, `?`, `let else`, and never.

use resumable_tests::prelude::*;

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

differential! {
    /// Ways out of the middle of an expression, to loops and blocks around the statement.
    jumps_out_of_operands { body(0), body(1), body(2), body(3), body(4) }
    fn sum(a: u32, b: u32, d: Loud) -> u32 { a + b + d.by_value() }
    async fn body(n: u32) -> Result<u32, Big> {
        let mut list = Vec::new();
        let mut rounds = 0;
        let kept = Loud("kept");
        let label = 'block: {
            'outer: while rounds < 4 {
                let _outer = Loud("outer");
                rounds += 1;
                for i in 0..2u32 {
                    let _inner = Loud("inner");
                    list.push(sum(v(i), match later(rounds).await {
                        1 => 10,
                        2 if n == 1 => continue,
                        2 if n == 2 => break,
                        3 if n == 3 => { later(i).await; continue 'outer }
                        3 if n == 4 => break 'block later(kept.by_ref() as u32).await,
                        x => small(x < 4, x)?,
                    }, Loud("operand")));
                    later(i).await;
                }
            }
            later(7).await
        };
        later(label).await;
        Ok(list.into_iter().sum::<u32>() + label)
    }
}
