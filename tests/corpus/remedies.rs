//! What to write where a body that rustc accepts doesn't compile as a state machine.

use resumable_tests::prelude::*;

struct View<'a>(&'a Loud, u32);

fn view(loud: &Loud, n: u32) -> View<'_> {
    View(loud, n)
}

struct Query(Loud);

impl Query {
    fn first(self) -> Loud {
        self.0
    }
    fn len(self) -> usize {
        self.0.by_ref()
    }
}

differential! {
    /// A value that borrows from a temporary: the temporary gets a name.
    borrowed_from_a_temporary { body() }
    async fn body() -> usize {
        let loud = Loud("named");
        let view = view(&loud, later(1).await);
        let n = later(view.1).await;
        n as usize + view.0.by_ref()
    }
}

differential! {
    /// A method that takes its receiver by a name that mostly borrows: braces make the receiver a value.
    taken_by_a_borrowing_name { body(true), body(false), last(), awaited() }
    async fn body(first: bool) -> usize {
        let (a, b) = (Query(Loud("a")), Query(Loud("b")));
        later(1).await;
        let n = if first { ({ a }).first().by_ref() } else { ({ b }).len() };
        later(n).await
    }
    async fn last() -> usize {
        let query = Query(Loud("last"));
        later(1).await;
        ({ query }).len()
    }
    async fn awaited() -> usize {
        let query = Query(Loud("awaited"));
        later(1).await;
        let first = later({ query }.first()).await;
        first.by_ref()
    }
}
