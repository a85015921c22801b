//! What is known of the newest market, and how events change it. No rule is asked here.

use std::collections::BTreeSet;

use engine::{BySide, Side};
use protocol::MarketId;
use protocol::betting::{
    BettingMode, MarketEnd, MarketState, Outcome, SuspendReason, VoidReason, WalletScope,
};
use protocol::event::{EndReason, Event};

/// The newest market, and what decides whether another one opens.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Market {
    /// Markets that were opened so far: the number of the newest.
    pub(super) opened: u32,
    newest: Option<Newest>,
    /// Whether the coming game, or the one that is played, has had its market.
    pub(super) had: bool,
    /// Its market was forgotten: there will be another one once somebody sits down or stands up.
    forgotten: bool,
    /// When the last game ended.
    pub(super) game_ended: Option<u64>,
    /// When somebody sat down or stood up last.
    pub(super) roster_at: u64,
    /// Whether that is to be waited out before bets are taken.
    unsettled: bool,
    /// Whether an administrator has stopped betting: on each market until he lets it go on.
    pub(super) paused: bool,
}

/// The newest market.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Newest {
    pub(super) id: MarketId,
    game: u16,
    pub(super) opened_at: u64,
    pub(super) mode: BettingMode,
    pub(super) scope: WalletScope,
    pub(super) outcomes: Vec<Outcome>,
    /// Why no bets are taken; empty when they are.
    pub(super) suspended: BTreeSet<SuspendReason>,
    /// From the lock on: when it is void if its game has not ended.
    pub(super) stale_at: Option<u64>,
    /// How its game ended.
    pub(super) finished: Option<Finished>,
    end: Option<MarketEnd>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Finished {
    pub(crate) at: u64,
    pub(crate) reason: EndReason,
    pub(crate) winner: Option<Side>,
    /// Plies that each side completed.
    pub(crate) plies: BySide<u16>,
}

/// A market as the room knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketNow {
    /// Which, within the room.
    pub id: MarketId,
    /// The game that is bet on.
    pub game: u16,
    /// Pool or picks.
    pub mode: BettingMode,
    /// Whose coins.
    pub scope: WalletScope,
    /// Where it is in its life. Whether somebody had bet on what came, only the books know.
    pub state: MarketState,
    /// The gravest reason why no bets are taken.
    pub suspended: Option<SuspendReason>,
    /// What may be bet on.
    pub outcomes: Vec<Outcome>,
    /// How it ended.
    pub end: Option<MarketEnd>,
}

impl Market {
    /// The market that is not over.
    pub(super) fn alive(&self) -> Option<&Newest> {
        self.newest.as_ref().filter(|newest| newest.end.is_none())
    }

    /// Whether a change of the roster has not been waited out.
    pub(super) const fn is_unsettled(&self) -> bool {
        self.unsettled
    }

    pub(super) fn now(&self) -> Option<MarketNow> {
        let newest = self.newest.clone()?;
        Some(MarketNow {
            state: newest.state(),
            suspended: newest.suspended.last().copied(),
            id: newest.id,
            game: newest.game,
            mode: newest.mode,
            scope: newest.scope,
            outcomes: newest.outcomes,
            end: newest.end,
        })
    }

    /// When somebody sat down or stood up last.
    pub(crate) const fn roster_at(&self) -> u64 {
        self.roster_at
    }

    /// Somebody sat down or stood up.
    pub(crate) const fn roster_changed(&mut self, at: u64) {
        self.roster_at = at;
        self.unsettled = true;
        if self.forgotten {
            self.had = false;
            self.forgotten = false;
        }
    }

    /// A game is over; the coming one is another one.
    pub(crate) fn game_ended(&mut self, finished: Finished) {
        self.game_ended = Some(finished.at);
        self.had = false;
        self.forgotten = false;
        self.change(|newest| {
            if newest.stale_at.is_some() && newest.finished.is_none() {
                newest.finished = Some(finished);
            }
        });
    }

    /// Take over what happened to a market.
    pub(crate) fn apply(&mut self, at: u64, event: &Event) {
        if let Event::MarketOpened { market, game, mode, scope, outcomes } = event {
            self.opened = market.0;
            self.had = true;
            self.unsettled = false;
            self.newest = Some(Newest {
                id: *market,
                game: *game,
                opened_at: at,
                mode: *mode,
                scope: *scope,
                outcomes: outcomes.clone(),
                suspended: BTreeSet::new(),
                stale_at: None,
                finished: None,
                end: None,
            });
        }
        if let Event::MarketSuspended { market: _, why } = event {
            self.paused |= *why == SuspendReason::Admin;
            self.change(|newest| {
                // What is locked stays so: it is those that follow which take no bets.
                if newest.stale_at.is_none() {
                    newest.suspended.insert(*why);
                }
            });
        }
        if let Event::MarketEased { market: _, why } = event {
            self.paused &= *why != SuspendReason::Admin;
            self.unsettled &= *why != SuspendReason::Roster;
            self.change(|newest| {
                newest.suspended.remove(why);
            });
        }
        if let Event::MarketReopened { market: _ } = event {
            self.unsettled = false;
            self.paused = false;
            self.change(|newest| newest.suspended.clear());
        }
        if let Event::MarketLocked { market: _, stale_at, sides: _, host: _ } = event {
            self.change(|newest| {
                newest.stale_at = Some(*stale_at);
                newest.suspended.clear();
            });
        }
        if let Event::MarketEnded { market: _, end } = event {
            self.ended(*end);
        }
    }

    /// One that was forgotten, or that the server offers no more, may be followed by another one on
    /// the same game.
    fn ended(&mut self, end: MarketEnd) {
        let before_game = self.newest.as_ref().is_some_and(|newest| newest.stale_at.is_none());
        if let MarketEnd::Void { why } = end {
            self.forgotten |= before_game && why == VoidReason::Abandoned;
            self.had &= !(before_game && why == VoidReason::TurnedOff);
        }
        self.change(|newest| {
            newest.end = Some(end);
            newest.suspended.clear();
        });
    }

    fn change(&mut self, change: impl FnOnce(&mut Newest)) {
        if let Some(newest) = &mut self.newest {
            change(newest);
        }
    }
}

impl Newest {
    fn state(&self) -> MarketState {
        match (self.end, self.stale_at) {
            (Some(MarketEnd::Result { .. }), _) => MarketState::Settled,
            (Some(MarketEnd::Void { .. }), _) => MarketState::Void,
            (None, Some(_)) => MarketState::Locked,
            (None, None) if self.suspended.is_empty() => MarketState::Open,
            (None, None) => MarketState::Suspended,
        }
    }
}
