//! A connection with a budget of bytes, that lets the other side read to the end when it closes.
//!
//! Fragments and pings are eaten inside the WebSocket library where no limit of a message reaches
//! them; here every byte passes.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::census::Place;

/// Bytes a second that may be sent for long.
const BYTES_PER_SECOND: u64 = 16 * 1024;
/// Bytes that may be sent at once.
const BURST_BYTES: u64 = 128 * 1024;
/// How long a closed connection waits for the other side to read to the end.
const LINGER: Duration = Duration::from_secs(1);

/// What a connection has sent, seen from above.
#[derive(Debug)]
pub struct Meter {
    begun: Instant,
    bytes: AtomicU64,
    /// Bytes that whole messages have been made of.
    settled: AtomicU64,
    /// When the first byte behind those came: milliseconds since the beginning.
    unsettled_at: AtomicU64,
    /// Bytes that may be sent besides, at any speed.
    granted: AtomicU64,
    flooded: CancellationToken,
}

impl Default for Meter {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            bytes: AtomicU64::default(),
            settled: AtomicU64::default(),
            unsettled_at: AtomicU64::default(),
            granted: AtomicU64::default(),
            flooded: CancellationToken::default(),
        }
    }
}

impl Meter {
    /// Let so many bytes come beside the budget: a file that was asked for. What was granted before and
    /// has not come is forgotten.
    pub fn grant(&self, bytes: u64) {
        self.granted.store(bytes, Ordering::Relaxed);
    }

    /// The part of these bytes that must be paid for.
    fn owed(&self, bytes: u64) -> u64 {
        // Only the reader of this connection takes from it.
        let granted = self.granted.load(Ordering::Relaxed);
        let free = granted.min(bytes);
        if free > 0 {
            self.granted.store(granted - free, Ordering::Relaxed);
        }
        bytes - free
    }

    /// All that was read so far has become whole messages.
    pub fn settle(&self) {
        self.settled.store(self.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// So many bytes were a frame that may stand in the middle of a message.
    pub fn settle_some(&self, bytes: u64) {
        let all = self.bytes.load(Ordering::Relaxed);
        let settled = self.settled.load(Ordering::Relaxed).saturating_add(bytes).min(all);
        self.settled.store(settled, Ordering::Relaxed);
    }

    /// For how long bytes have come that make no whole message.
    #[must_use]
    pub fn unsettled(&self) -> Option<Duration> {
        let unsettled = self.settled.load(Ordering::Relaxed) < self.bytes.load(Ordering::Relaxed);
        let since = Duration::from_millis(self.unsettled_at.load(Ordering::Relaxed));
        unsettled.then(|| self.begun.elapsed().saturating_sub(since))
    }

    pub(crate) fn count(&self, bytes: u64) {
        // Only the reader of this connection counts; others look.
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if self.settled.load(Ordering::Relaxed) >= before {
            let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.unsettled_at.store(now, Ordering::Relaxed);
        }
    }

    /// Wait until the budget is overdrawn; honest clients never get there.
    pub async fn flooded(&self) {
        self.flooded.cancelled().await;
    }
}

/// A connection whose reading is bounded.
#[derive(Debug)]
pub struct Guarded {
    /// None only while it is being dropped.
    stream: Option<TcpStream>,
    meter: Arc<Meter>,
    /// Until when the bytes read so far would have taken at the allowed speed.
    paid_until: Instant,
    rest: Option<Pin<Box<Sleep>>>,
    place: Option<Place>,
    lingering: TaskTracker,
}

impl Guarded {
    /// Guard a fresh connection. Its place is free when it has closed in order.
    #[must_use]
    pub fn new(stream: TcpStream, place: Place, lingering: TaskTracker) -> Self {
        // A message is written in one piece: waiting for more only delays it.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection will be slower than need be");
        }
        Self {
            stream: Some(stream),
            meter: Arc::default(),
            paid_until: Instant::now(),
            rest: None,
            place: Some(place),
            lingering,
        }
    }

    /// What it has sent.
    #[must_use]
    pub fn meter(&self) -> Arc<Meter> {
        Arc::clone(&self.meter)
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    fn pay(&mut self, bytes: u64) {
        self.meter.count(bytes);
        let now = Instant::now();
        let cost = Duration::from_nanos(self.meter.owed(bytes) * 1_000_000_000 / BYTES_PER_SECOND);
        self.paid_until = self.paid_until.max(now) + cost;
        let credit = Duration::from_secs(BURST_BYTES / BYTES_PER_SECOND);
        if self.paid_until > now + credit {
            self.meter.flooded.cancel();
            self.rest = Some(Box::pin(tokio::time::sleep_until(self.paid_until - credit)));
        }
    }
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(rest) = &mut self.rest {
            ready!(rest.as_mut().poll(cx));
            self.rest = None;
        }
        let before = buf.filled().len();
        ready!(self.stream()?.poll_read(cx, buf))?;
        let read = u64::try_from(buf.filled().len() - before).unwrap_or(u64::MAX);
        self.pay(read);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }
}

impl Drop for Guarded {
    /// Closing with bytes unread would reset the connection and take the last words with it: they
    /// may be the reason why it is closed.
    fn drop(&mut self) {
        let (Some(stream), Some(place)) = (self.stream.take(), self.place.take()) else { return };
        if tokio::runtime::Handle::try_current().is_ok() {
            self.lingering.spawn(linger(stream, place));
        }
    }
}

async fn linger(mut stream: TcpStream, place: Place) {
    let reading = async {
        stream.shutdown().await?;
        let mut ignored = [0; 4096];
        while stream.read(&mut ignored).await? > 0 {}
        io::Result::Ok(())
    };
    // Whatever comes of it, the connection is closed.
    drop(tokio::time::timeout(LINGER, reading).await);
    drop(place);
}
