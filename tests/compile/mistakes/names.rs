//! Names that aren't there.
#![allow(unused)]
use resumable::resumable;

async fn pause() {}

enum Color {
    Red,
}

#[resumable(state_machine)]
async fn unknown_variable() {
    pause().await;
    drop(missing);
    pause().await;
}

#[resumable(state_machine)]
async fn misspelt_variable(number: u32) -> u32 {
    pause().await;
    let other = numbr + 1;
    pause().await;
    other
}

#[resumable(state_machine)]
async fn unknown_function() {
    missing().await;
    pause().await;
}

#[resumable(state_machine)]
async fn unknown_type() {
    Missing::new().await;
    let absent: Absent = pause().await;
    pause().await;
}

#[resumable(state_machine)]
async fn unknown_type_of_a_parameter(absent: Absent) {
    pause().await;
}

// native: the type stands in a signature that may be generic, and in the body
// state_machine: once more, without the suggestion
#[resumable(state_machine)]
async fn unknown_result() -> Absent {
    pause().await;
}

#[resumable(state_machine)]
async fn unknown_macro() {
    pause().await;
    missing!();
    pause().await;
}

#[resumable(state_machine)]
async fn unknown_macro_as_a_value(n: u32) -> u32 {
    pause().await;
    let value = missing!(n);
    pause().await;
    value
}

#[resumable(state_machine)]
async fn unknown_module() {
    missing::function().await;
    pause().await;
}

#[resumable(state_machine)]
async fn unknown_variant() -> u32 {
    pause().await;
    match Color::Red {
        Color::Green => pause().await,
        _ => {}
    }
    1
}

#[resumable(state_machine)]
async fn unknown_label() {
    loop {
        pause().await;
        break 'missing;
    }
}

// native: rustc calls it a block
// state_machine: twice, since the body is a labelled block
#[resumable(state_machine)]
async fn break_outside_of_a_loop() {
    pause().await;
    break;
}

#[resumable(state_machine)]
async fn lifetime_missing(a: &str, b: &str) -> &str {
    pause().await;
    a
}

#[resumable(state_machine)]
async fn lifetime_undeclared(a: &'a str) -> u32 {
    pause().await;
    1
}

#[resumable(state_machine)]
async fn await_in_a_closure(list: Vec<u32>) {
    pause().await;
    list.iter().for_each(|n| pause().await);
    pause().await;
}

#[resumable(state_machine)]
async fn unknown_format_argument(n: u32) {
    pause().await;
    println!("{missing}");
    println!("{} {}", n);
    pause().await;
}

// native: the pattern is matched in the body
#[resumable(state_machine)]
async fn bound_twice((a, a): (u32, u32)) {
    pause().await;
}

#[resumable(state_machine)]
async fn bound_twice_in_let(pair: (u32, u32)) -> u32 {
    pause().await;
    let (a, a) = pair;
    pause().await;
    a
}

fn main() {}
