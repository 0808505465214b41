//! Patterns and fields that take a part of a variable; the other parts are used later, or are dropped where the variable is.

use resumable_tests::prelude::*;

pub struct Pair {
    a: Loud,
    n: u32,
    b: Loud,
}

pub fn pair() -> Pair {
    Pair { a: Loud("a"), n: 1, b: Loud("b") }
}

pub struct Two(Loud, Loud);

differential! {
    /// An arm takes one field; another field is used behind an await.
    matched { value(0), value(1), number(0), number(1), borrowed(0), borrowed(1) }
    async fn value(n: u32) -> Option<Loud> {
        let q = pair();
        later(n).await;
        match q {
            Pair { a, n: 1, .. } => drop(a),
            _ => {}
        }
        later(n).await;
        Some(q.b)
    }
    async fn number(n: u32) -> u32 {
        let q = pair();
        match q {
            Pair { a, n: 0..=2, .. } if n == 0 => drop(a),
            _ => drop(later(Loud("other")).await),
        }
        later(q.n).await;
        q.n
    }
    async fn borrowed(n: u32) -> u32 {
        let q = pair();
        later(n).await;
        match q {
            Pair { a, n: 0..=2, .. } if n == 0 => { later(1).await; drop(a) }
            _ => {}
        }
        later(q.b.by_ref() as u32).await + q.b.by_ref() as u32
    }
}

differential! {
    /// A parameter, before the first await and behind it.
    parameters { early(pair(), 0), early(pair(), 1), late(pair(), 0), late(pair(), 1), self_by_value(0), self_by_value(1) }
    async fn early(q: Pair, n: u32) -> Option<Loud> {
        match q {
            Pair { a, n: 0..=0, .. } => {}
            _ => {}
        }
        later(n).await;
        Some(q.b)
    }
    async fn late(mut q: Pair, n: u32) -> u32 {
        later(n).await;
        if let Pair { a, n: 1, .. } = q { later(1).await; }
        later(q.n).await
    }
    struct Own { a: Loud, n: u32, b: Loud }
    impl Own {
        async fn take(self, n: u32) -> usize {
            later(n).await;
            if n == 0 { let Own { a, .. } = self; }
            later(self.n).await;
            self.b.by_ref()
        }
    }
    async fn self_by_value(n: u32) -> usize {
        Own { a: Loud("a"), n: 1, b: Loud("b") }.take(n).await
    }
}

differential! {
    /// `let`, `let else`, `if let`, `while let`.
    other_patterns { a_let(0), a_let_else(0), an_if_let(0), an_if_let(1), a_while_let(0) }
    async fn a_let(n: u32) -> usize {
        let q = pair();
        later(n).await;
        let Pair { a, .. } = q;
        later(q.n).await;
        q.b.by_ref() + a.by_ref()
    }
    async fn a_let_else(n: u32) -> usize {
        let q = pair();
        later(n).await;
        let Pair { a, n: 1, .. } = q else { return q.a.by_ref() };
        later(q.n).await;
        q.b.by_ref()
    }
    async fn an_if_let(n: u32) -> usize {
        let q = pair();
        later(n).await;
        if let Pair { b, n: 0..2, .. } = q { drop(b); } else { later(1).await; }
        later(q.n).await;
        q.a.by_ref()
    }
    async fn a_while_let(n: u32) -> usize {
        let q = pair();
        later(n).await;
        while let Pair { a, n: 0..2, .. } = q { later(1).await; drop(a); break }
        later(q.n).await;
        q.b.by_ref()
    }
}

differential! {
    /// Tuples, tuple structs, and patterns in patterns.
    other_shapes { tuple(0), tuple_struct(0), with_rest(0), nested(0), nested(1), of_a_field(0) }
    async fn tuple(n: u32) -> usize {
        let t = (Loud("t0"), Loud("t1"), Loud("t2"));
        later(n).await;
        let (_, a, _) = t;
        later(n).await;
        t.0.by_ref() + t.2.by_ref()
    }
    async fn tuple_struct(n: u32) -> usize {
        let t = Two(Loud("t0"), Loud("t1"));
        later(n).await;
        match t { Two(_, x) => { later(x.by_ref()).await; } }
        t.0.by_ref()
    }
    async fn with_rest(n: u32) -> usize {
        let t = (Loud("t0"), Loud("t1"), Loud("t2"));
        later(n).await;
        let (.., last) = t;
        later(last.by_ref()).await;
        t.0.by_ref() + t.1.by_ref()
    }
    async fn nested(n: u32) -> usize {
        let t = (pair(), (Loud("t0"), 2u32));
        later(n).await;
        match t { (Pair { b, .. }, (_, 2)) if n == 0 => drop(b), (_, (x, _)) => { later(1).await; } }
        later(t.1.1).await;
        t.0.a.by_ref() + t.0.n as usize
    }
    async fn of_a_field(n: u32) -> usize {
        let t = (pair(), Loud("t1"));
        later(n).await;
        if let Pair { a, n: 1, .. } = t.0 { drop(a); }
        later(t.0.n).await;
        t.0.b.by_ref() + t.1.by_ref()
    }
}

differential! {
    /// One part after the other, by fields and by patterns.
    each_by_itself { body(0), body(1), last_by_pattern(0), refilled(0), refilled(1) }
    async fn body(n: u32) -> usize {
        let q = pair();
        later(n).await;
        drop(q.b);
        match q { Pair { a, n: 1, .. } if n == 0 => drop(a), Pair { ref a, .. } => { a.by_ref(); } }
        later(n).await;
        q.n as usize
    }
    async fn last_by_pattern(n: u32) -> usize {
        let q = pair();
        later(n).await;
        let x = q.b;
        later(n).await;
        let Pair { a, n: k, .. } = q;
        later(k).await;
        a.by_ref() + x.by_ref()
    }
    async fn refilled(n: u32) -> usize {
        let mut q = pair();
        later(n).await;
        match q { Pair { a, n: 1, .. } => { later(2).await; drop(a) } _ => {} }
        if n == 1 { drop(q.b); q.b = Loud("b again"); }
        later(n).await;
        q.a = Loud("a again");
        later(n).await;
        let r = &q;
        r.a.by_ref() + r.b.by_ref()
    }
}

differential! {
    /// What a pattern leaves whole: numbers, references, what it only looks at.
    nothing_taken { numbers(0), references(0), looked_at(0), looked_at(1), shared(pair()) }
    async fn numbers(n: u32) -> usize {
        let q = pair();
        later(n).await;
        match q { Pair { n: k, .. } => { later(k).await; } }
        q.a.by_ref() + q.b.by_ref()
    }
    async fn references(n: u32) -> usize {
        let q = pair();
        later(n).await;
        match q { Pair { ref a, n: 1, .. } => { later(a.by_ref()).await; } _ => {} }
        q.a.by_ref() + q.b.by_ref()
    }
    async fn looked_at(n: u32) -> usize {
        let q = Some(Loud("q"));
        later(n).await;
        let k = match q { None => 0, Some(_) if n == 1 => 1, Some(_) => 2 };
        later(k).await;
        match q { Some(x) => later(x.by_ref()).await, None => 7 }
    }
    async fn shared(q: Pair) -> usize {
        let r = &q;
        later(1).await;
        match r { Pair { a, n: 1, .. } => { later(a.by_ref()).await; } _ => {} }
        match *r { Pair { n, .. } => { later(n).await; } }
        r.b.by_ref()
    }
}

differential! {
    /// One part is an operand, and a block behind it, as another operand, uses the next one on the way out.
    operands { last(pair(), Some(1), 1), last(pair(), None, 1), last(pair(), None, 2), before(pair(), 1), before(pair(), 2) }
    async fn last(q: Pair, n: Option<u32>, k: u32) -> (u32, Option<Loud>) {
        let Some(n) = later(n).await else {
            let f = leaf(q.b, { let 1 = k else { return (q.n, None) }; 1 });
            return (k, None);
        };
        (n, None)
    }
    async fn before(q: Pair, k: u32) -> u32 {
        later(k).await;
        let f = leaf(q.b, { let 1 = k else { drop(q.a); return q.n }; 1 });
        k
    }
    async fn leaf(d: Loud, n: u32) -> u32 { later(n).await + d.by_ref() as u32 }
}

differential! {
    /// Variables that hold nothing yet where the rest of their block becomes a leaf, or where they become locals.
    declared_without_a_value { in_an_arm(), in_a_leaf(true), in_a_leaf(false), as_a_local(true), as_a_local(false), moved_on(true), moved_on(false) }
    async fn in_an_arm() -> u32 {
        let (mut d, mut n) = (Loud("d"), 1u32);
        later(1u32).await;
        let mut x;
        match Some(d) {
            Some(_e) => (d, n) = (Loud("f"), { later(1u32).await; 0u32 }),
            None => d = Loud("n"),
        }
        x = Loud("x");
        d.by_ref();
        x.by_mut();
        n
    }
    async fn in_a_leaf(c: bool) -> u32 {
        let d = Loud("d");
        let mut x;
        let y;
        later(1).await;
        if c { x = Loud("x"); x.by_mut(); }
        let n = match Some(d) { Some(e) if c => { later(1).await; e.by_ref() as u32 } _ => later(2).await };
        x = Loud("z");
        y = later(3).await;
        x.by_mut();
        n + y
    }
    async fn as_a_local(c: bool) -> u32 {
        let x;
        let mut y;
        later(1).await;
        if c { y = Loud("y"); y.by_mut(); }
        later(2).await;
        x = Loud("x");
        y = Loud("z");
        y.by_mut();
        x.by_value() as u32 + y.by_value() as u32
    }
    async fn moved_on(c: bool) -> u32 {
        let mut x;
        later(1).await;
        if c { x = Loud("x"); drop(x); }
        later(2).await;
        x = Loud("y");
        let y = x;
        later(3).await;
        x = Loud("z");
        later(4).await;
        x.by_mut();
        y.by_ref() as u32
    }
}

differential! {
    /// The last use in a part of a statement that may not run and leaves the function: in the next round the variable is still there.
    used_where_it_fails { message(), or(1), or(9), guarded(1), guarded(9), twice() }
    async fn message() -> u32 {
        let mut x = Loud("x");
        let mut i = 0;
        let n = loop {
            i += 1;
            if i > 2 { break later(3u32).await; }
            assert!(v(i) < 9, "failed with {:?}", x.by_mut().by_ref());
        };
        n + 1
    }
    async fn or(limit: u32) -> u32 {
        let x = Loud("x");
        let mut i = 0;
        loop {
            i += 1;
            if i > 2 { return later(3u32).await; }
            let _ = v(i) < limit || { return x.by_value() };
        }
    }
    async fn guarded(limit: u32) -> u32 {
        let mut x = Loud("x");
        let mut i = 0;
        loop {
            i += 1;
            if i > 2 { return later(3u32).await; }
            match v(i) { n if n > limit && panic!("{}", x.by_mut().by_ref()) => {} _ => {} }
        }
    }
    async fn twice() -> u32 {
        let mut x = Loud("x");
        for i in 0..3 {
            later(i).await;
            assert!(v(i) < 9, "failed with {}", x.by_mut().by_ref());
            assert_eq!(v(i), i, "failed with {}", x.by_mut().by_ref());
        }
        3
    }
}
