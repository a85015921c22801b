//! Frames that break RFC 6455, or are more than anybody needs.

use sindillo_tests::World;
use sindillo_tests::raw::{masked, unmasked};

use super::{is_well, room_and_visitor, welcomed};

const PING: &str = r#"{"k":"ping","d":{"t":7}}"#;

/// F1, F2, F4, F5, F8, F10 and more: each in a socket of its own.
#[tokio::test]
async fn a_breach_of_the_frame_protocol_is_answered_with_its_code() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let big = vec![b' '; protocol::limits::MESSAGE_BYTES + 1];
    let fragments = |last: u8| -> Vec<u8> {
        let piece = vec![b' '; 17];
        let mut bytes = masked(0x01, &piece);
        for _ in 0..1_000 {
            bytes.extend(masked(0x00, &piece));
        }
        bytes.extend(masked(last, &piece));
        bytes
    };
    let cases: Vec<(&str, Vec<u8>, u16)> = vec![
        ("unmasked text", unmasked(0x81, PING.as_bytes()), 1002),
        ("RSV1", masked(0xc1, PING.as_bytes()), 1002),
        ("RSV2", masked(0xa1, PING.as_bytes()), 1002),
        ("RSV3", masked(0x91, PING.as_bytes()), 1002),
        ("a reserved opcode", masked(0x83, PING.as_bytes()), 1002),
        ("a ping of 126 bytes", masked(0x89, &[0; 126]), 1002),
        ("a fragmented ping", masked(0x09, b"x"), 1002),
        ("a continuation without a start", masked(0x80, b"x"), 1002),
        ("a text inside a text", [masked(0x01, b"{"), masked(0x81, b"}")].concat(), 1002),
        ("a binary message", masked(0x82, PING.as_bytes()), 1003),
        ("text that is not UTF-8", masked(0x81, &[0x7b, 0xff, 0x7d]), 1007),
        ("one byte too much", masked(0x81, &big), 1009),
        ("too much in fragments", fragments(0x80), 1009),
        ("sixteen megabytes, announced", vec![0x81, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4], 1009),
    ];
    for (what, bytes, code) in cases {
        let mut line = welcomed(&person, &room).await;
        // The server may close while we are still sending.
        let _ = line.write(&bytes).await;
        let closed = line.close_code().await.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(closed, Some(code), "{what}");
    }
    is_well(&world).await;
    world.end().await;
}

/// F7, F10, F13, F22: unusual, and fine.
#[tokio::test]
async fn unusual_frames_that_are_allowed_are_taken() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let exactly = {
        let padding = " ".repeat(protocol::limits::MESSAGE_BYTES - PING.len());
        format!("{PING}{padding}")
    };
    let pieces = |text: &str, each: usize| -> Vec<u8> {
        let bytes = text.as_bytes();
        let count = bytes.len().div_ceil(each);
        let first = |n: usize| u8::from(n == 0) | if n + 1 == count { 0x80 } else { 0 };
        bytes.chunks(each).enumerate().flat_map(|(n, piece)| masked(first(n), piece)).collect()
    };
    for (what, bytes) in [
        ("exactly the limit", masked(0x81, exactly.as_bytes())),
        ("a message in two-byte fragments", pieces(PING, 2)),
        (
            "a ping between fragments",
            [masked(0x01, &PING.as_bytes()[..9]), masked(0x89, b"hi"), masked(0x80, &PING.as_bytes()[9..])]
                .concat(),
        ),
        (
            "two frames in one segment",
            [masked(0x81, PING.as_bytes()), masked(0x81, PING.as_bytes())].concat(),
        ),
    ] {
        let mut line = welcomed(&person, &room).await;
        line.write(&bytes).await.expect("sent");
        loop {
            let text = line.next_text().await.unwrap_or_else(|error| panic!("{what}: {error}"));
            if text.contains("\"f\":\"pong\"") {
                assert!(text.contains("\"t\":7"), "{what}: {text}");
                break;
            }
        }
    }
    // One frame over fifty segments.
    let mut line = welcomed(&person, &room).await;
    for byte in masked(0x81, PING.as_bytes()) {
        line.write(&[byte]).await.expect("sent");
    }
    while !line.next_text().await.expect("a frame").contains("\"f\":\"pong\"") {}
    for code in [1000_u16, 3000, 4999] {
        let mut line = welcomed(&person, &room).await;
        line.frame(8, &code.to_be_bytes()).await.expect("sent");
        assert_eq!(line.close_code().await.expect("a close"), Some(code), "a close is echoed");
    }
    world.end().await;
}

/// F14: what comes after a close has no effect.
#[tokio::test]
async fn an_order_after_a_close_has_no_effect() {
    let world = World::new().await;
    let (person, room) = room_and_visitor(&world).await;
    let mut line = welcomed(&person, &room).await;
    let order = r#"{"c":"7d444840-9dc0-11d1-b245-5ffdce74fad2","k":"seat.take","d":{"side":"south"}}"#;
    line.write(&[masked(0x88, &1000_u16.to_be_bytes()), masked(0x81, order.as_bytes())].concat())
        .await
        .expect("sent");
    line.close_code().await.expect("a close");
    let tab = person.enters(&room).await;
    assert_eq!(tab.seats(), []);
    world.end().await;
}

/// F20: a dead line frees its place at once.
#[tokio::test]
async fn a_line_that_dies_in_the_middle_of_a_frame_frees_its_place() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    // One person may have five sockets in a room: twelve that die leave room for a thirteenth.
    for round in 0..12 {
        let mut line = welcomed(&person, &room).await;
        let text = masked(0x81, PING.as_bytes());
        line.write(&text[..10]).await.expect("sent");
        if round % 2 == 0 {
            line.stream().set_zero_linger().expect("a socket option");
        }
    }
    let tab = sindillo_tests::Tab::closed(person.clone(), room.clone());
    tab.returns();
    tab.is_up_to_date().await;
    world.end().await;
}
