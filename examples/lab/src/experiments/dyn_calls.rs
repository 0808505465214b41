//! `dyn`: a method that is called through `&dyn Trait` and is ready at once, in a loop. What does an async method cost that isn't known
//! before the program runs?
//!
//! A trait object's async method has to return one type, whatever its impl: a box, by hand, by `async-trait` or by `#[resumable(dyn)]`. A
//! stackful method returns its receiver and arguments, and is a plain virtual call where it is awaited. `plain` is a method that
//! isn't async.
//!
//! Published: nothing for .NET, where every virtual async method returns a task.

use crate::equipment::executor::block_on;
use crate::equipment::leaf::Ready;
use crate::experiment::{Experiment, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::*;
use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;

pub static EXPERIMENT: Experiment = Experiment {
    name: "dyn",
    about: "a call of an async method through `&dyn Trait` that is ready at once",
    published: None,
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

const OPERATIONS: u64 = 1_000_000;

fn subjects() -> Vec<Subject> {
    let subject = |strategy, run| Subject::of_fn(Place::of(strategy), OPERATIONS, run);
    vec![
        subject(Plain, |n| plain::run(plain::objects(), n)),
        subject(Boxed, |n| block_on(boxed::run(boxed::objects(), n))),
        subject(Native, |n| block_on(native::run(native::objects(), n))),
        subject(StateMachine, |n| block_on(state_machine::run(state_machine::objects(), n))),
        subject(Stackful, |n| block_on(stackful::run(stackful::objects(), n))),
        subject(AsyncTrait, |n| block_on(async_trait::run(async_trait::objects(), n))),
    ]
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// Two impls, so that the call stays a call.
struct Adds(u64);
struct Mixes(u64);

/// The objects of a trait.
macro_rules! objects {
    ($object:ty) => {
        pub fn objects() -> [&'static $object; 2] {
            black_box([&Adds(3), &Mixes(5)])
        }
    };
}

mod plain {
    use super::*;

    pub trait Step {
        fn step(&self, x: u64) -> u64;
    }

    impl Step for Adds {
        fn step(&self, x: u64) -> u64 {
            assert!(!black_box(false), "a plain method can't wait");
            x.wrapping_add(self.0)
        }
    }

    impl Step for Mixes {
        fn step(&self, x: u64) -> u64 {
            assert!(!black_box(false), "a plain method can't wait");
            x.rotate_left(7) ^ self.0
        }
    }

    objects!(dyn Step);

    #[inline(never)]
    pub fn run(objects: [&dyn Step; 2], operations: u64) -> u64 {
        (0..operations).fold(1, |x, i| objects[(i & 1) as usize].step(x))
    }
}

mod boxed {
    use super::*;

    pub trait Step {
        fn step<'a>(&'a self, x: u64) -> Pin<Box<dyn Future<Output = u64> + 'a>>;
    }

    impl Step for Adds {
        fn step<'a>(&'a self, x: u64) -> Pin<Box<dyn Future<Output = u64> + 'a>> {
            Box::pin(async move { Ready(x).await.wrapping_add(self.0) })
        }
    }

    impl Step for Mixes {
        fn step<'a>(&'a self, x: u64) -> Pin<Box<dyn Future<Output = u64> + 'a>> {
            Box::pin(async move { Ready(x).await.rotate_left(7) ^ self.0 })
        }
    }

    objects!(dyn Step);

    pub async fn run(objects: [&dyn Step; 2], operations: u64) -> u64 {
        let mut x = 1;
        for i in 0..operations {
            x = objects[(i & 1) as usize].step(x).await;
        }
        x
    }
}

macro_rules! annotated {
    ($($strategy:ident)*) => {$(
        mod $strategy {
            use super::*;
            use resumable::resumable;

            #[resumable($strategy, dyn)]
            pub trait Step {
                async fn step(&self, x: u64) -> u64;
            }

            #[resumable($strategy, dyn)]
            impl Step for Adds {
                async fn step(&self, x: u64) -> u64 {
                    Ready(x).await.wrapping_add(self.0)
                }
            }

            #[resumable($strategy, dyn)]
            impl Step for Mixes {
                async fn step(&self, x: u64) -> u64 {
                    Ready(x).await.rotate_left(7) ^ self.0
                }
            }

            objects!(dyn Step);

            #[resumable($strategy)]
            pub async fn run(objects: [&dyn Step; 2], operations: u64) -> u64 {
                let mut x = 1;
                for i in 0..operations {
                    x = objects[(i & 1) as usize].step(x).await;
                }
                x
            }

            pub fn claims() -> Vec<Claim> {
                let objects = objects();
                vec![
                    Claim::new(module_path!(), stringify!($strategy), "run", &run(objects, 0)),
                    Claim::new(module_path!(), stringify!($strategy), "step", &objects[0].step(0)).of_several(),
                ]
            }
        }
    )*};
}

annotated!(native state_machine stackful);

mod async_trait {
    use super::*;

    #[::async_trait::async_trait(?Send)]
    pub trait Step {
        async fn step(&self, x: u64) -> u64;
    }

    #[::async_trait::async_trait(?Send)]
    impl Step for Adds {
        async fn step(&self, x: u64) -> u64 {
            Ready(x).await.wrapping_add(self.0)
        }
    }

    #[::async_trait::async_trait(?Send)]
    impl Step for Mixes {
        async fn step(&self, x: u64) -> u64 {
            Ready(x).await.rotate_left(7) ^ self.0
        }
    }

    objects!(dyn Step);

    pub async fn run(objects: [&dyn Step; 2], operations: u64) -> u64 {
        let mut x = 1;
        for i in 0..operations {
            x = objects[(i & 1) as usize].step(x).await;
        }
        x
    }
}
