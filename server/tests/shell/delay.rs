//! Rooms whose watchers are behind, under a clock wound by hand: everything that one of them is told
//! is held against the log and against the law of the gate (`docs/decisions/0015-the-gate.md`).

use std::sync::Arc;

use engine::Side;
use protocol::command::{Hearers, Query};
use protocol::http::{BotSeats, LobbyPhase};
use protocol::message::{Answer, Heads, Resume};
use protocol::refusal::Refusal;
use protocol::settings::Stand;
use protocol::{At, Cid, Command, Entry, Event, RoomId, RoomSettings, ServerFrame, Snapshot, Stream};
use server::room::{Ask, Room, view};
use server::rooms::{Joined, Outbox, Reply, RoomHandle, Visit};
use server::store::Store;
use uuid::Uuid;

use crate::rooms::{Hall, caller, enter, say, user};
use crate::world::quick;

/// Somebody who watches, with all that he was told, and when.
struct Watcher {
    n: u128,
    outbox: Arc<Outbox>,
    joined: Joined,
    told: Vec<(u64, ServerFrame)>,
}

fn delayed(delay_ms: u32, delay_plies: u8) -> RoomSettings {
    RoomSettings { stand: Stand { delay_ms, delay_plies, ..Stand::default() }, ..quick() }
}

impl Watcher {
    async fn enters(handle: &RoomHandle, n: u128) -> Self {
        let (outbox, joined) = enter(handle, n).await;
        Self { n, outbox, joined, told: Vec::new() }
    }

    async fn comes_back(&mut self, handle: &RoomHandle, resume: Resume) {
        handle.leave(self.joined.socket).await;
        self.outbox = Arc::new(Outbox::default());
        let visit = Visit {
            user: user(self.n),
            name: format!("Crane {}", self.n),
            tab: Uuid::new_v4().to_string(),
            resume: Some(resume),
            registered: false,
            address: None,
            outbox: Arc::clone(&self.outbox),
        };
        self.joined = handle.join(visit).await.unwrap().unwrap();
    }

    /// Read what came, once the room has had a turn: what time brought is told at the end of one, after
    /// the letters of it are answered.
    async fn reads(&mut self, hall: &Hall, handle: &RoomHandle) -> Vec<ServerFrame> {
        for _ in 0..2 {
            handle.look(user(1)).await.unwrap();
        }
        let parcel = self.outbox.take_now().unwrap_or_default();
        let frames = parcel.frames.iter().map(|frame| serde_json::from_slice(frame.as_bytes()).unwrap());
        let frames: Vec<ServerFrame> = frames.collect();
        self.told.extend(frames.iter().map(|frame| (hall.clock.now(), frame.clone())));
        frames
    }

    fn head(&self) -> u32 {
        let mut heads = self.told.iter().filter_map(|(_, frame)| newest(frame));
        heads.next_back().unwrap_or_default()
    }

    /// Nothing that he was told is newer than the law allows, and all of it is so.
    async fn is_lawful(&self, hall: &Hall, room: &RoomId, stand: Stand) {
        let log = hall.store.log(room).await.unwrap().unwrap().entries;
        assert!(self.told.len() > 1, "he was told something at all");
        for (when, frame) in &self.told {
            let line = newest(frame).map(|number| line_of(&log, number));
            if let Some(line) = line {
                assert!(
                    may_know(&log, line, stand, *when),
                    "at {when}, line {line} of {}: {frame:?}",
                    log.len()
                );
            }
            match frame {
                ServerFrame::Snap(Snapshot::Table { as_of, view }) => {
                    let then = Room::fold(&log[..=line_of(&log, *as_of)]);
                    assert_eq!(Some(&**view), view::table(&then).as_ref(), "the room as it was");
                }
                ServerFrame::Legal { game, ply, moves } => {
                    let lawful = (0..log.len()).filter(|line| may_know(&log, *line, stand, *when));
                    let seen = lawful.map(|line| view::offers(&Room::fold(&log[..=line])));
                    let offered = Some((*game, *ply, moves.clone()));
                    assert!(seen.into_iter().any(|seen| seen == offered), "at {when}: ply {ply}");
                }
                _ => {}
            }
        }
    }
}

/// The newest event of everybody's stream that a frame tells of.
fn newest(frame: &ServerFrame) -> Option<u32> {
    match frame {
        ServerFrame::Events { s: Stream::Table, n, e, .. } => Some(n + u32::try_from(e.len()).unwrap() - 1),
        ServerFrame::Snap(Snapshot::Table { as_of, .. }) => Some(*as_of),
        ServerFrame::Welcome(welcome) => welcome.heads.table,
        _ => None,
    }
}

/// In which line of the log an event of everybody's stream is.
fn line_of(log: &[Entry], number: u32) -> usize {
    let is_public = |event: &&Event| event.audience() == protocol::Audience::Table;
    let mut count = 0;
    let line = log.iter().position(|entry| {
        count += u32::try_from(entry.events.iter().filter(is_public).count()).unwrap();
        count >= number
    });
    line.expect("a number that was given")
}

/// The law, for a log without takebacks: told by a moment, or never before.
fn may_know(log: &[Entry], line: usize, stand: Stand, when: u64) -> bool {
    let behind = || log[line + 1..].iter().take_while(|entry| entry.at <= when).flat_map(|e| &e.events);
    let playing = log[..=line].iter().flat_map(|entry| &entry.events).fold(false, |playing, event| {
        !matches!(event, Event::GameEnded { .. }) && (playing || matches!(event, Event::GameBegan { .. }))
    });
    let over = behind().any(|event| matches!(event, Event::GameEnded { .. }));
    let stood = behind().filter(|event| matches!(event, Event::Stood { .. })).count();
    let late = log[line].at + u64::from(stand.delay_ms) <= when;
    line == 0 || (late && (!playing || over || stood >= usize::from(stand.delay_plies)))
}

async fn must(handle: &RoomHandle, n: u128, command: Command) {
    assert_eq!(handle.ask(caller(n), None, None, Ask::Command(command)).await, Ok(()));
}

/// Two people begin a game, and one of them comes to watch again when he stands up.
async fn begins(hall: &Hall, settings: RoomSettings) -> (RoomId, RoomHandle, Vec<(Arc<Outbox>, Joined)>) {
    let (room, handle) = hall.open_with(settings, BotSeats::default()).await;
    let mut inside = Vec::new();
    for (n, side) in [(1, Side::South), (2, Side::North)] {
        inside.push(enter(&handle, n).await);
        must(&handle, n, Command::SeatTake { side: Some(side), withdraw: false }).await;
    }
    for n in [1, 2] {
        must(&handle, n, Command::ReadySet { on: true }).await;
    }
    (room, handle, inside)
}

async fn present(hall: &Hall, room: &RoomId) -> Room {
    Room::fold(&hall.store.log(room).await.unwrap().unwrap().entries)
}

fn at_of(room: &Room) -> Option<At> {
    let game = view::table(room)?.game?;
    let turn = game.turn.as_ref()?;
    Some(At { game: game.game, ply: turn.ply, tries: turn.tries, back: game.back() })
}

/// The hand lays the first legal move. Nothing once the game is over.
async fn plays(hall: &Hall, room: &RoomId, handle: &RoomHandle) -> Option<()> {
    let now = present(hall, room).await;
    let game = view::table(&now)?.game?;
    let hand = game.hands[game.turn.as_ref()?.side]?;
    let (.., offers) = view::offers(&now)?;
    let lay = Ask::Command(Command::MoveLay { mv: offers[0].mv.clone() });
    let by = now.user_of(hand)?;
    let by = server::room::Caller::Person { user: by, name: "Crane".to_owned() };
    assert_eq!(handle.ask(by, None, at_of(&now), lay).await, Ok(()));
    Some(())
}

#[tokio::test]
async fn who_watches_learns_of_a_moment_when_it_is_past_the_gate_and_not_before() {
    let hall = Hall::begin().await;
    let settings = delayed(10_000, 0);
    let (room, handle, _inside) = begins(&hall, settings.clone()).await;
    let mut watcher = Watcher::enters(&handle, 7).await;
    let greeting = watcher.reads(&hall, &handle).await;
    let opening = line_of(&hall.store.log(&room).await.unwrap().unwrap().entries, watcher.head());
    assert_eq!(opening, 0, "he sees the room as it was opened: {greeting:?}");
    plays(&hall, &room, &handle).await.unwrap();
    hall.clock.wind(9_999);
    assert_eq!(watcher.reads(&hall, &handle).await, []);
    assert_eq!(hall.rooms.lobby()[0].phase, LobbyPhase::Seating, "the lobby is no faster");
    hall.clock.wind(1);
    let told = watcher.reads(&hall, &handle).await;
    let stood = |frame: &ServerFrame| match frame {
        ServerFrame::Events { e, .. } => e.iter().any(|event| matches!(event, Event::Stood { .. })),
        _ => false,
    };
    assert!(told.iter().any(stood), "{told:?}");
    assert_eq!((hall.rooms.lobby()[0].phase, hall.rooms.lobby()[0].plies), (LobbyPhase::Playing, 1));
    // A room that nobody talks to wakes by itself for the next line.
    plays(&hall, &room, &handle).await.unwrap();
    hall.clock.wind(10_000);
    let told = tokio::time::timeout(crate::world::PATIENCE, watcher.outbox.take()).await.unwrap();
    assert!(told.frames.iter().any(|frame| String::from_utf8_lossy(frame.as_bytes()).contains("\"stood\"")));
    watcher.is_lawful(&hall, &room, settings.stand).await;
}

/// F12: a delay by plies alone gives a slow game away, one by time alone a quick one.
#[tokio::test]
async fn f12_of_a_delay_by_time_and_one_by_plies_the_stricter_counts() {
    for (delay_ms, delay_plies) in [(0, 3), (20_000, 2), (5_000, 1), (60_000, 0)] {
        let hall = Hall::begin().await;
        let settings = delayed(delay_ms, delay_plies);
        let (room, handle, _inside) = begins(&hall, settings.clone()).await;
        let mut watcher = Watcher::enters(&handle, 7).await;
        let mut behind = 0;
        for ply in 1..400u64 {
            hall.clock.wind(if ply % 3 == 0 { 15_000 } else { 700 });
            if ply % 7 == 0 {
                // Whoever comes now, and whoever comes back, is as far behind.
                let mut late = Watcher::enters(&handle, 100 + u128::from(ply)).await;
                late.reads(&hall, &handle).await;
                watcher.reads(&hall, &handle).await;
                assert_eq!(late.head(), watcher.head());
                late.is_lawful(&hall, &room, settings.stand).await;
                handle.leave(late.joined.socket).await;
            }
            watcher.reads(&hall, &handle).await;
            behind += usize::from(watcher.head() < present(&hall, &room).await.heads().table);
            plays(&hall, &room, &handle).await.unwrap();
            if !present(&hall, &room).await.is_playing() {
                break;
            }
        }
        assert!(behind > 5, "he is behind most of the time");
        let ended = present(&hall, &room).await;
        assert!(!ended.is_playing(), "the game came to its end");
        watcher.reads(&hall, &handle).await;
        assert_eq!(watcher.head() == ended.heads().table, delay_ms == 0, "the end as well is told late");
        hall.clock.wind(u64::from(delay_ms));
        watcher.reads(&hall, &handle).await;
        assert_eq!(watcher.head(), ended.heads().table, "in the end he knows all");
        watcher.is_lawful(&hall, &room, settings.stand).await;
    }
}

/// A4: one who used to sit there is behind as all others are, and one who sits down is not.
#[tokio::test]
async fn a4_who_sits_down_is_told_the_present_and_who_stands_up_goes_behind_the_gate_again() {
    let hall = Hall::begin().await;
    let settings = delayed(30_000, 2);
    let (room, handle, _inside) = begins(&hall, settings.clone()).await;
    let mut turncoat = Watcher::enters(&handle, 7).await;
    turncoat.reads(&hall, &handle).await;
    for _ in 0..4 {
        hall.clock.wind(100);
        plays(&hall, &room, &handle).await.unwrap();
    }
    assert_eq!(turncoat.reads(&hall, &handle).await, []);
    turncoat.is_lawful(&hall, &room, settings.stand).await;

    must(&handle, 7, Command::SeatTake { side: Some(Side::South), withdraw: false }).await;
    let told = turncoat.reads(&hall, &handle).await;
    let now = present(&hall, &room).await;
    let role =
        told.iter().position(|frame| matches!(frame, ServerFrame::Role(role) if !role.seats.is_empty()));
    let snap = told.iter().position(|frame| match frame {
        ServerFrame::Snap(Snapshot::Table { as_of, view }) => {
            *as_of == now.heads().table && Some(&**view) == view::table(&now).as_ref()
        }
        _ => false,
    });
    assert!(role.is_some() && role < snap, "the table as it is: {told:?}");
    assert!(told.iter().any(|frame| matches!(frame, ServerFrame::Legal { ply: 5, .. })), "{told:?}");
    plays(&hall, &room, &handle).await.unwrap();
    let told = turncoat.reads(&hall, &handle).await;
    assert!(
        told.iter()
            .any(|frame| newest(frame) == Some(now.heads().table + 1)
                || newest(frame) > Some(now.heads().table))
    );

    must(&handle, 7, Command::SeatLeave {}).await;
    turncoat.told.clear();
    turncoat.reads(&hall, &handle).await;
    assert!(matches!(turncoat.told[0].1, ServerFrame::Role(_)), "{:?}", turncoat.told);
    assert!(turncoat.head() < now.heads().table, "he is behind again");
    for _ in 0..4 {
        hall.clock.wind(20_000);
        plays(&hall, &room, &handle).await.unwrap();
        turncoat.reads(&hall, &handle).await;
    }
    turncoat.is_lawful(&hall, &room, settings.stand).await;
    assert!(turncoat.told.len() > 6, "the game reaches him");

    // With the numbers of his time in the seat he gets no further.
    let epoch = epoch_of(&handle, 8).await;
    let live = present(&hall, &room).await.heads();
    let heads =
        Heads { table: Some(live.table), me: Some(live.table), stand: Some(live.stand), ..Heads::default() };
    turncoat.told.clear();
    turncoat.comes_back(&handle, Resume { epoch, heads }).await;
    turncoat.reads(&hall, &handle).await;
    turncoat.is_lawful(&hall, &room, settings.stand).await;
}

async fn epoch_of(handle: &RoomHandle, n: u128) -> String {
    let (outbox, joined) = enter(handle, n).await;
    handle.leave(joined.socket).await;
    let parcel = outbox.take_now().unwrap();
    match serde_json::from_slice(parcel.frames[0].as_bytes()).unwrap() {
        ServerFrame::Welcome(welcome) => welcome.epoch,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn who_was_away_reads_on_up_to_the_gate() {
    let hall = Hall::begin().await;
    let settings = delayed(5_000, 0);
    let (room, handle, _inside) = begins(&hall, settings.clone()).await;
    hall.clock.wind(5_000);
    let mut watcher = Watcher::enters(&handle, 7).await;
    watcher.reads(&hall, &handle).await;
    let seen = watcher.head();
    for _ in 0..5 {
        hall.clock.wind(2_000);
        plays(&hall, &room, &handle).await.unwrap();
    }
    let heads = Heads { table: Some(seen), me: Some(0), stand: Some(0), ..Heads::default() };
    let resume = Resume { epoch: epoch_of(&handle, 8).await, heads };
    watcher.comes_back(&handle, resume).await;
    let told = watcher.reads(&hall, &handle).await;
    assert!(matches!(&told[0], ServerFrame::Welcome(welcome) if welcome.resumed), "{told:?}");
    assert!(
        matches!(&told[1], ServerFrame::Events { s: Stream::Table, n, .. } if *n == seen + 1),
        "{told:?}"
    );
    assert!(!told.iter().any(|frame| matches!(frame, ServerFrame::Snap(_))));
    watcher.is_lawful(&hall, &room, settings.stand).await;
}

/// What is asked is answered out of the past as well.
#[tokio::test]
async fn nobody_behind_the_gate_can_ask_for_what_is_beyond_it() {
    let hall = Hall::begin().await;
    let settings = delayed(60_000, 0);
    let (room, handle, _inside) = begins(&hall, settings.clone()).await;
    hall.clock.wind(60_000);
    let mut watcher = Watcher::enters(&handle, 7).await;
    // Once he has spoken he is known, and more is open to him.
    must(&handle, 7, Command::ChatSay { to: Hearers::Stand, text: "Good evening.".to_owned() }).await;
    watcher.reads(&hall, &handle).await;
    for _ in 0..4 {
        hall.clock.wind(1_000);
        plays(&hall, &room, &handle).await.unwrap();
    }
    let now = present(&hall, &room).await;
    let (game, live) = (1, at_of(&now).unwrap().ply);
    let (.., offers) = view::offers(&now).unwrap();
    for ply in 0..=live + 1 {
        let at = Some(At { game, ply, tries: 0, back: 0 });
        let questions = [
            Ask::Command(Command::HandName { side: Side::South, to: protocol::MemberId(1) }),
            Ask::Command(Command::MoveLay { mv: offers[0].mv.clone() }),
            Ask::Command(Command::HandClaim {}),
        ];
        for ask in questions {
            let refused = handle.ask(caller(7), Some(Cid(Uuid::new_v4())), at, ask).await;
            assert_ne!(refused, Ok(()));
            speaks_of_the_past(&Answer::from(refused.unwrap_err()), ply);
        }
        let cid = Cid(Uuid::new_v4());
        let query = Query::TraceGet { mv: offers[0].mv.clone() };
        let reply = Reply::Socket(Arc::clone(&watcher.outbox), cid);
        handle.query(at, query, watcher.joined.socket, reply).unwrap();
        for frame in watcher.reads(&hall, &handle).await {
            if let ServerFrame::Res { a, .. } = frame {
                speaks_of_the_past(&a, ply);
            }
        }
    }
    handle.query(None, Query::Resync {}, watcher.joined.socket, Reply::Nobody).unwrap();
    assert!(!watcher.reads(&hall, &handle).await.is_empty());
    watcher.is_lawful(&hall, &room, settings.stand).await;
}

/// The first ply is to be played for those behind the gate: only there a move has a story.
fn speaks_of_the_past(answer: &Answer, asked: u16) {
    match answer {
        Answer::Err { err: Refusal::Stale { ply, .. }, .. } => assert_eq!(*ply, 1, "asked for ply {asked}"),
        Answer::Trace { .. } => assert_eq!(asked, 1),
        _ => {}
    }
}

/// The words of the stand are its own: they are told at once, and with them nothing of the table.
#[tokio::test]
async fn the_stand_talks_at_once_and_what_is_said_to_all_comes_late() {
    let hall = Hall::begin().await;
    let settings = delayed(60_000, 0);
    let (room, handle, _inside) = begins(&hall, settings.clone()).await;
    let mut watcher = Watcher::enters(&handle, 7).await;
    watcher.reads(&hall, &handle).await;
    must(&handle, 8, Command::ChatSay { to: Hearers::Stand, text: "Well laid!".to_owned() }).await;
    assert_eq!(handle.ask(caller(8), None, None, say("Hello, all.")).await, Ok(()));
    let told = watcher.reads(&hall, &handle).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(format!("{told:?}").contains("Well laid!"));
    // It comes with the name, which everybody's stream tells later.
    assert!(format!("{told:?}").contains("Crane 8"), "{told:?}");
    watcher.is_lawful(&hall, &room, settings.stand).await;
}

#[tokio::test]
async fn after_a_crash_those_who_watch_are_where_they_were() {
    let hall = Hall::begin().await;
    let settings = delayed(40_000, 1);
    let (room, handle, _inside) = begins(&hall, settings.clone()).await;
    let mut watcher = Watcher::enters(&handle, 7).await;
    let mut all_but_the_last = 0;
    for _ in 0..6 {
        hall.clock.wind(12_000);
        all_but_the_last = present(&hall, &room).await.heads().table;
        plays(&hall, &room, &handle).await.unwrap();
    }
    watcher.reads(&hall, &handle).await;
    let known = watcher.head();
    assert!(known > 3 && known < all_but_the_last);
    let hall = hall.after_a_crash(1).await;
    assert_eq!(hall.rooms.lobby(), [], "nobody knows yet how far behind the lobby has to be");
    let handle = hall.rooms.find(&room).await.unwrap();
    let mut later = Watcher::enters(&handle, 7).await;
    later.reads(&hall, &handle).await;
    assert_eq!(later.head(), known, "no further, and not back either");
    assert_eq!(hall.rooms.lobby()[0].plies, 2, "what the gate shows");
    later.is_lawful(&hall, &room, settings.stand).await;
    hall.clock.wind(40_000);
    later.reads(&hall, &handle).await;
    assert!(later.head() >= all_but_the_last, "nothing was lost on the way");
    later.is_lawful(&hall, &room, settings.stand).await;
}

#[tokio::test]
async fn a_server_that_stops_tells_nothing_more_for_it() {
    let hall = Hall::begin().await;
    let settings = delayed(60_000, 1);
    let (room, handle, _inside) = begins(&hall, settings.clone()).await;
    let mut watcher = Watcher::enters(&handle, 7).await;
    watcher.reads(&hall, &handle).await;
    plays(&hall, &room, &handle).await.unwrap();
    hall.rooms.drain().await;
    let parcel = watcher.outbox.take_now().unwrap();
    let last: Vec<_> =
        parcel.frames.iter().map(|f| String::from_utf8_lossy(f.as_bytes()).into_owned()).collect();
    assert!(last.len() == 1 && last[0].contains("\"bye\""), "{last:?}");
}

/// More is beyond the gate than is kept in memory: the rest is read from the log when its time comes.
#[tokio::test]
async fn however_much_is_beyond_the_gate_all_of_it_comes_in_order() {
    let hall = Hall::begin().await;
    let settings = delayed(3_600_000, 0);
    let (room, handle) = hall.open_with(settings.clone(), BotSeats::default()).await;
    let mut watcher = Watcher::enters(&handle, 7).await;
    watcher.reads(&hall, &handle).await;
    let long = "x".repeat(250);
    for n in 0..900 {
        hall.clock.wind(1_000);
        assert_eq!(handle.ask(caller(1), None, None, say(&format!("{n} {long}"))).await, Ok(()));
    }
    let mut next = 0;
    for _ in 0..100 {
        hall.clock.wind(50_000);
        for frame in watcher.reads(&hall, &handle).await {
            let ServerFrame::Events { e, .. } = frame else { continue };
            for event in e {
                let Event::Said { text, .. } = event else { continue };
                assert!(text.starts_with(&format!("{next} ")), "{next}: {text}");
                next += 1;
            }
        }
    }
    assert_eq!(next, 900);
    watcher.is_lawful(&hall, &room, settings.stand).await;
}
