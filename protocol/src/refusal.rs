//! The ways in which a room, a socket or a route says no. A refusal is an answer, not a failure:
//! nothing has changed, and the asker is told why. The words are the page's.

use serde::{Deserialize, Serialize};

use crate::betting::BetBar;
use crate::http::push::PushBar;
use crate::ids::{BallotId, MotionId};
use crate::motion::MotionBar;
use crate::settings::SettingsProblem;

/// Why something was not done. On the wire `{"code":"stale",…}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// The frame is not one that this protocol knows.
    BadMessage {
        /// What is wrong with it, for the developer of a client.
        why: String,
    },
    /// The message is too large.
    TooLarge,
    /// Too much too fast.
    RateLimited {
        /// Milliseconds until the same would be accepted.
        wait_ms: u32,
    },
    /// No session, or not a valid one.
    Unauthorized,
    /// A spectator, or a person without the right, asked for it.
    ForbiddenRole,
    /// Only a seated member may.
    NotSeated,
    /// Only the hand may.
    NotMover,
    /// Not on the roll of this ballot.
    NotOnRoll,
    /// The present is another one.
    Stale {
        /// The game now.
        game: u16,
        /// The ply now.
        ply: u16,
        /// Tries of this turn now.
        tries: u8,
        /// Moves taken back in this game now.
        #[serde(default)]
        back: u16,
    },
    /// There is no such ballot, or it is closed: one answer for old, foreign and invented ones.
    BallotClosed {
        /// The ballot of the asker's own side that is open.
        open: Option<BallotId>,
    },
    /// The rules do not allow the move.
    IllegalMove {
        /// Which rule.
        why: IllegalReason,
    },
    /// The move was tried and withdrawn in this turn.
    MoveSpent,
    /// The ballot, or the member in it, has no room for another option.
    TooManyOptions,
    /// The member changed the vote too often in this ballot.
    NoFlipsLeft,
    /// The member has blocked an option in this turn, or this room knows no blocks.
    NoBlock,
    /// Somebody claimed the hand first, or hands are not claimed here.
    HandTaken,
    /// The motion cannot be moved now.
    MotionBarred {
        /// Why.
        why: MotionBar,
    },
    /// The side has as many motions open as it may.
    TooManyMotions,
    /// There is no such motion, or it is closed: one answer for old, foreign and invented ones.
    NoMotion {
        /// The motions before the asker's own side.
        open: Vec<MotionId>,
    },
    /// The member moved the same a short while ago, and it failed.
    Cooldown {
        /// Milliseconds until it may be moved again.
        wait_ms: u32,
    },
    /// The member may say nothing.
    Muted,
    /// The person may not enter the room.
    Banned,
    /// The room is held.
    Held,
    /// The game is over.
    GameOver,
    /// No game is being played.
    NoGame,
    /// A game is being played.
    GameRunning,
    /// All seats of the side are taken.
    SideFull,
    /// Who sat on one side may not sit on the other in the same game.
    SideLocked,
    /// The seat's place is taken by oneself already.
    SeatTaken,
    /// Somebody in the room has this name, or one that looks like it.
    NameTaken,
    /// The name is not one.
    NameRefused {
        /// Why.
        why: NameProblem,
    },
    /// The line cannot be said.
    TextRefused {
        /// Why.
        why: TextProblem,
    },
    /// The settings do not fit together.
    BadSettings {
        /// Everything that is wrong.
        problems: Vec<SettingsProblem>,
    },
    /// There is no such member, or not in that place.
    NoSuchMember,
    /// The room has as many members as it can know.
    RoomFull,
    /// The server, or the asker, has as many rooms as may be.
    TooManyRooms,
    /// There is no such room, or it is not for the asker.
    NoRoom,
    /// The bet was not taken; what was placed before stands.
    BetRefused {
        /// Why.
        why: BetBar,
    },
    /// Who has a stake in the match can neither sit nor host.
    HasOpenStake {
        /// Whether it may still be withdrawn.
        withdrawable: bool,
    },
    /// While a market takes the coins of accounts, this is not the host's to do.
    MarketRunning,
    /// Only with an account.
    AccountNeeded,
    /// The side does not listen to those who watch, or not to the asker, or once a ply only.
    NotHeard,
    /// The visitor has an account already.
    AccountExists,
    /// Another account is called so.
    LoginTaken,
    /// The name of the account is not one.
    LoginRefused,
    /// The password is too short, too long, or one that everybody tries first.
    PasswordRefused {
        /// Fewest characters.
        min: u8,
        /// Most characters.
        max: u8,
    },
    /// No account with this name and password, or this key: one answer for all of it.
    WrongCredentials,
    /// Nothing else leads to the account: with this gone, nobody could enter it any more.
    LastWay,
    /// One has to sign in again first: what leads into an account is not changed by a session alone
    /// that began long ago.
    ProofNeeded,
    /// Notices cannot be sent to this browser.
    PushRefused {
        /// Why.
        why: PushBar,
    },
    /// There is no such thing, or it is not the asker's.
    NotFound,
    /// The server is busy; nothing was done.
    Busy,
    /// The server is about to stop.
    Draining,
    /// The page is too old.
    UpgradeRequired,
    /// The server failed; nothing was done.
    Internal,
}

/// Which rule forbids a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum IllegalReason {
    /// There is no such pit in the own row.
    NoSuchPit,
    /// The pit is empty.
    EmptyPit,
    /// The pit is a bull.
    Bull,
    /// The sowing would never end.
    Endless,
    /// The chosen directions make the turn too long.
    TooLong,
    /// A single seed may not start here.
    SingleSeed,
    /// This start does not reach what it must.
    StartFilter,
    /// The first turn starts from another pit.
    FixedOpening,
    /// The special move is not played here, was used, or is not made like this.
    Special,
    /// The move is not in the ballot's list.
    NotAnOption,
}

/// What is wrong with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NameProblem {
    /// Too short.
    TooShort,
    /// Too long.
    TooLong,
    /// A character that names do not have.
    Character,
    /// Scripts that do not go together.
    MixedScripts,
    /// A word that would impersonate the server or a role.
    Reserved,
}

/// What is wrong with a line of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TextProblem {
    /// Nothing in it.
    Empty,
    /// Too long.
    TooLong,
    /// Control characters, or too many marks on one letter.
    Character,
}

/// What a client does with a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// Sending it again would be refused again.
    No,
    /// Send the same again, later.
    Same,
    /// Take the streams anew first.
    Resync,
}

impl Refusal {
    /// What a client does with it.
    #[must_use]
    pub const fn retry(&self) -> Retry {
        match self {
            Self::RateLimited { .. }
            | Self::Cooldown { .. }
            | Self::Busy
            | Self::Draining
            | Self::Internal
            | Self::Held => Retry::Same,
            Self::BetRefused { why: BetBar::MarketSuspended { .. } } => Retry::Same,
            Self::Stale { .. } | Self::BallotClosed { .. } | Self::NoMotion { .. } => Retry::Resync,
            Self::BadMessage { .. }
            | Self::TooLarge
            | Self::Unauthorized
            | Self::ForbiddenRole
            | Self::NotSeated
            | Self::NotMover
            | Self::NotOnRoll
            | Self::IllegalMove { .. }
            | Self::MoveSpent
            | Self::TooManyOptions
            | Self::NoFlipsLeft
            | Self::NoBlock
            | Self::HandTaken
            | Self::MotionBarred { .. }
            | Self::TooManyMotions
            | Self::Muted
            | Self::Banned
            | Self::GameOver
            | Self::NoGame
            | Self::GameRunning
            | Self::SideFull
            | Self::SideLocked
            | Self::SeatTaken
            | Self::NameTaken
            | Self::NameRefused { .. }
            | Self::TextRefused { .. }
            | Self::BadSettings { .. }
            | Self::NoSuchMember
            | Self::RoomFull
            | Self::TooManyRooms
            | Self::NoRoom
            | Self::BetRefused { .. }
            | Self::HasOpenStake { .. }
            | Self::MarketRunning
            | Self::AccountNeeded
            | Self::NotHeard
            | Self::AccountExists
            | Self::LoginTaken
            | Self::LoginRefused
            | Self::PasswordRefused { .. }
            | Self::WrongCredentials
            | Self::LastWay
            | Self::ProofNeeded
            | Self::PushRefused { .. }
            | Self::NotFound
            | Self::UpgradeRequired => Retry::No,
        }
    }
}
