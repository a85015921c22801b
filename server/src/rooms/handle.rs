//! The only public face of a room that is awake. Sending never waits for the room, except where
//! the sender says so.

use std::sync::Arc;

use protocol::command::Query;
use protocol::http::glance::Glance;
use protocol::refusal::Refusal;
use protocol::{At, Cid, RoomId, UserId};
use tokio::sync::{mpsc, oneshot};

use super::mailbox::{Asked, Joined, Letter, NotJoined, Reply, Sight, SocketId, Visit};
use crate::clock::Clock;
use crate::room::{Ask, Caller};

/// A way to a room. Copies lead to the same one.
#[derive(Clone, Debug)]
pub struct RoomHandle(Arc<Door>);

#[derive(Debug)]
struct Door {
    room: RoomId,
    life: u64,
    clock: Clock,
    letters: mpsc::Sender<Letter>,
}

/// The room went to sleep in the meantime; looking it up again wakes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoomGone;

impl RoomHandle {
    pub(super) fn new(room: RoomId, life: u64, clock: Clock, letters: mpsc::Sender<Letter>) -> Self {
        Self(Arc::new(Door { room, life, clock, letters }))
    }

    /// Which room.
    #[must_use]
    pub fn room(&self) -> &RoomId {
        &self.0.room
    }

    /// Which waking of the room.
    pub(super) fn life(&self) -> u64 {
        self.0.life
    }

    /// Whether the room has gone to sleep.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.letters.is_closed()
    }

    /// Ask for something; stamped with the time now. It is answered exactly once, through `reply`
    /// or, when the room cannot take it, here.
    ///
    /// # Errors
    /// [`Refusal::Busy`]: the mailbox is full, or the room is just going to sleep.
    pub fn order(
        &self,
        by: Caller,
        cid: Option<Cid>,
        seen: Option<At>,
        ask: Ask,
        reply: Reply,
    ) -> Result<(), Refusal> {
        let asked = Asked { at: self.0.clock.now(), by, cid, seen, ask, reply };
        self.try_send(Letter::Order(Box::new(asked)))
    }

    /// Ask for something and wait for the answer.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn ask(&self, by: Caller, cid: Option<Cid>, seen: Option<At>, ask: Ask) -> Result<(), Refusal> {
        let (reply, answer) = oneshot::channel();
        self.order(by, cid, seen, ask, Reply::Waiting(reply))?;
        answer.await.unwrap_or(Err(Refusal::Busy))
    }

    /// Ask a question; answered like an order.
    ///
    /// # Errors
    /// As [`RoomHandle::order`].
    pub fn query(
        &self,
        seen: Option<At>,
        query: Query,
        socket: SocketId,
        reply: Reply,
    ) -> Result<(), Refusal> {
        self.try_send(Letter::Query { seen, query, socket, reply })
    }

    /// Have an order refused that is not for the room to decide, in its turn.
    ///
    /// # Errors
    /// As [`RoomHandle::order`].
    pub fn refuse(&self, refusal: Refusal, reply: Reply) -> Result<(), Refusal> {
        self.try_send(Letter::Refused { reply, refusal })
    }

    /// Come to listen.
    ///
    /// # Errors
    /// The room is gone; or it lets nobody more in.
    pub async fn join(&self, visit: Visit) -> Result<Result<Joined, NotJoined>, RoomGone> {
        let (answer, answered) = oneshot::channel();
        let at = self.0.clock.now();
        self.0.letters.send(Letter::Join { at, visit, answer }).await.map_err(|_| RoomGone)?;
        answered.await.map_err(|_| RoomGone)
    }

    /// Listen no longer.
    pub async fn leave(&self, socket: SocketId) {
        // A room that is gone has no listeners.
        let at = self.0.clock.now();
        drop(self.0.letters.send(Letter::Leave { at, socket }).await);
    }

    /// A listener that had lagged has taken everything out: send the streams anew.
    pub async fn caught_up(&self, socket: SocketId) {
        drop(self.0.letters.send(Letter::CaughtUp { socket }).await);
    }

    /// What a member sees in its seat.
    ///
    /// # Errors
    /// The room is gone.
    pub async fn look(&self, user: UserId) -> Result<Sight, RoomGone> {
        let (answer, answered) = oneshot::channel();
        self.0.letters.send(Letter::Look { user, answer }).await.map_err(|_| RoomGone)?;
        answered.await.map_err(|_| RoomGone)
    }

    /// What the page of the room shows first; nothing before there is a game. A room that has more to do
    /// than its mailbox holds is not asked.
    ///
    /// # Errors
    /// The room is gone, or too busy.
    pub async fn glance(&self, user: Option<UserId>) -> Result<Option<Glance>, Refusal> {
        let (answer, answered) = oneshot::channel();
        self.try_send(Letter::Glance { user, answer })?;
        answered.await.map_err(|_| Refusal::Busy)
    }

    /// Whether somebody has a seat: nothing is made for it that he would see in it.
    ///
    /// # Errors
    /// The room is gone.
    pub async fn sits(&self, user: UserId) -> Result<bool, RoomGone> {
        let (answer, answered) = oneshot::channel();
        self.0.letters.send(Letter::Sits { user, answer }).await.map_err(|_| RoomGone)?;
        answered.await.map_err(|_| RoomGone)
    }

    /// Wait until the room has been read. Whether it could be.
    pub(super) async fn is_up(&self) -> bool {
        let (answer, answered) = oneshot::channel();
        self.0.letters.send(Letter::Hail { answer }).await.is_ok() && answered.await.is_ok()
    }

    /// Go to sleep now, if nobody is there.
    pub(super) async fn retire(&self) {
        let (answer, answered) = oneshot::channel();
        if self.0.letters.send(Letter::Retire { answer }).await.is_ok() {
            drop(answered.await);
        }
    }

    /// Hold the room and say good-bye to everybody in it.
    pub(super) async fn drain(&self) {
        let (answer, answered) = oneshot::channel();
        if self.0.letters.send(Letter::Drain { answer }).await.is_ok() {
            drop(answered.await);
        }
    }

    fn try_send(&self, letter: Letter) -> Result<(), Refusal> {
        self.0.letters.try_send(letter).map_err(|_| Refusal::Busy)
    }
}
