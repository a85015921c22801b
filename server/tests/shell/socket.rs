//! Sockets: the way in, resuming, and every way to be shown out.

use engine::Side;
use futures_util::SinkExt;
use protocol::command::Hearers;
use protocol::event::Presence;
use protocol::http::BotSeats;
use protocol::message::{Answer, Resume};
use protocol::refusal::{Refusal, TextProblem};
use protocol::{
    Cid, Command, Event, PROTO_MINOR, PROTO_OLDEST, RoomId, ServerFrame, Snapshot, Stream, UserId,
};
use server::room::{Ask, Caller};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use crate::world::{Guest, Line, World, quick};

fn line(text: &str) -> Command {
    Command::ChatSay { to: Hearers::All, text: text.to_owned() }
}

fn sit(side: Side) -> Command {
    Command::SeatTake { side: Some(side), withdraw: false }
}

fn said(frame: &ServerFrame) -> Option<(u32, Vec<String>)> {
    let ServerFrame::Events { s: Stream::Table, n, e, .. } = frame else { return None };
    let text = |event: &Event| match event {
        Event::Said { text, .. } => Some(text.clone()),
        _ => None,
    };
    Some((*n, e.iter().filter_map(text).collect()))
}

async fn hear(line: &mut Line, text: &str) {
    line.wait(|frame| said(frame).filter(|(_, texts)| texts.iter().any(|said| said == text)).map(drop)).await;
}

async fn handshake(guest: &Guest<'_>, room: &RoomId, change: impl Fn(String) -> String) -> u16 {
    let own = guest.world.address;
    let request = format!(
        "GET /ws/{room} HTTP/1.1\r\nHost: {own}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Origin: http://{own}\r\nCookie: {}\r\nSec-WebSocket-Protocol: sindillo.v1.json\r\n\r\n",
        guest.cookie
    );
    let mut stream = TcpStream::connect(own).await.unwrap();
    stream.write_all(change(request).as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    std::str::from_utf8(&answer[9..]).unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_handshake_is_what_the_rfc_and_our_page_make_of_it() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let own = world.address.to_string();
    assert_eq!(handshake(&guest, &room, |request| request).await, 101);
    let origin = format!("Origin: http://{own}");
    for (from, to, status) in [
        (origin.as_str(), "Origin: https://evil.example", 403),
        (origin.as_str(), "Origin: null", 403),
        (origin.as_str(), "X-None: 1", 403),
        ("Version: 13", "Version: 8", 426),
        ("Version: 13", "Version: 12, 13", 426),
        ("Upgrade: websocket", "Upgrade: h2c", 426),
        ("Connection: Upgrade", "Connection: close", 426),
        ("Key: dGhlIHNhbXBsZSBub25jZQ==", "Key: abc", 400),
        ("Key: dGhlIHNhbXBsZSBub25jZQ==", "Key:", 400),
        ("sindillo.v1.json", "sindillo.v2.json", 400),
        ("GET /ws", "POST /ws", 405),
        ("GET /ws", "HEAD /ws", 405),
        ("HTTP/1.1", "HTTP/1.0", 426),
    ] {
        let status_given = handshake(&guest, &room, |request| request.replace(from, to)).await;
        assert_eq!(status_given, status, "{to}");
    }
}

#[tokio::test]
async fn a_guest_enters_sits_and_talks() {
    let world = World::begin().await;
    let host = world.guest("Crane").await;
    let room = host.open(quick(), BotSeats::default()).await;
    let (mut crane, welcome) = host.enter(&room).await;
    assert!(welcome.role.host && welcome.role.seats.is_empty() && !welcome.resumed);
    assert_eq!(crane.order(None, sit(Side::South)).await, Answer::Ok);
    crane
        .wait(|frame| match frame {
            ServerFrame::Snap(Snapshot::Team { side: Side::South, .. }) => Some(()),
            _ => None,
        })
        .await;
    let (mut heron, welcome) = world.guest("Heron").await.enter(&room).await;
    assert_eq!(welcome.heads.south, None);
    assert_eq!(crane.order(None, line("hello")).await, Answer::Ok);
    hear(&mut heron, "hello").await;
    let whisper = Command::ChatSay { to: Hearers::Team, text: "canary".to_owned() };
    assert_eq!(crane.order(None, whisper.clone()).await, Answer::Ok);
    let refused = heron.order(None, whisper).await;
    assert!(
        matches!(refused, Answer::Err { err: Refusal::ForbiddenRole | Refusal::NotSeated, .. }),
        "{refused:?}"
    );
    assert_eq!(crane.order(None, line("bye")).await, Answer::Ok);
    hear(&mut heron, "bye").await;
    assert!(!format!("{:?}", heron.seen).contains("canary"));
    let bad = crane.order(None, line(" ")).await;
    assert!(matches!(bad, Answer::Err { err: Refusal::TextRefused { why: TextProblem::Empty }, .. }));
}

#[tokio::test]
async fn the_same_order_is_done_once_over_sockets_and_restarts() {
    let world = World::begin().await;
    let host = world.guest("Crane").await;
    let room = host.open(quick(), BotSeats::default()).await;
    let (mut one, _) = host.enter(&room).await;
    let (mut two, _) = host.enter(&room).await;
    let c = Cid(Uuid::new_v4());
    for line_of in [&mut one, &mut two] {
        for _ in 0..3 {
            line_of.ask(c, None, line("once")).await;
            assert_eq!(line_of.answer(c).await, Answer::Ok);
        }
    }
    let cookie = host.cookie.clone();
    let dir = world.end().await;
    let world = World::begin_in(dir).await;
    let host = Guest { world: &world, cookie };
    let (mut again, _) = host.enter(&room).await;
    again.ask(c, None, line("once")).await;
    assert_eq!(again.answer(c).await, Answer::Ok);
    let (mut fresh, _) = host.enter(&room).await;
    let chat = fresh
        .wait(|frame| match frame {
            ServerFrame::Snap(Snapshot::Table { view, .. }) => Some(view.chat.len()),
            _ => None,
        })
        .await;
    assert_eq!(chat, 1);
}

#[tokio::test]
async fn a_reader_goes_on_exactly_where_it_left_off() {
    let world = World::begin().await;
    let host = world.guest("Crane").await;
    let room = host.open(quick(), BotSeats::default()).await;
    let (mut talker, _) = host.enter(&room).await;
    let listener = world.guest("Heron").await;
    let (mut first, welcome) = listener.enter_as(&room, "tab", None).await;
    assert_eq!(talker.order(None, line("one")).await, Answer::Ok);
    let last = first.wait(|frame| said(frame).filter(|(_, texts)| texts == &["one"]).map(|(n, _)| n)).await;
    first.hang_up().await;
    for text in ["two", "three"] {
        assert_eq!(talker.order(None, line(text)).await, Answer::Ok);
    }
    let mut heads = welcome.heads;
    heads.table = Some(last);
    let resume = Resume { epoch: welcome.epoch.clone(), heads };
    let (mut second, back) = listener.enter_as(&room, "tab", Some(resume.clone())).await;
    assert!(back.resumed);
    for (text, n) in [("two", last + 1), ("three", last + 2)] {
        let at = second.wait(|frame| said(frame).filter(|(_, texts)| texts == &[text]).map(|(n, _)| n)).await;
        assert_eq!(at, n, "{text}");
    }
    assert!(!second.seen.iter().any(|frame| matches!(frame, ServerFrame::Snap(_))));
    second.hang_up().await;
    for (epoch, table) in
        [(welcome.epoch.as_str(), u32::MAX), (welcome.epoch.as_str(), last + 100), ("0000000000000000", last)]
    {
        let mut heads = welcome.heads;
        heads.table = Some(table);
        let resume = Resume { epoch: epoch.to_owned(), heads };
        let (mut line, back) = listener.enter_as(&room, "tab", Some(resume)).await;
        assert!(!back.resumed, "{epoch} {table}");
        line.wait(|frame| matches!(frame, ServerFrame::Snap(Snapshot::Table { .. })).then_some(())).await;
        line.hang_up().await;
    }
}

#[tokio::test]
async fn a_tab_that_comes_back_replaces_itself_without_leaving() {
    let world = World::begin().await;
    let host = world.guest("Crane").await;
    let room = host.open(quick(), BotSeats::default()).await;
    let (mut old, _) = host.enter_as(&room, "tab", None).await;
    assert_eq!(old.order(None, sit(Side::South)).await, Answer::Ok);
    let (mut watcher, _) = world.guest("Heron").await.enter(&room).await;
    let (mut new, welcome) = host.enter_as(&room, "tab", None).await;
    assert_eq!(old.close_code().await, Some(4409));
    assert_eq!(welcome.role.seats, [Side::South]);
    assert_eq!(new.order(None, saying("still here")).await, Answer::Ok);
    hear(&mut watcher, "still here").await;
    let left = |frame: &ServerFrame| match frame {
        ServerFrame::Events { e, .. } => e.iter().any(|event| {
            matches!(event, Event::PresenceChanged { presence: Presence::Grace | Presence::Away, .. })
        }),
        _ => false,
    };
    assert!(!watcher.seen.iter().any(left));
    new.hang_up().await;
    watcher.wait(|frame| left(frame).then_some(())).await;
}

#[tokio::test]
async fn who_does_wrong_is_told_by_the_code() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let other = world.guest("Heron").await.open(quick(), BotSeats::default()).await;

    let mut early = guest.dial(&room).await;
    early.say(r#"{"k":"ping","d":{"t":1}}"#).await;
    assert_eq!(early.close_code().await, Some(4400));

    let ticket = guest.ticket(&other).await;
    let mut elsewhere = guest.dial(&room).await;
    elsewhere.hello(&ticket, "tab", None).await;
    assert_eq!(elsewhere.close_code().await, Some(4401));

    let ticket = guest.ticket(&room).await;
    let stranger = world.guest("Stork").await;
    let mut thief = stranger.dial(&room).await;
    thief.hello(&ticket, "tab", None).await;
    assert_eq!(thief.close_code().await, Some(4401));

    let ticket = guest.ticket(&room).await;
    let mut once = guest.dial(&room).await;
    once.hello(&ticket, "one", None).await;
    once.wait(|frame| matches!(frame, ServerFrame::Welcome(_)).then_some(())).await;
    let mut twice = guest.dial(&room).await;
    twice.hello(&ticket, "two", None).await;
    assert_eq!(twice.close_code().await, Some(4401));
    once.hello(&ticket, "one", None).await;
    assert_eq!(once.close_code().await, Some(4400));

    let mut newer = guest.dial(&room).await;
    newer.say(r#"{"k":"hello","d":{"proto":99,"ticket":"x","tab":"t"}}"#).await;
    assert_eq!(newer.close_code().await, Some(4426));
    assert!(matches!(newer.seen[..], [ServerFrame::Err { err: Refusal::UpgradeRequired, .. }]));

    let (mut binary, _) = guest.enter(&room).await;
    binary.socket.send(Message::Binary(vec![1].into())).await.unwrap();
    assert_eq!(binary.close_code().await, Some(1003));

    let (mut large, _) = guest.enter(&room).await;
    large.say(&"x".repeat(16 * 1024 + 1)).await;
    assert_eq!(large.close_code().await, Some(1009));

    let (mut pings, _) = guest.enter(&room).await;
    for _ in 0..50 {
        pings.socket.feed(Message::Ping(Vec::new().into())).await.unwrap();
    }
    let _ = pings.socket.flush().await;
    assert_eq!(pings.close_code().await, Some(4429));
}

#[tokio::test]
async fn a_socket_that_says_nothing_is_closed_after_five_seconds() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let start = std::time::Instant::now();
    assert_eq!(guest.dial(&room).await.close_code().await, Some(4400));
    // Sooner than anything else would end it, however busy the machine is.
    assert!(start.elapsed() < std::time::Duration::from_millis(protocol::limits::MESSAGE_MS));
}

#[tokio::test]
async fn broken_frames_are_answered_with_the_codes_of_the_rfc() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    for (name, frame, code) in [
        ("unmasked text", vec![0x81, 1, b'x'], 1002),
        ("a reserved bit", vec![0xc1, 0x81, 0, 0, 0, 0, b'x'], 1002),
        ("a fragmented ping", vec![0x09, 0x80, 0, 0, 0, 0], 1002),
        ("a continuation of nothing", vec![0x80, 0x81, 0, 0, 0, 0, b'x'], 1002),
        ("no UTF-8", vec![0x81, 0x81, 0, 0, 0, 0, 0xff], 1007),
        ("16 MiB announced", vec![0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], 1009),
    ] {
        let (mut line, _) = guest.enter(&room).await;
        line.socket.get_mut().write_all(&frame).await.unwrap();
        assert_eq!(line.close_code().await, Some(code), "{name}");
    }
}

#[tokio::test]
async fn a_flood_of_fragments_is_stopped_by_its_bytes() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let (mut line, _) = guest.enter(&room).await;
    let begin: &[u8] = &[0x01, 0x80, 0, 0, 0, 0];
    let fragments: Vec<u8> = [0x00, 0x80, 0, 0, 0, 0].repeat(40_000);
    let stream = line.socket.get_mut();
    stream.write_all(begin).await.unwrap();
    // The server stops reading on the way, so that not all of it can be written.
    let _ = tokio::time::timeout(std::time::Duration::from_secs(1), stream.write_all(&fragments)).await;
    assert_eq!(line.close_code().await, Some(4429));
}

#[tokio::test]
async fn bad_messages_are_answered_until_there_are_too_many() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let (mut line, _) = guest.enter(&room).await;
    for _ in 0..21 {
        line.say("[]").await;
    }
    assert_eq!(line.close_code().await, Some(4400));
    let errors = line
        .seen
        .iter()
        .filter(|frame| matches!(frame, ServerFrame::Err { err: Refusal::BadMessage { .. }, .. }));
    assert_eq!(errors.count(), 20);
}

#[tokio::test]
async fn too_many_orders_are_refused_with_the_time_to_wait() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let (mut line_of, _) = guest.enter(&room).await;
    let orders: Vec<Cid> = (0..10).map(|_| Cid(Uuid::new_v4())).collect();
    let began = std::time::Instant::now();
    for c in &orders {
        line_of.ask(*c, None, line("hello")).await;
    }
    let mut limited = 0;
    for c in orders {
        if let Answer::Err { err: Refusal::RateLimited { wait_ms }, .. } = line_of.answer(c).await {
            assert!((1..=4_000).contains(&wait_ms));
            limited += 1;
        }
    }
    // Six lines at once, and one in six tenths of a second.
    let back = began.elapsed().as_millis() / 600 + 1;
    assert!(limited <= 4 && limited + back >= 4, "{limited}, {back} came back");
}

#[tokio::test]
async fn everybody_is_told_when_the_server_stops() {
    let world = World::begin().await;
    let host = world.guest("Crane").await;
    let room = host.open(quick(), BotSeats::default()).await;
    let (mut line, _) = host.enter(&room).await;
    // In order, which is within eight seconds.
    let ending = world.end();
    let (code, _) = tokio::join!(line.close_code(), ending);
    assert_eq!(code, Some(1001));
    assert!(line.seen.iter().any(|frame| matches!(frame, ServerFrame::Bye { .. })));
}

#[tokio::test]
async fn a_page_of_another_protocol_is_told_to_load_itself_anew() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let (_line, welcome) = guest.enter(&room).await;
    assert_eq!((welcome.proto, welcome.build.as_str()), (PROTO_MINOR, env!("CARGO_PKG_VERSION")));
    for proto in [PROTO_OLDEST - 1, PROTO_MINOR + 1, u16::MAX] {
        let ticket = guest.ticket(&room).await;
        let mut line = guest.dial(&room).await;
        let d = format!(r#"{{"proto":{proto},"ticket":"{ticket}","tab":"t"}}"#);
        line.say(&format!(r#"{{"k":"hello","d":{d}}}"#)).await;
        assert_eq!(line.close_code().await, Some(4426), "{proto}");
        let told =
            |frame: &ServerFrame| matches!(frame, ServerFrame::Err { err: Refusal::UpgradeRequired, .. });
        assert!(line.seen.iter().any(told), "{:?}", line.seen);
    }
}

fn saying(text: &str) -> Command {
    line(text)
}

/// What everybody sees of the presence of the only one who sits.
fn presence(frame: &ServerFrame) -> Option<(Presence, Option<u64>, u64)> {
    let ServerFrame::Events { t, e, .. } = frame else { return None };
    e.iter().find_map(|event| match event {
        Event::PresenceChanged { presence, until, .. } => Some((*presence, *until, *t)),
        _ => None,
    })
}

#[tokio::test]
async fn a_page_that_is_loaded_anew_says_goodbye_and_loses_nothing() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let (mut line, _) = guest.enter(&room).await;
    assert_eq!(line.order(None, sit(Side::South)).await, Answer::Ok);
    let (mut watcher, _) = world.guest("Heron").await.enter(&room).await;
    line.say(r#"{"k":"bye","d":{}}"#).await;
    line.hang_up().await;
    let (gone, until, at) = watcher.wait(presence).await;
    assert_eq!((gone, until), (Presence::Grace, Some(at + protocol::limits::BYE_MS)));
    let (mut again, welcome) = guest.enter(&room).await;
    assert_eq!(welcome.role.seats, [Side::South]);
    watcher.seen.clear();
    let back = watcher.wait(presence).await;
    assert_eq!((back.0, back.1), (Presence::Online, None));
    // Without a word it is a line that was lost.
    drop(again.socket);
    watcher.seen.clear();
    let (gone, until, at) = watcher.wait(presence).await;
    assert_eq!((gone, until), (Presence::Grace, Some(at + protocol::limits::GRACE_MS)));
    again = guest.enter(&room).await.0;
    // With a second tab open nobody has gone.
    let (mut second, _) = guest.enter(&room).await;
    second.say(r#"{"k":"bye","d":{}}"#).await;
    second.hang_up().await;
    watcher.seen.clear();
    assert_eq!(again.order(None, saying("still here")).await, Answer::Ok);
    hear(&mut watcher, "still here").await;
    let after: Vec<_> = watcher.seen.iter().filter_map(presence).collect();
    assert!(after.iter().all(|(presence, ..)| *presence == Presence::Online), "{after:?}");
}

#[tokio::test]
async fn a_client_that_does_not_read_does_not_keep_a_server_from_stopping_in_order() {
    let world = World::begin().await;
    let guest = world.guest("Crane").await;
    let room = guest.open(quick(), BotSeats::default()).await;
    let handle = world.rooms.find(&room).await.unwrap();
    // More than the system holds for a reader, over and over.
    let speaker = Caller::Person { user: UserId(Uuid::new_v4()), name: "Heron".to_owned() };
    let speak = async || {
        let said = Ask::Command(line(&"\u{10348}".repeat(300)));
        handle.ask(speaker.clone(), None, None, said).await.unwrap();
    };
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let stream = socket.connect(world.address).await.unwrap();
    let mut deaf = guest.dial_on(stream, &room).await;
    let ticket = guest.ticket(&room).await;
    deaf.hello(&ticket, "deaf", None).await;
    deaf.wait(|frame| matches!(frame, ServerFrame::Welcome(_)).then_some(())).await;
    for _ in 0..400 {
        speak().await;
    }
    // Fails unless the server says that it stopped in order, which is within eight seconds.
    drop(world.end().await);
    drop(deaf);
}

#[tokio::test]
async fn who_is_banned_is_shown_out_and_not_let_in_until_he_may_again() {
    let world = World::begin().await;
    let (crane, heron) = (world.guest("Crane").await, world.guest("Heron").await);
    let room = crane.open(quick(), BotSeats::default()).await;
    let (mut host, _) = crane.enter(&room).await;
    let (mut first, _) = heron.enter(&room).await;
    assert_eq!(first.order(None, sit(Side::South)).await, Answer::Ok);
    let member = first
        .wait(|frame| match frame {
            ServerFrame::Role(role) if role.seats == [Side::South] => role.member,
            _ => None,
        })
        .await;
    let (mut second, _) = heron.enter(&room).await;
    let ban = |on| Command::MemberBan { member, on };
    assert_eq!(host.order(None, ban(true)).await, Answer::Ok);
    assert_eq!((first.close_code().await, second.close_code().await), (Some(4403), Some(4403)));
    let knock = async || {
        let ticket = heron.ticket(&room).await;
        let mut line = heron.dial(&room).await;
        line.hello(&ticket, "again", None).await;
        line
    };
    assert_eq!(knock().await.close_code().await, Some(4403));
    assert_eq!(heron.games().await, []);
    // A ban outlives the server.
    assert_eq!(host.order(None, saying("still here")).await, Answer::Ok);
    let (crane_cookie, heron_cookie) = (crane.cookie.clone(), heron.cookie.clone());
    let dir = world.end().await;
    let world = World::begin_in(dir).await;
    let heron = Guest { world: &world, cookie: heron_cookie };
    let crane = Guest { world: &world, cookie: crane_cookie };
    let ticket = heron.ticket(&room).await;
    let mut line = heron.dial(&room).await;
    line.hello(&ticket, "again", None).await;
    assert_eq!(line.close_code().await, Some(4403));
    let (mut host, _) = crane.enter(&room).await;
    assert_eq!(host.order(None, ban(false)).await, Answer::Ok);
    heron.enter(&room).await;
}
