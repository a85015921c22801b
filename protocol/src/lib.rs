//! Every byte that leaves the process, on a socket or in the log.
//!
//! One definition serves the room, the log and the wire. TypeScript types and a JSON Schema are
//! written from it by the `export` binary; golden files in `protocol/tests` keep released forms
//! readable for ever. See `docs/protocol.md` for the story these types tell.
//!
//! This crate must not know sockets, clocks, databases or the room's rules.
//!
//! The rule for changes: fields and variants may be added (a reader ignores what it does not
//! know), never renamed, removed or given another meaning within one major version.

pub mod betting;
pub mod close;
pub mod command;
pub mod event;
pub mod http;
pub mod ids;
pub mod limits;
pub mod message;
pub mod motion;
pub mod names;
pub mod record;
pub mod refusal;
pub mod settings;
pub mod strict;
pub mod view;

pub use close::CloseCode;
pub use command::{At, Command, Query};
pub use event::{Audience, Event};
pub use ids::{BallotId, Cid, MarketId, MemberId, MotionId, RoomId, UserId};
pub use message::{ClientFrame, ServerFrame, Stream};
pub use motion::{Motion, MotionKind};
pub use record::Entry;
pub use refusal::{Refusal, Retry};
pub use settings::RoomSettings;
pub use view::Snapshot;

/// The subprotocol that a client offers at the upgrade: major version and encoding.
pub const SUBPROTOCOL: &str = "sindillo.v1.json";

/// Minor version of the protocol: raised when something is added.
pub const PROTO_MINOR: u16 = 2;

/// The oldest minor version that a client may still speak. 0 gave up a game by a command of its own,
/// which is a motion since 1.
pub const PROTO_OLDEST: u16 = 1;

/// Version of the rules written into every log record; raised by a fix that changes what a move
/// does. Old games keep the traces they were played with.
pub const RULES_VERSION: u16 = 1;
