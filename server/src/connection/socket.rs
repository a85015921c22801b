//! The life of a socket after `hello`: reading, writing, watching over both, and the end.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use protocol::CloseCode;
use protocol::limits::{MESSAGE_MS, PING_MS, SILENCE_MS, WRITE_STALL_MS};
use tokio::time::{Instant, Interval, MissedTickBehavior};

use super::hello::Arrival;
use super::inbound::{Allowance, Inbound};
use super::outbound::{Stuck, close, code_of, code_of_end, send};
use crate::accounts;
use crate::http::Admission;
use crate::net::Meter;
use crate::room::Caller;
use crate::rooms::{Outbox, Parcel, RoomHandle, SocketId};

/// How often a socket is looked after.
const WATCH: Duration = Duration::from_secs(5);
/// Bytes of a control frame of a client before its payload: two, and four of the mask.
const CONTROL_HEAD: u64 = 6;
/// How long what is left to say may take.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// Sockets of a server that stops are closed within this time, not all at once.
const FAREWELL_MS: u64 = 800;

/// A socket in its room.
pub(super) struct Socket {
    socket: WebSocket,
    inbound: Inbound,
    outbox: Arc<Outbox>,
    meter: Arc<Meter>,
    watch: Watch,
    /// Waits for the session to end in which the socket was opened.
    ended: accounts::Watch,
}

/// What is known of how a socket does.
struct Watch {
    ticks: Interval,
    pinged: Instant,
    heard: Instant,
}

impl Socket {
    pub(super) fn new(
        socket: WebSocket,
        arrival: Arrival,
        handle: RoomHandle,
        id: SocketId,
        admission: Admission,
        outbox: Arc<Outbox>,
        ended: accounts::Watch,
    ) -> Self {
        let caller = Caller::Person { user: admission.user, name: admission.name };
        let inbound = Inbound {
            server: arrival.server,
            handle,
            socket: id,
            caller,
            outbox: Arc::clone(&outbox),
            allowance: Allowance::default(),
        };
        arrival.meter.settle();
        Self { socket, inbound, outbox, watch: Watch::new(), meter: arrival.meter, ended }
    }

    /// Serve until one side has had enough.
    pub(super) async fn serve(mut self) {
        // Whatever ends this task, the room learns that nobody listens any more.
        let _gone = Gone(Arc::clone(&self.outbox));
        let code = self.talk().await;
        let left = self.inbound.handle.leave(self.inbound.socket);
        match code {
            Some(CloseCode::GoingAway) => {
                left.await;
                let pause = rand::random_range(0..=FAREWELL_MS);
                tokio::time::sleep(Duration::from_millis(pause)).await;
                close(&mut self.socket, CloseCode::GoingAway).await;
            }
            Some(code) => {
                left.await;
                self.say_the_rest(code).await;
                close(&mut self.socket, code).await;
            }
            None => left.await,
        }
    }

    /// Whoever is shown out for what he sent is still answered for all of it. A reader that was too
    /// slow, or whose frames are broken, would only keep us waiting.
    async fn say_the_rest(&mut self, code: CloseCode) {
        if !matches!(code, CloseCode::BadSession | CloseCode::Flood) {
            return;
        }
        if let Some(parcel) = self.outbox.take_now() {
            let told = send(&mut self.socket, parcel.frames, LAST_WORDS).await;
            tracing::debug!(?told, "a socket is closed");
        }
    }

    /// The code to close with; nothing when the socket is closed already.
    async fn talk(&mut self) -> Option<CloseCode> {
        loop {
            let ended = tokio::select! {
                () = self.meter.flooded() => Err(Some(CloseCode::Flood)),
                end = self.ended.ended() => Err(Some(code_of_end(end))),
                parcel = self.outbox.take() => self.write(parcel).await,
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Close(_))) => Err(self.part().await),
                    message => self.read(message),
                },
                _ = self.watch.ticks.tick() => self.look_after().await,
            };
            if let Err(code) = ended {
                return code;
            }
        }
    }

    fn read(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Option<CloseCode>> {
        let message = match message {
            Some(Ok(message)) => message,
            Some(Err(error)) => return Err(code_of(error)),
            None => return Err(None),
        };
        self.watch.heard = Instant::now();
        match message {
            Message::Text(text) => {
                self.meter.settle();
                self.inbound.take(&text).map_err(Some)
            }
            Message::Binary(_) => Err(Some(CloseCode::NotText)),
            Message::Ping(payload) | Message::Pong(payload) => {
                let bytes = u64::try_from(payload.len()).unwrap_or(u64::MAX).saturating_add(CONTROL_HEAD);
                self.meter.settle_some(bytes);
                self.inbound.control().map_err(Some)
            }
            // Nothing is said any more: [`Socket::part`].
            Message::Close(_) => Err(None),
        }
    }

    /// The other side closed. The library has an answer ready, which leaves with the next read; whatever
    /// else was written in between would break it off.
    async fn part(&mut self) -> Option<CloseCode> {
        drop(tokio::time::timeout(LAST_WORDS, self.socket.recv()).await);
        None
    }

    async fn write(&mut self, parcel: Parcel) -> Result<(), Option<CloseCode>> {
        let time = Duration::from_millis(WRITE_STALL_MS);
        send(&mut self.socket, parcel.frames, time).await.map_err(|stuck| match stuck {
            Stuck::Stalled => Some(CloseCode::SlowConsumer),
            Stuck::Gone => None,
        })?;
        if parcel.resync {
            self.inbound.handle.caught_up(self.inbound.socket).await;
        }
        parcel.close.map_or(Ok(()), |code| Err(Some(code)))
    }

    async fn look_after(&mut self) -> Result<(), Option<CloseCode>> {
        self.watch.check(&self.meter)?;
        if self.watch.pinged.elapsed() >= Duration::from_millis(PING_MS) {
            self.watch.pinged = Instant::now();
            let ping = self.socket.send(Message::Ping(Vec::new().into()));
            match tokio::time::timeout(Duration::from_millis(WRITE_STALL_MS), ping).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return Err(None),
                Err(_) => return Err(Some(CloseCode::SlowConsumer)),
            }
        }
        Ok(())
    }
}

impl Watch {
    fn new() -> Self {
        let mut ticks = tokio::time::interval_at(Instant::now() + WATCH, WATCH);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { ticks, pinged: Instant::now(), heard: Instant::now() }
    }

    /// Whether the socket is silent, or has been sending one message for too long.
    fn check(&mut self, meter: &Meter) -> Result<(), Option<CloseCode>> {
        if self.heard.elapsed() > Duration::from_millis(SILENCE_MS) {
            return Err(Some(CloseCode::BadSession));
        }
        let Some(unsettled) = meter.unsettled() else { return Ok(()) };
        let left = Duration::from_millis(MESSAGE_MS).saturating_sub(unsettled);
        if left.is_zero() {
            return Err(Some(CloseCode::Flood));
        }
        // Not at the next look, which may be seconds later.
        if left < WATCH {
            self.ticks.reset_after(left);
        }
        Ok(())
    }
}

/// Tells the room, by the outbox, when the task ends however it ends.
struct Gone(Arc<Outbox>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long after its first byte an endless message ends its socket.
    async fn patience(between: impl Fn(&Meter)) -> Duration {
        let (meter, mut watch) = (Meter::default(), Watch::new());
        tokio::time::advance(Duration::from_secs(7)).await;
        let begun = Instant::now();
        loop {
            meter.count(1);
            between(&meter);
            watch.heard = Instant::now();
            tokio::select! {
                _ = watch.ticks.tick() => match watch.check(&meter) {
                    Ok(()) => {}
                    Err(code) => {
                        assert_eq!(code, Some(CloseCode::Flood));
                        return begun.elapsed();
                    }
                },
                () = tokio::time::sleep(Duration::from_secs(1)) => {}
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_message_has_fifteen_seconds_whatever_comes_between_its_bytes() {
        let allowed = Duration::from_secs(15)..Duration::from_millis(15_100);
        let alone = patience(|_| {}).await;
        assert!(allowed.contains(&alone), "{alone:?}");
        let with_pongs = patience(|meter| {
            meter.count(CONTROL_HEAD + 4);
            meter.settle_some(CONTROL_HEAD + 4);
        });
        let with_pongs = with_pongs.await;
        assert!(allowed.contains(&with_pongs), "{with_pongs:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn whole_messages_and_pongs_may_come_for_ever() {
        let (meter, mut watch) = (Meter::default(), Watch::new());
        for second in 0..60 {
            meter.count(20);
            if second % 2 == 0 {
                meter.settle();
            } else {
                meter.settle_some(20);
            }
            watch.heard = Instant::now();
            tokio::time::advance(Duration::from_secs(1)).await;
            assert_eq!(watch.check(&meter), Ok(()), "{second}");
        }
    }
}
