//! Books for the tests of the rooms: strict ones that follow the logs themselves, and a door in front
//! of any books that fails, hangs and loses answers when told to.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, Weak};

use protocol::betting::{
    BetBar, BettingMode, Coins, MarketEnd, MarketState, MarketView, Outcome, PoolView, SuspendReason,
    VoidReason, WalletScope,
};
use protocol::{Cid, Event, MarketId, RoomId, UserId};
use server::betting::{display, pool};
use server::store::ledger::{Bet, Bettor, Ledger, Market, Placed, Stake};
use server::store::{Answering, Store, StoreError};
use tokio::sync::Notify;

/// What a wallet begins with.
pub(crate) const GRANT: u64 = 1_000;

/// Books in memory. They read the log of a room for what became of its markets, and panic where they
/// are asked for what no room may ask.
pub(crate) struct Strict {
    /// The server's; it lives as long as that does.
    store: Mutex<Weak<dyn Store>>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    rooms: BTreeMap<RoomId, Book>,
    wallets: BTreeMap<(RoomId, UserId), u64>,
    granted: BTreeMap<(UserId, MarketId, Cid), (Bet, Placed)>,
    /// What the logs said when they were read last.
    notes: BTreeMap<RoomId, Vec<(u64, Event)>>,
    /// The bets of each call, in order.
    calls: Vec<Vec<Bet>>,
    changes: u64,
}

/// The markets of a room.
#[derive(Default)]
struct Book {
    /// Events of markets that were carried out.
    followed: usize,
    market: Option<Market>,
    past: BTreeMap<MarketId, Market>,
    order: BTreeMap<UserId, u64>,
    suspended: Vec<SuspendReason>,
}

impl Strict {
    pub(crate) fn on(store: &Arc<dyn Store>) -> Arc<Self> {
        Arc::new(Self { store: Mutex::new(Arc::downgrade(store)), kept: Mutex::default() })
    }

    /// The same books for a server that begins again.
    pub(crate) fn move_to(&self, store: &Arc<dyn Store>) {
        *self.store.lock().unwrap() = Arc::downgrade(store);
    }

    pub(crate) fn market(&self, room: &RoomId) -> Market {
        self.kept.lock().unwrap().rooms[room].market.clone().expect("a market")
    }

    pub(crate) fn wallet(&self, room: &RoomId, user: UserId) -> u64 {
        self.kept.lock().unwrap().wallets.get(&(room.clone(), user)).copied().unwrap_or(GRANT)
    }

    /// The bets of each call so far.
    pub(crate) fn calls(&self) -> Vec<Vec<Bet>> {
        self.kept.lock().unwrap().calls.clone()
    }

    /// Every coin that was given is in a wallet or staked.
    pub(crate) fn must_balance(&self) {
        let kept = self.kept.lock().unwrap();
        let wallets: u64 = kept.wallets.values().sum();
        let staked = kept.rooms.values().filter_map(|book| book.market.as_ref()).filter(|m| !is_over(m));
        let staked: u64 = staked.flat_map(|market| market.stakes.values()).map(|s| s.stake.get()).sum();
        assert_eq!(wallets + staked, GRANT * u64::try_from(kept.wallets.len()).unwrap());
    }

    /// The events of markets in a log.
    async fn logged(&self, room: &RoomId) -> Result<Vec<(u64, Event)>, StoreError> {
        let store = self.store.lock().unwrap().upgrade().expect("a server that asks is there");
        let log = match store.log(room).await {
            // The server's books have notes of their own: damage keeps them from nothing.
            Err(StoreError::Damaged(_)) => {
                return Ok(self.kept.lock().unwrap().notes.get(room).cloned().unwrap_or_default());
            }
            log => log?,
        };
        let entries = log.into_iter().flat_map(|log| log.entries);
        let events = entries.flat_map(|entry| entry.events.into_iter().map(move |event| (entry.at, event)));
        let notes: Vec<_> = events.filter(|(_, event)| is_of_market(event)).collect();
        self.kept.lock().unwrap().notes.insert(room.clone(), notes.clone());
        Ok(notes)
    }
}

fn is_of_market(event: &Event) -> bool {
    matches!(
        event,
        Event::MarketOpened { .. }
            | Event::MarketSuspended { .. }
            | Event::MarketEased { .. }
            | Event::MarketReopened { .. }
            | Event::MarketLocked { .. }
            | Event::MarketEnded { .. }
    )
}

fn is_over(market: &Market) -> bool {
    matches!(market.view.state, MarketState::Settled | MarketState::Void)
}

impl Kept {
    fn follow(&mut self, room: &RoomId, events: &[(u64, Event)]) {
        let followed = self.rooms.get(room).map_or(0, |book| book.followed);
        for (_, event) in &events[followed..] {
            let book = self.rooms.entry(room.clone()).or_default();
            book.followed += 1;
            let paid = book.take(event);
            for (user, coins) in paid {
                *self.wallets.get_mut(&(room.clone(), user)).expect("who has staked has a wallet") += coins;
            }
        }
    }

    fn void(&mut self, room: &RoomId, why: VoidReason) -> bool {
        let Some(book) = self.rooms.get_mut(room) else { return false };
        let ordered = book.ordered();
        let Some(market) = book.market.as_mut().filter(|market| !is_over(market)) else { return false };
        for (user, coins) in market.pay(&ordered, MarketEnd::Void { why }) {
            *self.wallets.get_mut(&(room.clone(), user)).expect("who has staked has a wallet") += coins;
        }
        true
    }

    fn place(&mut self, room: &RoomId, bet: &Bet) -> Result<Placed, BetBar> {
        if let Some((before, placed)) = self.granted.get(&(bet.user, bet.market, bet.key)) {
            let same = (before.outcome, before.stake) == (bet.outcome, bet.stake);
            return if same {
                Ok(Placed { again: true, ..*placed })
            } else {
                Err(BetBar::IdempotencyConflict)
            };
        }
        if let Some(why) = bet.barred {
            return Err(why);
        }
        let book = self.rooms.get_mut(room).ok_or(BetBar::MarketClosed)?;
        let market = book.market.as_mut().filter(|m| m.view.market == bet.market);
        let market = market.ok_or(BetBar::MarketClosed)?;
        match market.view.state {
            MarketState::Open => {}
            MarketState::Suspended if bet.stake == Coins::ZERO => {}
            state => panic!("a room lets {bet:?} pass in a market that is {state:?}"),
        }
        let free = self.wallets.entry((room.clone(), bet.user)).or_insert(GRANT);
        let had = market.stakes.get(&bet.user).map_or(0, |stake| stake.stake.get());
        let (min, max) = (market.view.min_stake, market.view.max_stake);
        if bet.stake > Coins::ZERO && !(min..=max).contains(&bet.stake) {
            return Err(BetBar::StakeOutOfRange { min, max });
        }
        if bet.stake.get() > *free + had {
            return Err(BetBar::InsufficientFunds { free: coins(*free + had) });
        }
        *free = *free + had - bet.stake.get();
        let free = coins(*free);
        self.changes += 1;
        book.order.insert(bet.user, self.changes);
        if bet.stake == Coins::ZERO {
            market.stakes.remove(&bet.user);
        } else {
            let stake = Stake { outcome: bet.outcome, stake: bet.stake, pays: None, back: None };
            market.stakes.insert(bet.user, stake);
        }
        market.count();
        let placed = Placed {
            market: bet.market,
            outcome: bet.outcome,
            stake: bet.stake,
            free: Some(free),
            again: false,
        };
        self.granted.insert((bet.user, bet.market, bet.key), (bet.clone(), placed));
        Ok(placed)
    }
}

impl Book {
    /// Carry an event out; what goes back to whom.
    fn take(&mut self, event: &Event) -> Vec<(UserId, u64)> {
        if let Event::MarketOpened { market, game, mode, scope, outcomes } = event {
            assert!(self.market.as_ref().is_none_or(is_over), "one market at a time");
            self.suspended.clear();
            self.order.clear();
            self.past.extend(self.market.take().map(|market| (market.view.market, market)));
            self.market = Some(opened(*market, *game, *mode, *scope, outcomes.clone()));
            return Vec::new();
        }
        let ordered = self.ordered();
        let market = self.market.as_mut().expect("a market is opened first");
        if is_over(market) {
            assert!(matches!(event, Event::MarketEnded { .. }), "nothing comes after the end: {event:?}");
            return Vec::new();
        }
        match event {
            Event::MarketSuspended { why, .. } => self.suspended.push(*why),
            Event::MarketEased { why, .. } => self.suspended.retain(|one| one != why),
            Event::MarketReopened { .. } => self.suspended.clear(),
            Event::MarketLocked { .. } => {
                self.suspended.clear();
                market.view.suspended = None;
                market.view.state = MarketState::Locked;
                market.reveal(&ordered);
                let stakes = pool::Pot::new(ordered.iter().map(|(_, stake)| *stake).collect()).unwrap();
                if let Some(why) = stakes.unfit(market.view.mode) {
                    market.view.state = MarketState::Void;
                    market.view.void = Some(why);
                    return market.pay(&ordered, MarketEnd::Void { why });
                }
                return Vec::new();
            }
            Event::MarketEnded { end, .. } => return market.pay(&ordered, *end),
            other => panic!("not of a market: {other:?}"),
        }
        market.view.suspended = self.suspended.last().copied();
        let open = self.suspended.is_empty();
        market.view.state = if open { MarketState::Open } else { MarketState::Suspended };
        Vec::new()
    }

    /// The stakes in the order of their last change.
    fn ordered(&self) -> Vec<(UserId, pool::Stake)> {
        let Some(market) = &self.market else { return Vec::new() };
        let mut users: Vec<UserId> = market.stakes.keys().copied().collect();
        users.sort_by_key(|user| self.order.get(user));
        let stake = |user: &UserId| {
            let stake = market.stakes[user];
            pool::Stake { outcome: stake.outcome, coins: stake.stake.get() }
        };
        users.iter().map(|user| (*user, stake(user))).collect()
    }
}

trait Sums {
    fn count(&mut self);
    fn reveal(&mut self, ordered: &[(UserId, pool::Stake)]);
    fn pay(&mut self, ordered: &[(UserId, pool::Stake)], end: MarketEnd) -> Vec<(UserId, u64)>;
}

impl Sums for Market {
    fn count(&mut self) {
        self.view.total = coins(self.stakes.values().map(|stake| stake.stake.get()).sum());
        self.view.bettors = u32::try_from(self.stakes.len()).unwrap();
        let outcomes: std::collections::BTreeSet<Outcome> = self.stakes.values().map(|s| s.outcome).collect();
        self.view.contested = outcomes.len() > 1;
    }

    fn reveal(&mut self, ordered: &[(UserId, pool::Stake)]) {
        let pot = pool::Pot::new(ordered.iter().map(|(_, stake)| *stake).collect()).unwrap();
        let pools: Vec<u64> = self.view.outcomes.iter().map(|outcome| pot.on(*outcome)).collect();
        let percents = display::percents(&pools);
        let views = self.view.outcomes.iter().zip(&pools).zip(percents).map(|((outcome, pool), percent)| {
            let bettors = self.stakes.values().filter(|stake| stake.outcome == *outcome).count();
            PoolView {
                outcome: *outcome,
                coins: coins(*pool),
                bettors: u32::try_from(bettors).unwrap(),
                percent: percent.percent,
                below_one: percent.below_one,
                multiple: display::multiple(pot.total(), *pool).map(coins),
            }
        });
        self.view.pools = Some(views.collect());
        for outcome in Outcome::ALL {
            let Some(payouts) = pot.payouts(outcome) else { continue };
            for ((user, stake), pays) in ordered.iter().zip(payouts) {
                if stake.outcome == outcome {
                    self.stakes.get_mut(user).unwrap().pays = Some(coins(pays));
                }
            }
        }
    }

    fn pay(&mut self, ordered: &[(UserId, pool::Stake)], end: MarketEnd) -> Vec<(UserId, u64)> {
        let pot = pool::Pot::new(ordered.iter().map(|(_, stake)| *stake).collect()).unwrap();
        let settled = pot.settle(self.view.mode, end);
        self.view.state = if settled.void.is_some() { MarketState::Void } else { MarketState::Settled };
        (self.view.void, self.view.result, self.view.suspended) = (settled.void, settled.result, None);
        assert_eq!(settled.back.iter().sum::<u64>(), pot.total(), "P23: the pot is paid out to the coin");
        let paid: Vec<(UserId, u64)> =
            ordered.iter().map(|(user, _)| *user).zip(settled.back.iter().copied()).collect();
        for (user, back) in &paid {
            self.stakes.get_mut(user).unwrap().back = Some(coins(*back));
        }
        paid
    }
}

fn opened(
    market: MarketId,
    game: u16,
    mode: BettingMode,
    scope: WalletScope,
    outcomes: Vec<Outcome>,
) -> Market {
    let view = MarketView {
        market,
        game,
        mode,
        scope,
        state: MarketState::Open,
        suspended: None,
        void: None,
        outcomes,
        min_stake: coins(10),
        max_stake: coins(200),
        total: Coins::ZERO,
        bettors: 0,
        contested: false,
        pools: None,
        result: None,
    };
    Market { view, stakes: BTreeMap::new() }
}

pub(crate) fn coins(count: u64) -> Coins {
    Coins::new(count).unwrap()
}

impl Ledger for Strict {
    fn follow(&self, room: &RoomId, _now: u64) -> Answering<'_, Option<Market>> {
        let room = room.clone();
        Box::pin(async move {
            let events = self.logged(&room).await?;
            let mut kept = self.kept.lock().unwrap();
            kept.follow(&room, &events);
            Ok(kept.rooms.get(&room).and_then(|book| book.market.clone()))
        })
    }

    fn follow_all(&self, now: u64) -> Answering<'_, ()> {
        Box::pin(async move {
            let store = self.store.lock().unwrap().upgrade().expect("a server that asks is there");
            for room in store.all_rooms().await? {
                self.follow(&room, now).await?;
            }
            Ok(())
        })
    }

    fn market(&self, room: &RoomId, market: MarketId) -> Answering<'_, Option<Market>> {
        let kept = self.kept.lock().unwrap();
        let book = kept.rooms.get(room);
        let newest = book.and_then(|b| b.market.clone()).filter(|newest| newest.view.market == market);
        let found = newest.or_else(|| book.and_then(|b| b.past.get(&market).cloned()));
        Box::pin(std::future::ready(Ok(found)))
    }

    fn void(&self, room: &RoomId, why: VoidReason, _now: u64) -> Answering<'_, bool> {
        let ended = self.kept.lock().unwrap().void(room, why);
        Box::pin(std::future::ready(Ok(ended)))
    }

    fn beyond(&self, most: BettingMode) -> Answering<'_, Vec<RoomId>> {
        let kept = self.kept.lock().unwrap();
        let beyond = |book: &Book| book.market.as_ref().is_some_and(|m| !is_over(m) && m.view.mode > most);
        let rooms = kept.rooms.iter().filter(|(_, book)| beyond(book)).map(|(room, _)| room.clone());
        Box::pin(std::future::ready(Ok(rooms.collect())))
    }

    fn place(&self, room: &RoomId, bets: Vec<Bet>, _now: u64) -> Answering<'_, Vec<Result<Placed, BetBar>>> {
        let room = room.clone();
        Box::pin(async move {
            assert!(!bets.is_empty(), "a call without bets");
            let events = self.logged(&room).await?;
            let mut kept = self.kept.lock().unwrap();
            let followed = kept.rooms.get(&room).map_or(0, |book| book.followed);
            let locked = events[followed..].iter().any(|(_, e)| matches!(e, Event::MarketLocked { .. }));
            kept.calls.push(bets.clone());
            // A call that took long may find that the log went on.
            let late = |bet: &Bet| Bet {
                barred: bet.barred.or(locked.then_some(BetBar::MarketLocked)),
                ..bet.clone()
            };
            Ok(bets.iter().map(|bet| kept.place(&room, &late(bet))).collect())
        })
    }

    fn bettor(&self, room: &RoomId, _scope: WalletScope, user: UserId, _now: u64) -> Answering<'_, Bettor> {
        let free = Some(coins(self.wallet(room, user)));
        Box::pin(std::future::ready(Ok(Bettor { free, bar: None })))
    }
}

/// A door in front of books. Each call goes by the next mood, and by the usual one when there is none.
pub(crate) struct Moody {
    books: Arc<dyn Ledger>,
    usual: Mutex<Mood>,
    moods: Mutex<VecDeque<Mood>>,
    freed: Notify,
    calls: Mutex<u64>,
}

/// How a call to the books goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mood {
    Well,
    /// Nothing is done.
    Fails,
    /// It is done, and the answer is lost.
    LosesAnswer,
    /// It is not done, and nobody knows.
    LosesCall,
    /// It is done once the door is freed.
    Hangs,
}

impl Moody {
    pub(crate) fn before(books: Arc<dyn Ledger>) -> Arc<Self> {
        Arc::new(Self {
            books,
            usual: Mutex::new(Mood::Well),
            moods: Mutex::default(),
            freed: Notify::new(),
            calls: Mutex::new(0),
        })
    }

    /// How all calls go from now on. Those that hang go on where it is well again.
    pub(crate) fn is(&self, mood: Mood) {
        *self.usual.lock().unwrap() = mood;
        if mood == Mood::Well {
            self.freed.notify_waiters();
        }
    }

    /// How the next call goes.
    pub(crate) fn next_is(&self, mood: Mood) {
        self.moods.lock().unwrap().push_back(mood);
    }

    /// The newest market, behind the door.
    pub(crate) async fn kept(&self, room: &RoomId) -> Market {
        self.books.follow(room, 0).await.unwrap().expect("a market")
    }

    /// Calls so far.
    pub(crate) fn calls(&self) -> u64 {
        *self.calls.lock().unwrap()
    }

    async fn pass<T>(&self, call: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        *self.calls.lock().unwrap() += 1;
        let mood = self.moods.lock().unwrap().pop_front();
        let usual = *self.usual.lock().unwrap();
        let lost = || StoreError::Unknown("the answer was lost".to_owned());
        match mood.unwrap_or(usual) {
            Mood::Well => call.await,
            Mood::Fails => Err(StoreError::Unavailable("the books do not open".to_owned())),
            Mood::LosesAnswer => {
                drop(call.await?);
                Err(lost())
            }
            Mood::LosesCall => Err(lost()),
            Mood::Hangs => {
                self.freed.notified().await;
                call.await
            }
        }
    }
}

impl Ledger for Moody {
    fn follow(&self, room: &RoomId, now: u64) -> Answering<'_, Option<Market>> {
        let call = self.books.follow(room, now);
        Box::pin(self.pass(call))
    }

    fn follow_all(&self, now: u64) -> Answering<'_, ()> {
        let call = self.books.follow_all(now);
        Box::pin(self.pass(call))
    }

    fn market(&self, room: &RoomId, market: MarketId) -> Answering<'_, Option<Market>> {
        let call = self.books.market(room, market);
        Box::pin(self.pass(call))
    }

    fn void(&self, room: &RoomId, why: VoidReason, now: u64) -> Answering<'_, bool> {
        let call = self.books.void(room, why, now);
        Box::pin(self.pass(call))
    }

    fn beyond(&self, most: BettingMode) -> Answering<'_, Vec<RoomId>> {
        let call = self.books.beyond(most);
        Box::pin(self.pass(call))
    }

    fn place(&self, room: &RoomId, bets: Vec<Bet>, now: u64) -> Answering<'_, Vec<Result<Placed, BetBar>>> {
        let call = self.books.place(room, bets, now);
        Box::pin(self.pass(call))
    }

    fn bettor(&self, room: &RoomId, scope: WalletScope, user: UserId, now: u64) -> Answering<'_, Bettor> {
        let call = self.books.bettor(room, scope, user, now);
        Box::pin(self.pass(call))
    }
}
