//! References that are held across awaits, addresses, and what closures and nested blocks capture.

use resumable_tests::prelude::*;

differential! {
    /// A local has the same address before and after an await.
    stable_addresses { body() }
    fn address<T>(r: &T) -> usize { r as *const T as usize }
    async fn body() -> (bool, bool) {
        let a = [1u8; 40];
        let d = Loud("d");
        let (before_a, before_d) = (address(&a), address(&d));
        later(1).await;
        let same = (before_a == address(&a), before_d == address(&d));
        later(2).await;
        same
    }
}

differential! {
    /// Shared and mutable references to locals.
    references_to_locals { body() }
    async fn body() -> (u32, Vec<u32>) {
        let mut list = vec![1, 2, 3, 4];
        let mut n = 0;
        let r = &mut n;
        let (left, right) = list.split_at_mut(2);
        *r += later(1).await;
        left[0] += right[1];
        later(2).await;
        right[0] += left[1];
        *r += 1;
        later(3).await;
        (n, list)
    }
}

differential! {
    /// References into arrays and structs, taken by patterns.
    references_by_patterns { body() }
    struct Pair { a: Loud, b: u32 }
    async fn body() -> u32 {
        let mut pair = Pair { a: Loud("a"), b: 1 };
        let Pair { a, b } = &mut pair;
        a.by_mut();
        *b += later(1).await;
        let list = [Loud("x"), Loud("y"), Loud("z")];
        let [first, rest @ ..] = &list;
        later(2).await;
        first.by_ref();
        rest[1].by_ref();
        let ref whole = pair;
        later(3).await;
        whole.b
    }
}

differential! {
    /// A reference to a parameter, to a field of one, and to what a reference points at.
    references_to_parameters { body((1, Loud("t")), vec![5]) }
    async fn push(list: &mut Vec<u32>, n: &u32) -> usize {
        list.push(later(*n).await);
        list.push(*n);
        later(0).await;
        list.len()
    }
    async fn body(t: (u32, Loud), mut list: Vec<u32>) -> (usize, Vec<u32>) {
        let n = &t.0;
        let len = push(&mut list, n).await;
        let last = list.last_mut().unwrap();
        *last += later(10).await;
        t.1.by_ref();
        (len, list)
    }
}

differential! {
    /// References that are returned: one lifetime, several, elided, hidden in types.
    returned_references { body() }
    async fn named<'a, 'b: 'a>(list: &'a mut Vec<u32>, text: &'b str, d: &Loud) -> &'a mut u32 {
        list.push(later(text.len() as u32).await);
        d.by_ref();
        &mut list[0]
    }
    async fn elided(d: &Loud) -> &str {
        later(1).await;
        d.name()
    }
    async fn hidden(option: Option<&Loud>, numbers: std::slice::Iter<'_, u32>) -> u32 {
        let n = numbers.len() as u32;
        later(n).await;
        step(option.map(Loud::name).unwrap_or("none"));
        n
    }
    async fn body() -> u32 {
        let mut list = Vec::new();
        let d = Loud("d");
        *named(&mut list, "abc", &d).await += 1;
        let text = elided(&d).await;
        hidden(Some(&d), list.iter()).await + list[0] + text.len() as u32
    }
}

differential! {
    /// A temporary that is borrowed by the awaited future.
    borrowed_temporaries { body() }
    async fn read(d: &Loud) -> u32 { later(d.by_ref() as u32).await }
    struct Mutexlike(std::cell::Cell<u32>);
    struct Guard<'a>(&'a std::cell::Cell<u32>, Loud);
    impl Mutexlike {
        fn lock(&self) -> Guard<'_> { Guard(&self.0, Loud("guard")) }
    }
    impl Guard<'_> {
        async fn add(&mut self, n: u32) -> u32 { self.0.set(self.0.get() + later(n).await); self.0.get() }
    }
    async fn body() -> u32 {
        let m = Mutexlike(Default::default());
        read(&temp()).await + read(&Loud("b")).await + m.lock().add(2).await + m.lock().add(3).await
    }
}

differential! {
    /// Closures that capture hoisted variables by reference, by mutable reference and by move.
    closures { body() }
    async fn body() -> u32 {
        let list = vec![1u32, 2, 3];
        let d = Loud("d");
        let mut n = 1;
        let at = |i: usize| list[i];
        let mut add = |k: u32| { n += k; n };
        let own = move || d.by_ref() as u32;
        add(at(0));
        later(1).await;
        add(at(1));
        later(own()).await;
        let total = add(at(2));
        drop(own);
        n + total + later(2).await
    }
}

differential! {
    /// Closures made, called and dropped between awaits; captures of single fields; closures that are arguments.
    closures_between_awaits { body() }
    struct Pair { a: Loud, b: u32 }
    async fn body() -> u32 {
        let mut pair = Pair { a: Loud("a"), b: 1 };
        let k = later(1).await;
        let sum: u32 = [1u32, 2].iter().map(|x| x * k + pair.b).sum();
        let mut bump = || pair.b += k;
        bump();
        bump();
        later(2).await;
        let take = || { let moved = pair.a; moved.by_ref() };
        let len = take();
        later(pair.b).await + sum + len as u32 + Some(3).map_or(0, |x| x + k)
    }
}

differential! {
    /// Boxed closures, function pointers and closures that return closures.
    stored_closures { body(true), body(false) }
    fn adder(k: u32) -> impl Fn(u32) -> u32 { move |x| x + k }
    async fn body(c: bool) -> u32 {
        let k = later(3).await;
        let add = adder(k);
        let f: Box<dyn Fn(u32) -> u32> = if c { Box::new(move |x| x + k) } else { Box::new(|x| x) };
        let g: fn(u32) -> u32 = |x| x * 2;
        later(f(1)).await + g(add(1)) + f(later(2).await)
    }
}

differential! {
    /// `async` blocks that borrow and that own, awaited at once, later, or never.
    nested_async_blocks { body() }
    async fn body() -> u32 {
        let d = Loud("d");
        let mut n = 0;
        let borrowing = async {
            let _e = Loud("e");
            let x = later(1).await;
            d.by_ref();
            x
        };
        let other = later(9);
        let a = borrowing.await + other.await;
        let b = async { n += later(2).await; n }.await;
        let owned = Loud("owned");
        let owning = async move { owned.by_ref() as u32 + later(3).await };
        let never = async { let _f = Loud("f"); later(4).await };
        later(5).await;
        drop(never);
        a + b + owning.await + n + join(async { d.by_ref() as u32 }, async { later(6).await }).await.1
    }
}

differential! {
    /// `async` closures.
    async_closures { body() }
    async fn body() -> u32 {
        let d = Loud("d");
        let f = async |n: u32| { d.by_ref(); later(n).await };
        let a = f(1).await;
        later(2).await;
        let mut total = 0;
        let mut g = async |n: u32| { total += later(n).await; };
        g(3).await;
        g(4).await;
        a + f(5).await + total
    }
}

differential! {
    /// A moved reference, reborrows and reassigned references.
    reassigned_references { body() }
    async fn body() -> u32 {
        let (a, b) = (Loud("a"), Loud("bb"));
        let mut r = &a;
        later(1).await;
        let first = r.by_ref();
        r = &b;
        later(2).await;
        let (mut x, mut y) = (1u32, 2u32);
        let mut m = &mut x;
        *m += later(3).await;
        m = &mut y;
        *m += later(4).await;
        let reborrow = &mut *m;
        *reborrow += 1;
        first as u32 + r.by_ref() as u32 + x + y
    }
}

differential! {
    /// Linked structures walked by a mutable cursor.
    cursors { body() }
    struct Node { n: u32, next: Option<Box<Node>> }
    async fn body() -> u32 {
        let mut head = Node { n: 1, next: Some(Box::new(Node { n: 2, next: None })) };
        let mut cursor = &mut head;
        loop {
            cursor.n += later(cursor.n).await;
            match cursor.next {
                Some(ref mut next) => cursor = next,
                None => break,
            }
        }
        cursor.next = Some(Box::new(Node { n: later(9).await, next: None }));
        let mut sum = 0;
        let mut at = Some(&head);
        while let Some(node) = at { sum += later(node.n).await; at = node.next.as_deref(); }
        sum
    }
}

differential! {
    /// Over-aligned locals, zero-sized ones with a destructor, large arrays, const generics.
    layouts { body([1, 2, 3]) }
    #[repr(align(128))]
    struct Aligned(u32);
    struct Zero;
    impl Drop for Zero {
        fn drop(&mut self) { resumable_tests::trace::dropped("zero"); }
    }
    async fn body<const N: usize>(numbers: [u32; N]) -> (bool, u32) {
        let a = Aligned(1);
        let _z = Zero;
        let big = [7u8; 4096];
        let zeros = [Zero, Zero];
        later(1).await;
        let aligned = (&raw const a).addr() % 128 == 0;
        let mut sum = 0;
        for n in numbers { sum += later(n).await; }
        (aligned, sum + big[4000] as u32 + a.0 + zeros.len() as u32 + N as u32)
    }
}

differential! {
    /// Variables of disjoint scopes, one with a drop flag.
    disjoint_scopes { body(true), body(false) }
    async fn body(c: bool) -> u32 {
        { let a = Loud("a"); let n = [1u32; 8]; later(n[3]).await; if c { drop(a); } later(2).await; }
        { let b = Loud("b"); let n = [2u64; 8]; later(n[3] as u32).await; b.by_ref(); }
        { let c = (Loud("c0"), Loud("c1")); later(3).await; drop(c.0); later(4).await }
    }
}

differential! {
    /// `pin!` and references into pinned futures.
    pinned { body() }
    async fn body() -> u32 {
        let mut a = std::pin::pin!(later_by(2, 1));
        let mut polls = 0;
        let first = std::future::poll_fn(|cx| { polls += 1; step("polled once"); let _ = a.as_mut().poll(cx); Poll::Ready(polls) }).await;
        later(2).await;
        first + a.await
    }
}

differential! {
    /// A guard of a `RefCell` held across an await, and one that conflicts.
    cells { body(false), body(true) }
    async fn body(conflict: bool) -> u32 {
        let cell = std::cell::RefCell::new(Loud("in the cell"));
        let counter = std::rc::Rc::new(std::cell::Cell::new(0));
        let shared = counter.clone();
        let guard = cell.borrow_mut();
        later(1).await;
        if conflict { let _second = cell.borrow(); }
        shared.set(later(2).await);
        drop(guard);
        let len = cell.borrow().by_ref();
        counter.get() + later(3).await + len as u32
    }
}

differential! {
    /// `self` by reference, by value, mutable, boxed, counted and pinned.
    self_forms { body() }
    struct Who { a: Loud, b: Loud, n: u32 }
    fn who(a: &'static str, b: &'static str) -> Who { Who { a: Loud(a), b: Loud(b), n: 1 } }
    impl Who {
        async fn eat(self, arg: Loud) -> u32 { let _l = Loud("l"); let a = self.a; later(1).await; drop(a); later(2).await }
        async fn bump(&mut self, by: u32) -> &mut u32 { self.n += later(by).await; &mut self.n }
        async fn get(&self) -> u32 { self.n + later(1).await }
        async fn mutable(mut self) -> u32 { self.n = later(1).await; self.a = Loud("a2"); self.n + later(2).await }
        async fn boxed(self: Box<Self>) -> u32 { later(self.n).await + self.b.by_ref() as u32 }
        async fn counted(self: std::rc::Rc<Self>, other: std::sync::Arc<u32>) -> u32 { later(self.n).await + *other }
        async fn pinned(self: Pin<&mut Self>) -> u32 { self.a.by_ref(); later(self.n).await }
        async fn typed(self: &Self) -> u32 { self.get().await }
        async fn unused(self, _x: Loud) -> u32 { later(1).await }
    }
    async fn body() -> u32 {
        let mut w = who("a", "b");
        *w.bump(2).await += 1;
        let mut sum = w.get().await + w.typed().await + Pin::new(&mut w).pinned().await;
        sum += w.mutable().await + who("c", "d").eat(Loud("arg")).await + Box::new(who("e", "f")).boxed().await;
        sum + std::rc::Rc::new(who("g", "h")).counted(3.into()).await + who("i", "j").unused(Loud("x")).await
    }
}

differential! {
    /// An array that is larger than many a stack.
    large_arrays { body() } except stackful("its stack has 256 KiB for the locals of one function: it aborts and names the function")
    async fn fill(buffer: &mut [u8]) { let n = later(3u8).await; buffer.fill(n); }
    async fn body() -> u32 {
        let d = Loud("d");
        let mut buffer = [0u8; 250 * 1024];
        fill(&mut buffer).await;
        later(1).await;
        buffer[200_000] as u32 + d.by_ref() as u32
    }
}

differential! {
    /// A closure that is made of an awaited value, borrows a variable, and is kept across further awaits.
    closures_of_awaited_values { body(Some(2)), body(None) }
    fn same(a: &u32, b: Option<u32>) -> bool { b.is_none_or(|b| b != *a) }
    async fn numbers() -> impl Iterator<Item = u32> { later(1).await; 0..4 }
    async fn body(local: Option<u32>) -> u32 {
        let d = Loud("d");
        let list = numbers().await.filter(|x| same(x, local));
        let mut n = d.by_ref() as u32;
        for x in list {
            n += later(x).await;
        }
        n
    }
}

differential! {
    /// Mutable references to literals, which are variables without a name, and the address of a variable's last use.
    mutable_literals { body() }
    async fn add(n: &mut u32, k: u32) -> u32 { let k = later(k).await; *n += k; *n }
    async fn body() -> bool {
        let sum = add(&mut 3, 1).await;
        let counter = &mut 5;
        *counter += later(sum).await;
        let more = add(counter, 2).await;
        let cell = [more; 2];
        later(*counter).await;
        (&raw const cell).is_null()
    }
}
