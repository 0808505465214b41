//! Panics, polls after the end, wakers, and functions that call each other.

use resumable_tests::prelude::*;

differential! {
    /// A panic after a resume drops locals in reverse and poisons the future.
    panics_in_the_body { body(0), body(1), body(2) }
    async fn leaf(p: Loud, n: u32) -> u32 {
        let _local = Loud("leaf");
        let r = later(n + 20).await;
        let _q = Loud("q");
        r + later(n + 30).await
    }
    async fn body(n: u32) -> u32 {
        let _a = Loud("a");
        let x = leaf(Loud("p"), 3).await;
        let _b = Loud("b");
        if n == 1 { panic!("first") }
        later(2).await;
        two(Loud("c"), Loud("d"), if n == 2 { panic!("second") } else { later(6).await + x })
    }
}

differential! {
    /// A future that panics when polled, or in its destructor, or when made.
    panicking_awaitees { body(0), body(1), body(2), body(3) }
    struct Bad { when: u32, polls: u32 }
    impl Future for Bad {
        type Output = u32;
        fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
            step("poll Bad");
            self.polls += 1;
            if self.when == 1 && self.polls == 2 { panic!("in poll") }
            cx.waker().wake_by_ref();
            if self.polls == 3 { Poll::Ready(9) } else { Poll::Pending }
        }
    }
    impl Drop for Bad {
        fn drop(&mut self) {
            resumable_tests::trace::log("~Bad");
            if self.when == 2 && !std::thread::panicking() { panic!("in drop") }
        }
    }
    fn bad(when: u32) -> Bad {
        if when == 3 { panic!("when made") }
        Bad { when, polls: 0 }
    }
    async fn body(n: u32) -> Loud {
        let _a = Loud("a");
        let d = Loud("d");
        two(Loud("b"), Loud("c"), bad(n).await);
        d
    }
}

differential! {
    /// Destructors that always panic, at return, at a cancellation and while assigned to.
    panicking_destructors { at_return(), nested(), assigned() }
    struct Boom(&'static str);
    impl Drop for Boom {
        fn drop(&mut self) {
            resumable_tests::trace::log(format!("~{}", self.0));
            if !std::thread::panicking() { panic!("boom") }
        }
    }
    async fn leaf(_w: Loud) -> u32 {
        let _g = Loud("g");
        let _b = Boom("leaf");
        later(1).await
    }
    async fn at_return() -> u32 {
        let _a = Loud("a");
        let _b = Boom("b");
        let _c = Loud("c");
        later(1).await
    }
    async fn nested() -> u32 {
        let _a = Loud("a");
        leaf(Loud("w")).await + later(2).await
    }
    async fn assigned() -> u32 {
        let _a = Loud("a");
        let mut b = Boom("old");
        later(1).await;
        b = Boom("new");
        later(2).await
    }
}

differential! {
    /// A destructor that panics at return: what happens to the value is rustc's choice.
    returned_value_when_a_destructor_panics { body() }
    async fn body() -> Loud {
        let _a = Loud("a");
        let r = Loud("returned");
        later(1).await;
        let _b = Loud("b");
        r
    }
}

differential! {
    /// Each poll brings its own waker, at any depth.
    wakers { body() }
    async fn leaf(n: usize) -> u32 {
        let polled = later_by(n, n as u32).await;
        std::future::poll_fn(|cx| {
            cx.waker().wake_by_ref();
            step("poll_fn");
            Poll::Ready(())
        })
        .await;
        polled
    }
    async fn middle(n: usize) -> u32 { leaf(n).await + leaf(n + 1).await }
    async fn body() -> u32 {
        let d = Loud("d");
        middle(2).await + d.by_ref() as u32
    }
}

differential! {
    /// Calls of functions of the same strategy: owned arguments, borrowed ones, awaited ones.
    calls { body(Loud("P")) }
    async fn leaf(_p: Loud, n: u32) -> u32 {
        let _local = Loud("leaf");
        let r = later(n + 20).await;
        let _q = Loud("q");
        r + later(n + 30).await
    }
    async fn borrowing(p: &Loud, _q: Loud) -> u32 {
        later(40).await;
        p.by_ref();
        later(41).await
    }
    async fn body(_p: Loud) -> u32 {
        let l = Loud("l");
        leaf(Loud("x"), later(1).await).await + borrowing(&l, Loud("z")).await
    }
}

differential! {
    /// Calls that are kept, polled later, moved around or never polled.
    calls_as_values { body() }
    async fn leaf(_p: Loud, n: u32) -> u32 {
        let _local = Loud("leaf");
        later(n).await
    }
    async fn run(future: impl Future<Output = u32>) -> u32 { future.await + later(100).await }
    async fn body() -> u32 {
        let a = leaf(Loud("a"), 1);
        let b = leaf(Loud("b"), 2);
        later(5).await;
        let c = Some(leaf(Loud("c"), 3));
        let r = b.await;
        drop(a);
        let boxed: Pin<Box<dyn Future<Output = u32>>> = Box::pin(leaf(Loud("d"), 4));
        let pinned = std::pin::pin!(leaf(Loud("e"), 5));
        r + run(c.unwrap()).await + run(boxed).await + run(pinned).await
    }
}

differential! {
    /// Calls inside arguments of calls.
    calls_in_arguments { body() }
    async fn leaf(_p: Loud, n: u32) -> u32 {
        let _local = Loud("leaf");
        later(n).await
    }
    async fn body() -> u32 {
        held(later(1).await, leaf(Loud("n"), later(2).await).await, &temp()) + leaf(Loud("o"), leaf(Loud("i"), 3).await).await
    }
}

differential! {
    /// Calls joined and raced by others.
    joined_and_raced { joined(), raced() }
    async fn leaf(_p: Loud, n: u32) -> u32 {
        let _local = Loud("leaf");
        later(n + 20).await + later(n + 30).await
    }
    async fn joined() -> u32 {
        let _d = Loud("d");
        let (a, b) = join(leaf(Loud("j1"), 1), leaf(Loud("j2"), 5)).await;
        a + b
    }
    async fn raced() -> u32 {
        let _d = Loud("d");
        first(leaf(Loud("s1"), 1), later_by(1, 77)).await + later(3).await
    }
}

differential! {
    /// Recursion through a box, and mutual recursion.
    boxed_recursion { body(3) }
    async fn body(n: u32) -> u32 {
        let _d = Loud("frame");
        if n == 0 { later(0).await } else { n + again(n - 1).await }
    }
    fn again(n: u32) -> Pin<Box<dyn Future<Output = u32>>> { Box::pin(body(n)) }
}

differential! {
    /// A deep chain of calls: each level owns something.
    deep_chain { body() }
    async fn a(d: Loud) -> u32 { let _l = Loud("la"); b(Loud("b")).await + d.by_ref() as u32 }
    async fn b(d: Loud) -> u32 { let _l = Loud("lb"); c(Loud("c")).await + d.by_ref() as u32 }
    async fn c(d: Loud) -> u32 { let _l = Loud("lc"); later(1).await + later(2).await + d.by_ref() as u32 }
    async fn body() -> u32 { a(Loud("a")).await }
}

differential! {
    /// Functions without an await, and with only a tail await.
    hardly_async { none(Loud("x")), tail(Loud("x")), calling() }
    async fn none(x: Loud) -> usize { step("ran"); let _l = Loud("l"); x.by_ref() }
    async fn tail(_x: Loud) -> u32 { later(1).await }
    async fn empty() {}
    async fn calling() -> u32 { empty().await; none(Loud("y")).await as u32 + tail(Loud("z")).await }
}

differential! {
    /// Errors through several levels, with locals on the way.
    errors_through_levels { body(0), body(1), body(2) }
    async fn inner(n: u32) -> Result<u32, Small> {
        let _i = Loud("inner");
        later(n).await;
        small(n != 1, n)
    }
    async fn outer(n: u32) -> Result<u32, Big> {
        let _o = Loud("outer");
        let x = inner(n).await?;
        if x == 2 { return Err(Big); }
        Ok(x + inner(0).await?)
    }
    async fn body(n: u32) -> String {
        let _d = Loud("d");
        match outer(n).await {
            Ok(n) => format!("ok {n}"),
            Err(e) => { later(9).await; format!("{e:?}") }
        }
    }
}

differential! {
    /// A panic of an operand after the await, caught by nobody: destructors see it.
    panic_after_the_await { body(1), body(0) }
    async fn body(n: u32) -> u32 {
        let _a = Loud("a");
        let b = Loud("b");
        let list = [1u32];
        two(b, Loud("c"), list[later(n as usize).await])
    }
}

differential! {
    /// An await in a loop that is always ready.
    always_ready { body() }
    async fn one(n: u32) -> u32 { now(n).await }
    async fn body() -> u32 {
        let mut sum = 0;
        for i in 0..5 { let _d = Loud("d"); sum += now(i).await + one(i).await; }
        sum
    }
}
