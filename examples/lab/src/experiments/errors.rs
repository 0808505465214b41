//! `errors`: an error that is returned through thirty levels each of which has suspended, the same with a context that each level puts
//! around it, and a panic through as many.
//!
//! Published (.NET 10 to 11): 56.6 to 13.0 us and 84.2 to 5.7 KB. There an error is an exception that each level catches and throws
//! again. Rust's errors are values: only the panic is comparable, and it unwinds through a future's `poll`s or a coroutine's frames at once.

use crate::equipment::executor::block_on;
use crate::equipment::leaf::Yield;
use crate::experiment::{Experiment, Outcome, Subject, Work};
use crate::metric::NS_PER_OP;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::*;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

pub static EXPERIMENT: Experiment = Experiment {
    name: "errors",
    about: "an error, or a panic, through 30 levels that have suspended",
    published: Some(".NET 10 to 11: 56.6 to 13.0 us, 84.2 to 5.7 KB"),
    work: Work::Timed { metric: &NS_PER_OP, subjects },
    claims,
};

const LEVELS: u32 = 30;

/// How the chain fails.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Error,
    WithContext,
    Panic,
}

const CASES: [(Failure, &str, u64); 3] = [
    (Failure::Error, "an error", 30_000),
    (Failure::WithContext, "an error with context", 10_000),
    (Failure::Panic, "a panic", 5_000),
];

fn subjects() -> Vec<Subject> {
    let of_case = |(failure, case, operations)| {
        let place = move |strategy| (Place::of(strategy).case(case).depth(LEVELS), operations);
        vec![
            subject(place(Boxed), move || boxed::fails(LEVELS, failure)),
            subject(place(Native), move || native::fails(LEVELS, failure)),
            subject(place(StateMachine), move || state_machine::fails(LEVELS, failure)),
            subject(place(Stackful), move || stackful::fails(LEVELS, failure)),
            subject(place(AsyncRecursion), move || async_recursion::fails(LEVELS, failure)),
        ]
    };
    CASES.into_iter().flat_map(of_case).collect()
}

/// The digest is the length of all messages.
fn subject<F: Future<Output = Result<(), Error>> + 'static>(
    (place, operations): (Place, u64),
    fails: impl Fn() -> F + 'static,
) -> Subject {
    Subject::new(place, operations, move |operations| {
        let run = |_| match catch_unwind(AssertUnwindSafe(|| block_on(fails()))) {
            Ok(result) => result.expect_err("the leaf fails").0.len(),
            Err(payload) => payload.downcast::<&str>().expect("the leaf's payload").len(),
        };
        Outcome::new(operations, (0..operations).map(run).sum::<usize>() as u64)
    })
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// A message that grows with each context, as `anyhow`'s chain does.
#[derive(Debug)]
pub struct Error(String);

#[cold]
fn fail(failure: Failure) -> Error {
    if failure == Failure::Panic {
        // As a panic, without the message on stderr.
        resume_unwind(Box::new("the leaf fails"));
    }
    Error("the leaf fails".into())
}

/// What a level makes of its callee's result.
fn pass_on(result: Result<(), Error>, failure: Failure, level: u32) -> Result<(), Error> {
    match failure {
        Failure::WithContext => result.map_err(|Error(message)| Error(format!("at level {level}: {message}"))),
        _ => result,
    }
}

macro_rules! annotated {
    ($strategy:ident, $($boxed:tt)*) => {
        mod $strategy {
            use super::*;

            #[resumable::resumable($strategy)]
            pub async fn fails(level: u32, failure: Failure) -> Result<(), Error> {
                Yield::default().await;
                if level == 0 {
                    return Err(fail(failure));
                }
                let result = $($boxed)*(fails(level - 1, failure)).await;
                pass_on(result, failure, level)?;
                Ok(())
            }

            pub fn claims() -> Vec<Claim> {
                vec![Claim::new(module_path!(), stringify!($strategy), "fails", &fails(0, Failure::Error))]
            }
        }
    };
}

annotated!(native, Box::pin);
annotated!(state_machine, Box::pin);

mod stackful {
    use super::*;

    #[resumable::resumable(stackful)]
    pub async fn fails(level: u32, failure: Failure) -> Result<(), Error> {
        Yield::default().await;
        if level == 0 {
            return Err(fail(failure));
        }
        let result = fails(level - 1, failure).await;
        pass_on(result, failure, level)?;
        Ok(())
    }

    pub fn claims() -> Vec<Claim> {
        vec![Claim::new(module_path!(), "stackful", "fails", &fails(0, Failure::Error))]
    }
}

mod boxed {
    use super::*;
    use std::pin::Pin;

    pub fn fails(level: u32, failure: Failure) -> Pin<Box<dyn Future<Output = Result<(), Error>>>> {
        Box::pin(async move {
            Yield::default().await;
            if level == 0 {
                return Err(fail(failure));
            }
            pass_on(fails(level - 1, failure).await, failure, level)
        })
    }
}

mod async_recursion {
    use super::*;

    #[::async_recursion::async_recursion(?Send)]
    pub async fn fails(level: u32, failure: Failure) -> Result<(), Error> {
        Yield::default().await;
        if level == 0 {
            return Err(fail(failure));
        }
        pass_on(fails(level - 1, failure).await, failure, level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_puts_its_context_around_the_error() {
        for (failure, start) in
            [(Failure::Error, "the leaf"), (Failure::WithContext, "at level 2: at level 1: the leaf")]
        {
            let Error(message) = block_on(stackful::fails(2, failure)).unwrap_err();
            assert!(message.starts_with(start), "{message}");
            assert_eq!(message, block_on(native::fails(2, failure)).unwrap_err().0);
        }
    }

    #[test]
    fn a_panic_reaches_the_poller() {
        let mut subjects = subjects();
        let panics = subjects.iter_mut().filter(|s| s.place.case == Some("a panic"));
        assert!(panics.map(|s| s.run(2)).all(|outcome| outcome == Outcome::new(2, 2 * "the leaf fails".len() as u64)));
    }
}
