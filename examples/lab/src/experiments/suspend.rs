//! `suspend`: 56 pairs of tasks on one thread, each pair passing one message to and fro for ever, each hop through a 12-deep chain that
//! parks at its leaf. What does it cost to go down twelve calls, park there, be woken, and come back?
//!
//! The tasks live through all rounds, so that only the steady state is timed and counted.
//!
//! Published (.NET 10 to 11): 1.42 to 3.16 million messages a second, 3120 to 1456 bytes allocated per message. .NET boxes each level's state
//! when it first suspends; a Rust future is allocated once with its task, so only `boxed` allocates here.

mod peers;

use super::{DEPTH, claims_of, twelve};
use crate::equipment::channel::{Meter, Port};
use crate::equipment::executor::{Executor, block_on};
use crate::experiment::{Experiment, Outcome, Subject, Work};
use crate::metric::MSGS_PER_S;
use crate::proof::Claim;
use crate::reading::Place;
use crate::strategy::Strategy::{self, *};
use resumable::resumable;
use std::future::Future;
use std::hint::black_box;

pub static EXPERIMENT: Experiment = Experiment {
    name: "suspend",
    about: "messages between 56 pairs of tasks on one thread, each hop through a 12-deep chain that parks at its leaf",
    published: Some(".NET 10 to 11: 1.42 to 3.16 M msgs/s (2.2 x), 3120 to 1456 bytes/msg"),
    work: Work::Timed { metric: &MSGS_PER_S, subjects },
    claims,
};

const PAIRS: usize = 56;

fn subjects() -> Vec<Subject> {
    let ours = [
        subject(Boxed, boxed::serve),
        subject(Native, native::serve),
        subject(StateMachine, state_machine::serve),
        subject(Stackful, stackful::serve),
    ];
    ours.into_iter().chain(peers::subjects()).collect()
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// Tasks that pass messages for ever, and how many they passed. One poll is one message: a task that was woken takes it, sends the next
/// one and parks.
fn subject<F: Future<Output = ()> + 'static>(strategy: Strategy, serve: fn(Port) -> F) -> Subject {
    let (pairs, meters): (Vec<_>, Vec<_>) = (0..PAIRS).map(connect).unzip();
    let mut executor = Executor::new(pairs.into_iter().flatten().map(|port| Box::pin(serve(port)) as _).collect());
    let sent = move |meters: &[Meter]| meters.iter().map(Meter::sent).sum::<u64>();
    let mut before = sent(&meters);
    Subject::new(Place::of(strategy).depth(DEPTH), 500_000, move |messages| {
        executor.run(messages);
        let operations = sent(&meters) - before;
        before += operations;
        Outcome::new(operations, meters.iter().fold(0, |all, m| all.rotate_left(1) ^ m.digest()))
    })
}

/// A pair of ports with a message under way to the first.
fn connect(number: usize) -> ([Port; 2], Meter) {
    let (ping, pong) = Port::pair();
    block_on(pong.send(number as u64));
    let meter = ping.meter();
    ([ping, pong], meter)
}

macro_rules! resumable_chain {
    ($strategy:ident $($caller:ident -> $callee:ident),*) => {
        #[resumable($strategy)]
        mod $strategy {
            use super::{Claim, Port, black_box, claims_of};

            async fn c0(port: &Port, x: u64) -> u64 {
                let message = port.receive().await;
                port.send(message ^ x).await;
                message
            }
            $(
                async fn $caller(port: &Port, x: u64) -> u64 {
                    let y = black_box(x).wrapping_add(1);
                    let r = $callee(port, y).await;
                    r ^ y
                }
            )*

            pub async fn serve(port: Port) {
                let mut x = 0u64;
                loop {
                    x = c12(&port, x).await;
                }
            }

            pub fn claims() -> Vec<Claim> {
                let port = &Port::pair().0;
                claims_of!($strategy: serve(Port::pair().0), c0(port, 0), $($caller(port, 0)),*)
            }
        }
    };
}

twelve!(resumable_chain native);
twelve!(resumable_chain state_machine);
twelve!(resumable_chain stackful);

macro_rules! boxed_chain {
    ($($caller:ident -> $callee:ident),*) => {
        mod boxed {
            use super::{Port, black_box};
            use std::future::Future;
            use std::pin::Pin;

            fn c0(port: &Port, x: u64) -> Pin<Box<dyn Future<Output = u64> + '_>> {
                Box::pin(async move {
                    let message = port.receive().await;
                    port.send(message ^ x).await;
                    message
                })
            }
            $(
                fn $caller(port: &Port, x: u64) -> Pin<Box<dyn Future<Output = u64> + '_>> {
                    Box::pin(async move {
                        let y = black_box(x).wrapping_add(1);
                        let r = $callee(port, y).await;
                        r ^ y
                    })
                }
            )*

            pub fn serve(port: Port) -> Pin<Box<dyn Future<Output = ()>>> {
                Box::pin(async move {
                    let mut x = 0u64;
                    loop {
                        x = c12(&port, x).await;
                    }
                })
            }
        }
    };
}

twelve!(boxed_chain);
