//! What has been reported of macros that rewrite bodies, and isn't in another file.

use resumable_tests::prelude::*;

differential! {
    /// A guard assigns a variable, calls a closure that does, or awaits in between; an arm that it turns down binds again.
    guards_that_assign { body(0), body(1), body(2) }
    fn seen(d: &Loud, n: u32) -> bool { step(format!("seen({d:?})")); n > 1 }
    async fn body(n: u32) -> (u32, u32) {
        let mut turned_down = 0;
        let mut value = Some(Loud("value"));
        let mut count = |hit: bool| { turned_down += !hit as u32; hit };
        let result = match value {
            Some(d) if count(seen(&d, n)) => later(d.by_ref() as u32).await,
            Some(ref mut d) if count(later(n).await == 1) => { *d = Loud("replaced"); later(2).await }
            Some(d) => { let n = later(3).await; drop(d); n }
            None => 4,
        };
        let mut list = vec![Loud("a"), Loud("b")];
        let last = match list.pop() {
            Some(d) if { list = vec![Loud("c")]; later(n).await > 0 } => later(d.by_ref() as u32 + list.len() as u32).await,
            other => other.map_or(0, |d| d.by_ref() as u32) + list.len() as u32,
        };
        (result + last, turned_down)
    }
}

differential! {
    /// Variables whose types have values that no bit pattern of theirs means, borrowed across awaits.
    niches { body(true), body(false) }
    enum Shape { Empty, Line(Box<u32>), Both { d: Loud, flag: bool } }
    async fn body(c: bool) -> (u32, u32) {
        let mut flag = c;
        let mut one = std::num::NonZeroU32::new(1).unwrap();
        let mut reference: Option<&Loud> = None;
        let d = Loud("d");
        let mut shape = if c { Shape::Line(Box::new(1)) } else { Shape::Empty };
        let mut nested = Some(Some(c));
        let (f, o, r, s, n) = (&mut flag, &mut one, &mut reference, &mut shape, &mut nested);
        *f = later(!*f).await;
        *o = o.saturating_add(later(1).await);
        *r = Some(&d);
        later(2).await;
        if let Shape::Line(line) = s { **line += later(3).await; }
        *s = Shape::Both { d: Loud("both"), flag: *f };
        *n = later(None).await;
        let size = r.map_or(0, |d| d.by_ref()) as u32;
        let number = match shape { Shape::Both { ref d, flag: true } => later(d.by_ref() as u32).await, _ => now(0).await };
        (size + number + one.get(), nested.is_none() as u32 + flag as u32)
    }
}

differential! {
    /// Containers of references to variables that are declared before them, with and without destructors that could look.
    drop_check { body() }
    struct Looks<'a>(&'a Loud);
    impl Drop for Looks<'_> {
        fn drop(&mut self) { step(format!("looks at {:?}", self.0)); }
    }
    async fn body() -> u32 {
        let a = Loud("a");
        let looks;
        let list: Vec<&Loud>;
        let b = Loud("b");
        looks = Looks(&a);
        list = vec![&a];
        let boxed: Box<dyn Fn(u32) -> u32 + '_> = Box::new(|n| n + b.by_ref() as u32);
        let n = later(boxed(list.len() as u32)).await;
        let held = (Looks(&b), later(n).await);
        held.1 + looks.0.by_ref() as u32
    }
}

differential! {
    /// `self` inside macros: formats, a macro of the body, a macro that takes it as an argument.
    self_in_macros { body() }
    macro_rules! total { ($me:ident, $n:expr) => { $me.n + $n } }
    struct Counter { n: u32, d: Loud }
    impl Counter {
        async fn shown(&self) -> String {
            let before = format!("{} {:?}", self.n, self.d);
            let n = later(self.n).await;
            assert!(self.n == n, "{} isn't {n}", self.n);
            format!("{before} {}", self.n + later(1).await)
        }
        async fn changed(&mut self) -> u32 {
            macro_rules! add { ($n:expr) => { { self.n += $n; self.n } } }
            let a = add!(1);
            later(a).await;
            let n = later(2).await;
            let b = add!(n);
            total!(self, a + b)
        }
        async fn taken(mut self) -> Loud {
            macro_rules! part { () => { self.d } }
            self.n = later(total!(self, 1)).await;
            part!() = Loud("other");
            later(self.n).await;
            part!()
        }
    }
    async fn body() -> String {
        let mut counter = Counter { n: 1, d: Loud("d") };
        let n = counter.changed().await;
        let text = counter.shown().await;
        format!("{n} {text} {:?}", counter.taken().await)
    }
}

differential! {
    /// `Self` inside macros: constants, functions, constructors, patterns and types.
    self_type_in_macros { body() }
    trait Limited { const LIMIT: u32; fn limit() -> u32 { Self::LIMIT } }
    #[derive(Debug, PartialEq)]
    struct Tuple(u32);
    #[derive(Debug)]
    enum Choice { One, Two { n: u32 } }
    impl Limited for Tuple { const LIMIT: u32 = 7; }
    impl Tuple {
        async fn run(self) -> String {
            let Self(inner) = self;
            let n = later(inner).await;
            let list = vec![Self(n), Self(later(2).await), Self { 0: 3 }];
            assert!(matches!(list[0], Self(k) if k < Self::LIMIT), "{}", <Self as Limited>::LIMIT);
            assert_eq!(Self::limit(), later(Self::LIMIT).await, "limit of {:?}", Self(1));
            format!("{:?} {} {}", list, Self::LIMIT, std::mem::size_of::<Self>())
        }
    }
    impl Choice {
        async fn next(self) -> Self {
            let n = match self { Self::One => later(1).await, Self::Two { n } => later(n + 1).await };
            if matches!(Self::Two { n }, Self::Two { n: 2.. }) { return Self::One; }
            vec![Self::One, Self::Two { n }].remove(later(1usize).await)
        }
    }
    async fn body() -> String {
        format!("{} {:?} {:?}", Tuple(1).run().await, Choice::One.next().await, Choice::Two { n: 3 }.next().await)
    }
}

differential! {
    /// Macros that put an `async` block around what they are given, and await it or hand it on.
    wrapping_macros { body(1), body(2) } except stackful("an await in a macro's argument")
    macro_rules! wrapped { ($e:expr) => { async { $e } } }
    macro_rules! awaited { ($($t:tt)*) => { async { $($t)* }.await } }
    async fn body(n: u32) -> Result<u32, Small> {
        let d = Loud("d");
        let first = wrapped!(later(n).await + d.by_ref() as u32);
        let second: Result<u32, Small> = awaited!(let k = small(n == 1, 5)?; Ok(k + later(1).await));
        let sum = first.await + wrapped!(n + 1).await;
        Ok(sum + second?)
    }
}

differential! {
    /// Blocks, closures and `async` blocks with `?` whose error type is named in their last line only.
    blocks_with_question_marks { body(true), body(false) }
    async fn body(ok: bool) -> Result<u32, Big> {
        let block = async {
            let a = small(ok, 1)?;
            let b = small(true, later(a).await)?;
            Ok::<_, Small>(a + b)
        };
        let closure = |n| { let a = small(ok, n)?; Ok::<u32, Big>(a + 1) };
        let awaited = block.await;
        let number = later(2).await;
        let called = closure(number);
        let collected = [1, 2].into_iter().map(|n| small(ok || n == 1, n)).collect::<Result<Vec<_>, _>>();
        later(3).await;
        Ok(awaited? + called? + collected?.len() as u32)
    }
}

differential! {
    /// `#[cfg]` on type parameters, lifetimes, bounds and patterns.
    conditional_generics { body() }
    struct Parts { a: u32, b: Loud }
    async fn generic<#[cfg(any())] Missing, #[cfg(all())] T: Into<u64>, #[cfg(any())] const N: usize>(
        x: T,
        Parts { a, #[cfg(any())] missing, #[cfg(all())] b }: Parts,
    ) -> u64 {
        let n = later(a).await;
        x.into() + u64::from(n) + b.by_ref() as u64
    }
    async fn body() -> u64 { generic(1u32, Parts { a: 2, b: Loud("b") }).await }
}

differential! {
    /// Type parameters and functions by names that generated code could use.
    names_of_generics { body() }
    async fn generic<Future: Clone + Into<u64>, Output, Frame>(x: Future, y: Output, z: Frame) -> (u64, Output, Frame) {
        let n: u64 = x.clone().into();
        later(1).await;
        async fn inner<Future, const State: usize>(x: Future, list: [u32; State]) -> (Future, usize) { later(list.len()).await; (x, State) }
        let (x, len) = inner(x, [1, 2]).await;
        (n + x.into() + len as u64, y, z)
    }
    async fn body() -> (u64, Loud, u8) { generic(3u32, Loud("y"), 4u8).await }
}

differential! {
    /// Attributes on `async` blocks, closures and arguments, with a comma behind them.
    attributed_blocks { body() }
    async fn body() -> u32 {
        let (a, b) = join(
            #[allow(unused_variables)]
            async { let unused = 1; later(1).await },
            #[allow(unused_mut)]
            async move { let mut n = later(2).await; n },
        )
        .await;
        let list = [
            #[allow(clippy::identity_op)]
            { later(a + 0).await },
            b,
        ];
        #[allow(clippy::let_and_return)]
        {
            let sum = list.iter().sum();
            sum
        }
    }
}

differential! {
    /// Attributes of the function itself.
    attributes_of_functions { body() }
    #[must_use = "it counts"]
    #[inline]
    async fn counted(n: u32) -> u32 { later(n).await + 1 }
    /// Documented.
    #[doc(alias = "other")]
    #[doc(hidden)]
    #[cold]
    #[inline(never)]
    async fn documented(n: u32) -> u32 { later(n).await + 2 }
    #[deprecated(note = "old")]
    #[allow(unused_variables, clippy::unused_async)]
    #[cfg_attr(all(), inline(always))]
    async fn old(d: Loud) -> u32 { let unused = 1; later(3).await }
    async fn body() -> u32 { counted(1).await + documented(2).await + old(Loud("old")).await }
}
