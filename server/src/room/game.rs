//! A game of the match: how it begins, what is known of it, how it ends.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::{BySide, Game, Move, Position, Ruleset, Side, Turn as Played, Winner};
use protocol::event::{
    BallotResult, ClockView, EndReason, Event, GameResult, MatchEnd, RaceStory, SeriesView,
};
use protocol::settings::{Decision, SIDES};
use protocol::view::{LastPly, PlyRow};
use protocol::{MarketId, MemberId};

use super::clock::Clocks;
use super::lots::{Lot, LotSeed};
use super::market::Finished;
use super::opening::{self, Opening};
use super::past::Past;
use super::settings::Agreed;
use super::sketch::Sketch;
use super::turn::Turn;
use super::{Room, appoint, ballot, hold, market, tried, turn};

/// Milliseconds that a side without members may stay so before it has lost.
const VACANT_MS: u64 = 120_000;

/// The game that is played, or was played last.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CurrentGame {
    /// Its number in the match, from 1.
    pub(super) number: u16,
    pub(super) decision: Decision,
    pub(super) opening: Position,
    pub(super) starter: Side,
    pub(super) race: Option<Arc<RaceStory>>,
    pub(super) board: Arc<Game>,
    pub(super) plies: Arc<Vec<PlyRow>>,
    pub(super) last: Option<Arc<LastPly>>,
    pub(super) hands: BySide<Option<MemberId>>,
    pub(super) clocks: Clocks,
    pub(super) turn: Option<Turn>,
    pub(super) result: Option<GameResult>,
    /// Flags that fell in a row, for each side.
    pub(super) flags: BySide<u8>,
    /// Since when a side has no members.
    pub(super) vacant_since: BySide<Option<u64>>,
    /// Whether somebody claimed the hand of a side for this game.
    pub(super) claimed: BySide<bool>,
    /// What the game's lots are drawn from; nothing in games of old logs.
    pub(super) seed: Option<LotSeed>,
    /// The seal of it that everybody knows.
    pub(super) seal: Option<String>,
    /// The game is over and everybody knows the seed.
    pub(super) is_unsealed: bool,
    /// The market on it.
    pub(super) market: Option<MarketId>,
    /// Moves that each side had back.
    pub(super) takebacks: BySide<u8>,
    past: Past,
    /// Who has sat on each side in this game.
    played: BySide<BTreeSet<MemberId>>,
}

impl CurrentGame {
    pub(super) const fn is_running(&self) -> bool {
        self.result.is_none()
    }

    /// A lot in a list of so many; a game of an old log takes the first.
    pub(super) fn lot(&self, lot: Lot, count: usize) -> usize {
        self.seed.map_or(0, |seed| seed.draw(lot, count))
    }

    /// Moves that were taken back in this game, of both sides.
    pub(super) fn back(&self) -> u16 {
        u16::from(self.takebacks[Side::South]) + u16::from(self.takebacks[Side::North])
    }

    /// The position before the last ply.
    pub(super) fn before_last(&self) -> Option<Position> {
        self.past.before_last()
    }

    /// Where the rotation of its side's hands stood before the last ply.
    pub(super) fn rotated_from_before_last(&self) -> Option<u32> {
        self.past.rotated_from()
    }

    pub(super) fn has_played_for(&self, member: MemberId, side: Side) -> bool {
        self.played[side].contains(&member)
    }
}

// ---- deciding --------------------------------------------------------------------------------

/// Begin the next game of the match, or the first of a new one.
pub(super) fn begin(sketch: &mut Sketch) {
    let Some(Opening { number, position, starter, how, race }) = opening::next(sketch) else { return };
    let (chosen, seed) = (sketch.room.chosen, LotSeed::new(&mut sketch.chance));
    let seal = Some(seed.seal());
    market::lock(sketch);
    let market = market::of_game(&sketch.room);
    sketch.emit(Event::GameBegan { game: number, opening: position, starter, how, race, seal, market });
    sketch.emit(Event::Sealed { game: number, seed: seed.hex() });
    appoint::begin(sketch, chosen);
    // A match that goes on with few seeds may open a game that is over before it began.
    match sketch.room.game.as_ref().and_then(|game| game.board.outcome()) {
        Some(outcome) => end(sketch, GameResult::from(&outcome)),
        None => turn::begin(sketch),
    }
}

/// End the game.
pub(super) fn end(sketch: &mut Sketch, result: GameResult) {
    let Some(number) = sketch.room.game.as_ref().map(|game| game.number) else { return };
    ballot::close(sketch, BallotResult::Void);
    tried::forget_stances(sketch);
    let series = standing_after(&sketch.room, &result);
    sketch.emit(Event::GameEnded { game: number, result, series });
    if let Some(seed) = sketch.room.game.as_ref().and_then(|game| game.seed) {
        sketch.emit(Event::Unsealed { game: number, seed: seed.hex() });
    }
    hold::release_all(sketch);
}

/// A side stayed without members for too long.
pub(super) fn abandon(sketch: &mut Sketch, side: Side) {
    let Some(game) = &sketch.room.game else { return };
    let score = game.board.position().final_score(None);
    end(sketch, GameResult { reason: EndReason::Abandoned, winner: Some(side.other()), score });
}

/// Which side loses next for want of members, and when.
pub(super) fn vacant_due(room: &Room) -> Option<(u64, Side)> {
    let game = room.game.as_ref().filter(|game| game.is_running() && !room.hold.is_on())?;
    // With nobody on either side there is nobody to win: the room is held instead.
    if SIDES.iter().all(|&side| game.vacant_since[side].is_some()) {
        return None;
    }
    SIDES.into_iter().filter_map(|side| Some((game.vacant_since[side]? + VACANT_MS, side))).min()
}

fn standing_after(room: &Room, result: &GameResult) -> SeriesView {
    let Some(mut series) = room.series.clone() else { return SeriesView::default() };
    if !result.reason.counts() {
        return room.standing.clone();
    }
    let winner = result.winner.map_or(Winner::Draw, Winner::from);
    let state = Arc::make_mut(&mut series).record_score(winner, result.score);
    SeriesView {
        games: state.games,
        pins: state.pins,
        seeds: state.seeds,
        over: state.winner.map(|winner| MatchEnd { winner: winner.side() }),
    }
}

// ---- applying --------------------------------------------------------------------------------

impl Room {
    pub(super) fn game_began(
        &mut self,
        at: u64,
        number: u16,
        opening: Position,
        starter: Side,
        race: Option<&RaceStory>,
    ) {
        let Some(agreed) = self.agreed.clone() else { return };
        if number == 1 {
            self.series = opening::new_match(&agreed).map(Arc::new);
            self.standing = SeriesView::default();
        }
        let rules = self.rules_of_next(&agreed);
        self.roster.nobody_ready();
        self.rematch.clear();
        self.chosen = BySide::default();
        let members = |side: Side| self.roster.seated(side).collect::<BTreeSet<_>>();
        let played = BySide::from_fn(members);
        let vacant_since = BySide::from_fn(|side| played[side].is_empty().then_some(at));
        self.game = Some(CurrentGame {
            number,
            decision: agreed.settings.decision,
            opening,
            starter,
            race: race.cloned().map(Arc::new),
            board: Arc::new(Game::new(rules, opening)),
            plies: Arc::default(),
            last: None,
            hands: BySide::default(),
            clocks: Clocks::new(agreed.settings.clock, at),
            turn: None,
            result: None,
            flags: BySide::default(),
            vacant_since,
            claimed: BySide::default(),
            seed: None,
            seal: None,
            is_unsealed: false,
            market: None,
            takebacks: BySide::default(),
            past: Past::default(),
            played,
        });
    }

    /// The rules of the game that begins: a match may go on with a smaller board.
    fn rules_of_next(&self, agreed: &Agreed) -> Ruleset {
        let next = self.series.as_ref().and_then(|series| series.next());
        next.map_or_else(|| agreed.rules.clone(), |next| next.rules.clone())
    }

    pub(super) fn game_ended(&mut self, at: u64, result: &GameResult, series: &SeriesView) {
        let counts = result.reason.counts();
        if let Some(match_so_far) = self.series.as_mut().filter(|_| counts) {
            let winner = result.winner.map_or(Winner::Draw, Winner::from);
            Arc::make_mut(match_so_far).record_score(winner, result.score);
        }
        self.standing = series.clone();
        if let Some(game) = &mut self.game {
            game.clocks.set(game.clocks.stopped(at));
            game.result = Some(result.clone());
            game.turn = None;
            game.vacant_since = BySide::default();
            let plies = |side: Side| game.plies.iter().filter(|ply| ply.side == side).count();
            let plies = BySide::from_fn(|side| u16::try_from(plies(side)).unwrap_or(u16::MAX));
            self.market.game_ended(Finished { at, reason: result.reason, winner: result.winner, plies });
        }
    }
}

impl CurrentGame {
    /// A move that stood, with what is left to both sides after it.
    pub(super) fn stood(
        &mut self,
        at: u64,
        by: MemberId,
        mv: &Move,
        played: &Played,
        remaining_ms: BySide<u64>,
    ) {
        let side = played.trace.side;
        let turn = self.turn.take();
        let withdrawn = turn.as_ref().map_or(0, |turn| turn.withdrawn);
        let rotated_from = turn.as_ref().map_or(0, |turn| turn.rotated_from);
        if turn.is_none_or(|turn| !turn.flagged) {
            self.flags[side] = 0;
        }
        let before = *self.board.position();
        let backs = 2 * usize::from(self.decision.takebacks_max);
        self.past.add(before, played.trace.is_progress(), rotated_from, backs);
        Arc::make_mut(&mut self.board).note(played);
        Arc::make_mut(&mut self.plies).push(PlyRow {
            side,
            mv: mv.clone(),
            captured: played.trace.captured,
            bulls: ballot::small(played.trace.made_bulls.len()),
            by,
            withdrawn,
            secured: BySide::from_fn(|side| played.after.captured()[side] + played.after.bull_seeds(side)),
        });
        self.last = Some(Arc::new(LastPly { before, trace: played.trace.clone() }));
        let mut clock = self.clocks.stopped(at);
        clock.remaining_ms = remaining_ms;
        self.clocks.set(clock);
    }

    /// A move came off the board again, with the clocks as they are then. The turn that it had led
    /// to is as if it had not been: no flag fell in it.
    pub(super) fn taken_back(&mut self, side: Side, clock: ClockView) {
        let plies = Arc::make_mut(&mut self.plies);
        plies.pop();
        let left = u32::try_from(plies.len()).unwrap_or(u32::MAX);
        if let Some(board) = self.past.take_back(self.board.rules(), left) {
            self.board = Arc::new(board);
        }
        self.takebacks[side] = self.takebacks[side].saturating_add(1);
        if let Some(turn) = self.turn.take().filter(|turn| turn.flagged) {
            self.flags[turn.side] = self.flags[turn.side].saturating_sub(1);
        }
        self.last = None;
        self.clocks.set(clock);
    }

    /// Somebody sat down while the game is on.
    pub(super) fn sat_down(&mut self, member: MemberId, side: Side) {
        if self.is_running() {
            self.played[side].insert(member);
            self.vacant_since[side] = None;
        }
    }

    /// Somebody stood up; `empty` when nobody is left on the side.
    pub(super) fn stood_up(&mut self, at: u64, member: MemberId, side: Side, empty: bool) {
        if !self.is_running() {
            return;
        }
        if empty {
            self.vacant_since[side] = Some(at);
        }
        if let Some(turn) = self.turn.as_mut().filter(|turn| turn.side == side) {
            turn.strike(member);
        }
    }
}
