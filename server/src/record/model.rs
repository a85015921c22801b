//! A record as people think of it: games one behind the other, each with what is said of it before
//! and what happened in it.

use engine::{BySide, Move, Position, Side};
use protocol::event::{EndReason, MemberKind, StarterReason};
use protocol::settings::{Clock, DecisionMode, GameChoice};

use super::fault::Place;

/// Everything that a text record tells.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Record {
    /// What holds for all its games.
    pub(super) room: Gathering,
    pub(super) games: Vec<GameTold>,
}

/// What was agreed before the first game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Gathering {
    pub(super) title: String,
    pub(super) choice: GameChoice,
    /// The rules, where they are others than the game and the board say.
    pub(super) rules: Option<String>,
    pub(super) series: engine::SeriesGoal,
    pub(super) mode: DecisionMode,
    pub(super) clock: Clock,
    pub(super) practice: bool,
}

/// One game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct GameTold {
    /// When it began: seconds since the Unix epoch.
    pub(super) began: u64,
    /// Its number in its match, from 1.
    pub(super) round: u16,
    /// The version of the rules it was played by.
    pub(super) rules_version: u16,
    /// Who sat on each side in it, in the order of sitting down.
    pub(super) teams: BySide<Vec<Player>>,
    /// Who held the hand of each side in its first turn.
    pub(super) hands: BySide<Option<String>>,
    pub(super) starter: Side,
    pub(super) how: StarterReason,
    /// Whose drop came when.
    pub(super) race: Option<Vec<Side>>,
    /// The first position, where it is not the one that the game always begins with.
    pub(super) opening: Option<Position>,
    /// The last position.
    pub(super) last: Option<Position>,
    /// How it ended; nothing where the record ends before it.
    pub(super) ending: Option<Ending>,
    pub(super) marks: Vec<(Place, Mark)>,
    /// Where its first tag stands.
    pub(super) place: Place,
}

/// Somebody in a team.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) kind: MemberKind,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    pub(super) reason: EndReason,
    pub(super) winner: Option<Side>,
    pub(super) score: BySide<u16>,
    /// Pins of the match after it.
    pub(super) pins: BySide<u16>,
}

/// One thing that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// `^name`: the hand of the side to move is his from here on.
    Hand(Option<String>),
    /// `~5`: tried and withdrawn.
    Tried { mv: Move, told: Counts, by: Option<String> },
    /// `8LR+7B`: it stands.
    Played(Played),
    /// `<<12`: this ply is to be played again.
    Back(u16),
}

/// A move that stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Played {
    pub(super) mv: Move,
    pub(super) captured: u16,
    pub(super) bulls: usize,
    /// The counts with which it was let stand, where it had been tried.
    pub(super) tried: Option<Counts>,
    /// Its maker, where he is not the hand.
    pub(super) by: Option<String>,
    /// Seconds that its side has left.
    pub(super) clock: Option<u64>,
}

/// What everybody is told of a tried move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    pub(super) objections: u8,
    pub(super) need: u8,
    pub(super) approvals: u8,
}

/// What nobody chooses as a name, and stands for nobody.
pub(super) const NOBODY: &str = "-";
