//! What only time brings to light. The waits are long and are waited together.

use std::time::Duration;

use protocol::CloseCode;
use sindillo_tests::World;
use sindillo_tests::raw::{Line, masked};
use tokio::time::Instant;

use super::{hello, is_well, room_and_visitor, welcomed};

/// S2, F15, F19: old tickets, messages without end, sockets that never answer a ping.
#[tokio::test]
async fn old_tickets_endless_messages_and_silent_sockets_come_to_their_end() {
    let world = World::with(&["--no-address-limits"]).await;
    let (person, room) = room_and_visitor(&world).await;
    let late = async {
        let hello = hello(&person, &room).await;
        // A ticket is good for thirty seconds, and no event tells when they are over.
        tokio::time::sleep(Duration::from_millis(protocol::limits::TICKET_MS + 500)).await;
        let mut line = Line::upgraded(&person, &room).await.expect("an upgrade");
        line.text(&hello).await.expect("sent");
        let code = line.close_code().await.expect("a close");
        assert_eq!(code, Some(CloseCode::Unauthorized.number()), "a ticket of half a minute ago");
    };
    let endless = async {
        let began = Instant::now();
        let mut line = welcomed(&person, &room).await;
        line.write(&masked(0x01, b"{")).await.expect("sent");
        // A byte now and then, slower than any limit of bytes would notice.
        while began.elapsed() < Duration::from_secs(40) {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if line.write(&masked(0x00, b" ")).await.is_err() {
                break;
            }
        }
        began.elapsed()
    };
    let silent = async {
        let quiet = world.person("Hodan").await;
        let began = Instant::now();
        let mut line = welcomed(&quiet, &room).await;
        let mut pings = 0;
        // Whoever reads by hand answers no ping.
        let code = loop {
            match line.next_within(Duration::from_secs(90)).await.expect("a frame or the end") {
                Some(frame) if frame.opcode == 9 => pings += 1,
                Some(frame) if frame.opcode == 8 => {
                    break Some(u16::from_be_bytes([frame.payload[0], frame.payload[1]]));
                }
                Some(_) => {}
                None => break None,
            }
        };
        (began.elapsed(), pings, code)
    };
    let ((), endless, (silent, pings, code)) = tokio::join!(late, endless, silent);
    println!(
        "endless message closed after {endless:?}; silent socket after {silent:?} and {pings} pings with {code:?}"
    );
    assert!(endless < Duration::from_secs(35), "{endless:?}");
    assert!(silent > Duration::from_secs(30) && silent < Duration::from_secs(90), "{silent:?}");
    assert!((2..=3).contains(&pings), "{pings} pings");
    is_well(&world).await;
    world.end().await;
}
