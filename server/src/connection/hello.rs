//! The beginning of a socket: `hello` within five seconds, its ticket, the way into the room.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use protocol::limits::{HELLO_MS, WRITE_STALL_MS};
use protocol::message::Hello;
use protocol::refusal::{Refusal, Retry};
use protocol::{ClientFrame, CloseCode, PROTO_MINOR, PROTO_OLDEST, RoomId, ServerFrame, UserId};

use super::outbound::{close, code_of, code_of_end, send};
use super::socket::Socket;
use crate::http::{Admission, Server};
use crate::net::Meter;
use crate::rooms::{AddressMark, Joined, NotJoined, Outbox, RoomGone, RoomHandle, Visit, encode};

/// Characters of a tab's name.
const TAB_CHARS: usize = 64;

/// A socket that was just opened.
pub(super) struct Arrival {
    pub(super) server: Server,
    pub(super) room: RoomId,
    /// Whose cookie came with the handshake.
    pub(super) user: Option<UserId>,
    /// Where it comes from.
    pub(super) address: AddressMark,
    pub(super) meter: Arc<Meter>,
}

/// Serve a socket from its first frame to its last.
pub(super) async fn attend(mut socket: WebSocket, arrival: Arrival) {
    let hello = tokio::select! {
        hello = tokio::time::timeout(Duration::from_millis(HELLO_MS), hello(&mut socket)) => {
            hello.unwrap_or(Err(Some(CloseCode::BadSession)))
        }
        () = arrival.meter.flooded() => Err(Some(CloseCode::Flood)),
        () = arrival.server.0.stop.cancelled() => Err(Some(CloseCode::GoingAway)),
    };
    match hello {
        Ok(hello) => enter(socket, arrival, hello).await,
        Err(Some(code)) => close(&mut socket, code).await,
        Err(None) => {}
    }
}

/// The first frame; or the code to close with, unless the socket is closed already.
async fn hello(socket: &mut WebSocket) -> Result<Hello, Option<CloseCode>> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                return match ClientFrame::decode(&text) {
                    Ok(ClientFrame::Hello(hello)) => Ok(*hello),
                    Ok(
                        ClientFrame::Command { .. }
                        | ClientFrame::Query { .. }
                        | ClientFrame::Ping(_)
                        | ClientFrame::Bye,
                    )
                    | Err(_) => Err(Some(CloseCode::BadSession)),
                };
            }
            Some(Ok(Message::Binary(_))) => return Err(Some(CloseCode::NotText)),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_))) => {}
            Some(Err(error)) => return Err(code_of(error)),
            None => return Err(None),
        }
    }
}

async fn enter(mut socket: WebSocket, arrival: Arrival, hello: Hello) {
    let parts = &arrival.server.0;
    if !(PROTO_OLDEST..=PROTO_MINOR).contains(&hello.proto) {
        let err = Refusal::UpgradeRequired;
        let frame = encode(&ServerFrame::Err { retry: err.retry(), err });
        let told = send(&mut socket, [frame], Duration::from_millis(WRITE_STALL_MS)).await;
        tracing::debug!(?told, "a page speaks another protocol");
        return close(&mut socket, CloseCode::Upgrade).await;
    }
    if hello.tab.is_empty() || hello.tab.chars().count() > TAB_CHARS {
        return close(&mut socket, CloseCode::BadSession).await;
    }
    let admission = parts.tickets.redeem(&hello.ticket, parts.clock.now()).filter(|admission| {
        admission.room == arrival.room && arrival.user.is_none_or(|user| user == admission.user)
    });
    let Some(admission) = admission else {
        return close(&mut socket, CloseCode::Unauthorized).await;
    };
    let ended = match parts.sessions.ends().watch(admission.session) {
        Ok(ended) => ended,
        Err(end) => return close(&mut socket, code_of_end(end)).await,
    };
    let Some(_counted) = parts.sockets.enter(admission.user) else {
        return close(&mut socket, CloseCode::Flood).await;
    };
    let outbox = parts.sockets.ceiling.outbox();
    match join(&arrival.server, &admission, arrival.address, hello, &outbox).await {
        Ok((handle, joined)) => {
            Socket::new(socket, arrival, handle, joined.socket, admission, outbox, ended).serve().await;
        }
        Err(code) => close(&mut socket, code).await,
    }
}

fn not_found(refusal: &Refusal) -> CloseCode {
    if *refusal == Refusal::NoRoom {
        CloseCode::NoRoom
    } else if refusal.retry() == Retry::Same && *refusal != Refusal::Internal {
        CloseCode::Draining
    } else {
        CloseCode::Internal
    }
}

/// The room may go to sleep between being found and being entered; it is then woken once more.
async fn join(
    server: &Server,
    admission: &Admission,
    address: AddressMark,
    hello: Hello,
    outbox: &Arc<Outbox>,
) -> Result<(RoomHandle, Joined), CloseCode> {
    for _ in 0..2 {
        let handle = server.0.rooms.find(&admission.room).await.map_err(|refusal| not_found(&refusal))?;
        let visit = Visit {
            user: admission.user,
            name: admission.name.clone(),
            tab: hello.tab.clone(),
            resume: hello.resume.clone(),
            registered: admission.registered,
            address: Some(address),
            outbox: Arc::clone(outbox),
        };
        match handle.join(visit).await {
            Ok(Ok(joined)) => return Ok((handle, joined)),
            Ok(Err(NotJoined(code))) => return Err(code),
            Err(RoomGone) => {}
        }
    }
    Err(CloseCode::Draining)
}
