//! What the program waits for, as text.

use crate::stack::{LiveCall, live_calls};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The calls that are on stacks of their own, as text: function, place in the source, how many, since when.
///
/// ```
/// # use resumable::resumable;
/// # use std::{future::{Future, pending}, pin::pin, task::{Context, Waker}};
/// #[resumable(stackful)]
/// async fn waits() { pending::<()>().await }
///
/// let mut call = pin!(waits());
/// let _ = call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
/// let text = resumable::dump().to_string();
/// assert!(text.contains("waits") && text.contains("1 suspended"), "{text}");
/// ```
///
/// The times are there if they were [watched](crate::watch_calls). Functions that were awaited by these calls are on their stacks, where a
/// debugger shows them; state machines and native futures hold no record of who waits for them.
pub fn dump() -> Dump {
    let mut functions = BTreeMap::<_, Function>::new();
    for call in live_calls() {
        functions.entry(call.function).or_default().add(&call);
    }
    Dump(functions)
}

/// See [`dump`]. Its `Display` is a line for each function.
#[derive(Clone, Debug)]
pub struct Dump(BTreeMap<&'static str, Function>);

/// The live calls of one function.
#[derive(Clone, Default, Debug)]
struct Function {
    place: Option<(&'static str, u32)>,
    running: usize,
    suspended: usize,
    oldest: Option<Duration>,
}

impl Function {
    fn add(&mut self, call: &LiveCall) {
        self.place = call.record.as_ref().map(|r| (r.file, r.line));
        self.running += usize::from(!call.is_suspended);
        self.suspended += usize::from(call.is_suspended);
        self.oldest = self.oldest.max(call.age);
    }
}

impl fmt::Display for Dump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let live: usize = self.0.values().map(|function| function.running + function.suspended).sum();
        writeln!(f, "{live} calls are on stacks of their own")?;
        self.0.iter().try_for_each(|(name, function)| line(f, name, function))
    }
}

/// `  my_crate::serve at src/serve.rs:12: 1 running, 2 suspended, the oldest for 1.5s`
fn line(f: &mut fmt::Formatter<'_>, name: &str, function: &Function) -> fmt::Result {
    write!(f, "  {name}")?;
    if let Some((file, line)) = function.place {
        write!(f, " at {file}:{line}")?;
    }
    write!(f, ": {} running, {} suspended", function.running, function.suspended)?;
    if let Some(oldest) = function.oldest {
        write!(f, ", the oldest for {oldest:.1?}")?;
    }
    writeln!(f)
}
