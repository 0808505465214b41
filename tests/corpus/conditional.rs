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
