//! A match with those who bet on it, in the words of the betting.

use std::collections::BTreeMap;

use engine::{Preset, Side};
use protocol::betting::{
    BetBar, BettingMode, Coins, MarketState, MarketView, Outcome, TicketView, VoidReason, WalletScope,
};
use protocol::http::account::Credentials;
use protocol::http::betting::{BetRow, MarketStory, WalletView};
use protocol::settings::{DecisionMode, Stand, Visibility};
use protocol::{Command, MarketId, Motion, Refusal, RoomSettings, ServerFrame};
use sindillo_tests::table::Table;
use sindillo_tests::{Person, Request, Tab, World, quick};

use crate::defects::{both_carry, carries};

/// A room of one against one, and those who bet.
pub(crate) struct Booth {
    /// The match. Who watches bets.
    pub(crate) table: Table,
    /// With whose coins.
    scope: WalletScope,
}

/// One against one, as quick as they are, with bets.
pub(crate) fn settings() -> RoomSettings {
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.decision.tries_max = 0;
    settings.stand = Stand { betting: BettingMode::Pool, cheers: true, advice: true, ..Stand::default() };
    settings
}

/// The same for everybody, with the coins of accounts.
pub(crate) fn public() -> RoomSettings {
    RoomSettings { visibility: Visibility::Public, ..settings() }
}

/// Coins that everybody begins with.
const GRANT: u64 = 1_000;

/// Flags of a server on which a new account may bet at once.
pub(crate) const AT_ONCE: [&str; 3] = ["--no-address-limits", "--min-account-age-hours", "0"];

impl Booth {
    /// Two sit, so many watch, and bets are taken.
    pub(crate) async fn open(world: &World, bettors: usize) -> Self {
        let people = people(world, bettors).await;
        Self::open_for(world, settings(), &people).await
    }

    /// The same for certain people.
    pub(crate) async fn open_for(world: &World, settings: RoomSettings, people: &[Person]) -> Self {
        let scope = match settings.visibility {
            Visibility::Public => WalletScope::Server,
            Visibility::Unlisted => WalletScope::Room,
        };
        let mut table = Table::seated(world, settings, 1, 0).await;
        for person in people {
            table.watchers.push(person.enters(&table.room).await);
        }
        let booth = Self { table, scope };
        for tab in booth.bettors() {
            tab.market_is(MarketState::Open).await;
        }
        booth
    }

    /// A match that was set otherwise, and those who bet on it with such coins.
    pub(crate) const fn of(table: Table, scope: WalletScope) -> Self {
        Self { table, scope }
    }

    /// Those who watch.
    pub(crate) fn bettors(&self) -> &[Tab] {
        &self.table.watchers
    }

    /// Who plays South.
    pub(crate) fn south(&self) -> &Tab {
        &self.table.south[0]
    }

    /// Who plays North.
    pub(crate) fn north(&self) -> &Tab {
        &self.table.north[0]
    }

    /// The next game begins. While somebody watches that takes twenty seconds, so all look away.
    pub(crate) async fn begins(&self) {
        for tab in self.bettors() {
            tab.leaves().await;
        }
        for tab in self.table.players() {
            tab.waits("nobody watches", |seen| seen.crowd.unwrap_or_default() == 0).await;
            tab.is_ready().await.expect("a seated member may be ready");
        }
        for tab in self.bettors() {
            tab.connects().await;
        }
        for tab in self.table.everybody() {
            tab.waits("a game begins", |seen| seen.turn().is_some()).await;
        }
    }

    /// So many plies are played.
    pub(crate) async fn plays(&self, plies: usize) {
        for _ in 0..plies {
            let turn = self.table.turn().await.expect("the game goes on");
            self.table.of(turn.hand).lays(&turn.offers[0].mv).await.expect("the hand lays");
            self.table.is_over(&turn).await;
        }
    }

    /// A side gives up.
    pub(crate) async fn gives_up(&self, side: Side) {
        carries(&self.table, side, Motion::Resign).await;
    }

    /// Both sides end the game as if it had not been.
    pub(crate) async fn breaks_off(&self) {
        both_carry(&self.table, Side::South, Motion::Abort).await;
    }

    /// The game begins, and a side wins it after two moves of both.
    pub(crate) async fn is_won_by(&self, side: Side) {
        self.begins().await;
        self.plays(4).await;
        self.gives_up(side.other()).await;
    }

    /// Everybody who watches is told how a market ended; that is told once more to whoever asks.
    pub(crate) async fn is_over(&self, market: u32) -> MarketView {
        let mut views = Vec::new();
        for tab in self.bettors() {
            views.push(over(tab, MarketId(market)).await);
        }
        assert!(views.windows(2).all(|two| two[0] == two[1]), "all are told the same: {views:?}");
        views.into_iter().next().expect("somebody watches")
    }

    /// The people hold what the books say that was given out, the books are clean, nobody saw a
    /// breach of the contract, and the server had nothing to complain about.
    pub(crate) async fn ends_well(self, world: World) {
        all_end_well(vec![self], world).await;
    }
}

/// The same for several matches. Who bets in several of them with the coins of his account has one
/// wallet.
pub(crate) async fn all_end_well(booths: Vec<Booth>, world: World) {
    let supply: u64 = world.books_are_clean().await.supply.parse().expect("a number");
    let books = world.books().await;
    books.never_hold_less_than_nothing();
    let given = books.of_kind("ROOM_GRANT").chain(books.of_kind("GRANT_START")).count();
    let (mut wallets, mut stakes) = (BTreeMap::new(), BTreeMap::new());
    for booth in &booths {
        for tab in booth.bettors() {
            let ticket = ticket(tab).await;
            let (name, room) = (tab.name().to_owned(), tab.room().clone());
            let wallet = (name.clone(), (booth.scope == WalletScope::Room).then(|| room.clone()));
            wallets.insert(wallet, free(&ticket));
            stakes.insert((name, room), staked(&ticket));
        }
    }
    // Who has not bet yet is shown what he will be given.
    let not_yet = u64::try_from(wallets.len() - given).expect("a few") * GRANT;
    let held = wallets.values().sum::<u64>() + stakes.values().sum::<u64>();
    assert_eq!(held, supply + not_yet, "wallets and stakes are what was given");
    for booth in &booths {
        booth.table.all_kept_the_contract();
    }
    world.end().await;
}

/// So many people.
pub(crate) async fn people(world: &World, count: usize) -> Vec<Person> {
    let mut people = Vec::new();
    for number in 0..count {
        people.push(world.person(&format!("Kimani {number}")).await);
    }
    people
}

/// So many people with an account.
pub(crate) async fn accounts(world: &World, count: usize) -> Vec<Person> {
    let people = people(world, count).await;
    for (number, person) in people.iter().enumerate() {
        has_account(person, &format!("kimani.{number}")).await;
    }
    people
}

/// What all accounts here are opened with.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A person claims an account.
pub(crate) async fn has_account(person: &Person, login: &str) {
    let claim = Credentials { login: login.to_owned(), password: PASSWORD.to_owned() };
    let answer = person.fetch(Request::post("/api/account", &claim)).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.text());
}

/// Another browser in which somebody has signed in to an account.
pub(crate) async fn elsewhere(world: &World, login: &str) -> Person {
    let browser = world.person("Somebody").await;
    let entry = Credentials { login: login.to_owned(), password: PASSWORD.to_owned() };
    let answer = browser.fetch(Request::post("/api/login", &entry)).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.text());
    browser
}

/// How a market ended, as a page was told.
pub(crate) async fn over(tab: &Tab, market: MarketId) -> MarketView {
    tab.until(&format!("{market:?} is over"), |state| {
        state.frames.iter().rev().find_map(|text| match serde_json::from_str(text) {
            Ok(ServerFrame::Market { market: Some(view) }) if is_over(&view, market) => Some(*view),
            _ => None,
        })
    })
    .await
}

fn is_over(view: &MarketView, market: MarketId) -> bool {
    view.market == market && matches!(view.state, MarketState::Settled | MarketState::Void)
}

/// The market is void for this reason.
pub(crate) fn is_void(view: &MarketView, why: VoidReason) {
    assert_eq!((view.state, view.void), (MarketState::Void, Some(why)), "{view:?}");
}

/// What the wallet holds beside the stake.
pub(crate) fn free(ticket: &TicketView) -> u64 {
    ticket.wallet.map_or(0, Coins::get)
}

/// The stake in a market that is not over.
pub(crate) fn staked(ticket: &TicketView) -> u64 {
    let stake = ticket.stake.filter(|_| ticket.paid.is_none());
    stake.map_or(0, |stake| stake.stake.get())
}

/// The own ticket, as the server has it now.
pub(crate) async fn ticket(tab: &Tab) -> TicketView {
    tab.asks_for_ticket().await.expect("who watches has a ticket")
}

/// A bet that is refused for this reason, and moves nothing.
pub(crate) async fn refuses(tab: &Tab, market: u32, outcome: Outcome, coins: u64, why: BetBar) {
    let before = ticket(tab).await;
    let order = tab.sends_bet(MarketId(market), outcome, coins);
    assert_eq!(tab.bet_answer(&order).await, Err(why), "{} bets {coins}", tab.name());
    let after = ticket(tab).await;
    assert_eq!((after.wallet, after.stake), (before.wallet, before.stake), "{} keeps his coins", tab.name());
}

/// A bet as an order.
pub(crate) fn bet(market: u32, outcome: Outcome, coins: u64) -> Command {
    let stake = Coins::new(coins).expect("a number of coins");
    Command::BetSet { market: MarketId(market), outcome, stake }
}

/// The story of a market, as somebody is told it over HTTP.
pub(crate) async fn story(tab: &Tab, market: u32) -> Result<MarketStory, Refusal> {
    let path = format!("/api/rooms/{}/markets/{market}", tab.room());
    let response = tab.person().fetch(Request::get(path)).await.expect("an answer");
    if response.status == 200 { Ok(response.json().expect("a story")) } else { Err(response.refusal()) }
}

/// A number of coins.
pub(crate) const fn coins(coins: u64) -> Coins {
    match Coins::new(coins) {
        Some(coins) => coins,
        None => panic!("more than there can be"),
    }
}

/// The own bets, newest first.
pub(crate) async fn bets_of(person: &Person) -> Vec<BetRow> {
    let response = person.fetch(Request::get("/api/me/bets")).await.expect("an answer");
    response.json().expect("one's bets")
}

/// The own wallet of an account. Asking for it brings what the day brings.
pub(crate) async fn wallet(person: &Person) -> WalletView {
    person.fetch(Request::get("/api/me/wallet")).await.expect("an answer").json().expect("a wallet")
}
