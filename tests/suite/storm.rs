//! People who do anything at all, at once, in every state: whatever comes of it is told to all
//! alike, is sound, and is what the log says.

use engine::{Move, Preset, SeriesGoal, Side};
use protocol::command::Hearers;
use protocol::message::Answer;
use protocol::settings::{Clock, DecisionMode, FlagPolicy};
use protocol::{At, BallotId, Command, MemberId, Refusal, RoomSettings};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::table::{Table, plays_on};
use sindillo_tests::{Tab, World, quick};
use std::collections::BTreeMap;

/// Orders of each person; their credits come back five a second.
const ORDERS: u32 = 60;

#[tokio::test]
async fn a_storm_of_orders_leaves_a_sound_room_in_hand_mode() {
    storm(wild(DecisionMode::Hand), 31).await;
}

#[tokio::test]
async fn a_storm_of_orders_leaves_a_sound_room_in_plurality_mode() {
    storm(wild(DecisionMode::Plurality), 32).await;
}

#[tokio::test]
async fn a_storm_of_orders_leaves_a_sound_room_in_majority_mode() {
    storm(wild(DecisionMode::Majority), 33).await;
}

async fn storm(settings: RoomSettings, seed: u64) {
    let world = World::with(&["--no-address-limits", "--bot-delay-ms", "0"]).await;
    let table = Table::begun(&world, settings, 3, 3).await;
    let mut tabs: Vec<Tab> = table.everybody().cloned().collect();
    // Players play on in one tab while their other one does anything; watchers do what they like.
    let robots: Vec<_> = table
        .players()
        .zip(seed * 100..)
        .map(|(tab, seed)| tokio::spawn(plays_on(tab.clone(), seed)))
        .collect();
    let mut wild: Vec<(Tab, bool)> = table.watchers.iter().map(|tab| (tab.clone(), true)).collect();
    for tab in table.players() {
        wild.push((tab.person().enters(&table.room).await, false));
    }
    tabs.extend(wild.iter().filter(|(_, free)| !free).map(|(tab, _)| tab.clone()));
    tabs.iter().for_each(Tab::returns);
    let people: Vec<_> = wild
        .into_iter()
        .zip(seed * 1_000..)
        .map(|((tab, free), seed)| tokio::spawn(does_anything(tab, free, seed)))
        .collect();
    let mut answers = BTreeMap::<String, u32>::new();
    for person in people {
        for (answer, count) in person.await.expect("nobody breaks") {
            *answers.entry(answer).or_default() += count;
        }
    }
    for robot in robots {
        robot.abort();
        assert!(robot.await.is_err_and(|stopped| stopped.is_cancelled()), "somebody stopped playing");
    }
    for tab in &tabs {
        tab.is_up_to_date().await;
        tab.until("everything is answered", |state| state.is_all_answered().then_some(())).await;
    }
    let chronicle = Chronicle::read(world.data()).await;
    let sound = chronicle.of(&table.room).is_sound();
    let compared =
        tabs.iter().map(|tab| chronicle.agrees_with(tab)).reduce(|a, b| a.plus(b)).expect("people");
    chronicle.is_in_real_time(&table.room, &tabs);
    sees_what_the_log_says(&world, &table).await;
    println!("{sound:?} {compared:?}\n{answers:?}");
    let done = sound.plies + sound.ballots + sound.tried;
    assert!(done > 8 && sound.votes > 3 && answers.len() > 8, "much was done: {sound:?} {answers:?}");
    assert!(!answers.contains_key("internal"), "{answers:?}");
    table.all_kept_the_contract();
    world.end().await;
}

/// A fresh look, which the room may still be moving under, agrees with the log up to its number.
async fn sees_what_the_log_says(world: &World, table: &Table) {
    let fresh = world.person("Asha").await.enters(&table.room).await;
    let _ = Chronicle::read(world.data()).await.agrees_with(&fresh);
    fresh.kept_the_contract();
    fresh.leaves().await;
}

/// Ask for this and that. Tells how often each answer came.
async fn does_anything(tab: Tab, free: bool, seed: u64) -> BTreeMap<String, u32> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut answers = BTreeMap::new();
    for _ in 0..ORDERS {
        if random.random_ratio(1, 25) {
            tab.is_cut();
        }
        let (command, at) = anything(&tab, &mut random);
        // Who plays stays to play.
        if !free && matches!(command, Command::SeatLeave {} | Command::MotionOpen { .. }) {
            continue;
        }
        let order = tab.sends(command, at);
        if random.random_ratio(1, 8) {
            tab.sends_again(&order);
        }
        let answer = match tab.answer(&order).await {
            Answer::Ok => "ok".to_owned(),
            Answer::Err { err: Refusal::RateLimited { wait_ms }, .. } => {
                // Who is told to wait does.
                tokio::time::sleep(std::time::Duration::from_millis(u64::from(wait_ms).min(1_000))).await;
                continue;
            }
            Answer::Err { err, .. } => {
                let code = serde_json::to_value(&err).expect("JSON");
                code["code"].as_str().unwrap_or_default().to_owned()
            }
            Answer::Bet(_) => "bet".to_owned(),
            Answer::Trace { .. } => panic!("a trace in answer to an order"),
        };
        *answers.entry(answer).or_default() += 1;
    }
    answers
}

fn anything(tab: &Tab, random: &mut StdRng) -> (Command, Option<At>) {
    let seen = tab.picture();
    let side = *[Side::South, Side::North].choose(random).expect("two");
    let on = random.random();
    let member = MemberId(random.random_range(0..10));
    let own = seen.turn().and_then(|turn| seen.ballot(turn.side)).map(|ballot| ballot.ballot);
    let ballot = if random.random_ratio(5, 6) { own } else { None };
    let ballot = ballot.unwrap_or(BallotId(random.random_range(0..6)));
    let offers = seen.legal.as_ref().map(|legal| legal.moves.as_slice()).unwrap_or_default();
    let legal = offers.choose(random).map(|offer| offer.mv.clone());
    let mv =
        legal.filter(|_| random.random_ratio(9, 10)).unwrap_or_else(|| Move::sow(random.random_range(0..12)));
    let present = seen.game().map(|game| {
        let turn = game.turn.as_ref();
        At {
            game: game.game,
            ply: turn.map_or(1, |turn| turn.ply),
            tries: turn.map_or(0, |turn| turn.tries),
            back: game.back(),
        }
    });
    let at = match random.random_range(0..10) {
        0 => None,
        1 => Some(At { game: 1, ply: random.random_range(0..5), tries: random.random_range(0..3), back: 0 }),
        _ => present,
    };
    if tab.seats().is_empty() && random.random_ratio(1, 2) {
        return (Command::SeatTake { side: Some(home(tab)), withdraw: false }, None);
    }
    let command = match random.random_range(0..40) {
        0 => Command::NameSet { name: format!("Person {}", random.random_range(0..20)) },
        1 => Command::SeatTake { side: Some(side), withdraw: false },
        2 if random.random_ratio(1, 3) => Command::SeatLeave {},
        3 => Command::ReadySet { on },
        4 => Command::StarterSet { starter: on.then_some(side) },
        5 => Command::BotAdd { side },
        6 => Command::BotRemove { member },
        7..=16 => Command::VoteSet { ballot, mv },
        17 => Command::VoteClear { ballot },
        18..=19 => Command::ProposalAdd { ballot, mv, note: "Perhaps.".to_owned() },
        20..=27 => Command::MoveLay { mv },
        28 => Command::MoveWithdraw {},
        29..=30 => Command::ObjectSet { on },
        31..=34 => Command::ApproveSet { on },
        35 => Command::HandPass { to: member },
        36 => Command::MotionOpen { what: protocol::Motion::Resign },
        37..=38 => Command::RematchSet { on: true },
        _ => {
            let to = *[Hearers::Team, Hearers::All, Hearers::Stand].choose(random).expect("three");
            Command::ChatSay { to, text: "Anything.".to_owned() }
        }
    };
    (command, at.filter(|_| random.random_ratio(1, 2) || needs_it(tab)))
}

/// Who stood up comes back to where he sat.
fn home(tab: &Tab) -> Side {
    if tab.name().len().is_multiple_of(2) { Side::South } else { Side::North }
}

/// Watchers may say nothing about the present that matters.
fn needs_it(tab: &Tab) -> bool {
    !tab.seats().is_empty()
}

fn wild(mode: DecisionMode) -> RoomSettings {
    let mut settings = quick(Preset::LayliGoobalay, mode);
    settings.team_max = 4;
    settings.series = SeriesGoal::FirstToWins { wins: 50 };
    settings.decision.vote_ms = 1_000;
    settings.decision.runoff_ms = 1_000;
    settings.decision.consent_ms = 1_000;
    settings.decision.fallback_ms = 200;
    settings.decision.flips_max = 5;
    settings.clock = Clock::PerMove { ms: 8_000, flag: FlagPolicy::PassHand };
    settings
}
