//! Conditionally compiled statements, arms and fields. `debug_assertions`, `test` and `unix` stand for conditions that hold or not.

use resumable_tests::prelude::*;

differential! {
    /// Statements: calls, macros, blocks and branches, with awaits and without, compiled or not.
    conditional_statements { body(1), body(2), body(3) }
    async fn body(n: u32) -> Result<u32, Big> {
        let d = Loud("d");
        let mut sum = n;
        #[cfg(not(any()))]
        step("compiled");
        #[cfg(any())]
        nothing_of_this_name(d, sum);
        later(1).await;
        #[cfg(not(any()))]
        later(2).await;
        #[cfg(any())]
        missing(&d).await?;
        #[cfg(all())]
        if n == 1 {
            let inner = Loud("inner");
            sum += later(3).await;
            inner.by_ref();
        }
        #[cfg(any())]
        if let Some(missing) = missing(&d) {
            let missing = missing.await;
            missing.more().await;
        }
        #[cfg(not(any()))]
        #[cfg(all())]
        {
            let _block = Loud("block");
            small(n != 2, later(4).await)?;
        }
        #[cfg(any())]
        for missing in missing() { later(missing).await; }
        #[cfg(all())]
        later(5).await;
        #[cfg_attr(all(), allow(unused_variables))]
        let unused = later(6).await;
        #[cfg(any())]
        return missing();
        #[cfg(all())]
        assert!(sum < 100, "{sum}");
        #[cfg(any())]
        assert!(missing, "{d}");
        later(d.by_ref() as u32 + sum).await;
        #[cfg(any())]
        { missing() }
        #[cfg(not(any()))]
        { Ok(sum) }
    }
}

differential! {
    /// A use that isn't compiled doesn't keep a variable from moving before.
    moves_before_absent_uses { body(true), body(false) }
    fn take(d: Loud) -> usize { d.by_ref() }
    async fn body(early: bool) -> usize {
        let (a, b, c) = (Loud("a"), Loud("b"), Loud("c"));
        later(1).await;
        let n = take(a);
        #[cfg(any())]
        a.by_ref();
        later(2).await;
        #[cfg(any())]
        { drop(b); later(3).await; }
        if early { return n + b.by_value() as usize; }
        later(4).await;
        n + match c {
            #[cfg(any())]
            Missing => later(b).await,
            c => c.by_ref(),
        }
    }
}

differential! {
    /// Arms and fields of awaited constructs.
    conditional_parts { body(0), body(1), body(2) }
    struct Options { n: u32, #[cfg(all())] d: Loud, #[cfg(any())] missing: Missing }
    enum Command { Run(Loud), #[cfg(all())] Stop(Loud), #[cfg(any())] Missing(Missing) }
    fn command(n: u32) -> Command {
        if n == 1 { Command::Stop(Loud("stop")) } else { Command::Run(Loud("run")) }
    }
    async fn body(n: u32) -> u32 {
        let options = Options { n: later(n).await, #[cfg(all())] d: Loud("field"), #[cfg(any())] missing: missing() };
        let m = match command(options.n) {
            Command::Run(d) => later(d.by_ref() as u32).await,
            #[cfg(all())]
            Command::Stop(d) => d.by_value(),
            #[cfg(any())]
            Command::Missing(m) => missing(m),
        };
        later(m).await;
        match n {
            #[cfg(any())]
            0 => missing(),
            #[cfg(all())]
            0 => step("zero"),
            1 if options.n == 1 => { later(7).await; }
            _ => { later(8).await; }
        }
        options.d.by_ref() as u32 + m
    }
}

differential! {
    /// Arms that await, first, last, alone, beside arms that don't; of a place and of a value; with bindings and without.
    conditional_arms { body(0), body(1), body(2), body(3) }
    enum Command { Run(Loud), #[cfg(all())] Stop { d: Loud, n: u32 }, #[cfg(any())] Missing(Missing), Quit }
    fn command(n: u32) -> Command {
        match n { 0 => Command::Run(Loud("run")), 1 | 2 => Command::Stop { d: Loud("stop"), n }, _ => Command::Quit }
    }
    async fn run(command: &mut Command) -> Result<u32, Big> {
        Ok(match command {
            #[cfg(any())]
            Command::Missing(m) => missing(m).await?,
            Command::Run(d) => later(d.by_mut().by_ref() as u32).await,
            #[cfg(all())]
            #[cfg(not(any()))]
            Command::Stop { n, .. } if *n == 1 => {
                let _arm = Loud("arm");
                small(later(true).await, 3)?
            }
            #[cfg(all())]
            Command::Stop { d, n } => { *n += 1; later(*n).await; small(d.by_ref() > 9, 4)? }
            Command::Quit => 5,
            #[cfg(any())]
            _ => later(missing()).await,
        })
    }
    async fn body(n: u32) -> Result<u32, Big> {
        let mut c = command(n);
        let r = run(&mut c).await;
        step("between");
        let m = match c {
            #[cfg(all())]
            Command::Stop { d, n } => { later(n).await; d.by_value() }
            #[cfg(any())]
            Command::Missing(m) => later(m).await,
            Command::Run(_) | Command::Quit => later(9).await,
        };
        match m {
            #[cfg(any())]
            7 => missing().await,
            #[cfg(all())]
            7 => { later(70).await; }
            #[cfg(any())]
            _ => missing(),
            #[cfg(all())]
            _ => later(m).await.min(0).max(1).checked_add(1).map_or((), drop),
        }
        Ok(r? + m)
    }
}

differential! {
    /// Declarations, patterns and values of blocks, which depend on the condition.
    conditional_declarations { body(1), body(2) }
    async fn body(n: u32) -> u32 {
        let d = Loud("d");
        later(n).await;
        let x = 1;
        #[cfg(any())]
        let x = missing();
        #[cfg(all())]
        let x = { let _e = Loud("e"); later(x + n).await };
        later(x).await;
        let y = {
            #[cfg(all())]
            { let _f = Loud("f"); later(x).await }
            #[cfg(any())]
            { missing().await }
        };
        d.by_ref() as u32 + y
    }
}
