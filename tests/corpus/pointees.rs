//! `*x` as a value, where only the type of `x` says whether that moves or copies.

use resumable_tests::prelude::*;
use std::rc::Rc;

differential! {
    /// Out of references, shared pointers and guards a value is copied, out of a box it is moved.
    copied_and_moved { body() }
    async fn body() -> (u32, usize) {
        let numbers = [1, 2, 3];
        let mut sum = 0;
        for number in &numbers {
            sum += later(*number).await;
        }
        let shared = Rc::new(4);
        later(5).await;
        sum += later(*shared).await;
        let boxed = Box::new(Loud("boxed"));
        let copied = Box::new(6);
        later(7).await;
        sum += *copied;
        let moved = *boxed;
        later(8).await;
        (sum, moved.by_ref())
    }
}

differential! {
    /// A box that may be moved out of, and one that is moved out of by a call.
    boxes { body(true), body(false), argument(Box::new(Loud("argument"))) }
    fn take(d: Loud) -> usize { d.by_ref() }
    async fn body(unbox: bool) -> usize {
        let boxed = Box::new(Loud("boxed"));
        let _after = Loud("after");
        later(1).await;
        let n = if unbox { take(*boxed) } else { 0 };
        later(2).await;
        n
    }
    async fn argument(d: Box<Loud>) -> usize {
        later(1).await;
        let n = take(*d);
        later(2).await;
        n
    }
}

differential! {
    /// Generic pointers.
    generic { body(&3), body(Rc::new(4)) }
    async fn body<P: std::ops::Deref<Target = u32>>(pointer: P) -> u32 {
        later(1).await;
        let n = *pointer;
        later(n).await
    }
}
