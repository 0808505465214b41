//! Types that are found out, or coerced, across an await, and every way to use a variable that lives across one.

use resumable_tests::prelude::*;

differential! {
    /// The type of a variable comes from a use behind the await.
    inferred_later { body() }
    fn takes(a: u64, b: Option<u8>, c: &[i16], d: f32) -> u64 { a + b.unwrap_or(1) as u64 + c.len() as u64 + d as u64 }
    async fn body() -> Result<u64, Box<dyn std::error::Error>> {
        let a = "5".parse()?;
        let mut b = None;
        let mut c = Vec::new();
        let d = 1.5;
        let collected = (0..3u8).collect();
        let e = Default::default();
        let pair = (1, 2);
        later(1).await;
        if a > 3 { b = Some(pair.0); }
        c.push(pair.1);
        later(2).await;
        let f: Vec<u8> = collected;
        let g: String = e;
        let n = takes(a, b, &c, d) + f.len() as u64 + g.len() as u64;
        later(3).await;
        Ok(n)
    }
}

differential! {
    /// Variables are coerced where they are used, and where they are declared.
    coerced { body() }
    fn unsize(b: Box<dyn Fn(u32) -> u32>, s: &[u32], d: &dyn std::fmt::Debug, f: fn(u32) -> u32, t: &str) -> u32 {
        b(s.len() as u32) + f(t.len() as u32) + format!("{d:?}").len() as u32
    }
    fn double(n: u32) -> u32 { n * 2 }
    fn reads(n: &u32) -> u32 { *n }
    fn nested(t: &&str) -> usize { t.len() }
    async fn body() -> u32 {
        let (boxed, array, number, function, text) = (Box::new(|x| x + 1), [1, 2, 3], 7u8, double, String::from("text"));
        let mut target = 5;
        let exclusive = &mut target;
        let dynamic: Box<dyn std::fmt::Debug> = Box::new(1);
        let slice: &[u32] = &[4, 5];
        let pointer: fn(u32) -> u32 = |n| n + 3;
        let word = &text[1..];
        later(1).await;
        let a = unsize(boxed, &array, &number, function, &text);
        later(2).await;
        let b = reads(exclusive) + nested(&word) as u32 + reads(&slice[0]) + pointer(1);
        *exclusive += 1;
        later(3).await;
        let c = unsize(Box::new(move |x| x + b), slice, &dynamic, pointer, word);
        later(4).await;
        a + b + c + target
    }
}

differential! {
    /// Operators on variables, references to them, and references to those.
    operators { body() }
    async fn body() -> (bool, String, i64, u32, bool) {
        let (x, y, flag) = (5i64, 3i64, true);
        let (rx, text) = (&x, String::from("a"));
        let rrx = &rx;
        let words = vec!["b", "c"];
        let wrapped = std::num::Wrapping(250u8);
        later(1).await;
        let sum = x + *rx - **rrx * y + -x + !y + (x << 2) % y;
        let same = rx == &x && **rrx > y && !flag || x != y;
        later(2).await;
        let text = text + words[1] + &words[0].to_uppercase();
        let wrapped = wrapped + std::num::Wrapping(10);
        later(3).await;
        let n = x as u8 as u32 + (y as f64 * 1.5) as u32 + wrapped.0 as u32;
        let in_range = (y..x).contains(&4) && matches!(x, 1..=5);
        later(4).await;
        (same, text, sum, n, in_range)
    }
}

differential! {
    /// Closures that are kept: `Fn`, `FnMut`, `FnOnce`, boxed, in fields, in arrays.
    kept_closures { body() }
    struct Handler<F> { run: F, name: Loud }
    async fn body() -> u32 {
        let d = Loud("captured");
        let mut count = 0;
        let plain = |n: u32| n + 1;
        let once = move || d.by_value();
        let mut counting = move || { count += 1; count };
        let boxed: Box<dyn FnOnce(u32) -> u32> = Box::new(move |n| n + 2);
        let handler = Handler { run: |n: u32| n * 3, name: Loud("handler") };
        let table: [(&str, fn(u32) -> u32); 2] = [("a", |n| n), ("b", |n| n + 4)];
        later(1).await;
        let a = plain(1) + counting() + (handler.run)(2) + (table[1].1)(3);
        later(a).await;
        let b = counting() + boxed(4) + once();
        later(b).await;
        a + b + plain(counting()) + handler.name.by_ref() as u32
    }
}

differential! {
    /// Futures that are kept before they are awaited: whole, in fields, in collections, by reference.
    kept_futures { body() }
    struct Job { future: Later<u32>, name: Loud }
    async fn leaf(d: Loud, n: u32) -> u32 { let _l = Loud("leaf"); later(n).await + d.by_ref() as u32 }
    async fn body() -> u32 {
        let first = leaf(Loud("a"), 1);
        let job = Job { future: later(2), name: Loud("job") };
        let mut queue = std::collections::VecDeque::from([later(3), later(4), later(5)]);
        let mut slot = Some(Box::pin(leaf(Loud("b"), 6)));
        let mut held = later_by(3, 7);
        later(8).await;
        let a = first.await + job.future.await;
        let mut sum = a;
        while let Some(next) = queue.pop_front() {
            sum += next.await;
            if sum > 12 { break; }
        }
        if let Some(future) = slot.take() { sum += future.await; }
        sum += (&mut held).await;
        let all: Vec<_> = (0..2).map(|n| leaf(Loud("in a vector"), n)).collect();
        for future in all { sum += future.await; }
        drop(queue);
        later(sum).await + job.name.by_ref() as u32
    }
}

differential! {
    /// Generic variables: by value, by bounds, by associated types.
    generic_variables { body() }
    trait Source { type Item; fn next(&mut self) -> Option<Self::Item>; }
    struct Counting(u32);
    impl Source for Counting { type Item = Loud; fn next(&mut self) -> Option<Loud> { self.0 += 1; (self.0 < 3).then_some(Loud("item")) } }
    async fn drain<S: Source>(mut source: S, mut each: impl FnMut(&S::Item) -> u32) -> (Vec<S::Item>, u32) {
        let mut items = Vec::new();
        let mut sum = 0;
        while let Some(item) = source.next() {
            sum += later(each(&item)).await;
            items.push(item);
        }
        (items, sum)
    }
    async fn either<A: Into<u32>, B: Copy + std::ops::Add<Output = B> + PartialOrd + std::fmt::Debug>(a: A, b: B) -> (u32, B) {
        let twice = b + b;
        later(1).await;
        let n = a.into();
        let max = if twice > b { twice } else { b };
        later(2).await;
        (n, max)
    }
    async fn cloned<T: Clone + std::fmt::Debug>(items: &[T]) -> Vec<T> where T: PartialEq {
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            let copy = item.clone();
            later(format!("{copy:?}")).await;
            if !all.contains(&copy) { all.push(copy); }
        }
        all
    }
    async fn body() -> String {
        let (items, sum) = drain(Counting(0), |d| d.by_ref() as u32).await;
        let pair = either(3u8, 2.5f32).await;
        format!("{items:?} {sum} {pair:?} {:?}", cloned(&["a", "b", "a"]).await)
    }
}

differential! {
    /// Trait objects, upcasting, and methods through every pointer.
    trait_objects { body() }
    trait Named { fn name(&self) -> String; fn rename(&mut self, _: &str) {} }
    trait Animal: Named { fn legs(&self) -> u32; }
    struct Dog(String, Loud);
    impl Named for Dog { fn name(&self) -> String { self.0.clone() } fn rename(&mut self, to: &str) { self.0 = to.into(); } }
    impl Animal for Dog { fn legs(&self) -> u32 { 4 } }
    async fn rename(animal: &mut dyn Animal, to: &str) -> u32 { let n = later(animal.legs()).await; animal.rename(to); n }
    async fn body() -> String {
        let mut animals: Vec<Box<dyn Animal>> = vec![Box::new(Dog("a".into(), Loud("d1"))), Box::new(Dog("b".into(), Loud("d2")))];
        let shared: std::rc::Rc<dyn Animal> = std::rc::Rc::new(Dog("c".into(), Loud("d3")));
        let first = &mut animals[0];
        let mut legs = rename(&mut **first, "x").await;
        legs += rename(first.as_mut(), "y").await;
        let named: &dyn Named = &*shared;
        later(1).await;
        let weak = std::rc::Rc::downgrade(&shared);
        later(2).await;
        let names: Vec<String> = animals.iter().map(|a| a.name()).collect();
        format!("{} {legs} {} {}", names.join(","), named.name(), weak.upgrade().map_or(0, |a| a.legs()))
    }
}

differential! {
    /// Plain values: read after being read, changed in place, compared, shadowed.
    plain_values { body(3) }
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Point { x: i32, y: i32 }
    async fn body(n: u32) -> (u32, Point, [u8; 3], (char, bool), &'static str) {
        let mut count = n;
        let mut point = Point { x: 1, y: 2 };
        let mut bytes = [0u8; 3];
        let mut pair = ('a', false);
        let mut word = "none";
        later(count).await;
        count += 1;
        let before = point;
        point.x += count as i32;
        bytes[1] = 7;
        later(2).await;
        let copy = bytes;
        bytes[0] = copy[1] + copy.len() as u8;
        pair.1 = before != point;
        if pair.1 { word = "changed"; }
        later(3).await;
        let Point { x, .. } = point;
        let count = count * 2 + x as u32 + n;
        pair.0 = if let ('a', true) = pair { 'b' } else { 'c' };
        later(4).await;
        (count, point, bytes, pair, word)
    }
}

differential! {
    /// Mutable references that are moved, reborrowed, stored and returned.
    mutable_references { body() }
    struct Holder<'a> { target: &'a mut Vec<u32>, name: Loud }
    impl<'a> Holder<'a> {
        async fn push(&mut self, n: u32) -> &mut Self { self.target.push(later(n).await); self }
        async fn into_inner(self) -> &'a mut Vec<u32> { later(0).await; self.target }
    }
    fn largest<'v>(list: &'v mut Vec<u32>) -> Option<&'v mut u32> { list.iter_mut().max() }
    async fn through(list: &mut Vec<u32>, extra: &mut u32) -> usize {
        let moved = list;
        moved.push(later(1).await);
        let again = &mut *moved;
        again.push(later(2).await);
        *extra += later(3).await;
        let holder = Holder { target: moved, name: Loud("holder") };
        later(4).await;
        let list = holder.into_inner().await;
        list.len()
    }
    async fn body() -> (Vec<u32>, u32) {
        let (mut list, mut extra) = (vec![9], 0);
        let n = through(&mut list, &mut extra).await;
        let mut holder = Holder { target: &mut list, name: Loud("outer") };
        holder.push(5).await.push(6).await;
        let inner = holder.into_inner().await;
        if let Some(max) = largest(inner) { *max += later(n as u32).await; }
        inner.sort();
        let last = inner.last_mut().unwrap();
        *last += later(7).await;
        (list, extra)
    }
}

differential! {
    /// Methods of one's own that take `self` under names that usually borrow: braces say so where the name alone would decide.
    consuming_methods_with_borrowing_names { body() }
    struct Path(Vec<&'static str>, Loud);
    impl Path {
        fn push(mut self, s: &'static str) -> Path { self.0.push(s); self }
        fn get(self, i: usize) -> (&'static str, Loud) { (self.0[i], self.1) }
        fn len(self) -> usize { step("len"); self.0.len() }
        fn iter(self) -> std::vec::IntoIter<&'static str> { self.0.into_iter() }
        fn clear(&self) -> Loud { Loud("cleared") }
    }
    fn path() -> Path { Path(vec![], Loud("path")) }
    async fn body() -> usize {
        let p = path();
        later(1).await;
        let q = p.push("a");
        later(2).await;
        let r = q.push("bc");
        let cleared = r.clear();
        later(3).await;
        let (text, d) = ({ r }).get(1);
        later(4).await;
        let other = path().push("x");
        later(d.by_ref()).await;
        let mut n = text.len() + cleared.by_ref();
        for s in ({ other }).iter() { n += later(s.len()).await; }
        let last = path().push("y");
        later(5).await;
        n + ({ last }).len()
    }
}
