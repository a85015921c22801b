//! D6, D7, D9, D15, D16, D19, D21: people who go and come back, and rooms that went to sleep.

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::event::{HoldReason, Presence};
use protocol::http::LobbyRow;
use protocol::message::{Hello, Stream};
use protocol::settings::DecisionMode;
use protocol::view::TableView;
use protocol::{CloseCode, Command, Event, Motion, PROTO_MINOR};
use sindillo_tests::raw::Line;
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{Tab, World, quick};

use super::{both_carry, carries, ends_well, epoch, first_move, has_fallen_asleep, plays_any, practice};
use crate::council::{hand_and_others, opened, plain, south_starts};

/// D6, lichess-org/lila#10325: an idle room is evicted, and whoever returns finds another one.
#[tokio::test]
async fn d6_a_room_that_went_to_sleep_is_the_same_room_when_somebody_returns() {
    let world = World::with(&["--no-address-limits"]).await;
    let player = world.person("Naserian").await;
    let table = practice(&world, &player).await;
    let (tab, watcher) = (&table.south[0], &table.watchers[0]);
    for _ in 0..3 {
        let (lay, before) = (first_move(tab).await, super::plies(tab));
        tab.asks(lay).await.expect("one's own turn");
        tab.waits("the ply stands", |seen| seen.game().is_some_and(|g| g.plies.len() > before)).await;
    }
    tab.says(Hearers::All, "I shall be back.").await.expect("a line");
    watcher.waits("the line is heard", |seen| seen.table.as_ref().is_some_and(|t| !t.chat.is_empty())).await;
    let (before, life) = (lasting(tab), epoch(tab));
    tab.leaves().await;
    watcher.leaves().await;
    has_fallen_asleep(&player, &table.room).await;
    // The pages were never closed, and go on from what they had.
    for page in [tab, watcher] {
        page.connects().await;
        page.returns();
        assert_eq!(lasting(page), before, "the same room for {}", page.name());
        assert!(page.look(|state| state.welcome.as_ref().is_some_and(|welcome| !welcome.resumed)));
    }
    assert_ne!(epoch(tab), life, "it is another life of the room");
    tab.waits("the room goes on", |seen| seen.table.as_ref().is_some_and(|t| t.holds.is_empty())).await;
    let lay = first_move(tab).await;
    tab.asks(lay).await.expect("and goes on where it was");
    watcher.waits("the ply stands", |seen| seen.game().is_some_and(|g| g.plies.len() == 4)).await;
    ends_well(&table, world).await;
}

/// D7, lichess-org/lila#18663 to #18665: who is there is missing after a resume.
#[tokio::test]
async fn d7_whoever_goes_and_returns_in_whatever_order_is_shown_as_he_is() {
    let world = World::with(&["--no-address-limits"]).await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Hand), 1, 1).await;
    let (south, north, watcher) = (&table.south[0], &table.north[0], &table.watchers[0]);
    // All orders in which two people can go and return.
    for order in ["SsNn", "SNsn", "SNns", "NnSs", "NSns", "NSsn"] {
        for (step, letter) in order.chars().enumerate() {
            let (tab, other) =
                if letter.eq_ignore_ascii_case(&'s') { (south, north) } else { (north, south) };
            let expected = if letter.is_uppercase() { Presence::Grace } else { Presence::Online };
            if expected == Presence::Online {
                tab.connects().await
            } else {
                tab.is_cut()
            }
            watcher.waits("it is told", |seen| presence(seen, tab.name()) == Some(expected)).await;
            let what = format!("{order} after {}", step + 1);
            let late = world.person("Deqa").await.enters(&table.room).await;
            let snapshot = late.picture();
            for name in [tab.name(), other.name()] {
                let folded = watcher.look(|state| presence(&state.seen, name));
                assert_eq!(presence(&snapshot, name), folded, "{what}, {name} to a newcomer");
            }
            late.leaves().await;
            if other.look(sindillo_tests::State::is_open) {
                other
                    .waits("the other one sees it", |seen| presence(seen, tab.name()) == Some(expected))
                    .await;
            }
            if expected == Presence::Online {
                // Who returns sees himself, and the other as he is by now.
                let mine = tab.look(|state| presence(&state.seen, tab.name()));
                assert_eq!(mine, Some(Presence::Online), "{what}");
            }
        }
    }
    ends_well(&table, world).await;
}

/// D9, MemeBattle/monorepo#655: a tab in another room hides that somebody is gone from this one.
#[tokio::test]
async fn d9_a_tab_in_another_room_hides_no_absence_here() {
    let world = World::new().await;
    let here = world.person("Nashipae").await.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let there = world.person("Moinan").await.opens(quick(Preset::Ndoto, DecisionMode::Hand)).await;
    let person = world.person("Naserian").await;
    let tab = sits(&person, &here, Side::South).await;
    let elsewhere = sits(&person, &there, Side::North).await;
    let (watch_here, watch_there) =
        (world.person("Hodan").await.enters(&here).await, world.person("Deqa").await.enters(&there).await);
    tab.is_cut();
    for expected in [Presence::Grace, Presence::Away] {
        watch_here.waits("the absence is told", |seen| gone_so_far(seen, "Naserian", expected)).await;
        assert!(elsewhere.look(sindillo_tests::State::is_open), "the other tab lives");
        let there = watch_there.look(|state| presence(&state.seen, "Naserian"));
        assert_eq!(there, Some(Presence::Online), "and nobody misses him there");
    }
    elsewhere.says(Hearers::All, "I am here.").await.expect("a line in the other room");
    watch_here.kept_the_contract();
    world.end().await;
}

/// D15, mkeeter/pont#14: who returns by name makes a twin, or takes over somebody else.
#[tokio::test]
async fn d15_the_same_name_from_another_browser_is_somebody_else_and_looks_it() {
    let world = World::new().await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 1).await;
    let original = &table.south[0];
    let member = original.member();
    original.is_cut();
    // The same name, while the first one is away, and with his tab's name as well.
    let twin = world.person(original.name()).await.enters(&table.room).await;
    twin.says(Hearers::All, "It is me again.").await.expect("a watcher may speak");
    let watcher = &table.watchers[0];
    watcher.waits("he speaks", |seen| seen.table.as_ref().is_some_and(|t| !t.chat.is_empty())).await;
    assert_ne!(twin.member(), member, "somebody else");
    assert!(twin.seats().is_empty() && twin.picture().team.south.is_none(), "no seat comes with a name");
    let names = watcher.look(|state| {
        let members = &state.seen.table.as_ref().expect("a table").members;
        members.iter().map(|member| member.name.clone()).collect::<Vec<_>>()
    });
    let distinct: std::collections::BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "no two look alike: {names:?}");
    original.connects().await;
    assert_eq!((original.member(), original.seats()), (member, vec![Side::South]), "the seat was kept");
    ends_well(&table, world).await;
}

/// D16, heroiclabs/nakama#245: joining again does nothing, and no state is sent.
#[tokio::test]
async fn d16_a_second_join_gets_everything_and_a_second_hello_a_code() {
    let world = World::new().await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 1).await;
    let person = table.south[0].person();
    let hello = async || {
        let ticket = person.ticket(&table.room).await.expect("a ticket");
        let hello = Hello { proto: PROTO_MINOR, ticket, tab: "twice".to_owned(), resume: None };
        serde_json::json!({ "k": "hello", "d": hello }).to_string()
    };
    let mut lines = Vec::new();
    for round in 0..2 {
        let mut line = Line::upgraded(person, &table.room).await.expect("an upgrade");
        line.text(&hello().await).await.expect("sent");
        for start in [
            "{\"f\":\"welcome\"",
            "{\"f\":\"snap\",\"s\":\"table\"",
            "{\"f\":\"snap\",\"s\":\"team\"",
            "{\"f\":\"snap\",\"s\":\"me\"",
        ] {
            let frame = line.next_text().await.expect("a frame");
            assert!(frame.starts_with(start), "join {round}: {start} and not {frame:.80}");
        }
        lines.push(line);
    }
    let [first, second] = &mut lines[..] else { panic!("two lines") };
    let code = first.close_code().await.expect("a close");
    assert_eq!(code, Some(CloseCode::Replaced.number()), "the first one is told why it ends");
    second.text(&hello().await).await.expect("sent");
    let code = second.close_code().await.expect("a close");
    assert_eq!(code, Some(CloseCode::BadSession.number()), "one hello a socket");
    ends_well(&table, world).await;
}

/// D19, boardgameio/boardgame.io#370: a reload after a move blocks everybody. Here everybody loads
/// the page anew after every phase of a turn.
#[tokio::test]
async fn d19_everybody_may_load_the_page_anew_after_every_phase() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = south_starts(DecisionMode::Hand);
    settings.decision.tries_max = 1;
    let (mut table, turn) = opened(&world, settings, 3, 1).await;
    reload(&mut table).await;
    let moves = plain(&turn);
    let (hand, others) = hand_and_others(&table, &turn);
    others[0].proposes(&moves[1], "Or this?").await.expect("a proposal");
    others[1].votes(&moves[1]).await.expect("a vote");
    hand.waits("advice is given", |seen| seen.ballot(Side::South).is_some_and(|b| b.voted == 1)).await;
    reload(&mut table).await;
    let (hand, others) = hand_and_others(&table, &turn);
    hand.lays(&moves[0]).await.expect("the hand lays");
    for tab in table.everybody() {
        tab.waits("it is tried", |seen| seen.tried().is_some()).await;
    }
    others[0].objects().await.expect("a member may object");
    for tab in table.everybody() {
        tab.waits("it is taken back", |seen| seen.turn().is_some_and(|turn| turn.spent.len() == 1)).await;
    }
    reload(&mut table).await;
    let (hand, _) = hand_and_others(&table, &turn);
    hand.lays(&moves[1]).await.expect("the last try stands at once");
    table.is_over(&turn).await;
    reload(&mut table).await;
    let next = table.turn().await.expect("North's turn");
    table.of(next.hand).lays(&plain(&next)[0]).await.expect("North plays on");
    for tab in table.everybody() {
        tab.waits("North's move is tried", |seen| seen.tried().is_some()).await;
    }
    reload(&mut table).await;
    for tab in table.others(Side::North, next.hand) {
        tab.approves().await.expect("a member may approve");
    }
    table.is_over(&next).await;
    for tab in &table.south[..2] {
        tab.asks(Command::MotionOpen { what: protocol::Motion::Resign }).await.expect("enough of this");
    }
    for tab in table.everybody() {
        tab.waits("the game is over", |seen| seen.game().is_some_and(|game| game.result.is_some())).await;
    }
    reload(&mut table).await;
    table.wants_another().await;
    for tab in table.everybody() {
        tab.waits("the next game begins", |seen| seen.turn().is_some()).await;
    }
    ends_well(&table, world).await;
}

/// D21, Hanabi-Live/hanabi-live#3065: who only watches returns after a while to something that he
/// cannot read.
#[tokio::test]
async fn d21_a_watcher_who_was_away_through_a_takeback_and_the_end_of_a_game_reads_on() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 2, 2).await;
    let (away, stays) = (table.watchers.pop().expect("two watch"), table.watchers[0].clone());
    for round in 0..2 {
        away.is_cut();
        let turn = plays_any(&table).await;
        both_carry(&table, turn.side, Motion::Takeback { ply: turn.ply }).await;
        stays.waits("it is taken back", |seen| seen.game().is_some_and(|g| g.plies.is_empty())).await;
        if round == 0 {
            // In the middle of it he looks in.
            away.connects().await;
            away.waits("it is taken back", |seen| seen.game().is_some_and(|g| g.back() == 1)).await;
            away.is_cut();
        }
        carries(&table, Side::South, Motion::Resign).await;
        stays.waits("the game is over", |seen| seen.game().is_some_and(|g| g.result.is_some())).await;
        away.connects().await;
        away.waits("the game is over", |seen| seen.game().is_some_and(|g| g.result.is_some())).await;
        let resumed = away.look(|state| state.welcome.as_ref().is_some_and(|welcome| welcome.resumed));
        assert!(resumed, "what was missed is told, return {round}");
        table.wants_another().await;
        for tab in table.everybody() {
            tab.waits("another game begins", |seen| seen.turn().is_some()).await;
        }
    }
    away.waits("another game begins", |seen| seen.turn().is_some()).await;
    table.watchers.push(away);
    ends_well(&table, world).await;
}

/// D22, gbtami/pychess-variants#1760: who has taken a seat cannot leave a game that has not begun,
/// and is listed there after his tab is closed.
#[tokio::test]
async fn d22_a_seat_in_a_game_that_has_not_begun_is_freed_when_its_holder_is_gone() {
    let world = World::new().await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.visibility = protocol::settings::Visibility::Public;
    let table = Table::seated(&world, settings, 2, 1).await;
    let (gone, leaver, watcher) = (&table.south[1], &table.north[1], &table.watchers[0]);
    gone.is_cut();
    // Whoever wants to go at once may.
    leaver.asks(Command::SeatLeave {}).await.expect("one may stand up");
    watcher.waits("he stands", |seen| seats(seen, leaver.name()) == Some(0)).await;
    watcher.waits("the seat is freed", |seen| seats(seen, gone.name()) == Some(0)).await;
    let freed = |rows: &[LobbyRow]| matches!(rows, [row] if (row.south, row.north) == (1, 1)).then_some(());
    world.person("Asha").await.finds_in_lobby(freed).await;
    // The seat is anybody's now, and his again if he is the first.
    gone.connects().await;
    assert_eq!(gone.seats(), []);
    assert_eq!(gone.picture().team.south, None, "and what the side does is not his to see");
    gone.sits(Side::South).await.expect("the seat is free");
    table.all_kept_the_contract();
    world.end().await;
}

/// D10, openfrontio/OpenFrontIO#5288: whoever loads the page anew while his old socket lives is
/// thrown out by the check for doubles. Here while people get ready and the race is run.
#[tokio::test]
async fn d10_who_loads_the_page_again_and_again_through_the_race_keeps_his_seat() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut settings = quick(Preset::Enkeshui, DecisionMode::Hand);
    settings.starter = protocol::settings::StarterRule::Race;
    let mut table = Table::seated(&world, settings, 1, 1).await;
    let person = table.south[0].person().clone();
    let mut old = vec![table.south[0].clone()];
    for round in 0..20 {
        let fresh = person.enters(&table.room).await;
        assert_eq!(fresh.seats(), [Side::South], "load {round}");
        match round {
            5 => fresh.is_ready().await.expect("a seated member may be ready"),
            10 => table.north[0].is_ready().await.expect("a seated member may be ready"),
            _ => {}
        }
        // The old ones die late, and in different ways.
        old.push(fresh);
        if old.len() > 3 {
            let dead = old.remove(0);
            if round % 2 == 0 { dead.is_cut() } else { dead.is_reset() }
        }
    }
    table.south[0] = old.pop().expect("the newest");
    old.iter().for_each(Tab::is_cut);
    for tab in table.everybody() {
        tab.waits("the race is run", |seen| seen.game().is_some_and(|game| game.race.is_some())).await;
        tab.waits("the game is on", |seen| seen.turn().is_some()).await;
    }
    let wavered = table.watchers[0].look(|state| {
        let gone = |event: &Event| matches!(event, Event::PresenceChanged { .. } | Event::Unseated { .. });
        state.story_of(Stream::Table).filter(|told| gone(&told.event)).count()
    });
    assert_eq!(wavered, 0, "nobody left, and nobody came");
    ends_well(&table, world).await;
}

/// Everybody loads the page anew: a new tab, and the old one goes.
async fn reload(table: &mut Table) {
    let everybody = table.south.iter_mut().chain(&mut table.north).chain(&mut table.watchers);
    for tab in everybody {
        let fresh = tab.person().enters(tab.room()).await;
        tab.leaves().await;
        tab.kept_the_contract();
        *tab = fresh;
    }
}

fn seats(seen: &sindillo_tests::Seen, name: &str) -> Option<usize> {
    seen.named(name).map(|member| member.seats.len())
}

fn presence(seen: &sindillo_tests::Seen, name: &str) -> Option<Presence> {
    seen.named(name).map(|member| member.presence)
}

/// Whether somebody is gone, at least as far as this.
fn gone_so_far(seen: &sindillo_tests::Seen, name: &str, expected: Presence) -> bool {
    let found = presence(seen, name);
    found == Some(expected) || (expected == Presence::Grace && found == Some(Presence::Away))
}

/// The table without what a sleep may change: who is there, and that the room is held.
fn lasting(tab: &Tab) -> TableView {
    let mut table = tab.picture().table.expect("a table");
    for member in &mut table.members {
        (member.presence, member.since, member.until) = (Presence::Online, 0, None);
    }
    table.holds.retain(|reason| *reason != HoldReason::Recovering);
    table
}
