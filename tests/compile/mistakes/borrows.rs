//! Borrows and moves that don't fit.
#![allow(unused)]
use resumable::resumable;

async fn pause() {}

async fn looks<T: ?Sized>(_: &T) {}

async fn takes<T>(_: T) {}

struct Point {
    x: String,
    y: String,
}

#[resumable(state_machine)]
async fn shared_then_unique(mut list: Vec<u32>) {
    let first = &list[0];
    pause().await;
    list.push(1);
    pause().await;
    println!("{first}");
}

#[resumable(state_machine)]
async fn unique_then_shared(list: &mut Vec<u32>) {
    let first = &mut list[0];
    looks(list).await;
    *first += 1;
    pause().await;
}

#[resumable(state_machine)]
async fn unique_twice(list: &mut Vec<u32>) {
    let first = &mut list[0];
    pause().await;
    list.push(1);
    pause().await;
    *first += 1;
}

#[resumable(state_machine)]
async fn unique_twice_after_the_last_await(mut list: Vec<u32>) {
    pause().await;
    let first = &mut list[0];
    list.push(1);
    *first += 1;
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_while_borrowed(text: String) {
    let borrowed = &text;
    pause().await;
    drop(text);
    pause().await;
    println!("{borrowed}");
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_into_an_await_while_borrowed(text: String) {
    let borrowed = &text;
    takes(text).await;
    println!("{borrowed}");
}

#[resumable(state_machine)]
async fn assigned_while_borrowed(mut n: u32) {
    let borrowed = &n;
    pause().await;
    n = 2;
    pause().await;
    println!("{borrowed}");
}

#[resumable(state_machine)]
async fn outlived_by_a_reference() {
    let borrowed;
    {
        let text = String::new();
        borrowed = &text;
        pause().await;
    }
    looks(borrowed).await;
}

// state_machine: twice, since the second time it is kept in a slot
#[resumable(state_machine)]
async fn temporary_dropped() {
    let text = String::from("a").as_str();
    pause().await;
    println!("{text}");
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_and_used() {
    let text = String::new();
    drop(text);
    pause().await;
    println!("{text}");
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_twice(text: String) {
    drop(text);
    pause().await;
    drop(text);
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_into_an_await(text: String) -> usize {
    takes(text).await;
    text.len()
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_to_another_variable(text: String) -> String {
    let other = text;
    pause().await;
    drop(other);
    pause().await;
    text
}

// state_machine: twice, since whether the call moves what is in the slot is for rustc to say
#[resumable(state_machine)]
async fn moved_by_a_method(text: String) -> usize {
    let bytes = text.into_bytes();
    pause().await;
    drop(bytes);
    pause().await;
    text.len()
}

// state_machine: twice, since whether the call moves what is in the slot is for rustc to say
#[resumable(state_machine)]
async fn moved_by_a_method_in_an_await(option: Option<String>) -> usize {
    takes(option.unwrap()).await;
    option.map_or(0, |s| s.len())
}

#[resumable(state_machine)]
async fn moved_by_a_loop(list: Vec<String>) -> usize {
    for text in list {
        looks(&text).await;
    }
    list.len()
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_in_a_loop(list: Vec<u32>) {
    for _ in 0..2 {
        pause().await;
        drop(list);
    }
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_in_a_branch(text: String, c: bool) -> String {
    if c {
        takes(text).await;
    }
    text
}

#[resumable(state_machine)]
async fn moved_by_a_pattern(option: Option<String>) {
    match option {
        Some(text) => takes(text).await,
        None => {}
    }
    println!("{option:?}");
}

// state_machine: twice, since whether the pattern moves what is in the slot is for rustc to say
#[resumable(state_machine)]
async fn moved_by_if_let(option: Option<String>) {
    if let Some(text) = option {
        takes(text).await;
    }
    println!("{option:?}");
}

#[resumable(state_machine)]
async fn moved_by_a_closure(text: String) {
    let call = move || text.len();
    pause().await;
    call();
    println!("{text}");
}

// state_machine: twice, since whether a part of what is in the slot moves is for rustc to say
#[resumable(state_machine)]
async fn moved_in_part(point: Point) {
    let x = point.x;
    pause().await;
    drop(x);
    pause().await;
    takes(point).await;
}

// native: rustc suggests no `.clone()` in an `async` block
#[resumable(state_machine)]
async fn moved_by_a_macro(text: String) {
    let list = vec![text];
    pause().await;
    drop(list);
    println!("{text}");
}

// native: rustc suggests no `.clone()` in an `async` block
// state_machine: twice, since whether a part of what is in the slot moves is for rustc to say
#[resumable(state_machine)]
async fn moved_out_of_a_reference(point: &Point) -> String {
    pause().await;
    let x = point.x;
    pause().await;
    x
}

// native: rustc suggests no `.clone()` in an `async` block
// state_machine: twice, since whether a part of what is in the slot moves is for rustc to say
#[resumable(state_machine)]
async fn moved_out_of_a_reference_in_the_tail(point: &Point) -> String {
    pause().await;
    point.x
}

// native: rustc suggests no `.clone()` in an `async` block
// state_machine: twice, since whether a part of what is in the slot moves is for rustc to say
#[resumable(state_machine)]
async fn moved_out_of_an_index(list: Vec<String>) -> String {
    pause().await;
    let text = list[0];
    pause().await;
    text
}

// native: rustc suggests no `.clone()` in an `async` block
// state_machine: twice, since whether the call moves what is in the slot is for rustc to say
#[resumable(state_machine)]
async fn moved_out_by_a_method(list: &Vec<String>) {
    pause().await;
    let iterator = list.into_boxed_slice();
    pause().await;
    drop(iterator);
}

#[resumable(state_machine)]
async fn assigned_twice() {
    let n = 1;
    pause().await;
    n = 2;
    pause().await;
    println!("{n}");
}

#[resumable(state_machine)]
async fn parameter_assigned(n: u32) {
    pause().await;
    n += 2;
    pause().await;
    println!("{n}");
}

#[resumable(state_machine)]
async fn parameter_assigned_before_all_awaits(n: u32) {
    n = 2;
    pause().await;
    println!("{n}");
}

#[resumable(state_machine)]
async fn changed_though_not_mutable(list: Vec<u32>) {
    pause().await;
    list.push(1);
    pause().await;
    drop(list);
}

#[resumable(state_machine)]
async fn changed_though_not_mutable_after_all_awaits() {
    pause().await;
    let list = Vec::new();
    list.push(1);
}

#[resumable(state_machine)]
async fn field_changed_though_not_mutable(point: Point) {
    pause().await;
    point.x = String::new();
    pause().await;
    drop(point);
}

// state_machine: twice, since the second time the reference is in a slot and has no name
#[resumable(state_machine)]
async fn changed_behind_a_shared_reference(list: &Vec<u32>) {
    pause().await;
    list.push(1);
    pause().await;
}

#[resumable(state_machine)]
async fn borrowed_uniquely_though_not_mutable(n: u32) {
    pause().await;
    let reference = &mut n;
    pause().await;
    *reference += 1;
}

#[resumable(state_machine)]
async fn used_before_it_is_initialised(c: bool) -> u32 {
    let n;
    if c {
        n = 1;
    }
    pause().await;
    n
}

#[resumable(state_machine)]
async fn returns_a_local() -> &'static str {
    let text = String::new();
    pause().await;
    &text
}

// state_machine: twice, since the second time it is kept for a moment before it is returned
#[resumable(state_machine)]
async fn returns_a_temporary<'a>(_other: &'a str) -> &'a str {
    pause().await;
    String::new().as_str()
}

#[resumable(state_machine)]
async fn returns_an_argument(text: String) -> &'static str {
    pause().await;
    text.as_str()
}

// native: rustc blames the declared type
#[resumable(state_machine)]
async fn returns_the_other_argument<'a>(short: &str, _long: &'a str) -> &'a str {
    pause().await;
    short
}

#[resumable(state_machine)]
async fn escapes_the_function(text: &str) {
    pause().await;
    needs_static(text);
    pause().await;
}

fn needs_static(_: &'static str) {}

// native: rustc takes a block's result for one of a closure
#[resumable(state_machine)]
async fn closure_outlives(n: u32) -> Box<dyn Fn() -> u32> {
    pause().await;
    Box::new(|| n + 1)
}

#[resumable(state_machine)]
async fn closure_borrows_twice(mut n: u32) {
    let mut add = || n += 1;
    pause().await;
    n += 1;
    add();
    pause().await;
}

#[resumable(state_machine)]
async fn patterns_missing(option: Option<u32>) -> u32 {
    pause().await;
    match option {
        Some(1) => takes(1).await,
        None => {}
    }
    1
}

#[resumable(state_machine)]
async fn patterns_missing_without_awaits(option: Option<u32>) -> u32 {
    pause().await;
    let n = match option {
        Some(0) => 1,
        None => 2,
    };
    pause().await;
    n
}

#[resumable(state_machine)]
async fn patterns_missing_in_let(option: Option<u32>) -> u32 {
    pause().await;
    let Some(n) = option;
    pause().await;
    n
}

// state_machine: twice, since the second time the iterator is matched by hand
#[resumable(state_machine)]
async fn patterns_missing_in_a_loop(list: Vec<Option<u32>>) {
    for Some(n) in list {
        pause().await;
    }
}

#[resumable(state_machine)]
async fn unsafe_missing(pointer: *const u32) -> u32 {
    pause().await;
    let n = *pointer;
    pause().await;
    dangerous();
    pause().await;
    n
}

unsafe fn dangerous() {}

struct Holder {
    list: Vec<String>,
    text: String,
}

// native: in an `async` block `self` is captured, so rustc suggests no change of it
// state_machine: twice, since the second time the reference is in a slot and has no name
impl Holder {
    #[resumable(state_machine)]
    async fn moves_a_field(&self) -> String {
        pause().await;
        let text = self.text;
        pause().await;
        text
    }

    #[resumable(state_machine)]
    async fn changes_a_field(&self) {
        pause().await;
        self.list.push(String::new());
        pause().await;
        self.text = String::new();
        pause().await;
    }

    #[resumable(state_machine)]
    async fn borrows_itself_twice(&mut self) {
        for text in &self.list {
            self.uses(text).await;
        }
    }

    #[resumable(state_machine)]
    async fn uses(&mut self, text: &str) {
        pause().await;
        self.text.push_str(text);
    }
}

// native: of an `impl Trait` that isn't an `async fn`'s, rustc adds what edition 2024 changed
fn main() {
    let call;
    {
        let list = vec![1];
        call = keeps(&list);
    }
    drop(call);
}

#[resumable(state_machine)]
async fn keeps(list: &[u32]) -> usize {
    pause().await;
    list.len()
}
