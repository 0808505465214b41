//! Traits whose methods are stackful: as objects, as bounds, and on types; nothing is allocated.

use resumable::{Codegen, block_on, codegen_of, resumable, stack_stats};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::future::{Future, pending, poll_fn, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

struct Counting;

thread_local!(static ALLOCATED: Cell<usize> = const { Cell::new(0) });

// SAFETY: the system's allocator, with a count.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATED.try_with(|n| n.set(n.get() + 1));
        // SAFETY: passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: passed on.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Pending once.
async fn later() {
    let mut polled = false;
    poll_fn(move |_| if std::mem::replace(&mut polled, true) { Poll::Ready(()) } else { Poll::Pending }).await
}

#[resumable(stackful)]
trait Named {
    async fn name(&self) -> String;
}

/// Generic, with a supertrait, an associated type, and all that a method of a `dyn` can have.
#[resumable(stackful)]
trait Store<'d, K: ?Sized>: Named {
    type Value;

    async fn get(&self, key: &K) -> Option<&Self::Value>;
    async fn put(&mut self, key: &K, value: Self::Value) -> Result<&mut Self::Value, String>;

    /// Provided, with awaits, `?`, patterns and an early return.
    async fn put_twice(&mut self, (first, second): (&K, &K), value: Self::Value) -> Result<usize, String>
    where
        Self::Value: Clone,
    {
        later().await;
        if first as *const K as *const u8 == second as *const K as *const u8 {
            return Err(format!("twice the same in {}", self.name().await));
        }
        self.put(first, value.clone()).await?;
        self.put(second, value).await?;
        Ok(self.len().await)
    }

    async fn len(&self) -> usize;
    async fn borrowed(&self) -> &'d str;
    async fn pinned(self: Pin<&mut Self>, by: u32) -> usize;

    /// Not for objects, by its own words.
    async fn each<F: FnMut(&Self::Value)>(&self, f: F) -> usize
    where
        Self: Sized;

    fn plain(&self) -> u32 {
        7
    }
}

struct Vector<'d, V>(Vec<(String, V)>, &'d str);

#[resumable(stackful)]
impl<V> Named for Vector<'_, V> {
    async fn name(&self) -> String {
        later().await;
        self.1.to_string()
    }
}

#[resumable(stackful)]
impl<'d, V: Debug + Unpin> Store<'d, str> for Vector<'d, V> {
    type Value = V;

    async fn get(&self, key: &str) -> Option<&V> {
        later().await;
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }
    async fn put(&mut self, key: &str, value: V) -> Result<&mut V, String> {
        if key.is_empty() {
            Err(format!("no key for {value:?}"))?;
        }
        self.0.push((key.to_string(), value));
        later().await;
        self.0.last_mut().map(|(_, v)| v).ok_or_else(String::new)
    }
    async fn len(&self) -> usize {
        self.0.len()
    }
    async fn borrowed(&self) -> &'d str {
        ready(self.1).await
    }
    async fn pinned(mut self: Pin<&mut Self>, by: u32) -> usize {
        later().await;
        self.0.truncate(by as usize);
        self.0.len()
    }
    async fn each<F: FnMut(&V)>(&self, mut f: F) -> usize {
        for (_, v) in &self.0 {
            later().await;
            f(v);
        }
        self.0.len()
    }
}

#[resumable(stackful)]
async fn through_object(
    store: &mut dyn Store<'static, str, Value = u32>,
) -> (Option<u32>, usize, String, &'static str) {
    let fresh = store.put("a", 1).await.map(|v| std::mem::replace(v, 5)).unwrap();
    assert_eq!((fresh, store.plain()), (1, 7));
    assert_eq!(store.put("", 2).await.unwrap_err(), "no key for 2");
    assert_eq!(store.put_twice(("x", "y"), 3).await, Ok(3));
    let same = "same";
    assert_eq!(store.put_twice((same, same), 3).await.unwrap_err(), "twice the same in vector");
    let (value, borrowed) = (store.get("a").await.copied(), store.borrowed().await);
    (value, store.len().await, store.name().await, borrowed)
}

#[resumable(stackful)]
async fn through_bound<S: Store<'static, str, Value = u32> + ?Sized>(store: &mut S) -> usize {
    store.put("b", 1).await.unwrap();
    store.len().await
}

#[test]
fn objects_bounds_and_types() {
    let mut store = Vector(Vec::new(), "vector");
    let polls = Cell::new(0);
    let mut call = Box::pin(through_object(&mut store));
    let result = loop {
        polls.set(polls.get() + 1);
        if let Poll::Ready(result) = poll(call.as_mut()) {
            break result;
        }
    };
    assert_eq!(result, (Some(5), 3, "vector".to_string(), "vector"));
    drop(call);
    assert!(polls.get() > 5, "it suspended in the methods");
    let run = async |call: Pin<Box<dyn Future<Output = usize> + '_>>| {
        let mut call = call;
        loop {
            if let Poll::Ready(n) = poll(call.as_mut()) {
                break n;
            }
        }
    };
    assert_eq!(block_on(run(Box::pin(through_bound(&mut store)))), 4);
    let object: &mut dyn Store<'static, str, Value = u32> = &mut store;
    assert_eq!(block_on(run(Box::pin(through_bound(object)))), 5);
    let mut boxed: Box<dyn Store<'static, str, Value = u32> + Send + Sync> = Box::new(Vector(Vec::new(), "boxed"));
    assert_eq!(block_on(run(Box::pin(through_bound(&mut *boxed)))), 1);
    assert_eq!(block_on(run(Box::pin(Pin::new(&mut store).pinned(2)))), 2);
    let mut sum = 0;
    assert_eq!(block_on(run(Box::pin(store.each(|v| sum += v)))), 2);
    assert_eq!(sum, 8);
}

#[resumable(stackful)]
trait Adds {
    async fn none(&self) -> u64;
    async fn one(&self, a: u64) -> u64;
    async fn many(&self, a: u64, b: [u64; 9], c: &str, d: u128) -> u64;
    async fn large(&self, a: [u8; LARGE]) -> [u8; LARGE];
    async fn nothing(&mut self);
}

struct Base(u64);

const LARGE: usize = 50_000;

#[resumable(stackful)]
impl Adds for Base {
    async fn none(&self) -> u64 {
        ready(self.0).await
    }
    async fn one(&self, a: u64) -> u64 {
        self.none().await + a
    }
    async fn many(&self, a: u64, b: [u64; 9], c: &str, d: u128) -> u64 {
        self.one(a).await + b.iter().sum::<u64>() + c.len() as u64 + d as u64
    }
    async fn large(&self, a: [u8; LARGE]) -> [u8; LARGE] {
        ready(a).await
    }
    async fn nothing(&mut self) {}
}

#[test]
fn nothing_is_allocated_and_all_is_fused() {
    #[resumable(stackful)]
    async fn all(adds: &mut dyn Adds) -> (u64, usize, usize) {
        let (started, allocated) = (stack_stats().started_here, ALLOCATED.get());
        let mut sum = 0;
        for i in 0..100 {
            sum += adds.none().await + adds.one(i).await + adds.many(i, [1; 9], "four", 1 << 3).await;
            adds.nothing().await;
        }
        (sum, ALLOCATED.get() - allocated, stack_stats().started_here - started)
    }
    assert_eq!(block_on(all(&mut Base(1))), (100 * (3 + 9 + 4 + 8) + 2 * 4950, 0, 0));
}

#[test]
fn large_arguments() {
    #[resumable(stackful)]
    async fn through(adds: &dyn Adds, bytes: [u8; LARGE]) -> u64 {
        adds.large(bytes).await.iter().map(|&b| u64::from(b)).sum()
    }
    assert_eq!(block_on(through(&Base(0), [3; LARGE])), 3 * LARGE as u64);
}

#[test]
fn methods_can_be_polled_by_others() {
    let adds: &dyn Adds = &Base(4);
    assert_eq!(codegen_of(&adds.one(1)), Codegen::Stackful);
    assert_eq!(block_on(adds.many(1, [2; 9], "", 0)), 23);
    assert_eq!(block_on(async { adds.one(2).await + adds.none().await }), 10);
    let (a, b) = block_on(futures::future::join(adds.one(1), adds.one(2)));
    assert_eq!((a, b), (5, 6));
}

/// Logs its drop.
struct Loud(&'static str, Rc<RefCell<Vec<&'static str>>>);

impl Drop for Loud {
    fn drop(&mut self) {
        self.1.borrow_mut().push(self.0);
    }
}

#[resumable(stackful)]
trait Takes {
    async fn take(&self, a: Loud, b: Loud, how: u32) -> u32;
}

struct Taker;

#[resumable(stackful)]
impl Takes for Taker {
    async fn take(&self, _a: Loud, _: Loud, how: u32) -> u32 {
        match how {
            0 => ready(1).await,
            1 => panic!("told to"),
            _ => pending().await,
        }
    }
}

/// As of every call: in the order of declaration if it never ran, else in the reverse order.
#[test]
fn arguments_are_dropped_once_and_in_order() {
    #[resumable(stackful)]
    async fn outer(takes: &dyn Takes, log: Rc<RefCell<Vec<&'static str>>>, how: u32) -> u32 {
        takes.take(Loud("a", log.clone()), Loud("b", log.clone()), how).await
    }
    let takes: &dyn Takes = &Taker;
    let log = Rc::new(RefCell::new(Vec::new()));
    drop(takes.take(Loud("a", log.clone()), Loud("b", log.clone()), 0));
    assert_eq!(log.take(), ["a", "b"]);
    for fused in [false, true] {
        let make = |how| -> Pin<Box<dyn Future<Output = u32> + '_>> {
            let log = log.clone();
            if fused {
                Box::pin(outer(takes, log, how))
            } else {
                Box::pin(takes.take(Loud("a", log.clone()), Loud("b", log), how))
            }
        };
        assert_eq!(block_on(make(0)), 1);
        assert_eq!(log.take(), ["b", "a"]);
        assert!(catch_unwind(AssertUnwindSafe(|| block_on(make(1)))).is_err());
        assert_eq!(log.take(), ["b", "a"]);
        let mut call = make(2);
        assert!(poll(call.as_mut()).is_pending());
        drop(call);
        assert_eq!(log.take(), ["b", "a"]);
    }
    assert_eq!(Rc::strong_count(&log), 1);
}

/// Recursion through an object goes as deep as memory does.
#[test]
fn objects_recurse() {
    #[resumable(stackful)]
    trait Node {
        async fn depth(&self) -> u64;
    }
    struct Leaf;
    struct Inner(Box<dyn Node>);
    #[resumable(stackful)]
    impl Node for Leaf {
        async fn depth(&self) -> u64 {
            later().await;
            0
        }
    }
    #[resumable(stackful)]
    impl Node for Inner {
        async fn depth(&self) -> u64 {
            1 + self.0.depth().await
        }
    }
    impl Drop for Inner {
        fn drop(&mut self) {
            // By a loop: the compiler's own way is as deep as the list.
            let leak = std::mem::replace(&mut self.0, Box::new(Leaf));
            std::mem::forget(leak);
        }
    }
    let mut node: Box<dyn Node> = Box::new(Leaf);
    for _ in 0..20_000 {
        node = Box::new(Inner(node));
    }
    let mut call = Box::pin(node.depth());
    assert!(poll(call.as_mut()).is_pending());
    assert_eq!(poll(call.as_mut()), Poll::Ready(20_000));
}

/// An implementation of a foreign trait that has an `async fn` or a future in its signature.
#[test]
fn foreign_traits() {
    trait Foreign {
        async fn declared(&self, text: &str) -> usize;
        fn future<'a>(&'a mut self, by: &'a u32) -> impl Future<Output = u32>;
        async fn generic<T: Debug>(&self, value: T) -> String;
        async fn of_none() -> u32;
    }
    struct Mine(u32);
    #[resumable(stackful)]
    impl Foreign for Mine {
        async fn declared(&self, text: &str) -> usize {
            later().await;
            text.len() + self.0 as usize
        }
        async fn future<'a>(&'a mut self, by: &'a u32) -> u32 {
            self.0 += ready(by).await;
            self.0
        }
        async fn generic<T: Debug>(&self, value: T) -> String {
            format!("{:?}", ready(value).await)
        }
        async fn of_none() -> u32 {
            ready(3).await
        }
    }
    async fn generic<F: Foreign>(f: &mut F) -> (usize, u32, String, u32) {
        (f.declared("abc").await, f.future(&2).await, f.generic(Some(1)).await, F::of_none().await)
    }
    let mut mine = Mine(1);
    let mut call = Box::pin(generic(&mut mine));
    assert!(poll(call.as_mut()).is_pending());
    assert_eq!(poll(call.as_mut()), Poll::Ready((4, 3, "Some(1)".to_string(), 3)));
}

/// Methods with attributes of their own are still methods of a trait.
#[test]
fn attributes_on_methods() {
    #[resumable(stackful)]
    trait Marked {
        #[resumable(stackful)]
        async fn own(&self) -> u32;
        #[tracing::instrument(skip(self))]
        async fn foreign(&self, n: u32) -> u32 {
            self.own().await + n
        }
        #[cfg_attr(all(), resumable(stackful))]
        async fn conditional(&self) -> u32;
        #[cfg_attr(any(), resumable(native))]
        async fn not(&self) -> u32;
    }
    #[resumable(stackful)]
    impl Marked for u32 {
        #[resumable(stackful)]
        async fn own(&self) -> u32 {
            ready(*self).await
        }
        #[cfg_attr(all(), resumable(stackful))]
        async fn conditional(&self) -> u32 {
            ready(*self).await + 1
        }
        #[tracing::instrument]
        async fn not(&self) -> u32 {
            ready(*self).await + 2
        }
    }
    let marked: &dyn Marked = &5;
    assert_eq!(
        block_on(async {
            [marked.own().await, marked.foreign(1).await, marked.conditional().await, marked.not().await]
        }),
        [5, 6, 6, 7]
    );
}

/// A call of a method borrows, so what goes to another thread is a function that owns the object.
#[test]
fn objects_go_to_other_threads_in_a_function_that_owns_them() {
    #[resumable(stackful)]
    async fn owning(adds: Arc<dyn Adds + Send + Sync>) -> u64 {
        adds.one(2).await
    }
    assert_eq!(block_on(resumable::spawn(owning(Arc::new(Base(1))))).unwrap(), 3);
}
