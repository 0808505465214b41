//! `frames`: how many frames of the program a backtrace shows between the poller and the leaf, when the leaf is 0, 3 and 10 calls down.
//!
//! Published (.NET 10 to 11): 9, 21 and 49 frames before, 3, 6 and 13 after: 4 a level, then 1 a level. Rust's futures show a closure per
//! level, boxes and wrappers a `poll` more; what is shown depends on what was inlined, and inlined frames are shown too.

use crate::equipment::executor::block_on;
use crate::equipment::leaf::Ready;
use crate::experiment::{Experiment, Findings, Found, Work};
use crate::measure::Method;
use crate::metric::FRAMES;
use crate::proof::Claim;
use crate::reading::{Place, Reading};
use crate::strategy::Strategy::{self, *};
use std::backtrace::Backtrace;
use std::hint::black_box;

pub static EXPERIMENT: Experiment = Experiment {
    name: "frames",
    about: "frames of a backtrace between the poller and the leaf",
    published: Some(".NET 10 to 11: 9, 21, 49 to 3, 6, 13 frames at 0, 3, 10 calls"),
    work: Work::Observed(observe),
    claims,
};

const DEPTHS: [u32; 3] = [0, 3, 10];

fn observe(_: &Method) -> Found {
    let mut readings = Vec::new();
    for depth in DEPTHS {
        let mut add = |strategy: Strategy, frames: usize| {
            readings.push(Reading::counted(Place::of(strategy).depth(depth), &FRAMES, frames as f64));
        };
        add(Plain, outermost(|| plain(depth)));
        add(Boxed, outermost(|| block_on(boxed::call(depth))));
        add(Native, outermost(|| block_on(native::call(depth))));
        add(StateMachine, outermost(|| block_on(state_machine::call(depth))));
        add(Stackful, outermost(|| block_on(stackful::call(depth))));
        add(AsyncRecursion, outermost(|| block_on(async_recursion::call(depth))));
        add(Reblessive, outermost(|| ::reblessive::Stack::new().enter(|stk| reblessive::call(stk, depth)).finish()));
    }
    Ok(Findings { readings, notes: Vec::new() })
}

fn claims() -> Vec<Claim> {
    [native::claims(), state_machine::claims(), stackful::claims()].concat()
}

/// The frames that follow.
#[inline(never)]
fn outermost(run: impl FnOnce() -> usize) -> usize {
    black_box(run())
}

/// Frames from the caller of this function to the poller, both excluded.
#[inline(never)]
fn captured() -> usize {
    between(&Backtrace::force_capture().to_string())
}

/// Input: lines `  12: name` with lines `at file` below them.
fn between(backtrace: &str) -> usize {
    let frames = backtrace
        .lines()
        .filter_map(|line| line.trim_start().split_once(": "))
        .filter(|(n, _)| n.chars().all(|c| c.is_ascii_digit()));
    let names: Vec<&str> = frames.map(|(_, name)| name).collect();
    let at = |function: &str| names.iter().position(|name| is_of(name, function));
    // The library may count the innermost function among its own frames, which it leaves out.
    let above = at("captured").map_or(0, |captured| captured + 1);
    at("outermost").map_or(0, |outermost| outermost - above)
}

/// Whether a frame's name is that of a function: with its path and without type arguments, or the other way round where there are
/// only line tables.
fn is_of(name: &str, function: &str) -> bool {
    name.split("::").any(|part| part.split('<').next() == Some(function))
}

#[inline(never)]
fn plain(depth: u32) -> usize {
    let frames = if depth == 0 { captured() } else { plain(depth - 1) };
    black_box(frames)
}

macro_rules! calls {
    ($depth:ident, $call:expr) => {{
        let from = Ready(1).await;
        let frames = if $depth == 0 { captured() } else { $call };
        black_box(frames + from as usize - 1)
    }};
}

mod native {
    use super::*;

    #[resumable::resumable(native)]
    pub async fn call(depth: u32) -> usize {
        Ready(1).await;
        let frames = if depth == 0 { captured() } else { Box::pin(call(depth - 1)).await };
        black_box(frames)
    }

    pub fn claims() -> Vec<Claim> {
        vec![Claim::new(module_path!(), "native", "call", &call(0))]
    }
}

mod state_machine {
    use super::*;

    #[resumable::resumable(state_machine)]
    pub async fn call(depth: u32) -> usize {
        Ready(1).await;
        let frames = if depth == 0 { captured() } else { Box::pin(call(depth - 1)).await };
        black_box(frames)
    }

    pub fn claims() -> Vec<Claim> {
        vec![Claim::new(module_path!(), "state_machine", "call", &call(0))]
    }
}

mod stackful {
    use super::*;

    #[resumable::resumable(stackful)]
    pub async fn call(depth: u32) -> usize {
        Ready(1).await;
        let frames = if depth == 0 { captured() } else { call(depth - 1).await };
        black_box(frames)
    }

    pub fn claims() -> Vec<Claim> {
        vec![Claim::new(module_path!(), "stackful", "call", &call(0))]
    }
}

mod boxed {
    use super::*;
    use std::future::Future;
    use std::pin::Pin;

    pub fn call(depth: u32) -> Pin<Box<dyn Future<Output = usize>>> {
        Box::pin(async move { calls!(depth, call(depth - 1).await) })
    }
}

mod async_recursion {
    use super::*;

    #[::async_recursion::async_recursion(?Send)]
    pub async fn call(depth: u32) -> usize {
        calls!(depth, call(depth - 1).await)
    }
}

mod reblessive {
    use super::*;
    use ::reblessive::Stk;

    pub async fn call(stk: &mut Stk, depth: u32) -> usize {
        calls!(depth, stk.run(move |stk| call(stk, depth - 1)).await)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_between_leaf_and_poller_are_counted() {
        let text = "   0: std::backtrace::create\n   1: lab::experiments::frames::captured\n             at ./frames.rs:3\n   2: a\n   3: b\n   \
                    4: outermost<lab::experiments::frames::observe::{closure#3}>\n   5: main\n";
        assert_eq!(between(text), 2);
    }
}
