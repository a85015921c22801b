//! When a room goes to sleep, and what it makes good when it wakes.

use protocol::event::HoldReason;
use protocol::http::LobbyPhase;

use super::super::answers::turn_away;
use super::super::batch::Batch;
use super::super::mailbox::Reply;
use super::Actor;
use crate::room::{Ask, Order, view};
use crate::store::{Outage, Rest};

/// Milliseconds after which a finished room, or one that nobody ever entered, goes to sleep.
const FINISHED_MS: u64 = 600_000;
/// Milliseconds after which a room without anybody in it goes to sleep.
const EMPTY_MS: u64 = 1_800_000;
/// The same for a slow game: its people come and go.
const SLOW_MS: u64 = 600_000;
/// The same for a game that was woken because it was due, and that nobody came to.
const UNVISITED_MS: u64 = 60_000;
/// Milliseconds that it must be worth sleeping for.
const NAP_MS: u64 = 60_000;
impl Actor {
    /// Make good what passed while the room was not in memory. A room that went to sleep in order,
    /// and a slow one anyway, goes on as if it had been awake all the time, except while no server
    /// ran. Of any other nobody knows when it was lost: it waits for its people.
    pub(super) async fn come_back(&mut self, now: u64, in_order: bool) {
        if !in_order && !self.room.is_slow() {
            return self.server_order(now, Ask::Hold(HoldReason::Recovering)).await;
        }
        if self.room.is_playing() {
            match self.shared.store.outages(self.room.last_at()).await {
                Ok(outages) => self.pass_over(&outages, now).await,
                Err(error) => {
                    tracing::warn!(room = %self.handle.room(), %error, "nobody knows when no server ran");
                    return self.setback.befell(now);
                }
            }
        }
        // There are no sockets yet.
        self.say_who_is_here(now).await;
        self.seat_bots();
    }

    /// Have the room held for as long as no server ran.
    async fn pass_over(&mut self, outages: &[Outage], now: u64) {
        let batch = self.passed_over(outages, now);
        self.flush(batch).await;
    }

    fn passed_over(&self, outages: &[Outage], now: u64) -> Batch {
        let mut batch = self.batch();
        let mut order = |at: u64, ask: Ask| {
            let at = at.max(batch.next.last_at());
            let order = Order { at, ..self.by_server(at, ask) };
            batch.order(&order, Reply::Nobody);
            batch.next.holds()
        };
        let mut holds = self.room.holds();
        for Outage { since, until } in outages {
            if holds.is_empty() {
                order(*since, Ask::Hold(HoldReason::Draining));
                holds = order(*until, Ask::Release(HoldReason::Draining));
            } else if holds.contains(&HoldReason::Draining) {
                holds = order(*until, Ask::Release(HoldReason::Draining));
            }
        }
        if holds.contains(&HoldReason::Draining) {
            order(now, Ask::Release(HoldReason::Draining));
        }
        batch
    }

    /// When the room may go to sleep; never while somebody listens, and not for a moment only. What
    /// it has to do by itself it is woken for.
    pub(super) fn sleep_at(&self) -> Option<u64> {
        if self.publisher.listeners().socket_count() > 0 || self.has_errands() {
            return None;
        }
        let after = match view::phase(&self.room) {
            LobbyPhase::Playing if !self.entered => UNVISITED_MS,
            LobbyPhase::Playing if self.room.is_slow() => SLOW_MS,
            LobbyPhase::Seating if !self.entered => FINISHED_MS,
            LobbyPhase::Ended => FINISHED_MS,
            LobbyPhase::Playing | LobbyPhase::Seating => EMPTY_MS,
        };
        let at = (self.quiet_since + after).max(self.shared.clock.now());
        let soon = self.room.next_deadline().is_some_and(|due| due < at + NAP_MS);
        (!soon).then_some(at)
    }

    /// Note that the room sleeps, and let nobody in any more. Where that cannot be noted it stays
    /// awake for a while: nobody would wake it.
    pub(super) async fn fall_asleep(&mut self) -> bool {
        let how = Rest::InOrder { due: self.room.next_deadline() };
        if let Err(error) = self.shared.store.put_to_sleep(self.handle.room(), how).await {
            tracing::debug!(room = %self.handle.room(), %error, "a room stays awake");
            self.quiet_since = self.shared.clock.now();
            return false;
        }
        self.inbox.close();
        while let Ok(letter) = self.inbox.try_recv() {
            turn_away(letter);
        }
        self.shared.ring();
        true
    }
}
