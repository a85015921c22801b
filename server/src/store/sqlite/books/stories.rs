//! Stories of markets are asked for by all who watch, at the lock and at the end by all at once. So
//! each is read once for every state that it has, and kept; what is asked of the books for each of
//! those who ask is the state, and his own bet.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::http::betting::MarketStory;
use protocol::{MarketId, RoomId, UserId};
use sqlx::SqlitePool;

use super::super::{Sqlite, reading};
use super::bets::bet_in;
use super::markets::read;
use super::words::plain;
use crate::store::books::Story;
use crate::store::port::StoreError;

/// Markets whose stories are kept: of those that were asked for last.
const KEPT: usize = 64;

/// What was told of markets.
#[derive(Default)]
pub(in super::super) struct Stories {
    kept: Mutex<VecDeque<(i64, Arc<Slot>)>>,
    read: AtomicU64,
}

/// A story as it is told to somebody without a bet, and who sat at the lock.
pub(super) struct Told {
    pub(super) story: MarketStory,
    pub(super) sat: BTreeSet<UserId>,
}

/// One market's.
#[derive(Default)]
struct Slot {
    told: Mutex<Option<(Version, Arc<Told>)>>,
    /// One reads, the others wait for what he finds.
    turn: tokio::sync::Mutex<()>,
}

/// What a story depends on: with every bet the market has another point, with every other change
/// another state.
#[derive(Clone, PartialEq, Eq)]
struct Version {
    id: i64,
    state: String,
    suspended: Option<String>,
    point: i64,
}

/// The story as this person may see it.
pub(super) async fn story(
    store: &Sqlite,
    room: &RoomId,
    market: MarketId,
    asker: UserId,
) -> Result<Option<Story>, StoreError> {
    let Some(version) = version(&store.reads, room, market).await? else { return Ok(None) };
    let id = version.id;
    let slot = store.stories.slot(id);
    let told = match slot.known(&version) {
        Some(told) => told,
        None => slot.tell(store, room, market).await?,
    };
    let own = bet_in(&store.reads, asker, id).await?;
    let story = MarketStory { own, ..told.story.clone() };
    Ok(Some(Story { story, sat: told.sat.clone() }))
}

impl Stories {
    fn slot(&self, id: i64) -> Arc<Slot> {
        let mut kept = locked(&self.kept);
        let found = kept.iter().position(|(of, _)| *of == id).and_then(|place| kept.remove(place));
        let (id, slot) = found.unwrap_or_else(|| (id, Arc::default()));
        kept.push_back((id, Arc::clone(&slot)));
        if kept.len() > KEPT {
            kept.pop_front();
        }
        slot
    }
}

impl Slot {
    fn known(&self, version: &Version) -> Option<Arc<Told>> {
        let told = locked(&self.told);
        told.as_ref().filter(|(of, _)| of == version).map(|(_, told)| Arc::clone(told))
    }

    async fn tell(&self, store: &Sqlite, room: &RoomId, market: MarketId) -> Result<Arc<Told>, StoreError> {
        let _turn = self.turn.lock().await;
        // Whoever was before may have read it. What is read after its version may be newer, and is then
        // told to nobody who asks later.
        let gone = || StoreError::Damaged(format!("market {} of {room} is gone", market.0));
        let version = version(&store.reads, room, market).await?.ok_or_else(gone)?;
        if let Some(told) = self.known(&version) {
            return Ok(told);
        }
        store.stories.read.fetch_add(1, Ordering::Relaxed);
        let told = Arc::new(read(store, room, market, version.id).await?.ok_or_else(gone)?);
        *locked(&self.told) = Some((version, Arc::clone(&told)));
        Ok(told)
    }
}

async fn version(reads: &SqlitePool, room: &RoomId, market: MarketId) -> Result<Option<Version>, StoreError> {
    let row = sqlx::query(
        "SELECT id, state, suspended,
             (SELECT coalesce(max(n), 0) FROM market_point WHERE market_point.market = market.id) AS point
         FROM market WHERE room = (SELECT number FROM betting_room WHERE room = ?) AND number = ?",
    )
    .bind(room.as_str())
    .bind(market.0)
    .fetch_optional(reads)
    .await
    .map_err(|e| reading(&e))?;
    let version = |row| {
        Ok(Version {
            id: plain(row, "id")?,
            state: plain(row, "state")?,
            suspended: plain(row, "suspended")?,
            point: plain(row, "point")?,
        })
    };
    row.as_ref().map(version).transpose()
}

fn locked<T>(held: &Mutex<T>) -> MutexGuard<'_, T> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use protocol::betting::{BettingMode, Coins, MarketEnd, Outcome, WalletScope};
    use protocol::{Cid, Entry, Event};
    use uuid::Uuid;

    use super::*;
    use crate::store::ledger::{Bet, Ledger};
    use crate::store::{Append, Store};

    const NOW: u64 = 1_000;

    fn user(n: u128) -> UserId {
        UserId(Uuid::from_u128(n))
    }

    async fn tell(store: &Sqlite, room: &RoomId, head: u64, event: Event) {
        let entry = Entry { v: 1, rules: 1, at: NOW, by: None, cid: None, events: vec![event] };
        let append = Append {
            room: room.clone(),
            opened_by: (head == 0).then(|| user(u128::MAX)),
            head,
            entries: vec![entry],
            facts: None,
            seats: None,
            due: None,
            told_at: NOW,
            calls: None,
        };
        store.append(append).await.unwrap();
        store.follow(room, NOW).await.unwrap();
    }

    fn bet(n: u128, outcome: Outcome) -> Bet {
        Bet {
            user: user(n),
            key: Cid(Uuid::from_u128(n)),
            market: MarketId(1),
            outcome,
            stake: Coins::new(10).unwrap(),
            shared_address: false,
            origin: None,
            barred: None,
        }
    }

    #[tokio::test]
    async fn a_thousand_who_ask_at_once_have_the_books_read_once_for_each_state() {
        let dir = tempfile::tempdir().unwrap();
        let store = Sqlite::open(dir.path()).await.unwrap();
        let (room, market) = (RoomId::from_bits([1; 10]), MarketId(1));
        let opened = Event::MarketOpened {
            market,
            game: 1,
            mode: BettingMode::Pool,
            scope: WalletScope::Room,
            outcomes: Outcome::ALL.to_vec(),
        };
        tell(&store, &room, 0, opened).await;
        let both = (1..=40).map(|n| bet(n, if n % 2 == 0 { Outcome::South } else { Outcome::North }));
        let (last, first): (Vec<Bet>, Vec<Bet>) = both.partition(|bet| bet.user == user(40));
        store.place(&room, first, NOW).await.unwrap();
        // As a room that is opened has them.
        let facts = "UPDATE room SET facts = '{}'";
        let set = store.task(move |c| {
            Box::pin(async move {
                sqlx::query(facts).execute(c).await?;
                Ok(())
            })
        });
        set.await.unwrap();

        let asked = async || {
            let all =
                futures_util::future::join_all((1..=1_000).map(|n| story(&store, &room, market, user(n))));
            let told: Vec<Story> = all.await.into_iter().map(|story| story.unwrap().unwrap()).collect();
            (told, store.stories.read.load(Ordering::Relaxed))
        };
        let (open, read) = asked().await;
        assert_eq!((read, open[0].story.view.bettors), (1, 39));
        assert!(open.iter().all(|told| told.story.view == open[0].story.view));
        let own = open.iter().filter(|told| told.story.own.is_some()).count();
        assert_eq!(own, 39, "everybody his own bet");
        assert_eq!(asked().await.1, 1, "nothing has changed");

        store.place(&room, last, NOW).await.unwrap();
        let (more, read) = asked().await;
        assert_eq!((read, more[0].story.view.bettors, more[0].story.view.pools.is_none()), (2, 40, true));

        let sides = engine::BySide { south: vec![user(998)], north: vec![user(999)] };
        let locked = Event::MarketLocked { market, stale_at: NOW + 1_000, sides, host: None };
        tell(&store, &room, 1, locked).await;
        let (locked, read) = asked().await;
        assert_eq!((read, locked[0].story.points.len()), (3, 41));
        assert!(locked[39].story.own.as_ref().is_some_and(|own| own.stake.pays.is_some()));
        assert_eq!(locked[0].sat, [user(998), user(999)].into());

        let end = MarketEnd::Result { outcome: Outcome::South };
        tell(&store, &room, 2, Event::MarketEnded { market, end }).await;
        let (over, read) = asked().await;
        assert_eq!((read, over[0].is_over()), (4, true));
        assert_eq!(asked().await.1, 4);
    }

    #[tokio::test]
    async fn only_so_many_stories_are_kept_and_what_was_dropped_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let store = Sqlite::open(dir.path()).await.unwrap();
        let many = u32::try_from(KEPT).unwrap() + 5;
        let room = RoomId::from_bits([1; 10]);
        for (head, n) in (1..=many).enumerate() {
            let opened = Event::MarketOpened {
                market: MarketId(n),
                game: 1,
                mode: BettingMode::Picks,
                scope: WalletScope::Room,
                outcomes: Outcome::ALL.to_vec(),
            };
            tell(&store, &room, head as u64, opened).await;
            story(&store, &room, MarketId(n), user(1)).await.unwrap().unwrap();
        }
        assert_eq!(locked(&store.stories.kept).len(), KEPT);
        let read = store.stories.read.load(Ordering::Relaxed);
        story(&store, &room, MarketId(1), user(1)).await.unwrap().unwrap();
        story(&store, &room, MarketId(many), user(1)).await.unwrap().unwrap();
        assert_eq!(store.stories.read.load(Ordering::Relaxed), read + 1);
    }
}
