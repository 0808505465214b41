//! The types that functions return: for every lifetime of their arguments, whatever lifetimes their frames have.

#![allow(clippy::all, reason = "bodies are odd on purpose")]

use resumable_tests::strategies;
use resumable_tests::values::{block_on, later};
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::pin::Pin;

#[allow(async_fn_in_trait, reason = "for tests only")]
pub trait Store {
    async fn put<T: Display, K: Into<String>>(key: K, value: T) -> usize;
    async fn get<K: AsRef<str>>(&self, key: &K, default: &str) -> String;
}

strategies! {
    pub async fn append(to: &mut String, text: &str) -> usize {
        let before = to.len();
        later(1).await;
        to.push_str(text);
        later(2).await;
        before
    }
    pub async fn nested(lines: &mut Vec<&str>, more: &[&str], sep: Option<&str>) -> usize {
        later(1).await;
        let first = more.first();
        later(2).await;
        lines.len() + first.map_or(0, |f| f.len()) + sep.map_or(0, str::len)
    }
    pub async fn dynamic(x: &dyn Display, y: &mut dyn Iterator<Item = u32>, z: Pin<&mut u32>) -> String {
        let mut text = x.to_string();
        while let Some(n) = y.next() {
            later(1).await;
            text += &n.to_string();
        }
        format!("{text}{z}")
    }
    pub async fn opaque(x: &impl Display, y: &mut impl Iterator<Item = u32>, z: impl Debug) -> String {
        let shown = &*x;
        later(1).await;
        let n = y.next();
        let z = &z;
        later(2).await;
        format!("{shown}{n:?}{z:?}")
    }
    pub async fn generic<T: Display, F: Fn(&T) -> bool>(value: T, check: F) -> String {
        let (value, check) = (&value, &check);
        later(1).await;
        let good = check(value);
        later(2).await;
        format!("{value}{good}")
    }
    pub async fn mixed<'a, T: Display + ?Sized, U>(x: &'a T, list: &mut Vec<U>, one: U) -> String where U: Debug {
        let last = list.last();
        later(1).await;
        let text = format!("{x}{last:?}");
        list.push(one);
        later(2).await;
        text + &list.len().to_string()
    }
    pub async fn constant<const N: usize>(x: &[u8; N], y: &mut [u8; N]) -> usize { later(1).await; y.copy_from_slice(x); later(N).await }

    pub struct Client<'c, T> {
        name: &'c str,
        seen: Vec<T>,
    }
    impl<'c, T: Display> Client<'c, T> {
        async fn see(&mut self, one: T, text: &str) -> usize {
            let name = self.name;
            later(1).await;
            self.seen.push(one);
            later(2).await;
            self.seen.len() + name.len() + text.len()
        }
        async fn into_all(self) -> String {
            let mut all = self.name.to_string();
            for one in &self.seen {
                later(1).await;
                all += &one.to_string();
            }
            all
        }
    }

    pub struct Map(HashMap<String, String>);
    impl Store for Map {
        async fn put<T: Display, K: Into<String>>(key: K, value: T) -> usize {
            let value = &value;
            later(1).await;
            key.into().len() + value.to_string().len()
        }
        async fn get<K: AsRef<str>>(&self, key: &K, default: &str) -> String {
            later(1).await;
            self.0.get(key.as_ref()).cloned().unwrap_or_else(|| default.to_string())
        }
    }

    /// Takes functions that are for every lifetime.
    async fn twice(f: impl AsyncFn(&mut String, &str) -> usize) -> (usize, String) {
        let mut text = String::from("a");
        let n = { let more = String::from("bc"); f(&mut text, &more).await };
        let m = { let more = String::from("d"); f(&mut text, &more).await };
        (n + m, text)
    }
    async fn each<T>(f: impl AsyncFn(&str, &mut Vec<T>, T) -> String, list: Vec<T>) -> String {
        let mut text = String::new();
        let mut out = Vec::new();
        for one in list {
            let name = text.len().to_string();
            text += &f(&name, &mut out, one).await;
        }
        text
    }

    #[test]
    fn hidden_types() {
        block_on(async {
            fn lasts<F: Future + 'static>(future: F) -> F { future }
            assert_eq!(lasts(generic(String::from("for ever"), |_| true)).await, "for evertrue");
            assert_eq!(lasts(opaque(&1, Box::leak(Box::new(0..1)), "z")).await, "1Some(0)\"z\"");
            assert_eq!(twice(append).await, (4, "abcd".to_string()));
            assert_eq!(each(mixed::<str, u32>, vec![1, 2]).await, "0None16Some(1)2");
            let mut lines = vec!["one"];
            { let short = String::from("xy"); assert_eq!(nested(&mut lines, &[&short], Some(&short)).await, 5); }
            lines.push("two");
            assert_eq!(dynamic(&"d", &mut [1, 2].into_iter(), Pin::new(&mut 3)).await, "d123");
            assert_eq!(opaque(&"o", &mut [1].into_iter(), "z").await, "oSome(1)\"z\"");
            { let local = String::from("l"); assert_eq!(generic(&*local, |t| t.len() == 1).await, "ltrue"); }
            assert_eq!(generic::<u8, fn(&u8) -> bool>(1, |n| *n == 2).await, "1false");
            let mut copy = [0; 2];
            assert_eq!((constant(&[1, 2], &mut copy).await, copy), (2, [1, 2]));
            let name = String::from("n");
            let mut client = Client { name: &name, seen: vec![1] };
            { let text = String::from("t"); assert_eq!(client.see(2, &text).await, 4); }
            assert_eq!(client.into_all().await, "n12");
            assert_eq!(Map::put("key", 10).await, 5);
            assert_eq!(Map(HashMap::new()).get(&"k", "default").await, "default");
        });
    }
}

/// Annotated by themselves, out of sight of what is around them.
mod alone {
    use super::*;
    use resumable_tests::resumable::resumable;

    #[resumable(state_machine)]
    async fn private<T: Display>(x: T) -> String {
        let x = &x;
        later(1).await;
        x.to_string()
    }

    #[resumable(state_machine)]
    pub async fn public<T: Display>(x: T) -> String {
        let x = &x;
        later(1).await;
        x.to_string()
    }

    impl Store for u32 {
        #[resumable(state_machine)]
        async fn put<V: Display, Key: Into<String>>(key: Key, value: V) -> usize {
            let value = &value;
            later(1).await;
            key.into().len() + value.to_string().len()
        }
        #[resumable(state_machine)]
        async fn get<Key: AsRef<str>>(&self, key: &Key, default: &str) -> String {
            let n = self;
            later(1).await;
            format!("{n}{}{default}", key.as_ref())
        }
    }

    #[test]
    fn alone() {
        block_on(async {
            let local = String::from("l");
            assert_eq!(private(&local).await + &public(&local).await, "ll");
            assert_eq!(u32::put("key", 10).await, 5);
            assert_eq!(Store::get(&1, &"k", "d").await, "1kd");
        });
    }
}
