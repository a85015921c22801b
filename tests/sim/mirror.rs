//! What is true: the room as its log tells it, line by line as it is written. Everything that
//! anybody is told is held against it.

use std::collections::{BTreeMap, BTreeSet};

use engine::Side;
use protocol::event::Audience;
use protocol::settings::SIDES;
use protocol::view::{BallotView, GameView};
use protocol::{Cid, Entry, Event, MemberId, Snapshot, Stream, UserId};
use server::betting::rules::Rules;
use server::room::{Around, Ask, Caller, Order, Room, view};

use crate::watch::Watch;

/// In every line that only one side may read.
pub(crate) const SECRET: &str = "between us";

/// A stream as one reader knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Key {
    Table,
    Team(Side),
    Stand,
    Me(MemberId),
}

/// One event of a stream.
struct Told {
    entry: usize,
    at: u64,
    event: Event,
}

/// The truth.
pub(crate) struct Mirror {
    pub(crate) room: Room,
    entries: usize,
    streams: BTreeMap<Key, Vec<Told>>,
    /// From which entry on, and up to before which, somebody sat on a side.
    sat: BTreeMap<(UserId, Side), Vec<(usize, usize)>>,
    done: BTreeSet<Cid>,
    watch: Watch,
    progress: Progress,
}

/// What moves a story on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Progress {
    pub(crate) plies: usize,
    games: usize,
    pub(crate) ended: usize,
    /// People who sat down or got ready, while nothing is played.
    ready: usize,
}

/// What the server says of itself. Who has a stake the books are asked for in the end.
fn around() -> Around {
    let rules = Rules::default();
    Around { betting: rules.mode, stale_ms: rules.market_max_age_ms, ..Around::default() }
}

impl Mirror {
    pub(crate) fn new() -> Self {
        Self {
            room: Room::default(),
            entries: 0,
            streams: BTreeMap::new(),
            sat: BTreeMap::new(),
            done: BTreeSet::new(),
            watch: Watch::default(),
            progress: Progress::default(),
        }
    }

    /// A line was written.
    pub(crate) fn take(&mut self, entry: &Entry) {
        let before = self.room.clone();
        self.room.apply_entry(entry);
        self.entries += 1;
        // The rules of a step look only at its moment, which is that of the line.
        let order = Order {
            at: entry.at,
            entropy: 0,
            by: Caller::Server,
            cid: None,
            seen: None,
            around: around(),
            ask: Ask::Tick,
        };
        self.watch.entry(&before, &self.room, entry, &order);
        for event in &entry.events {
            self.number(entry, event);
            self.sit(event);
            self.progress.count(event);
            if let Event::Done { cid, .. } = event {
                assert!(self.done.insert(*cid), "P4: an order was carried out twice: {cid:?}");
            }
        }
    }

    /// Whether an order is in the log.
    pub(crate) fn is_done(&self, cid: Cid) -> bool {
        self.done.contains(&cid)
    }

    pub(crate) const fn done(&self) -> &BTreeSet<Cid> {
        &self.done
    }

    pub(crate) const fn progress(&self) -> Progress {
        self.progress
    }

    pub(crate) fn game(&self) -> Option<GameView> {
        view::table(&self.room)?.game
    }

    /// Whether a game was played and none is.
    pub(crate) fn game_is_over(&self) -> bool {
        self.game().is_some_and(|game| game.result.is_some())
    }

    pub(crate) fn has_open_ballot(&self) -> bool {
        self.open_ballot().is_some()
    }

    /// The ballot in which votes are taken now.
    pub(crate) fn open_ballot(&self) -> Option<BallotView> {
        let teams = SIDES.into_iter().filter_map(|side| view::team(&self.room, side).ballot);
        teams.into_iter().find(|ballot| ballot.hand_until.is_none())
    }

    pub(crate) const fn entries(&self) -> usize {
        self.entries
    }

    /// The stream that a reader means.
    pub(crate) fn key(&self, stream: Stream, user: UserId) -> Key {
        match stream {
            Stream::Table => Key::Table,
            Stream::South => Key::Team(Side::South),
            Stream::North => Key::Team(Side::North),
            Stream::Stand => Key::Stand,
            Stream::Me => Key::Me(self.room.member_of(user).unwrap_or(MemberId(0))),
        }
    }

    /// R3: what is told is written, in this stream, under this number, at this moment.
    pub(crate) fn must_have(&self, key: Key, first: u32, at: u64, events: &[Event]) {
        let start = usize::try_from(first).unwrap().checked_sub(1).expect("numbers begin with 1");
        let kept = self.streams.get(&key).map(Vec::as_slice).unwrap_or_default();
        for (number, event) in (start..).zip(events) {
            let told = kept.get(number);
            let told =
                told.unwrap_or_else(|| panic!("{key:?} {}: told and not written: {event:?}", number + 1));
            assert_eq!(
                (told.at, &told.event),
                (at, event),
                "{key:?} {}: told otherwise than written",
                number + 1
            );
        }
    }

    /// P19: whoever is told what a side has for itself sits there when it happens.
    pub(crate) fn may_hear(&self, user: UserId, key: Key, first: u32, count: usize) {
        let Key::Team(side) = key else { return };
        let start = usize::try_from(first).unwrap() - 1;
        for told in &self.streams[&key][start..start + count] {
            let sits = self.seats(user, side).iter().any(|(from, to)| (*from..*to).contains(&told.entry));
            assert!(sits, "P19: {user:?} does not sit on {side} and learns of {:?}", told.event);
        }
    }

    /// The same for whole streams: not from the future, and of a side only for those who sat there
    /// when it stood so.
    pub(crate) fn may_see(&self, user: UserId, snapshot: &Snapshot) {
        let (key, as_of) = match snapshot {
            Snapshot::Table { as_of, .. } => (Key::Table, *as_of),
            Snapshot::Team { side, as_of, .. } => (Key::Team(*side), *as_of),
            Snapshot::Me { as_of, .. } => (self.key(Stream::Me, user), *as_of),
            Snapshot::Stand { as_of, .. } => (Key::Stand, *as_of),
        };
        let kept = self.streams.get(&key).map(Vec::as_slice).unwrap_or_default();
        let as_of = usize::try_from(as_of).unwrap();
        assert!(as_of <= kept.len(), "{key:?}: a snapshot of {as_of} where {} are written", kept.len());
        if let Key::Team(side) = key {
            let since = as_of.checked_sub(1).map_or(0, |last| kept[last].entry);
            let sits = self.seats(user, side).iter().any(|(_, to)| *to > since);
            assert!(sits, "P19: {user:?} never sat on {side} when it stood so");
        }
    }

    fn seats(&self, user: UserId, side: Side) -> &[(usize, usize)] {
        self.sat.get(&(user, side)).map(Vec::as_slice).unwrap_or_default()
    }

    fn number(&mut self, entry: &Entry, event: &Event) {
        let key = match event.audience() {
            Audience::Table => Key::Table,
            Audience::Team(side) => Key::Team(side),
            Audience::Me(member) => Key::Me(member),
            Audience::Stand => Key::Stand,
            Audience::Log => return,
        };
        let told = Told { entry: self.entries, at: entry.at, event: event.clone() };
        self.streams.entry(key).or_default().push(told);
    }

    /// Who sits where after the entry: who stands up in it learns nothing of it any more.
    fn sit(&mut self, event: &Event) {
        match event {
            Event::Seated { member, side } => {
                if let Some(user) = self.room.user_of(*member) {
                    self.sat.entry((user, *side)).or_default().push((self.entries, usize::MAX));
                }
            }
            Event::Unseated { member, side } => {
                let user = self.room.user_of(*member).unwrap();
                let last = self.sat.get_mut(&(user, *side)).and_then(|all| all.last_mut());
                last.expect("who stands up sat").1 = self.entries;
            }
            _ => {}
        }
    }
}

impl Progress {
    const fn count(&mut self, event: &Event) {
        match event {
            Event::Stood { .. } => self.plies += 1,
            Event::GameBegan { .. } => self.games += 1,
            Event::GameEnded { .. } => self.ended += 1,
            Event::Seated { .. } | Event::ReadySet { on: true, .. } => self.ready += 1,
            _ => {}
        }
    }
}
