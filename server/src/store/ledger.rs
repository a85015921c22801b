//! The port of the books: what the rooms ask ([`Ledger`]), and what people and administrators do to
//! them beside the rooms ([`Wallets`]), whichever database is behind it (`docs/betting.md`).
//!
//! A room's log says what becomes of its markets ([`Event::MarketOpened`] and the others); a store
//! keeps a note of each such event in the same transaction as the log, and the books follow the
//! notes, in order, each once. So nothing that fails here can keep a room from going on, and nothing
//! is left undone after a crash.
//!
//! [`Event::MarketOpened`]: protocol::Event::MarketOpened

use std::collections::BTreeMap;

use protocol::betting::{BetBar, BettingMode, Coins, MarketView, Outcome, VoidReason, WalletScope};
use protocol::http::betting::{AuditKind, BettingWish};
use protocol::{Cid, MarketId, RoomId, UserId};
use uuid::Uuid;

use super::port::Answering;

/// The books of a server, for its rooms.
pub trait Ledger: Send + Sync + 'static {
    /// Carry out what the logs say of a room's markets and what was not carried out yet: open, lock,
    /// settle, void. Then how its newest market stands; nothing where there never was one.
    ///
    /// Asking again changes nothing more.
    fn follow(&self, room: &RoomId, now: u64) -> Answering<'_, Option<Market>>;

    /// The same for every room that has something left to do: asked once, when a server begins.
    fn follow_all(&self, now: u64) -> Answering<'_, ()>;

    /// Rooms with a market that is not over and that goes beyond what a server allows now: it is void,
    /// and the room has to say so.
    fn beyond(&self, most: BettingMode) -> Answering<'_, Vec<RoomId>>;

    /// How a market of a room stands; nothing where there is none by that number.
    fn market(&self, room: &RoomId, market: MarketId) -> Answering<'_, Option<Market>>;

    /// Set stakes, in order, in one transaction. Each is granted or barred for itself. One that was
    /// granted before, by its key, is answered as then and not placed again.
    ///
    /// What the room knows (who sits, who is host, whether the market is open) it has looked at, and
    /// says it with each bet ([`Bet::barred`]); the books look again at the state of the market.
    fn place(&self, room: &RoomId, bets: Vec<Bet>, now: u64) -> Answering<'_, Vec<Result<Placed, BetBar>>>;

    /// What a person may bet with in a room's market of this scope.
    fn bettor(&self, room: &RoomId, scope: WalletScope, user: UserId, now: u64) -> Answering<'_, Bettor>;

    /// Give the stakes of a room's market back, where the room itself cannot: its log is lost.
    /// Whether there was anything to end.
    fn void(&self, room: &RoomId, why: VoidReason, now: u64) -> Answering<'_, bool>;
}

/// The wallets of a server, and what is done to the books without a room.
///
/// Everything here happens once however often it is asked for.
pub trait Wallets: Send + Sync + 'static {
    /// Give an account what is due to it: the coins it begins with, those of the day, relief where
    /// it has too little for a stake. Nothing for a guest.
    fn claim(&self, user: UserId, now: u64) -> Answering<'_, Option<Claim>>;

    /// What somebody has chosen about betting for himself.
    fn wishes(&self, user: UserId) -> Answering<'_, Wishes>;

    /// Choose that. A break can be made longer, never shorter.
    fn wish(&self, user: UserId, wish: BettingWish, now: u64) -> Answering<'_, Wishes>;

    /// Write down what an administrator does to the books, and do it where it concerns wallets or
    /// persons. What concerns a market is for its room to do, afterwards.
    fn act(&self, act: Act, now: u64) -> Answering<'_, Result<Acted, ActBar>>;

    /// A season is over: every wallet has the start grant again, less what is staked. How many were
    /// changed.
    fn end_season(&self, season: u32, now: u64) -> Answering<'_, u64>;

    /// An account is deleted: its coins go back, and the books forget whose they were. Open stakes
    /// stay, and what comes of them goes back too.
    fn close_account(&self, user: UserId, now: u64) -> Answering<'_, ()>;
}

/// What somebody has after what was due to him was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What is free in the wallet.
    pub free: Coins,
    /// What is in open stakes.
    pub staked: Coins,
    /// What was given just now, beside the coins that an account begins with.
    pub granted: Coins,
}

/// What somebody has chosen about betting for himself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// He wants to see nothing of it.
    pub hidden: bool,
    /// He wants to be left out of the tables.
    pub unlisted: bool,
    /// Until when he takes a break.
    pub break_until: Option<u64>,
}

/// What an administrator does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// Its identity: sent again it is not done again.
    pub key: Uuid,
    /// Who.
    pub admin: UserId,
    /// What.
    pub deed: Deed,
    /// Why. Public, never empty.
    pub reason: String,
}

/// What an administrator may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Stop the newest market of a room, or let it go on.
    Pause {
        /// The room.
        room: RoomId,
        /// Stopped or not.
        on: bool,
    },
    /// Give the stakes of the newest market of a room back.
    Void {
        /// The room.
        room: RoomId,
    },
    /// Give coins, or take them.
    Adjust {
        /// Whose wallet.
        user: UserId,
        /// How many.
        amount: Coins,
        /// Taken or given.
        taken: bool,
    },
    /// Ban from betting, or let bet again.
    Ban {
        /// Whom.
        user: UserId,
        /// Banned or not.
        on: bool,
    },
}

impl Deed {
    /// How it is listed.
    #[must_use]
    pub const fn kind(&self) -> AuditKind {
        match self {
            Self::Pause { on: true, .. } => AuditKind::Pause,
            Self::Pause { on: false, .. } => AuditKind::Resume,
            Self::Void { .. } => AuditKind::Void,
            Self::Adjust { .. } => AuditKind::Adjust,
            Self::Ban { on: true, .. } => AuditKind::Ban,
            Self::Ban { on: false, .. } => AuditKind::Unban,
        }
    }
}

/// An act that is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acted {
    /// Whether it was before, so that nothing was done now.
    pub again: bool,
    /// The market that it is about, within its room.
    pub market: Option<MarketId>,
    /// Whether it still holds: nobody has stopped that market, or let it go on, since.
    pub stands: bool,
}

/// Why an act was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActBar {
    /// There is no market in this room that has not ended.
    NoMarket,
    /// There is no such account.
    NoAccount,
    /// The wallet does not hold so much.
    InsufficientFunds {
        /// What it holds.
        free: Coins,
    },
    /// It would hold more than there can be, or nothing was to be given.
    OutOfRange,
    /// The reason is empty.
    NoReason,
    /// The same key came before with something else.
    Conflict,
}

/// A stake that somebody wants to have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bet {
    /// Who.
    pub user: UserId,
    /// The identity of the order.
    pub key: Cid,
    /// In which market of the room.
    pub market: MarketId,
    /// On what.
    pub outcome: Outcome,
    /// How much, in place of what is there; 0 takes it back.
    pub stake: Coins,
    /// Whether somebody who sits comes from the same address: noted for those who look for abuse.
    pub shared_address: bool,
    /// Where it comes from, in a form that tells nothing but whether two are the same: a salted
    /// digest of the address. Forgotten when the market ends.
    pub origin: Option<[u8; 16]>,
    /// What the room has against it. It is answered so, unless it was granted before: the room may
    /// have moved on since, and whoever lost the answer is to have it.
    pub barred: Option<BetBar>,
}

/// A bet that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// In which market.
    pub market: MarketId,
    /// On what.
    pub outcome: Outcome,
    /// How much; 0 for none.
    pub stake: Coins,
    /// What is left in the wallet; nothing where guesses are free.
    pub free: Option<Coins>,
    /// Whether it had been placed before, so that nothing moved now.
    pub again: bool,
}

/// A market as the books have it.
#[derive(Clone, PartialEq, Debug)]
pub struct Market {
    /// What spectators see.
    pub view: MarketView,
    /// Who has a stake, or had one when it ended.
    pub stakes: BTreeMap<UserId, Stake>,
}

/// Somebody's stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stake {
    /// On what.
    pub outcome: Outcome,
    /// How much.
    pub stake: Coins,
    /// From the lock on: what it becomes if that comes.
    pub pays: Option<Coins>,
    /// Once the market is over: what came back.
    pub back: Option<Coins>,
}

/// What a person may bet with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bettor {
    /// What is free in the wallet of this scope; what one would be given, where there is none yet;
    /// nothing where one can have none.
    pub free: Option<Coins>,
    /// Why the person may not bet, whatever the market does.
    pub bar: Option<BetBar>,
}
