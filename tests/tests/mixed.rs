//! Functions of different strategies call each other: every chain of three behaves as rustc's own.

use resumable::resumable;
use resumable_tests::compare::assert_same;
use resumable_tests::prelude::*;
use resumable_tests::script::shown;

/// The three functions of a chain, each under its own attribute. A call of `$next` is all that differs from module to module.
macro_rules! chain {
    ($module:ident [$($outer:tt)*] [$($middle:tt)*] [$($inner:tt)*]) => {
        mod $module {
            use super::*;

            $($outer)*
            pub async fn outer(fail: bool) -> Result<u32, Big> {
                let mut list = vec![Loud("first")];
                let argument = Loud("argument");
                let mut sum = 0;
                for i in 0..2 {
                    let _round = Loud("round");
                    sum += middle(&mut list, i, fail).await?;
                    later(sum).await;
                }
                let kept = middle(&mut list, 7, false);
                let (a, b) = join(inner(argument, 1), later_by(3, 5)).await;
                drop(kept);
                let boxed: Pin<Box<dyn Future<Output = u32>>> = Box::pin(inner(Loud("boxed"), 2));
                let raced = first(inner(Loud("raced"), 3), later_by(1, 9)).await;
                Ok(sum + a + b + boxed.await + raced + list.len() as u32)
            }

            $($middle)*
            pub async fn middle(list: &mut Vec<Loud>, n: u32, fail: bool) -> Result<u32, Small> {
                let _frame = Loud("middle");
                let got = inner(Loud("passed"), n).await;
                list.push(Loud("pushed"));
                small(!fail || n == 0, got)?;
                let twice = async { inner(Loud("in a block"), got).await + 1 }.await;
                Ok(got + twice + list[0].by_ref() as u32)
            }

            $($inner)*
            pub async fn inner(d: Loud, n: u32) -> u32 {
                let _frame = Loud("inner");
                let a = later(n).await;
                let rest = async move { now(d.by_ref() as u32).await };
                a + rest.await + later(10).await
            }
        }
    };
}

chain!(rustc [] [] []);

macro_rules! chains {
    ($($test:ident: $outer:ident $middle:ident $inner:ident;)*) => { $(
        chain!($test [#[resumable($outer)]] [#[resumable($middle)]] [#[resumable($inner)]]);

        #[test]
        fn $test() {
            for fail in [false, true] {
                assert_same(stringify!($test), &|| shown(rustc::outer(fail)), &|| shown($test::outer(fail)));
            }
        }
    )* };
}

chains! {
    native_native_stackful: native native stackful;
    native_native_machine: native native state_machine;
    native_stackful_native: native stackful native;
    native_stackful_stackful: native stackful stackful;
    native_stackful_machine: native stackful state_machine;
    native_machine_native: native state_machine native;
    native_machine_stackful: native state_machine stackful;
    native_machine_machine: native state_machine state_machine;
    stackful_native_native: stackful native native;
    stackful_native_stackful: stackful native stackful;
    stackful_native_machine: stackful native state_machine;
    stackful_stackful_native: stackful stackful native;
    stackful_stackful_stackful: stackful stackful stackful;
    stackful_stackful_machine: stackful stackful state_machine;
    stackful_machine_native: stackful state_machine native;
    stackful_machine_stackful: stackful state_machine stackful;
    stackful_machine_machine: stackful state_machine state_machine;
    machine_native_native: state_machine native native;
    machine_native_stackful: state_machine native stackful;
    machine_native_machine: state_machine native state_machine;
    machine_stackful_native: state_machine stackful native;
    machine_stackful_stackful: state_machine stackful stackful;
    machine_stackful_machine: state_machine stackful state_machine;
    machine_machine_native: state_machine state_machine native;
    machine_machine_stackful: state_machine state_machine stackful;
    machine_machine_machine: state_machine state_machine state_machine;
}
