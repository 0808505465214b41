// A boundary is `Send + 'static`: each way to make it something else is refused where the function is defined.
use resumable::resumable;
use std::future::ready;
use std::rc::Rc;
use std::sync::Arc;

#[resumable(stackful, send)]
async fn argument_not_send(n: Rc<u32>) -> u32 {
    *n
}

#[resumable(stackful, send)]
async fn result_not_send(n: u32) -> Rc<u32> {
    ready(Rc::new(n)).await
}

#[resumable(stackful, send)]
async fn of_any_type<T>(value: T) -> T {
    ready(value).await
}

#[resumable(stackful, send)]
async fn of_a_type_that_may_borrow<T: Send>(value: T) -> T {
    ready(value).await
}

#[resumable(stackful, send)]
async fn borrows(text: &str) -> usize {
    text.len()
}

#[resumable(state_machine, send)]
async fn borrows_in_every_strategy<'a>(text: Option<&'a str>) -> usize {
    text.map_or(0, str::len)
}

struct Ctx<'a>(&'a str);

#[resumable(stackful, send)]
async fn hidden_lifetime(ctx: Ctx) -> usize {
    ctx.0.len()
}

struct Server(u32);

#[resumable(stackful, send)]
impl Server {
    async fn handle(&self) -> u32 {
        self.0
    }
    async fn handle_owned(self: Arc<Self>) -> u32 {
        self.0
    }
}

#[resumable(stackful, send)]
trait Handler {
    async fn handle(self) -> u32;
}

#[resumable(stackful, send)]
async fn fine(n: u32) -> u32 {
    ready(n).await
}

/// As with every call: what is owned was not polled.
#[resumable(stackful)]
async fn polled_twice() -> u32 {
    let mut call = fine(1);
    (&mut call).await
}

#[resumable(stackful, send, send)]
async fn twice() {}

#[resumable(stackful, send, unsafe(migrate))]
async fn both() {}

fn main() {}
