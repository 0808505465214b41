//! Which constructs a state machine lowers where they stand: the record of a function says how many of its awaits keep their statement whole.

use resumable::{registry, resumable};
use resumable_tests::prelude::*;

/// Checks how many leaves each function has.
macro_rules! leaves {
    ($($(#[$doc:meta])* $test:ident $count:literal { $($body:tt)* })*) => { $(
        $(#[$doc])*
        #[test]
        fn $test() {
            let module = concat!(module_path!(), "::", stringify!($test));
            let mut records = registry().filter(|r| r.module == module).peekable();
            assert!(records.peek().is_some(), "`{module}` has no lowered function");
            for record in records {
                assert_eq!(record.leaves, $count, "{record:?}");
            }
        }
        #[allow(dead_code, unused, reason = "only their records matter")]
        mod $test {
            use super::*;
            $($body)*
        }
    )* };
}

leaves! {
    /// A copy of what is `Copy` is no more moved by a method than the original.
    copies 0 {
        #[resumable(state_machine)]
        async fn total(n: u32, text: &str) -> u32 {
            let mut total = n;
            let copy = text;
            total = total.wrapping_mul(31);
            let length = copy.len();
            let first = later(total).await;
            let second = later(length as u32).await;
            first + second
        }
    }
    /// The elements of `vec!` are moved.
    elements_of_vec 0 {
        async fn total(_: Vec<u64>) -> u64 { 0 }
        #[resumable(state_machine)]
        async fn values(a: u32, b: u32) -> u64 {
            let n = total(vec![a.into(), 2, v(3)]).await;
            let m = total(vec![n; 2]).await;
            n + m
        }
    }
    /// Borrowed constants are no temporaries.
    constants 0 {
        async fn total(_: &[u64], _: &mut [u64]) -> u64 { 0 }
        #[resumable(state_machine)]
        async fn arrays() -> u64 {
            let n = total(&[], &mut []).await;
            let m = total(&[1, 2], &mut []).await;
            n + m
        }
    }
    /// Fields and arguments of log macros.
    logs 0 {
        macro_rules! _debug { ($inner:tt, $($arg:tt)*) => {{ step(&format!("{}: {}", $inner, format!($($arg)*))); }} }
        #[resumable(state_machine)]
        async fn fields(name: String, n: u32, buffer: &mut Vec<u8>) -> usize {
            tracing::debug!(?name, n, size = buffer.len(), "{n} {name}");
            let list = later(vec![n]).await;
            tracing::info!(list.len = list.len(), %n, "{} {n}", name);
            let span = tracing::info_span!("span", ?list, buffer = ?buffer);
            later(1).await;
            _debug!(n, "{} {:?} {n}", name, list);
            for i in 0..n {
                _debug!(n, "{}", i);
                later(i).await;
            }
            drop(span);
            later(name.len() + list.len() + buffer.len()).await
        }
    }
    /// Macros that are known not to leave the function may mention what is copied and never changes.
    fixed_variables 0 {
        #[resumable(state_machine)]
        async fn text(n: u32) -> &'static str {
            let text = stringify!(n);
            later(1).await;
            tracing::debug!("{n}");
            let _ = dbg!(n);
            later(text).await
        }
    }
    /// A `select!` is one, wherever its handlers go and whatever they use.
    select 1 {
        #[resumable(state_machine)]
        async fn rounds(mut list: Vec<u32>, name: String) -> usize {
            loop {
                later(1).await;
                tokio::select! {
                    n = later(list.len()) => if n == 3 { continue } else { list.push(n as u32) },
                    _ = later(name.len()), if list.is_empty() => break,
                }
                later(2).await;
            }
            later(name.len()).await
        }
    }
    /// Statements, arms and fields that may not be compiled.
    conditional 0 {
        struct Options { n: u32, #[cfg(all())] name: String }
        #[resumable(state_machine)]
        async fn statements(#[cfg_attr(all(), allow(unused))] name: String, n: u32) -> usize {
            #[cfg(all())]
            later(1).await;
            let options = Options { n, #[cfg(all())] name };
            #[cfg(any())]
            if let Some(m) = missing() { later(m).await; }
            let more = later(options.name.len()).await;
            match more {
                #[cfg(all())]
                1 => step("one"),
                _ => { later(2).await; }
            }
            later(more + n as usize).await
        }
    }
    /// Variables that are pinned where they are.
    pins 0 {
        #[resumable(state_machine)]
        async fn both(n: u32) -> u32 {
            let first = later(n);
            tokio::pin!(first);
            let second = later(n + 1);
            futures::pin_mut!(second);
            let a = first.as_mut().await;
            let b = second.await;
            later(a + b).await
        }
    }
}
