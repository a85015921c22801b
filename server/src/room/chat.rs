//! What people say. Players speak to their team and to all; spectators to the stand and to all.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::{BySide, Side};
use protocol::command::Hearers;
use protocol::event::Event;
use protocol::limits::{CHAT_KEPT, LARGE_FROM, SLOW_CHAT_MS, TEAM_CHAT_KEPT};
use protocol::view::ChatLine;
use protocol::{MemberId, Refusal};

use super::order::Caller;
use super::sketch::Sketch;
use super::{moderation, roster};
use crate::names;

/// The last lines of every circle of hearers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Chats {
    pub(super) all: Lines,
    pub(super) team: BySide<Lines>,
    pub(super) stand: Lines,
}

/// The last lines of one circle.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lines(Arc<VecDeque<ChatLine>>);

/// Say a line. Whoever speaks becomes known.
pub(super) fn say(sketch: &mut Sketch, by: &Caller, to: Hearers, text: &str) -> Result<(), Refusal> {
    let text = names::clean_line(text).map_err(|why| Refusal::TextRefused { why })?;
    let known = roster::asker(sketch, by);
    if let Some(member) = known {
        moderation::refuse_muted(&sketch.room, member)?;
    }
    let sides = known.map(|member| sketch.room.roster.sides_of(member)).unwrap_or_default();
    match to {
        Hearers::Team => {
            let member = known.ok_or(Refusal::NotSeated)?;
            let side = side_spoken_for(sketch, &sides).ok_or(Refusal::NotSeated)?;
            refuse_haste(sketch, side, member)?;
            sketch.emit(Event::TeamSaid { side, by: member, text });
        }
        Hearers::All => {
            let member = roster::join(sketch, by, None)?;
            sketch.emit(Event::Said { by: member, text });
        }
        Hearers::Stand if sides.is_empty() => {
            let member = roster::join(sketch, by, None)?;
            let name = is_behind(sketch).then(|| name_of(sketch, member)).flatten();
            sketch.emit(Event::StandSaid { by: member, text, name });
        }
        Hearers::Stand => return Err(Refusal::ForbiddenRole),
    }
    Ok(())
}

/// Whether those who watch learn late of who is here: what they say to each other they read at once.
fn is_behind(sketch: &Sketch) -> bool {
    let stand = sketch.room.agreed.as_ref().map(|agreed| agreed.settings.stand);
    stand.is_some_and(|stand| stand.delay_ms > 0 || stand.delay_plies > 0)
}

fn name_of(sketch: &Sketch, member: MemberId) -> Option<String> {
    sketch.room.roster.get(member).map(|member| member.name.clone())
}

/// In a large side everybody waits for a while between two lines, so that they can be read. The
/// lines that are kept are more than a side may say in that time.
fn refuse_haste(sketch: &Sketch, side: Side, member: MemberId) -> Result<(), Refusal> {
    if sketch.room.roster.count(side) < LARGE_FROM {
        return Ok(());
    }
    let last = sketch.room.chats.team[side].0.iter().rev().find(|line| line.by == member);
    let wait = last.map_or(0, |line| (line.at + SLOW_CHAT_MS).saturating_sub(sketch.at));
    match u32::try_from(wait) {
        Ok(0) => Ok(()),
        Ok(wait_ms) => Err(Refusal::RateLimited { wait_ms }),
        Err(_) => Err(Refusal::RateLimited { wait_ms: u32::MAX }),
    }
}

/// The side that somebody acts for. Who holds both acts for the one to move.
pub(super) fn side_spoken_for(sketch: &Sketch, sides: &[Side]) -> Option<Side> {
    let to_move = sketch.room.game.as_ref().and_then(|game| game.turn.as_ref()).map(|turn| turn.side);
    to_move.filter(|side| sides.contains(side)).or_else(|| sides.first().copied())
}

impl Lines {
    pub(super) fn to_vec(&self) -> Vec<ChatLine> {
        self.0.iter().cloned().collect()
    }

    fn add(&mut self, line: ChatLine, keep: usize) {
        let lines = Arc::make_mut(&mut self.0);
        if lines.len() >= keep {
            lines.pop_front();
        }
        lines.push_back(line);
    }
}

impl Chats {
    pub(super) fn said(&mut self, at: u64, by: MemberId, text: &str) {
        self.all.add(line(at, by, text), CHAT_KEPT);
    }

    pub(super) fn team_said(&mut self, at: u64, side: Side, by: MemberId, text: &str) {
        self.team[side].add(line(at, by, text), TEAM_CHAT_KEPT);
    }

    pub(super) fn stand_said(&mut self, at: u64, by: MemberId, text: &str, name: Option<&str>) {
        let line = ChatLine { name: name.map(str::to_owned), ..line(at, by, text) };
        self.stand.add(line, CHAT_KEPT);
    }
}

fn line(at: u64, by: MemberId, text: &str) -> ChatLine {
    ChatLine { by, at, text: text.to_owned(), name: None }
}
