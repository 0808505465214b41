//! Futures of the methods of a trait that is made for objects, where they are no coroutines.

use alloc::boxed::Box;
use core::future::Future;
use core::pin::Pin;

pub type Boxed<'a, R> = Pin<Box<dyn Future<Output = R> + 'a>>;

pub fn boxed<'a, F: Future + 'a>(future: F) -> Boxed<'a, F::Output> {
    Box::pin(future)
}
