//! Signatures: where lifetimes hide, and what types may stand in them.

use resumable_tests::strategies;
use resumable_tests::values::block_on;
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::sync::Arc;

/// Suspends once.
async fn pause() {
    resumable_tests::values::later(()).await
}

pub trait Reader {
    fn read(&mut self) -> Option<u8>;
}

impl Reader for &[u8] {
    fn read(&mut self) -> Option<u8> {
        let (first, rest) = self.split_first()?;
        *self = rest;
        Some(*first)
    }
}

pub struct Slice<'a>(&'a [u32]);

strategies! {
    // Lifetimes that aren't written.
    async fn dynamic(x: &dyn Display, y: &(dyn Debug + '_), z: Box<dyn Fn(&str) -> &str + '_>) -> String { pause().await; format!("{x}{y:?}{}", z("zz")) }
    async fn pointers(f: fn(&str) -> &str, g: &dyn Fn(&u32, &u32) -> u32, h: impl Fn(&str) -> usize) -> usize { pause().await; f("abc").len() + g(&1, &2) as usize + h("x") }
    async fn hidden(a: Slice<'_>, b: Option<&str>, c: [&str; 2], d: (&u32, &mut u32), e: &[&str]) -> usize {
        pause().await;
        *d.1 += *d.0;
        a.0.len() + b.map_or(0, str::len) + c[1].len() + e.len()
    }
    async fn in_impl(pairs: impl IntoIterator<Item = (&str, Option<&str>)>, mut each: impl FnMut(&str)) -> usize {
        pause().await;
        let mut n = 0;
        for (key, value) in pairs { each(key); n += value.is_some() as usize; }
        n
    }
    async fn mutable_impl(r: &mut impl Reader, d: &impl Display, _: impl Debug) -> Option<(u8, String)> { pause().await; let b = r.read()?; pause().await; Some((b, d.to_string())) }
    async fn unsized_parameters<R: Reader + ?Sized, T: ?Sized + AsRef<str>>(r: &mut R, t: &T) -> usize { let mut n = t.as_ref().len(); while let Some(b) = r.read() { pause().await; n += b as usize; } n }

    // Lifetimes that are.
    async fn named<'a, 'b, T>(map: &'a mut HashMap<&'b str, T>, key: &'b str) -> Option<&'a mut T> where T: 'a { pause().await; map.get_mut(key) }
    async fn bounded<'a: 'b, 'b>(a: &'a str, b: &'b str, first: bool) -> &'b str { pause().await; if first { a } else { b } }
    async fn statics(x: &'static str, y: impl Display + 'static) -> Box<dyn Fn() -> String + 'static> { pause().await; Box::new(move || format!("{x}{y}")) }
    async fn higher_ranked<F, G>(f: F, g: G) -> usize where F: for<'x> Fn(&'x str) -> &'x str, G: for<'x, 'y> Fn(&'x str, &'y str) -> bool { pause().await; f("abc").len() + g("a", "b") as usize }
    async fn opaque<'a, T: Debug>(list: &'a [T]) -> impl Iterator<Item = String> + use<'a, T> { pause().await; list.iter().map(|x| format!("{x:?}")) }
    async fn boxed(list: &mut Vec<u32>) -> Box<dyn FnMut(u32) -> usize + '_> { pause().await; Box::new(move |n| { list.push(n); list.len() }) }
    async fn returned_closure<'a>(text: &'a str) -> impl Fn(usize) -> Option<char> + 'a { pause().await; move |i| text.chars().nth(i) }

    // Constants and arrays.
    async fn arrays<const N: usize, const FLAG: bool>(x: [u8; N], y: [[u8; 2]; 3]) -> ([u8; N], usize) { pause().await; (x, y.len() + FLAG as usize) }
    async fn computed(x: [u8; 1 + 2], y: [u8; size_of::<u32>()]) -> usize { pause().await; x.len() + y.len() }

    // `Self` and associated types.
    pub trait Parse: Sized {
        type Error: Debug;
        const LEN: usize;
        async fn parse<'t>(text: &'t str) -> Result<(Self, &'t str), Self::Error>;
        async fn parse_all(mut text: &str) -> Result<Vec<Self>, Self::Error> {
            let mut all = Vec::new();
            while !text.is_empty() {
                let (one, rest) = Self::parse(text).await?;
                all.push(one);
                text = rest;
            }
            Ok(all)
        }
        async fn lengths(self: &Arc<Self>, others: &[Arc<Self>]) -> [usize; 2] { pause().await; [Self::LEN, others.len()] }
    }
    #[derive(Debug, PartialEq)]
    struct Digit(u32);
    impl Parse for Digit {
        type Error = String;
        const LEN: usize = 1;
        async fn parse<'t>(text: &'t str) -> Result<(Self, &'t str), Self::Error> {
            let (head, rest) = text.split_at(Self::LEN);
            pause().await;
            let digit = head.parse().map_err(|_| format!("no digit: {head}"))?;
            Ok((Self(digit), rest))
        }
    }
    impl<T: Parse<Error = String>> Parse for (T, &()) {
        type Error = T::Error;
        const LEN: usize = T::LEN + 1;
        async fn parse<'t>(text: &'t str) -> Result<(Self, &'t str), Self::Error> { let (one, rest) = T::parse(text).await?; Ok(((one, &()), rest)) }
    }

    #[test]
    fn signatures() {
        block_on(async {
            assert_eq!(dynamic(&1, &"q", Box::new(|s| &s[1..])).await, "1\"q\"z");
            assert_eq!(pointers(|s| s, &|a, b| a + b, str::len).await, 7);
            let mut n = 1;
            assert_eq!(hidden(Slice(&[1, 2]), Some("a"), ["", "bc"], (&4, &mut n), &["x"]).await, 6);
            assert_eq!(n, 5);
            let mut keys = String::new();
            assert_eq!(in_impl([("a", None), ("b", Some("c"))], |k| keys.push_str(k)).await, 1);
            assert_eq!(keys, "ab");
            assert_eq!(mutable_impl(&mut &b"\x07"[..], &'d', ()).await, Some((7, "d".to_string())));
            assert_eq!(unsized_parameters(&mut &b"\x01\x02"[..], "abc").await, 6);
            let mut map = HashMap::from([("k", 1)]);
            *named(&mut map, "k").await.unwrap() += 1;
            assert_eq!(map["k"], 2);
            assert_eq!((bounded("a", "b", true).await, bounded("a", "b", false).await), ("a", "b"));
            assert_eq!((statics("x", 5).await)(), "x5");
            assert_eq!(higher_ranked(|s| s, |a, b| a < b).await, 4);
            assert_eq!(opaque(&[1, 2]).await.collect::<Vec<_>>(), ["1", "2"]);
            let mut list = vec![1];
            assert_eq!((boxed(&mut list).await)(7), 2);
            assert_eq!((returned_closure("xyz").await)(1), Some('y'));
            assert_eq!(arrays::<2, true>([1, 2], [[0; 2]; 3]).await, ([1, 2], 4));
            assert_eq!(computed([0; 3], [0; 4]).await, 7);
            assert_eq!(Digit::parse_all("123").await.unwrap(), [Digit(1), Digit(2), Digit(3)]);
            assert_eq!(Digit::parse_all("1x").await.unwrap_err(), "no digit: x");
            assert_eq!(<(Digit, &())>::parse("5").await.unwrap().0.0, Digit(5));
            assert_eq!(Arc::new(Digit(0)).lengths(&[]).await, [1, 0]);
        });
    }
}
