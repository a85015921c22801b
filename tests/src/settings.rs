//! Rooms for tests: everything that would only cost time is nothing, and no deadline falls while
//! a script still speaks, unless the script is about deadlines.

use engine::{Preset, SeriesGoal};
use protocol::RoomSettings;
use protocol::settings::{
    Clock, Decision, DecisionMode, GameChoice, HandPolicy, Stand, StarterRule, TieRule, Visibility,
    VoteVisibility,
};

/// Longer than any script speaks.
pub const LONG: u32 = 600_000;
/// A time that a test waits to be over, and in which a script first says a few words: many times what
/// that takes, as the machine may have much else to do.
pub const SOON: u32 = 8_000;

/// A room in which a match of a game is as quick as its people.
#[must_use]
pub fn quick(preset: Preset, mode: DecisionMode) -> RoomSettings {
    RoomSettings {
        title: "A quick table".to_owned(),
        visibility: Visibility::Unlisted,
        game: usual(preset),
        series: SeriesGoal::Single,
        starter: StarterRule::Toss,
        team_max: 3,
        decision: decision(mode),
        clock: Clock::None,
        practice: false,
        stand: Stand::default(),
        rated: false,
    }
}

/// The board that a game is usually played on.
#[must_use]
pub fn usual(preset: Preset) -> GameChoice {
    let draft = preset.draft();
    GameChoice { preset, pits: draft.pits, seeds_per_pit: draft.seeds_per_pit }
}

/// How a quick side decides.
#[must_use]
pub const fn decision(mode: DecisionMode) -> Decision {
    Decision {
        mode,
        hand: HandPolicy::Rotating,
        vote_ms: LONG,
        min_ms: 0,
        settle_ms: 0,
        runoff_ms: LONG,
        consent_ms: LONG,
        fallback_ms: 0,
        tries_max: 3,
        flips_max: 100,
        options_max: 12,
        quorum: 1,
        runoff: true,
        tie: TieRule::Earliest,
        visibility: VoteVisibility::Open,
        block: false,
        council: 0,
        takebacks_max: 2,
    }
}
