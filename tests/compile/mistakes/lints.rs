//! Lints.
use resumable::resumable;

#[resumable(state_machine)]
async fn pause() {}

#[resumable(state_machine)]
async fn never_called() {
    pause().await;
}

#[must_use]
fn must_be_used() -> u32 {
    1
}

#[deprecated(note = "old")]
fn old() {}

#[resumable(state_machine)]
async fn unused_parameter(unused: u32) {
    pause().await;
}

#[resumable(state_machine)]
async fn unused_mutable_parameter(mut n: u32) -> u32 {
    pause().await;
    n
}

#[resumable(state_machine)]
async fn unused_variable() {
    let unused = 1;
    pause().await;
    let unused_too = 2;
    pause().await;
    let unused_at_last = 3;
}

#[resumable(state_machine)]
async fn unused_mut() {
    let mut never_mutated = 1;
    pause().await;
    println!("{never_mutated}");
    let mut never_mutated_at_last = 1;
    println!("{never_mutated_at_last}");
}

#[resumable(state_machine)]
async fn unused_pattern(option: Option<(u32, u32)>) {
    pause().await;
    if let Some((a, b)) = option {
        pause().await;
        println!("{a}");
    }
    for i in 0..2 {
        pause().await;
    }
}

#[resumable(state_machine)]
async fn unused_assignment() {
    let mut n = 1;
    println!("{n}");
    pause().await;
    n = 2;
    pause().await;
}

#[resumable(state_machine)]
async fn never_read() {
    let assigned;
    pause().await;
    assigned = 2;
    pause().await;
}

#[resumable(state_machine)]
async fn unused_result() {
    must_be_used();
    pause().await;
    must_be_used();
    pause().await;
    must_be_used();
    text().await.parse::<u32>();
    pause().await;
}

#[resumable(state_machine)]
async fn text() -> String {
    pause().await;
    String::new()
}

#[resumable(state_machine)]
async fn unused_result_of_an_await() {
    fallible().await;
    pause().await;
    fallible().await;
}

async fn fallible() -> Result<(), ()> {
    Ok(())
}

#[resumable(state_machine)]
async fn unused_future() {
    pause().await;
    fallible();
    pause().await;
    fallible();
}

#[resumable(state_machine)]
async fn unused_value(n: u32) {
    pause().await;
    n + 1;
    n;
    pause().await;
    n == 1;
}

#[resumable(state_machine)]
async fn unreachable_statement() {
    pause().await;
    return;
    pause().await;
}

#[resumable(state_machine)]
async fn unreachable_after_a_panic() {
    pause().await;
    panic!("always");
    pause().await;
}

#[resumable(state_machine)]
async fn unreachable_after_a_loop() {
    loop {
        pause().await;
    }
    println!("never");
}

#[resumable(state_machine)]
async fn unreachable_pattern(n: u32) {
    match n {
        _ => pause().await,
        1 => {}
    }
}

#[resumable(state_machine)]
async fn deprecated_function() {
    old();
    pause().await;
    old();
    pause().await;
    old();
}

#[resumable(state_machine)]
async fn deprecated_in_an_await() {
    aged().await;
}

#[deprecated]
async fn aged() {}

#[resumable(state_machine)]
async fn names_in_another_style() {
    let Name = 5;
    pause().await;
    println!("{Name}");
    fn Function() {}
    Function();
    const lower: u32 = 1;
    println!("{lower}");
}

#[resumable(state_machine)]
async fn unused_items() {
    use std::collections::HashMap;
    fn unused_function() {}
    const NEVER: u32 = 1;
    struct Unused;
    pause().await;
}

#[resumable(state_machine)]
async fn unused_syntax(c: bool) {
    pause().await;
    if (c) {
        pause().await;
    }
    let n = (1);
    pause().await;
    'unused: loop {
        pause().await;
        break;
    }
    let m = { n };
    pause().await;
    println!("{m}");;
    pause().await;
}

#[resumable(state_machine)]
async fn unused_unsafe() {
    pause().await;
    unsafe {
        pause().await;
    }
}

#[resumable(state_machine)]
async fn endless() {
    while true {
        pause().await;
    }
}

#[resumable(state_machine)]
async fn useless_comparison(n: u32) -> bool {
    pause().await;
    let always = n >= 0;
    pause().await;
    always
}

#[resumable(state_machine)]
async fn irrefutable(n: u32) {
    pause().await;
    if let m = n {
        pause().await;
        println!("{m}");
    }
}

#[resumable(state_machine)]
async fn shadowed_elided_lifetime(list: &Vec<u32>) -> std::slice::Iter<u32> {
    pause().await;
    list.iter()
}

#[resumable(state_machine)]
async fn overflow() -> u8 {
    let n = 255u8;
    pause().await;
    let m = 255u8 + 1;
    pause().await;
    n + m
}

#[resumable(state_machine)]
async fn out_of_bounds() -> u32 {
    let list = [1, 2, 3];
    pause().await;
    let n = [1, 2, 3][5];
    pause().await;
    n + list[2]
}

#[resumable(state_machine)]
async fn literal_too_large() -> u8 {
    pause().await;
    let n: u8 = 256;
    pause().await;
    n
}

#[resumable(state_machine)]
async fn lock_dropped(lock: &std::sync::Mutex<u32>) {
    pause().await;
    let _ = lock.lock();
    pause().await;
}

struct Holder(u32);

#[resumable(state_machine)]
impl Holder {
    async fn never_called_method(&self) {
        pause().await;
    }

    async fn unused_parameter_of_a_method(&self, unused: u32) -> u32 {
        pause().await;
        self.0
    }
}

// native: the future is of a type of this library
fn main() {
    uses_what_never_ends();
    let _ = Holder(1).unused_parameter_of_a_method(1);
    pause();
    unused_parameter(1);
    let _ = unused_mutable_parameter(1);
    let _ = (unused_variable(), unused_mut(), unused_pattern(None), unused_assignment(), never_read());
    let _ = (unused_result(), unused_result_of_an_await(), unused_future(), unused_value(1));
    let _ = (unreachable_statement(), unreachable_after_a_panic(), unreachable_after_a_loop(), unreachable_pattern(1));
    let _ = (deprecated_function(), deprecated_in_an_await(), names_in_another_style(), unused_items());
    let _ = (unused_syntax(true), unused_unsafe(), endless(), useless_comparison(1), irrefutable(1));
    let _ = (shadowed_elided_lifetime(&vec![]), overflow(), out_of_bounds(), literal_too_large());
    let _ = lock_dropped(&std::sync::Mutex::new(1));
}

#[resumable(state_machine)]
async fn never_ends(mut n: u32) -> u32 {
    loop {
        n += 1;
        pause().await;
    }
}

#[resumable(state_machine)]
async fn always_panics() -> u32 {
    pause().await;
    panic!("always")
}

#[resumable(state_machine)]
async fn unused_beside_a_variable_that_moves(request: Request, unused: u32) -> u32 {
    let mut never_mutated = 1;
    println!("{}", request.0);
    pause().await;
    must_be_used();
    request.send();
    return never_mutated;
    old();
}

struct Request(u32);

impl Request {
    fn send(self) {}
}

fn uses_what_never_ends() {
    let _ = unused_beside_a_variable_that_moves(Request(1), 1);
    let _ = (never_ends(1), always_panics());
}
