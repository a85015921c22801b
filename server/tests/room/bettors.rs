//! People who watch and bet, and a server that lets them.

use std::sync::Arc;

use protocol::betting::{
    BetBar, BettingMode, Coins, MarketEnd, MarketState, Outcome, SuspendReason, VoidReason,
};
use protocol::http::BotSeats;
use protocol::settings::{RoomSettings, Stand};
use protocol::{Cid, Command, Event, MarketId, Motion, Refusal};
use server::room::{Around, Ask, Caller, MarketNow};
use uuid::Uuid;

use crate::world::*;

/// A week: how long a market lasts.
pub(crate) const STALE_MS: u64 = 604_800_000;

/// A server with pools, on which somebody watches and whoever asks has an account.
pub(crate) fn betting() -> Around {
    Around {
        betting: BettingMode::Pool,
        stale_ms: STALE_MS,
        watched: true,
        registered: true,
        staked: Arc::default(),
    }
}

/// A public room with a pool, without delay.
pub(crate) fn pool(settings: RoomSettings) -> RoomSettings {
    let stand = Stand { betting: BettingMode::Pool, delay_ms: 0, delay_plies: 0, cheers: true, advice: true };
    RoomSettings { stand, ..settings }
}

/// The same with spectators who are so far behind.
pub(crate) fn delayed(settings: RoomSettings, delay_ms: u32) -> RoomSettings {
    let settings = pool(settings);
    RoomSettings { stand: Stand { delay_ms, ..settings.stand }, ..settings }
}

pub(crate) const fn void(why: VoidReason) -> MarketEnd {
    MarketEnd::Void { why }
}

pub(crate) const fn result(outcome: Outcome) -> MarketEnd {
    MarketEnd::Result { outcome }
}

impl World {
    /// A room in which bets are taken, where nobody sits yet.
    pub(crate) fn betting(settings: RoomSettings) -> Self {
        Self::open_in(betting(), settings, BotSeats::default()).unwrap()
    }

    /// One on each side, and a market that is open.
    pub(crate) fn with_market(settings: RoomSettings) -> Self {
        let mut w = Self::betting(settings);
        w.seat("s", 1, SOUTH);
        w.seat("n", 1, NORTH);
        assert_eq!(w.state(), MarketState::Open);
        w
    }

    /// The same with a game that has begun.
    pub(crate) fn locked(settings: RoomSettings) -> Self {
        let mut w = Self::with_market(settings);
        w.starts();
        assert_eq!(w.state(), MarketState::Locked);
        w
    }

    pub(crate) fn market(&self) -> MarketNow {
        self.room.market().unwrap()
    }

    pub(crate) fn state(&self) -> MarketState {
        self.market().state
    }

    /// Somebody wants to set a stake on South. Whatever comes of it, nothing happens in the room.
    pub(crate) fn bet_on(
        &mut self,
        name: &str,
        market: MarketId,
        outcome: Outcome,
        stake: u64,
    ) -> Result<(), Refusal> {
        let stake = Coins::new(stake).unwrap();
        let (before, lines) = (self.room.clone(), self.log.len());
        let cid = Some(Cid(Uuid::from_u128(u128::from(self.now) << 32)));
        let ask = Ask::Command(Command::BetSet { market, outcome, stake });
        let answer = self.ask(person(name), cid, None, ask);
        assert_eq!((&self.room, self.log.len()), (&before, lines), "a bet is not the room's");
        answer.map(|events| assert_eq!(events, Vec::new(), "and nothing of it is logged"))
    }

    /// The same on South in the newest market.
    pub(crate) fn bets(&mut self, name: &str, stake: u64) -> Result<(), Refusal> {
        let market = self.room.market().map_or(MarketId(1), |market| market.id);
        self.bet_on(name, market, Outcome::South, stake)
    }

    /// Why somebody may not bet, as he is told when he does and when he looks.
    pub(crate) fn bar(&mut self, name: &str) -> Option<BetBar> {
        let looked = self.room.bet_bar(user(name), &self.around);
        let refused = match self.bets(name, 10) {
            Ok(()) => None,
            Err(Refusal::BetRefused { why }) => Some(why),
            Err(other) => panic!("{name} was refused: {other:?}"),
        };
        assert_eq!(looked, refused, "who looks is told the same");
        refused
    }

    /// The books took a stake of somebody.
    pub(crate) fn stakes(&mut self, name: &str) {
        self.bets(name, 10).unwrap();
        self.staked(name, true);
    }

    /// Somebody has a stake, or no longer.
    pub(crate) fn staked(&mut self, name: &str, on: bool) {
        let staked = Arc::make_mut(&mut self.around.staked);
        if on {
            staked.insert(user(name));
        } else {
            staked.remove(&user(name));
        }
    }

    pub(crate) fn suspend(&mut self, why: SuspendReason, on: bool) -> Vec<Event> {
        self.ask(Caller::Server, None, None, Ask::Suspend { why, on }).unwrap()
    }

    pub(crate) fn void(&mut self, why: VoidReason) -> Vec<Event> {
        let market = self.room.market().map_or(MarketId(0), |market| market.id);
        self.ask(Caller::Server, None, None, Ask::Void { market, why }).unwrap()
    }

    /// The server looks after the room without a reason.
    pub(crate) fn tick(&mut self) -> Vec<Event> {
        self.ask(Caller::Server, None, None, Ask::Tick).unwrap()
    }

    /// The hands lay so many moves, which stand at once.
    pub(crate) fn plays(&mut self, plies: usize) {
        for _ in 0..plies {
            let hand = self.hand(self.turn().side).unwrap();
            self.lays(&hand, 0);
        }
    }

    /// Both sides want the same.
    pub(crate) fn agree(&mut self, what: Motion) {
        self.all_move(&["s1", "n1"], what);
    }

    /// How every market ended so far, in order.
    pub(crate) fn ends(&self) -> Vec<MarketEnd> {
        let events = self.log.iter().flat_map(|entry| &entry.events);
        events
            .filter_map(|event| match event {
                Event::MarketEnded { market: _, end } => Some(*end),
                _ => None,
            })
            .collect()
    }

    /// The events of the market since a line of the log, without what else happened.
    pub(crate) fn market_events(&self, since: usize) -> Vec<Event> {
        let events = self.log[since..].iter().flat_map(|entry| &entry.events);
        let of_market = |event: &&Event| {
            matches!(
                event,
                Event::MarketOpened { .. }
                    | Event::MarketSuspended { .. }
                    | Event::MarketEased { .. }
                    | Event::MarketReopened { .. }
                    | Event::MarketLocked { .. }
                    | Event::MarketEnded { .. }
            )
        };
        events.filter(of_market).cloned().collect()
    }
}
