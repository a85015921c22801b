//! Rooms and servers from the beginning to the end: lobby, names, seats, practice, bots, series,
//! draining, coming back.

use engine::{Preset, SeriesGoal, Side};
use protocol::http::{BotSeats, LobbyPhase, LobbyRow};
use protocol::settings::{DecisionMode, SettingsProblem, Visibility};
use protocol::{Command, Refusal};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::table::{Table, sits};
use sindillo_tests::world::DRAIN;
use sindillo_tests::{Request, Tab, World, quick};

use crate::play::has_every_seed;

#[tokio::test]
async fn the_lobby_lists_public_rooms_only_and_tells_what_goes_on_in_them() {
    let world = World::new().await;
    let mut public = quick(Preset::Ndoto, DecisionMode::Hand);
    public.visibility = Visibility::Public;
    public.title = "Under the acacia".to_owned();
    let table = Table::seated(&world, public, 2, 1).await;
    let hidden = world.person("Deqa").await.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let stranger = world.person("Asha").await;
    let all_sit = |rows: &[LobbyRow]| {
        let [row] = rows else { panic!("one room is public: {rows:?}") };
        ((row.south, row.north) == (2, 2)).then(|| rows.to_vec())
    };
    let rows = stranger.finds_in_lobby(all_sit).await;
    assert_eq!((rows[0].room.clone(), rows[0].title.as_str()), (table.room.clone(), "Under the acacia"));
    assert_eq!((rows[0].preset, rows[0].south, rows[0].north, rows[0].team_max), (Preset::Ndoto, 2, 2, 3));
    table.is_ready().await;
    let plays = |rows: &[LobbyRow]| (rows[0].phase == LobbyPhase::Playing).then_some(());
    stranger.finds_in_lobby(plays).await;
    // Whoever has the link comes in; whoever guesses does not.
    stranger.enters(&hidden).await.leaves().await;
    let guess = protocol::RoomId::from_bits([7; 10]);
    assert!(stranger.ticket(&guess).await.is_err(), "an invented room has no tickets");
    table.all_kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn every_game_has_usual_settings_that_the_server_itself_accepts() {
    let world = World::with(&["--no-address-limits"]).await;
    let games = world.person("Asha").await.games().await;
    let presets: Vec<Preset> = games.iter().map(|game| game.preset).collect();
    for preset in [
        Preset::Enkeshui,
        Preset::EnGehe,
        Preset::EnDodoi,
        Preset::CrossEndodoi,
        Preset::Ndoto,
        Preset::LayliGoobalay,
    ] {
        assert!(presets.contains(&preset), "{preset:?} can be played");
    }
    for game in games {
        assert!(game.sizes.contains(&game.defaults.game.pits), "{:?}", game.preset);
        // Somebody else each time: a guest may have three rooms.
        world.person("Asha").await.opens(game.defaults).await;
    }
    world.end().await;
}

#[tokio::test]
async fn settings_that_do_not_fit_are_refused_with_every_reason_at_once() {
    let world = World::new().await;
    let person = world.person("Asha").await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Majority);
    settings.title = String::new();
    settings.game.pits = 51;
    settings.team_max = 0;
    settings.decision.vote_ms = 1;
    settings.starter = protocol::settings::StarterRule::Race;
    let request = protocol::http::RoomRequest { settings, bots: BotSeats::default() };
    let response = person.asks_for_room(&request).await;
    assert!((400..500).contains(&response.status), "{}", response.status);
    let Refusal::BadSettings { problems } = response.refusal() else { panic!("{}", response.text()) };
    let out_of = |name: &str| {
        problems
            .iter()
            .any(|p| matches!(p, SettingsProblem::OutOfRange { field, .. } if field.contains(name)))
    };
    assert!(problems.contains(&SettingsProblem::Title), "{problems:?}");
    assert!(problems.contains(&SettingsProblem::RaceNotPlayed), "{problems:?}");
    assert!(problems.iter().any(|p| matches!(p, SettingsProblem::Pits { .. })), "{problems:?}");
    assert!(out_of("team_max") && out_of("vote_ms"), "{problems:?}");
    world.end().await;
}

#[tokio::test]
async fn i7_names_that_could_be_taken_for_another_are_refused_in_a_room() {
    let world = World::new().await;
    let room = world.person("Nashipae").await.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let paul = sits(&world.person("Paula").await, &room, Side::South).await;
    let other = sits(&world.person("Sankau").await, &room, Side::North).await;
    for twin in ["Paula", "PauIa", "Pаula"] {
        let refused = other.asks(Command::NameSet { name: twin.to_owned() }).await;
        assert!(
            matches!(refused, Err(Refusal::NameTaken | Refusal::NameRefused { .. })),
            "{twin:?} is answered with {refused:?}"
        );
    }
    for name in ["x", "", "a\u{202e}bc", "admin", "<script>", &"n".repeat(25)] {
        let refused = other.asks(Command::NameSet { name: name.to_owned() }).await;
        assert!(matches!(refused, Err(Refusal::NameRefused { .. })), "{name:?} is answered with {refused:?}");
    }
    for name in ["Łukasz", "Nyambura wa Njoroge", "日本太郎", "Ol'Kirie"] {
        other
            .asks(Command::NameSet { name: name.to_owned() })
            .await
            .unwrap_or_else(|why| panic!("{name}: {why:?}"));
        paul.waits("the new name is told", |seen| seen.named(name).is_some()).await;
    }
    // The same session name in the same room is made different by the room.
    let namesake = sits(&world.person("Paula").await, &room, Side::South).await;
    let me = namesake.member();
    let given = namesake.look(|state| state.seen.member(me).map(|member| member.name.clone()));
    assert_ne!(given.as_deref(), Some("Paula"));
    world.end().await;
}

#[tokio::test]
async fn a7_fifty_who_run_for_three_seats_are_each_told_and_three_sit() {
    let world = World::with(&["--no-address-limits"]).await;
    let room = world.person("Nashipae").await.opens(quick(Preset::EnDodoi, DecisionMode::Majority)).await;
    let mut runners = Vec::new();
    for number in 0..50 {
        runners.push(world.person(&format!("Runner {number}")).await.enters(&room).await);
    }
    let orders: Vec<_> = runners
        .iter()
        .map(|tab| (tab, tab.sends(Command::SeatTake { side: Some(Side::South), withdraw: false }, None)))
        .collect();
    let mut seated = Vec::new();
    for (tab, order) in orders {
        match tab.answer(&order).await {
            protocol::message::Answer::Ok => seated.push(tab),
            protocol::message::Answer::Err { err, .. } => assert_eq!(err, Refusal::SideFull),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(seated.len(), 3);
    for tab in &runners {
        tab.waits("three sit", |seen| {
            let members = seen.table.as_ref().map(|table| &table.members);
            members.is_some_and(|members| members.iter().filter(|m| m.seats == [Side::South]).count() == 3)
        })
        .await;
    }
    let at = protocol::At { game: 1, ply: 1, tries: 0, back: 0 };
    let lay = || Command::MoveLay { mv: engine::Move::sow(1) };
    for tab in runners.iter().filter(|tab| tab.seats().is_empty()) {
        assert_eq!(
            tab.asks_at(lay(), Some(at)).await,
            Err(Refusal::NotSeated),
            "who runs late plays nowhere"
        );
    }
    for tab in seated {
        tab.waits("the team's stream is there", |seen| seen.team.south.is_some()).await;
    }
    runners.iter().for_each(Tab::kept_the_contract);
    world.end().await;
}

#[tokio::test]
async fn one_person_practises_on_both_sides() {
    let world = World::new().await;
    let mut settings = quick(Preset::LayliGoobalay, DecisionMode::Hand);
    settings.practice = true;
    settings.team_max = 1;
    let person = world.person("Naserian").await;
    let room = person.opens(settings).await;
    let tab = person.enters(&room).await;
    for side in [Side::South, Side::North] {
        if !tab.seats().contains(&side) {
            tab.sits(side).await.expect("both seats are hers");
        }
    }
    tab.waits("the game begins by itself", |seen| seen.turn().is_some()).await;
    let plies = lays_whenever_possible(&tab).await;
    has_every_seed(&tab.picture().table.expect("a table"));
    tab.kept_the_contract();
    println!("practice: {plies} plies");
    world.end().await;
}

#[tokio::test]
async fn a_bot_in_a_seat_plays_a_whole_game_and_sees_what_its_seat_sees() {
    let world = World::with(&["--bot-delay-ms", "0"]).await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.team_max = 1;
    let person = world.person("Naserian").await;
    let room = person.opens_with_bots(settings, BotSeats { south: 0, north: 1 }).await;
    let tab = sits(&person, &room, Side::South).await;
    tab.is_ready().await.expect("a seated member may be ready");
    let own = lays_whenever_possible(&tab).await;
    let table = tab.picture().table.expect("a table");
    has_every_seed(&table);
    let plies = table.game.map_or(0, |game| game.plies.len());
    println!("against a bot: {plies} plies, {own} of them one's own");
    tab.kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn bots_propose_vote_and_consent_in_a_team_with_people() {
    let world = World::with(&["--bot-delay-ms", "0"]).await;
    let of_mode = async |mode: DecisionMode, seed: u64| {
        let mut settings = quick(Preset::LayliGoobalay, mode);
        settings.decision.tries_max = 1;
        settings.decision.consent_ms = 1_000;
        settings.decision.vote_ms = 2_000;
        let person = world.person("Naserian").await;
        let room = person.opens_with_bots(settings, BotSeats { south: 2, north: 3 }).await;
        let tab = sits(&person, &room, Side::South).await;
        tab.is_ready().await.expect("a seated member may be ready");
        let refused = sindillo_tests::table::plays_on(tab.clone(), seed).await;
        has_every_seed(&tab.picture().table.expect("a table"));
        let plies = tab.look(|state| state.seen.game().map_or(0, |game| game.plies.len()));
        println!("{mode:?} with five bots: {plies} plies, {refused} orders too late");
        let chronicle = Chronicle::read(world.data()).await;
        let _ = chronicle.agrees_with(&tab);
        let sound = chronicle.of(&room).is_sound();
        assert!(sound.plies > 0 && sound.votes > 0, "bots vote: {sound:?}");
        tab.kept_the_contract();
    };
    tokio::join!(
        of_mode(DecisionMode::Hand, 1),
        of_mode(DecisionMode::Plurality, 2),
        of_mode(DecisionMode::Majority, 3)
    );
    world.end().await;
}

#[tokio::test]
async fn a_match_of_en_dodoi_goes_on_until_a_side_has_won_twice() {
    let world = World::new().await;
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Majority);
    settings.series = SeriesGoal::FirstToWins { wins: 2 };
    settings.game.pits = 6;
    settings.game.seeds_per_pit = 3;
    let table = Table::begun(&world, settings, 2, 1).await;
    let mut games = 1;
    loop {
        while let Some(turn) = table.turn().await {
            for tab in table.side(turn.side) {
                let most =
                    turn.offers.iter().max_by_key(|offer| offer.preview.map(|preview| preview.captured));
                let mv = most.expect("a move").mv.clone();
                if turn.offers.len() == 1 {
                    tab.lays(&mv).await.expect("the only move");
                    break;
                }
                tab.votes(&mv).await.expect("a vote");
            }
            table.is_over(&turn).await;
        }
        let seen = table.all_see_the_same(&world).await;
        has_every_seed(&seen);
        assert_eq!(seen.series.games, games, "{:?}", seen.series);
        if seen.series.over.is_some() {
            let pins = seen.series.pins;
            assert_eq!(pins.south.max(pins.north), 2, "{pins:?}");
            break;
        }
        assert!(games < 20, "drawn games do not go on for ever");
        table.wants_another().await;
        games += 1;
        for tab in table.everybody() {
            tab.waits("the next game begins", |seen| {
                seen.game().is_some_and(|game| game.game == games && game.result.is_none())
            })
            .await;
        }
    }
    // And another match after the last game of this one.
    table.wants_another().await;
    for tab in table.everybody() {
        tab.waits("a new match begins", |seen| {
            seen.game().is_some_and(|game| game.game == 1 && game.result.is_none())
                && seen.table.as_ref().is_some_and(|table| table.series.games == 0)
        })
        .await;
    }
    println!("first to two wins: {games} games");
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    world.end().await;
}

#[tokio::test]
async fn h1_a_server_that_is_asked_to_stop_says_goodbye_and_leaves_a_whole_log() {
    let mut world = World::with(&["--no-address-limits"]).await;
    let table = Table::begun(&world, quick(Preset::EnDodoi, DecisionMode::Majority), 3, 3).await;
    let mut crowd = Vec::new();
    for number in 0..91 {
        crowd.push(world.person(&format!("Visitor {number}")).await.enters(&table.room).await);
    }
    let turn = table.turn().await.expect("a turn");
    let mv = turn.offers[0].mv.clone();
    let voter = &table.side(turn.side)[0];
    voter.votes(&mv).await.expect("a vote before the end");
    let stopped = world.terminate().await;
    assert!(stopped.status.success(), "{}", stopped.status);
    assert!(stopped.took < DRAIN, "{:?}", stopped.took);
    for tab in table.everybody().chain(&crowd) {
        assert_eq!(tab.waits_for_close().await, Some(1001), "{}", tab.name());
        assert!(tab.look(|state| state.bye), "{} was told when to come back", tab.name());
    }
    world.restart().await;
    table.everybody().for_each(Tab::returns);
    for tab in table.everybody() {
        tab.is_up_to_date().await;
    }
    voter
        .waits("the vote is still there", |seen| {
            seen.ballot(turn.side).is_some_and(|ballot| {
                ballot.options.iter().any(|option| option.mv == mv && option.voters.len() == 1)
            })
        })
        .await;
    println!("stopped within {:?} with {} sockets", stopped.took, table.everybody().count() + crowd.len());
    for tab in table.everybody() {
        tab.waits("the room goes on", |seen| seen.table.as_ref().is_some_and(|table| table.holds.is_empty()))
            .await;
    }
    table.all_see_the_same(&world).await;
    world.end().await;
}

#[tokio::test]
async fn a_second_server_on_the_same_data_refuses_to_start_and_says_why() {
    let world = World::new().await;
    let output = world.second_server().await;
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).to_lowercase();
    assert!(said.contains("using"), "it says why: {said}");
    assert!(output.stdout.is_empty(), "and does not claim to listen");
    let health = world.fetch(Request::get("/healthz")).await;
    assert_eq!(health.status, 200, "the first one goes on");
    world.end().await;
}

#[tokio::test]
async fn files_of_the_data_directory_are_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new().await;
    world.person("Naserian").await.opens(quick(Preset::EnDodoi, DecisionMode::Hand)).await;
    let entries: Vec<_> =
        std::fs::read_dir(world.data()).expect("a directory").filter_map(Result::ok).collect();
    assert!(!entries.is_empty());
    for entry in entries {
        let mode = entry.metadata().expect("metadata").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?} has mode {mode:o}", entry.file_name());
    }
    world.end().await;
}

/// Lay a move whenever it is one's own turn, until the game is over. Tells how many.
async fn lays_whenever_possible(tab: &Tab) -> u32 {
    let seats = tab.seats();
    let mut laid = 0;
    loop {
        let next = tab
            .until("my turn or the end", |state| {
                let game = state.seen.game()?;
                if game.result.is_some() {
                    return Some(None);
                }
                let turn = game.turn.as_ref().filter(|turn| seats.contains(&turn.side))?;
                let legal = state
                    .seen
                    .legal
                    .as_ref()
                    .filter(|legal| (legal.game, legal.ply) == (game.game, turn.ply))?;
                let offer = &legal.moves[usize::from(turn.ply) % legal.moves.len()];
                Some(Some((turn.ply, offer.mv.clone())))
            })
            .await;
        let Some((ply, mv)) = next else { return laid };
        tab.lays(&mv).await.expect("it is one's own turn");
        tab.waits("the ply stands", |seen| {
            seen.game().is_some_and(|game| game.plies.len() >= usize::from(ply))
        })
        .await;
        laid += 1;
    }
}
