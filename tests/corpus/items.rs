//! Generics, traits, items inside bodies, attributes, names and macros.

use resumable_tests::prelude::*;

differential! {
    /// Type parameters, bounds, `where`, `impl Trait`, `dyn`, const generics and defaults.
    generics { body() }
    async fn bounded<T: Into<u64> + Copy, F>(x: T, f: F) -> u64 where F: Fn(u64) -> u64 { f(later(1u64).await + x.into()) }
    async fn argument(items: impl IntoIterator<Item = u32>, mut f: impl FnMut(&str) -> usize) -> u32 {
        let mut sum = f("abc") as u32;
        for x in items { sum += later(x).await; }
        sum
    }
    async fn dynamic(f: &dyn Fn(u32) -> u32, b: Box<dyn std::fmt::Debug + '_>) -> u32 { later(f(1)).await + format!("{b:?}").len() as u32 }
    async fn of_future<F: Future<Output = u32>>(f: F) -> u32 { f.await + later(1).await }
    async fn of_into(f: impl IntoFuture<Output = u32>) -> u32 { f.await + later(1).await }
    async fn constant<const N: usize, T: Default + Copy>(x: T) -> [T; N] { later(N as u32).await; [x; N] }
    async fn body() -> u64 {
        let a = bounded(3u8, |x| x * 2).await + bounded::<u32, _>(4, u64::from).await;
        let b = argument([1, 2], str::len).await + dynamic(&|x| x + 1, Box::new("x")).await;
        let c = of_future(later(3)).await + of_into(IntoLater(3)).await + of_future(argument(vec![], |s| s.len())).await;
        let d = constant::<2, u8>(1).await.len() + constant::<0, _>(0u64).await.len();
        a + u64::from(b + c) + d as u64
    }
}

differential! {
    /// Results of `impl Trait`, alone and inside a `Result`.
    opaque_results { body() }
    async fn plain(n: u32) -> impl Iterator<Item = u32> { let k = later(n).await; (0..k).map(move |x| x * k) }
    async fn fallible(n: u32) -> Result<impl Iterator<Item = u32>, Big> {
        let k = later(n).await;
        if k == 2 { return Err(Big); }
        if k == 3 { Err(Small)?; }
        Ok((0..k).filter(|x| x % 2 == 0))
    }
    async fn body() -> u32 {
        let a: u32 = plain(3).await.sum();
        let b: u32 = fallible(4).await.unwrap().sum();
        a + b + fallible(2).await.is_err() as u32 + fallible(3).await.is_err() as u32
    }
}

differential! {
    /// Results that are coerced at `return` and at the tail.
    coerced_results { boxed(true), boxed(false), slice(2), slice(1) }
    async fn make(c: bool) -> Box<dyn Fn(u32) -> u32> {
        let k = later(3).await;
        if c { return Box::new(move |x| x + k); }
        Box::new(|x| x)
    }
    async fn boxed(c: bool) -> u32 { make(c).await(1) }
    async fn slice(n: u32) -> &'static [u32] {
        if later(n).await == 2 { return &[1, 2, 3]; }
        &[4, 5]
    }
}

differential! {
    /// A trait with required and provided methods, associated types and constants, and a supertrait.
    traits { body() }
    trait Named { const NAME: &'static str; fn name(&self) -> &'static str { Self::NAME } }
    trait Store: Named {
        type Value: std::fmt::Debug;
        async fn get(&self, key: u32) -> Self::Value;
        async fn put(&mut self, key: u32, value: Loud) -> Option<Self::Value>;
        async fn twice(&self, key: u32) -> (Self::Value, Self::Value) { let a = self.get(key).await; (a, self.get(key).await) }
        async fn make(n: u32) -> Self where Self: Sized;
    }
    struct Memory(Vec<(u32, Loud)>);
    impl Named for Memory { const NAME: &'static str = "memory"; }
    impl Store for Memory {
        type Value = usize;
        async fn get(&self, key: u32) -> usize { later(key).await; self.0.iter().filter(|(k, _)| *k == key).count() + Self::NAME.len() }
        async fn put(&mut self, key: u32, value: Loud) -> Option<usize> { self.0.push((later(key).await, value)); Some(self.0.len()) }
        async fn make(n: u32) -> Self { later(n).await; Memory(vec![(n, Loud("m"))]) }
    }
    async fn use_it<S: Store + ?Sized>(s: &mut S) -> String {
        let first = s.get(1).await;
        s.put(1, Loud("v")).await;
        format!("{first:?} {:?} {}", s.twice(1).await, s.name())
    }
    async fn body() -> String {
        let mut m = Memory::make(5).await;
        use_it(&mut m).await
    }
}

differential! {
    /// Inherent and generic `impl` blocks, associated functions, `Self` in every role.
    impls { body() }
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Point<T>(T, u32);
    impl<T: Copy + std::fmt::Debug> Point<T> {
        const ORIGIN: u32 = 4;
        async fn new(x: T) -> Self { Self(x, later(Self::ORIGIN).await) }
        async fn with<U: std::fmt::Debug>(&self, u: U) -> Point<U> { let Self(_, n) = *self; later(n).await; Point(u, n) }
        async fn matches(self) -> bool where T: PartialEq { let q = Self::new(self.0).await; q == self && matches!(q, Self(_, 4)) }
    }
    impl Point<&'static str> { async fn len(&self) -> usize { later(self.0.len()).await } }
    async fn body() -> (Point<&'static str>, usize, bool) {
        let p = Point::new(1u8).await;
        let q = p.with("text").await;
        (q, q.len().await, p.matches().await)
    }
}

differential! {
    /// Items inside the body: visible before their declaration, statics shared by all calls.
    items_in_the_body { body() }
    async fn body() -> u32 {
        let a = helper(K);
        later(a).await;
        use std::collections::BTreeMap as Map;
        fn helper(n: u32) -> u32 { n + Inner::default().0 }
        const K: u32 = { let x = 2; x * 2 };
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        #[derive(Default)]
        struct Inner(u32);
        impl Inner { fn get(&self) -> u32 { self.0 + K } }
        enum Kind { A, B(u32) }
        use Kind::*;
        later(Inner(3).get()).await;
        let mut map = Map::new();
        map.insert(1, B(later(5).await));
        COUNT.fetch_max(3, std::sync::atomic::Ordering::Relaxed);
        type Alias = [u32; K as usize];
        let list: Alias = [1; K as usize];
        async fn nested(n: u32) -> u32 { later(n).await + 1 }
        let n = nested(6).await;
        match map.remove(&1) { Some(A) | None => 0, Some(B(x)) => x + list.len() as u32 + n + COUNT.load(std::sync::atomic::Ordering::Relaxed) }
    }
}

differential! {
    /// Local `macro_rules!`, used before and after awaits, with awaits in arguments.
    local_macros { body() }
    async fn body() -> u32 {
        macro_rules! plus { ($a:expr, $b:expr) => { $a + $b } }
        let x = plus!(1, 2);
        later(x).await;
        macro_rules! count { () => { 0u32 }; ($first:tt $($rest:tt)*) => { 1 + count!($($rest)*) } }
        let y = plus!(x, count!(a b c));
        later(y).await;
        plus!(v(y), 1)
    }
}

differential! {
    /// The format family: captured, positional and named arguments, awaits among them.
    format_family { body() }
    async fn body() -> String {
        let d = Loud("d");
        let width = 6;
        let n = later(3).await;
        let a = format!("{d} {n:>5} {n:>width$} {0} {x}", v(1), x = v(2));
        later(0).await;
        let b = format!("{} {} {:?}", v(1), later(2).await, d);
        let mut s = String::new();
        { use std::fmt::Write; write!(s, "{d}-{}", later(4).await).unwrap(); }
        let args = format_args!("{} {}", 1, n).to_string();
        later(5).await;
        a + &b + &s + &args
    }
}

differential! {
    /// `assert!` and its kin: order, short circuits and messages.
    assertions { body(1), body(2), body(3), body(4) }
    async fn body(n: u32) -> u32 {
        let d = Loud("d");
        assert!(n != 2, "n is {n}, d is {}", d.name());
        assert_eq!(later(v(1)).await, v(1), "never shown: {}", v("message"));
        later(2).await;
        assert!(n != 3);
        assert_ne!(n, later(4).await, "{d:?}");
        debug_assert!(later(true).await);
        debug_assert_eq!(n, 1);
        n
    }
}

differential! {
    /// `vec!` of awaited values, `matches!`, `dbg`-like identity, `concat!`, `stringify!`, `line!`.
    other_std_macros { body() }
    async fn body() -> (Vec<u32>, Vec<u32>, bool, &'static str, bool) {
        let x = later(2).await;
        let list = vec![v(1), later(2).await, x];
        let repeated = vec![later(7).await; 2];
        let m = matches!(later(Some(x)).await, Some(n) if n == v(2));
        let text = concat!("a", 1, stringify!(x + 1));
        let lines = line!() == line!() && file!().ends_with("items.rs");
        later(3).await;
        (list, repeated, m, text, lines)
    }
}

differential! {
    /// `todo!`, `unreachable!`, `panic!` with a message.
    panicking_macros { body(0), body(1), body(2), body(3) }
    async fn body(n: u32) -> u32 {
        let d = Loud("d");
        match later(n).await {
            0 => panic!("{} and {n}", d.name()),
            1 => unreachable!("number {n}"),
            2 => todo!(),
            _ => later(4).await,
        }
    }
}

differential! {
    /// `#[cfg]` and `#[allow]` on statements, expressions, arms, fields and parameters.
    attributes { body(1) }
    struct Fields { a: u32, #[cfg(any())] missing: Nothing }
    async fn body(n: u32, #[cfg(any())] missing: Nothing) -> u32 {
        #[cfg(any())]
        let n = missing().await;
        #[allow(unused_variables)]
        let d = Loud("d");
        let f = Fields { a: later(1).await, #[cfg(any())] missing: missing.await };
        #[cfg(all())]
        later(2).await;
        #[cfg(any())]
        { later(3).await; }
        let list = [1, #[cfg(any())] 2, 3];
        match n {
            #[cfg(any())]
            0 => missing.await,
            #[cfg(all())]
            1 => later(f.a).await + list.len() as u32,
            _ => 0,
        }
    }
}

differential! {
    /// `unsafe` functions and blocks.
    unsafe_code { body() }
    async unsafe fn danger(p: *const u32) -> u32 { unsafe { later(*p).await } }
    async fn body() -> u32 {
        let n = 5;
        let p = &raw const n;
        let a = unsafe { danger(p).await };
        let b = unsafe { let q = *p; later(q).await + *p };
        a + b
    }
}

differential! {
    /// Raw identifiers, keywords of other editions, and names that generated code may use.
    names { body(1, 2) }
    async fn r#type(r#match: u32) -> u32 { later(r#match).await }
    async fn body(state: u32, at: u32) -> u32 {
        let (cx, f, frame, output, out, this, slot, s, hidden) = (1u32, 2u32, Loud("frame"), 4u32, 5u32, 6u32, 7u32, 8u32, 9u32);
        let awaiter = later(cx);
        let r#async = r#type(f).await;
        let __arg0 = awaiter.await;
        'ret: loop { later(slot).await; break 'ret; }
        let value = 'outer: { if state == 9 { break 'outer 0 } later(at).await };
        state + at + cx + f + output + out + this + slot + s + hidden + r#async + __arg0 + value + frame.by_ref() as u32
    }
}

differential! {
    /// Types, functions and modules whose names are those of generated code.
    item_names { body() }
    struct State(u32);
    struct Frame<T>(T);
    enum Awaiter { One(u32) }
    struct Machine;
    struct Call;
    struct Guard;
    trait Body { fn run(&self) -> u32 { 1 } }
    impl Body for State {}
    mod core { pub fn zero() -> u32 { 0 } }
    mod std { pub fn one() -> u32 { 1 } }
    mod resumable { pub fn two() -> u32 { 2 } }
    fn slot() -> u32 { 3 }
    const RUN: u32 = 4;
    #[derive(Debug)]
    enum Poll { Ready, Pending }
    #[derive(Debug)]
    enum Option2 { Some, None }
    use Option2::{None, Some};
    fn drop(n: u32) -> u32 { n }
    async fn body() -> u32 {
        let state = State(later(1).await);
        let frame = Frame(later(2).await);
        let Awaiter::One(a) = Awaiter::One(later(3).await);
        let (_m, _c, _g) = (Machine, Call, Guard);
        later(RUN).await;
        let flags = (Poll::Ready, Poll::Pending, Some, None);
        later(drop(9)).await + state.0 + state.run() + frame.0 + a + core::zero() + std::one() + resumable::two() + slot()
    }
}

differential! {
    /// Many awaits and many locals.
    large { body() }
    async fn body() -> u32 {
        macro_rules! nothing { () => {} }
        let a0 = later(0).await; let a1 = later(1).await; let a2 = later(2).await; let a3 = later(3).await; let a4 = later(4).await;
        let b0 = Loud("b0"); let b1 = Loud("b1"); let b2 = Loud("b2"); let b3 = Loud("b3"); let b4 = Loud("b4");
        let c0 = later(a0).await; let c1 = later(a1).await; let c2 = later(a2).await; let c3 = later(a3).await; let c4 = later(a4).await;
        let mut sum = 0;
        for i in 0..2 { for j in 0..2 { if i == j { sum += later(i).await; } else { match j { 0 => sum += later(j).await, _ => { sum += 1; later(sum).await; } } } } }
        nothing!();
        drop(b1); later(1).await; drop(b3); later(2).await;
        sum + c0 + c1 + c2 + c3 + c4 + b0.by_ref() as u32 + b2.by_ref() as u32 + b4.by_ref() as u32
    }
}

differential! {
    /// Deep nesting of every compound.
    nesting { body(1), body(2) }
    async fn body(n: u32) -> Result<u32, Big> {
        let _0 = Loud("0");
        let mut sum = 0;
        'l: for i in 0..3 {
            let _1 = Loud("1");
            if let Some(x) = Some(i).filter(|x| *x > 0) {
                let _2 = Loud("2");
                match later(x).await {
                    1 => {
                        let _3 = Loud("3");
                        while sum < 3 {
                            let _4 = Loud("4");
                            sum += { let _5 = Loud("5"); if n == 1 { later(2).await } else { small(sum == 0, 1)? } };
                            if sum == 2 { loop { let _6 = Loud("6"); if later(1).await == 1 { continue 'l; } } }
                        }
                    }
                    y => { let z = later(y).await; sum += z; }
                }
            }
        }
        Ok(sum)
    }
}

differential! {
    /// What stands in front of `.await`, and what follows it.
    await_positions { body(true), body(false) }
    struct Fields { future: Later<u32>, list: Vec<Pin<Box<dyn Future<Output = u32>>>>, n: u32 }
    impl Fields { fn wait(&self) -> Later<u32> { later(self.n) } }
    trait Make { fn make<T: Into<u32>>(n: T) -> Later<u32>; }
    impl Make for u8 { fn make<T: Into<u32>>(n: T) -> Later<u32> { later(n.into()) } }
    async fn body(c: bool) -> u32 {
        let mut fields = Fields { future: later(1), list: vec![Box::pin(later(2)), Box::pin(later(3))], n: 4 };
        let a = Fields { future: later(5), list: vec![], n: 6 }.wait().await;
        let b = if c { later(7) } else { later(8) }.await;
        let d = match b { 7 => later(9), _ => later(10) }.await + { later(11) }.await + unsafe { later(12) }.await;
        let e = loop { break later(13) }.await;
        { later(14) }.await;
        async { later(15).await; }.await;
        (later(16)).await;
        if c { later(17) } else { later(18) }.await;
        let f = fields.future.await + fields.list[0].as_mut().await + <u8 as Make>::make::<u16>(19).await + u8::make(20u8).await;
        let g = later(21u8).await as u32 + (later(22u64).await as u32) * 2;
        let h = (later(23).await as u64) < later(24).await;
        let range = (..later(25).await, later(26).await.., later(27).await..=28);
        let [i, .., j] = [later(29).await; 3];
        let closure = |n: u32| n + a;
        let k = closure(later(30).await);
        #[allow(unused_must_use)]
        later(31).await;
        let l: u32 = later(32)
            // a comment
            .await
            .min(later(33) /* and another */ .await);
        if later(c).await { step("if") } else if !later(c).await { step("else") };
        while !later(true).await {}
        for _ in later(0..1).await {}
        match later(34).await { 34.. => {} _ => return 0 }
        let m = 'b: { if later(c).await { break 'b later(35).await } later(36).await };
        let o = later(Fields { future: later(37), list: vec![], n: 38 }.n).await;
        let p = r#type(39).await.r#in().await;
        fields.n = later(40).await;
        fields.list[1] = Box::pin(later(41));
        (a + b + d + e + f + g + h as u32 + range.0.end + range.1.start + range.2.start() + i + j + k + l + m + o + p + fields.n)
            + later(if later(c).await { 42 } else { 43 }).await
    }
    struct Raw(u32);
    impl Raw { async fn r#in(self) -> u32 { later(self.0).await } }
    async fn r#type(n: u32) -> Raw { Raw(later(n).await) }
}

differential! {
    /// Statements that end in a block, empty statements, and nested functions of every sort.
    statement_forms { body() }
    async fn body() -> u32 {
        ;;
        let mut n = 0;
        { n += 1 }
        if n == 1 { later(1).await; }
        ;
        match n { _ => n += later(2).await }
        loop { n += later(3).await; break }
        unsafe { n += later(4).await }
        'label: { if n > 1 { break 'label } later(5).await; }
        for i in 0..2 { n += later(i).await }
        while n < 12 { n += later(1).await }
        let () = later(()).await;
        let _: u32 = later(6).await;
        let unit = { later(7).await; };
        let nothing;
        nothing = { later(8).await; };
        assert_eq!(unit, nothing);
        if let 12.. = n { later(9).await; } else {}
        n
    }
}

differential! {
    /// Lifetimes that only an `async fn` may leave out, inside an `impl Trait` of an argument; those of `Fn` are for all.
    elided_lifetimes_in_impl_trait { body() }
    struct Words<'a>(&'a str);
    async fn count(pairs: impl IntoIterator<Item = (&str, Option<&str>)>, words: &impl Into<Vec<Words<'_>>>) -> usize {
        let _ = words;
        let mut n = 0;
        for (key, value) in pairs {
            later(1).await;
            n += key.len() + value.map_or(0, str::len);
        }
        n
    }
    async fn first(list: impl Iterator<Item = &str>, choose: impl Fn(&str) -> &str) -> String {
        let mut list = list.filter(|s| s.len() > 1);
        later(2).await;
        list.next().map(choose).unwrap_or_default().to_string()
    }
    async fn body() -> (usize, String) {
        let text = String::from("a bc d");
        let n = count([(text.as_str(), Some("x")), ("y", None)], &Vec::<Words<'_>>::new()).await;
        let _ = Words("").0;
        (n, first(text.split(' '), |s| &s[1..]).await)
    }
}
