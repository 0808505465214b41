use resumable::resumable;

#[resumable]
struct S;

#[resumable(stackful)]
enum E {
    A,
}

#[resumable]
const C: u32 = 1;

#[resumable]
static S2: u32 = 1;

fn main() {}
