// A way out of the function, or an await, where a macro may do anything with it.
use resumable::resumable;

macro_rules! run {
    ($($e:tt)*) => { $($e)* };
}

macro_rules! bail {
    ($e:expr) => { return Err($e) };
}

macro_rules! ensure {
    ($c:expr, $e:expr) => { if !$c { return Err($e) } };
}

async fn next() -> Result<u32, String> {
    Ok(1)
}

#[resumable(stackful)]
async fn exits() -> Result<u32, String> {
    run! { return Ok(1) }
    run! { "5".parse::<u32>().map_err(|e| e.to_string())? };
    run! { next().await? };
    Ok(2)
}

#[resumable(stackful)]
async fn exits_of_loops() {
    loop {
        run! { if next().await.is_ok() { break } }
    }
}

#[resumable(stackful)]
async fn awaits() -> Result<u32, String> {
    ensure!(next().await.is_ok(), "no".to_string());
    bail!(next().await?.to_string());
}

#[resumable(stackful)]
async fn fine() -> Result<u32, String> {
    run! { let closure = |n: u32| -> Option<u32> { Some(n)?; return Some(n) }; }
    run! { for i in 0..3 { if i == 1 { break } } }
    Ok(closure(1).unwrap_or(0))
}

fn main() {}
