// What can't be in an object, and what objects can't do.
use resumable::resumable;
use std::sync::Arc;

#[resumable(stackful, dyn)]
trait Refused {
    async fn generic<T: Default>(&self) -> T;
    async fn of_const<const N: usize>(&self) -> [u8; N];
    async fn takes(&self, f: impl Fn());
    async fn returns(&self) -> impl Iterator<Item = u8>;
    async fn of_none() -> u8;
    async fn consumes(self);
    async fn shared(self: Arc<Self>);
}

#[resumable(state_machine, dyn)]
trait RefusedInEveryStrategy {
    async fn generic<T: Default>(&self) -> T;
}

#[resumable(stackful, dyn)]
async fn function() {}

struct Inherent;

#[resumable(dyn)]
impl Inherent {
    async fn method(&self) {}
}

/// Without `dyn` the trait is as it is, and rustc says why there are no objects.
#[resumable(stackful)]
trait Generic {
    async fn generic<T: Default>(&self) -> T;
}

fn object(_: &dyn Generic) {}

struct Ctx<'a>(&'a str);

/// A lifetime that isn't written.
#[resumable(stackful)]
trait Hidden {
    async fn hidden(&self, ctx: Ctx) -> usize;
}

#[resumable(stackful)]
impl Hidden for u8 {
    async fn hidden(&self, ctx: Ctx) -> usize {
        ctx.0.len()
    }
}

/// A call borrows what its method does.
#[resumable(stackful)]
trait Borrows {
    async fn get(&self, key: &str) -> usize;
}

fn outlives(object: &dyn Borrows) {
    let call = {
        let key = String::new();
        object.get(&key)
    };
    drop(call);
}

fn returns<'a>(object: &dyn Borrows, key: &'a str) -> impl Sized + 'a {
    object.get(key)
}

/// Its arguments may be `Send`, its receiver isn't known to be.
fn sends(object: &'static (dyn Borrows + Send + Sync)) {
    fn is_send<T: Send>(_: T) {}
    is_send(object.get("").unstarted());
}

fn main() {}
