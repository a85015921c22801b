//! The log as it is on disk, held against what people were told and answered.
//!
//! The log is the truth: whatever anybody was told must be in it under the same number, whatever
//! was acknowledged must be in it once, and folding it must give what people see.

mod sound;

use std::collections::BTreeMap;
use std::path::Path;

use engine::{BySide, Side};
use protocol::event::Audience;
use protocol::message::{Answer, Stream};
use protocol::view::TeamView;
use protocol::{Cid, Command, Entry, Event, MemberId, Retry, RoomId};
use server::room::{Room, view};
use server::store::Store;
use server::store::sqlite::Sqlite;
use tokio::time::Instant;

pub use sound::Soundness;

use crate::fold::{Seen, quiet_table};
use crate::tab::{Outcome, Tab, Told};
use crate::table::same;

/// The logs of all rooms of a world.
#[derive(Debug)]
pub struct Chronicle {
    stories: BTreeMap<RoomId, Story>,
    /// When they were read. A room may go on meanwhile, and what is told since is not in them.
    read: Instant,
}

/// The log of one room.
#[derive(Debug)]
pub struct Story {
    /// Its entries.
    pub entries: Vec<Entry>,
    numbered: BTreeMap<(Circle, u32), Told>,
    done: BTreeMap<(MemberId, Cid), Vec<usize>>,
}

/// Whose stream: that of a member has numbers of its own.
type Circle = (Stream, Option<MemberId>);

/// What a comparison covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Orders that were acknowledged and are in the log once.
    pub acknowledged: u32,
    /// Orders without an answer that are in the log all the same.
    pub unanswered_done: u32,
    /// Orders that were refused and are not in the log.
    pub refused: u32,
    /// Events that were told and are in the log under the same number.
    pub told: u32,
    /// Times that an order was sent again.
    pub resent: u32,
    /// Orders that were sent again although they had been carried out: their answer was lost.
    pub answer_lost: u32,
}

impl Compared {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            acknowledged: self.acknowledged + other.acknowledged,
            unanswered_done: self.unanswered_done + other.unanswered_done,
            refused: self.refused + other.refused,
            told: self.told + other.told,
            resent: self.resent + other.resent,
            answer_lost: self.answer_lost + other.answer_lost,
        }
    }
}

impl Chronicle {
    /// Read all logs of a data directory; a server may be using it.
    pub async fn read(data: &Path) -> Self {
        let read = Instant::now();
        let store = Sqlite::look(data).await.expect("the log can be looked at");
        let mut stories = BTreeMap::new();
        for room in store.all_rooms().await.expect("the rooms are listed") {
            let log = store.log(&room).await.expect("the log is whole").expect("the room has a log");
            stories.insert(room, Story::new(log.entries));
        }
        Self { stories, read }
    }

    /// How many rooms there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.stories.len()
    }

    /// The log of a room.
    #[must_use]
    pub fn of(&self, room: &RoomId) -> &Story {
        &self.stories[room]
    }

    /// Hold the log against what a page was told and answered before it was read.
    #[must_use]
    pub fn agrees_with(&self, tab: &Tab) -> Compared {
        let story = self.of(tab.room());
        let member = tab.look(|state| state.seen.role.as_ref().and_then(|role| role.member));
        let mut compared = Compared::default();
        tab.look(|state| {
            let since = |key: &(Stream, u32)| state.told_at[key] > self.read;
            for ((stream, number), told) in state.told.iter().filter(|(key, _)| !since(key)) {
                let circle = (*stream, if *stream == Stream::Me { member } else { None });
                let logged = story.numbered.get(&(circle, *number));
                assert_eq!(logged, Some(told), "{} was told {stream:?} {number}", tab.name());
                compared.told += 1;
            }
        });
        let since = |order: &Outcome| order.acknowledged.is_some_and(|when| when > self.read);
        let orders = tab.look(crate::State::orders).into_iter();
        for order in orders.filter(|order| is_logged(order) && !since(order)) {
            let places = member.and_then(|member| story.done.get(&(member, order.cid)));
            let times = places.map_or(0, Vec::len);
            assert!(times <= 1, "{} was carried out {times} times: {order:?}", tab.name());
            compared.resent += order.sent - 1;
            let done = member.and_then(|member| story.done_number(member, order.cid));
            compared.answer_lost += u32::from(done.is_some_and(|done| order.again_at >= Some(done)));
            match (&order.answer, order.acknowledged.is_some(), times) {
                (_, true, 1) => compared.acknowledged += 1,
                (_, true, _) => panic!("acknowledged to {} and lost: {order:?}", tab.name()),
                // "The same again, later" says nothing of what came of it before.
                (None | Some(Answer::Err { retry: Retry::Same, .. }), false, _) => {
                    compared.unanswered_done += u32::from(times == 1);
                }
                (Some(_), false, 0) => compared.refused += 1,
                (Some(_), false, _) => panic!("refused to {} and carried out: {order:?}", tab.name()),
            }
        }
        compared
    }

    /// An order that was answered before another one was sent comes before it in the log.
    pub fn is_in_real_time<'t>(&self, room: &RoomId, tabs: impl IntoIterator<Item = &'t Tab>) {
        let story = self.of(room);
        let mut placed = BTreeMap::new();
        for tab in tabs {
            let Some(member) = tab.look(|state| state.seen.role.as_ref().and_then(|role| role.member)) else {
                continue;
            };
            for order in tab.look(crate::State::orders) {
                if let Some(places) = story.done.get(&(member, order.cid)) {
                    placed.insert(places[0], order);
                }
            }
        }
        let mut earliest_answer_behind = None;
        for (place, order) in placed.iter().rev() {
            assert!(
                earliest_answer_behind.is_none_or(|answer| answer >= order.asked),
                "entry {place} was asked for after a later entry was answered: {order:?}"
            );
            let answers = earliest_answer_behind.into_iter().chain(order.acknowledged);
            earliest_answer_behind = answers.min();
        }
    }
}

impl Story {
    fn new(entries: Vec<Entry>) -> Self {
        let (mut numbered, mut done) = (BTreeMap::new(), BTreeMap::<_, Vec<usize>>::new());
        let mut heads = BTreeMap::<Circle, u32>::new();
        for (place, entry) in entries.iter().enumerate() {
            if let (Some(member), Some(cid)) = (entry.by, entry.cid) {
                done.entry((member, cid)).or_default().push(place);
            }
            for event in &entry.events {
                let circle = match event.audience() {
                    Audience::Table => (Stream::Table, None),
                    Audience::Team(side) => (Stream::team(side), None),
                    Audience::Me(member) => (Stream::Me, Some(member)),
                    Audience::Stand => (Stream::Stand, None),
                    Audience::Log => continue,
                };
                let head = heads.entry(circle).or_default();
                *head += 1;
                numbered.insert((circle, *head), Told { at: entry.at, event: event.clone() });
            }
        }
        Self { entries, numbered, done }
    }

    /// Number of the event of a member's own stream that tells of an order.
    fn done_number(&self, member: MemberId, cid: Cid) -> Option<u32> {
        let own = (Stream::Me, Some(member));
        let mut told = self.numbered.range((own, 0)..=(own, u32::MAX));
        told.find(|(_, told)| told.event == Event::Done { member, cid }).map(|((_, number), _)| *number)
    }

    /// Each of these pictures shows the table, and the sides that it shows, as they were at that
    /// number. Tells how many were compared.
    ///
    /// # Panics
    /// When one shows what never was.
    #[must_use]
    pub fn has_been(&self, pictures: &[Seen]) -> usize {
        let (mut tables, mut teams) = (BTreeMap::new(), BTreeMap::<_, Vec<TeamView>>::new());
        let mut room = Room::default();
        for entry in &self.entries {
            room.apply_entry(entry);
            let (heads, mut table) = (room.heads(), view::table(&room).expect("an opened room"));
            quiet_table(&mut table);
            tables.insert(heads.table, table);
            for side in [Side::South, Side::North] {
                teams.entry((side, heads.team[side])).or_default().push(view::team(&room, side));
            }
        }
        for seen in pictures {
            let head = seen.heads.table.expect("a picture of a table");
            same(&tables.get(&head), &seen.table.as_ref(), "a picture");
            for side in [Side::South, Side::North] {
                let Some(team) = &seen.team[side] else { continue };
                let head = seen.heads.get(Stream::team(side)).expect("a side has a number");
                let been = &teams[&(side, head)];
                if !been.contains(team) {
                    same(&been[been.len() - 1], team, "a picture of a side");
                }
            }
        }
        pictures.len()
    }

    /// The room that the log tells of is what a page shows. The page must be up to date.
    pub fn folds_to(&self, tab: &Tab) {
        let room = Room::fold(&self.entries);
        let seen = tab.picture();
        let mut table = view::table(&room).expect("an opened room");
        quiet_table(&mut table);
        same(&Some(table), &seen.table, tab.name());
        let mine = BySide::from_fn(|side: Side| seen.team[side].as_ref().map(|_| view::team(&room, side)));
        same(&mine, &seen.team, tab.name());
    }
}

/// Whether an order leaves a line in the log when it is carried out: questions do not, nor what is
/// only counted.
fn is_logged(order: &Outcome) -> bool {
    order.command.as_ref().is_some_and(|command| !matches!(command, Command::Cheer { .. }))
}
