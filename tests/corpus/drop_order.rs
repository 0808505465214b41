//! When values and temporaries are dropped: at completion, and at each point where the function may be left or cancelled.

use resumable_tests::prelude::*;

differential! {
    /// Parameters: locals first, then parameters from the last to the first, each after its pattern's bindings; unpolled, in declaration order.
    parameters { body(Loud("x"), Loud("_"), Loud("_u"), (Loud("a"), Loud("t1"))) }
    async fn body(x: Loud, _: Loud, _u: Loud, (a, t1): (Loud, Loud)) -> u32 {
        let _local = Loud("local");
        later(1).await + later(2).await
    }
}

differential! {
    /// `ref`, `mut`, struct, slice and wildcard patterns in parameters.
    parameter_patterns { body(Loud("x"), Loud("y"), (Loud("p"), Loud("q")), [Loud("s0"), Loud("s1"), Loud("s2")], Pair { a: Loud("pa"), b: Loud("pb") }) }
    struct Pair { a: Loud, b: Loud }
    async fn body(ref x: Loud, mut y: Loud, (p, _): (Loud, Loud), [first, .., _]: [Loud; 3], Pair { a, .. }: Pair) -> u32 {
        later(1).await;
        y = Loud("y2");
        x.by_ref();
        later(2).await
    }
}

differential! {
    /// Parameters that are moved, or moved on one path only.
    moved_parameters { body(Loud("a"), Loud("b"), true), body(Loud("a"), Loud("b"), false) }
    async fn body(a: Loud, b: Loud, c: bool) -> u32 {
        if c { drop(a); }
        later(1).await;
        let kept = b;
        later(2).await + kept.by_ref() as u32
    }
}

differential! {
    /// Unpolled calls drop their arguments, `self` included, in declaration order.
    unpolled { body() }
    struct Who { a: Loud, b: Loud, n: u32 }
    impl Who {
        async fn unused(self, _x: Loud) -> u32 { later(1).await }
        async fn field(self, _x: Loud) -> u32 { later(self.n).await }
    }
    async fn body() -> u32 {
        let f = Who { a: Loud("a"), b: Loud("b"), n: 1 }.field(Loud("x"));
        later(1).await;
        let g = Who { a: Loud("c"), b: Loud("d"), n: 1 }.unused(Loud("y"));
        drop(f);
        g.await
    }
}

differential! {
    /// The awaited future is dropped as soon as it is ready, its operand's temporaries at the end of the statement.
    awaitee_before_temporaries { body() }
    async fn body() -> u32 {
        let x = temp().me().later(1).await;
        step("after");
        x
    }
}

differential! {
    /// Temporaries of a match scrutinee live through its arms.
    scrutinee_temporaries { body(1), body(2) }
    async fn body(n: u32) -> u32 {
        match temp().me().later(n).await {
            1 => { step("arm"); later(2).await }
            _ => later(3).await,
        }
    }
}

differential! {
    /// Temporaries of `if let` live through the `else` on edition 2021 only.
    if_let_temporaries { body(true), body(false) }
    async fn body(c: bool) -> u32 {
        if let Some(n) = temp().me().name().chars().next().filter(|_| c) {
            later(n as u32).await
        } else {
            step("else");
            later(5).await
        }
    }
}

differential! {
    /// Temporaries of an `if` or `while` condition are dropped before the body.
    condition_temporaries { body() }
    async fn body() -> u32 {
        let mut n = 0;
        while temp().later(n).await < 2 { step("body"); n += later(1).await; }
        if temp().me().later(1).await == 1 { step("then"); later(2).await } else { 0 }
    }
}

differential! {
    /// Temporaries of the tail: after the locals on edition 2021, before them on 2024.
    tail_temporaries { awaited(), plain(Loud("p")), block() }
    async fn awaited() -> u32 {
        let _local = Loud("local");
        temp().me().later(4).await
    }
    async fn plain(p: Loud) -> usize {
        let _local = Loud("local");
        later(1).await;
        temp().me().name().len()
    }
    async fn block() -> u32 {
        let n = { let _inner = Loud("inner"); temp().me().later(4).await };
        step("after");
        n
    }
}

differential! {
    /// Temporaries whose life is extended by the `let` that borrows them.
    extended_temporaries { body() }
    struct Holder<'a> { d: &'a Loud }
    async fn body() -> u32 {
        let a = &Loud("extended");
        let h = Holder { d: &Loud("in a struct") };
        let t = (&Loud("in a tuple"), 1);
        let b = { &Loud("in a block") };
        let _slice: &[Loud] = &[Loud("s0"), Loud("s1")];
        later(1).await;
        a.by_ref();
        h.d.by_ref();
        t.0.by_ref();
        b.by_ref();
        later(2).await
    }
}

differential! {
    /// Constants are promoted: a reference to them is `'static`.
    promoted_constants { body() }
    async fn body() -> &'static [u32] {
        let five: &'static u32 = &5;
        let list: &'static [u32] = &[1, 2, 3];
        later(*five).await;
        if later(1).await == 2 { return &[7]; }
        list
    }
}

differential! {
    /// `let _ = value` drops now, `let _x` later, `let _ = place` does nothing.
    wildcards { body() }
    async fn body() -> u32 {
        let _ = Loud("now");
        let _later = Loud("later");
        let d = Loud("place");
        let _ = d;
        let (_, kept) = (Loud("dropped"), Loud("kept"));
        let _ = later(1).await;
        later(2).await;
        _ = Loud("assigned to nothing");
        later(3).await
    }
}

differential! {
    /// An assignment drops the old value after its right side has been awaited.
    assignment { body() }
    async fn body() -> u32 {
        let mut d = Loud("old");
        let mut t = (Loud("t0"), Loud("t1"));
        step("start");
        d = { later(1).await; Loud("new") };
        t.1 = { later(2).await; Loud("t1 new") };
        d = Loud("third");
        later(3).await
    }
}

differential! {
    /// Shadowed bindings live until the end, and drop in reverse.
    shadowing { body(Loud("parameter")) }
    async fn body(d: Loud) -> u32 {
        later(1).await;
        let d = Loud("first");
        later(2).await;
        let d = Loud("second");
        { let d = Loud("inner"); later(3).await; }
        d.by_ref();
        later(4).await
    }
}

differential! {
    /// Bindings of one pattern drop in reverse; or-patterns and `ref` in them.
    bindings_of_one_pattern { body(0), body(1) }
    async fn body(n: u32) -> u32 {
        let (a, (b, c), [d, e]) = (Loud("a"), (Loud("b"), Loud("c")), [Loud("d"), Loud("e")]);
        later(1).await;
        let (Ok(x) | Err(x)) = (if n == 0 { Ok(Loud("ok")) } else { Err(Loud("err")) });
        let (ref y, z) = (Loud("y"), Loud("z"));
        later(2).await;
        x.by_ref() as u32 + y.by_ref() as u32
    }
}

differential! {
    /// After a partial move the remaining fields drop in declaration order.
    partial_moves { body(true), body(false) }
    struct Three { a: Loud, b: Loud, c: Loud }
    async fn body(c: bool) -> u32 {
        let d = Loud("d");
        let t = (Loud("t0"), Loud("t1"), Loud("t2"));
        let s = Three { a: Loud("a"), b: Loud("b"), c: Loud("c") };
        drop(t.1);
        if c { drop(d); }
        later(1).await;
        let Three { b, .. } = s;
        later(2).await + b.by_ref() as u32
    }
}

differential! {
    /// Moved, then initialised again, whole and by field, across awaits.
    reinitialised { body() }
    async fn body() -> u32 {
        let mut d = Loud("d1");
        let mut t = (Loud("t0"), Loud("t1"));
        drop(d);
        later(1).await;
        d = Loud("d2");
        drop(t.0);
        later(2).await;
        t.0 = Loud("t0 again");
        later(3).await;
        t.0.by_ref();
        d.by_ref();
        later(4).await
    }
}

differential! {
    /// Cancelled among operands: awaitee, operands in reverse, then locals in reverse.
    operands_when_cancelled { body() }
    fn four(a: Loud, b: (Loud, Loud), c: [Loud; 2], n: u32) -> u32 { step("four"); n }
    async fn body() -> u32 {
        let _x = Loud("x");
        let _y = Loud("y");
        four(Loud("a"), (Loud("b0"), Loud("b1")), [Loud("c0"), Loud("c1")], later(1).await)
            + four(Loud("d"), (Loud("e0"), Loud(if later(2).await == 2 { "e1" } else { "e2" })), [Loud("f"), Loud("g")], later(3).await)
    }
}

differential! {
    /// The returned value survives the locals; a local is moved out as the result.
    returned_value { body(true), body(false) }
    async fn body(c: bool) -> (Loud, Loud) {
        let a = Loud("returned");
        let _t = Loud("t");
        later(1).await;
        if c { return (a, Loud("made")); }
        (Loud("made"), a)
    }
}

differential! {
    /// A destructor runs while the function is cancelled, and waits for futures itself.
    destructor_that_waits { body() }
    struct Waits(&'static str);
    impl Drop for Waits {
        fn drop(&mut self) {
            resumable_tests::trace::log("waiting");
            let n = block_on(quiet(self.0.len() as u32));
            resumable_tests::trace::log(format!("waited {n}"));
        }
    }
    struct Twice(bool);
    impl Future for Twice {
        type Output = ();
        fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
            self.0 = !self.0;
            if self.0 { Poll::Pending } else { Poll::Ready(()) }
        }
    }
    async fn quiet(n: u32) -> u32 {
        let _in = Loud("in");
        Twice(false).await;
        n
    }
    async fn body() -> u32 {
        let _w = Waits("w");
        let _d = Loud("d");
        later(1).await;
        let _w2 = Waits("w2");
        later(2).await
    }
}

differential! {
    /// Explicit scopes and `drop` end lives early.
    ended_early { body() }
    async fn body() -> u32 {
        let a = Loud("a");
        let b = Loud("b");
        { let _c = Loud("c"); later(1).await; }
        drop(a);
        later(2).await;
        std::mem::drop(b);
        later(3).await
    }
}

differential! {
    /// Values in boxes, options, vectors and closures.
    containers { body() }
    async fn body() -> u32 {
        let boxed = Box::new(Loud("boxed"));
        let list = vec![Loud("l0"), Loud("l1")];
        let option = Some(Loud("option"));
        let captured = Loud("captured");
        let closure = move || captured.by_ref();
        later(1).await;
        let unboxed = *boxed;
        let first = list.into_iter().next();
        later(2).await;
        closure() as u32 + unboxed.by_ref() as u32 + option.map_or(0, Loud::by_value) + first.is_some() as u32
    }
}

differential! {
    /// `ManuallyDrop`, `forget` and `mem::replace`.
    without_destructors { body() }
    async fn body() -> u32 {
        let mut a = Loud("a");
        let m = std::mem::ManuallyDrop::new(Loud("manual"));
        let old = std::mem::replace(&mut a, Loud("b"));
        later(1).await;
        std::mem::forget(old);
        later(2).await;
        m.by_ref() as u32
    }
}

differential! {
    /// Locks: a guard in a statement, in a scrutinee, and in a tail.
    lock_guards { body() }
    struct Cell(std::cell::RefCell<u32>);
    struct Guard<'a>(std::cell::RefMut<'a, u32>, Loud);
    impl Cell {
        fn lock(&self) -> Guard<'_> { step("lock"); Guard(self.0.borrow_mut(), Loud("guard")) }
    }
    impl Guard<'_> {
        fn get(&mut self) -> u32 { *self.0 += 1; *self.0 }
    }
    async fn body() -> u32 {
        let cell = Cell(Default::default());
        let a = later(cell.lock().get()).await;
        let b = match cell.lock().get() { n => later(n).await };
        let c = { let mut g = cell.lock(); later(g.get()).await };
        cell.lock().get();
        let d = cell.lock().get() + later(1).await;
        a + b + c + d
    }
}

differential! {
    /// A temporary of the tail whose destructor panics: what is returned is there already, and nobody drops it.
    tail_temporary_that_panics { without_awaits(Loud("p")), after_an_await(Loud("p")), in_an_await(Loud("p")) }
    struct Pair { a: Loud, #[allow(dead_code)] b: Loud }
    fn pair(name: &'static str) -> Pair { Pair { a: Loud(name), b: Loud(name) } }
    async fn without_awaits(_p: Loud) -> Option<Loud> {
        Some(pair("tail").a)
    }
    async fn after_an_await(_p: Loud) -> Option<Loud> {
        let _q = Loud("q");
        later(1).await;
        Some(pair("tail").a)
    }
    async fn in_an_await(_p: Loud) -> Option<Loud> {
        let _q = Loud("q");
        Some(later(pair("tail").a).await)
    }
}

differential! {
    /// A pattern takes apart a value whose making left temporaries.
    leftovers_of_patterns { fields(Loud("p")), tuples(), ignored(), early(Loud("p")) }
    struct Parts { a: Loud, b: Loud, n: u32 }
    fn parts(name: &'static str) -> Parts { Parts { a: Loud(name), b: Loud(name), n: 0 } }
    async fn fields(p: Loud) -> u32 {
        let Parts { a, .. } = Parts { b: p, n: if let Some(_x) = later(Some("d")).await { 0 } else { 3 }, a: parts("e").a };
        1
    }
    async fn tuples() -> u32 {
        let (a, b) = (parts("d").a, later(Loud("z")).await);
        1
    }
    async fn ignored() -> u32 {
        let _ = (parts("d").a, later(Loud("z")).await);
        later(2).await
    }
    async fn early(p: Loud) -> u32 {
        let q = Loud("q");
        let (Parts { a, .. }, b) = (Parts { b: p, n: later(1).await, a: parts("e").a }, parts("f").b);
        let n = later(2).await;
        a.by_ref();
        n
    }
}

differential! {
    /// What lives to the end of the statement, also where it is in a block whose value the statement uses: temporaries up to edition 2021, and
    /// matched values.
    temporaries_of_operands { blocks(0), matches(0), patterns(0), question(true), question(false) }
    async fn blocks(n: u32) -> usize {
        let mut x = Loud("first");
        x = { later(n).await; beside(&temp(), later(Loud("second")).await) };
        later(1).await;
        x = ({ later(n).await; ({ later(2).await; beside(&temp(), later(Loud("third")).await) }) });
        two({ later(n).await; beside(&temp(), later(Loud("argument")).await) }, Loud("other"), v(1));
        { later(n).await; beside(&temp(), later(Loud("receiver")).await) }.by_value();
        { later(n).await; beside(&temp(), later(Loud("discarded")).await) };
        let k = { later(n).await; beside(&temp(), later(Loud("field")).await) }.0.len() + Loud("operand").by_ref();
        let k = ({ later(k).await; held(1, 2, &temp()) + later(n).await } as u64 + Loud("cast").by_ref() as u64);
        later(k).await;
        x.by_ref()
    }
    async fn matches(n: u32) -> usize {
        let mut x = Loud("first");
        x = match later(Loud("matched")).await { _ => later(Loud("second")).await };
        match later(Loud("matched")).await { _ => later(Loud("discarded")).await };
        match later(Loud("matched")).await { _ => { later(1).await; } };
        two(match later(Loud("matched")).await { _ => later(Loud("argument")).await }, Loud("other"), v(1));
        later(n).await;
        x.by_ref()
    }
    async fn patterns(n: u32) -> usize {
        let (a, _) = { later(n).await; (beside(&temp(), later(Loud("a")).await), Loud("rest")) };
        let (b, _) = match later(Loud("matched")).await { _ => (later(Loud("b")).await, Loud("rest")) };
        later(n).await;
        a.by_ref() + b.by_ref()
    }
    async fn question(ok: bool) -> Result<u32, Big> {
        let n = { later(1).await; small(ok, temp().by_ref() as u32 + later(2).await) }?;
        later(n).await;
        let n = { later(1).await; small(n != 6, temp().by_ref() as u32 + later(2).await) }? as u64;
        Ok(later(n as u32).await)
    }
}
