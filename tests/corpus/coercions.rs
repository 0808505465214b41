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
