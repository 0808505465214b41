//! `code`: bytes of machine code of ten nested functions, read from the binary on disk: all functions whose symbols hold their module's
//! name, what was inlined into them included. What stayed a function of its own of the library's, compiled for one of these, isn't told
//! apart by its symbol and not counted: a little of the coroutine's.
//!
//! Published (.NET 10 to 11): 10 752 to 5 632 bytes. There each state machine is a type with methods of its own; here the optimizer may
//! merge a chain into one function.

use crate::equipment::leaf::Yield;
use crate::experiment::{Experiment, Findings, Found, Work};
use crate::measure::Method;
use crate::metric::CODE_BYTES;
use crate::proof::Claim;
use crate::proof::disk;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy::*;
use resumable::resumable;
use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

pub static EXPERIMENT: Experiment = Experiment {
    name: "code",
    about: "bytes of machine code of ten nested functions, from the binary on disk",
    published: Some(".NET 10 to 11: 10752 to 5632 bytes"),
    work: Work::Observed(observe),
    claims,
};

fn observe(_: &Method) -> Found {
    let mut conn = Conn::default();
    let results = [
        plain::f10(&mut conn, 1),
        boxed::run(&mut conn),
        native::run(&mut conn),
        state_machine::run(&mut conn),
        stackful::run(&mut conn),
    ];
    if results.iter().any(|r| *r != results[0]) {
        return Err(format!("the strategies did different work: {results:?}").into());
    }
    let sizes =
        disk::code_in(&[Plain, Boxed, Native, StateMachine, Stackful].map(|s| ["experiments", "code", s.name()]))?;
    let reading = |(strategy, bytes)| Reading::counted(Place::of(strategy), &CODE_BYTES, bytes as f64);
    let readings = [Plain, Boxed, Native, StateMachine, Stackful].into_iter().zip(sizes).map(reading).collect();
    Ok(Findings { readings, notes: Vec::new() })
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// What the functions share.
#[derive(Default)]
pub struct Conn {
    notes: Vec<u64>,
}

impl Conn {
    #[inline(never)]
    fn note(&mut self, value: u64) {
        self.notes.push(value);
    }
}

#[derive(PartialEq, Eq, Debug)]
pub struct TooLarge(u64);

#[inline(never)]
fn checked(value: u64) -> Result<u64, TooLarge> {
    if black_box(value) > u64::MAX / 2 { Err(TooLarge(value)) } else { Ok(value) }
}

macro_rules! ten {
    ($chain:ident $($args:tt)*) => {
        $chain!($($args)* f1 -> f0, f2 -> f1, f3 -> f2, f4 -> f3, f5 -> f4, f6 -> f5, f7 -> f6, f8 -> f7, f9 -> f8, f10 -> f9);
    };
}

/// Polls the outermost function in its own module, so that what is inlined into the loop bears the module's name.
macro_rules! root {
    () => {
        #[inline(never)]
        pub fn run(conn: &mut Conn) -> Result<u64, TooLarge> {
            let mut future = pin!(f10(conn, black_box(1)));
            let mut cx = Context::from_waker(Waker::noop());
            loop {
                if let Poll::Ready(result) = future.as_mut().poll(&mut cx) {
                    return result;
                }
            }
        }
    };
}

macro_rules! annotated {
    ($strategy:ident $($caller:ident -> $callee:ident),*) => {
        #[resumable($strategy)]
        mod $strategy {
            use super::*;

            async fn f0(conn: &mut Conn, x: u64) -> Result<u64, TooLarge> {
                conn.note(x);
                Yield::default().await;
                conn.note(x + 1);
                checked(x)
            }
            $(
                pub async fn $caller(conn: &mut Conn, x: u64) -> Result<u64, TooLarge> {
                    let y = checked(x + 1)?;
                    let first = $callee(conn, y).await?;
                    if first > 1000 {
                        conn.note(first);
                    }
                    Ok(first ^ y)
                }
            )*

            root!();

            pub fn claims() -> Vec<Claim> {
                vec![
                    Claim::new(module_path!(), stringify!($strategy), "f0", &f0(&mut Conn::default(), 0)),
                    $(Claim::new(module_path!(), stringify!($strategy), stringify!($caller), &$caller(&mut Conn::default(), 0)),)*
                ]
            }
        }
    };
}

ten!(annotated native);
ten!(annotated state_machine);
ten!(annotated stackful);

macro_rules! ordinary {
    ($($caller:ident -> $callee:ident),*) => {
        mod plain {
            use super::*;

            #[inline(never)]
            fn f0(conn: &mut Conn, x: u64) -> Result<u64, TooLarge> {
                conn.note(x);
                conn.note(x + 1);
                checked(x)
            }
            $(
                #[inline(never)]
                pub fn $caller(conn: &mut Conn, x: u64) -> Result<u64, TooLarge> {
                    let y = checked(x + 1)?;
                    let first = $callee(conn, y)?;
                    if first > 1000 {
                        conn.note(first);
                    }
                    Ok(first ^ y)
                }
            )*
        }

        mod boxed {
            use super::*;
            use std::pin::Pin;

            root!();

            type Boxed<'a> = Pin<Box<dyn Future<Output = Result<u64, TooLarge>> + 'a>>;

            fn f0(conn: &mut Conn, x: u64) -> Boxed<'_> {
                Box::pin(async move {
                    conn.note(x);
                    Yield::default().await;
                    conn.note(x + 1);
                    checked(x)
                })
            }
            $(
                pub fn $caller(conn: &mut Conn, x: u64) -> Boxed<'_> {
                    Box::pin(async move {
                        let y = checked(x + 1)?;
                        let first = $callee(conn, y).await?;
                        if first > 1000 {
                            conn.note(first);
                        }
                        Ok(first ^ y)
                    })
                }
            )*
        }
    };
}

ten!(ordinary);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn each_strategy_has_code() {
        let findings = observe(&Method::QUICK).unwrap();
        assert_eq!(findings.readings.len(), 5);
        assert!(findings.readings.iter().all(|r| r.value > 100.0), "{:?}", findings.readings);
    }
}
