//! Connections: how many there may be, how fast they may send, how HTTP is spoken on them.
//!
//! The library's defaults are not safe on the internet (`docs/protocol.md` 6): a header has a
//! deadline and a size here, and below everything each connection has a budget of bytes.

mod census;
mod machine;
mod stream;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

pub use census::{Census, block};
pub use machine::{memory, raise_descriptors};
pub use stream::{Guarded, Meter};

/// Until a header must be complete, also on a connection that is used again.
const HEADER_TIME: Duration = Duration::from_secs(5);
/// Bytes of a header.
const HEADER_BYTES: usize = 16 * 1024;
/// Lines of a header.
const HEADER_LINES: usize = 64;
/// Bytes that the system holds for a reader who does not read. Its own choice grows to megabytes
/// for each, and hides for as long that somebody is slow.
const SEND_BYTES: u32 = 64 * 1024;
/// Connections that wait to be taken.
const BACKLOG: u32 = 1_024;
/// Pause when the machine has no more descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// Told to a connection that there is no room for.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/// Where a request comes from; in the extensions of each.
#[derive(Clone, Debug)]
pub struct Peer {
    /// The address of the connection.
    pub address: SocketAddr,
    /// What it has sent so far.
    pub meter: Arc<Meter>,
}

/// Listen at an address.
///
/// # Errors
/// Somebody else does, or it is not ours.
pub fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that starts again need not wait for the last connections of the one before.
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BYTES)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Take connections until told to stop. Those that are open then finish what they are at.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    census: Arc<Census>,
    tasks: TaskTracker,
    stop: CancellationToken,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => return,
        };
        match accepted {
            Ok((stream, address)) => {
                let (router, census, stop) = (router.clone(), Arc::clone(&census), stop.clone());
                let lingering = tasks.clone();
                if let Some(place) = census.enter(address.ip()) {
                    tasks.spawn(async move {
                        let guarded = Guarded::new(stream, place, lingering);
                        connection(guarded, address, router, stop).await;
                    });
                } else {
                    tasks.spawn(turn_away(stream));
                }
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept connections for a moment");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn connection(stream: Guarded, address: SocketAddr, router: Router, stop: CancellationToken) {
    let peer = Peer { address, meter: stream.meter() };
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(peer.clone());
        router.clone().oneshot(request)
    });
    let serving = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(HEADER_BYTES)
        .max_headers(HEADER_LINES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(serving);
    let served = tokio::select! {
        served = serving.as_mut() => served,
        () = stop.cancelled() => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection ended");
    }
}

async fn turn_away(mut stream: TcpStream) {
    let said = async {
        stream.write_all(FULL).await?;
        stream.shutdown().await
    };
    if tokio::time::timeout(Duration::from_secs(1), said).await.is_err() {
        tracing::debug!("a connection was dropped without a word");
    }
}
