//! One text frame from a client: read strictly, paid for, handed to the room, answered once.

use std::sync::Arc;

use protocol::limits::BAD_MESSAGES_PER_MINUTE;
use protocol::message::{Answer, BadFrame};
use protocol::refusal::Refusal;
use protocol::{Cid, ClientFrame, CloseCode, ServerFrame};

use super::credits::{Bucket, Rate};
use crate::http::Server;
use crate::room::{Ask, Caller};
use crate::rooms::{Outbox, Reply, RoomHandle, SocketId, encode};

/// Bad messages of a socket.
const BAD: Rate =
    Rate { each_ms: 60_000 / BAD_MESSAGES_PER_MINUTE as u64, burst: BAD_MESSAGES_PER_MINUTE as u64 };
/// Orders over the limit that are still answered.
const DENIED: Rate = Rate { each_ms: 500, burst: 100 };
/// Pings of the page, pings and unasked pongs of the protocol.
const CONTROL: Rate = Rate { each_ms: 1_000, burst: 10 };

/// What reads the frames of a socket.
pub(super) struct Inbound {
    pub(super) server: Server,
    pub(super) handle: RoomHandle,
    pub(super) socket: SocketId,
    pub(super) caller: Caller,
    pub(super) outbox: Arc<Outbox>,
    pub(super) allowance: Allowance,
}

/// What a socket may still do wrong.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    bad: Bucket,
    denied: Bucket,
    control: Bucket,
}

impl Inbound {
    /// Work on a text frame.
    ///
    /// # Errors
    /// The code to close the socket with.
    pub(super) fn take(&mut self, text: &str) -> Result<(), CloseCode> {
        match ClientFrame::decode(text) {
            Ok(ClientFrame::Command { c, at, command }) => {
                let weight = command.weight();
                self.pay(c, weight, |inbound, reply| {
                    let by = inbound.caller.clone();
                    inbound.handle.order(by, Some(c), at, Ask::Command(command), reply)
                })
            }
            Ok(ClientFrame::Query { c, at, query }) => {
                let weight = query.weight();
                self.pay(c, weight, |inbound, reply| inbound.handle.query(at, query, inbound.socket, reply))
            }
            Ok(ClientFrame::Ping(ping)) => {
                self.control()?;
                let pong = ServerFrame::Pong { t: ping.t, now: self.server.0.clock.now() };
                self.outbox.answer(encode(&pong));
                Ok(())
            }
            Ok(ClientFrame::Bye) => {
                self.control()?;
                self.outbox.says_bye();
                Ok(())
            }
            Ok(ClientFrame::Hello(_)) => Err(CloseCode::BadSession),
            Err(bad) => self.bad(bad),
        }
    }

    /// A control frame was met.
    ///
    /// # Errors
    /// There were too many.
    pub(super) fn control(&mut self) -> Result<(), CloseCode> {
        let now = self.server.0.clock.now();
        self.allowance.control.take(CONTROL, 1, now).map_err(|_| CloseCode::Flood)
    }

    fn pay(
        &mut self,
        c: Cid,
        weight: u32,
        order: impl FnOnce(&Self, Reply) -> Result<(), Refusal>,
    ) -> Result<(), CloseCode> {
        let now = self.server.0.clock.now();
        let Some(user) = self.caller.user() else { return Err(CloseCode::Internal) };
        match self.server.0.sockets.credits.take(user, weight, now) {
            Ok(()) => {
                let reply = Reply::Socket(Arc::clone(&self.outbox), c);
                if let Err(refusal) = order(self, reply) {
                    self.answer(c, refusal.into());
                }
            }
            Err(wait) => {
                self.allowance.denied.take(DENIED, 1, now).map_err(|_| CloseCode::Flood)?;
                self.refuse(c, Refusal::RateLimited { wait_ms: u32::try_from(wait).unwrap_or(u32::MAX) });
            }
        }
        Ok(())
    }

    /// Refuse an order behind the answers to those before it.
    fn refuse(&self, c: Cid, refusal: Refusal) {
        let reply = Reply::Socket(Arc::clone(&self.outbox), c);
        if let Err(refusal) = self.handle.refuse(refusal, reply) {
            self.answer(c, refusal.into());
        }
    }

    fn bad(&mut self, bad: BadFrame) -> Result<(), CloseCode> {
        let now = self.server.0.clock.now();
        self.allowance.bad.take(BAD, 1, now).map_err(|_| CloseCode::BadSession)?;
        let err = Refusal::BadMessage { why: bad.why };
        match bad.c {
            Some(c) => self.refuse(c, err),
            None => self.outbox.answer(encode(&ServerFrame::Err { retry: err.retry(), err })),
        }
        Ok(())
    }

    fn answer(&self, c: Cid, a: Answer) {
        self.outbox.answer(encode(&ServerFrame::Res { c, a }));
    }
}
