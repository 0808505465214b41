//! In which order operands are evaluated around an await, and what has been evaluated when it suspends.

use resumable_tests::prelude::*;

differential! {
    /// Arguments left of an await are evaluated before it, those right of it after.
    call_arguments { body() }
    fn three(a: u32, b: u32, c: u32) -> u32 {
        step("three");
        a * 100 + b * 10 + c
    }
    async fn body() -> u32 {
        three(v(1), later(v(2)).await, v(3)) + three(later(4).await, v(5), later(6).await)
    }
}

differential! {
    /// Owned arguments wait for the await and are dropped, last one first, when it doesn't end.
    owned_arguments { body() }
    async fn body() -> u32 {
        let _local = Loud("local");
        two(Loud("a"), Loud("b"), later(3).await)
    }
}

differential! {
    /// `x + { x = 10; .. }` uses the old `x`.
    copied_operands_are_snapshots { body() }
    async fn body() -> (u32, [u32; 3]) {
        let mut x = 1;
        let sum = x + { x = 10; later(x).await };
        let mut i = 0;
        let array = [i, { i += 1; later(0).await; i }, { i += 1; i }];
        (sum, array)
    }
}

differential! {
    /// The right side of an assignment comes first; the index of the left side is evaluated, and panics, after the await.
    assignment_to_an_index { body(1), body(9) }
    async fn body(i: usize) -> [u32; 3] {
        let mut a = [0; 3];
        a[v(i)] = later(5).await;
        a
    }
}

differential! {
    /// Compound assignment of primitives evaluates the right side first and reads the left side after the await.
    compound_assignment_of_primitives { body(2), body(9) }
    async fn body(i: usize) -> [u32; 3] {
        let mut a = [1; 3];
        a[v(i)] += { a[2] = 50; later(6).await };
        let mut x = 5u8;
        x += { x = 100; later(1).await };
        a[0] = x as u32;
        a
    }
}

differential! {
    /// Other compound assignments evaluate the left side's place before the await.
    compound_assignment_of_others { body(1), body(9) }
    async fn body(i: usize) -> (Vec<String>, std::num::Wrapping<u32>) {
        let mut names = vec![String::from("a"), String::from("b")];
        names[v(i)] += later("c").await;
        let mut w = [std::num::Wrapping(1u32)];
        w[v(0)] += later(std::num::Wrapping(2)).await;
        (names, w[0])
    }
}

differential! {
    /// An overloaded index on the left of `+=` logs when it runs.
    overloaded_compound_assignment { body() }
    struct Cells([String; 2]);
    impl std::ops::Index<usize> for Cells {
        type Output = String;
        fn index(&self, i: usize) -> &String {
            step("index");
            &self.0[i]
        }
    }
    impl std::ops::IndexMut<usize> for Cells {
        fn index_mut(&mut self, i: usize) -> &mut String {
            step("index_mut");
            &mut self.0[i]
        }
    }
    async fn body() -> String {
        let mut cells = Cells([String::new(), String::new()]);
        cells[v(1)] += later("x").await;
        cells[v(0)] = String::from(later("y").await);
        format!("{}{}", cells[0], cells[1])
    }
}

differential! {
    /// Arithmetic overflow panics after the await.
    overflow_after_the_await { body(255), body(1) }
    async fn body(n: u8) -> u8 {
        let mut x = 1u8;
        x += later(n).await;
        x
    }
}

differential! {
    /// The left operand, with its panic, comes before the await.
    left_operand_first { body(0), body(3), body(9) }
    async fn body(i: usize) -> u32 {
        let a = [7u32, 8, 9, 10];
        let quotient = 100 / (v(i) as u32) + later(1).await;
        a[i] * later(2).await + quotient
    }
}

differential! {
    /// The inner index is evaluated and checked before the await in the outer one.
    nested_index { body(0), body(9) }
    async fn body(i: usize) -> u32 {
        let matrix = vec![vec![1, 2], vec![3, 4]];
        let array = [vec![5, 6], vec![7, 8]];
        matrix[v(i)][later(1usize).await] + array[v(i)][later(0usize).await]
    }
}

differential! {
    /// A reference to an element is taken, and checked, before the await of the next argument.
    indexed_arguments { body(1), body(9) }
    fn sum(a: &u32, b: u32) -> u32 {
        step("sum");
        a + b
    }
    async fn body(i: usize) -> u32 {
        let numbers = vec![1u32, 2];
        let mut lists = vec![vec![0u32], vec![1]];
        lists[v(i)].push(later(3).await);
        sum(&numbers[v(i)], later(4).await) + lists[i].len() as u32 + lists[i][0].pow(later(2).await)
    }
}

differential! {
    /// Fields of a struct literal are evaluated in source order, `..base` last.
    struct_literal { body() }
    struct Parts { a: Loud, b: u32, c: Loud, d: Loud }
    fn base() -> Parts {
        step("base");
        Parts { a: Loud("base.a"), b: 0, c: Loud("base.c"), d: Loud("base.d") }
    }
    async fn body() -> u32 {
        let whole = Parts { c: Loud("c"), a: Loud("a"), b: later(1).await, d: Loud("d") };
        let part = Parts { c: Loud("c2"), b: later(2).await, ..base() };
        whole.b + part.b
    }
}

differential! {
    /// Tuples, arrays, repeats, ranges and tuple structs with awaits among the elements.
    literals { body() }
    #[derive(Debug)]
    struct Pair(Loud, u32);
    async fn body() -> u32 {
        let t = (Loud("a"), later(1).await, Loud("b"), later(2).await);
        let a = [Loud("c"), Loud(if later(3).await == 3 { "d" } else { "e" }), Loud("f")];
        let r = [later(4).await; 3];
        let range = later(5u32).await..later(7).await;
        let closed = later(1u32).await..=v(3);
        let p = Pair(Loud("p"), later(8).await);
        t.1 + t.3 + a.len() as u32 + r[2] + range.sum::<u32>() + closed.sum::<u32>() + p.1
    }
}

differential! {
    /// The callee is evaluated before its arguments.
    callee_first { body(0), body(9) }
    fn double(n: u32) -> u32 {
        step("double");
        n * 2
    }
    fn pick() -> fn(u32) -> u32 {
        step("pick");
        double
    }
    async fn body(i: usize) -> u32 {
        let fs: [fn(u32) -> u32; 2] = [double, double];
        fs[v(i)](later(1).await) + pick()(later(2).await) + (|n: u32| n + v(1))(later(3).await)
    }
}

differential! {
    /// `v.push(f(v.len()).await)`: the receiver is borrowed in two phases.
    two_phase_borrow { body() }
    async fn body() -> Vec<usize> {
        let mut list = vec![5];
        list.push(later(list.len()).await);
        list.insert(later(0).await, list.len() + later(list.len()).await);
        list
    }
}

differential! {
    /// The guard in the receiver lives during the await in the argument.
    guard_in_the_receiver { body(true), body(false) }
    async fn body(conflict: bool) -> usize {
        step("start");
        let cell = std::cell::RefCell::new(vec![1u32]);
        cell.borrow_mut().push({
            if conflict { cell.borrow(); }
            later(2).await
        });
        let len = cell.borrow().len();
        len
    }
}

differential! {
    /// Receivers by value, by reference and by mutable reference, each with an await in the argument.
    receivers { body() }
    struct Who(Loud);
    impl Who {
        fn consume(self, n: u32) -> u32 { step("consume"); n + self.0.0.len() as u32 }
        fn read(&self, n: u32) -> u32 { step("read"); n }
        fn write(&mut self, n: u32) -> &mut Self { step("write"); self }
    }
    async fn body() -> u32 {
        let mut who = Who(Loud("who"));
        let a = who.read(later(1).await);
        who.write(later(2).await).write(later(3).await);
        a + who.consume(later(4).await) + Who(Loud("temporary")).consume(later(5).await)
    }
}

differential! {
    /// A mutable reference is reborrowed by each call, not moved.
    implicit_reborrow { body() }
    fn add(target: &mut u32, n: u32) {
        step("add");
        *target += n;
    }
    async fn outer(target: &mut u32) {
        add(target, later(1).await);
        add(target, later(2).await);
        inner(target, later(3).await).await;
        inner(target, 4).await;
    }
    async fn inner(target: &mut u32, n: u32) {
        *target += later(n).await;
    }
    async fn body() -> u32 {
        let mut n = 0;
        outer(&mut n).await;
        n
    }
}

differential! {
    /// A closure argument keeps its expected, higher-ranked signature.
    higher_ranked_closure { body() }
    fn apply(f: impl Fn(&str) -> &str, n: usize) -> usize {
        f("hello").len() + n
    }
    async fn body() -> usize {
        apply(|s| s, later(1).await) + apply(|s| &s[1..], later(2).await)
    }
}

differential! {
    /// Temporaries of the arguments live to the end of the statement.
    temporaries_in_arguments { body() }
    fn text(s: &str, n: u32) -> u32 {
        step("text");
        s.len() as u32 + n
    }
    async fn body() -> u32 {
        let _local = Loud("local");
        let sum = text(String::from("abc").as_str(), later(1).await) + text(temp().name(), later(2).await);
        sum + held(temp().name().len() as u32, later(1).await, &Loud("t3")) + two(Loud("m"), temp(), later(2).await)
    }
}

differential! {
    /// Arguments are coerced: unsizing, never, function items.
    coercions { body(true) }
    fn call(f: Box<dyn Fn(u32) -> u32>, s: &[u32], g: fn(u32) -> u32, n: u32) -> u32 {
        f(n) + s.len() as u32 + g(n)
    }
    fn same(n: u32) -> u32 { n }
    async fn body(go: bool) -> u32 {
        let base = later(2).await;
        let boxed: Box<dyn Fn(u32) -> u32> = if go { Box::new(move |x| x + base) } else { Box::new(|x| x) };
        let slice: &[u32] = &[later(1).await, 2];
        call(boxed, &[1, 2, 3], same, later(4).await) + call(Box::new(|x| x), slice, |x| x * 2, later(5).await)
    }
}

differential! {
    /// Literals, `into` and `Default` find their types across an await.
    inference { body() }
    async fn body() -> u64 {
        let x = std::future::ready(5).await;
        let y: u64 = x;
        let z = std::future::ready(1.5).await;
        let mut list = Vec::new();
        let w = later(1u32).await;
        list.push(w.into());
        let first: u64 = list[0];
        let d: u32 = Default::default();
        let q: u8 = std::future::ready(Default::default()).await;
        let parsed = "12".parse::<u64>().unwrap_or(later(0).await);
        let collected = (0..later(3u64).await).collect::<Vec<_>>();
        y + z as u64 + first + d as u64 + q as u64 + parsed + collected.len() as u64
    }
}

differential! {
    /// `&&` and `||` skip the await on their right; temporaries of operands die with the operand.
    short_circuit { body() }
    async fn body() -> (bool, bool, bool, bool) {
        let a = later(0).await == 1 && later(1).await == 1;
        let b = temp().later(2).await == 2 || later(3).await == 1;
        let c = later(4).await == 4 && temp().later(5).await == 5 && v(true);
        let d = !(later(6).await == 6) || later(7).await == 7;
        (a, b, c, d)
    }
}

differential! {
    /// An await inside the operand of an await.
    nested_awaits { body() }
    async fn twice(n: u32) -> u32 { later(n).await * 2 }
    async fn body() -> u32 {
        twice(twice(later(1).await).await).await + later(later(later(2).await).await).await
    }
}

differential! {
    /// Operators in front of and around an await.
    unary_and_cast { body() }
    async fn body() -> (i8, u32, bool, u8) {
        let a = -(later(3i32).await) as i8;
        let b = *later(&7u32).await + *&later(1).await;
        let c = !later(true).await;
        let d = &mut later(4u8).await;
        *d += 1;
        (a, b, c, *d)
    }
}

differential! {
    /// One field is moved, a sibling is read in the awaited argument.
    moved_field_and_sibling { body() }
    struct Point { a: u32, b: Loud }
    fn take(d: Loud, n: u32) -> u32 { step("take"); n }
    async fn body() -> u32 {
        let p = Point { a: 1, b: Loud("p.b") };
        let boxed = Box::new(Loud("boxed"));
        take(p.b, later(p.a).await) + take(*boxed, later(2).await)
    }
}

differential! {
    /// In a destructuring assignment the right side comes first.
    destructuring_assignment { body(1), body(9) }
    async fn body(i: usize) -> [u32; 2] {
        let mut t = [0; 2];
        (t[v(0)], t[v(i)]) = (later(1).await, later(2).await);
        let (a, b);
        (a, b) = (later(3).await, t[0]);
        [t[0], t[1]] = [a, b];
        t
    }
}

differential! {
    /// Creating a future is not polling it.
    created_then_polled { body() }
    async fn leaf(d: Loud, n: u32) -> u32 {
        let _local = Loud("leaf");
        later(n).await
    }
    async fn body() -> u32 {
        let a = leaf(Loud("a"), 1);
        let b = leaf(Loud("b"), 2);
        let c = later(3);
        let sum = b.await + c.await;
        drop(a);
        sum
    }
}

differential! {
    /// What can be awaited: `IntoFuture`, `&mut`, pinned boxes, `Pin<&mut _>`, `poll_fn`.
    awaitables { body() }
    async fn body() -> u32 {
        let mut by_ref = later_by(2, 3);
        let a = (&mut by_ref).await;
        let mut boxed: Pin<Box<dyn Future<Output = u32>>> = Box::pin(later(4));
        let b = boxed.as_mut().await;
        let c = std::pin::pin!(later(5)).await;
        let d = IntoLater(6).await;
        let mut polls = 0;
        let e = std::future::poll_fn(move |cx| {
            polls += 1;
            step("poll_fn");
            cx.waker().wake_by_ref();
            if polls == 3 { Poll::Ready(polls) } else { Poll::Pending }
        })
        .await;
        let f: Pin<Box<dyn Future<Output = u32>>> = Box::pin(async { later(7).await });
        a + b + c + d + e + f.await
    }
}

differential! {
    /// An operand diverges: the rest of the expression is unreachable and still has a type.
    diverging_operands { tuple(), argument(), operand_of_await(0), operand_of_await(1) }
    async fn tuple() -> (u32, u32) {
        let _local = Loud("local");
        (later(1).await, return (later(5).await, 6))
    }
    fn both(a: (), n: u32) -> u32 { n }
    async fn argument() -> u32 {
        let _local = Loud("local");
        both(panic!("argument"), later(1).await)
    }
    async fn operand_of_await(n: u32) -> u32 {
        let d = Loud("d");
        later(if n == 0 { return 9 } else { v(n) }).await + two(d, Loud("e"), if n == 1 { return later(8).await } else { 0 })
    }
}

differential! {
    /// Struct update, method chains and indexing on awaited values.
    chains_on_awaited_values { body() }
    async fn body() -> u32 {
        let n = later(vec![1u32, 2, 3]).await.iter().map(|x| x + 1).sum::<u32>();
        let first = later([4u32, 5]).await[v(1)];
        let field = later((6u32, "x")).await.0;
        let text = later(String::from(" y ")).await.trim().to_string();
        n + first + field + text.len() as u32
    }
}

differential! {
    /// A moved variable among operands before the await.
    moves_among_operands { body(true), body(false) }
    async fn body(second: bool) -> u32 {
        let a = Loud("a");
        let b = Loud("b");
        let c = Loud("c");
        let n = two(a, if second { b } else { c }, later(1).await);
        n + later(2).await
    }
}
