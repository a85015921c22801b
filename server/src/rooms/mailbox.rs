//! Everything that can reach a room, as a closed list.

use std::sync::Arc;

use engine::Ruleset;
use protocol::command::Query;
use protocol::http::glance::Glance;
use protocol::message::{Resume, Role};
use protocol::refusal::Refusal;
use protocol::{At, Cid, CloseCode, Snapshot, UserId};
use tokio::sync::oneshot;

use super::bets::AddressMark;
use super::outbox::Outbox;
use crate::room::{Ask, Caller};

/// A listener of one room, as long as the process lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SocketId(pub u64);

/// A letter to a room. What counts by its moment is stamped when it is sent, not when it is read.
#[derive(Debug)]
pub(super) enum Letter {
    /// Something to be decided, saved and told.
    Order(Box<Asked>),
    /// A question about the present.
    Query { seen: Option<At>, query: Query, socket: SocketId, reply: Reply },
    /// An order that was refused on the way: it is answered in its turn, behind those before it.
    Refused { reply: Reply, refusal: Refusal },
    /// A listener comes.
    Join { at: u64, visit: Visit, answer: oneshot::Sender<Result<Joined, NotJoined>> },
    /// A listener is gone.
    Leave { at: u64, socket: SocketId },
    /// Somebody wants to know whether the room is up.
    Hail { answer: oneshot::Sender<()> },
    /// A listener that had lagged has caught up.
    CaughtUp { socket: SocketId },
    /// What a member in its seat sees.
    Look { user: UserId, answer: oneshot::Sender<Sight> },
    /// What the page of the room shows first, to a person or to somebody new; nothing before there is a game.
    Glance { user: Option<UserId>, answer: oneshot::Sender<Option<Glance>> },
    /// Whether a person has a seat.
    Sits { user: UserId, answer: oneshot::Sender<bool> },
    /// Whoever opened the room wants another one: go to sleep if nobody is here.
    Retire { answer: oneshot::Sender<()> },
    /// The server is about to stop.
    Drain { answer: oneshot::Sender<()> },
}

/// An order before it is stamped with chance.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) at: u64,
    pub(super) by: Caller,
    pub(super) cid: Option<Cid>,
    pub(super) seen: Option<At>,
    pub(super) ask: Ask,
    pub(super) reply: Reply,
}

/// Whom to answer.
#[derive(Debug)]
pub enum Reply {
    /// A socket, by the identity of its order.
    Socket(Arc<Outbox>, Cid),
    /// Somebody who waits.
    Waiting(oneshot::Sender<Result<(), Refusal>>),
    /// Nobody.
    Nobody,
}

/// Somebody who comes to listen.
#[derive(Debug)]
pub struct Visit {
    /// Who.
    pub user: UserId,
    /// The session's name.
    pub name: String,
    /// The tab: a later visit of the same tab takes the place of this one.
    pub tab: String,
    /// Where he left off.
    pub resume: Option<Resume>,
    /// Whether he has an account.
    pub registered: bool,
    /// Where he comes from; nothing where that is not known.
    pub address: Option<AddressMark>,
    /// Where to tell him.
    pub outbox: Arc<Outbox>,
}

/// Somebody was let in; the welcome is in his outbox.
#[derive(Clone, Copy, Debug)]
pub struct Joined {
    /// By which to leave again.
    pub socket: SocketId,
}

/// Somebody was not let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotJoined(pub CloseCode);

/// What a member in its seat sees at a moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Sight {
    /// Who one is.
    pub role: Role,
    /// Every stream one may read.
    pub snapshots: Vec<Snapshot>,
    /// The rules of the game that is played: those of a later game of a match may differ from what
    /// was chosen.
    pub rules: Option<Ruleset>,
    /// The time.
    pub now: u64,
}
