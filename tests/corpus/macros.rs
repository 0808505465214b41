//! Macros that an attribute can't see into: exits, awaits and names inside their tokens.

use resumable_tests::prelude::*;

differential! {
    /// `?` and `return` in arguments of macros of the standard library.
    exits_in_std_macros { body(0), body(1), body(2), body(3), body(4), body(5) }
    async fn body(n: u32) -> Result<String, Big> {
        let _d = Loud("d");
        let a = format!("{} {}", v(1), small(n != 0, 2)?);
        let b = vec![small(n != 1, 3)?, later(4).await];
        let c = vec![small(n != 2, later(5).await)?; 2];
        assert!(small(n != 3, 6)? == 6, "{}", v("never shown"));
        assert_eq!(match n { 4 => return Ok(a), _ => 1 }, later(1).await);
        let d = matches!(small(n != 5, later(7).await)?, 7 | 8);
        Ok(format!("{a}{b:?}{c:?}{d}{}", { let e = Loud("e"); e.by_ref() }))
    }
}

differential! {
    /// Macros that break and continue loops of the body.
    macros_that_break { body() }
    macro_rules! skip_if { ($c:expr) => { if $c { continue; } } }
    macro_rules! leave { ($label:lifetime $value:expr) => { break $label $value } }
    async fn body() -> u32 {
        let mut n = 0;
        let mut rounds = 0;
        'outer: loop {
            n += 1;
            let _d = Loud("d");
            skip_if!(n == 1);
            later(n).await;
            loop {
                rounds += later(1).await;
                skip_if!({ n += 1; n < 5 });
                leave!('outer n + rounds);
            }
        }
    }
}

differential! {
    /// Local and outer macros with awaits in their arguments.
    awaits_in_arguments { body() }
    except stackful("refused: an unknown macro may look at what an await or a `?` in its tokens is rewritten to")
    macro_rules! twice { ($e:expr) => { $e + $e } }
    macro_rules! pair { ($($e:expr),*) => { ($($e),*) } }
    async fn body() -> u32 {
        let d = Loud("d");
        macro_rules! local { ($x:ident, $e:expr) => {{ let $x = $e; $x + 1 }} }
        let a = twice!(later(1).await);
        let (b, c) = pair!(later(2).await, later(3).await);
        let e = local!(y, later(4).await);
        let f = twice!({ let _inner = Loud("inner"); later(d.by_ref() as u32).await });
        a + b + c + e + f
    }
}

differential! {
    /// Macros that name variables: by identifier, by capture in a format string, by shorthand, by mutation.
    macros_that_name_variables { body() }
    except stackful("refused: an unknown macro may look at what an await or a `?` in its tokens is rewritten to")
    macro_rules! set { ($x:ident = $e:expr) => { $x = $e } }
    macro_rules! name_and_value { ($x:ident) => { (stringify!($x), $x) } }
    macro_rules! kind { ($x:ident) => { "identifier" }; ($x:expr) => { "expression" } }
    macro_rules! consume { ($($x:ident),*) => { $(drop($x);)* } }
    struct Point { x: u32, y: u32 }
    macro_rules! point { ($x:ident, $y:ident) => { Point { $x, $y } } }
    async fn body() -> String {
        let mut x = 1;
        let y = later(2).await;
        let (a, b) = (Loud("a"), Loud("b"));
        set!(x = later(3).await);
        later(4).await;
        let text = format!("{x} {y:>3} {a} {:?} {}", name_and_value!(x), kind!(y));
        let p = point!(x, y);
        later(5).await;
        consume!(a, b);
        later(p.x + p.y).await;
        set!(x = x + 1);
        format!("{text} {x} {}", x + p.x)
    }
}

differential! {
    /// Macros that declare variables and items.
    macros_that_declare { body() }
    macro_rules! declare { ($($x:ident = $e:expr;)*) => { $(let $x = $e;)* } }
    macro_rules! function { ($name:ident) => { fn $name() -> u32 { 7 } } }
    async fn body() -> u32 {
        declare! { a = Loud("a"); b = v(1); }
        later(1).await;
        function!(seven);
        let c = later(b).await;
        declare! { e = c + 1; }
        later(2).await;
        a.by_ref() as u32 + b + c + e + seven()
    }
}

differential! {
    /// A macro in every position: statement, tail, operand, pattern, type.
    macro_positions { body(1), body(5) }
    except stackful("refused: an unknown macro may look at what an await or a `?` in its tokens is rewritten to")
    macro_rules! number { () => { u32 } }
    macro_rules! one_or_two { () => { 1 | 2 } }
    macro_rules! plus { ($e:expr) => { $e + 1 } }
    async fn body(n: number!()) -> number!() {
        plus!(0);
        let x: number!() = plus!(later(1).await) + plus!(2);
        match n { one_or_two!() => plus!(later(3).await), _ => { plus!(4); x } };
        if plus!(later(1).await) == 2 { step("yes"); }
        for i in plus!(later(0).await)..plus!(2) { later(plus! { i }).await; }
        plus!(later(x).await)
    }
}

differential! {
    /// A macro called as a method's argument, a field, an index, an operand of `await`.
    nested_macros { body() }
    except stackful("refused: an unknown macro may look at what an await or a `?` in its tokens is rewritten to")
    macro_rules! same { ($e:expr) => { $e } }
    struct Pair { a: u32, d: Loud }
    async fn body() -> u32 {
        let mut list = vec![1u32, 2];
        list.push(same!(later(same!(later(3).await)).await));
        let p = Pair { a: same!(later(4).await), d: Loud("p") };
        let i = list[same!(later(2usize).await)];
        same!(later(p.a)).await + same!(async { later(5).await + p.d.by_ref() as u32 }).await + i
    }
}

differential! {
    /// A temporary in a macro's argument lives to the end of the statement around the macro.
    temporaries_in_arguments { body() }
    except stackful("refused: an unknown macro may look at what an await or a `?` in its tokens is rewritten to")
    macro_rules! plus { ($e:expr) => { $e + 1 } }
    macro_rules! same { ($e:expr) => { $e } }
    async fn body() -> u32 {
        let n = plus!(temp().me().later(1).await) + v(2);
        step("after");
        let m = same!(temp()).me().later(3).await + same!(held(later(4).await, v(5), &temp()));
        match same!(temp().me().later(6).await) { 6 => { step("arm"); later(n).await } _ => m }
    }
}

differential! {
    /// A macro that moves a variable on one path only.
    conditional_moves { body(true), body(false) }
    except stackful("refused: an unknown macro may look at what an await or a `?` in its tokens is rewritten to")
    macro_rules! consume_if { ($c:expr, $x:ident, $e:expr) => { if $c { drop($x); 1 } else { $e } } }
    async fn body(c: bool) -> u32 {
        let d = Loud("d");
        let n = consume_if!(c, d, later(2).await);
        step("between");
        later(n).await
    }
}

differential! {
    /// Macros whose own text leaves the function.
    macros_that_return { body(0), body(1), body(2), body(3), pending(0), pending(1), in_a_loop() }
    except stackful("only the macro's text says that it returns: rustc refuses it, see `exits_hidden_by_macros`")
    macro_rules! fail { ($e:expr) => { return Err($e) } }
    macro_rules! check { ($c:expr, $e:expr) => { if !$c { return Err($e.into()); } } }
    macro_rules! tri { ($e:expr) => { $e? } }
    macro_rules! ready { ($e:expr) => { match $e { Poll::Ready(t) => t, Poll::Pending => return Poll::Pending } } }
    async fn body(n: u32) -> Result<u32, Big> {
        let _d = Loud("d");
        if n == 0 { fail!(Big); }
        check!(n != 1, Small);
        later(1).await;
        let x = tri!(small(n != 2, 5));
        check!(v(x) == 5, Big);
        later(x).await;
        match n { 3 => fail!(Big), _ => Ok(x) }
    }
    async fn pending(n: u32) -> Poll<u32> {
        let d = Loud("d");
        let x = later(1).await;
        let y = ready!(if n == 0 { Poll::Pending } else { Poll::Ready(x) });
        later(2).await;
        d.by_ref();
        Poll::Ready(y)
    }
    async fn in_a_loop() -> Result<u32, Big> {
        let mut sum = 0;
        for n in 0..4 {
            let _round = Loud("round");
            sum += later(n).await;
            tri!(small(sum < 3, sum));
        }
        Ok(sum)
    }
}

differential! {
    /// `bail!` and `ensure!` by themselves, at a tail, in an arm, with values that are moved on the failing path only.
    bail_and_ensure { body(0), body(1), body(2), body(3), body(4), moving(true), moving(false) }
    macro_rules! bail { ($e:expr) => { return Err($e) } }
    macro_rules! ensure { ($c:expr, $e:expr) => { if !$c { return Err($e); } } }
    async fn body(n: u32) -> Result<u32, Big> {
        let _d = Loud("d");
        if n == 0 { bail!(Big); }
        ensure!(n != 1, Big);
        let x = later(1).await;
        ensure!(small(n != 2, 5).is_ok(), { let _e = Loud("e"); Big });
        ensure!(v(x) == 1, Big);
        later(x).await;
        match n { 3 => bail!(Big), 4 => { bail!(Big) } _ => Ok(x) }
    }
    async fn moving(ok: bool) -> Result<u32, Loud> {
        let error = Loud("error");
        ensure!(ok, error);
        step("still there");
        later(1).await;
        Ok(2)
    }
}

differential! {
    /// `ensure!` with a value that is used afterwards.
    ensure_of_a_value_used_later { body(true), body(false) }
    except stackful("rustc refuses it: the macro is called in a closure, which may have moved the value")
    macro_rules! ensure { ($c:expr, $e:expr) => { if !$c { return Err($e); } } }
    async fn body(ok: bool) -> Result<Loud, Loud> {
        let value = Loud("value");
        later(1).await;
        ensure!(ok, value);
        later(2).await;
        Ok(value)
    }
}

differential! {
    /// Macros that look at the tokens they get: no hoisted variable, `?` or text may change them.
    text_of_tokens { body() }
    macro_rules! text { ($e:expr) => { (stringify!($e), $e) } }
    macro_rules! shape { ($i:ident) => { "name" }; ($i:ident . $f:ident) => { "field" }; ($e:expr) => { "expression" } }
    async fn body() -> (&'static str, &'static str, &'static str, &'static str) {
        let d = Loud("d");
        let pair = (later(1).await, d);
        let n = pair.0;
        later(2).await;
        let a = text!(n + pair.0).0;
        let b = shape!(n);
        let c = stringify!(pair.0 + later(n).await?);
        later(3).await;
        pair.1.by_ref();
        (a, b, c, shape!(n + 1))
    }
}

differential! {
    /// The same with awaits and `?` in what is looked at.
    text_of_awaits { body() }
    except stackful("refused: an unknown macro may look at what an await or a `?` in its tokens is rewritten to")
    macro_rules! text { ($e:expr) => { (stringify!($e), $e) } }
    async fn body() -> Result<Vec<(&'static str, u32)>, Big> {
        let _d = Loud("d");
        let first = text!(later(1).await);
        later(2).await;
        Ok(vec![first, text!(small(true, 3)?), text!(small(true, later(4).await)?)])
    }
}

/// A macro by the name of a logging one, which takes no named arguments.
macro_rules! trace {
    ($format:literal $(, $arg:expr)* $(,)?) => { step(&format!($format $(, $arg)*)) };
}

differential! {
    /// Macros of the user's by the names of those of `log` capture variables, too.
    captures_of_own_log_macros { body() }
    async fn body() -> usize {
        let kept = Loud("kept").0.to_string();
        later(1).await;
        let local = 5;
        trace!("{local} {kept}");
        trace!("{}", kept.len());
        later(2).await;
        kept.len()
    }
}

differential! {
    /// Elements of `vec!` in an operand of `await`: moved, copied, converted, with temporaries of their own and without.
    vec_in_operands { body(0), body(1), repeated(2), repeated(0) }
    fn sum<T: Into<u64>>(list: Vec<T>) -> u64 { let n = list.into_iter().map(Into::into).sum(); step(format!("sum {n}")); n }
    async fn names(list: Vec<Loud>) -> usize { let _l = Loud("list"); later(list.len()).await }
    async fn total(list: Vec<u64>) -> u64 { later(sum(list)).await }
    async fn body(n: u32) -> Result<u64, Big> {
        let (a, b, c) = (Loud("a"), Loud("b"), n);
        let count = names(vec![a, Loud("x"), b]).await;
        let t = total(vec![c.into(), v(2u32).into(), small(n == 0, 3)?.into()]).await;
        let u = total(vec![temp().by_ref() as u64, v(4), t]).await;
        let w = total(vec![temp().me().me().by_ref() as u64, { let _e = Loud("e"); v(5) }]).await;
        Ok(t + u + w + count as u64 + total(vec![]).await)
    }
    async fn repeated(n: usize) -> u64 {
        let _d = Loud("d");
        let list = vec![vec![v(1u64); n], vec![temp().by_ref() as u64; 2]];
        let mut t = 0;
        for l in list { t += total(l).await; }
        t + total(vec![t; { step("count"); 2 }]).await
    }
}

differential! {
    /// Constants behind references, and what only looks like one.
    borrowed_constants { body(1), body(2) }
    async fn total(list: &[u32], more: &mut [u32], one: &u32) -> u32 {
        let _d = Loud("total");
        if let Some(n) = more.first_mut() { *n += 1; }
        later(list.iter().sum::<u32>() + more.iter().sum::<u32>() + one).await
    }
    async fn body(n: u32) -> u32 {
        let _d = Loud("d");
        let a = total(&[], &mut [], &1).await;
        let b = total(&[1, 2], &mut [3, 4], &mut 5).await;
        let c = total(&[n, 2], &mut [n], &{ let _l = Loud("l"); v(n) }).await;
        a + b + c + total(&[], &mut [n], &n).await
    }
}

differential! {
    /// Macros of the user's by names that the ecosystem has for others: they leave the function, borrow, take names only.
    names_of_other_macros { body(0), body(1), body(2) }
    except stackful("refused: a `join!` is taken for one that awaits its arguments")
    macro_rules! event { ($c:expr, $e:ident) => { if $c { return Err($e); } } }
    macro_rules! log { ($e:expr) => { $e? } }
    macro_rules! span { ($from:ident, $to:expr) => { ($to - $from, stringify!($from $to)) } }
    macro_rules! join { ($a:expr, $b:expr) => { format!("{}{}", &$a, &$b) } }
    async fn body(n: u32) -> Result<String, Big> {
        let (a, b) = (Loud("a"), Loud("b"));
        let (start, end) = (later(1).await, later(5).await);
        event!(n == 0, Big);
        let length = span!(start, end);
        later(length.0).await;
        log!(small(n != 1, 2));
        let joined = join!(a, b);
        step("after");
        later(joined.len()).await;
        Ok(format!("{joined} {} {start}", length.1))
    }
}
