// Nobody but emitted code can suspend, also not with a suspender that a trait of the same method took away from it.
use resumable::__private::{Flow, Hidden, ViaFuture as _, call, operand};
use resumable::{Body, resumable};
use std::future::{pending, ready};

trait TakesIt {
    fn await_strategy(&self) -> Mine;
}

struct Mine;

impl<T> TakesIt for &T {
    fn await_strategy(&self) -> Mine {
        Mine
    }
}

impl Mine {
    fn run<F, S>(self, _: F, _suspender: &S) -> Flow<u32> {
        Flow::Done(1)
    }
}

/// What is hidden stays hidden: it can't be passed on to a call either, from under whatever must not be switched away from.
struct PassesOn;

impl Body for PassesOn {
    type Output = u32;
    fn run(self, hidden: Hidden<'_>) -> Flow<u32> {
        Body::fuse(victim(), hidden)
    }
}

#[resumable(stackful)]
async fn victim() -> u32 {
    ready(1).await
}

fn main() {
    let _ = victim();
    let future = pending::<()>();
    let _ = operand(&future).await_strategy().run(future, panic!());
    let _ = call(|hidden: Hidden<'_>| {
        hidden.reveal();
        Flow::Done(())
    });
}
