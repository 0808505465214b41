//! Stacks: how they are counted, configured, reserved and given back, what happens when there are none, and which calls are on them.
//!
//! What concerns the whole process is run in a process of its own.

use resumable::{StackConfig, live_calls, release_stacks, reserve_stacks, resumable, stack_stats, watch_calls};
use std::future::{Future, pending, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::process::Command;
use std::task::{Context, Poll, Waker};
use std::thread;

fn poll<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

#[resumable(stackful)]
async fn parks(n: u32) -> u32 {
    pending::<()>().await;
    n
}

mod server {
    pub struct Server;
    #[resumable::resumable(stackful)]
    impl Server {
        pub async fn serve(&self, n: u32) -> u32 {
            super::parks(n).await
        }
    }
}

fn parked(count: usize) -> Vec<Pin<Box<impl Future<Output = u32>>>> {
    let mut calls: Vec<_> = (0..count).map(|_| Box::pin(parks(1))).collect();
    calls.iter_mut().for_each(|call| assert!(poll(call.as_mut()).is_pending()));
    calls
}

/// Says which of its arguments was dropped.
struct Loud(&'static str, std::rc::Rc<std::cell::RefCell<Vec<&'static str>>>);

impl Drop for Loud {
    fn drop(&mut self) {
        self.1.borrow_mut().push(self.0);
    }
}

/// It has a stack, but as far as its author can tell it was never polled.
#[test]
fn a_call_that_has_a_stack_and_was_not_polled_drops_its_arguments() {
    #[resumable(stackful)]
    async fn takes<const N: usize>(_a: Loud, b: Loud, _large: [u8; N]) {
        let _local = Loud("never", b.1.clone());
        pending::<()>().await
    }
    fn check<const N: usize>() {
        let log = std::rc::Rc::default();
        let mut call = Box::pin(takes(Loud("a", std::rc::Rc::clone(&log)), Loud("b", log.clone()), [0; N]));
        call.as_mut().try_start().unwrap();
        assert!(log.borrow().is_empty());
        drop(call);
        assert_eq!(log.take(), ["a", "b"]);
    }
    check::<1>();
    check::<50_000>();
}

/// Runs the test of this name, which is ignored otherwise, alone in a process.
fn alone(name: &str) {
    let out = Command::new(std::env::current_exe().unwrap()).args(["--exact", name, "--ignored"]).output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && text.contains("1 passed"), "{text}{}", String::from_utf8_lossy(&out.stderr));
}

macro_rules! alone {
    ($($(#[$doc:meta])* fn $name:ident() $body:block)*) => {
        mod alone_in_a_process {
            use super::*;
            $($(#[$doc])* #[test] #[ignore = "run by the test of the same name"] fn $name() $body)*
        }
        $(#[test] fn $name() { alone(concat!("alone_in_a_process::", stringify!($name))) })*
    };
}

alone! {
    fn counts() {
        let none = stack_stats();
        assert_eq!((none.stacks, none.live, none.parked, none.pooled, none.peak, none.bytes), (0, 0, 0, 0, 0, 0));
        let calls = parked(100);
        let some = stack_stats();
        assert_eq!((some.live, some.parked), (100, 100));
        assert_eq!(some.stacks, some.live + some.pooled);
        assert_eq!(some.bytes, some.stacks * StackConfig::default().bytes);
        drop(calls);
        let after = stack_stats();
        assert_eq!((after.live, after.parked, after.pooled, after.stacks), (0, 0, some.stacks, some.stacks));
        assert!((100..=100 + 128).contains(&after.peak), "{after:?}");
        // From inside, the call itself is live and not parked; one that was leaked stays.
        std::mem::forget(parked(1));
        #[resumable(stackful)]
        async fn inside() -> (usize, usize) {
            poll_fn(|_| Poll::Ready(())).await;
            let stats = stack_stats();
            (stats.live, stats.parked)
        }
        assert_eq!(resumable::block_on(inside()), (2, 1));
        assert_eq!(stack_stats().peak, after.peak);
    }

    fn counts_of_all_threads() {
        let ready = std::sync::Barrier::new(3);
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let calls = parked(50);
                    ready.wait();
                    ready.wait();
                    drop(calls);
                });
            }
            ready.wait();
            assert_eq!(stack_stats().parked, 100);
            assert_eq!(live_calls().len(), 100);
            ready.wait();
        });
        assert_eq!(stack_stats().live, 0);
    }

    fn configuration_comes_first() {
        StackConfig { bytes: 100_000, ..StackConfig::default() }.install().unwrap();
        StackConfig { bytes: 130_000, ..StackConfig::default() }.install().unwrap();
        let calls = parked(10);
        let stats = stack_stats();
        assert_eq!(stats.bytes, stats.stacks * 131_072);
        let error = StackConfig::default().install().unwrap_err();
        assert_eq!(error.to_string(), "stacks were made already: configure them before the first coroutine is started");
        drop(calls);
    }

    /// Recursion goes on on segments, whatever the size.
    fn the_smallest_stacks() {
        #[resumable(stackful)]
        async fn depth(n: u32) -> u32 {
            if n == 0 {
                let mut polled = false;
                poll_fn(move |_| if std::mem::replace(&mut polled, true) { Poll::Ready(()) } else { Poll::Pending }).await;
                return 0;
            }
            depth(n - 1).await + 1
        }
        StackConfig { bytes: 1, ..StackConfig::default() }.install().unwrap();
        let mut call = Box::pin(depth(10_000));
        assert!(poll(call.as_mut()).is_pending());
        assert_eq!(poll(call.as_mut()), Poll::Ready(10_000));
        assert_eq!(stack_stats().bytes % (64 * 1024), 0);
    }

    /// There is an error and then a panic, no abort; the rest goes on, and so do calls when there is room again.
    fn a_ceiling() {
        StackConfig { most: 40, ..StackConfig::default() }.install().unwrap();
        let mut calls = parked(40);
        let mut one = Box::pin(parks(3));
        let error = one.as_mut().try_start().unwrap_err();
        assert_eq!(error.to_string(), "no stack for a coroutine: as many as `StackConfig::most` allows are in use");
        let mut other = Box::pin(parks(4));
        let panic = catch_unwind(AssertUnwindSafe(|| poll(other.as_mut()))).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().unwrap(), &error.to_string());
        calls.pop();
        one.as_mut().try_start().unwrap();
        one.as_mut().try_start().unwrap();
        assert!(poll(one.as_mut()).is_pending());
        drop((calls, one));
        assert_eq!(stack_stats().live, 0);
    }

    /// A limit on address space, as `ulimit -v` sets it.
    fn no_memory() {
        #[cfg(target_os = "linux")]
        {
            let used: usize = std::fs::read_to_string("/proc/self/statm").unwrap().split(' ').next().unwrap().parse().unwrap();
            let limit = libc::rlimit { rlim_cur: (used * 4096 + (64 << 20)) as u64, rlim_max: libc::RLIM_INFINITY };
            // SAFETY: a limit of this process, which is ours.
            assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) }, 0);
            let mut calls: Vec<_> = (0..2000).map(|_| Box::pin(parks(1))).collect();
            let started = calls.iter_mut().map_while(|call| call.as_mut().try_start().ok()).count();
            assert!((32..=256).contains(&started), "{started}");
            assert!(calls[started].as_mut().try_start().unwrap_err().to_string().starts_with("no stack for a coroutine: "));
            assert!(reserve_stacks(1000).is_err());
            assert!(catch_unwind(AssertUnwindSafe(|| poll(calls[started].as_mut()))).is_err());
            // All else works.
            let numbers: Vec<u64> = (0..100_000).collect();
            assert_eq!(numbers.iter().sum::<u64>(), 4_999_950_000);
            calls[..started].iter_mut().for_each(|call| assert!(poll(call.as_mut()).is_pending()));
        }
    }

    fn reserved_stacks_are_used() {
        reserve_stacks(512).unwrap();
        let before = stack_stats();
        assert!(before.stacks >= 512 && before.live == 0);
        let calls = parked(512);
        assert_eq!(stack_stats().stacks, before.stacks);
        drop(calls);
    }

    /// Idle stacks give their memory back when they are told to.
    fn memory_of_idle_stacks_is_released() {
        #[cfg(target_os = "linux")]
        {
            let resident = || -> usize {
                let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
                pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
            };
            let empty = resident();
            drop(parked(900));
            let idle = resident() - empty;
            assert!(idle > 900 * 4096, "{idle} bytes");
            release_stacks();
            let kept = resident().saturating_sub(empty);
            assert!(kept < idle / 4, "{kept} of {idle} bytes are kept");
            let stacks = stack_stats().stacks;
            drop(parked(900));
            assert_eq!(stack_stats().stacks, stacks, "they are used again");
        }
    }

    fn live_calls_are_listed() {
        let mut old = Box::pin(parks(1));
        assert!(poll(old.as_mut()).is_pending());
        watch_calls(true);
        let mut new = Box::pin(server::Server.serve(2));
        assert!(poll(new.as_mut()).is_pending());
        let mut calls = live_calls();
        calls.sort_by_key(|call| call.age.is_some());
        let lines: Vec<_> = calls.iter().map(|c| (c.record.as_ref().map(|r| (r.function, r.file)), c.is_suspended, c.age.is_some())).collect();
        assert_eq!(lines, [(Some(("parks", file!())), true, false), (Some(("serve", file!())), true, true)]);
        assert!(calls[1].function.ends_with("::serve"), "{}", calls[1].function);
        assert!(calls[0].record.as_ref().unwrap().line > 0);
        let text = resumable::dump().to_string();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[0], "2 calls are on stacks of their own");
        assert!(lines[1].starts_with("  stackful_stacks::parks at tests/tests/stackful_stacks.rs:") && lines[1].ends_with(": 0 running, 1 suspended"), "{text}");
        assert!(lines[2].contains("::serve at tests/") && lines[2].contains(", the oldest for "), "{text}");
        drop((old, new));
        assert!(live_calls().is_empty());
        watch_calls(false);
    }
}
