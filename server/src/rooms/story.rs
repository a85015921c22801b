//! The story of a room: what a page was told that watched from the beginning, for replays.
//!
//! It is made of the lines of the log that are past the gate of the room, and of what everybody
//! learns by them. A room need not be awake for it. People bear the names that they have now: who
//! had his name taken away has lost it in old stories as well.

use std::collections::BTreeMap;

use engine::BySide;
use protocol::event::Audience;
use protocol::http::glance::Glance;
use protocol::http::record::RulesSince;
use protocol::http::story::Story;
use protocol::settings::SIDES;
use protocol::view::TableView;
use protocol::{Entry, Event, MemberId, RoomId, ServerFrame, Snapshot, Stream, UserId};

use super::gate::Gate;
use super::rings::table_events;
use crate::record::Told;
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

/// The whole story that a log tells at a moment, for a record of it.
#[must_use]
pub fn told(entries: &[Entry], now: u64) -> Option<Told> {
    let (opening, rest) = through(entries, now)?.split_first()?;
    let names = names(rest);
    let mut told = table_events(opening).count();
    let mut frames = vec![whole(opening, told, &names)?];
    let mut rules = vec![RulesSince { n: 1, version: opening.rules }];
    for entry in rest {
        let line: Vec<Event> = table_events(entry).map(|event| named(event, &names)).collect();
        let n = u32::try_from(told + 1).unwrap_or(u32::MAX);
        told += line.len();
        if line.is_empty() {
            continue;
        }
        if rules.last().is_none_or(|since| since.version != entry.rules) {
            rules.push(RulesSince { n, version: entry.rules });
        }
        frames.push(ServerFrame::Events { s: Stream::Table, n, t: entry.at, e: line });
    }
    Some(Told { frames, rules })
}

/// What the sides of a person were told among themselves while he sat with them, for a record that is
/// his alone. A line by which he sat down or stood up is left out: what of it he was told is not in it.
pub(super) fn own(entries: &[Entry], user: UserId) -> Vec<ServerFrame> {
    let mut member = None;
    let (mut sits, mut heads): (BySide<bool>, BySide<u32>) = Default::default();
    let mut frames = Vec::new();
    for entry in entries {
        let before = sits;
        let mut lines: BySide<Vec<Event>> = BySide::default();
        for event in &entry.events {
            if let Audience::Team(side) = event.audience() {
                lines[side].push(event.clone());
            }
            sit(event, user, &mut member, &mut sits);
        }
        for side in SIDES {
            let events = std::mem::take(&mut lines[side]);
            let n = heads[side].saturating_add(1);
            heads[side] = heads[side].saturating_add(u32::try_from(events.len()).unwrap_or(u32::MAX));
            if before[side] && sits[side] && !events.is_empty() {
                frames.push(ServerFrame::Events { s: Stream::team(side), n, t: entry.at, e: events });
            }
        }
    }
    frames
}

#[expect(clippy::wildcard_enum_match_arm, reason = "no other kind tells who sits where")]
fn sit(event: &Event, user: UserId, member: &mut Option<MemberId>, sits: &mut BySide<bool>) {
    match event {
        Event::Identified { member: known, user: who } if *who == user => *member = Some(*known),
        Event::Seated { member: who, side } if Some(*who) == *member => sits[*side] = true,
        Event::Unseated { member: who, side } if Some(*who) == *member => sits[*side] = false,
        _ => {}
    }
}

/// The table after so many of its events, or as it is now; never beyond the gate. With it whether there
/// were so many: what is told of them does not change any more, but for names.
pub(super) fn sight(entries: &[Entry], events: Option<u32>, now: u64) -> Option<(TableView, bool)> {
    let (opening, rest) = through(entries, now)?.split_first()?;
    let names = names(rest);
    let mut room = Room::default();
    room.apply_entry(opening);
    let mut told = u32::try_from(table_events(opening).count()).unwrap_or(u32::MAX);
    'told: for entry in rest {
        for event in &entry.events {
            let public = event.audience() == Audience::Table;
            if public && events.is_some_and(|most| told >= most) {
                break 'told;
            }
            told += u32::from(public);
            room.apply(entry.at, event);
        }
    }
    let mut view = view::table(&room)?;
    rename(&mut view, &names);
    Some((view, events.is_some_and(|wanted| wanted <= told)))
}

/// The board at a moment for the first look of a person, or of somebody new: of the present for who sits
/// there, of what is past the gate for others; nothing before there is a game.
pub(super) fn glance(entries: &[Entry], user: Option<UserId>, now: u64) -> Option<Glance> {
    let seats = user.map(|user| view::role(&Room::fold(entries), user).seats).unwrap_or_default();
    let seen = if seats.is_empty() { through(entries, now)? } else { entries };
    view::glance(&Room::fold(seen), &seats)
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
    rename(&mut view, names);
    Some(ServerFrame::Snap(Snapshot::Table { as_of: u32::try_from(told).ok()?, view }))
}

fn rename(view: &mut TableView, names: &BTreeMap<MemberId, String>) {
    for member in &mut view.members {
        if let Some(last) = names.get(&member.id) {
            member.name.clone_from(last);
        }
    }
}

/// The last name of everybody who had more than one.
fn names(entries: &[Entry]) -> BTreeMap<MemberId, String> {
    let mut names = BTreeMap::new();
    for event in entries.iter().flat_map(|entry| &entry.events) {
        if let Event::Renamed { member, name } = event {
            names.insert(*member, name.clone());
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
