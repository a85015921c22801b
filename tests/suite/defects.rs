//! Defects that others were reported in public, tried on ours. `d13_…` is the test of row D13 of
//! `docs/defects.md`, which tells where each of them was met and what went wrong there; some rows
//! are shown by tests of other suites, whose names begin with the id as well.

mod d_lines;
mod d_rooms;
mod f;
mod g;
mod h;
mod i;

use protocol::http::RoomRequest;
use protocol::settings::DecisionMode;
use protocol::{Command, RoomId};
use sindillo_tests::table::Table;
use sindillo_tests::{Person, Proxy, Tab, World, quick};

use engine::{Preset, Side};

/// What must hold at the end of each: everybody sees what a newcomer sees and what the log folds
/// to, what was told and answered is in the log, nobody saw a breach of the contract, and the
/// server had nothing to complain about.
async fn ends_well(table: &Table, world: World) {
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
fn plies(tab: &Tab) -> usize {
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
