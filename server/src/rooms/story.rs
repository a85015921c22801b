//! The story of a room: what a page was told that watched from the beginning, for replays.
//!
//! It is made of the lines of the log that are past the gate of the room, and of what everybody
//! learns by them. A room need not be awake for it. People bear the names that they have now: who
//! had his name taken away has lost it in old stories as well.

use std::collections::BTreeMap;

use protocol::http::story::Story;
use protocol::{Entry, Event, MemberId, RoomId, ServerFrame, Snapshot, Stream};

use super::gate::Gate;
use super::rings::table_events;
use crate::room::{Room, view};

/// Events of one part.
const PART_EVENTS: usize = 5_000;
/// Laps of the moves of one part: they are what is long.
const PART_LAPS: usize = 50_000;

/// A part of the story that a log tells at a moment, behind its first `from` events; nothing when
/// the log tells of no room.
pub(super) fn part(id: &RoomId, entries: &[Entry], from: u32, now: u64) -> Option<Story> {
    let (opening, rest) = through(entries, now)?.split_first()?;
    let names = names(rest);
    let mut told = table_events(opening).count();
    let mut frames = Vec::new();
    if from == 0 {
        frames.push(whole(opening, told, &names)?);
    }
    let (mut events, mut laps) = (0, 0);
    for entry in rest {
        let line: Vec<Event> = table_events(entry).map(|event| named(event, &names)).collect();
        let first = told + 1;
        told += line.len();
        if line.is_empty() || told <= usize::try_from(from).unwrap_or(usize::MAX) {
            continue;
        }
        (events, laps) = (events + line.len(), laps + line.iter().map(laps_of).sum::<usize>());
        if !frames.is_empty() && (events > PART_EVENTS || laps > PART_LAPS) {
            let next = u32::try_from(first - 1).ok();
            return Some(Story { room: id.clone(), frames, next });
        }
        let n = u32::try_from(first).unwrap_or(u32::MAX);
        frames.push(ServerFrame::Events { s: Stream::Table, n, t: entry.at, e: line });
    }
    Some(Story { room: id.clone(), frames, next: None })
}

/// The lines that are past the gate.
fn through(entries: &[Entry], now: u64) -> Option<&[Entry]> {
    let mut room = Room::default();
    room.apply_entry(entries.first()?);
    let gate = Gate::of(&room.agreed()?.settings.stand);
    let passed = gate.map_or(entries.len(), |gate| gate.passed(entries, now));
    entries.get(..passed)
}

/// The table as it was opened.
fn whole(opening: &Entry, told: usize, names: &BTreeMap<MemberId, String>) -> Option<ServerFrame> {
    let mut room = Room::default();
    room.apply_entry(opening);
    let mut view = Box::new(view::table(&room)?);
    for member in &mut view.members {
        if let Some(last) = names.get(&member.id) {
            member.name.clone_from(last);
        }
    }
    Some(ServerFrame::Snap(Snapshot::Table { as_of: u32::try_from(told).ok()?, view }))
}

/// The last name of everybody who had more than one.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other kind gives a name")]
fn names(entries: &[Entry]) -> BTreeMap<MemberId, String> {
    let mut names = BTreeMap::new();
    for event in entries.iter().flat_map(|entry| &entry.events) {
        match event {
            Event::Renamed { member, name } => drop(names.insert(*member, name.clone())),
            _ => {}
        }
    }
    names
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other kind bears a name")]
fn named(event: &Event, names: &BTreeMap<MemberId, String>) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Joined { member, name, .. } | Event::Renamed { member, name } => {
            if let Some(last) = names.get(member) {
                name.clone_from(last);
            }
        }
        _ => {}
    }
    event
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other kind tells of a move")]
fn laps_of(event: &Event) -> usize {
    match event {
        Event::Laid { trace, .. } | Event::Stood { trace, .. } => trace.laps.len(),
        _ => 0,
    }
}
