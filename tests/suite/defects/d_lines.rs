//! D3, D4, D13, D18: lines that lose an answer, a frame, or the news of their end.

use engine::{Preset, Side};
use protocol::command::Hearers;
use protocol::event::Event;
use protocol::message::Stream;
use protocol::settings::DecisionMode;
use protocol::{At, Command, Refusal};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::table::{Table, sits};
use sindillo_tests::{End, Proxy, Seen, State, Tab, Way, World, quick, usually};

use super::{ends_well, first_move, moves_behind, plies, practice};
use crate::council::{opened, plain, south_starts};

/// D3, gbtami/pychess-variants#468, #591: after a reconnect the last move is sent again blindly.
#[tokio::test]
async fn d3_a_move_whose_answer_was_lost_is_played_once_and_answered_the_same() {
    let world = World::with(&["--no-address-limits"]).await;
    let mut lost = 0;
    // Somebody else each time: what is sent again costs credits as well.
    for _ in 0..usually(1, 12) {
        let proxy = Proxy::before(&world).await;
        let player = world.person("Naserian").await.behind(&proxy);
        let table = practice(&world, &player).await;
        table.south[0].returns();
        for round in 0..6 {
            loses_an_answer(&table, &proxy, round).await;
        }
        lost += table.agrees_with_the_log(&world).await.answer_lost;
        table.all_see_the_same(&world).await;
        table.all_kept_the_contract();
        table.everybody().for_each(Tab::returns_no_more);
    }
    println!("{lost} answers were lost, every move was played once");
    assert!(lost >= usually(4, 48));
    world.end().await;
}

/// Lay a move of which the order or the answer is lost with its line.
async fn loses_an_answer(table: &Table, proxy: &Proxy, round: usize) {
    let (tab, watcher) = (&table.south[0], &table.watchers[0]);
    let before = plies(watcher);
    let lay = first_move(tab).await;
    let wire = proxy.socket();
    // Carried out and told to others, but the answer never arrives; or the order never does.
    let lost = if round % 3 == 2 { Way::Up } else { Way::Down };
    wire.stalls(lost);
    let order = tab.sends(lay, Some(tab.present()));
    if lost == Way::Down {
        watcher.waits("the ply stands", |seen| stands(seen, before + 1)).await;
    }
    wire.is_cut();
    assert_eq!(tab.settles(&order).await, Ok(()), "round {round}");
    tab.sends_again(&order);
    assert_eq!(tab.settles(&order).await, Ok(()), "and once more");
    for page in [tab, watcher] {
        page.waits("the ply stands", |seen| stands(seen, before + 1)).await;
        assert_eq!(plies(page), before + 1, "one ply, not two");
    }
}

/// D18, ekzhang/rustpad: what was not acknowledged is sent again under a new identity and applied
/// twice. Votes, changed votes, proposals, chat: each is lost once on its way there and once on
/// the way of its answer.
#[tokio::test]
async fn d18_what_was_not_acknowledged_is_sent_again_and_carried_out_once() {
    let world = World::with(&["--no-address-limits"]).await;
    let (mut table, turn) = opened(&world, south_starts(DecisionMode::Majority), 4, 1).await;
    let proxies = [Proxy::before(&world).await, Proxy::before(&world).await];
    for (tab, proxy) in table.south.iter_mut().zip(&proxies) {
        moves_behind(tab, proxy).await;
        tab.returns();
    }
    let [voter, talker, mate, ..] = &table.south[..] else { panic!("four sit there") };
    let (ballot, moves) = (voter.open_ballot(), plain(&turn));
    let propose = |n: usize| Command::ProposalAdd { ballot, mv: moves[n].clone(), note: "Once.".to_owned() };
    let vote = |n: usize| Command::VoteSet { ballot, mv: moves[n].clone() };
    let say = |to| Command::ChatSay { to, text: "Once.".to_owned() };
    let (up, down) = (Way::Up, Way::Down);
    for (tab, proxy, lost, command) in [
        (voter, &proxies[0], up, propose(0)),
        (voter, &proxies[0], down, propose(1)),
        (voter, &proxies[0], up, vote(0)),
        (voter, &proxies[0], down, vote(1)),
        (voter, &proxies[0], up, Command::VoteClear { ballot }),
        (voter, &proxies[0], down, vote(0)),
        (talker, &proxies[1], up, say(Hearers::Team)),
        (talker, &proxies[1], down, say(Hearers::Team)),
        (talker, &proxies[1], up, say(Hearers::All)),
        (talker, &proxies[1], down, say(Hearers::All)),
    ] {
        let before = mate.look(deeds);
        let wire = proxy.socket();
        wire.stalls(lost);
        let order = tab.sends(command.clone(), Some(tab.present()));
        if lost == down {
            let what = format!("{command:?} is told");
            mate.until(&what, |state| (deeds(state) > before).then_some(())).await;
        }
        wire.is_cut();
        assert_eq!(tab.settles(&order).await, Ok(()), "{command:?} lost {lost:?}");
        mate.until("it is told", |state| (deeds(state) > before).then_some(())).await;
        assert_eq!(mate.look(deeds), before + 1, "{command:?} lost {lost:?}");
    }
    let compared = table.agrees_with_the_log(&world).await;
    println!("{compared:?}");
    assert!(compared.answer_lost >= 5 && compared.resent >= 10, "{compared:?}");
    ends_well(&table, world).await;
}

/// Votes, proposals and lines that a page was told of.
fn deeds(state: &State) -> usize {
    use Event::{Proposed, Said, TeamSaid, Voted};
    let deed =
        |event: &Event| matches!(event, Proposed { .. } | Said { .. } | TeamSaid { .. } | Voted { .. });
    state.told.values().filter(|told| deed(&told.event)).count()
}

/// D13, colyseus/colyseus#348: the late end of the old socket fires "left" for the live one.
#[tokio::test]
async fn d13_the_late_end_of_an_old_line_takes_nobody_away_and_strikes_no_vote() {
    let world = World::with(&["--no-address-limits"]).await;
    let proxy = Proxy::before(&world).await;
    let (mut table, turn) = opened(&world, south_starts(DecisionMode::Majority), 3, 1).await;
    moves_behind(&mut table.south[0], &proxy).await;
    let tab = table.south[0].clone();
    let mv = plain(&turn)[0].clone();
    tab.votes(&mv).await.expect("a vote");
    for round in 0..usually(4, 100) {
        let old = proxy.socket();
        // The client's end is gone; the server knows nothing of it.
        if round % 2 == 0 {
            old.leaves(End::Client)
        } else {
            old.resets(End::Client)
        }
        tab.waits_for_close().await;
        let other = if round % 4 < 2 {
            tab.connects().await;
            None
        } else {
            // A page that was loaded anew has another name, so that nothing replaces the old one.
            Some(tab.person().enters(&table.room).await)
        };
        if round % 2 == 0 {
            old.leaves(End::Server)
        } else {
            old.resets(End::Server)
        }
        // Whoever comes and goes meanwhile goes through the same door as that late end.
        let passer = world.person("Deqa").await;
        for _ in 0..2 {
            passer.enters(&table.room).await.leaves().await;
        }
        if let Some(other) = other {
            tab.connects().await;
            other.leaves().await;
        }
    }
    let watcher = &table.watchers[0];
    watcher.says(Hearers::All, "Is everybody there?").await.expect("a watcher may speak");
    let wavered = |tab: &Tab, stream: Stream| {
        tab.look(|state| {
            let gone = |event: &Event| {
                matches!(
                    event,
                    Event::PresenceChanged { .. } | Event::Unseated { .. } | Event::RollChanged { .. }
                )
            };
            state.story_of(stream).filter(|told| gone(&told.event)).count()
        })
    };
    assert_eq!((wavered(watcher, Stream::Table), wavered(&table.south[1], Stream::South)), (0, 0));
    table.south[1].votes(&mv).await.expect("the second of three decides");
    table.is_over(&turn).await;
    ends_well(&table, world).await;
}

/// D4, lichess-org/lila#800, lichess-org/lichobile#185: a lost frame leaves a board that never was.
#[tokio::test]
async fn d4_whichever_frame_is_lost_no_page_shows_a_board_that_never_was() {
    let world = World::with(&["--no-address-limits", "--bot-delay-ms", "20"]).await;
    let host = world.person("Naserian").await;
    let room = busy_room(&host).await;
    let mut hosts = Vec::new();
    for (person, side) in [(host, Side::South), (world.person("Tipape").await, Side::North)] {
        hosts.push(keeps_going(&sits(&person, &room, side).await));
    }
    // Everything anew is dear: five people lose frames side by side rather than one in a row.
    let mut losers = Vec::new();
    for (number, name) in ["Lemayian", "Resiato", "Hodan", "Warsame", "Deqa"].into_iter().enumerate() {
        let proxy = Proxy::before(&world).await;
        let tab = world.person(name).await.behind(&proxy).enters(&room).await;
        if let Some(side) = [Side::South, Side::North].get(number) {
            tab.sits(*side).await.expect("there is a seat");
        }
        tab.expects_losses();
        losers.push(tokio::spawn(loses_frames(tab, proxy, number)));
    }
    let (mut runs, mut numbered, mut pictures, mut tabs) = (0, 0, Vec::new(), Vec::new());
    for loser in losers {
        let (tab, lost, seen) = loser.await.expect("the page holds");
        runs += seen.len();
        numbered += lost;
        pictures.extend(seen);
        tabs.push(tab);
    }
    hosts.iter().for_each(tokio::task::JoinHandle::abort);
    let chronicle = Chronicle::read(world.data()).await;
    let compared = chronicle.of(&room).has_been(&pictures);
    println!("{runs} frames lost, {numbered} of them with numbers; {compared} pictures of what has been");
    assert!(numbered * 2 > runs, "most of the lost frames had numbers");
    tabs.iter().for_each(Tab::kept_the_contract);
    world.end().await;
}

/// One frame after the other is lost; what the page shows then. Tells how many had a number.
async fn loses_frames(tab: Tab, proxy: Proxy, salt: usize) -> (Tab, usize, Vec<Seen>) {
    let (mut numbered, mut pictures) = (0, Vec::new());
    for run in salt..salt + usually(5, 200) {
        let wire = proxy.socket();
        let healed = tab.look(|state| state.figures.healed);
        let loss = if run % 5 == 4 {
            wire.loses_nth(Way::Down, run % 3)
        } else {
            let mut others = run % 4;
            wire.loses(Way::Down, move |parcel| {
                let events = parcel.text().starts_with("{\"f\":\"events\"");
                let this = events && others == 0;
                others = others.saturating_sub(usize::from(events));
                this
            })
        };
        let lost = loss.happens().await;
        let text = lost.text();
        let starts = |start: &str| text.starts_with(start);
        if starts("{\"f\":\"events\"") || starts("{\"f\":\"snap\",\"s\":\"t") {
            // The next number of that stream tells that one is missing.
            tab.until("all is told anew", |state| (state.figures.healed > healed).then_some(())).await;
            numbered += 1;
        } else {
            // Answers, and what no number of a busy stream misses, are asked for by the next socket.
            tab.is_cut();
            tab.connects().await;
        }
        pictures.push(tab.picture());
    }
    (tab, numbered, pictures)
}

/// A room in which something happens all the time.
async fn busy_room(person: &sindillo_tests::Person) -> protocol::RoomId {
    let mut settings = quick(Preset::LayliGoobalay, DecisionMode::Majority);
    settings.series = engine::SeriesGoal::FirstToWins { wins: 50 };
    settings.decision.tries_max = 0;
    settings.team_max = 5;
    let bots = protocol::http::BotSeats { south: 3, north: 3 };
    person.opens_with_bots(settings, bots).await
}

/// Do what bots leave to people: begin games, and lay a move to which there is no other.
fn keeps_going(tab: &Tab) -> tokio::task::JoinHandle<()> {
    let tab = tab.clone();
    tokio::spawn(async move {
        loop {
            let deed = tab.until("people are needed", needed).await;
            match tab.asks_at(deed.0.clone(), deed.1).await {
                Ok(()) => {}
                // Somebody else was quicker, or the page was behind.
                Err(refusal) => assert!(is_late(&refusal), "{refusal:?}"),
            }
            tab.until("it is done", |state| (needed(state).as_ref() != Some(&deed)).then_some(())).await;
        }
    })
}

fn needed(state: &State) -> Option<(Command, Option<At>)> {
    let seen = &state.seen;
    let me = seen.member(seen.role.as_ref()?.member?)?;
    let table = seen.table.as_ref()?;
    let Some(game) = &table.game else {
        return (!me.ready).then_some((Command::ReadySet { on: true }, None));
    };
    if game.result.is_some() {
        let wanted = table.rematch.contains(&me.id);
        return (!wanted).then_some((Command::RematchSet { on: true }, None));
    }
    let turn = game.turn.as_ref()?;
    let legal = state.seen.legal.as_ref().filter(|legal| (legal.game, legal.ply) == (game.game, turn.ply))?;
    let [only] = &legal.moves[..] else { return None };
    let at = At { game: game.game, ply: turn.ply, tries: turn.tries, back: game.back() };
    me.seats.contains(&turn.side).then(|| (Command::MoveLay { mv: only.mv.clone() }, Some(at)))
}

fn is_late(refusal: &Refusal) -> bool {
    use Refusal::{GameRunning, NotMover, Stale};
    matches!(refusal, GameRunning | NotMover | Stale { .. } | Refusal::NoGame | Refusal::GameOver)
}

fn stands(seen: &Seen, plies: usize) -> bool {
    seen.game().is_some_and(|game| game.plies.len() >= plies)
}
