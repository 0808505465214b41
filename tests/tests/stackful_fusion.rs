//! Which awaits are plain calls, and which run on a stack of their own.

use resumable::{Body, Call, resumable, stack_stats};
use std::future::{Future, IntoFuture, ready};
use std::pin::{Pin, pin};

#[resumable(stackful)]
async fn leaf(x: u32) -> u32 {
    ready(x).await + 1
}

#[resumable(stackful)]
async fn of_future<T: Future<Output = u32>>(future: T) -> u32 {
    future.await
}

#[resumable(stackful)]
async fn of_into_future(future: impl IntoFuture<Output = u32>) -> u32 {
    future.await
}

#[resumable(stackful)]
async fn of_call<C: Body<Output = u32>>(call: Call<C>) -> u32 {
    call.await
}

fn opaque(x: u32) -> impl Future<Output = u32> {
    leaf(x)
}

struct Server(u32);

#[resumable(stackful)]
impl Server {
    async fn get(&self, x: u32) -> u32 {
        self.0 + leaf(x).await
    }
}

#[resumable(stackful)]
trait Service {
    async fn call(&self, x: u32) -> u32;
    async fn twice(&self, x: u32) -> u32 {
        self.call(x).await + self.call(x).await
    }
}

#[resumable(stackful)]
impl Service for Server {
    async fn call(&self, x: u32) -> u32 {
        self.get(x).await
    }
}

#[resumable(stackful)]
async fn of_service<S: Service>(service: &S) -> u32 {
    service.twice(1).await
}

/// The value of `$operand.await` in a stackful body, and how many stacks that took besides the body's own.
macro_rules! awaited {
    ($operand:expr) => {{
        #[resumable(stackful)]
        async fn body() -> (u32, usize) {
            let before = stack_stats().started_here;
            let value = $operand.await;
            (value, stack_stats().started_here - before)
        }
        resumable::block_on(body())
    }};
}

#[test]
fn calls_by_value_are_fused() {
    assert_eq!(awaited!(leaf(1)), (2, 0));
    assert_eq!(awaited!(Server(1).get(1)), (3, 0));
    assert_eq!(awaited!(Server(1).call(1)), (3, 0));
    assert_eq!(awaited!(of_service(&Server(1))), (6, 0));
    assert_eq!(awaited!(of_call(leaf(1))), (2, 0));
    assert_eq!(awaited!([1].map(leaf).into_iter().next().unwrap()), (2, 0));
    assert_eq!(awaited!([leaf(1), leaf(2)].into_iter().nth(1).unwrap()), (3, 0));
    assert_eq!(awaited!(if stack_stats().stacks > 0 { leaf(1) } else { leaf(2) }), (2, 0));
    assert_eq!(awaited!(*Box::new(leaf(1))), (2, 0));
    assert_eq!(awaited!(Box::pin(leaf(1))), (2, 0));
}

#[test]
fn other_futures_are_polled() {
    assert_eq!(awaited!(ready(1)), (1, 0));
    assert_eq!(awaited!(async { 1 }), (1, 0));
    assert_eq!(awaited!(of_future(ready(1))), (1, 0));
    assert_eq!(awaited!(of_into_future(ready(1))), (1, 0));
}

#[test]
fn calls_in_other_futures_get_a_stack() {
    assert_eq!(awaited!(pin!(leaf(1))), (2, 1));
    assert_eq!(awaited!(opaque(1)), (2, 1));
    assert_eq!(awaited!(of_future(leaf(1))), (2, 1));
    assert_eq!(awaited!(of_into_future(leaf(1))), (2, 1));
    assert_eq!(awaited!(async { leaf(1).await }), (2, 1));
    assert_eq!(awaited!(async { leaf(1).await + leaf(2).await }), (5, 2));
    assert_eq!(
        awaited!({
            let boxed: Pin<Box<dyn Future<Output = u32>>> = Box::pin(leaf(1));
            boxed
        }),
        (2, 1)
    );
}

#[test]
fn recursive_families_need_no_box() {
    #[resumable(stackful)]
    async fn even(n: u32) -> bool {
        if n == 0 { true } else { odd(n - 1).await }
    }
    #[resumable(stackful)]
    async fn odd(n: u32) -> bool {
        if n == 0 { false } else { even(n - 1).await }
    }
    struct Tree(u32, Vec<Tree>);
    #[resumable(stackful)]
    impl Tree {
        async fn visit(&mut self, f: &mut dyn FnMut(&mut u32)) {
            f(&mut self.0);
            for child in &mut self.1 {
                child.visit(f).await;
            }
        }
    }
    #[resumable(stackful)]
    async fn last<T>(items: &[T]) -> Option<&T> {
        match items {
            [] => None,
            [only] => Some(only),
            [_, rest @ ..] => last(rest).await,
        }
    }
    let before = stack_stats().started_here;
    assert!(resumable::block_on(even(1000)));
    let mut tree = Tree(1, vec![Tree(2, vec![Tree(3, vec![])]), Tree(4, vec![])]);
    let mut sum = 0;
    resumable::block_on(tree.visit(&mut |n| sum += *n));
    assert_eq!(sum, 10);
    assert_eq!(resumable::block_on(last(&[1, 2, 3])), Some(&3));
    assert_eq!(stack_stats().started_here, before + 3);
}
