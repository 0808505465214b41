#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "std")]
mod block_on;
#[cfg(feature = "alloc")]
mod boxed;
#[cfg(all(unix, feature = "std"))]
mod call;
mod codegen;
#[cfg(all(unix, feature = "std"))]
mod dump;
mod machine;
mod native;
mod registry;
mod residual;
mod returns;
#[cfg(any(feature = "threads", feature = "tokio"))]
mod spawn;
#[cfg(all(unix, feature = "std"))]
mod stack;

#[cfg(feature = "std")]
pub use block_on::block_on;
#[cfg(all(unix, feature = "std"))]
pub use call::{Body, Call, Method, Migrating, Unstarted};
pub use codegen::{Codegen, Resumable, codegen_of};
#[cfg(all(unix, feature = "std"))]
pub use dump::{Dump, dump};
pub use registry::{Record, registry};
/// Emitted by [`resumable`], not written by hand: turns the marker of a function into its record in the binary.
pub use resumable_macro::Lowered;
/// Decides how an `async fn` is compiled.
///
/// | written | means |
/// |---|---|
/// | `#[resumable]` | the default: `state_machine`, or with the crate's feature `stackful` that |
/// | `#[resumable(state_machine)]` | an explicit state machine |
/// | `#[resumable(stackful)]` | a coroutine on its own stack |
/// | `#[resumable(native)]` | rustc's own lowering, with the marker |
/// | `#[resumable(dyn)]` | of a trait and its impls: methods are for `dyn Trait`; may follow a strategy |
/// | `#[resumable(send)]` | of a stackful function: a [`Boundary`], which is `Send`; may follow a strategy |
/// | `#[resumable(unsafe(migrate))]` | of a stackful function: a [`Migrating`] call, which changes threads; may follow a strategy |
///
/// It goes on free functions, methods, methods of traits and of their impls, also of foreign traits that declare `async fn`; and on an `impl`,
/// a `trait` or an inline `mod`, where it means every `async fn` inside that doesn't bring its own.
///
/// ```
/// use resumable::{Codegen, block_on, codegen_of, resumable};
///
/// struct Counter(u32);
///
/// #[resumable(stackful)]
/// impl Counter {
///     async fn add(&mut self, n: u32) -> u32 {
///         self.0 += std::future::ready(n).await;
///         self.0
///     }
///
///     #[resumable(native)] // the innermost attribute wins
///     async fn get(&self) -> u32 {
///         self.0
///     }
/// }
///
/// let mut counter = Counter(1);
/// assert_eq!(block_on(counter.add(2)), 3);
/// assert_eq!(codegen_of(&counter.add(0)), Codegen::Stackful);
/// assert_eq!(codegen_of(&counter.get()), Codegen::Native);
/// ```
///
/// # What the function returns
///
/// A named type around one opaque parameter, which implements [`Resumable`] and `Future`: [`Call`] of a stackful function, `Machine` or
/// `Native` of the others. In the definition of a trait it is [`Call`] for `stackful`, so that generic callers run it on their stack, and
/// `impl Future` for the others; the strategy of a trait's `stackful` method and of its impls must agree.
///
/// # `dyn`
///
/// A trait that is annotated as a whole, `stackful` as are its impls, is dyn-compatible: its methods return a [`Call`] of a [`Method`], and
/// one that is awaited through `&dyn Trait` is run on the caller's stack and allocates nothing. Methods with type parameters, with
/// `impl Trait`, without `self`, or that don't borrow it, need a `where Self: Sized`, which leaves them out.
///
/// `#[resumable(dyn)]` on a trait and its impls asks for it in every strategy: a method that can't be in an object is an error, and those of
/// state machines and of `native` return a box, which isn't `Send`, and their records say so.
///
/// ```
/// use resumable::{block_on, resumable};
///
/// #[resumable(dyn)]
/// trait Store {
///     async fn get(&self, key: u64) -> Option<String>;
/// }
///
/// struct Empty;
///
/// #[resumable(dyn)]
/// impl Store for Empty {
///     async fn get(&self, _: u64) -> Option<String> {
///         std::future::ready(None).await
///     }
/// }
///
/// let store: Box<dyn Store> = Box::new(Empty);
/// assert_eq!(block_on(store.get(7)), None);
/// ```
///
/// # Errors
///
/// What can't be lowered faithfully is a compile error on the guilty token, with a remedy:
///
/// ```compile_fail
/// # use resumable::resumable;
/// #[resumable(fast)] // error: unknown option `fast`
/// async fn f() {}
/// ```
///
/// # Other attributes on the same item
///
/// They are sent ahead, whatever the order in which they are written: `#[tracing::instrument]` sees an `async fn`, and `#[async_trait]`
/// keeps its boxes. The entry points of a runtime (`#[tokio::main]`, `#[tokio::test]`) go below `#[resumable]`. A boxed future of
/// `#[async_trait]` must be `Send`, so its methods can't be stackful: they are state machines by default.
pub use resumable_macro::resumable;
#[cfg(all(unix, any(feature = "threads", feature = "tokio")))]
pub use spawn::Boundary;
#[cfg(any(feature = "threads", feature = "tokio"))]
pub use spawn::{JoinError, JoinHandle, Spawn, spawn, spawn_with};
#[cfg(all(unix, feature = "std"))]
pub use stack::{
    LiveCall, OutOfStacks, StackConfig, StackStats, StacksInUse, live_calls, release_stacks, reserve_stacks,
    stack_stats, watch_calls,
};

/// What emitted code names. Not part of the public interface: it changes without notice.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "alloc")]
    pub use crate::boxed::{Boxed, boxed};
    #[cfg(all(unix, feature = "std"))]
    pub use crate::call::{
        Captured, Flow, Hidden, Receiver, ViaCall, ViaFuture, ViaMigrating, ViaMigratingFuture, Vouched, call,
        cancelled, migrating, operand, receiver,
    };
    pub use crate::machine::Machine;
    pub mod machine {
        pub use crate::machine::*;
    }
    pub use crate::native::Native;
    pub use crate::registry::record;
    pub use crate::residual::{FromResidual, Try};
    pub use crate::returns::{Returns, never};
    #[cfg(all(unix, any(feature = "threads", feature = "tokio")))]
    pub use crate::spawn::boundary;
}
