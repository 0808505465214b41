// The function that is refused is still there, so that the only error is the one to mend.
use resumable::resumable;

#[resumable(quick)]
async fn f() -> u32 {
    1
}

#[resumable(quick)]
mod inner {
    pub struct S;
    impl S {
        pub async fn method(&self) -> u32 {
            2
        }
    }
}

async fn uses() -> u32 {
    f().await + inner::S.method().await
}

fn main() {
    let _ = uses();
}
