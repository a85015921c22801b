//! The streams of a room: a number for every event a reader may learn, and the last frames of
//! each, so that who was away goes on from where he left off.
//!
//! Every audience counts for itself. What one learns leaves no gap in what another learns.

use std::collections::{BTreeMap, VecDeque};

use engine::Side;
use protocol::event::Audience;
use protocol::limits::{RING_BYTES, RING_EVENTS};
use protocol::{Entry, Event, MemberId, ServerFrame, Stream};

use super::frame::{Frame, encode};

/// A stream of a room; the order is the order in which the frames of one entry are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Key {
    Table,
    Team(Side),
    Stand,
    Me(MemberId),
}

/// All streams of a room.
#[derive(Debug, Default)]
pub(super) struct Rings {
    heads: BTreeMap<Key, u32>,
    rings: BTreeMap<Key, Ring>,
}

#[derive(Debug, Default)]
struct Ring {
    kept: VecDeque<Kept>,
    events: usize,
    bytes: usize,
}

#[derive(Debug)]
struct Kept {
    first: u32,
    last: u32,
    frame: Frame,
}

impl Key {
    /// How readers call it.
    pub(super) const fn stream(self) -> Stream {
        match self {
            Self::Table => Stream::Table,
            Self::Team(side) => Stream::team(side),
            Self::Stand => Stream::Stand,
            Self::Me(_) => Stream::Me,
        }
    }

    const fn of(event: &Event) -> Option<Self> {
        match event.audience() {
            Audience::Table => Some(Self::Table),
            Audience::Team(side) => Some(Self::Team(side)),
            Audience::Me(member) => Some(Self::Me(member)),
            Audience::Stand => Some(Self::Stand),
            Audience::Log => None,
        }
    }
}

impl Rings {
    /// Count an entry that was told in an earlier life: its frames are not kept.
    pub(super) fn count(&mut self, entry: &Entry) {
        for (key, events) in by_stream(entry) {
            *self.heads.entry(key).or_default() += count(&events);
        }
    }

    /// Number and keep an entry; its frame for each stream that learns of it.
    ///
    /// All events of a stream go into one frame. Were they cut where an event of another stream
    /// stands between them, the cuts would tell of it.
    pub(super) fn take(&mut self, entry: &Entry) -> BTreeMap<Key, Frame> {
        let streams = by_stream(entry).into_iter();
        streams.map(|(key, events)| (key, self.number(key, entry.at, events))).collect()
    }

    /// The same for one stream alone.
    pub(super) fn take_only(&mut self, key: Key, entry: &Entry) -> Option<Frame> {
        let events = by_stream(entry).remove(&key)?;
        Some(self.number(key, entry.at, events))
    }

    /// Number of the last event of a stream; 0 when there is none.
    pub(super) fn head(&self, key: Key) -> u32 {
        self.heads.get(&key).copied().unwrap_or_default()
    }

    /// The frames behind event `seen`; nothing when they cannot be told without a gap.
    pub(super) fn since(&self, key: Key, seen: u32) -> Option<Vec<Frame>> {
        if seen == self.head(key) {
            return Some(Vec::new());
        }
        let ring = self.rings.get(&key)?;
        let start = ring.kept.iter().position(|kept| kept.first == seen.saturating_add(1))?;
        Some(ring.kept.range(start..).map(|kept| kept.frame.clone()).collect())
    }

    fn number(&mut self, key: Key, at: u64, events: Vec<Event>) -> Frame {
        let head = self.heads.entry(key).or_default();
        let first = *head + 1;
        *head += count(&events);
        let last = *head;
        let frame = encode(&ServerFrame::Events { s: key.stream(), n: first, t: at, e: events });
        self.rings.entry(key).or_default().keep(Kept { first, last, frame: frame.clone() });
        frame
    }
}

impl Ring {
    fn keep(&mut self, kept: Kept) {
        self.events += kept.events();
        self.bytes += kept.frame.len();
        self.kept.push_back(kept);
        while self.events > RING_EVENTS || self.bytes > RING_BYTES {
            let Some(oldest) = self.kept.pop_front() else { break };
            self.events -= oldest.events();
            self.bytes -= oldest.frame.len();
        }
    }
}

impl Kept {
    fn events(&self) -> usize {
        usize::try_from(self.last - self.first + 1).unwrap_or(usize::MAX)
    }
}

/// What everybody learns by an entry.
pub(super) fn table_events(entry: &Entry) -> impl Iterator<Item = &Event> {
    entry.events.iter().filter(|event| Key::of(event) == Some(Key::Table))
}

fn by_stream(entry: &Entry) -> BTreeMap<Key, Vec<Event>> {
    let mut streams: BTreeMap<Key, Vec<Event>> = BTreeMap::new();
    for event in &entry.events {
        if let Some(key) = Key::of(event) {
            streams.entry(key).or_default().push(event.clone());
        }
    }
    streams
}

fn count(events: &[Event]) -> u32 {
    u32::try_from(events.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use protocol::Cid;

    use super::*;

    fn said(n: usize) -> Event {
        Event::Said { by: MemberId(1), text: format!("line {n}") }
    }

    fn whispered() -> Event {
        Event::TeamSaid { side: Side::South, by: MemberId(1), text: "secret".to_owned() }
    }

    fn entry(events: Vec<Event>) -> Entry {
        Entry { v: 1, rules: 1, at: 5, by: None, cid: None, events }
    }

    #[test]
    fn what_one_audience_learns_is_no_gap_in_what_another_learns() {
        let mut quiet = Rings::default();
        let mut busy = Rings::default();
        let silent = quiet.take(&entry(vec![said(1), said(2)]));
        busy.take(&entry(vec![whispered()]));
        let loud = busy.take(&entry(vec![said(1), whispered(), said(2)]));
        assert_eq!(silent[&Key::Table], loud[&Key::Table]);
        assert_eq!((busy.head(Key::Table), busy.head(Key::Team(Side::South))), (2, 2));
        assert!(!String::from_utf8_lossy(loud[&Key::Table].as_bytes()).contains("secret"));
    }

    #[test]
    fn resuming_gives_exactly_what_is_missing_or_nothing_at_all() {
        let mut rings = Rings::default();
        rings.count(&entry(vec![said(0)]));
        for n in 1..=3 {
            rings.take(&entry(vec![said(n)]));
        }
        assert_eq!(rings.since(Key::Table, 4), Some(vec![]));
        assert_eq!(rings.since(Key::Table, 2).map(|frames| frames.len()), Some(2));
        assert_eq!(rings.since(Key::Table, 1).map(|frames| frames.len()), Some(3));
        for n in [0, 5, u32::MAX] {
            assert_eq!(rings.since(Key::Table, n), None, "{n}");
        }
        assert_eq!(rings.since(Key::Stand, 0), Some(vec![]));
    }

    #[test]
    fn rings_are_bounded_by_events_and_by_bytes() {
        let mut rings = Rings::default();
        for n in 0..RING_EVENTS + 10 {
            rings.take(&entry(vec![said(n)]));
        }
        assert_eq!(rings.since(Key::Table, 9), None);
        assert_eq!(rings.since(Key::Table, 10).map(|frames| frames.len()), Some(RING_EVENTS));
        let long = Event::Said { by: MemberId(1), text: "x".repeat(RING_BYTES / 2) };
        for _ in 0..3 {
            rings.take(&entry(vec![long.clone()]));
        }
        assert!(rings.rings[&Key::Table].bytes <= RING_BYTES);
    }

    #[test]
    fn only_the_asker_learns_that_an_order_was_done() {
        let mut rings = Rings::default();
        let done = Event::Done { member: MemberId(7), cid: Cid(uuid::Uuid::nil()) };
        let frames = rings.take(&entry(vec![done]));
        assert_eq!(frames.keys().copied().collect::<Vec<_>>(), [Key::Me(MemberId(7))]);
    }
}
