//! Compiles only if neither `resumable` nor what it depends on brings the standard library, whose panic handler would be the second:
//! `cargo check -p resumable-no-std-tests --features freestanding --example freestanding`.

#![no_std]

use core::pin::Pin;
use core::task::{Context, Poll};
use resumable_no_std_tests::{Bus, BusError, state_machine};

#[panic_handler]
fn halt(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// One turn of the firmware's main loop.
pub fn poll(packets: Pin<&mut impl Future<Output = Result<usize, BusError>>>, cx: &mut Context<'_>) -> Poll<usize> {
    packets.poll(cx).map(|bytes| bytes.unwrap_or(0))
}

/// What that loop polls.
pub fn packets(bus: &Bus) -> impl Future<Output = Result<usize, BusError>> {
    state_machine::packets(bus)
}
