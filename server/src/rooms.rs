//! The shell around the pure room: one task for each room that is awake, the mailbox in front of
//! it, the streams behind it.
//!
//! A letter comes in, orders are decided together, what happened is saved, and only then applied,
//! told and answered. Nothing here knows HTTP or what a socket is: a listener is an [`Outbox`].

mod actor;
mod answers;
mod batch;
mod behind;
mod bell;
mod bets;
mod calls;
mod ceiling;
mod facts;
mod feed;
mod frame;
mod gate;
mod handle;
mod house;
mod listeners;
mod load;
mod mailbox;
mod outbox;
mod publisher;
mod registry;
mod rings;
mod setback;
mod story;
mod waker;

pub use bell::{Bell, Dismissed};
pub use bets::{AddressMark, AddressSecret};
pub use ceiling::Ceiling;
pub use frame::{Frame, encode};
pub use handle::{RoomGone, RoomHandle};
pub use house::House;
pub use load::{Checked, check};
pub use mailbox::{Joined, NotJoined, Reply, Sight, SocketId, Visit};
pub use outbox::{Outbox, Parcel};
pub use registry::{BotDoor, Opening, Rooms, SeatedBot};
pub use story::told;
