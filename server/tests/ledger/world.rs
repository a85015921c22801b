//! A server's books with a room that tells them things, in memory or on a disk.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use engine::BySide;
use protocol::betting::{
    BetBar, BettingMode, Coins, MarketEnd, Outcome, SuspendReason, VoidReason, WalletScope,
};
use protocol::{Cid, Entry, Event, MarketId, RoomId, UserId};
use server::betting::audit::Findings;
use server::betting::rules::Rules;
use server::store::ledger::{Bet, Bettor, Ledger, Market, Placed, Wallets};
use server::store::memory::Memory;
use server::store::sqlite::Sqlite;
use server::store::{Append, Store};
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use uuid::Uuid;

/// Noon of the hundredth day.
pub(crate) const NOW: u64 = 100 * DAY + DAY / 2;
pub(crate) const DAY: u64 = 86_400_000;
pub(crate) const SOUTH: Outcome = Outcome::South;
pub(crate) const NORTH: Outcome = Outcome::North;
pub(crate) const DRAW: Outcome = Outcome::Draw;

/// The books of a server.
pub(crate) struct World {
    kept: Kept,
    /// Where the log of each room ends.
    heads: Mutex<BTreeMap<RoomId, u64>>,
}

enum Kept {
    Disk(Box<Sqlite>, TempDir),
    Memory(Box<Memory>),
}

/// Rules of the tables of examples: stakes of up to a thousand.
pub(crate) fn rules() -> Rules {
    Rules { max_stake: 1000, ..Rules::default() }
}

pub(crate) fn room(n: u8) -> RoomId {
    RoomId::from_bits([n; 10])
}

pub(crate) fn user(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

pub(crate) fn coins(n: u64) -> Coins {
    Coins::new(n).expect("so many there can be")
}

/// Whether everything is to be done in full: as in `tests/src/length.rs`.
pub(crate) fn usually<T>(usual: T, long: T) -> T {
    #[allow(clippy::disallowed_methods, reason = "how long the suites take is chosen from outside")]
    let wish = std::env::var("SINDILLO_LONG");
    if wish.is_ok_and(|wish| wish == "1") { long } else { usual }
}

/// Change something behind the back of whoever keeps the books.
pub(crate) async fn alter(dir: &Path, sql: &'static str) -> Result<u64, sqlx::Error> {
    let file = dir.join("sindillo.db");
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(30));
    let mut connection = options.connect().await?;
    let done = sqlx::query(sql).execute(&mut connection).await?;
    connection.close().await?;
    Ok(done.rows_affected())
}

impl World {
    pub(crate) async fn disk(rules: Rules) -> Self {
        let dir = TempDir::new().expect("a directory");
        let store = Sqlite::open(dir.path()).await.expect("a store").with_rules(rules);
        Self { kept: Kept::Disk(Box::new(store), dir), heads: Mutex::default() }
    }

    /// Books in a directory that was used before, with rooms whose logs end there.
    pub(crate) async fn in_dir(dir: TempDir, rules: Rules, rooms: &[(RoomId, u64)]) -> Self {
        let store = Sqlite::open(dir.path()).await.expect("a store").with_rules(rules);
        let heads = Mutex::new(rooms.iter().cloned().collect());
        Self { kept: Kept::Disk(Box::new(store), dir), heads }
    }

    pub(crate) fn memory(rules: Rules) -> Self {
        let memory = Memory::default().with_rules(rules);
        Self { kept: Kept::Memory(Box::new(memory)), heads: Mutex::default() }
    }

    /// One of each.
    pub(crate) async fn both(rules: Rules) -> [Self; 2] {
        [Self::disk(rules.clone()).await, Self::memory(rules)]
    }

    pub(crate) fn store(&self) -> &dyn Store {
        match &self.kept {
            Kept::Disk(store, _) => store.as_ref(),
            Kept::Memory(memory) => memory.as_ref(),
        }
    }

    pub(crate) fn ledger(&self) -> &dyn Ledger {
        match &self.kept {
            Kept::Disk(store, _) => store.as_ref(),
            Kept::Memory(memory) => memory.as_ref(),
        }
    }

    pub(crate) fn wallets(&self) -> &dyn Wallets {
        match &self.kept {
            Kept::Disk(store, _) => store.as_ref(),
            Kept::Memory(memory) => memory.as_ref(),
        }
    }

    pub(crate) const fn is_on_disk(&self) -> bool {
        matches!(self.kept, Kept::Disk(..))
    }

    /// The one on a disk.
    pub(crate) fn sqlite(&self) -> (&Sqlite, &Path) {
        match &self.kept {
            Kept::Disk(store, dir) => (store, dir.path()),
            Kept::Memory(_) => panic!("these books are in memory"),
        }
    }

    /// The same books, opened anew with these rules.
    pub(crate) async fn reopened(self, rules: Rules) -> Self {
        let Kept::Disk(store, dir) = self.kept else { panic!("these books are in memory") };
        store.close().await.expect("it closes");
        drop(store);
        let store = Sqlite::open(dir.path()).await.expect("a store").with_rules(rules);
        Self { kept: Kept::Disk(Box::new(store), dir), heads: self.heads }
    }

    // ---- people ------------------------------------------------------------------------------

    /// Somebody with an account that is old enough.
    pub(crate) async fn account(&self, n: u128) -> UserId {
        self.account_since(n, 1, false).await
    }

    pub(crate) async fn account_since(&self, n: u128, since: u64, admin: bool) -> UserId {
        match &self.kept {
            Kept::Memory(memory) => memory.set_account(user(n), Some(since), admin),
            Kept::Disk(store, dir) => {
                let name = format!("P{n}");
                let person = server::store::Person { user: user(n), name, named: true, created_at: since };
                store.put_person(person).await.expect("a person");
                let file = dir.path().join("sindillo.db");
                let options = sqlx::sqlite::SqliteConnectOptions::new();
                let options = options.filename(file).busy_timeout(Duration::from_secs(30));
                let mut connection = options.connect().await.expect("a connection");
                sqlx::query(r#"INSERT INTO account ("user", created_at, admin) VALUES ($1, $2, $3)"#)
                    .bind(user(n).0.as_bytes().as_slice())
                    .bind(i64::try_from(since).expect("a time"))
                    .bind(admin)
                    .execute(&mut connection)
                    .await
                    .expect("an account");
                connection.close().await.expect("it closes");
            }
        }
        user(n)
    }

    // ---- what a room tells -------------------------------------------------------------------

    /// Write an entry with these events.
    pub(crate) async fn write(&self, room: &RoomId, at: u64, events: Vec<Event>) {
        let known = self.heads.lock().expect("nobody panics").get(room).copied();
        let head = known.unwrap_or(0);
        let entry = Entry { v: 1, rules: 1, at, by: None, cid: None, events };
        let append = Append {
            room: room.clone(),
            opened_by: known.is_none().then_some(user(u128::MAX)),
            head,
            entries: vec![entry],
            facts: None,
            seats: None,
            due: None,
            told_at: at,
            calls: None,
        };
        self.store().append(append).await.expect("it is written");
        self.heads.lock().expect("nobody panics").insert(room.clone(), head + 1);
    }

    /// Write it and have the books follow.
    pub(crate) async fn tell(&self, room: &RoomId, event: Event) -> Option<Market> {
        self.write(room, NOW, vec![event]).await;
        self.follow(room).await
    }

    pub(crate) async fn follow(&self, room: &RoomId) -> Option<Market> {
        self.ledger().follow(room, NOW).await.expect("the books follow")
    }

    /// A pool of the accounts' coins opens.
    pub(crate) async fn open(&self, room: &RoomId, market: u32) -> Market {
        self.tell(room, opened(market, BettingMode::Pool, WalletScope::Server)).await.expect("a market")
    }

    pub(crate) async fn lock(&self, room: &RoomId, market: u32) -> Market {
        self.tell(room, locked(market, &[], &[], None)).await.expect("a market")
    }

    pub(crate) async fn end(&self, room: &RoomId, market: u32, outcome: Outcome) -> Market {
        self.tell(room, ended(market, MarketEnd::Result { outcome })).await.expect("a market")
    }

    pub(crate) async fn void(&self, room: &RoomId, market: u32, why: VoidReason) -> Market {
        self.tell(room, ended(market, MarketEnd::Void { why })).await.expect("a market")
    }

    // ---- what people do ----------------------------------------------------------------------

    /// Set a stake by an order of this number.
    pub(crate) async fn bet(
        &self,
        room: &RoomId,
        market: u32,
        user: UserId,
        key: u128,
        outcome: Outcome,
        stake: u64,
    ) -> Result<Placed, BetBar> {
        self.place(room, bet(market, user, key, outcome, stake)).await
    }

    pub(crate) async fn place(&self, room: &RoomId, bet: Bet) -> Result<Placed, BetBar> {
        let mut placed = self.ledger().place(room, vec![bet], NOW).await.expect("the books answer");
        placed.pop().expect("an answer for a bet")
    }

    pub(crate) async fn bettor(&self, room: &RoomId, scope: WalletScope, user: UserId) -> Bettor {
        self.ledger().bettor(room, scope, user, NOW).await.expect("the books answer")
    }

    /// What is free in an account's wallet.
    pub(crate) async fn wallet(&self, user: UserId) -> u64 {
        let bettor = self.bettor(&room(0), WalletScope::Server, user).await;
        bettor.free.expect("an account has a wallet").get()
    }

    // ---- whether it is true ------------------------------------------------------------------

    pub(crate) async fn findings(&self) -> Findings {
        match &self.kept {
            Kept::Disk(store, _) => store.audit_books().await.expect("they can be read"),
            Kept::Memory(memory) => memory.audit_books(),
        }
    }

    /// Every invariant holds.
    pub(crate) async fn is_true(&self) -> Findings {
        let findings = self.findings().await;
        assert_eq!(findings.faults.named(), []);
        findings
    }
}

pub(crate) fn opened(market: u32, mode: BettingMode, scope: WalletScope) -> Event {
    let (market, outcomes) = (MarketId(market), Outcome::ALL.to_vec());
    Event::MarketOpened { market, game: u16::try_from(market.0).expect("few"), mode, scope, outcomes }
}

pub(crate) fn suspended(market: u32, why: SuspendReason) -> Event {
    Event::MarketSuspended { market: MarketId(market), why }
}

pub(crate) fn locked(market: u32, south: &[UserId], north: &[UserId], host: Option<UserId>) -> Event {
    let sides = BySide { south: south.to_vec(), north: north.to_vec() };
    Event::MarketLocked { market: MarketId(market), stale_at: NOW + DAY, sides, host }
}

pub(crate) fn ended(market: u32, end: MarketEnd) -> Event {
    Event::MarketEnded { market: MarketId(market), end }
}

pub(crate) fn bet(market: u32, user: UserId, key: u128, outcome: Outcome, stake: u64) -> Bet {
    Bet {
        user,
        key: Cid(Uuid::from_u128(key)),
        market: MarketId(market),
        outcome,
        stake: coins(stake),
        shared_address: false,
        origin: None,
        barred: None,
    }
}
