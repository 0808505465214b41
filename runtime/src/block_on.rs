//! Running a future to its end on the current thread.

use std::future::IntoFuture;

/// Polls `future` on the current thread until it is ready, and sleeps while it is pending.
///
/// Works for the value of every annotated function, whatever its strategy, and for every other future. It is no executor: it drives
/// neither timers nor sockets. A future that needs those of an executor is run by that executor's `block_on`.
///
/// ```
/// # use resumable::resumable;
/// #[resumable(stackful)]
/// async fn forty_two() -> u32 { 42 }
///
/// assert_eq!(resumable::block_on(forty_two()), 42);
/// ```
pub fn block_on<F: IntoFuture>(future: F) -> F::Output {
    pollster::block_on(future)
}
