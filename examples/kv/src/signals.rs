//! What ends the program: ctrl-c, and what a service manager sends.

use resumable::resumable;
use std::io;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC as Signal, CtrlClose, ctrl_c, ctrl_close};

/// The requests to end that have come since [`listen`](Self::listen).
pub struct Signals {
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(windows)]
    terminate: CtrlClose,
}

impl Signals {
    /// From now on signals don't kill the program.
    #[cfg(unix)]
    pub fn listen() -> io::Result<Self> {
        Ok(Signals { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// From now on signals don't kill the program.
    #[cfg(windows)]
    pub fn listen() -> io::Result<Self> {
        Ok(Signals { interrupt: ctrl_c()?, terminate: ctrl_close()? })
    }

    /// Waits for one of them.
    #[resumable]
    pub async fn any(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
