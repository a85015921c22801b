//! Whatever people and rooms do, in whatever order: the books come out as a simple account of it
//! does, and are true after every step.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use protocol::betting::{BetBar, BettingMode, MarketEnd, Outcome, SuspendReason, VoidReason, WalletScope};
use protocol::{Event, MarketId, UserId};
use server::betting::rules::Rules;
use server::store::ledger::{Act, Deed};
use uuid::Uuid;

use crate::world::{
    DAY, NOW, World, bet, coins, ended, locked, opened, room, rules, suspended, user, usually,
};

const PEOPLE: u128 = 4;
const MARKETS: u32 = 3;
const START: i64 = 1000;

/// Something that happens.
#[derive(Clone, Debug)]
enum Step {
    Bet {
        who: u128,
        market: u32,
        outcome: Outcome,
        stake: u64,
    },
    /// The order of that number comes again.
    Again(usize),
    Suspend(u32),
    Reopen(u32),
    Lock(u32),
    Result(u32, Outcome),
    Void(u32),
    Claim {
        who: u128,
        day: u64,
    },
    Adjust {
        who: u128,
        amount: u64,
        taken: bool,
    },
    Season(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    Suspended,
    Locked,
    Over,
}

/// Who has staked on what, and how much; in the order of the last change.
type Held = (u128, Outcome, i64);

/// A simple account of the same.
struct Model {
    free: BTreeMap<u128, i64>,
    markets: BTreeMap<u32, (State, Vec<Held>)>,
    claimed: Vec<(u128, u64)>,
    seasons: Vec<u32>,
    orders: Vec<(u128, u32, Outcome, u64)>,
    /// Orders that were granted and moved something, or would have.
    granted: BTreeSet<usize>,
    acts: u128,
}

impl Model {
    fn new() -> Self {
        let markets = (1..=MARKETS).map(|market| (market, (State::Open, Vec::new()))).collect();
        let (claimed, seasons, orders) = (Vec::new(), Vec::new(), Vec::new());
        Self { free: BTreeMap::new(), markets, claimed, seasons, orders, granted: BTreeSet::new(), acts: 0 }
    }

    fn free(&mut self, who: u128) -> &mut i64 {
        self.free.entry(who).or_insert(START)
    }

    fn staked(&self, who: u128) -> i64 {
        let open = self.markets.values().filter(|(state, _)| *state != State::Over);
        open.flat_map(|(_, stakes)| stakes).filter(|stake| stake.0 == who).map(|stake| stake.2).sum()
    }

    /// Whether it is granted.
    fn bet(&mut self, who: u128, market: u32, outcome: Outcome, stake: u64) -> bool {
        let (state, stakes) = self.markets.get_mut(&market).expect("a market");
        let held: i64 = stakes.iter().filter(|own| own.0 == who).map(|own| own.2).sum();
        let new = i64::try_from(stake).expect("a stake");
        let free = self.free.get(&who).copied().unwrap_or(START);
        let open = *state == State::Open && (10..=1000).contains(&new) && new <= free + held;
        let takes_back = matches!(state, State::Open | State::Suspended) && new == 0;
        if !open && !takes_back {
            return false;
        }
        let same = stakes.contains(&(who, outcome, new));
        if !same && (held > 0 || new > 0) {
            stakes.retain(|own| own.0 != who);
            if new > 0 {
                stakes.push((who, outcome, new));
            }
            self.free.insert(who, free + held - new);
        }
        true
    }

    fn lock(&mut self, market: u32) {
        let (state, stakes) = self.markets.get_mut(&market).expect("a market");
        if matches!(state, State::Open | State::Suspended) {
            *state = State::Locked;
            if stakes.iter().all(|stake| stake.1 == stakes[0].1) {
                self.give_back(market);
            }
        }
    }

    fn result(&mut self, market: u32, outcome: Outcome) {
        let (state, stakes) = self.markets.get_mut(&market).expect("a market");
        match state {
            State::Over => return,
            State::Open | State::Suspended => return self.give_back(market),
            State::Locked => *state = State::Over,
        }
        let stakes = stakes.clone();
        let total: i64 = stakes.iter().map(|stake| stake.2).sum();
        let right: i64 = stakes.iter().filter(|stake| stake.1 == outcome).map(|stake| stake.2).sum();
        if right == 0 {
            return self.give_back_all(&stakes);
        }
        // Coin after coin to whoever is furthest below his share: slow, and another way to the same.
        let mut left = total;
        let winners = stakes.iter().filter(|stake| stake.1 == outcome);
        let mut paid: Vec<(u128, i64, i64)> = winners.map(|&(who, _, stake)| (who, stake, 0)).collect();
        for (_, stake, coins) in &mut paid {
            *coins = *stake * total / right;
            left -= *coins;
        }
        while left > 0 {
            let lacks = |&(_, stake, coins): &(u128, i64, i64)| stake * total - coins * right;
            let most = paid.iter().map(lacks).max().expect("somebody was right");
            let place = paid.iter().position(|own| lacks(own) == most).expect("it is somebody's");
            paid[place].2 += 1;
            left -= 1;
        }
        for (who, _, coins) in paid {
            *self.free(who) += coins;
        }
    }

    fn give_back(&mut self, market: u32) {
        let (state, stakes) = self.markets.get_mut(&market).expect("a market");
        if *state != State::Over {
            *state = State::Over;
            let stakes = stakes.clone();
            self.give_back_all(&stakes);
        }
    }

    fn give_back_all(&mut self, stakes: &[Held]) {
        for &(who, _, stake) in stakes {
            *self.free(who) += stake;
        }
    }

    fn claim(&mut self, who: u128, day: u64) {
        let staked = self.staked(who);
        let first = !self.claimed.contains(&(who, day));
        let free = self.free(who);
        if first && *free + staked < 2 * START {
            *free += 100;
            self.claimed.push((who, day));
        }
    }

    fn season(&mut self, season: u32) {
        if self.seasons.contains(&season) {
            return;
        }
        self.seasons.push(season);
        for who in 1..=PEOPLE {
            let target = (START - self.staked(who)).max(0);
            if let Some(free) = self.free.get_mut(&who) {
                *free = target;
            }
        }
    }
}

async fn go(world: &World, model: &mut Model, step: &Step) {
    let tell = async |event: Event| drop(world.tell(&room(1), event).await);
    match *step {
        Step::Bet { who, market, outcome, stake } => {
            model.orders.push((who, market, outcome, stake));
            order(world, model, model.orders.len() - 1).await;
        }
        Step::Again(place) if !model.orders.is_empty() => {
            let place = place % model.orders.len();
            order(world, model, place).await;
        }
        Step::Again(_) => {}
        Step::Suspend(market) => {
            let state = &mut model.markets.get_mut(&market).expect("a market").0;
            if *state == State::Open {
                *state = State::Suspended;
            }
            tell(suspended(market, SuspendReason::Roster)).await;
        }
        Step::Reopen(market) => {
            let state = &mut model.markets.get_mut(&market).expect("a market").0;
            if *state == State::Suspended {
                *state = State::Open;
            }
            tell(Event::MarketReopened { market: MarketId(market) }).await;
        }
        Step::Lock(market) => {
            model.lock(market);
            tell(locked(market, &[], &[], None)).await;
        }
        Step::Result(market, outcome) => {
            model.result(market, outcome);
            tell(ended(market, MarketEnd::Result { outcome })).await;
        }
        Step::Void(market) => {
            model.give_back(market);
            tell(ended(market, MarketEnd::Void { why: VoidReason::Abandoned })).await;
        }
        Step::Claim { who, day } => {
            model.claim(who, day);
            world.wallets().claim(user(who), NOW + day * DAY).await.expect("the books answer");
        }
        Step::Adjust { who, amount, taken } => {
            let coins_free = *model.free(who);
            let signed = i64::try_from(amount).expect("few");
            model.acts += 1;
            let deed = Deed::Adjust { user: user(who), amount: coins(amount), taken };
            let act =
                Act { key: Uuid::from_u128(model.acts), admin: user(999), deed, reason: "so".to_owned() };
            let done = world.wallets().act(act, NOW).await.expect("the books answer");
            assert_eq!(done.is_ok(), !taken || signed <= coins_free);
            if done.is_ok() {
                *model.free(who) += if taken { -signed } else { signed };
            }
        }
        Step::Season(season) => {
            model.season(season);
            world.wallets().end_season(season, NOW).await.expect("the books answer");
        }
    }
}

/// Whether an order is granted depends on what it asks for and on whether it was granted before.
async fn order(world: &World, model: &mut Model, place: usize) {
    let (who, market, outcome, stake) = model.orders[place];
    let key = u128::try_from(place).expect("few") + 1;
    let answer = world.place(&room(1), bet(market, user(who), key, outcome, stake)).await;
    let is_again = model.granted.contains(&place);
    assert_eq!(answer.is_ok_and(|placed| placed.again), is_again, "{answer:?}");
    if is_again {
        return;
    }
    let granted = model.bet(who, market, outcome, stake);
    assert_eq!(answer.is_ok(), granted, "{answer:?}");
    if granted {
        model.granted.insert(place);
    }
    if let Ok(placed) = answer {
        let free = model.free.get(&who).copied().unwrap_or(START);
        assert_eq!(placed.free.map(protocol::betting::Coins::get), u64::try_from(free).ok());
    }
    assert_ne!(answer, Err(BetBar::IdempotencyConflict));
}

async fn compare(world: &World, model: &Model) {
    for who in 1..=PEOPLE {
        let free = model.free.get(&who).copied().unwrap_or(START);
        assert_eq!(i64::try_from(world.wallet(user(who)).await), Ok(free), "{who}");
    }
    for (&number, (state, stakes)) in &model.markets {
        let market = world.ledger().market(&room(1), MarketId(number)).await.expect("the books answer");
        let market = market.expect("a market");
        let held: BTreeMap<UserId, (Outcome, u64)> =
            market.stakes.iter().map(|(&who, own)| (who, (own.outcome, own.stake.get()))).collect();
        let stakes = stakes.iter().map(|&(who, outcome, stake)| (user(who), (outcome, stake.unsigned_abs())));
        assert_eq!(held, stakes.collect(), "market {number}");
        if matches!(state, State::Open | State::Suspended) {
            assert!(market.view.pools.is_none(), "sealed until the lock");
        }
        let locked = market.stakes.values().any(|own| own.pays.is_some());
        assert_eq!(market.view.pools.is_some(), locked, "and for ever where there was none");
    }
    world.is_true().await;
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let who = 1..=PEOPLE;
    let market = || 1..=MARKETS;
    let outcome = || prop::sample::select(Outcome::ALL.to_vec());
    let stake = prop_oneof![Just(0_u64), 1_u64..=12, 10_u64..=400, Just(1000), Just(1001)];
    let bet = (who.clone(), market(), outcome(), stake).prop_map(|(who, market, outcome, stake)| Step::Bet {
        who,
        market,
        outcome,
        stake,
    });
    let step = prop_oneof![
        12 => bet,
        3 => (0_usize..100).prop_map(Step::Again),
        1 => market().prop_map(Step::Suspend),
        2 => market().prop_map(Step::Reopen),
        2 => market().prop_map(Step::Lock),
        2 => (market(), outcome()).prop_map(|(market, outcome)| Step::Result(market, outcome)),
        1 => market().prop_map(Step::Void),
        2 => (who.clone(), 0_u64..3).prop_map(|(who, day)| Step::Claim { who, day }),
        1 => (who, 1_u64..1500, any::<bool>())
            .prop_map(|(who, amount, taken)| Step::Adjust { who, amount, taken }),
        1 => (1_u32..=2).prop_map(Step::Season),
    ];
    prop::collection::vec(step, 1..=50)
}

async fn run(world: World, steps: &[Step]) {
    for n in 1..=PEOPLE {
        world.account(n).await;
    }
    for market in 1..=MARKETS {
        world.tell(&room(1), opened(market, BettingMode::Pool, WalletScope::Server)).await;
    }
    let mut model = Model::new();
    for step in steps {
        go(&world, &mut model, step).await;
        compare(&world, &model).await;
    }
}

/// Without relief, which the account above leaves out.
fn plain() -> Rules {
    Rules { reliefs_a_day: 0, ..rules() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: usually(12, 400), ..ProptestConfig::default() })]

    #[test]
    fn books_on_a_disk_come_out_as_a_simple_account_does(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async { run(World::disk(plain()).await, &steps).await });
    }

    #[test]
    fn books_in_memory_come_out_as_a_simple_account_does(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(run(World::memory(plain()), &steps));
    }
}
