//! A crate that forbids `unsafe` and denies every warning can use every strategy.

#![forbid(unsafe_code)]
#![deny(warnings, unused, nonstandard_style, rust_2018_idioms, future_incompatible, missing_docs)]

use resumable_tests::prelude::*;
use resumable_tests::strategies;

strategies! {
    /// Locals that are dropped, borrowed, moved and mutated.
    pub async fn locals(first: Loud, count: u32) -> Result<u32, Big> {
        let mut sum = 0;
        for n in 0..count {
            let inner = Loud("inner");
            sum += later(n).await + u32::try_from(inner.by_ref()).map_err(|_| Big)?;
            if sum > 100 {
                break;
            }
        }
        let text = format!("{first} {sum}");
        match later(text).await.split_once(' ') {
            Some((_, digits)) if !digits.is_empty() => Ok(later(sum).await),
            Some(_) | None => Err(Small)?,
        }
    }

    /// A trait.
    pub trait Store {
        /// Required.
        async fn get(&self, key: u32) -> Option<u32>;
        /// Provided.
        async fn get_or(&self, key: u32, default: u32) -> u32 {
            match self.get(key).await {
                Some(value) => value,
                None => default,
            }
        }
    }

    impl Store for Vec<u32> {
        async fn get(&self, key: u32) -> Option<u32> {
            let key = later(key).await;
            <[u32]>::get(self, key as usize).copied()
        }
    }

    /// Never returns.
    pub async fn forever(stop: u32) -> ! {
        let mut n = 0;
        loop {
            n += later(1).await;
            assert!(n < stop, "stopped");
        }
    }

    /// Returns another future: clippy asks a block for an `.await` there, and no function.
    pub async fn yields(n: u32) -> std::future::Ready<u32> {
        let n = later(n).await;
        std::future::ready(n)
    }

    /// The same, opaque and without awaits.
    pub async fn yields_opaque(n: u32) -> impl Future<Output = u32> {
        std::future::ready(n)
    }

    #[test]
    fn runs() {
        assert_eq!(block_on(block_on(yields(3))) + block_on(block_on(yields_opaque(4))), 7);
        assert_eq!(block_on(locals(Loud("first"), 3)).unwrap(), 18);
        assert_eq!(block_on(vec![1, 2].get_or(1, 9)) + block_on(vec![1, 2].get_or(7, 9)), 11);
        let panic = std::panic::catch_unwind(|| { block_on(forever(3)); }).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"stopped"));
    }
}
