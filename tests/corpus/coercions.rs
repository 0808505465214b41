//! Variables that are used where another type is expected, which they coerce to.

use resumable_tests::prelude::*;

differential! {
    /// References to what dereferences to the expected type, from parameters, patterns and loops.
    deref { body(vec!["ab".to_string(), "c".to_string()], &[b"xyz", b""]) }
    async fn text(s: &str, polls: u32) -> usize { later(polls).await; s.len() }
    async fn bytes(b: &[u8]) -> usize { later(2).await; b.len() }
    async fn body(words: Vec<String>, parts: &[&[u8]]) -> usize {
        let d = Loud("d");
        let mut n = 0;
        for word in &words {
            n += text(word, 1).await;
        }
        for part in parts {
            n += bytes(part).await;
        }
        for (word, list) in [("k".to_string(), vec![1, 2])].iter() {
            n += text(word, 3).await * bytes(list).await;
        }
        let first = &words[0];
        later(4).await;
        let again = &first;
        n += text(again, 5).await;
        d.by_ref();
        n
    }
}

differential! {
    /// A mutable reference where a shared one is expected.
    mutable_to_shared { body() }
    async fn len(list: &Vec<u32>) -> usize { later(1).await; list.len() }
    async fn body() -> usize {
        let mut list = vec![1];
        grow(&mut list).await
    }
    async fn grow(list: &mut Vec<u32>) -> usize {
        list.push(1);
        let before = len(list).await;
        list.push(2);
        let n = len(list).await;
        list.push(n as u32);
        later(2).await;
        len(list).await * 10 + before
    }
}

differential! {
    /// To trait objects, and to slices.
    unsizing { body(true) }
    async fn shown(value: Box<dyn std::fmt::Debug>) -> String { later(1).await; format!("{value:?}") }
    async fn body(longer: bool) -> (String, &'static [u8]) {
        let boxed = Box::new(Loud("boxed"));
        later(2).await;
        let text = shown(boxed).await;
        let (long, short) = (b"abc", b"zz");
        later(3).await;
        if longer {
            return (text, long);
        }
        later(4).await;
        (text, short)
    }
}

differential! {
    /// In the place of a tail and of a `return`.
    results { body(true) }
    async fn body(early: bool) -> Box<dyn std::fmt::Debug> {
        let (value, number) = (Box::new(Loud("value")), Box::new(later(1).await));
        later(2).await;
        if early {
            return number;
        }
        later(3).await;
        value
    }
}

differential! {
    /// Functions and closures without captures to function pointers.
    function_pointers { body() }
    async fn call(f: fn(u32) -> u32, x: u32) -> u32 { later(x).await; f(x) }
    async fn body() -> u32 {
        fn double(x: u32) -> u32 { x * 2 }
        let (named, closure) = (double, |x| x + 100);
        later(1).await;
        call(named, 2).await + call(closure, 3).await
    }
}

differential! {
    /// Arms and branches of different types at the end of a function, which coerce to the declared one; some of them await.
    arms { matched(0), matched(1), matched(2), bound(None), bound(Some(1)), bound(Some(2)), nested(0), nested(1), nested(2) }
    type Outcome = Result<u32, Box<dyn std::error::Error>>;
    async fn fetch(n: u32) -> Outcome { Ok(later(n).await) }
    fn broken() -> std::fmt::Error { step("broken"); std::fmt::Error }
    fn shown(o: Outcome) -> String { format!("{o:?}") }
    async fn matched(n: u32) -> String {
        async fn choose(n: u32) -> Outcome {
            match n {
                0 => fetch(n).await,
                1 => Err(Box::new(broken())),
                _ => { step("text"); Err("text".into()) }
            }
        }
        shown(choose(n).await)
    }
    async fn bound(n: Option<u32>) -> String {
        async fn choose(n: Option<u32>) -> Outcome {
            let _d = Loud("d");
            if let Some(ref x) = n {
                fetch(*x).await
            } else {
                Err(Box::new(broken()))
            }
        }
        shown(choose(n).await)
    }
    async fn nested(n: u32) -> String {
        let outcome: Outcome = if n == 0 {
            match later(n).await {
                0 => { let v = fetch(5).await; v }
                _ => Err(Box::new(broken())),
            }
        } else {
            match n { 1 => fetch(1).await, _ => Err(Box::new(broken())) }
        };
        shown(outcome)
    }
}

differential! {
    /// Branches that await and that don't meet in a type that only their surroundings name.
    branches { tails(0), tails(1), tails(2), lets(0), lets(1), lets(2) }
    trait Shape { fn area(&self) -> u32; }
    struct Square(Loud);
    struct Circle(u32);
    impl Shape for Square { fn area(&self) -> u32 { self.0.by_ref() as u32 } }
    impl Shape for Circle { fn area(&self) -> u32 { self.0 } }
    type Failure = Box<dyn std::error::Error>;
    async fn fails(n: u32) -> Result<u32, Failure> { later(n).await; if n == 1 { Err("one")? } Ok(n) }
    async fn by_match(n: u32) -> Result<u32, Failure> {
        let _d = Loud("d");
        match n { 0 => fails(0).await, 1 => Err(Box::new(std::fmt::Error)), _ => Err("text".into()) }
    }
    async fn by_if_let(n: u32) -> Result<u32, Failure> {
        let some = Some(n).filter(|n| *n < 2);
        later(7).await;
        if let Some(ref x) = some { fails(*x).await } else if n == 9 { Err(Box::new(std::fmt::Error)) } else { Ok(4) }
    }
    async fn by_loop(n: u32) -> Box<dyn Shape> {
        loop {
            let square = Box::new(Square(Loud("square")));
            if n == 0 { break square; }
            if later(n).await == 1 { return Box::new(Circle(1)); }
            break Box::new(Circle(later(2).await));
        }
    }
    async fn by_block(n: u32) -> Box<dyn Fn(u32) -> u32> {
        let k = later(n).await;
        'b: {
            if k == 0 { break 'b Box::new(|x| x); }
            if k == 1 { return Box::new(move |x| x + k); }
            Box::new(move |x| x * later_now(k))
        }
    }
    fn later_now(n: u32) -> u32 { n }
    async fn by_return(n: u32) -> &'static [u32] {
        return match later(n).await { 0 => &[], 1 => &[1], _ => &[1, 2] };
    }
    async fn tails(n: u32) -> String {
        let shape = by_loop(n).await;
        format!(
            "{:?} {:?} {} {} {:?}",
            by_match(n).await.map_err(|e| e.to_string()),
            by_if_let(n).await.map_err(|e| e.to_string()),
            shape.area(),
            by_block(n).await(3),
            by_return(n).await
        )
    }
    struct Holder { shape: Box<dyn Shape>, list: Vec<Box<dyn Shape>> }
    fn measure(shape: Box<dyn Shape>, rest: &[u32]) -> u32 { shape.area() + rest.len() as u32 }
    async fn lets(n: u32) -> u32 {
        let a: Box<dyn Shape> = if n == 0 { Box::new(Square(later(Loud("a")).await)) } else { Box::new(Circle(n)) };
        let b: Box<dyn Shape> = match later(n).await { 0 => Box::new(Circle(0)), 1 => Box::new(Square(Loud("b"))), _ => Box::new(Circle(later(9).await)) };
        let c: &dyn Shape = if later(n).await > 0 { &Circle(5) } else { &*a };
        let list: [Box<dyn Shape>; 2] = [Box::new(Circle(later(1).await)), Box::new(Square(Loud("in a list")))];
        let slice: &[u32] = match later(n).await { 0 => &[1, 2], _ => &[3] };
        later(10).await;
        let mut holder = Holder { shape: if n == 1 { Box::new(Circle(later(2).await)) } else { b }, list: list.into() };
        later(11).await;
        holder.shape = if n == 2 { Box::new(Square(Loud("assigned"))) } else { Box::new(Circle(later(3).await)) };
        holder.list.push(match n { 0 => Box::new(Circle(later(4).await)), _ => a });
        let some: Option<Box<dyn Shape>> = Some(Box::new(Circle(later(5).await)));
        let function: fn(u32) -> u32 = if later(n).await == 0 { later_now } else { |n| n + 1 };
        let sum: u32 = holder.list.iter().map(|s| s.area()).sum();
        later(12).await;
        let n = measure(if n == 1 { Box::new(Circle(later(6).await)) } else { Box::new(Square(Loud("argument"))) }, slice);
        n + sum + holder.shape.area() + some.map_or(0, |s| s.area()) + function(1)
    }
}

differential! {
    /// Variables that are declared with a type and get a value of another one later.
    declared_types { body(true), body(false) }
    async fn body(c: bool) -> u32 {
        let d = Loud("d");
        let mut call: Box<dyn FnMut(u32) -> u32>;
        let shown: &dyn std::fmt::Debug;
        later(0).await;
        let mut total = 0;
        if c { call = Box::new(move |n| { total += n; total }); } else { call = Box::new(|n| n); }
        shown = &d;
        let text = format!("{shown:?}");
        later(text).await;
        let n = call(1);
        later(n).await + call(2)
    }
}
