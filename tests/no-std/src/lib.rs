//! What firmware is made of: guards, `?`, loops and matches, in each strategy that does without the standard library and an allocator.

#![no_std]

use core::cell::Cell;
use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use resumable::resumable;

/// A line of a bus, ready at every second poll.
pub struct Bus {
    pub bytes: &'static [u8],
    at: Cell<usize>,
    polled: Cell<bool>,
    /// Transfers that are under way.
    pub open: Cell<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BusError {
    Ended,
    Checksum { expected: u8, found: u8 },
}

/// A claim on the bus, given up by its destructor.
pub struct Transfer<'b>(&'b Bus);

impl Drop for Transfer<'_> {
    fn drop(&mut self) {
        self.0.open.set(self.0.open.get() - 1);
    }
}

struct Read<'b>(&'b Bus);

impl Future for Read<'_> {
    type Output = Result<u8, BusError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        if !self.0.polled.replace(!self.0.polled.get()) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let at = self.0.at.replace(self.0.at.get() + 1);
        Poll::Ready(self.0.bytes.get(at).copied().ok_or(BusError::Ended))
    }
}

impl Bus {
    pub fn new(bytes: &'static [u8]) -> Self {
        Bus { bytes, at: Cell::new(0), polled: Cell::new(false), open: Cell::new(0) }
    }

    fn claim(&self) -> Transfer<'_> {
        self.open.set(self.open.get() + 1);
        Transfer(self)
    }
}

/// The same functions in every strategy.
macro_rules! firmware {
    ($strategy:ident) => {
        #[resumable($strategy)]
        pub mod $strategy {
            use super::{Bus, BusError, Read};

            /// One length, that many bytes, and their sum.
            pub async fn packet(bus: &Bus, into: &mut [u8]) -> Result<usize, BusError> {
                let transfer = bus.claim();
                let length = usize::from(Read(bus).await?);
                let mut sum = 0u8;
                let places = into.iter_mut().take(length);
                for place in places {
                    let byte = Read(bus).await?;
                    sum = sum.wrapping_add(byte);
                    *place = byte;
                }
                let expected = Read(bus).await?;
                if expected != sum {
                    return Err(BusError::Checksum { expected, found: sum });
                }
                drop(transfer);
                assert!(sum == expected);
                Ok(length)
            }

            /// All packets until the bus ends.
            pub async fn packets(bus: &Bus) -> Result<usize, BusError> {
                let mut buffer = [0u8; 16];
                let mut bytes = 0usize;
                loop {
                    match packet(bus, &mut buffer).await {
                        Ok(length) => bytes += length,
                        Err(BusError::Ended) => break,
                        Err(other) => return Err(other),
                    }
                }
                Ok(bytes)
            }
        }
    };
}

firmware!(state_machine);
firmware!(native);
