//! P20, over real sockets: whatever a watcher of a room with a delay receives, on any socket or
//! route, is no newer than the gate allows at that moment; and when it is told, it is what was.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::{Preset, Side};
use protocol::http::{LobbyPhase, LobbyRow};
use protocol::settings::{DecisionMode, Stand, Visibility};
use protocol::{
    Audience, Command, Entry, Event, Motion, Refusal, RoomSettings, ServerFrame, Snapshot, Stream,
};
use server::room::{Room, view};
use sindillo_tests::chronicle::Chronicle;
use sindillo_tests::tab::now;
use sindillo_tests::table::{Table, Turn};
use sindillo_tests::{Person, Tab, World, quick};

use crate::defects::carries;

/// The clocks of two processes on one machine, read with milliseconds.
const CLOCKS_MS: u64 = 20;

/// Rows of the lobby, each with the moment when it was read.
type Rows = Arc<Mutex<Vec<(u64, LobbyRow)>>>;

#[tokio::test]
async fn f12_a_watcher_receives_nothing_that_is_not_past_the_gate_by_whatever_way() {
    watched(Stand { delay_ms: 900, delay_plies: 2, ..Stand::default() }).await;
}

#[tokio::test]
async fn f12_a_delay_by_plies_alone_keeps_the_newest_moves_back_however_slow_the_game() {
    watched(Stand { delay_ms: 0, delay_plies: 3, ..Stand::default() }).await;
}

#[tokio::test]
async fn f12_a_delay_by_time_alone_ends_with_the_time() {
    watched(Stand { delay_ms: 700, delay_plies: 0, ..Stand::default() }).await;
}

async fn watched(stand: Stand) {
    let mut world = World::with(&["--no-address-limits"]).await;
    let mut table = Table::seated(&world, settings(stand), 2, 0).await;
    let lobby = world.person("Deqa").await;
    let (rows, reading) = reads_the_lobby(&lobby);
    let early = world.person("Hodan").await.enters(&table.room).await;
    table.is_ready().await;
    let fickle = world.person("Warsame").await.enters(&table.room).await;
    let turncoat = world.person("Halima").await.enters(&table.room).await;
    let mut late = Vec::new();
    for ply in 1..=9u16 {
        match ply {
            // In again and again, and back to where one was.
            2 | 4 | 6 | 8 => {
                fickle.is_cut();
                fickle.connects().await;
                late.push(world.person(&format!("Late {ply}")).await.enters(&table.room).await);
            }
            3 => {
                turncoat.sits(Side::South).await.expect("there is a seat");
                table.south.push(turncoat.clone());
            }
            7 => {
                stands_up(&mut table, &turncoat).await;
                turncoat.is_cut();
                turncoat.connects().await;
            }
            5 => restarts(&mut world, &table, &[&early, &fickle], &late).await,
            _ => {}
        }
        plays(&table).await;
    }
    carries(&table, Side::South, Motion::Resign).await;
    let mut watchers = vec![&early, &fickle, &turncoat];
    watchers.extend(&late);
    for tab in &watchers {
        let is_over = |seen: &sindillo_tests::Seen| seen.game().is_some_and(|game| game.result.is_some());
        tab.waits("the end is told to those behind as well", is_over).await;
        tab.kept_the_contract();
    }
    reading.abort();
    table.all_kept_the_contract();

    let chronicle = Chronicle::read(world.data()).await;
    let log = Log { entries: &chronicle.of(&table.room).entries, stand };
    let mut checked = 0;
    for tab in &watchers {
        checked += log.allows(tab);
    }
    assert!(checked > 100, "{checked} frames were looked at");
    let rows = rows.lock().expect("not poisoned").clone();
    log.allows_rows(&rows);
    println!("{checked} frames of {} watchers, {} rows of the lobby", watchers.len(), rows.len());
    world.end().await;
}

fn settings(stand: Stand) -> RoomSettings {
    let mut settings = quick(Preset::EnDodoi, DecisionMode::Hand);
    settings.decision.tries_max = 0;
    settings.visibility = Visibility::Public;
    RoomSettings { stand, ..settings }
}

/// The hand lays the first legal move.
async fn plays(table: &Table) -> Turn {
    let turn = table.turn().await.expect("the game goes on");
    table.of(turn.hand).lays(&turn.offers[0].mv).await.expect("the hand lays");
    table.is_over(&turn).await;
    turn
}

async fn stands_up(table: &mut Table, tab: &Tab) {
    table.south.retain(|other| other.name() != tab.name());
    tab.asks(Command::SeatLeave {}).await.expect("one may stand up");
    tab.waits("one watches", |seen| seen.stand.is_some() && seen.team.south.is_none()).await;
}

async fn restarts(world: &mut World, table: &Table, watchers: &[&Tab], late: &[Tab]) {
    world.kill().await;
    let everybody = || table.everybody().chain(watchers.iter().copied()).chain(late);
    everybody().for_each(Tab::returns);
    world.restart().await;
    for tab in everybody() {
        tab.is_up_to_date().await;
        tab.returns_no_more();
    }
    for tab in table.everybody() {
        tab.waits("the room goes on", |seen| seen.table.as_ref().is_some_and(|table| table.holds.is_empty()))
            .await;
    }
}

/// A stranger looks at the lobby all the time.
fn reads_the_lobby(person: &Person) -> (Rows, tokio::task::JoinHandle<()>) {
    let (rows, person) = (Rows::default(), person.clone());
    let reading = tokio::spawn({
        let rows = Arc::clone(&rows);
        async move {
            loop {
                let asked = person.fetch(sindillo_tests::Request::get("/api/rooms")).await;
                // While the server restarts there is no answer.
                if let Ok(Ok(read)) = asked.map(|response| response.json::<Vec<LobbyRow>>()) {
                    let when = now();
                    rows.lock().expect("not poisoned").extend(read.into_iter().map(|row| (when, row)));
                }
                // A page asks now and then, not without pause.
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    });
    (rows, reading)
}

/// What happened, and what may be known of it.
struct Log<'l> {
    entries: &'l [Entry],
    stand: Stand,
}

impl Log<'_> {
    /// Nothing that came to somebody who watches was newer than the law allows at that moment. How
    /// many frames were looked at.
    fn allows(&self, tab: &Tab) -> usize {
        let (frames, arrived) = tab.look(|state| (state.frames.clone(), state.arrived.clone()));
        let mut seated = false;
        let mut checked = 0;
        for (text, when) in frames.iter().zip(arrived) {
            let frame: ServerFrame = serde_json::from_str(text).expect("a frame");
            if let ServerFrame::Role(role) = &frame {
                seated = !role.seats.is_empty();
            }
            if seated {
                continue;
            }
            checked += 1;
            match &frame {
                ServerFrame::Events { s: Stream::Table, n, t, e } => {
                    let last = n + u32::try_from(e.len()).expect("a few") - 1;
                    let line = self.line_of(last);
                    assert_eq!(
                        (self.entries[line].at, self.line_of(*n)),
                        (*t, line),
                        "one line, at its moment"
                    );
                    self.allows_line(line, when, tab, text);
                }
                ServerFrame::Snap(Snapshot::Table { as_of, view }) => {
                    let line = self.line_of(*as_of);
                    let then = view::table(&Room::fold(&self.entries[..=line]));
                    assert_eq!(Some(&**view), then.as_ref(), "{}: the table as it was", tab.name());
                    self.allows_line(line, when, tab, text);
                }
                ServerFrame::Legal { game, ply, moves } => {
                    let began = |event: &Event| match event {
                        Event::TurnBegan { game: g, ply: p, .. } => (g, p) == (game, ply),
                        _ => false,
                    };
                    let line = self.entries.iter().position(|entry| entry.events.iter().any(began));
                    let line = line.expect("a turn that began");
                    let offered = view::offers(&Room::fold(&self.entries[..=line]));
                    assert_eq!(offered, Some((*game, *ply, moves.clone())));
                    self.allows_line(line, when, tab, text);
                }
                ServerFrame::Events { s: Stream::Stand | Stream::Me, .. }
                | ServerFrame::Snap(Snapshot::Stand { .. } | Snapshot::Me { .. })
                | ServerFrame::Role(_)
                | ServerFrame::Res { .. }
                | ServerFrame::Crowd { .. } => self.tells_nothing(text),
                other => panic!("{} received {other:?}", tab.name()),
            }
        }
        checked
    }

    /// Each row of the lobby shows the room as it was at some line that may be known.
    fn allows_rows(&self, rows: &[(u64, LobbyRow)]) {
        let shown: Vec<(LobbyPhase, u16)> = (0..self.entries.len())
            .map(|line| {
                let room = Room::fold(&self.entries[..=line]);
                view::lobby(&room, &rows[0].1.room).map(|row| (row.phase, row.plies)).expect("it is open")
            })
            .collect();
        for (when, row) in rows {
            let known = (0..shown.len()).filter(|line| self.may_know(*line, *when));
            let mut known = known.map(|line| shown[line]);
            assert!(known.any(|known| known == (row.phase, row.plies)), "at {when}: {row:?}");
        }
        let last = rows.last().expect("the lobby was read");
        assert!(rows.iter().any(|(_, row)| row.phase == LobbyPhase::Playing), "{last:?}");
    }

    fn allows_line(&self, line: usize, when: u64, tab: &Tab, text: &str) {
        let short: String = text.chars().take(300).collect();
        let at = self.entries[line].at;
        assert!(self.may_know(line, when), "{}, {} ms later: {short}", tab.name(), when.saturating_sub(at));
    }

    /// Both delays are over, or were at a moment before. Only the opening may be known at once.
    fn may_know(&self, line: usize, when: u64) -> bool {
        let entry = &self.entries[line];
        let behind = &self.entries[line + 1..];
        let behind =
            behind.iter().filter(|entry| entry.at <= when + CLOCKS_MS).flat_map(|entry| &entry.events);
        let (mut plies, mut over) = (0, false);
        for event in behind {
            match event {
                Event::Stood { .. } => plies += 1,
                Event::GameEnded { .. } => over = true,
                Event::TakenBack { .. } => panic!("nothing is taken back in this story"),
                _ => {}
            }
        }
        let playing = Room::fold(&self.entries[..=line]).is_playing();
        let timely = entry.at + u64::from(self.stand.delay_ms) <= when + CLOCKS_MS;
        line == 0 || (timely && (!playing || over || plies >= usize::from(self.stand.delay_plies)))
    }

    /// In which line an event of everybody's stream is.
    fn line_of(&self, number: u32) -> usize {
        let mut count = 0;
        let line = self.entries.iter().position(|entry| {
            let public = entry.events.iter().filter(|event| event.audience() == Audience::Table);
            count += u32::try_from(public.count()).expect("a few");
            count >= number
        });
        line.expect("a number that was given")
    }

    /// A frame that is not about the table holds nothing of it.
    fn tells_nothing(&self, text: &str) {
        for part in ["\"pits\"", "\"move\"", "\"ply\"", "\"clock\"", "\"trace\"", "\"position\""] {
            assert!(!text.contains(part), "{part} in {text}");
        }
    }
}

/// What is asked from behind the gate is answered from there, and what is refused tells of there.
#[tokio::test]
async fn a4_one_who_used_to_sit_there_cannot_ask_for_the_present() {
    let world = World::with(&["--no-address-limits"]).await;
    let stand = Stand { delay_ms: 0, delay_plies: 4, ..Stand::default() };
    let mut table = Table::seated(&world, settings(stand), 2, 0).await;
    table.is_ready().await;
    let turncoat = world.person("Halima").await.enters(&table.room).await;
    turncoat.sits(Side::South).await.expect("there is a seat");
    table.south.push(turncoat.clone());
    plays(&table).await;
    plays(&table).await;
    stands_up(&mut table, &turncoat).await;
    plays(&table).await;
    let turn = table.turn().await.expect("the game goes on");
    let seen = turncoat.look(|state| state.seen.game().map(|game| game.plies.len()));
    assert_eq!(seen.unwrap_or_default(), 0, "he is behind, whatever he has seen");
    for ply in 1..=turn.ply + 1 {
        let at = Some(protocol::At { game: turn.game, ply, tries: 0, back: 0 });
        let name = Command::HandName { side: Side::South, to: table.south[0].member() };
        let lay = Command::MoveLay { mv: turn.offers[0].mv.clone() };
        for command in [name, lay, Command::HandClaim {}] {
            let refused = turncoat.asks_at(command, at).await.expect_err("he does not sit there");
            if let Refusal::Stale { ply, .. } = refused {
                panic!("he learns that ply {ply} is played");
            }
        }
    }
    turncoat.kept_the_contract();
    table.all_kept_the_contract();
    let tape = turncoat.person().heard();
    assert!(!tape.holds(&format!("\"game\":{},\"ply\":{}", turn.game, turn.ply)), "no byte tells of the ply");
    world.end().await;
}
