//! Methods that may take their receiver, of names that say nothing, on variables that live across awaits.

use resumable_tests::prelude::*;

struct Tool {
    name: &'static str,
    left: Loud,
    right: Loud,
}

impl Tool {
    fn new(name: &'static str) -> Self {
        Tool { name, left: Loud("left"), right: Loud("right") }
    }
    fn view(&self) -> &Loud {
        step(format!("{}.view", self.name));
        &self.left
    }
    fn alter(&mut self) -> &mut Loud {
        step(format!("{}.alter", self.name));
        &mut self.right
    }
    fn spend(self) -> Loud {
        step(format!("{}.spend", self.name));
        self.left
    }
    fn step_on(mut self) -> Self {
        step(format!("{}.step_on", self.name));
        self.name = "next";
        self
    }
    fn measure(&self, n: usize) -> usize {
        n + self.name.len()
    }
    async fn spend_later(self, n: u32) -> Loud {
        later(n).await;
        self.spend()
    }
    async fn view_later(&self, n: u32) -> &Loud {
        later(n).await;
        self.view()
    }
}

impl From<Tool> for Loud {
    fn from(tool: Tool) -> Loud {
        step("into");
        tool.spend()
    }
}

differential! {
    /// After the last await: by value, by reference, by `&mut`.
    after_the_last_await { spent(), viewed(), altered() }
    async fn spent() -> Loud {
        let a = Loud("a");
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        let c = Loud("c");
        tool.spend()
    }
    async fn viewed() -> usize {
        let a = Loud("a");
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        let c = Loud("c");
        tool.view();
        step("viewed");
        1
    }
    async fn altered() -> usize {
        let a = Loud("a");
        let mut tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        step("before");
        let n = tool.alter().by_ref();
        step("after");
        n
    }
}

differential! {
    /// The result borrows the variable.
    results_that_borrow { body(), whole() }
    async fn body() -> usize {
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        let left = tool.view();
        step("viewed");
        left.by_ref()
    }
    async fn whole() -> usize {
        let mut tool = Tool::new("tool");
        later(1).await;
        let right = tool.alter();
        right.by_mut();
        right.by_ref()
    }
}

differential! {
    /// On the way out only; the variable is used on the other way.
    on_the_way_out { body(true), body(false) }
    async fn body(out: bool) -> Result<Loud, Loud> {
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        if out {
            step("out");
            return Err(tool.spend());
        }
        later(2).await;
        tool.view();
        later(3).await;
        Ok(tool.spend())
    }
}

differential! {
    /// In some arms of a `match`, some of which await.
    in_arms { body(0), body(1), body(2), body(3) }
    async fn body(way: u32) -> usize {
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        let n = match way {
            0 => later(5).await as usize,
            1 => tool.spend().by_ref(),
            2 => tool.view().by_ref(),
            _ => { let c = Loud("c"); tool.spend(); 3 }
        };
        step("end");
        n
    }
}

differential! {
    /// A loop that is left after the variable was spent.
    spent_in_a_loop { body(0), body(2) }
    async fn body(rounds: u32) -> Loud {
        let tool = Tool::new("tool");
        let mut i = 0;
        loop {
            let c = Loud("c");
            later(i).await;
            if i == rounds {
                step("leave");
                break tool.spend();
            }
            tool.view();
            i += 1;
        }
    }
}

differential! {
    /// Replaced by what its method returns, again and again.
    replaced { body(1), body(3) }
    async fn body(rounds: u32) -> usize {
        let mut tool = Tool::new("tool");
        let b = Loud("b");
        for i in 0..rounds {
            tool = tool.step_on();
            later(i).await;
        }
        tool = tool.step_on();
        tool.view();
        tool.measure(1)
    }
}

differential! {
    /// Arguments, by value too; the variable itself among them.
    arguments { body(Loud("p")) }
    fn pick(a: usize, p: Loud) -> usize { p.by_ref() + a }
    async fn body(p: Loud) -> usize {
        let tool = Tool::new("tool");
        later(1).await;
        let n = tool.measure(tool.measure(1) + pick(2, p));
        step("measured");
        n
    }
}

differential! {
    /// `into` takes its receiver, whatever that is.
    into { body(Tool::new("p")), text("word"), number(7), generic(3u8) }
    async fn body(p: Tool) -> Loud {
        let b = Loud("b");
        later(1).await;
        let loud: Loud = p.into();
        later(2).await;
        loud
    }
    async fn text(word: impl Into<String>) -> usize {
        let b = Loud("b");
        let word: String = word.into();
        later(1).await;
        word.len()
    }
    async fn number(n: u32) -> u64 {
        later(1).await;
        let n: u64 = n.into();
        later(2).await;
        n
    }
    async fn generic<T: TryInto<u64>>(t: T) -> u64 {
        later(1).await;
        let n = t.try_into().ok().unwrap();
        later(2).await;
        n
    }
}

differential! {
    /// Names of the standard library by which methods take their receiver.
    well_known { body(Some(Loud("p")), Ok(Loud("q"))), copied(Some(3)), missing(None) }
    fn other() -> Loud { Loud("other") }
    async fn body(p: Option<Loud>, q: Result<Loud, Loud>) -> usize {
        let list = vec![Loud("x"), Loud("y")];
        let cell = std::cell::RefCell::new(Loud("cell"));
        later(1).await;
        let p = p.unwrap_or_else(other);
        later(2).await;
        let q = q.map(Loud::by_value).unwrap_or_default();
        later(3).await;
        let n: usize = list.into_iter().map(|l| l.by_ref()).sum();
        later(4).await;
        let inner = cell.into_inner();
        later(5).await;
        n + p.by_ref() + q as usize + inner.by_ref()
    }
    async fn copied(n: Option<u32>) -> u32 {
        later(1).await;
        let m = n.unwrap_or(5) + n.map(u32::count_ones).unwrap_or_default();
        later(2).await;
        m
    }
    async fn missing(p: Option<Loud>) -> Option<u32> {
        let b = Loud("b");
        later(1).await;
        let p = p.ok_or(Loud("none"));
        later(2).await;
        p.ok().map(Loud::by_value)
    }
}

differential! {
    /// A closure among the arguments, whose type the result names.
    lazy_results { body(false), body(true) }
    async fn body(early: bool) -> Result<usize, String> {
        use futures::TryFutureExt;
        let started = Box::pin(async { Ok::<_, u32>(Loud("r")) });
        let b = Loud("b");
        later(1).await;
        if early {
            drop(started);
            return Ok(0);
        }
        started.map_ok(move |r| r.by_ref()).map_err(|e| e.to_string()).await
    }
}

differential! {
    /// The receiver of the operand of an await, at the end and before other awaits.
    in_operands { spent(), viewed(), early() }
    async fn spent() -> Loud {
        let a = Loud("a");
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        tool.spend_later(2).await
    }
    async fn viewed() -> usize {
        let a = Loud("a");
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        let n = tool.view_later(2).await.by_ref();
        step("viewed");
        n
    }
    async fn early() -> usize {
        let a = Loud("a");
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        tool.spend_later(2).await;
        let c = Loud("c");
        later(3).await;
        b.by_ref() + later(4).await as usize
    }
}

differential! {
    /// Ways out of a loop or a block are none out of the variable's scope: awaits and other rounds follow.
    ways_that_stay { after_a_break(), after_a_block(true), after_a_block(false), after_an_else(3), after_an_else(0), rounds(), outer_rounds() }
    async fn after_a_break() -> usize {
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        loop {
            tool.view();
            break;
        }
        later(2).await as usize
    }
    async fn after_a_block(way: bool) -> usize {
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        'block: {
            tool.view();
            if way {
                break 'block;
            }
            later(2).await;
            break 'block;
        }
        later(3).await as usize
    }
    async fn after_an_else(n: usize) -> usize {
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        let Some(m) = Some(tool.measure(n)).filter(|m| *m > 5) else { return 1 };
        later(2).await as usize + m
    }
    async fn rounds() -> usize {
        let tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        let mut n = 0;
        for i in 0..3 {
            n += tool.measure(i);
            loop {
                break;
            }
        }
        n
    }
    async fn outer_rounds() -> usize {
        let mut n = 0;
        for i in 0..2 {
            let tool = Tool::new("tool");
            later(1).await;
            'inner: for j in 0..3 {
                n += tool.measure(j);
                for k in 0..2 {
                    continue 'inner;
                }
            }
        }
        n
    }
}

differential! {
    /// Bound by an arm, an `if let`, a loop, and spent there before other awaits.
    in_inner_scopes { arms(0), arms(1), arms(2), loops(0), loops(3), blocks(true), blocks(false) }
    enum Job { Spend(Tool), View(Tool, Loud), Nothing }
    async fn arms(n: u32) -> usize {
        let a = Loud("a");
        let job = match n { 0 => Job::Spend(Tool::new("s")), 1 => Job::View(Tool::new("v"), Loud("w")), _ => Job::Nothing };
        let n = match job {
            Job::Spend(tool) => tool.spend_later(1).await.by_ref(),
            Job::View(tool, w) => {
                let c = Loud("c");
                let n = tool.view_later(2).await.by_ref();
                step("viewed");
                let d = Loud("d");
                n + later(3).await as usize
            }
            Job::Nothing => later(4).await as usize,
        };
        step("matched");
        n + later(5).await as usize
    }
    async fn loops(rounds: u32) -> usize {
        let mut jobs = vec![];
        for i in 0..rounds {
            jobs.push(Tool::new("job"));
        }
        let mut n = 0;
        while let Some(tool) = jobs.pop() {
            let c = Loud("c");
            later(n as u32).await;
            let d = Loud("d");
            let got = tool.spend_later(6).await;
            n += got.by_ref();
            later(7).await;
        }
        for tool in [Tool::new("x"), Tool::new("y")] {
            n += tool.view_later(8).await.by_ref();
            step("seen");
        }
        if let Some(tool) = Some(Tool::new("z")) {
            let e = Loud("e");
            tool.spend_later(9).await;
        }
        n + later(10).await as usize
    }
    async fn blocks(way: bool) -> Result<usize, Loud> {
        let a = Loud("a");
        if way {
            let tool = Tool::new("tool");
            let b = Loud("b");
            let c = Loud("c");
            later(1).await;
            drop(b);
            let d = Loud("d");
            let got = tool.spend_later(2).await;
            if got.by_ref() > 100 {
                return Err(got);
            }
            later(3).await;
        }
        later(4).await;
        Ok(a.by_ref())
    }
}

differential! {
    /// Temporaries of tails, and what moved into the leaf with them.
    with_temporaries { body(Tool::new("p"), Loud("q")), arms(Some(Tool::new("r"))) }
    async fn body(p: Tool, q: Loud) -> usize {
        later(1).await;
        let c = Loud("c");
        p.spend_later(temp().name().len() as u32).await.by_ref()
    }
    async fn arms(p: Option<Tool>) -> usize {
        let n = match p {
            Some(tool) => tool.view_later(temp().name().len() as u32).await.by_ref(),
            None => 0,
        };
        n + later(2).await as usize
    }
}

differential! {
    /// `self` by value.
    receivers_of_methods { one(), two(), three() }
    struct Owner(Loud, Loud);
    impl Owner {
        fn finish(self) -> Loud { step("finish"); self.0 }
        fn look(&self) -> usize { step("look"); self.1.by_ref() }
        async fn spent(self) -> Loud { let b = Loud("b"); later(1).await; self.finish() }
        async fn looked(self) -> usize { let b = Loud("b"); later(1).await; let n = self.look(); step("end"); n }
        async fn altered(mut self) -> usize { later(1).await; self.0 = Loud("new"); self.look() }
    }
    async fn one() -> Loud { Owner(Loud("o0"), Loud("o1")).spent().await }
    async fn two() -> usize { Owner(Loud("o0"), Loud("o1")).looked().await }
    async fn three() -> usize { Owner(Loud("o0"), Loud("o1")).altered().await }
}

differential! {
    /// A variable that is still borrowed when it is used for the last time.
    still_borrowed { body(), guard() }
    struct Counter(std::cell::Cell<u32>, Loud);
    impl Counter {
        fn bump(&self) -> u32 { self.0.set(self.0.get() + 1); self.0.get() }
        fn watch(&self) -> Watch<'_> { Watch(self) }
    }
    struct Watch<'a>(&'a Counter);
    impl Drop for Watch<'_> { fn drop(&mut self) { step(format!("watched {}", self.0.0.get())); } }
    async fn body() -> u32 {
        let counter = Counter(Default::default(), Loud("l"));
        let seen = &counter;
        later(1).await;
        counter.bump();
        later(2).await;
        seen.bump() + seen.bump()
    }
    async fn guard() -> u32 {
        let counter = Counter(Default::default(), Loud("l"));
        let watch = counter.watch();
        later(1).await;
        watch.0.bump();
        counter.bump()
    }
}

/// The variables above move without that the rest of the function has to keep rustc's lowering.
#[test]
fn without_leaves() {
    let whole = [
        "after_the_last_await::state_machine::spent",
        "after_the_last_await::state_machine::viewed",
        "results_that_borrow::state_machine::body",
        "on_the_way_out::state_machine::body",
        "in_arms::state_machine::body",
        "spent_in_a_loop::state_machine::body",
        "arguments::state_machine::body",
        "into::state_machine::body",
        "into::state_machine::text",
        "well_known::state_machine::body",
    ];
    for name in whole {
        let record = resumable::registry().find(|r| format!("{}::{}", r.module, r.function).ends_with(name));
        assert_eq!(record.expect(name).leaves, 0, "{name}");
    }
}

differential! {
    /// What a message is made of moves only where it is needed.
    moved_into_a_message { body(Loud("p"), true) }
    fn told(p: Loud) -> u32 { p.by_value() }
    async fn body(p: Loud, holds: bool) -> u32 {
        later(1).await;
        assert!(holds, "failed with {}", told(p));
        assert_eq!(later(2).await, 2, "failed with {}", told(p));
        let n = p.by_ref() as u32;
        later(3).await;
        n
    }
}

differential! {
    /// Assigned where it has moved.
    assigned_after_it_moved { body(Loud("p"), true), body(Loud("p"), false) }
    async fn body(mut p: Loud, some: bool) -> (u32, usize) {
        let n;
        let Some(x) = Some(p).filter(|_| some) else {
            (p, n) = (Loud("z"), 1);
            return (n, p.by_ref());
        };
        (later(1).await, x.by_ref())
    }
}
