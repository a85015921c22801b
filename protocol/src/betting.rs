//! Play-money bets on a game: what is bet with, on what, and what is shown of it (`docs/betting.md`).
//!
//! Coins have no value and leave the server in no way. Amounts travel as decimal strings.

use std::fmt;

use engine::Side;
use serde::{Deserialize, Serialize};

use crate::ids::MarketId;
use crate::limits::MAX_SAFE_INTEGER;

/// A number of coins, 0 to 2^53 - 1. On the wire a string of digits without a leading zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "export", ts(as = "String"), schemars(with = "String"))]
pub struct Coins(u64);

/// The text is not a number of coins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotCoins;

impl Coins {
    /// None.
    pub const ZERO: Self = Self(0);
    /// As many as there can be, in one place or in all together.
    pub const MAX: Self = Self(MAX_SAFE_INTEGER);

    /// So many, unless that is more than there can be.
    #[must_use]
    pub const fn new(coins: u64) -> Option<Self> {
        if coins <= MAX_SAFE_INTEGER { Some(Self(coins)) } else { None }
    }

    /// How many.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl TryFrom<String> for Coins {
    type Error = NotCoins;

    fn try_from(text: String) -> Result<Self, NotCoins> {
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let padded = text.len() > 1 && text.starts_with('0');
        if !plain || padded {
            return Err(NotCoins);
        }
        text.parse().ok().and_then(Self::new).ok_or(NotCoins)
    }
}

impl From<Coins> for String {
    fn from(coins: Coins) -> Self {
        coins.0.to_string()
    }
}

impl fmt::Display for Coins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for NotCoins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number of coins: digits without a leading zero, at most 2^53 - 1")
    }
}

impl std::error::Error for NotCoins {}

/// How spectators may bet. Later ones allow more; a server sets the most, a room may choose less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BettingMode {
    /// Not at all.
    #[default]
    Off,
    /// One free guess of the winner: a point if it is right.
    Picks,
    /// A pool, sealed until the game begins.
    Pool,
}

/// How a game can end for who bets on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// South wins.
    South,
    /// A draw.
    Draw,
    /// North wins.
    North,
}

impl Outcome {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::South, Self::Draw, Self::North];

    /// A side wins, or nobody.
    #[must_use]
    pub const fn of(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::South) => Self::South,
            Some(Side::North) => Self::North,
            None => Self::Draw,
        }
    }
}

/// Whose coins a market takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WalletScope {
    /// Those of an account, in public rooms.
    Server,
    /// Coins that everybody is given in this room and that end with it.
    Room,
}

/// Where a market is in its life. It only goes on; open and suspended change places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MarketState {
    /// Bets are taken, changed and withdrawn.
    Open,
    /// Bets may only be withdrawn.
    Suspended,
    /// The game has begun: nothing changes any more.
    Locked,
    /// Whoever was right was paid.
    Settled,
    /// Everybody has his stake back.
    Void,
}

/// Why a market takes no bets for a while.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SuspendReason {
    /// Somebody sat down or stood up.
    Roster,
    /// Nobody of one side is there.
    Absent,
    /// An administrator of the server stopped it.
    Admin,
    /// The server is about to stop, or came back just now.
    Server,
    /// The books cannot be written just now.
    Ledger,
}

/// Why everybody got his stake back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VoidReason {
    /// Nobody had bet when the game began.
    NoBets,
    /// All who had bet had bet on the same.
    OneSided,
    /// Nobody had bet on what came.
    NoWinner,
    /// The game ended otherwise than on the board before both sides had made two moves, or in an
    /// agreed draw before both had made ten.
    TooShort,
    /// The game was ended as if it had not been.
    MatchAborted,
    /// Both sides agreed to end it as if it had not been, after two moves each.
    AgreedAbort,
    /// The host of an unlisted room ended it.
    Host,
    /// A moderator of the server ended it.
    Moderator,
    /// Both sides went away, or the game never began.
    Abandoned,
    /// The match could not be read any more.
    Unrecoverable,
    /// It was not finished in the time that a market lasts.
    Stale,
    /// The server offers no such bets any more.
    TurnedOff,
}

/// How a market ended, as the room decides it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MarketEnd {
    /// By the result. Where nobody has bet on it, the stakes go back all the same.
    Result {
        /// What came.
        outcome: Outcome,
    },
    /// The stakes go back.
    Void {
        /// Why.
        why: VoidReason,
    },
}

/// Why one may not bet, or not like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BetBar {
    /// The server or the room takes no bets, or one has hidden betting for oneself.
    BettingOff,
    /// One is banned from betting, or on a break of one's own.
    BettorBanned,
    /// Public rooms take the coins of accounts only.
    WalletScope,
    /// The account is too new.
    AccountTooNew {
        /// From when on it is not.
        at: u64,
    },
    /// One sits, or sat, in this match.
    IsParticipant,
    /// One is the host here, or an administrator of the server.
    HasAuthority,
    /// Somebody who sits comes from the same address, and the server does not allow that.
    SharedAddress,
    /// The market takes no bets just now.
    MarketSuspended {
        /// Why.
        why: SuspendReason,
    },
    /// The game has begun.
    MarketLocked,
    /// There is no such market, or it is over.
    MarketClosed,
    /// The stake is out of range.
    StakeOutOfRange {
        /// The smallest.
        min: Coins,
        /// The largest.
        max: Coins,
    },
    /// The wallet does not hold so much.
    InsufficientFunds {
        /// What it holds, the stake that is placed included.
        free: Coins,
    },
    /// The same order came before with something else in it.
    IdempotencyConflict,
    /// The pool, or all wallets together, would hold more than there can be.
    PotLimit,
    /// The rules of this game know no draw.
    NoSuchOutcome,
    /// One has changed the stake in this market as often as one may; it can still be taken back.
    TooManyChanges {
        /// How often.
        most: u32,
    },
}

/// What spectators see of the market of a room. Before the lock nothing in it depends on who bets
/// on what, apart from whether there is more than one opinion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MarketView {
    /// Which, within the room.
    pub market: MarketId,
    /// The game that is bet on.
    pub game: u16,
    /// Pool or picks.
    pub mode: BettingMode,
    /// Whose coins.
    pub scope: WalletScope,
    /// Where it is in its life.
    pub state: MarketState,
    /// Why it is suspended.
    pub suspended: Option<SuspendReason>,
    /// Why it is void.
    pub void: Option<VoidReason>,
    /// What may be bet on.
    pub outcomes: Vec<Outcome>,
    /// The smallest stake.
    pub min_stake: Coins,
    /// The largest stake.
    pub max_stake: Coins,
    /// All stakes together.
    pub total: Coins,
    /// Persons who have bet.
    pub bettors: u32,
    /// Whether there are stakes on two outcomes.
    pub contested: bool,
    /// From the lock on: the pool of each outcome, in the order of `outcomes`.
    pub pools: Option<Vec<PoolView>>,
    /// What came.
    pub result: Option<Outcome>,
}

/// The pool of one outcome, from the lock on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PoolView {
    /// Which.
    pub outcome: Outcome,
    /// Stakes on it.
    pub coins: Coins,
    /// Persons who have bet on it.
    pub bettors: u32,
    /// Its share of all, in whole percent that sum to 100.
    pub percent: u8,
    /// Whether it is more than nothing and less than one percent: shown as "<1".
    pub below_one: bool,
    /// What a coin on it becomes, in hundredths; nothing where nobody has bet on it.
    pub multiple: Option<Coins>,
}

/// What one person sees of his own betting in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TicketView {
    /// The market that it is about; nothing where there is none.
    pub market: Option<MarketId>,
    /// Why one may not bet; nothing where one may. Not about stake or funds.
    pub bar: Option<BetBar>,
    /// What the wallet of this room holds, beside the stake; nothing where one has none.
    pub wallet: Option<Coins>,
    /// The own stake.
    pub stake: Option<StakeView>,
    /// What came of it, once the market is over.
    pub paid: Option<PaidView>,
}

/// A stake of one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StakeView {
    /// On what.
    pub outcome: Outcome,
    /// How much; 1 for a guess.
    pub stake: Coins,
    /// From the lock on: what it becomes if that comes, the stake included. Credited exactly so.
    pub pays: Option<Coins>,
}

/// What came of a stake of one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PaidView {
    /// What was staked.
    pub stake: Coins,
    /// What came back: a payout, or the stake itself where the market is void.
    pub back: Coins,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_are_digits_and_nothing_else() {
        let read = |text: &str| serde_json::from_str::<Coins>(text).ok().map(Coins::get);
        for (text, coins) in [("\"0\"", 0), ("\"7\"", 7), ("\"9007199254740991\"", MAX_SAFE_INTEGER)] {
            assert_eq!(read(text), Some(coins), "{text}");
            assert_eq!(serde_json::to_string(&Coins::new(coins).unwrap()).unwrap(), text);
        }
        for text in [
            "\"\"",
            "\"-1\"",
            "\"+1\"",
            "\"01\"",
            "\"1.5\"",
            "\"1e3\"",
            "\" 1\"",
            "\"9007199254740992\"",
            "\"99999999999999999999\"",
            "\"\u{0661}\"",
            "1",
            "null",
            "1.5",
            "[\"1\"]",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
