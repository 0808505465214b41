//! What becomes of a result when the destructor of a temporary panics that was made with it: rustc drops it or leaks it (rust-lang/rust#47949), by
//! where it stands and by the edition.

use resumable_tests::prelude::*;

differential! {
    /// The function's result is in its place already: it leaks.
    tail_of_the_function { body(Loud("p"), 0), operand(Loud("p"), 0), nested(Loud("p"), 0) }
    async fn body(p: Loud, n: u32) -> (usize, Option<Loud>) {
        later(n).await;
        (temp().by_ref(), Some(later(Loud("z")).await))
    }
    async fn operand(p: Loud, n: u32) -> Option<Loud> {
        later(n).await;
        Some(beside(&temp(), later(Loud("z")).await))
    }
    async fn nested(p: Loud, n: u32) -> Loud {
        later(n).await;
        ({ later(1).await; { later(2).await; beside(&temp(), later(Loud("z")).await) } })
    }
}

differential! {
    /// So does that of an arm or a branch, whose temporaries die with it.
    tails_of_branches { body(0), body(1), body(2), bound(0), bound(1), bound(2) }
    async fn body(n: u32) -> Loud {
        later(n).await;
        if later(n).await == 0 {
            beside(&temp(), later(Loud("then")).await)
        } else if let 1 = n {
            later(n).await;
            beside(&temp(), later(Loud("else if")).await)
        } else {
            match n { 2 => beside(&temp(), later(Loud("arm")).await), _ => Loud("none") }
        }
    }
    async fn bound(n: u32) -> u32 {
        let x = if later(n).await == 0 {
            beside(&temp(), later(Loud("then")).await)
        } else {
            match n {
                1 => beside(&temp(), later(Loud("arm")).await),
                _ => { later(n).await; beside(&temp(), later(Loud("block of an arm")).await) }
            }
        };
        later(x.by_ref() as u32).await
    }
}

differential! {
    /// The temporaries of a block's tail die with the block since edition 2024, before anything owns its value.
    tails_of_blocks { bound(0), nested(0), assigned(0), argument(0), discarded(0), labelled(0), looping(0) }
    async fn bound(n: u32) -> u32 {
        let x = { later(n).await; beside(&temp(), later(Loud("x")).await) };
        later(x.by_ref() as u32).await
    }
    async fn nested(n: u32) -> u32 {
        let x = { later(n).await; { later(1).await; ({ later(2).await; beside(&temp(), later(Loud("x")).await) }) } };
        later(x.by_ref() as u32).await
    }
    async fn assigned(n: u32) -> u32 {
        let mut x = Loud("first");
        x = { later(n).await; beside(&temp(), later(Loud("second")).await) };
        later(x.by_ref() as u32).await
    }
    async fn argument(n: u32) -> u32 {
        drop({ later(n).await; beside(&temp(), later(Loud("x")).await) });
        later(n).await
    }
    async fn discarded(n: u32) -> u32 {
        { later(n).await; beside(&temp(), later(Loud("x")).await) };
        later(n).await
    }
    async fn labelled(n: u32) -> u32 {
        let x = 'block: {
            if later(n).await == 1 { break 'block Loud("broken") }
            beside(&temp(), later(Loud("x")).await)
        };
        later(x.by_ref() as u32).await
    }
    async fn looping(n: u32) -> u32 {
        let x = loop {
            later(n).await;
            break { later(n).await; beside(&temp(), later(Loud("x")).await) };
        };
        later(x.by_ref() as u32).await
    }
}

differential! {
    /// A variable has its value already when the temporaries of its `let` die.
    variables { bound(0), typed(0), discarded(0) }
    async fn bound(n: u32) -> u32 {
        let x = beside(&temp(), later(Loud("x")).await);
        later(x.by_ref() as u32).await
    }
    async fn typed(n: u32) -> u32 {
        let x: Loud = beside(&temp(), later(Loud("x")).await);
        later(x.by_ref() as u32).await
    }
    async fn discarded(n: u32) -> u32 {
        beside(&temp(), later(Loud("x")).await);
        let _ = beside(&temp(), later(Loud("y")).await);
        later(n).await
    }
}

differential! {
    /// What leaves the function early is in the place of its result, too.
    ways_out { returned(0), block(0), block_without_an_end(0), question(0), question(1) }
    async fn returned(n: u32) -> Loud {
        later(n).await;
        if later(n).await == 0 { return beside(&temp(), later(Loud("x")).await) }
        later(n).await;
        Loud("y")
    }
    async fn block(n: u32) -> Loud {
        if later(n).await == 0 { return { later(n).await; beside(&temp(), later(Loud("x")).await) } }
        later(n).await;
        Loud("y")
    }
    async fn block_without_an_end(n: u32) -> Loud {
        later(n).await;
        return { later(n).await; beside(&temp(), later(Loud("x")).await) };
    }
    async fn question(n: u32) -> Result<Loud, Big> {
        later(n).await;
        let k = small(n == 0, temp().by_ref() as u32 + later(n).await)?;
        later(k).await;
        Ok(beside(&temp(), later(Loud("x")).await))
    }
}

differential! {
    /// The rest of a list, with the variables that move into it, as the value of all these.
    rest_of_a_list { function(Loud("p")), arm(0), arm(1), block(0) }
    fn take(x: Loud, _: &Loud) -> Loud { step("take"); x }
    async fn function(p: Loud) -> Loud {
        let x = Loud("x");
        later(1).await;
        let y = x.me().by_ref();
        let Loud(_) = p;
        take(later(x).await, &temp())
    }
    async fn arm(n: u32) -> u32 {
        let z = match later(n).await {
            0 => {
                let x = (Loud("x0"), Loud("x1"));
                later(1).await;
                let (a, _) = x;
                take(later(a).await, &temp())
            }
            _ => Loud("other"),
        };
        later(z.by_ref() as u32).await
    }
    async fn block(n: u32) -> u32 {
        let z = {
            let x = (Loud("x0"), Loud("x1"));
            later(1).await;
            let (a, _) = x;
            take(later(a).await, &temp())
        };
        later(z.by_ref() as u32).await
    }
}
