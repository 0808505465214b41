use resumable::resumable;

#[resumable]
fn f() -> u32 {
    1
}

struct S;

impl S {
    #[resumable(native)]
    pub fn method(&self) {}
}

fn main() {}
