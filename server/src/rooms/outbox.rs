//! What waits to be written to one socket: bounded, and never waited for.
//!
//! A reader that is too slow loses its events at once and gets the streams anew when it has caught
//! up; one that is too slow again and again is closed. Answers to orders are never dropped, and of
//! messages where only the newest counts only the newest is kept.

mod stand;

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::CloseCode;
use protocol::limits::{OUT_QUEUE_BYTES, OUT_QUEUE_MESSAGES};
use tokio::sync::Notify;

use super::ceiling::Ceiling;
use super::feed::{Line, LineKind};
use super::frame::Frame;

/// Times within [`LAG_SPAN_MS`] that a reader may fall behind before it is closed.
const LAGS_ALLOWED: usize = 2;
/// Milliseconds over which falling behind is counted.
const LAG_SPAN_MS: u64 = 60_000;

/// The way to one listener.
#[derive(Debug, Default)]
pub struct Outbox {
    inner: Mutex<Inner>,
    bell: Notify,
    /// The bound for all sockets together.
    ceiling: Option<Arc<Ceiling>>,
}

/// What is to be written now, in this order.
#[derive(Debug, Default)]
pub struct Parcel {
    /// The frames.
    pub frames: Vec<Frame>,
    /// The queue had overflowed and is empty now: ask for the streams anew.
    pub resync: bool,
    /// Close the socket after the frames.
    pub close: Option<CloseCode>,
}

#[derive(Debug, Default)]
struct Inner {
    queue: VecDeque<Queued>,
    /// Of what counts for the bound of this queue: snapshots pass, whatever their size.
    bytes: usize,
    /// Of all that waits in the queue.
    weight: usize,
    legal: Option<Frame>,
    crowd: Option<Frame>,
    stand: stand::Slots,
    lagging: bool,
    told_lagging: bool,
    lags: VecDeque<u64>,
    /// When something was told last.
    told_at: u64,
    close: Option<CloseCode>,
    bye: bool,
    gone: bool,
}

#[derive(Debug)]
struct Queued {
    frame: Frame,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Answer,
    Event,
    Snapshot,
}

/// The queue while it is changed. What it weighs more or less afterwards is counted.
struct Open<'o> {
    inner: MutexGuard<'o, Inner>,
    before: usize,
    ceiling: Option<&'o Ceiling>,
}

impl Outbox {
    /// A queue that counts for a ceiling.
    pub(super) fn under(ceiling: Arc<Ceiling>) -> Self {
        Self { inner: Mutex::default(), bell: Notify::new(), ceiling: Some(ceiling) }
    }

    /// Tell an event. Dropped while the reader lags.
    pub fn tell(&self, frame: &Frame, now: u64) {
        let mut inner = self.lock();
        if inner.close.is_some() || inner.lagging {
            return;
        }
        inner.tell(frame, now);
        drop(inner);
        self.bell.notify_one();
        self.relieve(now);
    }

    /// Tell several lines together.
    pub(super) fn tell_lines(&self, lines: &[Line], now: u64) {
        let mut inner = self.lock();
        if inner.close.is_some() || lines.is_empty() {
            return;
        }
        for Line { kind, frame, .. } in lines {
            match kind {
                LineKind::Legal => inner.legal = Some(frame.clone()),
                LineKind::Crowd => inner.crowd = Some(frame.clone()),
                LineKind::Table | LineKind::Stand if inner.hears() => inner.tell(frame, now),
                LineKind::Whole if inner.hears() => inner.put(frame.clone(), Kind::Snapshot),
                LineKind::Table | LineKind::Stand | LineKind::Whole => {}
            }
        }
        drop(inner);
        self.bell.notify_one();
        self.relieve(now);
    }

    /// Bytes that wait.
    pub(super) fn weight(&self) -> usize {
        self.lock().weight
    }

    /// All sockets together hold too much, and this one holds the most: as if it were full.
    pub(super) fn give_way(&self, now: u64) {
        let mut inner = self.lock();
        if inner.hears() {
            inner.overflow(now);
            drop(inner);
            self.bell.notify_one();
        }
    }

    /// Answer an order. Never dropped; a reader that lets too many pile up is closed.
    pub fn answer(&self, frame: Frame) {
        let mut inner = self.lock();
        if inner.close.is_some() {
            return;
        }
        if inner.is_full(frame.len()) {
            if inner.has_answers_only() {
                inner.shut(CloseCode::SlowConsumer);
                self.bell.notify_one();
                return;
            }
            // Events are lost: without everything anew there would be a gap. Whoever falls behind by
            // asking is as slow as one who is told too much.
            let now = inner.told_at;
            inner.overflow(now);
            if inner.close.is_some() {
                self.bell.notify_one();
                return;
            }
        }
        inner.put(frame, Kind::Answer);
        let now = inner.told_at;
        drop(inner);
        self.bell.notify_one();
        self.relieve(now);
    }

    /// Give the streams anew, in place of all events that wait.
    pub fn renew(&self, frames: impl IntoIterator<Item = Frame>) {
        let mut inner = self.lock();
        if inner.close.is_some() {
            return;
        }
        inner.drop_events();
        inner.lagging = false;
        inner.told_lagging = false;
        // The moves are among the frames; those that wait are older, and would be read last.
        inner.legal = None;
        for frame in frames {
            inner.put(frame, Kind::Snapshot);
        }
        let now = inner.told_at;
        drop(inner);
        self.bell.notify_one();
        self.relieve(now);
    }

    /// Give one stream anew, behind what waits.
    pub fn begin_stream(&self, frame: Frame) {
        let mut inner = self.lock();
        if inner.close.is_none() && !inner.lagging {
            inner.put(frame, Kind::Snapshot);
            self.bell.notify_one();
        }
    }

    /// The newest list of legal moves.
    pub fn set_legal(&self, frame: &Frame) {
        let mut inner = self.lock();
        if inner.close.is_none() {
            inner.legal = Some(frame.clone());
            self.bell.notify_one();
        }
    }

    /// The newest count of watchers.
    pub fn set_crowd(&self, frame: &Frame) {
        let mut inner = self.lock();
        if inner.close.is_none() {
            inner.crowd = Some(frame.clone());
            self.bell.notify_one();
        }
    }

    /// Close the socket; what waits is written first where that makes sense for the code.
    pub fn close(&self, code: CloseCode) {
        let mut inner = self.lock();
        if inner.close.is_none() {
            inner.shut(code);
            self.bell.notify_one();
        }
    }

    /// The page says that it is about to go. Kept here and not sent to the room, which may learn that
    /// the socket is gone before it reads its letters.
    pub fn says_bye(&self) {
        self.lock().bye = true;
    }

    /// Whether the page said that it was about to go.
    #[must_use]
    pub fn has_said_bye(&self) -> bool {
        self.lock().bye
    }

    /// The socket is gone: nobody will take anything out any more.
    pub fn abandon(&self) {
        let mut inner = self.lock();
        inner.shut(CloseCode::Done);
        inner.gone = true;
    }

    /// Whether the socket is gone.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        self.lock().gone
    }

    /// Wait until there is something to write, and take all of it.
    pub async fn take(&self) -> Parcel {
        loop {
            if let Some(parcel) = self.take_now() {
                return parcel;
            }
            self.bell.notified().await;
        }
    }

    /// Take what is to be written, if there is anything.
    #[must_use]
    pub fn take_now(&self) -> Option<Parcel> {
        self.lock().take()
    }

    fn lock(&self) -> Open<'_> {
        // Nothing panics while it is held; were it so, the queue would still be one.
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let before = inner.weight;
        Open { inner, before, ceiling: self.ceiling.as_deref() }
    }

    /// Not with the queue in hand: another one may have to give way.
    fn relieve(&self, now: u64) {
        if let Some(ceiling) = &self.ceiling {
            ceiling.relieve(now);
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let weight = self.weight();
        if let Some(ceiling) = &self.ceiling {
            ceiling.changed(weight, 0);
        }
    }
}

impl Deref for Open<'_> {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl DerefMut for Open<'_> {
    fn deref_mut(&mut self) -> &mut Inner {
        &mut self.inner
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if let Some(ceiling) = self.ceiling {
            ceiling.changed(self.before, self.inner.weight);
        }
    }
}

impl Inner {
    /// Whether events reach the reader, who is there and does not lag.
    const fn hears(&self) -> bool {
        self.close.is_none() && !self.lagging
    }

    fn tell(&mut self, frame: &Frame, now: u64) {
        self.told_at = now;
        if self.is_full(frame.len()) {
            self.overflow(now);
        } else {
            self.put(frame.clone(), Kind::Event);
        }
    }

    fn is_full(&self, more: usize) -> bool {
        !self.queue.is_empty()
            && (self.queue.len() >= OUT_QUEUE_MESSAGES || self.bytes + more > OUT_QUEUE_BYTES)
    }

    fn put(&mut self, frame: Frame, kind: Kind) {
        if kind != Kind::Snapshot {
            self.bytes += frame.len();
        }
        self.weight += frame.len();
        self.queue.push_back(Queued { frame, kind });
    }

    fn overflow(&mut self, now: u64) {
        self.drop_events();
        self.lagging = true;
        self.told_lagging = false;
        self.lags.retain(|lag| lag + LAG_SPAN_MS > now);
        self.lags.push_back(now);
        if self.lags.len() > LAGS_ALLOWED {
            self.shut(CloseCode::SlowConsumer);
        }
    }

    fn has_answers_only(&self) -> bool {
        self.queue.iter().all(|queued| queued.kind == Kind::Answer)
    }

    /// Drop everything but answers.
    fn drop_events(&mut self) {
        self.queue.retain(|queued| queued.kind == Kind::Answer);
        self.bytes = self.queue.iter().map(|queued| queued.frame.len()).sum();
        self.weight = self.bytes;
    }

    fn shut(&mut self, code: CloseCode) {
        if code != CloseCode::GoingAway && code != CloseCode::Draining {
            self.queue.clear();
            (self.bytes, self.weight) = (0, 0);
            self.legal = None;
            self.crowd = None;
            self.stand = stand::Slots::default();
        }
        self.close = self.close.or(Some(code));
    }

    fn take(&mut self) -> Option<Parcel> {
        let mut frames: Vec<Frame> = self.queue.drain(..).map(|queued| queued.frame).collect();
        (self.bytes, self.weight) = (0, 0);
        frames.extend(self.legal.take());
        frames.extend(self.crowd.take());
        frames.extend(self.stand.take());
        let resync = self.lagging && !self.told_lagging;
        self.told_lagging |= resync;
        let nothing = frames.is_empty() && !resync && self.close.is_none();
        (!nothing).then_some(Parcel { frames, resync, close: self.close })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Frame {
        Frame::from(text.to_owned())
    }

    async fn texts(outbox: &Outbox) -> Vec<String> {
        let frames = outbox.take().await.frames;
        frames.iter().map(|frame| String::from_utf8(frame.as_bytes().to_vec()).unwrap()).collect()
    }

    #[tokio::test]
    async fn frames_leave_in_order_and_replaceable_ones_once() {
        let outbox = Outbox::default();
        outbox.tell(&frame("a"), 0);
        outbox.set_crowd(&frame("crowd 1"));
        outbox.answer(frame("b"));
        outbox.set_crowd(&frame("crowd 2"));
        assert_eq!(texts(&outbox).await, ["a", "b", "crowd 2"]);
    }

    #[tokio::test]
    async fn a_slow_reader_loses_events_but_no_answer_and_is_renewed_once() {
        let outbox = Outbox::default();
        outbox.answer(frame("answer"));
        for _ in 0..OUT_QUEUE_MESSAGES {
            outbox.tell(&frame("event"), 0);
        }
        outbox.tell(&frame("dropped"), 0);
        let parcel = outbox.take().await;
        assert_eq!(parcel.frames, [frame("answer")]);
        assert!(parcel.resync);
        outbox.tell(&frame("dropped"), 0);
        outbox.renew([frame("snapshot")]);
        outbox.tell(&frame("event"), 0);
        let parcel = outbox.take().await;
        assert_eq!(parcel.frames, [frame("snapshot"), frame("event")]);
        assert!(!parcel.resync && parcel.close.is_none());
    }

    #[tokio::test]
    async fn moves_that_waited_are_not_read_after_newer_ones() {
        let outbox = Outbox::default();
        outbox.set_legal(&frame("old moves"));
        outbox.renew([frame("snapshot"), frame("new moves")]);
        assert_eq!(texts(&outbox).await, ["snapshot", "new moves"]);
        outbox.set_legal(&frame("newer moves"));
        assert_eq!(texts(&outbox).await, ["newer moves"]);
    }

    #[tokio::test]
    async fn an_answer_that_makes_room_for_itself_leaves_no_gap() {
        let outbox = Outbox::default();
        for _ in 0..OUT_QUEUE_MESSAGES {
            outbox.tell(&frame("event"), 0);
        }
        outbox.answer(frame("answer"));
        let parcel = outbox.take().await;
        assert_eq!(parcel.frames, [frame("answer")]);
        assert!(parcel.resync, "the events that were dropped are made good");
    }

    #[tokio::test]
    async fn bytes_count_as_well_as_messages_but_a_large_snapshot_passes() {
        let outbox = Outbox::default();
        let large = frame(&"x".repeat(OUT_QUEUE_BYTES));
        outbox.renew([large.clone()]);
        outbox.tell(&frame("event"), 0);
        let parcel = outbox.take().await;
        assert_eq!((parcel.frames.len(), parcel.resync), (2, false));
        outbox.tell(&large, 0);
        outbox.tell(&frame("too much"), 0);
        assert!(outbox.take().await.resync);
    }

    #[tokio::test]
    async fn the_third_overflow_in_a_minute_closes() {
        for (pause, close) in [(LAG_SPAN_MS / 4, Some(CloseCode::SlowConsumer)), (LAG_SPAN_MS, None)] {
            let outbox = Outbox::default();
            for round in 0..3 {
                for _ in 0..=OUT_QUEUE_MESSAGES {
                    outbox.tell(&frame("event"), round * pause);
                }
                outbox.renew([]);
            }
            outbox.set_crowd(&frame("crowd"));
            assert_eq!(outbox.take().await.close, close, "{pause}");
        }
    }

    #[tokio::test]
    async fn who_falls_behind_by_asking_is_closed_as_well() {
        let outbox = Outbox::default();
        for _ in 0..3 {
            for _ in 0..OUT_QUEUE_MESSAGES {
                outbox.tell(&frame("event"), 7);
            }
            outbox.answer(frame("answer"));
            outbox.renew([]);
            drop(outbox.take_now());
        }
        outbox.set_crowd(&frame("crowd"));
        assert_eq!(outbox.take().await.close, Some(CloseCode::SlowConsumer));
    }

    #[tokio::test]
    async fn who_is_shown_out_is_told_nothing_behind_it() {
        let outbox = Outbox::default();
        outbox.renew([frame("welcome")]);
        outbox.close(CloseCode::Banned);
        outbox.set_crowd(&frame("crowd"));
        outbox.set_legal(&frame("moves"));
        let parcel = outbox.take().await;
        assert_eq!((parcel.frames.len(), parcel.close), (0, Some(CloseCode::Banned)));
    }

    #[tokio::test]
    async fn answers_alone_cannot_grow_without_end() {
        let outbox = Outbox::default();
        for _ in 0..=OUT_QUEUE_MESSAGES {
            outbox.answer(frame("answer"));
        }
        assert_eq!(outbox.take().await.close, Some(CloseCode::SlowConsumer));
    }
}
