//! The port of the books, as far as a match needs them: what the rooms ask, whichever database is
//! behind it (`docs/betting.md`).
//!
//! A room's log says what becomes of its markets ([`Event::MarketOpened`] and the others); a store
//! keeps a note of each such event in the same transaction as the log, and the books follow the
//! notes, in order, each once. So nothing that fails here can keep a room from going on, and nothing
//! is left undone after a crash.
//!
//! [`Event::MarketOpened`]: protocol::Event::MarketOpened

use std::collections::BTreeMap;

use protocol::betting::{BetBar, Coins, MarketView, Outcome, WalletScope};
use protocol::{Cid, MarketId, RoomId, UserId};

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

    /// Set stakes, in order, in one transaction. Each is granted or barred for itself. One that was
    /// granted before, by its key, is answered as then and not placed again.
    ///
    /// What the room knows (who sits, who is host, whether the market is open) it has looked at; the
    /// books look again at the state of the market.
    fn place(&self, room: &RoomId, bets: Vec<Bet>, now: u64) -> Answering<'_, Vec<Result<Placed, BetBar>>>;

    /// What a person may bet with in a room's market of this scope.
    fn bettor(&self, room: &RoomId, scope: WalletScope, user: UserId, now: u64) -> Answering<'_, Bettor>;
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
    /// What stands for the address that it came from; nothing where that is not known. Kept for 30
    /// days at most, for those who look for abuse.
    pub address: Option<AddressMark>,
    /// The room takes no bets just now: the stake may only be taken back.
    pub withdraw_only: bool,
}

/// What stands for an address (`server::net::Marks`): equal for equal addresses, and nobody without
/// the key of the server finds the address by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AddressMark(pub [u8; 16]);

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
