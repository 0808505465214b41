//! Macros in stackful bodies that hold an await, a `?` or a `return`, in their tokens or by their definition.

use resumable_tests::prelude::*;

/// The items compiled by rustc and as coroutines, and one test that they behave alike.
macro_rules! twins {
    ($(#[$doc:meta])* $case:ident $calls:tt $($body:tt)*) => {
        $(#[$doc])*
        #[allow(warnings, clippy::all, reason = "bodies are odd on purpose")]
        mod $case {
            use super::*;
            differential!(@module [] rustc $calls { $($body)* });
            differential!(@module [#[resumable_tests::resumable::resumable(stackful)]] stackful $calls { $($body)* });
            #[test]
            fn behaves_as_compiled_by_rustc() {
                resumable_tests::compare::assert_all_same(rustc::calls(), stackful::calls());
            }
        }
    };
}

twins! {
    /// A failed assertion shows the text of its condition, and has a `&str` as its payload where rustc's has.
    assertions { body(0), body(1), body(2), body(3), body(4) }
    async fn body(n: u32) -> Result<u32, Big> {
        let _d = Loud("d");
        assert!(later(n).await != 0);
        assert!(later(n).await != 1, "custom {}", later(n).await);
        debug_assert!(small(true, n)? != 2 && later(n).await != 2,);
        assert_ne!(later(n).await, 3, "compared with {n}");
        assert!(
            !(-1 == -i64::from(later(n).await) + 3)
                && *&later::<u32>(n).await < 9,
        );
        Ok(n)
    }
}

twins! {
    /// Writing into a value, with exits in the receiver and the arguments.
    writes { body(0), body(1), body(2) }
    async fn body(n: u32) -> Result<String, Box<dyn std::error::Error>> {
        use std::fmt::Write;
        let mut text = String::new();
        let _d = Loud("d");
        write!(text, "{}-{named}", later(n).await, named = match n { 1 => return Ok("returned".into()), _ => later(7).await })?;
        writeln!({ step("receiver"); &mut text }, "{:?}", small(n != 2, n).map_err(|_| "failed")?)?;
        Ok(text)
    }
}

twins! {
    /// Macros with the grammar of `log` and `tracing`: a target, fields, and sigils which look like `?`.
    logs { body(0), body(1) }
    macro_rules! info {
        (target: $t:expr, $($rest:tt)*) => { step(format!("{}: {}", $t, info!(@ $($rest)*))) };
        (@ $($name:ident = ? $value:expr,)* $text:literal $(, $e:expr)*) => { format!(concat!($text, $(stringify!($name), "={:?}",)*) $(, $e)* $(, $value)*) };
        ($($rest:tt)*) => { step(info!(@ $($rest)*)) };
    }
    async fn body(n: u32) -> Result<u32, Big> {
        let _d = Loud("d");
        info!(error = ?n, "plain {} ", n);
        info!(target: "t", error = ?small(n != 1, n)?, "exits {} ", later(n).await);
        Ok(n)
    }
}

twins! {
    /// `bail!` and `ensure!` of anyhow hide a `return`.
    hidden_returns { body(0), body(1), body(2), body(3) }
    async fn body(n: u32) -> Result<u32, String> {
        fallible(n).await.map_err(|e| e.to_string())
    }
    async fn fallible(n: u32) -> anyhow::Result<u32> {
        use anyhow::{bail, ensure};
        let d = Loud("d");
        later(n).await;
        if n == 1 {
            bail!("one, and {}", d.by_ref());
        }
        ensure!(later(n).await != 2 && small(n != 9, n).is_ok(), "two, and {}", d.by_ref());
        anyhow::ensure!(n != 3);
        let v = match n { 9 => bail!("nine"), n => n };
        Ok(later(v).await)
    }
}

twins! {
    /// Macros that are not known keep what is their own: closures, `async` blocks, sigils, loops.
    own_exits { body(0), body(1) }
    macro_rules! call { ($f:expr, $($rest:tt)*) => { $f($($rest)*) } }
    macro_rules! drive { ($f:expr) => { $f.await } }
    async fn body(n: u32) -> u32 {
        let _d = Loud("d");
        let a = call!(|x: Option<u32>| { let y = x?; if y == 0 { return None } Some(y + 1) }, Some(n)).unwrap_or(9);
        let b = call!(|x: u32| -> Result<u32, Small> { small(n != 0, x)?; Ok(x) }, 4).unwrap_or(8);
        let c = async { drive!(later(5)) }.await;
        let d = (async || { call!(later, 6).await; let r: Option<u32> = None; let z = (|| Some(r?))(); z.is_none() })().await;
        a + b + c + d as u32
    }
}

twins! {
    /// A macro's block of its own borrows and moves what an expression in its place would.
    blocks_of_their_own { body() }
    async fn body() -> u32 {
        let mut total = 1;
        let moved = Loud("moved");
        let kept = Loud("kept");
        let all = vec![{ total += 1; total }, later(2).await, { let m = moved; m.by_ref() as u32 }, kept.by_ref() as u32];
        let a = all.iter().sum::<u32>();
        total += later(a).await;
        total + kept.by_ref() as u32
    }
}

twins! {
    /// Handlers of a `select!` that is used without its path, with `mut`, nested and alternative patterns.
    select_patterns { body(0), body(1), body(2) }
    use tokio::select;
    async fn body(n: u32) -> Option<u32> {
        let _d = Loud("d");
        let mut rounds = 0;
        loop {
            rounds += 1;
            let r = select! {
                biased;
                Some((mut a, [b, ..])) = later(if n == 0 { Some((1, [2, 3])) } else { None }) => { a += later(b).await; a }
                Ok(v) | Err(v) = later(if n == 1 { Ok(3) } else { Err(4) }), if n != 2 => v + Some(rounds)?,
                None::<u32> = later(None) => { if rounds < 2 { continue } return None }
            };
            return Some(r);
        }
    }
}

/// `dbg!` prints the text of its argument, and where it stands.
#[test]
fn dbg_shows_the_source() {
    use resumable_tests::resumable::{block_on, resumable};

    #[resumable(stackful)]
    async fn body() -> (u32, u32) {
        let one = dbg!(std::future::ready(1).await);
        (one, dbg!(!std::future::ready(0u32).await >> 31))
    }
    if std::env::var_os("SHOW_DBG").is_some() {
        assert_eq!(block_on(body()), (1, 1));
        return;
    }
    let line = line!() - 7;
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["dbg_shows_the_source", "--exact", "--nocapture"])
        .env("SHOW_DBG", "1")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let shown: Vec<&str> = stderr.lines().collect();
    let file = file!();
    assert!(output.status.success(), "{stderr}");
    assert!(shown.contains(&&*format!("[{file}:{line}:19] std::future::ready(1).await = 1")), "{stderr}");
    assert!(
        shown.contains(&&*format!("[{file}:{}:15] !std::future::ready(0u32).await >> 31 = 1", line + 1)),
        "{stderr}"
    );
}
