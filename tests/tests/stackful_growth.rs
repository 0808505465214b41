//! Depth: recursion far beyond the size of a stack, and what is left when a stack overflows all the same.

use resumable::{resumable, stack_stats};
use std::cell::Cell;
use std::future::Future;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A debug build's frames are some 800 bytes, a release build's 64.
const DEPTH: u32 = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };

/// Pending once.
struct Yield(bool);

impl Future for Yield {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        cx.waker().wake_by_ref();
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

#[resumable(stackful)]
async fn depth(n: u32) -> u32 {
    if n == 0 {
        Yield(false).await;
        return 0;
    }
    depth(n - 1).await + 1
}

#[test]
fn recursion_suspends_at_any_depth_on_one_coroutine() {
    let started = stack_stats().started_here;
    assert_eq!(resumable::block_on(depth(DEPTH)), DEPTH);
    assert_eq!(stack_stats().started_here, started + 1);
}

/// Counts drops.
struct Counted<'a>(&'a Cell<u32>);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn a_panic_crosses_segments() {
    #[resumable(stackful)]
    async fn fails(n: u32, dropped: &Cell<u32>) -> u32 {
        let _local = Counted(dropped);
        if n == 0 {
            Yield(false).await;
            panic!("at the bottom")
        }
        fails(n - 1, dropped).await + 1
    }
    let dropped = Cell::new(0);
    let thrown = catch_unwind(AssertUnwindSafe(|| resumable::block_on(fails(5_000, &dropped))));
    assert_eq!(thrown.unwrap_err().downcast_ref::<&str>(), Some(&"at the bottom"));
    assert_eq!(dropped.get(), 5_001);
}

/// Its frame goes up and down across the edge of the slot at some depth.
#[test]
fn calls_at_the_edge_of_a_segment() {
    #[resumable(stackful)]
    async fn leaf(i: u32) -> u32 {
        let padding = black_box([i as u8; 128]);
        Yield(false).await;
        padding[3] as u32
    }
    #[resumable(stackful)]
    async fn at(n: u32) -> u32 {
        let padding = black_box([1u8; 512]);
        if n > 0 {
            return at(n - 1).await + padding[7] as u32;
        }
        let mut sum = 0;
        for i in 0..20 {
            sum += leaf(i).await;
        }
        sum
    }
    for n in 0..300 {
        assert_eq!(resumable::block_on(at(n)), n + 190);
    }
}

#[test]
fn large_arguments_and_results() {
    const LARGE: usize = 700 * 1024;
    #[resumable(stackful)]
    async fn sum(bytes: [u8; LARGE]) -> u64 {
        Yield(false).await;
        bytes.iter().map(|&b| b as u64).sum()
    }
    #[resumable(stackful)]
    async fn filled(with: u8) -> [u8; LARGE] {
        Yield(false).await;
        [with; LARGE]
    }
    #[resumable(stackful)]
    async fn relay(bytes: [u8; LARGE]) -> u64 {
        sum(bytes).await
    }
    #[resumable(stackful)]
    async fn relay_back(with: u8) -> [u8; LARGE] {
        filled(with).await
    }
    let run = || {
        assert_eq!(resumable::block_on(sum([1; LARGE])), LARGE as u64, "on its own stack");
        assert_eq!(resumable::block_on(filled(2))[LARGE - 1], 2);
        assert_eq!(resumable::block_on(relay([3; LARGE])), 3 * LARGE as u64, "fused");
        assert_eq!(resumable::block_on(relay_back(4))[0], 4);
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(run).unwrap().join().unwrap();
}

/// Runs the test `name` of this binary in a process of its own, with `OVERFLOW` set.
#[cfg(target_os = "linux")]
fn overflowing(name: &str) -> std::process::Output {
    std::process::Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact", "--nocapture", "--test-threads=1"])
        .env("OVERFLOW", "1")
        .output()
        .unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn an_overflow_names_the_function() {
    use std::os::unix::process::ExitStatusExt;

    #[inline(never)]
    fn plain_recursion(n: u64) -> u64 {
        let padding = black_box([n; 64]);
        if n == 0 { 0 } else { plain_recursion(n - 1) + padding[5] }
    }
    #[resumable(stackful)]
    async fn digs_too_deep() -> u64 {
        plain_recursion(black_box(1 << 40))
    }
    if std::env::var_os("OVERFLOW").is_some() {
        println!("{}", resumable::block_on(digs_too_deep()));
        return;
    }
    let output = overflowing("an_overflow_names_the_function");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.signal(), Some(6), "aborted: {stderr}");
    assert!(stderr.contains("digs_too_deep` has overflowed its stack"), "{stderr}");
}

/// The handler for our stacks leaves others to the standard library's.
#[test]
#[cfg(target_os = "linux")]
fn an_overflow_of_a_thread_is_reported_as_ever() {
    #[inline(never)]
    fn plain_recursion(n: u64) -> u64 {
        let padding = black_box([n; 64]);
        if n == 0 { 0 } else { plain_recursion(n - 1) + padding[5] }
    }
    if std::env::var_os("OVERFLOW").is_some() {
        assert_eq!(resumable::block_on(depth(3)), 3);
        println!("{}", plain_recursion(black_box(1 << 40)));
        return;
    }
    let output = overflowing("an_overflow_of_a_thread_is_reported_as_ever");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("has overflowed its stack"), "{stderr}");
    assert!(!stderr.contains("coroutine"), "{stderr}");
}
