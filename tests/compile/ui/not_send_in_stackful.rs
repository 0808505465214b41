// A started call stays on its thread, so it is not `Send`; the unstarted one is, if its arguments are.
use resumable::resumable;

#[resumable(stackful)]
async fn plain(n: u32) -> u32 {
    n
}

#[resumable(stackful)]
async fn with_an_rc(n: std::rc::Rc<u32>) -> u32 {
    *n
}

fn assert_send<T: Send>(_: T) {}

fn main() {
    assert_send(plain(1).unstarted());
    assert_send(plain(1));
    assert_send(with_an_rc(1.into()).unstarted());
}
