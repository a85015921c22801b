//! `GET /ws/{room}`: whether a socket may be opened at all. The library would take almost
//! anything for a handshake; what RFC 6455 and our own pages make of it is checked here.

use axum::Extension;
use axum::extract::{FromRequestParts, Path, Request, State, WebSocketUpgrade};
use axum::http::header::{ALLOW, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL, SEC_WEBSOCKET_VERSION, UPGRADE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use protocol::limits::{LARGEST_FRAME_BYTES, MESSAGE_BYTES, READ_BUFFER_BYTES};
use protocol::refusal::Refusal;
use protocol::{RoomId, SUBPROTOCOL};

use super::hello::{Arrival, attend};
use crate::http::{Denied, Server, client_address, is_own_page};
use crate::net::Peer;

/// Frames up to this size that are written together leave in one piece.
const WRITE_TOGETHER_BYTES: usize = 4 * 1024;

/// Open a socket.
///
/// # Errors
/// Why not, in words: browsers do not show them, but people with other clients read them.
pub async fn upgrade(
    State(server): State<Server>,
    Path(room): Path<String>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    match prepare(&server, room, &peer, request).await {
        Ok(response) => response,
        Err(response) => *response,
    }
}

async fn prepare(
    server: &Server,
    room: String,
    peer: &Peer,
    request: Request,
) -> Result<Response, Box<Response>> {
    let (mut parts, _) = request.into_parts();
    if parts.method != Method::GET {
        return Err(wrong_method());
    }
    if server.is_draining() {
        return Err(denied(Refusal::Draining));
    }
    if !is_own_page(&parts.headers, &server.0.origins) {
        return Err(denied(Refusal::ForbiddenRole));
    }
    if parts.version != Version::HTTP_11 || !asks_for_websocket(&parts.headers) {
        return Err(not_a_handshake());
    }
    if !has_key(&parts.headers) {
        return Err(Box::new(Denied::bad("Sec-WebSocket-Key is not 16 bytes in base 64").into_response()));
    }
    if !offers_our_protocol(&parts.headers) {
        let why = format!("offer the subprotocol {SUBPROTOCOL}");
        return Err(Box::new(Denied::bad(&why).into_response()));
    }
    let room = RoomId::try_from(room).map_err(|_| denied(Refusal::NoRoom))?;
    let address = client_address(peer, &parts.headers, &server.0.proxies);
    let known = server.0.sessions.who(&parts.headers, server.0.clock.now()).await;
    let user = known.map_err(|_| denied(Refusal::Busy))?.map(|known| known.user);
    server.0.limits.handshake(address, user).map_err(denied)?;
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &())
        .await
        .map_err(|rejection| Box::new(rejection.into_response()))?;
    let address = server.0.sockets.mark(address);
    let arrival = Arrival { server: server.clone(), room, user, address, meter: peer.meter.clone() };
    // The task is counted before the answer leaves, so that a drain waits for it.
    let token = server.0.tasks.token();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_TOGETHER_BYTES)
        .max_write_buffer_size(LARGEST_FRAME_BYTES)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .protocols([SUBPROTOCOL])
        .on_upgrade(async move |socket| {
            attend(socket, arrival).await;
            drop(token);
        }))
}

fn denied(refusal: Refusal) -> Box<Response> {
    Box::new(Denied::from(refusal).into_response())
}

fn wrong_method() -> Box<Response> {
    let refusal = Refusal::BadMessage { why: "sockets are opened by GET".to_owned() };
    let mut answer = Denied::new(StatusCode::METHOD_NOT_ALLOWED, refusal).into_response();
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET"));
    Box::new(answer)
}

fn not_a_handshake() -> Box<Response> {
    let mut answer = Denied::from(Refusal::UpgradeRequired).into_response();
    answer.headers_mut().insert(UPGRADE, HeaderValue::from_static("websocket"));
    answer.headers_mut().insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    Box::new(answer)
}

fn asks_for_websocket(headers: &HeaderMap) -> bool {
    let tokens = |name| {
        let values = headers.get_all(name).iter().filter_map(|value: &HeaderValue| value.to_str().ok());
        values.flat_map(|value| value.split(',')).map(|token| token.trim().to_ascii_lowercase())
    };
    let mut versions = tokens(SEC_WEBSOCKET_VERSION);
    tokens(axum::http::header::CONNECTION).any(|token| token == "upgrade")
        && tokens(UPGRADE).any(|token| token == "websocket")
        && versions.next().as_deref() == Some("13")
        && versions.next().is_none()
}

/// 16 bytes in base 64 are 22 digits and two signs.
fn has_key(headers: &HeaderMap) -> bool {
    let mut keys = headers.get_all(SEC_WEBSOCKET_KEY).iter();
    let (Some(key), None) = (keys.next(), keys.next()) else { return false };
    let digit = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'+' || *byte == b'/';
    let key = key.as_bytes();
    key.len() == 24 && key[..22].iter().all(digit) && key.ends_with(b"==")
}

fn offers_our_protocol(headers: &HeaderMap) -> bool {
    let offered = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|value| value.to_str().ok());
    offered.flat_map(|value| value.split(',')).any(|protocol| protocol.trim() == SUBPROTOCOL)
}
