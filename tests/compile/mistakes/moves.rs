//! Mistakes with variables whose last use depends on their type.
#![allow(unused)]
use resumable::resumable;

async fn pause() {}

async fn looks<T: ?Sized>(_: &T) {}

struct Client {
    name: String,
    n: u32,
}

struct Part<'a>(&'a str);

impl Drop for Part<'_> {
    fn drop(&mut self) {}
}

impl Client {
    fn part(&self) -> Part<'_> {
        Part(&self.name)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn finish(self, n: u32) -> String {
        self.name
    }

    fn show(&self, n: u32) -> usize {
        self.name.len()
    }

    fn change(&mut self, n: u32) {}
}

#[resumable(state_machine)]
async fn moved_while_a_result_borrows(client: Client) -> String {
    let name = client.name();
    pause().await;
    let s = client.finish(1);
    println!("{name}");
    s
}

#[resumable(state_machine)]
async fn wrong_argument_of_a_call_that_moves(client: Client) -> String {
    looks(&client.name).await;
    client.finish("text")
}

#[resumable(state_machine)]
async fn unknown_method_at_the_last_use(client: Client) -> String {
    looks(&client.name).await;
    client.finis(1)
}

// state_machine: rustc says a second time that the method takes the variable, of the place that the machine has it in since it is used again.
#[resumable(state_machine)]
async fn moved_by_a_call_and_used(client: Client) -> String {
    looks(&client.name).await;
    let s = client.finish(1);
    println!("{}", client.name());
    s
}

#[resumable(state_machine)]
async fn changed_before_it_moves(client: Client) -> String {
    looks(&client.name).await;
    client.change(1);
    let unused = 1;
    client.finish(1)
}

#[resumable(state_machine)]
async fn moved_while_a_guard_borrows(client: Client) -> u32 {
    let part = client.part();
    looks(part.0).await;
    let s = client.finish(1);
    1
}

#[resumable(state_machine)]
async fn only_borrowed(client: Client) -> usize {
    let part = client.part();
    looks(part.0).await;
    client.show(1) + part.0.len()
}

#[resumable(state_machine)]
async fn wrong_result_of_a_call_that_moves(client: Client) -> u32 {
    looks(&client.name).await;
    let n: u32 = client.finish(1);
    n
}

fn main() {}
