//! What the task of a room knows of the books, and how it asks them: briefly while they answer, and
//! in passing while they do not.

mod shown;

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use protocol::betting::{BetBar, Coins, MarketState, WalletScope};
use protocol::{Entry, Event, MarketId, RoomId, UserId};

use crate::clock::Clock;
use crate::store::StoreError;
use crate::store::ledger::{Bet, Bettor, Ledger, Market, Placed, Stake};

/// Milliseconds that a match waits for the books, once.
const PATIENCE_MS: u64 = 2_000;
/// Milliseconds until books that failed are asked again.
const RETRY_MS: u64 = 1_000;

/// What came of bets, in their order; nothing where the books did not say.
pub(in crate::rooms) type Placings = Option<Vec<Result<Placed, BetBar>>>;

/// The books, as one room knows them.
pub(in crate::rooms) struct Books {
    ledger: Option<Arc<dyn Ledger>>,
    room: RoomId,
    clock: Clock,
    /// Whether the log has a market, and whether the newest one is over.
    log: LogMarket,
    /// The newest market as the books have it; known once they were asked in this life of the room.
    market: Option<Market>,
    known: bool,
    /// The one before, where it ended in this life of the room.
    over: Option<Market>,
    staked: Arc<BTreeSet<UserId>>,
    /// Who may have a stake: what came of the bet nobody knows.
    unsure: BTreeSet<UserId>,
    /// What the books were asked and have not answered.
    asked: Option<BoxFuture<'static, Result<Followed, StoreError>>>,
    /// The log went on after that.
    again: bool,
    retry_at: Option<u64>,
    /// Whose ticket is to be told, of which market: it was locked, or is over.
    told_of: BTreeSet<(UserId, MarketId)>,
}

/// What the books know once they have followed.
struct Followed {
    newest: Option<Market>,
    /// The market that was the newest before, where another one has opened since.
    before: Option<Market>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LogMarket {
    Never,
    Runs,
    Over,
}

impl Books {
    /// The books for a room that has this log.
    pub(in crate::rooms) fn new(
        ledger: Option<Arc<dyn Ledger>>,
        room: RoomId,
        clock: Clock,
        log: &[Entry],
    ) -> Self {
        let mut books = Self {
            ledger,
            room,
            clock,
            log: LogMarket::Never,
            market: None,
            known: false,
            over: None,
            staked: Arc::default(),
            unsure: BTreeSet::new(),
            asked: None,
            again: false,
            retry_at: None,
            told_of: BTreeSet::new(),
        };
        books.read(log);
        books
    }

    /// Take note of entries that are in the log. Whether something of a market is in them, which the
    /// books have to follow.
    pub(in crate::rooms) fn read(&mut self, entries: &[Entry]) -> bool {
        let mut states = entries.iter().flat_map(|entry| &entry.events).filter_map(log_market);
        let last = states.next_back();
        self.log = last.unwrap_or(self.log);
        last.is_some() && self.ledger.is_some()
    }

    /// Whether the log has ever had a market.
    pub(in crate::rooms) fn has_market(&self) -> bool {
        self.ledger.is_some() && self.log != LogMarket::Never
    }

    /// Whether a market is not over, or the books do not know yet that it is.
    pub(in crate::rooms) fn must_follow(&self) -> bool {
        self.ledger.is_some() && self.log == LogMarket::Runs
    }

    /// Whether the books do not answer, or have not answered yet. Nobody bets while they do not.
    pub(in crate::rooms) const fn is_behind(&self) -> bool {
        self.asked.is_some() || self.retry_at.is_some()
    }

    /// Who has a stake in a market that is not over.
    pub(in crate::rooms) fn staked(&self) -> Arc<BTreeSet<UserId>> {
        Arc::clone(&self.staked)
    }

    /// Whether it is known who has a stake.
    pub(in crate::rooms) fn knows_stakes(&self) -> bool {
        self.known || !self.must_follow()
    }

    /// The stake of a person.
    pub(in crate::rooms) fn stake_of(&self, user: UserId) -> Option<Stake> {
        let stake = self.market.as_ref()?.stakes.get(&user).copied()?;
        (stake.stake > Coins::ZERO).then_some(stake)
    }

    /// The newest market.
    pub(in crate::rooms) fn market_id(&self) -> Option<MarketId> {
        self.market.as_ref().map(|market| market.view.market)
    }

    /// Let the books follow the log, and wait for them, but not for long and not again while they are
    /// behind.
    pub(in crate::rooms) async fn follow(&mut self) {
        if self.is_behind() {
            self.again = true;
            return;
        }
        self.ask();
        self.wait().await;
    }

    /// Ask anew, if they failed and it is time.
    pub(in crate::rooms) fn retry(&mut self, now: u64) {
        if self.retry_at.is_some_and(|at| at <= now) {
            self.ask();
        }
    }

    /// When they are to be asked anew.
    pub(in crate::rooms) const fn retry_at(&self) -> Option<u64> {
        self.retry_at
    }

    /// Wait for what was asked before; for ever where nothing was. May be dropped and asked again.
    pub(in crate::rooms) async fn answered(&mut self) {
        match &mut self.asked {
            None => std::future::pending().await,
            Some(asked) => {
                let answer = asked.await;
                self.take(answer);
            }
        }
    }

    /// Set stakes. Nothing comes of it where the books do not say in time: each may stand or not, and
    /// nobody bets until they have said.
    pub(in crate::rooms) async fn place(&mut self, bets: Vec<Bet>) -> Placings {
        let ledger = self.ledger.clone().filter(|_| !self.is_behind())?;
        let (room, now) = (self.room.clone(), self.clock.now());
        let users: Vec<UserId> = bets.iter().map(|bet| bet.user).collect();
        let mut placing: BoxFuture<'static, Result<Vec<Result<Placed, BetBar>>, StoreError>> = {
            let (ledger, room) = (Arc::clone(&ledger), room.clone());
            Box::pin(async move { ledger.place(&room, bets, now).await })
        };
        let placed = tokio::select! {
            biased;
            placed = &mut placing => Some(placed),
            () = self.clock.sleep_until(now + PATIENCE_MS) => None,
        };
        match placed {
            Some(Ok(placed)) if placed.len() == users.len() => {
                for (user, placed) in users.into_iter().zip(&placed) {
                    if let Ok(placed) = placed {
                        self.note(user, placed);
                    }
                }
                self.recount();
                return Some(placed);
            }
            Some(Ok(_)) => tracing::error!(%room, "the books answer for other bets than were asked"),
            Some(Err(error)) => {
                tracing::warn!(%room, %error, "bets were not placed");
                if !matches!(error, StoreError::Unknown(_)) {
                    self.retry_at = Some(self.clock.now() + RETRY_MS);
                    return None;
                }
            }
            None => {
                tracing::warn!(%room, "the books do not answer");
                // First they say what became of these, then who has which stake.
                let known = self.running();
                self.asked = Some(Box::pin(async move {
                    drop(placing.await);
                    follow(ledger.as_ref(), &room, known, now).await
                }));
            }
        }
        self.unsure.extend(users);
        self.recount();
        if self.asked.is_none() {
            self.retry_at = Some(self.clock.now() + RETRY_MS);
        }
        None
    }

    /// What a person may bet with; nothing where the books do not say in time.
    pub(in crate::rooms) fn bettor(
        &self,
        scope: WalletScope,
        user: UserId,
    ) -> BoxFuture<'static, Option<Bettor>> {
        let Some(ledger) = self.ledger.clone().filter(|_| !self.is_behind()) else {
            return Box::pin(std::future::ready(None));
        };
        let (room, clock) = (self.room.clone(), self.clock.clone());
        Box::pin(async move {
            let now = clock.now();
            tokio::select! {
                biased;
                bettor = ledger.bettor(&room, scope, user, now) => bettor.ok(),
                () = clock.sleep_until(now + PATIENCE_MS) => None,
            }
        })
    }

    /// Somebody whose ticket is to be told, once the books answer.
    pub(in crate::rooms) fn next_told(&mut self) -> Option<(UserId, MarketId)> {
        if self.is_behind() { None } else { self.told_of.pop_first() }
    }

    /// His ticket could not be told yet.
    pub(in crate::rooms) fn tell_later(&mut self, user: UserId, market: MarketId, now: u64) {
        self.told_of.insert((user, market));
        if !self.is_behind() {
            self.retry_at = Some(now + RETRY_MS);
        }
    }

    fn ask(&mut self) {
        let Some(ledger) = self.ledger.clone() else { return };
        let (room, now) = (self.room.clone(), self.clock.now());
        self.retry_at = None;
        self.again = false;
        let known = self.running();
        self.asked = Some(Box::pin(async move { follow(ledger.as_ref(), &room, known, now).await }));
    }

    /// The newest market that is known, unless it is over.
    fn running(&self) -> Option<MarketId> {
        self.market.as_ref().filter(|market| !is_over(market.view.state)).map(|market| market.view.market)
    }

    async fn wait(&mut self) {
        let until = self.clock.now() + PATIENCE_MS;
        let clock = self.clock.clone();
        tokio::select! {
            biased;
            () = self.answered() => {}
            () = clock.sleep_until(until) => tracing::warn!(room = %self.room, "the books are late"),
        }
    }

    fn take(&mut self, answer: Result<Followed, StoreError>) {
        self.asked = None;
        match answer {
            Ok(Followed { newest, before }) => {
                if before.is_some() {
                    self.note_passage(before.as_ref());
                    self.over = before;
                } else {
                    self.note_passage(newest.as_ref());
                }
                if let Some(newest) = &newest
                    && let Some(known) = self.market.take_if(|known| is_over(known.view.state))
                    && known.view.market != newest.view.market
                {
                    self.over = Some(known);
                }
                self.market = newest;
                self.known = true;
                self.unsure.clear();
                self.recount();
                if self.again {
                    self.ask();
                }
            }
            Err(error) => {
                tracing::warn!(room = %self.room, %error, "the books do not follow");
                self.retry_at = Some(self.clock.now() + RETRY_MS);
            }
        }
    }

    /// Whoever has a stake is told when his market is locked, and when it is over.
    fn note_passage(&mut self, now: Option<&Market>) {
        let (Some(before), Some(now)) = (&self.market, now) else { return };
        let passed = (before.view.market, before.view.state) != (now.view.market, now.view.state);
        if passed && !is_open(now.view.state) {
            let stakes = before.stakes.iter().chain(&now.stakes);
            let market = now.view.market;
            self.told_of
                .extend(stakes.filter(|(_, s)| s.stake > Coins::ZERO).map(|(user, _)| (*user, market)));
        }
    }

    fn note(&mut self, user: UserId, placed: &Placed) {
        let Some(market) = self.market.as_mut().filter(|market| market.view.market == placed.market) else {
            return;
        };
        if placed.again {
            return;
        }
        if placed.stake == Coins::ZERO {
            market.stakes.remove(&user);
        } else {
            let stake = Stake { outcome: placed.outcome, stake: placed.stake, pays: None, back: None };
            market.stakes.insert(user, stake);
        }
    }

    /// Who has a stake, and what that makes together while bets are taken.
    fn recount(&mut self) {
        let mut staked = self.unsure.clone();
        if let Some(Market { view, stakes }) = &mut self.market {
            let held = stakes.iter().filter(|(_, stake)| stake.stake > Coins::ZERO);
            if !is_over(view.state) {
                staked.extend(held.clone().map(|(user, _)| *user));
            }
            if is_open(view.state) {
                let total = held.clone().map(|(_, stake)| stake.stake.get()).sum();
                view.total = Coins::new(total).unwrap_or(Coins::MAX);
                view.bettors = u32::try_from(held.clone().count()).unwrap_or(u32::MAX);
                view.contested = held.map(|(_, stake)| stake.outcome).collect::<BTreeSet<_>>().len() > 1;
            }
        }
        if *self.staked != staked {
            self.staked = Arc::new(staked);
        }
    }
}

/// Follow the log, and learn what became of the market that is known to run.
async fn follow(
    ledger: &dyn Ledger,
    room: &RoomId,
    known: Option<MarketId>,
    now: u64,
) -> Result<Followed, StoreError> {
    let newest = ledger.follow(room, now).await?;
    let number = newest.as_ref().map(|market| market.view.market);
    let before = match known.filter(|known| number.is_some_and(|number| number != *known)) {
        Some(known) => ledger.market(room, known).await?,
        None => None,
    };
    Ok(Followed { newest, before })
}

const fn is_over(state: MarketState) -> bool {
    matches!(state, MarketState::Settled | MarketState::Void)
}

const fn is_open(state: MarketState) -> bool {
    matches!(state, MarketState::Open | MarketState::Suspended)
}

const fn log_market(event: &Event) -> Option<LogMarket> {
    let runs = matches!(
        event,
        Event::MarketOpened { .. }
            | Event::MarketSuspended { .. }
            | Event::MarketEased { .. }
            | Event::MarketReopened { .. }
            | Event::MarketLocked { .. }
    );
    if runs {
        Some(LogMarket::Runs)
    } else if matches!(event, Event::MarketEnded { .. }) {
        Some(LogMarket::Over)
    } else {
        None
    }
}
