//! Temporaries of an operand that live on while it is awaited, up to the end of their statement.

use resumable_tests::prelude::*;

struct Pool(Loud, Loud, Vec<u32>);

fn pool(name: &'static str) -> Pool {
    step(format!("pool({name})"));
    Pool(Loud(name), Loud("second"), vec![1, 2, 3])
}

impl Pool {
    fn get(&self) -> Lease<'_> {
        step(format!("{}.get", self.0.name()));
        Lease(&self.0, Loud("lease"))
    }
    fn get_mut(&mut self) -> Lease<'_> {
        step(format!("{}.get_mut", self.0.name()));
        self.2.push(4);
        Lease(&self.0, Loud("lease"))
    }
    fn into_lease(self) -> Lease<'static> {
        step("into_lease");
        Lease(lent("static"), self.1)
    }
    fn with(self, loud: Loud) -> Pool {
        step(format!("with {}", loud.name()));
        Pool(loud, self.1, self.2)
    }
    fn tried(&self, ok: bool) -> Result<Lease<'_>, Small> {
        step("tried");
        if ok { Ok(self.get()) } else { Err(Small) }
    }
    fn each(&self, f: impl Fn(u32) -> u32) -> Lease<'_> {
        step(format!("each {}", f(1)));
        self.get()
    }
    async fn awaited(&self, n: u32) -> Lease<'_> {
        later(n).await;
        self.get()
    }
    async fn taken(self, n: u32) -> Lease<'static> {
        later(n).await;
        self.into_lease()
    }
}

struct Lease<'a>(&'a Loud, Loud);

impl Lease<'_> {
    async fn query(&self, n: u32) -> u32 {
        step(format!("query {}", self.0.name()));
        later(n).await + self.1.by_ref() as u32
    }
    async fn query_of(self, n: u32) -> u32 {
        step(format!("query of {}", self.0.name()));
        later(n).await + self.1.by_ref() as u32
    }
    async fn both(&mut self, other: &mut Pool, n: u32) -> Option<u32> {
        step(format!("both {}", other.0.name()));
        let n = later(n).await;
        (n > 0).then_some(n)
    }
    async fn part(&self) -> Loud {
        later(1).await;
        Loud("part")
    }
}

async fn use_two(a: &Loud, b: &mut Loud, n: u32) -> u32 {
    later(n).await + a.by_ref() as u32 + b.by_mut().by_ref() as u32
}

async fn sum(numbers: &[u32], text: &str, name: &dyn std::fmt::Debug) -> u32 {
    step(format!("{numbers:?} {text} {name:?}"));
    later(numbers.iter().sum()).await
}

differential! {
    /// Receivers that are borrowed, changed, taken: in a `let` that others follow, in the last one, in a statement.
    receivers { borrowed(), changed(), taken(), chained(), in_statements() }
    async fn borrowed() -> u32 {
        let (a, shared) = (Loud("a"), pool("shared"));
        let n = shared.get().query(1).await;
        let b = Loud("b");
        let m = pool("p").get().query(n).await;
        drop(b);
        let c = Loud("c");
        m
    }
    async fn changed() -> u32 {
        let a = Loud("a");
        let n = pool("p").get_mut().query(1).await;
        let m = pool("q").get_mut().query(2).await;
        n + m
    }
    async fn taken() -> u32 {
        let a = Loud("a");
        let n = pool("p").into_lease().query(1).await;
        let m = pool("q").into_lease().query_of(2).await;
        let o = pool("r").get().query_of(2).await;
        n + m + o
    }
    async fn chained() -> u32 {
        let n = pool("p").with(temp()).with(Loud("other")).get().query(1).await;
        let m = pool("q").with(temp()).into_lease().query_of(2).await;
        n + m
    }
    async fn in_statements() -> u32 {
        let a = Loud("a");
        pool("p").get().query(1).await;
        pool("q").into_lease().part().await;
        pool("r").get().part().await.by_ref();
        a.by_ref() as u32
    }
}

differential! {
    /// Arguments that borrow temporaries, and what they are evaluated between.
    arguments { borrowed(), several(), parts(), coerced(), nested() }
    async fn borrowed() -> u32 {
        let a = Loud("a");
        let n = use_two(&temp(), &mut Loud("changed"), v(1)).await;
        let m = use_two(&a, &mut temp(), n).await;
        use_two(&temp(), &mut temp(), n + m).await
    }
    async fn several() -> u32 {
        let n = pool("p").get().both(&mut pool("q"), v(1)).await.unwrap_or(3);
        pool("r").get().both(&mut pool("s"), n).await;
        n
    }
    async fn parts() -> u32 {
        let n = sum(&pool("p").2[1..], &*String::from("text"), &temp()).await;
        let m = sum(&vec![n, n], &format!("{n}"), &(1, temp())).await;
        n + m
    }
    async fn coerced() -> u32 {
        let n = sum(&[v(1), v(2)], &String::from("text"), &Box::new(temp())).await;
        let m = sum(&Vec::from([n]), "literal", &Some(n)).await;
        n + m
    }
    async fn nested() -> u32 {
        let n = use_two(pool("p").get().0.me(), &mut Loud("changed"), pool("q").get().0.by_ref() as u32).await;
        let m = use_two(&Pool(temp(), Loud("second"), vec![]).0, &mut temp(), n).await;
        n + m
    }
}

differential! {
    /// Ways out between the temporary and the await, and after it.
    exits { tried(true), tried(false), tried_after(0), tried_after(1), in_loop(), returned(true), returned(false) }
    async fn tried(ok: bool) -> Result<u32, Small> {
        let a = Loud("a");
        let n = pool("p").tried(ok)?.query(1).await;
        let m = later(n).await;
        Ok(pool("q").tried(ok)?.query(m).await)
    }
    async fn tried_after(n: u32) -> Option<u32> {
        let a = Loud("a");
        let n = pool("p").get().both(&mut pool("q"), n).await?;
        let b = Loud("b");
        let m = later(n).await;
        Some(m + pool("r").get().both(&mut pool("s"), n).await?)
    }
    async fn in_loop() -> u32 {
        let mut n = 0;
        for i in 0..3 {
            let a = Loud("a");
            if i == 1 { continue; }
            n += pool("p").get().query(i).await;
            if n > 5 { pool("q").get().query(n).await; break; }
        }
        n
    }
    async fn returned(early: bool) -> u32 {
        let a = Loud("a");
        if early {
            return pool("p").get().query(1).await;
        }
        let n = 'block: { break 'block pool("q").get().query(2).await; };
        n + later(3).await
    }
}

differential! {
    /// Awaits in the receiver, and several in one statement.
    awaits_inside { receivers(), through(), first(), after() }
    async fn receivers() -> u32 {
        let a = Loud("a");
        let n = pool("p").awaited(1).await.query(2).await;
        let m = pool("q").taken(1).await.query_of(2).await;
        n + m + pool("r").awaited(3).await.query(4).await
    }
    async fn through() -> Option<u32> {
        let a = Loud("a");
        let n = pool("p").awaited(1).await.both(&mut pool("q"), 1).await?;
        let n = later(later(Some(n)).await?).await;
        Some(n + pool("r").awaited(1).await.both(&mut pool("s"), n).await?)
    }
    async fn first() -> u32 {
        let n = later(pool("p").get().query(1).await).await + pool("q").0.by_ref() as u32;
        let m = (pool("r").get().query(n).await, pool("s").0.by_ref() as u32);
        m.0 + m.1 + later(1).await
    }
    async fn after() -> usize {
        let n = pool("p").get().part().await.by_ref();
        let m = later(n).await;
        pool("p").get().part().await.me().by_ref() + m
    }
}

differential! {
    /// The ends of blocks, whose temporaries die before or after the variables, by the edition.
    tails { bare(), owning(Loud("p")), blocks(true), blocks(false), arms(0), arms(1), closing() }
    async fn bare() -> u32 {
        pool("p").get().query(1).await
    }
    async fn owning(p: Loud) -> u32 {
        let a = Loud("a");
        later(1).await;
        let b = Loud("b");
        pool("p").get().query(1).await
    }
    async fn blocks(first: bool) -> u32 {
        let n = if first {
            let a = Loud("a");
            later(1).await;
            pool("p").get().query(1).await
        } else {
            let b = Loud("b");
            { let c = Loud("c"); use_two(&temp(), &mut temp(), 2).await }
        };
        n + later(2).await
    }
    async fn arms(n: u32) -> u32 {
        let a = Loud("a");
        let n = match v(n) {
            0 => pool("p").get().query(1).await,
            _ => { let b = Loud("b"); pool("q").get().query(1).await }
        };
        n + later(2).await
    }
    async fn closing() -> Result<u32, Small> {
        let a = Loud("a");
        let n = later(1).await;
        Ok(pool("p").tried(n == 1)?.query(n).await)
    }
}

differential! {
    /// Where the value is looked at: conditions, heads of `match`, `if let`, `let else`; operands of `&&`.
    heads { conditions(1), conditions(9), lazy(1), lazy(9), matched(0), matched(1), chosen(0), chosen(1), otherwise(0), otherwise(1), taken_apart() }
    async fn conditions(n: u32) -> u32 {
        let a = Loud("a");
        let mut n = n;
        if pool("p").get().query(n).await > 8 { step("then"); later(1).await; } else { step("else"); }
        while pool("q").get().query(n).await < 9 { step("round"); n += later(2).await; }
        n
    }
    async fn lazy(n: u32) -> bool {
        let a = Loud("a");
        let b = pool("p").get().query(n).await > 8 && temp().by_ref() > 0;
        let c = (pool("q").get().query(n).await > 8 || temp().by_ref() > 0) && later(b).await;
        c
    }
    async fn matched(n: u32) -> u32 {
        let a = Loud("a");
        let n = match pool("p").get().both(&mut pool("q"), n).await {
            Some(n) => { step("some"); n }
            None => { step("none"); 7 }
        };
        match pool("r").get().both(&mut pool("s"), n).await {
            Some(n) => later(n).await,
            None => 1,
        }
    }
    async fn chosen(n: u32) -> u32 {
        let a = Loud("a");
        let m = if let Some(n) = pool("p").get().both(&mut pool("q"), n).await { step("some"); n } else { step("none"); 7 };
        if let Some(n) = pool("r").get().both(&mut pool("s"), n).await { step("some"); return n; }
        m + later(2).await
    }
    async fn otherwise(n: u32) -> u32 {
        let a = Loud("a");
        let Some(n) = pool("p").get().both(&mut pool("q"), n).await else { step("else"); return 1 };
        let b = Loud("b");
        let m = later(n).await;
        let Some(m) = pool("p").get().both(&mut pool("q"), m).await else { step("else"); return 2 };
        m
    }
    async fn taken_apart() -> u32 {
        async fn pair_of(a: &Loud, n: u32) -> (Loud, u32) { later(n).await; (Loud("of"), n) }
        let (x, n) = pair_of(&temp(), 1).await;
        let m = later(n).await;
        let (_, o) = pair_of(&temp(), m).await;
        let _ = pair_of(&temp(), o).await;
        later(o).await
    }
}

differential! {
    /// Fields and variables that get the value, and types that own nothing.
    places { assigned(), added(), fields(), plain(&[1, 2, 3]) }
    async fn assigned() -> u32 {
        let mut loud = Loud("old");
        loud = pool("p").get().part().await;
        later(1).await;
        loud = pool("q").get().part().await;
        loud.by_ref() as u32
    }
    async fn added() -> u32 {
        let mut n = 1;
        n += pool("p").get().query(n).await;
        n += later(n).await;
        n
    }
    async fn fields() -> u32 {
        let mut pair = pair("fields");
        pair.n = pool("p").get().query(1).await;
        later(1).await;
        pair.n + pool("q").get().query(1).await
    }
    async fn plain(list: &[u32]) -> u32 {
        let n = later(list.iter().map(|n| n + 1).sum::<u32>()).await;
        let m = later(list.iter().copied().max().unwrap_or(n)).await;
        let o = sum(&list.to_vec(), &n.to_string(), &()).await;
        n + m + o
    }
}

differential! {
    /// A temporary by a method that takes a closure.
    closures { bare(), capturing(2) }
    async fn bare() -> u32 {
        let n = pool("p").each(|n| n + 1).query(1).await;
        n + later(1).await
    }
    async fn capturing(by: u32) -> u32 {
        let loud = Loud("captured");
        let n = pool("p").each(|n| n + by + loud.by_ref() as u32).query(1).await;
        n + later(1).await
    }
}

async fn shown(all: &[&dyn std::fmt::Debug], one: &Option<&dyn std::fmt::Debug>, n: u32) -> u32 {
    step(format!("{all:?} {one:?}"));
    later(n).await
}

async fn changed(all: &mut [Box<dyn FnMut() -> u32>], n: u32) -> u32 {
    let sum = all.iter_mut().map(|f| f()).sum::<u32>();
    later(n + sum).await
}

differential! {
    /// What is expected of a reference to a temporary is expected of the temporary: its elements are coerced.
    expectations { elements(), boxes(), inferred() }
    async fn elements() -> u32 {
        let (a, n) = (Loud("a"), 7u32);
        let n = shown(&[&n, &a, &temp()], &Some(&n), 1).await;
        let m = shown(&vec![&n as &dyn std::fmt::Debug, &a], &None, n).await;
        shown(&[&n], &Some(&a), m).await + shown(&[], &Some(&temp()), 2).await
    }
    async fn boxes() -> u32 {
        let mut n = 1;
        let m = changed(&mut [Box::new(|| v(3)), Box::new(move || { n += 1; n })], 1).await;
        later(m).await
    }
    async fn inferred() -> u64 {
        async fn wide(all: &[u64], one: &Option<u64>, list: &Vec<u8>) -> u64 { later(all.iter().sum::<u64>() + list.len() as u64).await }
        let m = wide(&[v(1), 2], &Some(v(3)), &Vec::new()).await;
        let m = m + wide(&[v(m).into(), 2], &Some(v(3)), &"ab".bytes().collect()).await;
        m + wide(&[v(1)], &None, &Default::default()).await
    }
}
