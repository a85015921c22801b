//! Defects that others were reported in public, tried on ours. `d13_…` is the test of row D13 of
//! `docs/defects.md`, which tells where each of them was met and what went wrong there; some rows
//! are shown by tests of other suites, whose names begin with the id as well.

mod a_seats;
mod a_turns;
mod b_ballots;
mod b_kinds;
mod b_lots;
mod b_motions;
mod b_orders;
mod b_pauses;
mod c;
mod d_lines;
mod d_rooms;
mod e;
mod f;
mod g;
mod h;
mod i;
mod j;
mod moments;
mod sides;

use protocol::http::RoomRequest;
use protocol::settings::DecisionMode;
use protocol::{Command, Motion, Refusal, RoomId};
use sindillo_tests::table::{Table, Turn};
use sindillo_tests::{Person, Proxy, Seen, Tab, World, quick};

use engine::{Preset, Side};

/// What must hold at the end of each: everybody sees what a newcomer sees and what the log folds
/// to, what was told and answered is in the log, nobody saw a breach of the contract, and the
/// server had nothing to complain about.
pub(crate) async fn ends_well(table: &Table, world: World) {
    table.all_see_the_same(&world).await;
    table.all_kept_the_contract();
    let _ = table.agrees_with_the_log(&world).await;
    world.end().await;
}

/// One person who plays both sides, and somebody who watches.
async fn practice(world: &World, player: &Person) -> Table {
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.practice = true;
    settings.team_max = 1;
    let room = player.opens(settings).await;
    let tab = player.enters(&room).await;
    for side in [Side::South, Side::North] {
        if !tab.seats().contains(&side) {
            tab.sits(side).await.expect("both seats are the player's");
        }
    }
    tab.waits("the game begins by itself", |seen| seen.turn().is_some()).await;
    let watchers = vec![world.person("Hodan").await.enters(&room).await];
    Table { room, south: vec![tab], north: Vec::new(), watchers }
}

/// The same page behind a proxy. The person is there all the time.
async fn moves_behind(tab: &mut Tab, proxy: &Proxy) {
    let behind = tab.person().behind(proxy).enters(tab.room()).await;
    tab.leaves().await;
    *tab = behind;
}

/// A side carries a motion, with as many of its voices as that takes.
pub(crate) async fn carries(table: &Table, side: Side, what: Motion) {
    for tab in table.side(side) {
        tab.asks(Command::MotionOpen { what })
            .await
            .unwrap_or_else(|refusal| panic!("{} is for {what:?}: {refusal:?}", tab.name()));
        // What an order led to is told before it is answered.
        let open = tab.look(|state| {
            let team = state.seen.team[side].as_ref().expect("one's own side");
            team.motions.iter().any(|motion| motion.what.kind() == what.kind())
        });
        if !open {
            return;
        }
    }
    panic!("not even all of {side:?} carry {what:?}");
}

/// Both sides agree on something; `first` moves it.
pub(crate) async fn both_carry(table: &Table, first: Side, what: Motion) {
    carries(table, first, what).await;
    let offered = |seen: &Seen| {
        seen.table.as_ref().is_some_and(|table| {
            table.offers.iter().any(|offer| offer.side == first && offer.what.kind() == what.kind())
        })
    };
    for tab in table.side(first.other()) {
        tab.waits("it is offered", offered).await;
    }
    carries(table, first.other(), what).await;
}

/// The last ply, which is South's or North's, is played by the votes or the hand of its side.
async fn plays_any(table: &Table) -> Turn {
    let turn = table.turn().await.expect("the game goes on");
    let mv = turn.offers[0].mv.clone();
    let team = table.side(turn.side);
    // Who sees that the others were enough sees no ballot any more; who does not tries all the same.
    let ballot = (turn.offers.len() > 1).then(|| team[0].open_ballot());
    for tab in team {
        let done = match ballot {
            None => tab.lays(&mv).await,
            Some(ballot) => tab.asks(Command::VoteSet { ballot, mv: mv.clone() }).await,
        };
        match done {
            Ok(()) => {}
            // The others were enough.
            Err(Refusal::Stale { .. } | Refusal::BallotClosed { .. } | Refusal::NotMover) => break,
            Err(other) => panic!("{other:?}"),
        }
        if table.public().look(|state| state.seen.turn().map(|turn| turn.ply)) != Some(turn.ply) {
            break;
        }
    }
    table.is_over(&turn).await;
    turn
}

/// The move that comes first of those offered, once it is this page's turn.
async fn first_move(tab: &Tab) -> Command {
    tab.until("there is something to lay", |state| {
        let game = state.seen.game()?;
        let turn = game.turn.as_ref()?;
        let legal = state.seen.legal.as_ref()?;
        let fits = (legal.game, legal.ply) == (game.game, turn.ply);
        fits.then(|| Command::MoveLay { mv: legal.moves[0].mv.clone() })
    })
    .await
}

/// How many plies stand, as a page sees it.
pub(crate) fn plies(tab: &Tab) -> usize {
    tab.look(|state| state.seen.game().map_or(0, |game| game.plies.len()))
}

/// Let a room that nobody is in go to sleep: its host opens more rooms than he may have awake.
async fn has_fallen_asleep(host: &Person, room: &RoomId) {
    let log = |what: &str| format!("{} lets {room} sleep: {what}", host.name());
    for number in 0..protocol::limits::ROOMS_PER_GUEST {
        let request = RoomRequest {
            settings: quick(Preset::EnDodoi, DecisionMode::Hand),
            bots: protocol::http::BotSeats::default(),
        };
        let response = host.asks_for_room(&request).await;
        assert!((200..300).contains(&response.status), "{}", log(&format!("{number}: {}", response.text())));
    }
}

/// Which life of the room a page is in.
fn epoch(tab: &Tab) -> String {
    tab.look(|state| state.welcome.as_ref().expect("a welcome").epoch.clone())
}
