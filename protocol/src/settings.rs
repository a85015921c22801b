//! What a host chooses when a room is opened. All of it is public.

use engine::{Preset, SeriesGoal, Side};
use serde::{Deserialize, Serialize};

use crate::betting::BettingMode;

/// Everything that is agreed before the first seed falls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoomSettings {
    /// The room's name in the lobby; normalised like a person's name.
    pub title: String,
    /// Whether the lobby lists the room.
    pub visibility: Visibility,
    /// Which game, on which board.
    pub game: GameChoice,
    /// How many games make the match.
    pub series: SeriesGoal,
    /// Who starts the first game.
    pub starter: StarterRule,
    /// Seats of one side, 1 to [`crate::limits::TEAM_MAX`].
    pub team_max: u8,
    /// How a side decides.
    pub decision: Decision,
    /// The clock of the moves.
    pub clock: Clock,
    /// A room where one person holds both sides.
    pub practice: bool,
    /// What those may do who watch.
    #[serde(default)]
    pub stand: Stand,
    /// Whether its games count for the ratings of those who play; they need accounts then.
    #[serde(default)]
    pub rated: bool,
}

/// What those may do who watch, and how far behind they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// Whether they may bet.
    pub betting: BettingMode,
    /// Milliseconds that they are behind.
    pub delay_ms: u32,
    /// Plies that they are behind as long as a game goes on. Of both delays the stricter counts.
    pub delay_plies: u8,
    /// Whether they may cheer.
    pub cheers: bool,
    /// Whether a side may open its ears to their advice.
    pub advice: bool,
}

/// Who may find the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// In the lobby's list.
    Public,
    /// Only by its link.
    Unlisted,
}

/// A game on a board of a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameChoice {
    /// The ruleset.
    pub preset: Preset,
    /// Pits in a row.
    pub pits: u8,
    /// Seeds in a pit at the start, where the set-up is uniform; ignored by patterns.
    pub seeds_per_pit: u8,
}

/// How it is settled who starts the first game. Later games of a match alternate, and the loser
/// of the last one starts where the rules say so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StarterRule {
    /// By lot.
    Toss,
    /// As both sides say; by lot when they disagree or say nothing.
    Agreement,
    /// By the sowing race of Enkeshui, with drops drawn from a recorded seed.
    Race,
}

/// How one side comes to a move. `docs/protocol.md` calls the parts by these names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// What closes a ballot.
    pub mode: DecisionMode,
    /// Who holds the hand from turn to turn.
    pub hand: HandPolicy,
    /// Milliseconds that a ballot lasts.
    pub vote_ms: u32,
    /// Milliseconds before which a ballot does not close early.
    pub min_ms: u32,
    /// Milliseconds between the moment a ballot could close and its close.
    pub settle_ms: u32,
    /// Milliseconds of a run-off.
    pub runoff_ms: u32,
    /// Milliseconds in which a tried move may be objected to.
    pub consent_ms: u32,
    /// Milliseconds in a fallback during which only the hand may lay.
    pub fallback_ms: u32,
    /// Tries of a turn that may be withdrawn; 0 means that the first laid move stands.
    pub tries_max: u8,
    /// Times that a member may change a vote in one ballot.
    pub flips_max: u8,
    /// Different moves in one ballot.
    pub options_max: u8,
    /// Votes without which a tally does not count.
    pub quorum: u8,
    /// Whether a tie goes to a run-off before the tie chain.
    pub runoff: bool,
    /// The last link of the tie chain.
    pub tie: TieRule,
    /// What a side sees of its own ballot while it is open.
    #[serde(default)]
    pub visibility: VoteVisibility,
    /// Whether a member may block an option, in mode `consensus`.
    #[serde(default)]
    pub block: bool,
    /// Members of the council that alone votes, elected by approval; 0: everybody votes.
    #[serde(default)]
    pub council: u8,
    /// Moves that each side may ask back in one game.
    #[serde(default)]
    pub takebacks_max: u8,
}

/// What closes a ballot, and what wins it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DecisionMode {
    /// The hand lays; votes are advice until the deadline.
    Hand,
    /// The most votes win.
    Plurality,
    /// More than half of the side must agree.
    Majority,
    /// Nearly all of the side must agree.
    Consensus,
    /// The first vote lays the move.
    Anyone,
}

/// What a side sees of its own ballot while it is open. Other sides never see any of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VoteVisibility {
    /// Who votes for what.
    #[default]
    Open,
    /// How many vote for what.
    Counts,
    /// How many have voted; the rest after the close.
    AfterClose,
}

/// Who holds the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HandPolicy {
    /// The next member in seat order, turn by turn, passing over who is away.
    Rotating,
    /// One member until he is away or passes it on.
    Fixed,
    /// Whom most of the side trust when the game begins.
    Elected,
    /// Who claims it first.
    Volunteer,
    /// Whom the host names.
    Host,
}

/// How a tie ends when neither a run-off nor the hand's own vote broke it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// The option that had its votes first.
    Earliest,
    /// By lot, from the sealed seed of the game.
    Chance,
}

/// The clock of the moves. It runs for the side to move while nothing holds the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// Nobody counts.
    None,
    /// So much for each move.
    PerMove {
        /// Milliseconds.
        ms: u32,
        /// What happens at zero.
        flag: FlagPolicy,
    },
    /// A bank for the game and an increment for each move that stands.
    Bank {
        /// Milliseconds at the start.
        ms: u32,
        /// Milliseconds added when a move stands.
        increment_ms: u32,
        /// What happens at zero.
        flag: FlagPolicy,
    },
    /// A bank, and after it periods: a move that stands within one keeps it.
    ByoYomi {
        /// Milliseconds of the bank.
        ms: u32,
        /// How many periods.
        periods: u8,
        /// Milliseconds of a period.
        period_ms: u32,
        /// What happens at the end of the last one.
        flag: FlagPolicy,
    },
    /// So much for each move, hours or days: a game that sleeps while nobody is there. Being away
    /// is usual in it.
    Slow {
        /// Milliseconds.
        ms: u32,
        /// What happens at zero.
        flag: FlagPolicy,
    },
}

/// What happens when a side's clock runs out and nobody of it has voted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FlagPolicy {
    /// The side has lost.
    Lose,
    /// The next member gets the hand and 30 s, in a slow game the time of a move; the second time in
    /// a row the side has lost.
    PassHand,
    /// A legal move is drawn by lot and stands.
    RandomLegal,
}

/// Limits of what a host may choose; times in milliseconds.
pub mod bounds {
    /// Two weeks: nothing in a turn lasts longer.
    pub const DAYS_MS: u32 = 1_209_600_000;
    /// Ballot and run-off.
    pub const BALLOT_MS: std::ops::RangeInclusive<u32> = 1_000..=DAYS_MS;
    /// Least time, settle time and exclusive time of the fallback.
    pub const GRACE_MS: std::ops::RangeInclusive<u32> = 0..=86_400_000;
    /// Consent window.
    pub const CONSENT_MS: std::ops::RangeInclusive<u32> = 0..=86_400_000;
    /// Clock for each move.
    pub const PER_MOVE_MS: std::ops::RangeInclusive<u32> = 1_000..=3_600_000;
    /// Bank.
    pub const BANK_MS: std::ops::RangeInclusive<u32> = 1_000..=43_200_000;
    /// Clock for each move of a slow game.
    pub const SLOW_MS: std::ops::RangeInclusive<u32> = 60_000..=DAYS_MS;
    /// Period of a byo-yomi.
    pub const PERIOD_MS: std::ops::RangeInclusive<u32> = 1_000..=3_600_000;
    /// Periods of a byo-yomi.
    pub const PERIODS: std::ops::RangeInclusive<u8> = 1..=20;
    /// Members of a council, where there is one.
    pub const COUNCIL: std::ops::RangeInclusive<u8> = 3..=7;
    /// Moves that a side may ask back.
    pub const TAKEBACKS: std::ops::RangeInclusive<u8> = 0..=20;
    /// Increment.
    pub const INCREMENT_MS: std::ops::RangeInclusive<u32> = 0..=600_000;
    /// Tries of a turn.
    pub const TRIES: std::ops::RangeInclusive<u8> = 0..=10;
    /// How far behind spectators may be: a day.
    pub const DELAY_MS: std::ops::RangeInclusive<u32> = 0..=86_400_000;
    /// The same in plies.
    pub const DELAY_PLIES: std::ops::RangeInclusive<u8> = 0..=20;
    /// Changes of a vote.
    pub const FLIPS: std::ops::RangeInclusive<u8> = 0..=100;
    /// Different moves in one ballot.
    pub const OPTIONS: std::ops::RangeInclusive<u8> = 1..=super::super::limits::OPTIONS_MAX;
    /// Votes that make a tally count.
    pub const QUORUM: std::ops::RangeInclusive<u8> = 1..=super::super::limits::TEAM_MAX;
}

/// One thing that is wrong with settings. All of them are told at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SettingsProblem {
    /// The title is no good as a name.
    Title,
    /// The game is not played on a board of this size.
    Pits {
        /// Smallest size.
        min: u8,
        /// Largest size.
        max: u8,
    },
    /// The game is not played with so many seeds in a pit.
    Seeds {
        /// Fewest.
        min: u8,
        /// Most.
        max: u8,
    },
    /// The race belongs to Enkeshui.
    RaceNotPlayed,
    /// The series does not fit the game.
    Series,
    /// The server allows no more than this.
    Betting {
        /// The most.
        most: BettingMode,
    },
    /// Rated games are for two sides of people, without advice from outside.
    Rated,
    /// A number is out of its range.
    OutOfRange {
        /// Which field, as it is called on the wire.
        field: String,
        /// Smallest value.
        min: u32,
        /// Largest value.
        max: u32,
    },
}

/// Both sides in the order in which they are always told.
pub const SIDES: [Side; 2] = [Side::South, Side::North];
