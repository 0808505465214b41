//! Types that don't fit.
#![allow(unused)]
use resumable::resumable;

async fn pause() {}

async fn takes(n: u32) -> u32 {
    n
}

async fn gives() -> Result<u32, std::num::ParseIntError> {
    Ok(1)
}

struct Point {
    x: u32,
    y: u32,
}

mod inner {
    pub struct Sealed {
        hidden: u32,
    }
    impl Sealed {
        fn secret(&self) {}
    }
    pub fn sealed() -> Sealed {
        Sealed { hidden: 1 }
    }
}

#[resumable(state_machine)]
async fn wrong_argument_of_an_awaited_call() -> u32 {
    takes("text").await
}

#[resumable(state_machine)]
async fn wrong_argument_between_awaits() {
    pause().await;
    let list: Vec<u32> = Vec::with_capacity("text");
    pause().await;
    drop(list);
}

#[resumable(state_machine)]
async fn wrong_argument_after_an_await(text: String) {
    pause().await;
    u32::pow(text, 2);
}

#[resumable(state_machine)]
async fn reference_missing(text: String) -> usize {
    pause().await;
    let length = str::len(text);
    pause().await;
    length
}

// native: a block declares no type, so rustc points to it in a note
#[resumable(state_machine)]
async fn wrong_tail() -> u32 {
    pause().await;
    "text"
}

#[resumable(state_machine)]
async fn wrong_tail_that_awaits() -> String {
    takes(1).await
}

// native: a block declares no type, so rustc points to it in a note
#[resumable(state_machine)]
async fn wrong_tail_without_awaits() -> u32 {
    "text"
}

#[resumable(state_machine)]
async fn tail_missing() -> u32 {
    pause().await;
}

// state_machine: twice, since the second time the value is dropped on purpose
#[resumable(state_machine)]
async fn tail_ended_by_a_semicolon() -> u32 {
    pause().await;
    takes(1).await;
}

// native: a block declares no type, so rustc points to it in a note
#[resumable(state_machine)]
async fn tail_too_many() {
    pause().await;
    5
}

// native: a block declares no type, so rustc points to it in a note
#[resumable(state_machine)]
async fn tail_not_wrapped(n: u32) -> Option<u32> {
    pause().await;
    n
}

// native: a block declares no type, so rustc points to it in a note
#[resumable(state_machine)]
async fn wrong_return(n: u32) -> Result<u32, String> {
    pause().await;
    if n == 0 {
        return 1;
    }
    pause().await;
    Ok(n)
}

#[resumable(state_machine)]
async fn wrong_return_that_awaits(n: u32) -> Result<u32, String> {
    if n == 0 {
        return takes(1).await;
    }
    pause().await;
    Ok(n)
}

// native: a block declares no type, so rustc points to it in a note
#[resumable(state_machine)]
async fn returns_nothing(n: u32) -> u32 {
    if n == 0 {
        return;
    }
    pause().await;
    n
}

#[resumable(state_machine)]
async fn wrong_error_of_question_mark() -> Result<u32, std::fmt::Error> {
    let n = gives().await?;
    pause().await;
    Ok(n)
}

#[resumable(state_machine)]
async fn wrong_error_between_awaits(text: &str) -> Result<u32, std::fmt::Error> {
    pause().await;
    let n: u32 = text.parse()?;
    pause().await;
    Ok(n)
}

#[resumable(state_machine)]
async fn wrong_error_in_an_operand(text: &str) -> Result<u32, std::fmt::Error> {
    Ok(takes(text.parse()?).await)
}

// native: rustc calls it a block
#[resumable(state_machine)]
async fn question_mark_without_a_result(text: &str) -> u32 {
    pause().await;
    let n = text.parse::<u32>()?;
    pause().await;
    n
}

// native: rustc calls it a block
#[resumable(state_machine)]
async fn question_mark_on_an_option() -> Result<u32, String> {
    let n = Some(1)?;
    pause().await;
    Ok(n)
}

#[resumable(state_machine)]
async fn question_mark_on_a_number() -> Result<u32, String> {
    let n = takes(1).await?;
    pause().await;
    Ok(n)
}

// state_machine: twice, since a number may be of any type
#[resumable(state_machine)]
async fn number_awaited() {
    5.await;
    pause().await;
}

#[resumable(state_machine)]
async fn result_of_a_call_awaited(text: String) -> usize {
    pause().await;
    let n = text.len().await;
    pause().await;
    n
}

#[resumable(state_machine)]
async fn awaited_twice() -> u32 {
    let n = takes(1).await.await;
    pause().await;
    n
}

// state_machine: twice, since rustc suggests `.await` in `async` code only
#[resumable(state_machine)]
async fn await_missing() -> u32 {
    pause().await;
    let n: u32 = takes(1);
    pause().await;
    n
}

// native: a block declares no type, so rustc points to it in a note
// state_machine: twice, since rustc suggests `.await` in `async` code only
#[resumable(state_machine)]
async fn await_missing_in_the_tail() -> u32 {
    pause().await;
    takes(1)
}

#[resumable(state_machine)]
async fn await_missing_before_question_mark() -> Result<u32, std::num::ParseIntError> {
    let n = gives()?;
    pause().await;
    Ok(n)
}

#[resumable(state_machine)]
async fn await_missing_before_a_method() -> u32 {
    let n = gives().unwrap();
    pause().await;
    n
}

#[resumable(state_machine)]
async fn await_missing_in_an_operand() -> u32 {
    pause().await;
    let n = takes(1) + 1;
    pause().await;
    n
}

// state_machine: twice, since rustc suggests `.await` in `async` code only, and what is matched is kept first
#[resumable(state_machine)]
async fn await_missing_in_a_match() -> u32 {
    pause().await;
    match gives() {
        Ok(n) => takes(n).await,
        Err(_) => 0,
    }
}

#[resumable(state_machine)]
async fn too_few_arguments() -> u32 {
    let n = takes().await;
    pause().await;
    n
}

#[resumable(state_machine)]
async fn too_many_arguments(text: String) -> usize {
    pause().await;
    let n = text.len(1);
    pause().await;
    takes(1, 2).await;
    n
}

#[resumable(state_machine)]
async fn unknown_method(text: String) {
    pause().await;
    text.missing();
    pause().await;
    text.absent().await;
}

#[resumable(state_machine)]
async fn misspelt_method(text: String) -> usize {
    pause().await;
    let n = text.lenn();
    pause().await;
    n
}

#[resumable(state_machine)]
async fn unknown_field(point: Point) -> u32 {
    pause().await;
    let z = point.z;
    pause().await;
    z
}

#[resumable(state_machine)]
async fn private_parts() {
    let sealed = inner::sealed();
    pause().await;
    sealed.secret();
    let hidden = sealed.hidden;
    pause().await;
    drop(hidden);
}

#[resumable(state_machine)]
async fn fields_missing() -> u32 {
    pause().await;
    let point = Point { x: 1 };
    pause().await;
    point.x
}

#[resumable(state_machine)]
async fn wrong_field() -> u32 {
    let point = Point { x: "text", y: takes(1).await };
    pause().await;
    point.x
}

#[resumable(state_machine)]
async fn annotations_needed() {
    pause().await;
    let list = Vec::new();
    pause().await;
    drop(list);
}

#[resumable(state_machine)]
async fn annotations_needed_for_collect(list: Vec<u32>) -> usize {
    pause().await;
    let copy = list.iter().map(|n| n + 1).collect();
    pause().await;
    copy.len()
}

#[resumable(state_machine)]
async fn annotations_needed_for_parse(text: &str) {
    let n = text.parse().unwrap();
    pause().await;
}

#[resumable(state_machine)]
async fn wrong_let() {
    let n: u32 = "text";
    pause().await;
    drop(n);
}

#[resumable(state_machine)]
async fn wrong_let_that_awaits() {
    let n: String = takes(1).await;
    pause().await;
    drop(n);
}

#[resumable(state_machine)]
async fn wrong_last_let_that_awaits() {
    pause().await;
    let n: String = takes(1).await;
    drop(n);
}

// native: the parameter is bound in the body, where its `mut` isn't part of the value
// state_machine: twice, since a parameter is bound in the shadow only
#[resumable(state_machine)]
async fn wrong_assignment(mut n: u32) -> u32 {
    pause().await;
    n = "text";
    pause().await;
    n
}

#[resumable(state_machine)]
async fn wrong_assignment_that_awaits(mut text: String) -> String {
    text = takes(1).await;
    pause().await;
    text
}

// state_machine: twice, since a resumed machine doesn't evaluate the condition
#[resumable(state_machine)]
async fn wrong_condition(n: u32) {
    pause().await;
    if n {
        pause().await;
    }
}

#[resumable(state_machine)]
async fn wrong_condition_that_awaits() {
    while takes(1).await {
        pause().await;
    }
}

// state_machine: twice, since an await is a block
#[resumable(state_machine)]
async fn branches_differ(c: bool) {
    let n = if c { takes(1).await } else { "text" };
    pause().await;
    drop(n);
}

#[resumable(state_machine)]
async fn branches_without_awaits_differ(c: bool) {
    pause().await;
    let n = if c { 1 } else { "text" };
    pause().await;
    drop(n);
}

// state_machine: twice, since an await is a block
#[resumable(state_machine)]
async fn else_missing(c: bool) -> u32 {
    pause().await;
    if c {
        takes(1).await
    }
}

// state_machine: twice, since an arm says also whether it awaits
#[resumable(state_machine)]
async fn arms_differ(n: u32) {
    let n = match n {
        0 => takes(1).await,
        1 => 5,
        _ => "text",
    };
    pause().await;
    drop(n);
}

#[resumable(state_machine)]
async fn wrong_pattern(n: Option<u32>) -> u32 {
    pause().await;
    match n {
        Ok(n) => takes(n).await,
        None => 0,
    }
}

#[resumable(state_machine)]
async fn wrong_pattern_in_let(n: (u32, u32)) -> u32 {
    pause().await;
    let (a, b, c) = n;
    pause().await;
    a
}

#[resumable(state_machine)]
async fn wrong_pattern_in_if_let(n: u32) -> u32 {
    if let Some(n) = n {
        pause().await;
    }
    1
}

#[resumable(state_machine)]
async fn operands_differ(n: u32) -> u32 {
    pause().await;
    let sum = n + "text";
    pause().await;
    sum
}

#[resumable(state_machine)]
async fn operands_that_await_differ() -> u32 {
    let sum = takes(1).await + "text";
    pause().await;
    sum
}

#[resumable(state_machine)]
async fn compared_with_text(n: u32) -> bool {
    pause().await;
    let same = n == "text";
    pause().await;
    same
}

#[resumable(state_machine)]
async fn number_dereferenced(n: u32) -> u32 {
    pause().await;
    let m = *n;
    pause().await;
    m
}

// state_machine: twice, since the second time the variable has no name
#[resumable(state_machine)]
async fn number_called(n: u32) {
    pause().await;
    n();
    pause().await;
}

#[resumable(state_machine)]
async fn number_indexed(n: u32) -> u32 {
    pause().await;
    let m = n[0];
    pause().await;
    m
}

#[resumable(state_machine)]
async fn wrong_index(list: Vec<u32>) -> u32 {
    pause().await;
    let m = list["text"];
    pause().await;
    m
}

#[resumable(state_machine)]
async fn wrong_cast(text: String) -> u32 {
    pause().await;
    let m = text as u32;
    pause().await;
    m
}

// state_machine: twice, since the second time the iterator is called by hand
#[resumable(state_machine)]
async fn number_iterated(n: u32) {
    for i in n {
        pause().await;
    }
}

// state_machine: twice, since what a format string captures becomes an argument
#[resumable(state_machine)]
async fn unprintable(point: Point) {
    pause().await;
    println!("{}", point);
    pause().await;
    let text = format!("{point:?}");
    pause().await;
    drop(text);
}

#[resumable(state_machine)]
async fn bound_not_met(point: Point) {
    pause().await;
    let other = point.clone();
    pause().await;
    needs_copy(point);
    pause().await;
}

fn needs_copy<T: Copy>(_: T) {}

#[resumable(state_machine)]
async fn wrong_closure(list: Vec<u32>) -> usize {
    pause().await;
    let count = list.iter().filter(|n| n.len()).count();
    pause().await;
    count
}

#[resumable(state_machine)]
async fn generic_bound_missing<T>(value: T) -> T {
    pause().await;
    let copy = value.clone();
    pause().await;
    copy
}

#[resumable(state_machine)]
async fn wrong_generic_argument() {
    let list = Vec::<u32, u32, u32>::new();
    pause().await;
}

// state_machine: twice, since the second time the condition is about resuming, too
#[resumable(state_machine)]
async fn break_with_a_value(c: bool) -> u32 {
    let n = while c {
        pause().await;
        break 5;
    };
    1
}

#[resumable(state_machine)]
async fn loop_of_another_type() -> u32 {
    let n: String = loop {
        pause().await;
        break takes(1).await;
    };
    1
}

struct Holder(u32);

// native: a block declares no type, so rustc points to it in a note
impl Holder {
    #[resumable(state_machine)]
    async fn wrong_method_argument(&self, n: u32) -> u32 {
        self.wrong_method_tail("text").await;
        pause().await;
        self.0
    }

    #[resumable(state_machine)]
    async fn wrong_method_tail(&mut self, n: u32) -> String {
        pause().await;
        self.0
    }
}

fn main() {}
