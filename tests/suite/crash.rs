//! `kill -9` at any moment: nothing that was acknowledged is lost, nothing is carried out twice,
//! nothing that anybody saw is forgotten, and rooms come back in the middle of what they did.

use std::time::Duration;

use engine::{Preset, SeriesGoal};
use futures_util::future::select_all;
use protocol::event::HoldReason;
use protocol::message::Stream;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{Command, Event, RoomSettings};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sindillo_tests::chronicle::{Chronicle, Compared};
use sindillo_tests::settings::{LONG, SOON};
use sindillo_tests::tab::now;
use sindillo_tests::table::{Table, plays_on};
use sindillo_tests::{Figures, Seen, State, Tab, World, quick};

/// Worlds that are killed side by side; a room comes back slowly, so that people can too.
const WORLDS: u64 = 5;
/// Milliseconds within which a kill may hit the very moment after somebody was told something.
const SOON_MS: u64 = 3_000;

/// When the kills hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Hits {
    kills: u32,
    terms: u32,
    at_start: u32,
    in_ballot: u32,
    in_try: u32,
    in_hold: u32,
    after_ack: u32,
    after_event: u32,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_kill_loses_or_doubles_anything_and_nobody_saw_what_is_forgotten() {
    let each = kills().div_ceil(WORLDS);
    let worlds: Vec<_> = (0..WORLDS).map(|seed| tokio::spawn(killed_world(seed, each))).collect();
    let (mut hits, mut compared, mut figures) = (Hits::default(), Compared::default(), Figures::default());
    let mut results = Vec::new();
    for world in worlds {
        results.push(world.await);
    }
    for result in results {
        let (one_hits, one_compared, one_figures) = result.expect("the world holds");
        hits = hits.plus(one_hits);
        compared = compared.plus(one_compared);
        figures = figures.plus(one_figures);
    }
    println!("{hits:?}\n{compared:?} lost: 0, doubled: 0, seen and forgotten: 0\n{figures:?}");
    let everywhere = hits.in_ballot > 0 && hits.in_try > 0 && hits.in_hold > 0;
    assert!(everywhere || u64::from(hits.kills) < 50, "the kills hit what matters: {hits:?}");
    assert!(compared.acknowledged > hits.kills, "people were busy: {compared:?}");
}

/// Two rooms whose people play on through all of it.
async fn killed_world(seed: u64, kills: u64) -> (Hits, Compared, Figures) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut world = World::with(&["--no-address-limits"]).await;
    let (mut hits, mut lives) = (Hits::default(), [0, 0]);
    let tables = [
        Table::begun(&world, restless(DecisionMode::Hand), 2, 1).await,
        Table::begun(&world, restless(DecisionMode::Majority), 2, 1).await,
    ];
    let tabs: Vec<Tab> = tables.iter().flat_map(Table::everybody).cloned().collect();
    tabs.iter().for_each(Tab::returns);
    let players = tables.iter().flat_map(Table::players);
    let robots: Vec<_> = players
        .enumerate()
        .map(|(n, tab)| tokio::spawn(plays_on(tab.clone(), seed * 100 + n as u64)))
        .collect();
    while u64::from(hits.kills) < kills {
        // Most lives last until the people are back and the rooms go on: how long that takes is the
        // machine's matter.
        let soon_over = random.random_ratio(1, 4);
        if !soon_over {
            for (table, before) in tables.iter().zip(lives) {
                let again = |state: &State| welcomes(state) > before && goes_on(&state.seen);
                table.public().until("the room goes on", |state| again(state).then_some(())).await;
            }
        }
        let life = if soon_over { 50..800 } else { 100..1_000 };
        // How long the server lives then is what is random here.
        tokio::time::sleep(Duration::from_millis(random.random_range(life))).await;
        // Any moment, or the very one after somebody was told: that it is done, or that it happened.
        match random.random_range(0..3) {
            0 => {
                hits.after_ack +=
                    u32::from(soon(tabs.iter().map(|tab| Box::pin(tab.is_acknowledged()))).await)
            }
            1 => hits.after_event += u32::from(soon(tabs.iter().map(|tab| Box::pin(tab.is_told()))).await),
            _ => {}
        }
        lives = tables.each_ref().map(|table| table.public().look(welcomes));
        if random.random_ratio(1, 8) {
            world.terminate().await;
            hits.terms += 1;
        } else {
            world.kill().await;
            hits.kills += 1;
        }
        // Pages still show what they showed when the line went dead.
        tables.iter().for_each(|table| hits.note(&table.public().picture()));
        while random.random_ratio(1, 5) {
            world.start_and_kill_after(Duration::from_millis(random.random_range(0..60))).await;
            hits.at_start += 1;
        }
        world.restart().await;
    }
    for robot in &robots {
        robot.abort();
    }
    for robot in robots {
        match robot.await {
            Err(stopped) if stopped.is_cancelled() => {}
            other => panic!("somebody stopped playing: {other:?}"),
        }
    }
    for tab in &tabs {
        tab.is_up_to_date().await;
        tab.until("everything is answered", |state| state.is_all_answered().then_some(())).await;
    }
    let mut compared = Compared::default();
    for table in &tables {
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        let chronicle = Chronicle::read(world.data()).await;
        for tab in table.everybody() {
            compared = compared.plus(chronicle.agrees_with(tab));
        }
        chronicle.is_in_real_time(&table.room, table.everybody());
        println!("world {seed}: {:?}", chronicle.of(&table.room).is_sound());
    }
    let figures = tables.iter().map(Table::figures).fold(Figures::default(), Figures::plus);
    world.end().await;
    (hits, compared, figures)
}

#[tokio::test]
async fn a_room_comes_back_in_the_middle_of_a_ballot_with_seats_votes_and_clock() {
    let mut world = World::new().await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Majority);
    settings.clock = Clock::Bank { ms: 60_000, increment_ms: 0, flag: FlagPolicy::Lose };
    settings.decision.vote_ms = 45_000;
    let table = Table::begun(&world, settings, 3, 1).await;
    let turn = table.turn().await.expect("a turn");
    let moves = turn.moves();
    let [a, b, c] = table.side(turn.side) else { panic!("three sit there") };
    a.votes(&moves[0]).await.expect("a vote");
    b.proposes(&moves[1], "Or this?").await.expect("a proposal");
    c.waits("the proposal is there", |seen| seen.ballot(turn.side).is_some_and(|b| b.options.len() == 2))
        .await;
    let before = c.picture();
    let spent = spent_so_far(c);

    world.kill().await;
    table.everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in table.everybody() {
        tab.is_up_to_date().await;
    }
    c.waits("the ballot is back", |seen| seen.ballot(turn.side).is_some()).await;
    let back = c.picture();
    let seats = |seen: &Seen| -> Vec<_> {
        let members = &seen.table.as_ref().expect("a table").members;
        members.iter().map(|member| (member.id, member.name.clone(), member.seats.clone())).collect()
    };
    assert_eq!(seats(&back), seats(&before));
    let ballot = |seen: &Seen| {
        let ballot = seen.ballot(turn.side).expect("a ballot");
        (ballot.ballot, ballot.roll.clone(), ballot.options.clone(), ballot.need)
    };
    assert_eq!(ballot(&back), ballot(&before));
    c.waits("the room goes on", goes_on).await;
    let clock = c.look(|state| state.seen.game().expect("a game").clock);
    assert_eq!(clock.running, Some(turn.side));
    let left = clock.remaining_ms[turn.side];
    assert_eq!(
        left,
        60_000 - spent + 15_000,
        "no time ran while nobody could play, and there is some to come back"
    );
    b.votes(&moves[0]).await.expect("the vote that decides");
    table.is_over(&turn).await;
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn a_room_comes_back_with_a_tried_move_and_what_people_think_of_it() {
    let mut world = World::new().await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.decision.consent_ms = LONG;
    settings.team_max = 5;
    let table = Table::begun(&world, settings, 4, 1).await;
    let turn = table.turn().await.expect("a turn");
    let mv = turn.moves()[0].clone();
    let others = table.others(turn.side, turn.hand);
    table.of(turn.hand).lays(&mv).await.expect("the hand lays");
    for tab in &others {
        tab.waits("it is tried", |seen| seen.tried().is_some()).await;
    }
    others[0].objects().await.expect("a member may object");
    let watcher = &table.watchers[0];
    watcher.waits("the count is told", |seen| seen.tried().is_some_and(|tried| tried.objections == 1)).await;

    world.kill().await;
    // What nobody has an answer to is sent as soon as he is back, when the countdown only begins.
    let early = others[1].sends(Command::ObjectSet { on: true }, Some(others[1].present()));
    table.everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in table.everybody() {
        tab.is_up_to_date().await;
    }
    watcher
        .waits("the tried move is back", |seen| {
            seen.tried().is_some_and(|tried| (tried.mv == mv, tried.objections, tried.need) == (true, 1, 2))
        })
        .await;
    let held = others[1].settles(&early).await;
    assert_eq!(held, Err(protocol::Refusal::Held), "not before the room goes on");
    for tab in &others {
        tab.waits("the room goes on", goes_on).await;
    }
    others[1].objects().await.expect("the second objection");
    watcher.waits("it is withdrawn", |seen| seen.turn().is_some_and(|turn| turn.spent == [mv.clone()])).await;
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn h5_h7_a_room_that_nobody_returns_to_waits_and_its_clock_stands() {
    let mut world = World::new().await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Majority);
    settings.clock = Clock::PerMove { ms: SOON, flag: FlagPolicy::Lose };
    let table = Table::begun(&world, settings, 2, 1).await;
    world.kill().await;
    world.restart_elsewhere().await;
    // Only the watcher comes back: the clock must not run against absent people.
    let watcher = &table.watchers[0];
    watcher.returns();
    watcher.is_up_to_date().await;
    let holds = watcher.look(|state| state.seen.table.as_ref().map(|table| table.holds.clone()));
    assert_eq!(holds, Some(vec![HoldReason::Recovering]));
    watcher
        .waits("the players' grace runs", |seen| {
            let members = seen.table.as_ref().map(|table| &table.members);
            members.is_some_and(|members| {
                members.iter().all(|m| m.presence != protocol::event::Presence::Online)
            })
        })
        .await;
    // All the time that a turn has is over.
    watcher.waits_for_moment(now() + u64::from(SOON)).await;
    table.players().for_each(Tab::returns);
    watcher.waits("the room goes on", goes_on).await;
    // From here on the clock runs, and a page that is slow may know of the flag by now.
    let flagged = watcher.look(|state| {
        let flag = |event: &Event| matches!(event, Event::Flagged { .. });
        let mut until_it_went_on = state
            .story_of(Stream::Table)
            .take_while(|told| !matches!(told.event, Event::Released { reason: HoldReason::Recovering, .. }));
        until_it_went_on.any(|told| flag(&told.event))
    });
    assert!(!flagged, "no flag fell while nobody could play");
    for tab in table.everybody() {
        tab.kept_the_contract();
    }
    world.end().await;
}

/// Whether one of these comes soon.
async fn soon(moments: impl Iterator<Item = impl Future<Output = ()> + Unpin>) -> bool {
    tokio::time::timeout(Duration::from_millis(SOON_MS), select_all(moments)).await.is_ok()
}

/// Rooms that are never quiet for long: short ballots, short tries, games without end.
fn restless(mode: DecisionMode) -> RoomSettings {
    let mut settings = quick(Preset::EnDodoi, mode);
    settings.series = SeriesGoal::FirstToWins { wins: 50 };
    settings.decision.vote_ms = 1_500;
    settings.decision.runoff_ms = 1_000;
    settings.decision.consent_ms = 1_500;
    settings.clock = Clock::Bank { ms: 43_200_000, increment_ms: 0, flag: FlagPolicy::PassHand };
    settings
}

fn goes_on(seen: &Seen) -> bool {
    seen.table.as_ref().is_some_and(|table| table.holds.is_empty())
}

/// How often a page was let into the room.
const fn welcomes(state: &State) -> u32 {
    state.figures.resumed + state.figures.snapped
}

/// Milliseconds that the turn has cost by the last event that this page was told.
fn spent_so_far(tab: &Tab) -> u64 {
    tab.look(|state| {
        let began = state.seen.game().expect("a game").clock.since;
        // What a side does among itself must not show in a clock that everybody sees.
        let last = state.story_of(Stream::Table).map(|told| told.at).max().expect("something was told");
        last - began
    })
}

/// Kills, as many as the environment asks for.
fn kills() -> u64 {
    #[allow(clippy::disallowed_methods, reason = "how long the suite takes is chosen from outside")]
    let wish = std::env::var("SINDILLO_KILLS").ok();
    wish.and_then(|wish| wish.parse().ok()).unwrap_or(50)
}

impl Hits {
    fn note(&mut self, seen: &Seen) {
        if !goes_on(seen) {
            self.in_hold += 1;
        } else if seen.tried().is_some() {
            self.in_try += 1;
        } else if seen.turn().is_some_and(|turn| turn.deadline.is_some()) {
            self.in_ballot += 1;
        }
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            kills: self.kills + other.kills,
            terms: self.terms + other.terms,
            at_start: self.at_start + other.at_start,
            in_ballot: self.in_ballot + other.in_ballot,
            in_try: self.in_try + other.in_try,
            in_hold: self.in_hold + other.in_hold,
            after_ack: self.after_ack + other.after_ack,
            after_event: self.after_event + other.after_event,
        }
    }
}
