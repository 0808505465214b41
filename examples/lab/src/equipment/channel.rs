//! Test equipment of the `suspend` experiment: a channel with room for one message that allocates nothing per message.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// One direction.
#[derive(Default)]
struct Slot {
    message: Cell<Option<u64>>,
    receiver: Parked,
    sender: Parked,
    sent: Cell<u64>,
}

/// The waker of whoever waited last. It is kept after a wake, since the same task waits next time.
#[derive(Default)]
struct Parked(RefCell<Option<Waker>>);

impl Parked {
    fn register(&self, cx: &Context<'_>) {
        let mut parked = self.0.borrow_mut();
        if !parked.as_ref().is_some_and(|w| w.will_wake(cx.waker())) {
            *parked = Some(cx.waker().clone());
        }
    }

    fn wake(&self) {
        if let Some(waker) = &*self.0.borrow() {
            waker.wake_by_ref();
        }
    }
}

impl Slot {
    fn poll_send(&self, message: u64, cx: &Context<'_>) -> Poll<()> {
        if self.message.get().is_some() {
            self.sender.register(cx);
            return Poll::Pending;
        }
        self.message.set(Some(message));
        self.sent.set(self.sent.get() + 1);
        self.receiver.wake();
        Poll::Ready(())
    }

    fn poll_receive(&self, cx: &Context<'_>) -> Poll<u64> {
        match self.message.take() {
            Some(message) => {
                self.sender.wake();
                Poll::Ready(message)
            }
            None => {
                self.receiver.register(cx);
                Poll::Pending
            }
        }
    }
}

/// One end of a two-way connection.
pub struct Port {
    inbox: Rc<Slot>,
    outbox: Rc<Slot>,
}

impl Port {
    /// The ends of a connection.
    pub fn pair() -> (Port, Port) {
        let (there, back) = (Rc::<Slot>::default(), Rc::<Slot>::default());
        (Port { inbox: back.clone(), outbox: there.clone() }, Port { inbox: there, outbox: back })
    }

    /// Waits until the other end has taken the message before.
    pub fn send(&self, message: u64) -> impl Future<Output = ()> {
        poll_fn(move |cx| self.outbox.poll_send(message, cx))
    }

    pub fn receive(&self) -> impl Future<Output = u64> {
        poll_fn(|cx| self.inbox.poll_receive(cx))
    }

    /// What can be seen of the connection from outside.
    pub fn meter(&self) -> Meter {
        Meter { slots: [self.inbox.clone(), self.outbox.clone()] }
    }
}

/// Reads a connection without taking part in it.
pub struct Meter {
    slots: [Rc<Slot>; 2],
}

impl Meter {
    /// Messages sent so far, both ways.
    pub fn sent(&self) -> u64 {
        self.slots.iter().map(|s| s.sent.get()).sum()
    }

    /// A digest of the messages under way.
    pub fn digest(&self) -> u64 {
        self.slots.iter().fold(0, |digest, s| digest.rotate_left(7) ^ s.message.get().unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::pin;

    fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[test]
    fn a_message_arrives_at_the_other_end_only() {
        let (a, b) = Port::pair();
        assert_eq!(poll(pin!(a.send(7))), Poll::Ready(()));
        assert_eq!(poll(pin!(a.receive())), Poll::Pending);
        assert_eq!(poll(pin!(b.receive())), Poll::Ready(7));
        assert_eq!(a.meter().sent(), 1);
    }

    #[test]
    fn there_is_room_for_one() {
        let (a, b) = Port::pair();
        assert_eq!(poll(pin!(a.send(1))), Poll::Ready(()));
        let mut second = pin!(a.send(2));
        assert_eq!(poll(second.as_mut()), Poll::Pending);
        assert_eq!(poll(pin!(b.receive())), Poll::Ready(1));
        assert_eq!(poll(second), Poll::Ready(()));
        assert_eq!(poll(pin!(b.receive())), Poll::Ready(2));
    }

    #[test]
    fn the_digest_follows_the_message() {
        let (a, b) = Port::pair();
        let empty = a.meter().digest();
        assert_eq!(poll(pin!(a.send(5))), Poll::Ready(()));
        assert_ne!(a.meter().digest(), empty);
        assert_eq!(poll(pin!(b.receive())), Poll::Ready(5));
        assert_eq!(a.meter().digest(), empty);
    }
}
