//! Which time is measured. No experiment waits for anything unless it says so; so on an idle machine CPU time equals wall time, and on a
//! busy one it leaves out the others' share.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// The CPU time of the measuring thread.
    Thread,
    /// The CPU time of all threads of the process: for peers that bring their own.
    Process,
    /// What a watch shows.
    Wall,
}

impl Clock {
    /// Time since a fixed moment. Wall time where the CPU time isn't known.
    pub fn now(self) -> Duration {
        match self {
            Clock::Wall => wall(),
            Clock::Thread | Clock::Process => self.cpu(),
        }
    }

    #[cfg(unix)]
    fn cpu(self) -> Duration {
        use rustix::time::{ClockId, clock_gettime};
        let id = if self == Clock::Thread { ClockId::ThreadCPUTime } else { ClockId::ProcessCPUTime };
        let time = clock_gettime(id);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }

    #[cfg(not(unix))]
    fn cpu(self) -> Duration {
        wall()
    }
}

fn wall() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
