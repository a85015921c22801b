//! K11: nobody bets with more knowledge than another. Who sits or reads a side's stream does not bet,
//! in whatever tab; and where those who watch are behind, whoever has bet learns what came of it when
//! all others do, and not before the gate lets the end of the game through.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::Side;
use futures_util::future::join_all;
use protocol::betting::{BetBar, MarketState, Outcome, TicketView};
use protocol::http::betting::{BetRow, WalletView};
use protocol::settings::Stand;
use protocol::{Command, Event, MarketId, RoomSettings, ServerFrame, Stream};
use sindillo_tests::tab::now;
use sindillo_tests::table::sits;
use sindillo_tests::{Person, Request, Seen, Tab, World};

use super::booth::{self, AT_ONCE, Booth, free, has_account, story, ticket};

/// Those who watch are so far behind, and by so many plies.
const DELAY_MS: u32 = 20_000;
const DELAY_PLIES: u8 = 2;
/// The clocks of two processes on one machine, read with milliseconds.
const CLOCKS_MS: u64 = 20;

/// What was found where somebody looked all the time, and when: what he has, what came of his bet, and
/// whether the market is over.
type Looks = Arc<Mutex<Vec<(u64, String, bool)>>>;

/// lila#9535: with a delay betting is awkward, and without one those win who know more.
#[tokio::test]
async fn k11_behind_a_delay_all_bettors_learn_what_came_by_the_same_gate_and_none_before_it() {
    // The coins of the day would come in between.
    let mut world = World::with(&[&AT_ONCE[..], &["--daily-grant", "0"]].concat()).await;
    let mut people = Vec::new();
    for number in 0..4 {
        let person = world.person(&format!("Kimani {number}")).await;
        has_account(&person, &format!("kimani.{number}")).await;
        people.push(person);
    }
    let stand = Stand { delay_ms: DELAY_MS, delay_plies: DELAY_PLIES, ..booth::settings().stand };
    let mut booth = Booth::open_for(&world, RoomSettings { stand, ..booth::public() }, &people[..3]).await;
    for (tab, (outcome, stake)) in
        booth.bettors().iter().zip([(Outcome::South, 100), (Outcome::North, 40), (Outcome::South, 60)])
    {
        tab.bets(outcome, stake).await.expect("bets are taken, delay or not");
    }
    begins_behind(&booth).await;
    for tab in booth.bettors() {
        let market = tab.market_is(MarketState::Locked).await;
        assert_eq!(market.total.get(), 200);
    }
    // One reads on from where he was, one comes anew, one has a second page and no bet.
    booth.table.watchers.push(people[3].enters(&booth.table.room).await);
    let second = people[0].enters(&booth.table.room).await;
    plays_behind(&booth, 4).await;
    let looks = Looks::default();
    let looking: Vec<_> = people
        .iter()
        .map(|person| {
            tokio::spawn(looks_all_the_time(person.clone(), booth.table.room.clone(), Arc::clone(&looks)))
        })
        .collect();
    booth.gives_up(Side::North).await;
    booth.bettors()[1].is_cut();
    booth.bettors()[1].connects().await;
    // Nobody is told yet: not on the page, not when he asks, not by being refused.
    join_all(booth.bettors().iter().chain([&second]).map(not_yet)).await;
    let ended = ended_at(booth.south());
    assert!(now() < ended + u64::from(DELAY_MS), "the machine is too busy for this");
    world.kill().await;
    let everybody = || booth.table.everybody().chain([&second]);
    everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in everybody() {
        tab.is_up_to_date().await;
        tab.returns_no_more();
    }
    let view = booth.is_over(1).await;
    booth::over(&second, MarketId(1)).await;
    assert_eq!((view.state, view.result), (MarketState::Settled, Some(Outcome::South)));
    for (tab, coins) in booth.bettors().iter().chain([&second]).zip([1_025, 960, 1_015, 1_000, 1_025]) {
        assert_eq!(free(&ticket(tab).await), coins, "{}", tab.name());
    }
    looking.iter().for_each(tokio::task::JoinHandle::abort);

    // By the clock of the machine: what came to whom, and when.
    let gate = ended + u64::from(DELAY_MS);
    let mut seen = BTreeMap::new();
    for tab in booth.bettors().iter().chain([&second]) {
        for (when, text) in frames(tab) {
            assert!(
                when + CLOCKS_MS >= gate || !tells(&text),
                "{}, {} ms before: {text}",
                tab.name(),
                gate - when
            );
            if tells(&text) {
                seen.entry(tab.name().to_owned()).or_insert(when - gate.min(when));
            }
        }
    }
    assert_eq!(seen.len(), 4, "all are told: {seen:?}");
    let looks = looks.lock().expect("not poisoned").clone();
    let early = looks.iter().filter(|(when, _, _)| when + CLOCKS_MS < gate);
    assert!(early.clone().count() >= people.len(), "they looked before: {}", looks.len());
    for (when, what, over) in early {
        assert!(!over, "{} ms before: {what}", gate - when);
    }
    println!("{} looks; told after the gate, in ms: {seen:?}", looks.len());
    second.kept_the_contract();
    second.leaves().await;
    booth.table.all_kept_the_contract();
    world.books().await.never_hold_less_than_nothing();
    world.books_are_clean().await;
    world.end().await;
}

/// Who has a side's stream bets in no tab, and who had it neither; nor is he told of the market, until
/// the match is over.
#[tokio::test]
async fn k11_who_sits_or_sat_bets_in_no_tab_and_has_no_say_over_stakes() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut booth = Booth::open(&world, 2).await;
    let third = sits(&world.person("Nashipae").await, &booth.table.room, Side::North).await;
    let left = sits(&world.person("Moinan").await, &booth.table.room, Side::South).await;
    left.asks(Command::SeatLeave {}).await.expect("one may stand up");
    left.market_is(MarketState::Open).await;
    for (tab, outcome) in booth.bettors().iter().zip([Outcome::South, Outcome::North]) {
        tab.market_is(MarketState::Open).await;
        tab.bets(outcome, 50).await.expect("bets are taken");
    }
    // Each of them has another tab, opened as if to watch.
    let sit = [booth.south().clone(), booth.north().clone(), third.clone(), left.clone()];
    let mut tabs = Vec::new();
    for tab in &sit {
        tabs.extend([tab.clone(), tab.person().enters(tab.room()).await]);
    }
    for locked in [false, true] {
        for (place, tab) in tabs.iter().enumerate() {
            // To place a stake in the one, to take one back in the other.
            let order = tab.sends_bet(MarketId(1), Outcome::South, if place % 2 == 0 { 50 } else { 0 });
            assert_eq!(tab.bet_answer(&order).await, Err(BetBar::IsParticipant), "{}", tab.name());
            let ticket = ticket(tab).await;
            assert_eq!((ticket.bar, ticket.stake), (Some(BetBar::IsParticipant), None), "{}", tab.name());
            let sits = !tab.seats().is_empty();
            assert_eq!(tab.look(|state| state.seen.market.is_some()), !sits, "{}", tab.name());
            assert_eq!(story(tab, 1).await.is_ok(), !sits && !locked, "{}", tab.name());
        }
        if !locked {
            booth.table.north.push(third.clone());
            booth.table.watchers.extend([left.clone(), tabs[7].clone()]);
            booth.begins().await;
        }
    }
    // Nobody with a stake comes to a side's stream while it can do him good.
    for tab in &booth.bettors()[..2] {
        for withdraw in [false, true] {
            let sit = Command::SeatTake { side: Some(Side::North), withdraw };
            let refused = tab.asks(sit).await;
            assert_eq!(refused, Err(protocol::Refusal::HasOpenStake { withdrawable: false }));
            assert!(tab.seats().is_empty());
        }
    }
    tabs.iter().for_each(Tab::kept_the_contract);
    booth.table.all_kept_the_contract();
    assert_eq!(world.books().await.of_kind("STAKE").count(), 2);
    world.books_are_clean().await;
    world.end().await;
}

/// As [`Booth::begins`], where who watches is behind.
async fn begins_behind(booth: &Booth) {
    for tab in booth.bettors() {
        tab.leaves().await;
    }
    for tab in booth.table.players() {
        tab.waits("nobody watches", |seen| seen.crowd.unwrap_or_default() == 0).await;
        tab.is_ready().await.expect("a seated member may be ready");
    }
    for tab in booth.table.players() {
        tab.waits("a game begins", |seen| seen.turn().is_some()).await;
    }
    for tab in booth.bettors() {
        tab.connects().await;
    }
}

/// So many plies are played, as those see it who sit.
async fn plays_behind(booth: &Booth, plies: usize) {
    for _ in 0..plies {
        let find = |seen: &Seen| {
            let (turn, legal) = (seen.turn()?, seen.legal.as_ref()?);
            (legal.ply == turn.ply).then(|| (turn.side, turn.ply, legal.moves[0].mv.clone()))
        };
        let side = booth.south().until("a turn", |state| Some(state.seen.turn()?.side)).await;
        let mover = &booth.table.side(side)[0];
        let (_, ply, mv) = mover.until("moves to choose from", |state| find(&state.seen)).await;
        mover.lays(&mv).await.expect("the hand lays");
        for tab in booth.table.players() {
            tab.waits("the ply stands", |seen| seen.turn().is_some_and(|turn| turn.ply > ply)).await;
        }
    }
}

/// When the game ended, as those were told who sit.
fn ended_at(tab: &Tab) -> u64 {
    tab.look(|state| {
        let ended = state.story_of(Stream::Table).rfind(|told| matches!(told.event, Event::GameEnded { .. }));
        ended.expect("the game is over").at
    })
}

/// He knows no more than that it is locked.
async fn not_yet(tab: &Tab) {
    assert_eq!(tab.market().state, MarketState::Locked, "{}", tab.name());
    for (market, why) in [(1, BetBar::MarketLocked), (2, BetBar::MarketClosed)] {
        let order = tab.sends_bet(MarketId(market), Outcome::South, 10);
        assert_eq!(tab.bet_answer(&order).await, Err(why), "{} bets on {market}", tab.name());
    }
    let TicketView { bar, paid, stake, .. } = ticket(tab).await;
    assert_eq!((bar, paid), (Some(BetBar::MarketLocked), None), "{}", tab.name());
    assert!(stake.is_none_or(|stake| stake.pays.is_some()), "{}: it lies there still", tab.name());
}

/// Frames with the moment at which they came.
fn frames(tab: &Tab) -> Vec<(u64, String)> {
    tab.look(|state| state.arrived.iter().copied().zip(state.frames.iter().cloned()).collect())
}

/// Whether a frame tells how the game or the market ended, or that there is another market.
fn tells(text: &str) -> bool {
    match serde_json::from_str(text) {
        Ok(ServerFrame::Market { market: Some(market) }) => {
            market.market != MarketId(1) || matches!(market.state, MarketState::Settled | MarketState::Void)
        }
        Ok(ServerFrame::Ticket(ticket)) => ticket.paid.is_some(),
        Ok(ServerFrame::Events { s: Stream::Table, e, .. }) => {
            e.iter().any(|event| matches!(event, Event::GameEnded { .. }))
        }
        _ => false,
    }
}

/// Somebody asks every route that could tell, all the time; while the server restarts there is no
/// answer.
async fn looks_all_the_time(person: Person, room: protocol::RoomId, looks: Looks) {
    let fetch = async |path: String| {
        person.fetch(Request::get(path)).await.ok().filter(|answer| answer.status == 200)
    };
    let mut free = None;
    loop {
        if let Some(answer) = fetch("/api/me/wallet".to_owned()).await {
            let when = now();
            let wallet: WalletView = answer.json().expect("a wallet");
            let (before, is) = (free.unwrap_or((wallet.free, wallet.staked)), (wallet.free, wallet.staked));
            free = Some(before);
            note(&looks, when, format!("{}: {is:?}", person.name()), before != is);
        }
        if let Some(answer) = fetch(format!("/api/rooms/{room}/markets")).await {
            note(&looks, now(), answer.text(), answer.text().contains("\"market\":2"));
        }
        if let Some(answer) = fetch(format!("/api/rooms/{room}/markets/1")).await {
            note(&looks, now(), answer.text(), !answer.text().contains("\"state\":\"locked\""));
        }
        if let Some(answer) = fetch(format!("/api/rooms/{room}/leaderboard")).await {
            note(&looks, now(), answer.text(), answer.text().contains("Kimani"));
        }
        if let Some(answer) = fetch("/api/me/bets".to_owned()).await {
            let rows: Vec<BetRow> = answer.json().expect("one's bets");
            let over = rows.iter().any(|row| row.paid.is_some() || row.result.is_some());
            note(&looks, now(), format!("{rows:?}"), over);
        }
        // A page asks now and then, not without pause: thirty times at once, and then twice a second.
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

fn note(looks: &Looks, when: u64, what: String, over: bool) {
    looks.lock().expect("not poisoned").push((when, what, over));
}
