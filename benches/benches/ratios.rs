//! The 22 shapes, and how `state_machine` compares with `native`: `cargo bench -p resumable-benches --bench ratios`, with `-- --rounds N --only SHAPE`.
//!
//! In each round every shape runs in both strategies, each first in turn; medians of the rounds are compared, of each position of the stack
//! apart, then their mean. CPU time of the thread, so that
//! what else runs on the machine takes no part.

use resumable_benches::shapes::{self, Peer, Shape};
use std::hint::black_box;
use std::time::Duration;

fn main() {
    let is_bench = std::env::args().any(|a| a == "--bench"); // `cargo test` only tries it
    let rounds = option("--rounds").map_or(48, |n| n.parse().expect("a number of rounds"));
    let (rounds, share) = if is_bench { (rounds, 1) } else { (1, 100) };
    let only = option("--only");
    let chosen = shapes::all().into_iter().filter(|s| only.as_ref().is_none_or(|only| s.name.contains(only.as_str())));
    let mut measured: Vec<Measured> = chosen.map(Measured::new).collect();
    for round in 0..rounds + 1 {
        measured.iter_mut().for_each(|m| m.round(round, share));
    }
    report(&measured, rounds);
}

fn option(name: &str) -> Option<String> {
    std::env::args().skip_while(|a| a != name).nth(1)
}

struct Measured {
    shape: Shape,
    /// Nanoseconds for one run of the body, round by round.
    native: Vec<f64>,
    state_machine: Vec<f64>,
}

impl Measured {
    fn new(shape: Shape) -> Self {
        Measured { shape, native: Vec::new(), state_machine: Vec::new() }
    }

    /// The first round only warms up.
    fn round(&mut self, round: usize, share: u64) {
        let repetitions = self.shape.repetitions.div_ceil(share);
        let (native, state_machine) = if round.is_multiple_of(2) {
            let native = timed(&self.shape.native, repetitions, round);
            (native, timed(&self.shape.state_machine, repetitions, round))
        } else {
            let state_machine = timed(&self.shape.state_machine, repetitions, round);
            (timed(&self.shape.native, repetitions, round), state_machine)
        };
        if round > 0 {
            self.native.push(native);
            self.state_machine.push(state_machine);
        }
    }

    fn time_ratio(&self) -> f64 {
        typical(&self.state_machine) / typical(&self.native)
    }

    fn size_ratio(&self) -> f64 {
        self.shape.state_machine.bytes as f64 / self.shape.native.bytes as f64
    }
}

/// On a stack that begins at another part of a cache line from round to round: where it does decides up to 40 % for values of kilobytes, in either
/// strategy.
fn timed(peer: &Peer, repetitions: u64, round: usize) -> f64 {
    let start = cpu_time();
    match round / 2 % 4 {
        0 => shifted::<0>(peer, repetitions),
        1 => shifted::<16>(peer, repetitions),
        2 => shifted::<32>(peer, repetitions),
        _ => shifted::<48>(peer, repetitions),
    }
    (cpu_time() - start).as_nanos() as f64 / repetitions as f64
}

#[inline(never)]
fn shifted<const BYTES: usize>(peer: &Peer, repetitions: u64) {
    let below = [0u8; BYTES];
    black_box((peer.run)(black_box(repetitions)));
    black_box(&below);
}

fn report(measured: &[Measured], rounds: usize) {
    println!("medians of {rounds} interleaved rounds, nanoseconds of CPU time for one run of the body");
    println!(
        "{:26} {:>12} {:>14} {:>7} {:>9} {:>9} {:>7}",
        "shape", "native", "state_machine", "x", "bytes", "bytes", "x"
    );
    for m in measured {
        let (native, state_machine) = (typical(&m.native), typical(&m.state_machine));
        println!(
            "{:26} {native:12.1} {state_machine:14.1} {:7.2} {:9} {:9} {:7.2}",
            m.shape.name,
            m.time_ratio(),
            m.shape.native.bytes,
            m.shape.state_machine.bytes,
            m.size_ratio()
        );
    }
    let times: Vec<f64> = measured.iter().map(Measured::time_ratio).collect();
    let worst = times.iter().copied().fold(f64::MIN, f64::max);
    println!("time of state_machine: geometric mean {:.3} x native, worst {worst:.3} x", geometric_mean(&times));
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// `values` are of rounds from the second on.
fn typical(values: &[f64]) -> f64 {
    let of_position =
        |p: usize| (1..).zip(values).filter(|(round, _)| round / 2 % 4 == p).map(|(_, &v)| v).collect::<Vec<_>>();
    let medians: Vec<f64> = (0..4).filter_map(|p| median(of_position(p))).collect();
    medians.iter().sum::<f64>() / medians.len() as f64
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Of this thread.
#[cfg(unix)]
fn cpu_time() -> Duration {
    // SAFETY: `timespec` is plain numbers, for which zero is a value; the call fills it.
    let time = unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        assert_eq!(libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time), 0);
        time
    };
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere wall time stands in for it.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
