//! Last uses of variables by calls of which only the types say whether they move, while something is awaited afterwards.

use resumable_tests::prelude::*;

struct Tool {
    name: &'static str,
    left: Loud,
    right: Loud,
    log: Vec<u32>,
}

impl Tool {
    fn new(name: &'static str) -> Self {
        Tool { name, left: Loud("left"), right: Loud("right"), log: Vec::new() }
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
    fn note(&mut self, n: u32, with: Box<dyn Fn(u32) -> u32>) -> &mut Vec<u32> {
        step(format!("{}.note", self.name));
        self.log.push(with(n));
        &mut self.log
    }
    fn spend_on<T: Into<u64>>(self, n: T, other: Loud) -> u64 {
        step(format!("{}.spend_on {}", self.name, other.name()));
        n.into()
    }
    fn applied(self, f: impl FnOnce(Loud) -> u32) -> u32 {
        step("applied");
        f(self.left)
    }
    fn shown(&self, f: impl FnOnce(&Loud) -> u32) -> u32 {
        step("shown");
        f(&self.left)
    }
    fn sent(&self, n: u32) -> Later<u32> {
        step("sent");
        self.left.later(n)
    }
    async fn spent_later(self, n: u32) -> Loud {
        later(n).await;
        self.spend()
    }
    async fn viewed_later(&mut self, n: u32) -> &Loud {
        later(n).await;
        self.view()
    }
}

trait Spending: Sized {
    fn spent_by_trait(self) -> u32;
    fn viewed_by_trait(&self) -> u32;
}

impl<T> Spending for T {
    fn spent_by_trait(self) -> u32 {
        step("by trait");
        1
    }
    fn viewed_by_trait(&self) -> u32 {
        step("by trait, by reference");
        2
    }
}

differential! {
    /// Parameters, and variables before and after others that are dropped, too.
    before_another_await { spent(Tool::new("p"), Loud("q")), viewed(Tool::new("p"), Loud("q")), altered(Tool::new("p")) }
    async fn spent(tool: Tool, other: Loud) -> u32 {
        let mine = Tool::new("mine");
        let last = Loud("last");
        let n = later(1).await;
        let left = tool.spend();
        let right = mine.spend();
        let m = later(n).await;
        m + later(2).await
    }
    async fn viewed(tool: Tool, other: Loud) -> u32 {
        let mine = Tool::new("mine");
        let last = Loud("last");
        let n = later(1).await;
        let left = tool.view();
        let right = mine.view();
        let m = later(n).await;
        m + later(2).await + left.by_ref() as u32 + right.by_ref() as u32
    }
    async fn altered(mut tool: Tool) -> u32 {
        let left = tool.alter();
        let m = later(1).await;
        left.by_mut();
        m + later(2).await
    }
}

differential! {
    /// The first statement of all, before any await.
    before_the_first_await { spent(Tool::new("p"), Loud("q")), viewed(Tool::new("p"), Loud("q")) }
    async fn spent(tool: Tool, other: Loud) -> u32 {
        let left = tool.spend();
        later(1).await
    }
    async fn viewed(tool: Tool, other: Loud) -> u32 {
        let left = tool.view();
        later(1).await
    }
}

differential! {
    /// In the operand of an await that others follow.
    in_operands { spent(), viewed(), sent(), passed(Some(3)), passed(None) }
    async fn spent() -> u32 {
        let (a, tool, b) = (Loud("a"), Tool::new("tool"), Loud("b"));
        later(1).await;
        let left = tool.spent_later(1).await;
        later(2).await + left.by_ref() as u32
    }
    async fn viewed() -> u32 {
        let a = Loud("a");
        let mut tool = Tool::new("tool");
        let b = Loud("b");
        later(1).await;
        let left = tool.viewed_later(1).await;
        later(2).await + left.by_ref() as u32
    }
    async fn sent() -> u32 {
        let a = Loud("a");
        let tool = Tool::new("tool");
        let n = tool.sent(v(4)).await;
        later(n).await
    }
    async fn passed(n: Option<u32>) -> u32 {
        let n = later(n.viewed_by_trait()).await;
        later(n).await
    }
}

differential! {
    /// Arguments: coerced, generic, moved, reborrowed, left by `?`, with awaits of the whole after it.
    arguments { noted(), generic(), left(Some(1)), left(None), reborrowed() }
    async fn noted() -> usize {
        let mut tool = Tool::new("tool");
        let by = later(3).await;
        let log = tool.note(v(by), Box::new(move |n| n + by));
        later(1).await;
        log.push(7);
        later(2).await as usize + log.len()
    }
    async fn generic() -> u64 {
        let (tool, other) = (Tool::new("tool"), Loud("other"));
        let n = later(3u32).await;
        let n = tool.spend_on(n, other);
        later(n).await
    }
    async fn left(n: Option<u32>) -> Option<u64> {
        let (a, tool, other) = (Loud("a"), Tool::new("tool"), Loud("other"));
        later(3u32).await;
        let n = tool.spend_on(v(n)?, { step("argument"); other });
        Some(later(n).await)
    }
    async fn reborrowed() -> usize {
        fn fill(list: &mut Vec<u32>, tool: &Tool) { list.push(tool.left.by_ref() as u32) }
        trait Fill: Sized { fn fill(&self, list: &mut Vec<u32>); }
        impl Fill for Tool { fn fill(&self, list: &mut Vec<u32>) { fill(list, self) } }
        let tool = Tool::new("tool");
        let mut numbers = vec![later(1).await];
        let list = &mut numbers;
        list.push(2);
        tool.fill(list);
        list.push(later(3).await);
        later(1).await;
        numbers.len()
    }
}

differential! {
    /// Closures among the arguments, and closures that are called.
    closures { applied(), shown(), option(Some(Loud("some"))), option(None), called(), captured() }
    async fn applied() -> u32 {
        let (a, tool, b) = (Loud("a"), Tool::new("tool"), Loud("b"));
        later(3u32).await;
        let n = tool.applied(|left| left.by_ref() as u32);
        later(n).await
    }
    async fn shown() -> u32 {
        let (a, tool, b) = (Loud("a"), Tool::new("tool"), Loud("b"));
        later(3u32).await;
        let n = tool.shown(|left| left.by_ref() as u32);
        later(n).await
    }
    async fn option(loud: Option<Loud>) -> usize {
        let n = loud.map_or(0, |loud| loud.by_ref());
        later(n).await
    }
    async fn called() -> u32 {
        let loud = Loud("captured");
        let once = move |n: u32| { step("once"); drop(loud); n };
        let again = |n: u32| { step("again"); n };
        let n = later(1).await;
        let n = once(v(n));
        let n = later(n).await;
        let n = again(v(n));
        later(n).await
    }
    async fn captured() -> u32 {
        let (tool, other) = (Tool::new("tool"), Loud("other"));
        let by = later(3u32).await;
        let n = tool.applied(|left| left.by_ref() as u32 + other.by_ref() as u32 + by);
        later(n).await
    }
}

differential! {
    /// Types that own nothing, that are copied, that point to something, that have no size.
    types { plain(5, "text"), boxed(), pointers(), pinned(), generic(Tool::new("tool")), iterators() }
    async fn plain(n: u64, text: &'static str) -> u64 {
        let range = 0..n;
        let copy = n;
        let option = Some(text);
        let unit = ();
        let m = later(1).await;
        let n = copy.pow(m);
        let text = option.unwrap_or_default();
        let u = unit.spent_by_trait();
        let count = range.count();
        later(n).await + text.len() as u64 + later(u).await as u64 + count as u64
    }
    async fn boxed() -> u32 {
        let tool = Box::new(Tool::new("tool"));
        let other = Box::new(Tool::new("other"));
        let after = Loud("after");
        later(1).await;
        let left = tool.spend();
        let right = other.view();
        later(2).await + right.by_ref() as u32
    }
    async fn pointers() -> u32 {
        let tool = std::rc::Rc::new(Tool::new("tool"));
        let after = Loud("after");
        let cell = std::cell::RefCell::new(Tool::new("cell"));
        let mut lent = cell.borrow_mut();
        later(1).await;
        let left = tool.view();
        let right = lent.alter();
        later(2).await + left.by_ref() as u32 + right.by_ref() as u32
    }
    async fn pinned() -> u32 {
        let mut future = Box::pin(later(7));
        let pin = future.as_mut();
        let n = later(1).await;
        let n = pin.spent_by_trait();
        later(n).await + future.await
    }
    async fn generic<T: Spending>(value: T) -> u32 {
        let n = later(1).await;
        let n = value.viewed_by_trait();
        later(n).await
    }
    async fn iterators() -> u32 {
        let numbers = vec![1, 2, 3].into_iter();
        let n = later(1).await;
        let mut more = numbers.skip(v(1));
        let n = later(n).await;
        n + more.next().unwrap_or(0) + later(0).await
    }
}

differential! {
    /// On one way only, in loops, in what is left before the next await, and where the variable gets a new value.
    on_some_ways { either(true), either(false), one_way(true), one_way(false), rounds(), replaced(), left(true), left(false) }
    async fn either(first: bool) -> u32 {
        let (a, tool, b) = (Loud("a"), Tool::new("tool"), Loud("b"));
        later(1).await;
        if first { drop(tool.spend()); } else { tool.view().by_ref(); }
        later(2).await
    }
    async fn one_way(first: bool) -> u32 {
        let (a, tool, b) = (Loud("a"), Tool::new("tool"), Loud("b"));
        later(1).await;
        if first {
            let left = tool.spend();
            later(3).await;
        }
        later(2).await
    }
    async fn rounds() -> u32 {
        let mut n = 0;
        for i in 0..2 {
            let tool = Tool::new("round");
            let after = Loud("after");
            n += later(i).await;
            let left = if i == 0 { tool.spend() } else { Loud("other") };
            n += later(i).await;
        }
        n
    }
    async fn replaced() -> u32 {
        let mut tool = Tool::new("tool");
        let after = Loud("after");
        later(1).await;
        drop(tool.spend());
        later(2).await;
        tool = Tool::new("another");
        later(3).await
    }
    async fn left(first: bool) -> Result<u32, usize> {
        let tool = Tool::new("tool");
        let after = Loud("after");
        later(1).await;
        if first {
            return Err(tool.spend().by_ref());
        }
        Ok(later(2).await)
    }
}

differential! {
    /// In statements that are a leaf.
    in_leaves { spent(), viewed() }
    async fn spent() -> u32 {
        let (a, tool, b) = (Loud("a"), Tool::new("tool"), Loud("b"));
        later(1).await;
        let n = two(tool.spend(), Loud("argument"), later(2).await);
        later(n).await
    }
    async fn viewed() -> u32 {
        let (a, tool, b) = (Loud("a"), Tool::new("tool"), Loud("b"));
        later(1).await;
        let n = held(later(2).await, later(3).await, tool.view());
        later(n).await
    }
}

#[allow(dead_code, reason = "held, and never looked at")]
enum Job {
    Spend(Tool),
    View(Tool, Loud),
    Wait(u32),
    Nothing,
}

differential! {
    /// `if let` and `let else`, which take the variable apart if they match it, and leave it where it is if they don't.
    chosen_by_patterns {
        options(Some(Loud("o"))), options(None), kept(Ok(Loud("ok"))), kept(Err(Loud("err"))),
        awaiting(Some(Loud("o"))), awaiting(None), alternatives(Some(Loud("o"))), alternatives(None),
        otherwise(Ok(Loud("ok"))), otherwise(Err(Loud("err"))), copied(Ok(1)), copied(Err(Loud("err"))),
        chained(Some(Ok(Loud("in")))), chained(Some(Err(Loud("err")))), chained(None), references(Some(lent("lent")))
    }
    async fn options(a: Option<Loud>) -> u32 {
        let b = Loud("b");
        let c = Some(Loud("c"));
        let d = Loud("d");
        if let Some(a) = a { step("some"); a.by_ref(); } else { step("none"); }
        let n = if let Some(mut c) = c { c.by_mut().by_ref() } else { 0 };
        later(n as u32).await + later(1).await
    }
    async fn kept(a: Result<Loud, Loud>) -> u32 {
        let b = Loud("b");
        later(1).await;
        if let Ok(a) = a { step("ok"); drop(a); }
        later(2).await + later(3).await
    }
    async fn awaiting(a: Option<Loud>) -> u32 {
        let b = Loud("b");
        let n = if let Some(a) = a { later(1).await; a.by_ref() as u32 } else { later(7).await };
        n + later(2).await
    }
    async fn alternatives(a: Option<Loud>) -> u32 {
        let b = Loud("b");
        later(1).await;
        if let Some(a) = a { step("some"); return later(a.by_ref() as u32).await; }
        later(2).await + later(3).await
    }
    async fn otherwise(a: Result<Loud, Loud>) -> u32 {
        let b = Loud("b");
        let Ok(c) = a else { step("else"); return 0 };
        later(1).await + later(c.by_ref() as u32).await
    }
    async fn copied(a: Result<u32, Loud>) -> u32 {
        let b = Loud("b");
        let n = if let Ok(n) = a { n } else { 7 };
        later(n).await + later(1).await
    }
    async fn chained(a: Option<Result<Loud, Loud>>) -> u32 {
        let b = Loud("b");
        if let Some(Ok(a)) = a { step("in"); a.by_ref(); } else if later(true).await { step("else"); }
        later(1).await + later(2).await
    }
    async fn references(a: Option<&Loud>) -> usize {
        let b = Loud("b");
        let n = if let Some(a) = a { a.by_ref() } else { 0 };
        later(n).await + later(n).await
    }
}

differential! {
    /// A `match` some of whose arms take the variable apart, while others bind nothing.
    chosen_by_arms {
        jobs(Job::Spend(Tool::new("spend"))), jobs(Job::View(Tool::new("view"), Loud("with"))), jobs(Job::Wait(2)), jobs(Job::Nothing),
        waiting(Job::Spend(Tool::new("spend"))), waiting(Job::View(Tool::new("view"), Loud("with"))), waiting(Job::Nothing),
        errors(Ok(Loud("ok"))), errors(Err(Some(Loud("err")))), errors(Err(None))
    }
    async fn jobs(job: Job) -> u32 {
        let b = Loud("b");
        let n = match job {
            Job::Spend(tool) => tool.spend().by_ref() as u32,
            Job::View(_, _) => { step("view"); 3 }
            Job::Wait(n) => n,
            _ => { step("other"); 1 }
        };
        later(n).await + later(1).await
    }
    async fn waiting(job: Job) -> u32 {
        let b = Loud("b");
        let n = match job {
            Job::View(..) => { step("view"); later(3).await }
            Job::Spend(tool) => { later(1).await; tool.spend().by_ref() as u32 }
            _ => 5,
        };
        later(n).await + later(1).await
    }
    async fn errors(result: Result<Loud, Option<Loud>>) -> u32 {
        let b = Loud("b");
        later(0).await;
        let n = match result {
            Ok(loud) => loud.by_ref() as u32,
            Err(Some(_)) => return later(9).await,
            Err(_) => 2,
        };
        later(n).await + later(1).await
    }
}
