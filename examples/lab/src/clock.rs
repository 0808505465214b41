//! Which time is measured: the CPU time of the measuring thread. No experiment waits for anything, so on an idle machine it equals wall
//! time, and on a busy one it leaves out the others' share.

use std::time::Duration;

/// Time since a fixed moment.
#[cfg(unix)]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Time since a fixed moment: wall time, where the CPU time of a thread isn't known.
#[cfg(not(unix))]
pub fn now() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
