//! The two halves of each way of a wire: one reads and cuts, one waits until it is time and writes.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use super::cutter::{Cutter, Piece};
use super::{End, REMEMBERED, State, Tear, Thief, Way, WayState, Wire};

/// Pieces that are read and not written yet.
pub(super) const UNDER_WAY: usize = 1_024;

/// Something on its way.
#[derive(Debug)]
pub(super) struct Unit {
    /// Not before.
    pub(super) due: Instant,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    Bytes(Vec<u8>),
    /// The other end has nothing more to say.
    End,
}

/// Read until the end, or until this end is torn off.
pub(super) async fn reads(wire: &Wire, way: Way, mut from: OwnedReadHalf) {
    let source = way.source();
    let tear = tokio::select! {
        biased;
        tear = torn(wire, source) => tear,
        // An end that is half closed may still be torn off.
        () = reads_on(wire, way, &mut from) => torn(wire, source).await,
    };
    if tear == Tear::Reset {
        let stream: &tokio::net::TcpStream = from.as_ref();
        // Where that fails the connection is gone already.
        let _ = stream.set_zero_linger();
    }
}

async fn reads_on(wire: &Wire, way: Way, from: &mut OwnedReadHalf) {
    let mut cutter = Cutter::new(way);
    let mut chunk = vec![0; 16 * 1024];
    loop {
        holds(wire, |state| !state.ways[way.index()].stalled).await;
        match from.read(&mut chunk).await {
            Ok(count) if count > 0 => cutter.take(&chunk[..count]),
            Ok(_) | Err(_) => break,
        }
        while let Some(piece) = cutter.next() {
            sends(wire, way, piece).await;
        }
    }
    if let Some(rest) = cutter.rest() {
        sends(wire, way, rest).await;
    }
    wire.change(|state| state.closed[way.source().index()] = true);
    puts(wire, way, What::End).await;
}

/// Write what is due until the end, or until this end is torn off.
pub(super) async fn writes(wire: &Wire, way: Way, mut to: OwnedWriteHalf, units: mpsc::Receiver<Unit>) {
    let target = way.target();
    let tear = tokio::select! {
        biased;
        tear = torn(wire, target) => tear,
        () = writes_on(wire, way, &mut to, units) => torn(wire, target).await,
    };
    if tear == Tear::Reset {
        // A reset is not announced.
        to.forget();
    }
}

async fn writes_on(wire: &Wire, way: Way, to: &mut OwnedWriteHalf, mut units: mpsc::Receiver<Unit>) {
    while let Some(Unit { due, what }) = units.recv().await {
        sleep_until(due).await;
        holds(wire, |state| !state.ways[way.index()].stalled).await;
        match what {
            // Who is gone reads no more; that an end is gone is told the other way.
            What::Bytes(bytes) => drop(to.write_all(&bytes).await),
            What::End => {
                holds(wire, |state| !state.hides_ends).await;
                drop(to.shutdown().await);
            }
        }
        if both_closed(wire) {
            wire.is_cut();
        }
    }
}

/// Keep a piece in mind and put it onto the line, unless it is to be lost.
async fn sends(wire: &Wire, way: Way, piece: Piece) {
    let bytes = match piece {
        Piece::Plain { bytes, upgrades } => {
            if upgrades {
                wire.change(|state| state.upgraded = true);
            }
            bytes
        }
        Piece::Frame(parcel) => {
            let bytes = parcel.raw.clone();
            let mut stolen = false;
            wire.change(|state| stolen = state.ways[way.index()].keep(parcel));
            if stolen {
                return;
            }
            bytes
        }
    };
    puts(wire, way, What::Bytes(bytes)).await;
}

async fn puts(wire: &Wire, way: Way, what: What) {
    let due = Instant::now() + wire.state().ways[way.index()].delay;
    // Nobody takes it any more when the other end was torn off.
    let _ = wire.0.out[way.index()].send(Unit { due, what }).await;
}

impl WayState {
    /// Remember a frame. Tells whether it was taken out.
    fn keep(&mut self, parcel: super::Parcel) -> bool {
        for thief in &mut self.thieves {
            if let Thief::Waits(fits) = thief
                && fits(&parcel)
            {
                *thief = Thief::Has(parcel);
                return true;
            }
        }
        if self.carried.len() == REMEMBERED {
            self.carried.pop_front();
        }
        self.carried.push_back(parcel);
        false
    }
}

fn both_closed(wire: &Wire) -> bool {
    let state = wire.state();
    state.closed == [true; 2] && !state.hides_ends
}

async fn torn(wire: &Wire, end: End) -> Tear {
    let mut changes = wire.0.changed.subscribe();
    loop {
        changes.mark_unchanged();
        if let Some(tear) = wire.state().torn[end.index()] {
            return tear;
        }
        rings(&mut changes).await;
    }
}

async fn holds(wire: &Wire, so: impl Fn(&State) -> bool) {
    let mut changes = wire.0.changed.subscribe();
    loop {
        changes.mark_unchanged();
        if so(&wire.state()) {
            return;
        }
        rings(&mut changes).await;
    }
}

async fn rings(changes: &mut watch::Receiver<u64>) {
    if changes.changed().await.is_err() {
        // The wire is gone, and with it whatever could change.
        std::future::pending::<()>().await;
    }
}
