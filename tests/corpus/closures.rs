//! Closures and `async` blocks: what they capture of variables that live across awaits, and for how long.

use resumable_tests::prelude::*;

differential! {
    /// Shared and mutable captures of locals, kept across awaits and called between them.
    kept_closures { body() }
    async fn body() -> u32 {
        let list = vec![v(1u32), 2, 3];
        let d = Loud("d");
        let mut n = v(1);
        let at = |i: usize| list[i] + d.by_ref() as u32;
        let mut add = |k: u32| { n += k; n };
        let first = add(at(0));
        let second = later(first).await + add(at(1));
        let third = later(second).await + add(at(2));
        d.by_ref();
        later(2).await + third + n + list.len() as u32
    }
}

differential! {
    /// Parts of one variable, captured by closures that live side by side, in closures and through references.
    captured_parts { body() }
    struct Deep { a: Loud, list: Vec<u32>, pair: (u32, Box<u32>) }
    async fn body() -> u32 {
        let mut deep = Deep { a: Loud("a"), list: vec![1], pair: (v(2), Box::new(3)) };
        let mut push = |n: u32| { deep.list.push(n); deep.a.by_ref() as u32 };
        let mut count = || { deep.pair.0 += 1; deep.pair.0 };
        let mut boxed = || { *deep.pair.1 += 1; *deep.pair.1 };
        let four = later(4).await;
        let a = push(four) + count() + boxed();
        later(a).await;
        let b = push(5) + count() + boxed();
        later(b).await + deep.pair.0.count_ones() + deep.pair.1.count_ones() + deep.list.len() as u32 + deep.a.by_ref() as u32
    }
}

differential! {
    /// Over `&mut` and `&` parameters, `self` in both ways, and fields that are references.
    parameters { body() }
    struct Log<'l> { text: &'l mut Vec<u32>, d: Loud }
    impl Log<'_> {
        async fn write(&mut self, n: u32) -> u32 {
            let mut push = |k: u32| { self.text.push(k); self.d.by_ref(); self.text.len() as u32 };
            let a = push(n);
            let more = later(n + 1).await;
            let b = push(more);
            later(a + b).await;
            self.text[0] + self.d.by_ref() as u32
        }
        async fn get(&self, k: u32) -> u32 {
            let at = |i: usize| self.text[i] + k;
            let a = at(0);
            let b = later(at(1)).await;
            let c = later(k).await + at(0);
            a + b + c + k
        }
        async fn eat(self, k: u32) -> u32 {
            let at = |i: usize| self.text[i] + k;
            let a = later(at(0)).await + at(1);
            later(a).await + self.d.by_ref() as u32 + k
        }
    }
    async fn shared(list: &Vec<u32>, d: &Loud) -> u32 {
        let at = |i: usize| list[i] + d.by_ref() as u32;
        let a = later(at(0)).await;
        later(list.len() as u32).await + a + at(1) + d.by_ref() as u32
    }
    async fn unique(list: &mut Vec<u32>) -> u32 {
        let mut push = |n: u32| list.push(n);
        push(1);
        let two = later(2).await;
        push(two);
        later(0).await + list.len() as u32 + list[0]
    }
    async fn body() -> u32 {
        let mut text = vec![];
        let mut log = Log { text: &mut text, d: Loud("log") };
        let got = log.write(v(7)).await;
        let a = log.get(1).await + got;
        let b = Log::eat(log, 2).await;
        let c = unique(&mut text).await;
        let e = Loud("e");
        let d = shared(&text, &e).await;
        a + b + c + d
    }
}

differential! {
    /// Closures that outlive the variable through which they reach what they borrow.
    reborrows_that_outlive_the_variable { body() }
    struct Out<'o, 'k> { list: &'o mut Vec<u32>, n: &'k u32 }
    async fn body() -> u32 {
        let (mut list, other, k) = (vec![v(1u32)], vec![8u32, 9], 5);
        let mut push: Box<dyn FnMut(u32) -> usize + '_>;
        {
            let through = &mut list;
            push = Box::new(|n| { through.push(n); through.len() });
            later(0).await;
        }
        let mut calls: Vec<Box<dyn Fn() -> u32 + '_>> = Vec::new();
        for n in later(&other).await {
            let here = n;
            calls.push(Box::new(|| here.count_ones()));
            later(1).await;
        }
        let two = later(2).await;
        push(two);
        {
            let mut short = vec![];
            let out = Out { list: &mut short, n: &k };
            calls.push(Box::new(|| out.n.count_ones()));
            let n = later(3).await;
            out.list.push(n);
        }
        let mut sum = push(4) as u32;
        for i in 0..calls.len() { sum += later(calls[i]()).await; }
        drop(push);
        sum + list.iter().sum::<u32>()
    }
}

differential! {
    /// Iterators that are returned and borrow what the parameters point at, by closures that aren't `move`.
    returned_iterators { body() }
    struct Set<'s> { list: &'s [u32], above: u32, d: &'s Loud }
    impl<'s> Set<'s> {
        async fn values(&self) -> impl Iterator<Item = u32> + use<'_, 's> {
            later(1).await;
            self.list.iter().filter(|n| **n > self.above).map(|n| n + self.d.by_ref() as u32)
        }
        async fn of(self: &'s Self, k: &'s mut u32) -> impl Iterator<Item = u32> + 's {
            let list = later(self.list).await;
            list.iter().map(|n| { *k += n; *k })
        }
    }
    async fn pushing<'a>(into: &'a mut Vec<u32>, d: &'a Loud, n: u32) -> impl Iterator<Item = usize> + use<'a> {
        later(n).await;
        (0..3u32).map(|n| { into.push(n); d.by_ref(); into.len() })
    }
    async fn body() -> u32 {
        let (mut k, mut list, list2, d) = (1, vec![v(1u32)], [1u32, 2, 3], Loud("d"));
        let mut lens = 0;
        for len in pushing(&mut list, &d, 4).await { lens += later(len).await; }
        let set = Set { list: &list2, above: 1, d: &d };
        for n in set.values().await { lens += later(n as usize).await; }
        lens += Set::of(&set, &mut k).await.sum::<u32>() as usize;
        k + lens as u32 + list.iter().sum::<u32>()
    }
}

differential! {
    /// Variables that a closure uses as values: it borrows those that are `Copy` and takes the others, when it is made.
    captures_by_value { body(true), body(false) }
    fn eat(d: Loud) -> u32 { d.by_value() }
    fn call<R>(f: impl FnOnce() -> R) -> R { step("call"); f() }
    #[derive(Clone, Copy, Debug)]
    struct Point(u32);
    fn bare<T>(value: T) -> T { value }
    async fn generic<T: Copy + std::fmt::Debug, U: std::fmt::Debug>(copy: T, moved: U) -> String {
        let point = bare(copy);
        let both = || format!("{:?}", (point, bare(moved)));
        later(0).await;
        later(call(both)).await
    }
    async fn body(c: bool) -> u32 {
        let (k, point) = (later(1).await, bare(Point(2)));
        let (a, b, kept) = (Loud("a"), Loud("b"), Loud("kept"));
        later(0).await;
        let taking = || { kept.by_ref(); eat(a) + k };
        let copying = |x: u32| bare(point).0 + bare(x);
        step("made");
        let sum = later(copying(2)).await + copying(3);
        let again = &copying;
        later(again(4)).await;
        drop(copying);
        let maybe = || if c { drop(b) } else { step("not") };
        later(3).await;
        if c { drop(taking); } else { later(call(taking)).await; }
        later(4).await;
        call(maybe);
        let text = generic(v(1u8), Loud("moved")).await;
        sum + text.len() as u32 + kept.by_ref() as u32
    }
}

differential! {
    /// Values moved on into a closure or block in the closure, which so takes them; copied ones aren't.
    moved_on { body(Some(1)), body(None) }
    fn once<F: FnOnce(u32) -> u32>(make: impl FnOnce() -> F, n: u32) -> u32 { make()(n) }
    async fn double(n: &mut u32, by: u32, d: Loud) -> u32 { let by = later(by).await; *n += by; d.by_ref() as u32 }
    async fn inner(n: &mut u32, o: Option<u32>, d: Loud) -> u32 {
        let k = later(2u32).await;
        later(1).await;
        let future = Option::map(o, |by| async move { double(n, by + k, d).await });
        later(3).await;
        match future { Some(future) => future.await, None => later(4).await }
    }
    async fn body(o: Option<u32>) -> u32 {
        let mut n = 1;
        let a = inner(&mut n, o, Loud("d")).await;
        let k = later(v(2u32)).await;
        let sum = [1u32, 2].iter().flat_map(|x| [3u32, 4].iter().map(move |y| x * y + k)).sum::<u32>();
        let d = Loud("nested");
        later(sum).await;
        let make = || move |x: u32| { d.by_ref(); x + k };
        later(5).await;
        later(once(make, n + a)).await
    }
}

differential! {
    /// Nested closures that borrow, also through a parameter and a local of the outer one.
    nested_closures { body() }
    async fn body() -> u32 {
        let (mut n, d, list) = (v(1u32), Loud("d"), vec![1u32, 2, 3]);
        let find = |above: u32| list.iter().filter(|x| **x > above).map(|x| x + d.by_ref() as u32).sum::<u32>();
        let a = later(find(1)).await;
        let mut outer = |k: u32| {
            let twice = k * 2;
            let mut inner = |x: u32| { n += x + twice; d.by_ref(); n };
            inner(1) + inner(k)
        };
        let three = later(3).await;
        let b = outer(three);
        let c = later(outer(4)).await;
        later(0).await + a + b + c + n + list.len() as u32 + d.by_ref() as u32
    }
}

differential! {
    /// Closures over pattern bindings and loop variables.
    bound_variables { body(Some((1, Loud("o")))), body(None) }
    enum Shape { Line(u32, Loud), Dot }
    async fn body(o: Option<(u32, Loud)>) -> u32 {
        let mut sum = 0;
        if let Some((n, d)) = v(o) {
            let len = |k: u32| n + k + d.by_ref() as u32;
            sum += later(len(1)).await + len(2);
            later(n).await;
            d.by_ref();
        }
        for shape in [Shape::Line(v(1), Loud("line")), Shape::Dot] {
            match shape {
                Shape::Line(mut n, d) => {
                    let mut next = || { n += d.by_ref() as u32; n };
                    sum += next();
                    sum += later(next()).await;
                    d.by_ref();
                    sum += n;
                }
                Shape::Dot => sum += later(5).await,
            }
        }
        for (i, word) in std::iter::zip([0usize, 1], ["a", "bb"]) {
            let label = |by: usize| word.repeat(i + by);
            let one = later(1).await;
            let text = label(one);
            sum += later(text.len() as u32).await + label(2).len() as u32 + (i + word.len()) as u32;
        }
        let mut more = vec![1u32, 2].into_iter();
        while let Some(n) = more.next() {
            let add = |k| k + n;
            sum += later(add(1)).await + add(2) + n;
        }
        sum
    }
}

differential! {
    /// Exits inside closures and blocks are their own, and the `?` around them is the function's.
    exits_of_their_own { body(2), body(9), body(5) }
    async fn body(n: u32) -> Result<u32, Big> {
        let (limit, d) = (v(3u32), Loud("d"));
        let check = |x: u32| -> Result<u32, Small> {
            if x > limit { return Err(Small); }
            d.by_ref();
            Ok(small(x != 5, x)? + limit)
        };
        let a = check(1)?;
        let b = later(a).await;
        let sum = [1u32, 2].iter().map(|x| { if *x == 2 { return limit; } x + b }).sum::<u32>();
        let block = async { if n == 5 { return Err(Small); } Ok(check(later(n).await)? + d.by_ref() as u32) };
        later(sum).await;
        let c = block.await?;
        let found = 'found: { for x in 0..limit { if x == n { break 'found x; } } limit };
        let two = later(2).await;
        let last = check(two)?;
        Ok(a + b + c + found + last + limit + d.by_ref() as u32)
    }
}

differential! {
    /// `async` blocks that borrow: awaited where they stand, kept, joined, raced and cancelled, never polled.
    async_blocks { body() }
    async fn body() -> u32 {
        let (mut n, d, list) = (v(1u32), Loud("d"), vec![1u32, 2]);
        let a = async { n += later(2).await; d.by_ref(); n }.await;
        let kept = async { let e = Loud("e"); later(list[0]).await + e.by_ref() as u32 + d.by_ref() as u32 };
        let never = async { d.by_ref(); later(list[1]).await };
        later(3).await;
        let b = kept.await;
        let (c, e) = join(async { d.by_ref(); later_by(2, list[0]).await }, async { n += later(list[1]).await; n }).await;
        let winner = first(async { later_by(3, n).await }, async { d.by_ref(); later(list.len() as u32).await }).await;
        drop(never);
        let mut total = 0;
        for x in [1u32, 2] {
            total += async { d.by_ref(); later(x).await + n }.await;
        }
        a + b + c + e + winner + total + n + d.by_ref() as u32 + list.len() as u32
    }
}

differential! {
    /// `async` blocks that use variables as values.
    async_blocks_by_value { body(true), body(false) }
    async fn eat(d: Loud, n: u32) -> u32 { later(n).await + d.by_ref() as u32 }
    async fn body(c: bool) -> u32 {
        let k = later(4u32).await;
        let (a, b, e) = (Loud("a"), Loud("b"), Loud("e"));
        later(0).await;
        let kept = async { let n = eat(a, k).await; e.by_ref(); n };
        let x = later(1).await;
        let never = async { if c { drop(b); } later(2).await };
        let y = later(x).await;
        let z = if c { drop(kept); 0 } else { kept.await };
        later(3).await;
        drop(never);
        y + z + e.by_ref() as u32
    }
}

differential! {
    /// `async` closures, which borrow from what they captured.
    async_closures { body() }
    async fn each(mut f: impl AsyncFnMut(&Loud, u32) -> u32) -> u32 {
        let (a, b) = (Loud("a"), Loud("b"));
        let one = f(&a, 1).await;
        f(&b, 2).await + one
    }
    async fn body() -> u32 {
        let (mut n, d, list) = (v(1u32), Loud("d"), vec![1u32, 2]);
        let f = async |x: u32| { d.by_ref(); later(x + list[0]).await };
        let a = f(1).await;
        later(2).await;
        let b = f(a).await;
        let c = each(async |other: &Loud, k| { other.by_ref(); n += later(k).await; d.by_ref(); n }).await;
        later(0).await + a + b + c + n + d.by_ref() as u32 + list.len() as u32
    }
}

differential! {
    /// Closures in operands of awaits, with arguments of any lifetime.
    in_operands { body(Some(2)) }
    fn same(a: &u32, b: Option<&u32>) -> bool { step("same"); b.is_none_or(|b| b != a) }
    async fn with<T>(list: &mut Vec<u32>, f: impl for<'l> FnOnce(&'l mut Vec<u32>, &'l str) -> T) -> T { later(0).await; f(list, "text") }
    async fn all<S: futures::Stream>(stream: S) -> Vec<S::Item> { futures::StreamExt::collect(stream).await }
    async fn ask(n: &u32, f: &dyn Fn(&u32) -> u32) -> u32 { later(f(n)).await }
    async fn either(a: impl Future<Output = u32>, mut f: impl FnMut(u32) -> u32) -> u32 { let n = a.await; f(n) + f(n + 1) }
    async fn body(local: Option<u32>) -> u32 { let mut three = 3; over(&mut three, local).await }
    async fn over(m: &mut u32, local: Option<u32>) -> u32 {
        use futures::StreamExt;
        let (tag, d, mut list) = (v(2u32), Loud("d"), vec![1u32, 2, 3]);
        let mut stream = Box::pin(StreamExt::then(futures::stream::iter([1u32, 5, 2, 6]), |n| later(n + tag)));
        let head = stream.next().await.unwrap_or(0);
        let kept = all(StreamExt::filter(stream, |n| { let keep = same(n, local.as_ref()); d.by_ref(); std::future::ready(keep) })).await;
        let numbers = futures::stream::iter(list.clone());
        let tried = all(StreamExt::take_while(numbers, |n| std::future::ready(same(n, Some(&tag))))).await;
        let a = with(&mut list, |list, text| { list.push(tag); d.by_ref(); text.len() as u32 }).await;
        let b = either(async { later(d.by_ref() as u32).await }, |n| { *m += n + tag; *m }).await;
        let c = std::future::poll_fn(|cx| { *m += 1; d.by_ref(); if *m > 12 { Poll::Ready(tag) } else { cx.waker().wake_by_ref(); Poll::Pending } }).await;
        head + kept.len() as u32 + a + b + c + *m + tag + list.len() as u32 + tried.len() as u32 + d.by_ref() as u32
    }
}

differential! {
    /// Closures in what a construct holds while its body awaits: iterators, matched values, conditions.
    in_heads { body(1), body(4) }
    fn filtered<'f>(list: &'f [u32], f: impl Fn(&u32) -> bool + 'f) -> impl Iterator<Item = u32> + 'f { list.iter().copied().filter(move |n| f(n)) }
    fn find(list: &[u32], f: impl Fn(&u32) -> bool) -> Option<u32> { list.iter().copied().find(|n| f(n)) }
    async fn body(above: u32) -> u32 {
        let (list, d, mut sum) = (vec![v(1u32), 2, 3], Loud("d"), 0);
        for n in filtered(&list, |n| { d.by_ref(); *n > above }) {
            sum += later(n).await;
        }
        match find(&list, |n| *n > above + d.by_ref() as u32) {
            Some(n) => sum += later(n).await,
            None => sum += later(9).await,
        }
        if let Some(n) = find(&list, |n| *n > above) {
            sum += later(n).await;
        }
        while find(&list, |n| n + sum < 20).is_some() {
            sum += later(above).await + d.by_ref() as u32;
        }
        sum + above + list.len() as u32 + d.by_ref() as u32
    }
}

differential! {
    /// Assignments inside a closure, to variables that may be moved later, and by destructuring.
    assignments { body(true), body(false) }
    async fn body(c: bool) -> u32 {
        let (mut a, mut pair, mut last) = (Loud("a"), (v(1u32), Loud("p")), None);
        let mut set = |d: Loud, n: u32| {
            a = d;
            (pair.0, _) = (n, 0);
            last = Some(n);
            a.by_ref() as u32
        };
        let mut sum = set(Loud("b"), 1);
        later(sum).await;
        sum += set(Loud("cc"), 2);
        let x = last.as_ref().map_or(0, |l| *l) + v(pair.0.clone());
        if c { drop(a); }
        later(x).await;
        let (n, p) = &pair;
        later(*n).await;
        sum + p.by_ref() as u32 + x
    }
}

differential! {
    /// Closures in a statement that rustc lowers, and ones that the function ends with.
    in_leaves { body(1) }
    fn pick<T>(a: T, b: u32) -> T { step(format!("pick({b})")); a }
    async fn body(n: u32) -> u32 {
        let (mut k, d) = (v(n), Loud("d"));
        let sum = v(1) + later(Some(2).map_or(0, |x| x + k + d.by_ref() as u32)).await;
        let mut calls = pick(|x: u32| { k += x; d.by_ref(); k }, later(1).await);
        let a = (&mut calls)(1);
        later(a).await;
        let b = (&mut calls)(2);
        let c = v(2) + async { d.by_ref(); later(k).await }.await;
        sum + a + b + c + k + [1u32, 2].iter().map(|x| x + k + d.by_ref() as u32).sum::<u32>()
    }
}

differential! {
    /// Threads that borrow the variables of the machine, and unwinding out of a closure that borrows.
    threads_and_panics { body() }
    async fn body() -> u32 {
        let (list, d, mut n) = (vec![v(1u32), 2, 3], Loud("d"), 0);
        later(1).await;
        let sum = std::thread::scope(|s| s.spawn(|| list.iter().sum::<u32>()).join().unwrap());
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| { n += 1; d.by_ref(); n }));
        later(sum).await + caught.is_ok() as u32 + n + list.len() as u32 + d.by_ref() as u32
    }
}

/// The cases above aren't whole bodies of rustc's lowering under another name.
#[test]
fn lowered_without_leaves() {
    let has_leaves = |r: &resumable_tests::resumable::Record| r.leaves > 0 && !r.module.contains("in_leaves");
    let with_leaves: Vec<String> = resumable_tests::resumable::registry()
        .filter(|r| has_leaves(r) && r.codegen == resumable_tests::resumable::Codegen::StateMachine)
        .map(|r| format!("{}::{}: {}", r.module.trim_start_matches("closures::"), r.function, r.leaves))
        .collect();
    assert_eq!(with_leaves, [""; 0]);
}
