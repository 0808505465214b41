// Bodies that rustc accepts and a machine can't hold: rustc says so where it is. What to write instead is in the README, and tested.
use resumable::resumable;

async fn later<T>(value: T) -> T {
    value
}

struct View<'a>(#[allow(dead_code)] &'a str, #[allow(dead_code)] u32);

fn view(text: &str, n: u32) -> View<'_> {
    View(text, n)
}

#[resumable(state_machine)]
async fn keeps_what_borrows_from_a_temporary() -> u32 {
    let _view = view(&String::from("text"), later(1).await);
    later(2).await
}

struct Query(String);

impl Query {
    fn first(self) -> String {
        self.0
    }
}

#[resumable(state_machine)]
async fn takes_by_a_name_that_mostly_borrows(query: Query) -> usize {
    let first = query.first();
    later(first.len()).await
}

fn main() {}
