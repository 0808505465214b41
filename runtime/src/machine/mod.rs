//! What a lowered state machine is made of. The macro emits the states, the frame and the control flow; the parts here are what that
//! code calls.
//!
//! ```text
//! Machine<Framed<MoveNext, R, Shadow>>
//!                │            └─ the body as rustc would lower it: never run, decides `Send`
//!                ├─ runs from the state in the frame to the next await
//!                └─ owns the frame: state, awaiters, and a place per variable that lives across an await; its destructor drops what the state owns
//! ```
//!
//! Invariant of the frame, which every `unsafe` here and in emitted code rests on: a slot holds a value exactly while its guard is armed
//! (or, between polls, while the state says so or its `live` flag is set); the awaiter's field of a state holds a future exactly while the
//! frame is in that state. `move_next` sets the state to `Panicked` before it runs anything, so a frame whose poll unwound owns nothing.

mod awaiter;
mod behind;
mod capture;
mod consuming;
mod framed;
mod guard;
mod mistaken;
mod relocation;
mod slot;
mod taken_apart;
mod temporaries;
mod undecided;
mod value;

pub use awaiter::{Awaiter, Output, awaiter, drop_awaiter, poll, start};
pub use behind::{Behind, BuiltIn, CopiesOut};
pub use capture::{Capture, CapturedByReference, CapturedByValue, Lent, Moved, lend};
pub use consuming::{result, takes};
pub use core::cell::Cell;
pub use core::convert::Infallible;
pub use core::marker::PhantomData;
pub use core::mem::{ManuallyDrop, MaybeUninit};
pub use core::ops::ControlFlow;
pub use core::task::Poll;
pub use framed::{Framed, JumpingLeaf, Leaf, Pinned, Shadow, Step, resumed_after_end};
pub use framed::{lasting_mut, lasting_ref, taken_as};
pub use guard::{FlagGuard, Guard};
pub use mistaken::{Nothing, Question, Residual};
pub use relocation::{moved, relocated};
pub use slot::{
    Arm, Owned, absent, assertion_failed, assign, copied, copy_place, copy_slot, empty, forget, init, member, put,
    slot, take, taken_if,
};
pub use taken_apart::{HasDestructor, HasNoDestructor, Probe};
pub use temporaries::{
    Ends, First, PlaceOf, Temporary, beside, lent as lent_temporary, lent_mut as lent_mut_temporary, temporary,
};
pub use undecided::{Held, Once, call, held, never, receiver, unmade};
pub use value::Machine;
