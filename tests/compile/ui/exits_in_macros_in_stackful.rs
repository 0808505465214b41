// A way out of the function, or an await, where a macro may do anything with it.
use resumable::resumable;

/// May do anything with its tokens.
macro_rules! run {
    ($($name:ident => $e:expr)*) => { $($e)* };
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
    run! { a => return Ok(1) }
    run! { a => "5".parse::<u32>().map_err(|e| e.to_string())? };
    run! { a => next().await? };
    run! { if next().await.is_err() { return Ok(1) } }
    run! { next().await? };
    Ok(2)
}

#[resumable(stackful)]
async fn awaits() -> Result<u32, String> {
    ensure!(true, next().await.unwrap_err());
    bail!(next().await?.to_string());
}

#[resumable(stackful)]
async fn ambiguous() -> (u32, u32) {
    use tokio::join;
    join!(slow(String::from("x").len()), async { 3 })
}

async fn slow(n: usize) -> u32 {
    n as u32
}

#[resumable(stackful)]
async fn fine() -> Result<u32, String> {
    run! { let closure = |n: u32| -> Option<u32> { Some(n)?; return Some(n) }; }
    run! { for i in 0..3 { if i == 1 { break } } }
    ensure!(next().await? == 1, "no".to_string());
    Ok(closure(1).unwrap_or(0))
}

fn main() {}
