//! What the attribute accepts, and that nothing but the code generation changes.

#![allow(clippy::borrowed_box, reason = "a receiver of that type is one of the forms")]

use resumable::{Codegen, registry, resumable};
use resumable_tests::foreign::{Fetch, Serve};
use resumable_tests::strategies;
use resumable_tests::values::block_on;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

/// Suspends once.
async fn pause() {
    let mut paused = false;
    std::future::poll_fn(|_| {
        if std::mem::replace(&mut paused, true) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await
}

strategies! {
    // Parameters and results ------------------------------------------------------------------------------------------

    async fn generic<T, U: From<T>>(x: T) -> U where T: Clone { let y = x.clone(); pause().await; drop(x); U::from(y) }
    async fn constant<const N: usize, T: Copy + Default>() -> [T; N] { pause().await; [T::default(); N] }
    async fn implied(f: impl Fn(&str) -> usize, text: &impl AsRef<str>) -> usize { pause().await; f(text.as_ref()) }
    async fn opaque<'a>(list: &'a [u32]) -> impl Iterator<Item = u32> + 'a { pause().await; list.iter().map(|x| x + 1) }
    async fn nested_opaque(n: u32) -> Result<Option<impl Fn(u32) -> u32>, String> {
        pause().await;
        if n == 0 { return Err("zero".to_string()); }
        Ok((n > 1).then_some(move |x| x + n))
    }
    async fn lifetimes<'a, 'b, T: ?Sized>(a: &'a str, b: &'b T) -> (&'a str, &'b T) where 'b: 'a { pause().await; (a, b) }
    async fn higher_ranked<F>(f: F) -> usize where F: for<'x> Fn(&'x str) -> &'x str { pause().await; f("abc").len() }
    async fn patterns((a, mut b): (u32, u32), [first, .., last]: [u32; 3], Point { x, .. }: Point, &c: &u32, _: u32, mut n: u32) -> u32 {
        b += 1;
        n += 1;
        pause().await;
        a + b + first + last + x + c + n
    }
    async fn attributed(#[allow(unused_variables)] a: u32, #[cfg(any())] missing: Missing, #[cfg(all())] b: u32) -> u32 { pause().await; b }
    async unsafe fn dangerous(p: *const u32) -> u32 {
        pause().await;
        // SAFETY: the caller's promise.
        unsafe { *p }
    }
    async fn pointers(f: fn(u32) -> u32, slice: &mut [u32], array: [u8; 2], tuple: (), dynamic: &dyn Fn() -> u32) -> u32 {
        pause().await;
        slice[0] = f(1);
        let () = tuple;
        array[0] as u32 + dynamic()
    }
    async fn diverges(n: u32) -> ! { pause().await; panic!("diverges {n}") }
    async fn unit() {}
    async fn returns_unit() -> () { pause().await }
    async fn borrowed_result(text: &str) -> Result<&str, std::num::ParseIntError> { pause().await; let n: usize = text[..1].parse()?; Ok(&text[n..]) }
    async fn recursive_type(node: &Node) -> u32 { pause().await; node.0.as_ref().map_or(1, |_| 2) }

    #[derive(Clone, Copy)]
    pub struct Point { x: u32, #[allow(dead_code)] y: u32 }
    struct Node(Option<Box<Node>>);

    #[test]
    fn parameters_and_results() {
        block_on(async {
            assert_eq!(generic::<u8, u64>(7).await, 7);
            assert_eq!(constant::<3, u8>().await, [0; 3]);
            assert_eq!(implied(|s| s.len(), &String::from("abc")).await, 3);
            assert_eq!(opaque(&[1, 2]).await.collect::<Vec<_>>(), [2, 3]);
            assert_eq!(nested_opaque(2).await.unwrap().unwrap()(3), 5);
            assert_eq!(nested_opaque(0).await.err().unwrap(), "zero");
            assert_eq!(lifetimes("a", "b").await, ("a", "b"));
            assert_eq!(higher_ranked(|s| &s[1..]).await, 2);
            assert_eq!(patterns((1, 2), [3, 0, 4], Point { x: 5, y: 0 }, &6, 0, 7).await, 1 + 3 + 3 + 4 + 5 + 6 + 8);
            assert_eq!(attributed(1, 2).await, 2);
            // SAFETY: the pointer is to a constant.
            assert_eq!(unsafe { dangerous(&5).await }, 5);
            let mut slice = [0];
            assert_eq!(pointers(|x| x + 1, &mut slice, [1, 2], (), &|| 9).await, 10);
            assert_eq!(slice, [2]);
            unit().await;
            returns_unit().await;
            assert_eq!(borrowed_result("2abc").await, Ok("bc"));
            assert!(borrowed_result("xabc").await.is_err());
            assert_eq!(recursive_type(&Node(Some(Box::new(Node(None))))).await, 2);
        });
        let panic = std::panic::catch_unwind(|| { block_on(diverges(3)); }).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().unwrap(), "diverges 3");
    }

    // Receivers -------------------------------------------------------------------------------------------------------

    pub struct Counter { n: u32, name: String }

    impl Counter {
        pub(crate) async fn by_ref(&self) -> u32 { pause().await; self.n }
        async fn by_mut(&mut self, by: u32) -> &mut u32 { pause().await; self.n += by; &mut self.n }
        async fn by_value(self) -> String { pause().await; self.name }
        async fn mutable(mut self) -> Self { self.n += 1; pause().await; self.n += 1; self }
        async fn boxed(self: Box<Self>) -> u32 { pause().await; self.n }
        async fn counted(self: Rc<Self>) -> u32 { pause().await; self.n }
        async fn shared(self: Arc<Self>) -> u32 { pause().await; self.n }
        async fn borrowed_box(self: &Box<Self>) -> u32 { pause().await; self.n }
        async fn pinned(self: Pin<&mut Self>) -> u32 { pause().await; self.get_mut().n }
        async fn mutable_binding(mut self: Box<Self>) -> u32 { self.n += 1; pause().await; self.n }
        async fn named<'s>(&'s self, other: &str) -> &'s str { pause().await; let _ = other; &self.name }
        async fn elided(&self, other: &str) -> &str { pause().await; let _ = other; &self.name }
        async fn inside_macros(&self) -> String { pause().await; format!("{} {}", self.n, self.name) }
        async fn in_closures(&mut self) -> u32 { let mut add = |k| self.n += k; add(1); pause().await; add(2); self.n }
        async fn make(n: u32) -> Self { pause().await; Self { n, name: Self::NAME.to_string() } }
        const NAME: &'static str = "counter";
    }

    #[test]
    fn receivers() {
        block_on(async {
            let mut c = Counter::make(1).await;
            assert_eq!(c.by_ref().await, 1);
            *c.by_mut(2).await += 1;
            assert_eq!((c.n, c.named("x").await, c.elided("x").await), (4, "counter", "counter"));
            assert_eq!(c.inside_macros().await, "4 counter");
            assert_eq!(c.in_closures().await, 7);
            assert_eq!(Pin::new(&mut c).pinned().await, 7);
            let c = c.mutable().await;
            assert_eq!(Box::new(Counter { n: 2, ..Counter::make(0).await }).boxed().await, 2);
            assert_eq!(Box::new(Counter::make(3).await).mutable_binding().await, 4);
            assert_eq!((Rc::new(Counter::make(4).await).counted().await, Arc::new(Counter::make(5).await).shared().await), (4, 5));
            assert_eq!(Box::new(Counter::make(6).await).borrowed_box().await, 6);
            assert_eq!((c.n, c.by_value().await), (9, "counter".to_string()));
        });
    }

    // Traits ----------------------------------------------------------------------------------------------------------

    pub trait Shape {
        const SIDES: u32;
        type Unit: Clone + Default;
        async fn area(&self) -> u32;
        async fn scale(&mut self, by: u32) -> Self::Unit;
        async fn sides(&self) -> u32 { pause().await; Self::SIDES + self.area().await }
        async fn generic<T: Into<u32>>(&self, x: T) -> u32 where Self: Sized { pause().await; x.into() + self.area().await }
        async fn make() -> Self where Self: Sized;
    }

    struct Square(u32);

    impl Shape for Square {
        const SIDES: u32 = 4;
        type Unit = String;
        async fn area(&self) -> u32 { pause().await; self.0 * self.0 }
        async fn scale(&mut self, by: u32) -> String { pause().await; self.0 *= by; Default::default() }
        async fn make() -> Self { pause().await; Square(3) }
    }

    async fn through_a_bound<S: Shape>(s: &mut S) -> u32 { s.scale(2).await; s.sides().await + s.generic(1u8).await }

    impl<T: Shape> Shape for Box<T> {
        const SIDES: u32 = 5;
        type Unit = T::Unit;
        async fn area(&self) -> u32 { (**self).area().await }
        async fn scale(&mut self, by: u32) -> T::Unit { (**self).scale(by).await }
        async fn make() -> Self { Box::new(T::make().await) }
    }

    #[test]
    fn traits() {
        block_on(async {
            let mut s = Square::make().await;
            assert_eq!(s.sides().await, 13);
            assert_eq!(through_a_bound(&mut s).await, 40 + 37);
            assert_eq!(through_a_bound(&mut Box::new(Square(1))).await, 9 + 5);
        });
    }

    // Functions as values ---------------------------------------------------------------------------------------------

    async fn length(text: &str) -> usize { pause().await; text.len() }
    async fn longer<'a>(a: &'a str, b: &'a str) -> &'a str { pause().await; if a.len() < b.len() { b } else { a } }
    async fn append(list: &mut Vec<u32>, n: u32) -> u32 { pause().await; list.push(n); n }
    async fn two_lifetimes<'a>(a: &'a str, other: &str) -> &'a str { pause().await; step(other); a }
    fn step(_: &str) {}

    async fn call(f: impl AsyncFn(&str) -> usize) -> usize { let text = String::from("abc"); f(&text).await + f("d").await }
    async fn choose(f: impl AsyncFn(&str, &str) -> usize) -> usize { f("a", "bc").await }
    async fn call_mutably(f: impl AsyncFn(&mut Vec<u32>, u32) -> u32) -> Vec<u32> {
        let mut list = vec![];
        f(&mut list, 1).await;
        f(&mut list, 2).await;
        list
    }
    async fn call_static<F: Future<Output = usize>>(f: impl Fn(&'static str) -> F) -> usize { f("static").await }
    async fn call_method<'c, F: Future<Output = u32>>(c: &'c Counter, f: impl Fn(&'c Counter) -> F) -> u32 { f(c).await }

    #[test]
    fn functions_as_values() {
        block_on(async {
            assert_eq!(call(length).await, 4);
            assert_eq!(call(async |text: &str| length(text).await + 1).await, 6);
            assert_eq!(choose(async |a: &str, b: &str| longer(a, b).await.len()).await, 2);
            assert_eq!(call_mutably(append).await, [1, 2]);
            assert_eq!(call_static(length).await, 6);
            assert_eq!(call_method(&Counter::make(7).await, Counter::by_ref).await, 7);
            assert_eq!(two_lifetimes("kept", &String::from("gone")).await, "kept");
            let futures: Vec<_> = ["a", "bc"].into_iter().map(length).collect();
            let mut sum = 0;
            for future in futures {
                sum += future.await;
            }
            assert_eq!(sum, 3);
        });
    }

    // Traits of other crates ------------------------------------------------------------------------------------------

    struct Map(Vec<(&'static str, u32)>);

    impl Fetch for Map {
        type Error = String;
        async fn fetch(&self, key: &str) -> Result<String, String> {
            pause().await;
            let found = self.0.iter().find(|(k, _)| *k == key).ok_or_else(|| format!("no {key}"))?;
            Ok(found.1.to_string())
        }
        async fn fetch_all<'k>(&mut self, keys: &[&'k str]) -> Vec<(&'k str, String)> {
            let mut all = Vec::new();
            for key in keys {
                if let Ok(value) = self.fetch(key).await { all.push((*key, value)); }
            }
            all
        }
    }

    #[test]
    fn foreign_traits() {
        block_on(async {
            let mut map = Map(vec![("a", 1), ("b", 2)]);
            assert_eq!(map.fetch_twice("b").await.unwrap(), ("2".to_string(), "2".to_string()));
            assert_eq!(map.fetch("c").await.unwrap_err(), "no c");
            assert_eq!(map.fetch_all(&["a", "x", "b"]).await, [("a", "1".to_string()), ("b", "2".to_string())]);
        });
    }
}

/// The attribute sees fragments of macros as they are: `$t:ty` and the like arrive in invisible groups.
macro_rules! made {
    ($strategy:ident $ty:ty, $field:expr, $body:block, $pattern:pat, $statement:stmt, $vis:vis, $lifetime:lifetime, $argument:ident, $last:expr) => {
        pub mod $strategy {
            use super::*;

            #[resumable($strategy)]
            $vis async fn name<$lifetime>(p: &$lifetime $ty) -> u32 {
                pause().await;
                p.0 + $field
            }

            #[resumable($strategy)]
            $vis async fn sum($argument: &[u32]) -> u32 {
                let $pattern = (1, 2);
                $statement;
                pause().await;
                let value: u32 = $body;
                pause().await;
                value + $last + $argument[0] + { later($field).await }
            }

            #[resumable($strategy)]
            impl Made {
                $vis async fn method(self: &$ty) -> u32 {
                    let x = later($field).await;
                    if x > 0 $body else { 0 }
                }
            }
        }
    };
}

mod made_by_macros {
    use super::*;
    use resumable_tests::values::later;

    pub struct Made(u32);

    made!(native Made, 1 + 1, { pause().await; 40 }, (first, _), let extra = 100, pub, 'x, list, first + extra);
    mod machine {
        use super::*;
        made!(state_machine Other, 1 + 1, { pause().await; 40 }, (first, _), let extra = 100, pub, 'x, list, first + extra);
        pub struct Other(pub u32);
        use Other as Made;
    }
    mod coroutine {
        use super::*;
        made!(stackful Other, 1 + 1, { pause().await; 40 }, (first, _), let extra = 100, pub, 'x, list, first + extra);
        pub struct Other(pub u32);
        use Other as Made;
    }

    #[test]
    fn functions_that_macros_made() {
        block_on(async {
            assert_eq!(native::name(&Made(5)).await, 7);
            assert_eq!(native::sum(&[1000]).await, 1143);
            assert_eq!(Made(5).method().await, 40);
            assert_eq!(machine::state_machine::name(&machine::Other(5)).await, 7);
            assert_eq!(machine::state_machine::sum(&[1000]).await, 1143);
            assert_eq!(machine::Other(5).method().await, 40);
            assert_eq!(coroutine::stackful::name(&coroutine::Other(5)).await, 7);
            assert_eq!(coroutine::stackful::sum(&[1000]).await, 1143);
            assert_eq!(coroutine::Other(5).method().await, 40);
        });
    }
}

/// A foreign trait that wants `Send` futures, for the strategies whose futures are.
mod send_futures {
    use super::*;

    struct Machine;
    struct Native;

    impl Serve for Machine {
        #[resumable(state_machine)]
        async fn serve(&self, request: u32) -> u32 {
            pause().await;
            request + 1
        }
    }

    impl Serve for Native {
        #[resumable(native)]
        async fn serve(&self, request: u32) -> u32 {
            pause().await;
            request + 2
        }
    }

    #[test]
    fn send_is_kept() {
        fn assert_send<F: Send>(future: F) -> F {
            future
        }
        assert_eq!(block_on(assert_send(Machine.serve(1))), 2);
        assert_eq!(block_on(assert_send(Native.serve(1))), 3);
    }
}

/// Which strategy each function gets, by its record.
mod containers {
    use super::*;

    #[resumable(native)]
    pub mod annotated_module {
        use resumable::resumable;

        pub async fn inherits() {}
        #[resumable(state_machine)]
        pub async fn brings_its_own() {}
        pub fn not_async() -> u32 {
            5
        }
        pub mod inner {
            pub async fn deep() {}
        }
        #[resumable(stackful)]
        pub mod annotated_inner {
            pub async fn deep_with_its_own() {}
        }
        #[cfg_attr(all(), resumable(stackful))]
        pub async fn condition_holds() {}
        #[cfg_attr(any(), resumable(stackful))]
        pub async fn condition_fails() {}

        pub struct Thing;
        impl Thing {
            pub async fn method(&self) {}
            #[resumable(stackful)]
            pub async fn method_with_its_own(&self) {}
        }
        pub trait Does {
            async fn required(&self) -> u32;
            async fn provided(&self) -> u32 {
                self.required().await + 1
            }
        }
        impl Does for Thing {
            async fn required(&self) -> u32 {
                1
            }
        }
        #[resumable(state_machine)]
        impl Does for u8 {
            async fn required(&self) -> u32 {
                2
            }
        }
    }

    pub struct Other;

    #[resumable(state_machine)]
    impl Other {
        pub async fn in_annotated_impl(&self) {}
        #[resumable(native)]
        pub async fn in_annotated_impl_with_its_own(&self) {}
        pub fn plain(&self) -> u32 {
            6
        }
    }

    impl Other {
        #[resumable(native)]
        pub async fn annotated_method(&mut self) -> &mut Self {
            self
        }
    }

    #[resumable]
    pub async fn by_default() {}

    fn codegens(function: &str) -> Vec<Codegen> {
        let mut found: Vec<_> = registry()
            .filter(|r| r.module.contains("containers") && r.function == function)
            .map(|r| r.codegen)
            .collect();
        found.sort_by_key(|c| c.name());
        found
    }

    #[test]
    fn the_innermost_attribute_wins() {
        use Codegen::{Native, Stackful, StateMachine};
        assert_eq!(codegens("inherits"), [Native]);
        assert_eq!(codegens("brings_its_own"), [StateMachine]);
        assert_eq!(codegens("deep"), [Native]);
        assert_eq!(codegens("deep_with_its_own"), [Stackful]);
        assert_eq!(codegens("condition_holds"), [Stackful]);
        assert_eq!(codegens("condition_fails"), [Native]);
        assert_eq!(codegens("method"), [Native]);
        assert_eq!(codegens("method_with_its_own"), [Stackful]);
        assert_eq!(codegens("required"), [Native, StateMachine], "a required method has no body, hence no record");
        assert_eq!(codegens("provided"), [Native]);
        assert_eq!(codegens("in_annotated_impl"), [StateMachine]);
        assert_eq!(codegens("in_annotated_impl_with_its_own"), [Native]);
        assert_eq!(codegens("annotated_method"), [Native]);
    }

    #[test]
    fn the_default_is_the_crates() {
        let record = registry().find(|r| r.function == "by_default").expect("recorded");
        let by_feature = record.reason == "default, by the feature `stackful`";
        assert_eq!(record.codegen, if by_feature { Codegen::Stackful } else { Codegen::StateMachine });
        assert!(by_feature || record.reason == "default", "{record:?}");
    }

    #[test]
    fn they_run() {
        use annotated_module::*;
        block_on(async {
            inherits().await;
            brings_its_own().await;
            inner::deep().await;
            annotated_inner::deep_with_its_own().await;
            condition_holds().await;
            condition_fails().await;
            Thing.method().await;
            Thing.method_with_its_own().await;
            by_default().await;
            let mut other = Other;
            other.annotated_method().await.in_annotated_impl().await;
            other.in_annotated_impl_with_its_own().await;
            assert_eq!((Thing.provided().await, 1u8.provided().await), (2, 3));
            assert_eq!((not_async(), other.plain()), (5, 6));
        });
    }
}
