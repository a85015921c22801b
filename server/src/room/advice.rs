//! Voices of those who watch: cheers, and advice to a side that listens (`docs/room.md` 18).

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Side;
use protocol::event::Event;
use protocol::limits::ADVICE_KEPT;
use protocol::refusal::{IllegalReason, Refusal, TextProblem};
use protocol::view::AdviceRow;
use protocol::{MemberId, UserId};

use super::order::Caller;
use super::settings::Agreed;
use super::sketch::Sketch;
use super::{Room, moderation, roster, turn};
use crate::names;

/// What one side hears from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Advice {
    /// Whether the side listens.
    pub(super) open: bool,
    /// Members from whom it hears nothing more.
    pub(super) unheard: Vec<MemberId>,
    rows: Arc<Vec<AdviceRow>>,
    /// The newest ply of the game on which each member has advised it.
    last: Arc<BTreeMap<MemberId, u16>>,
}

// ---- commands --------------------------------------------------------------------------------

/// Whether somebody may cheer for a side. Nothing is logged of it: the shell counts.
pub(super) fn cheer(room: &Room, user: UserId) -> Result<(), Refusal> {
    if !room.agreed().is_some_and(|agreed| agreed.settings.stand.cheers) {
        return Err(Refusal::ForbiddenRole);
    }
    room.member_of(user).map_or(Ok(()), |member| refuse_voice(room, member))
}

/// Listen to those who watch, or no longer.
pub(super) fn open_ears(
    sketch: &mut Sketch,
    agreed: &Agreed,
    member: MemberId,
    on: bool,
) -> Result<(), Refusal> {
    refuse_deaf(agreed)?;
    for side in sketch.room.roster.sides_of(member) {
        if sketch.room.advice[side].open != on {
            sketch.emit(Event::EarsOpened { side, by: member, on });
        }
    }
    Ok(())
}

/// Advise a side that listens. Whoever does so becomes known.
pub(super) fn give(
    sketch: &mut Sketch,
    agreed: &Agreed,
    by: &Caller,
    side: Side,
    pit: Option<u8>,
    text: &str,
) -> Result<(), Refusal> {
    refuse_deaf(agreed)?;
    let text = names::clean_advice(text).map_err(|why| Refusal::TextRefused { why })?;
    let known = roster::asker(sketch, by);
    if let Some(member) = known {
        refuse_voice(&sketch.room, member)?;
    }
    let (game, turn) = turn::current(&sketch.room)?;
    let (number, ply) = (game.number, turn.ply);
    if pit.is_some_and(|pit| pit == 0 || pit > game.board.position().pits_per_row()) {
        return Err(Refusal::IllegalMove { why: IllegalReason::NoSuchPit });
    }
    if pit.is_none() && text.is_empty() {
        return Err(Refusal::TextRefused { why: TextProblem::Empty });
    }
    let advice = &sketch.room.advice[side];
    let heard = known
        .is_none_or(|member| !advice.unheard.contains(&member) && advice.last.get(&member) != Some(&ply));
    if !advice.open || !heard {
        return Err(Refusal::NotHeard);
    }
    let by = roster::join(sketch, by, None)?;
    sketch.emit(Event::Advised { side, game: number, ply, by, pit, text });
    Ok(())
}

/// Hear nothing more from one who advises, or hear him again.
pub(super) fn mute(
    sketch: &mut Sketch,
    agreed: &Agreed,
    member: MemberId,
    whom: MemberId,
    on: bool,
) -> Result<(), Refusal> {
    refuse_deaf(agreed)?;
    let known = sketch.room.roster.get(whom).filter(|_| !sketch.room.roster.is_bot(whom));
    known.ok_or(Refusal::NoSuchMember)?;
    for side in sketch.room.roster.sides_of(member) {
        if sketch.room.advice[side].unheard.contains(&whom) != on {
            sketch.emit(Event::AdviceMuted { side, member: whom, on });
        }
    }
    Ok(())
}

/// Where no side may listen.
fn refuse_deaf(agreed: &Agreed) -> Result<(), Refusal> {
    let settings = &agreed.settings;
    if settings.stand.advice && !settings.rated { Ok(()) } else { Err(Refusal::NotHeard) }
}

/// A voice from outside is that of somebody who has no seat, and may speak.
fn refuse_voice(room: &Room, member: MemberId) -> Result<(), Refusal> {
    if !room.roster.sides_of(member).is_empty() {
        return Err(Refusal::ForbiddenRole);
    }
    moderation::refuse_muted(room, member)
}

// ---- applying --------------------------------------------------------------------------------

impl Advice {
    pub(super) fn rows(&self) -> Vec<AdviceRow> {
        self.rows.to_vec()
    }

    pub(super) fn add(&mut self, row: AdviceRow) {
        Arc::make_mut(&mut self.last).insert(row.by, row.ply);
        let rows = Arc::make_mut(&mut self.rows);
        if rows.len() >= ADVICE_KEPT {
            rows.remove(0);
        }
        rows.push(row);
    }

    /// A new game has plies of its own.
    pub(super) fn game_began(&mut self) {
        self.last = Arc::default();
    }
}

#[cfg(test)]
mod tests {
    use engine::BySide;

    use super::*;

    #[test]
    fn a_side_keeps_the_newest_pieces_of_advice() {
        let mut advice: BySide<Advice> = BySide::default();
        let row = |ply| AdviceRow { game: 1, ply, by: MemberId(1), at: 0, pit: Some(1), text: String::new() };
        for ply in 1..=60 {
            advice[Side::South].add(row(ply));
        }
        let plies: Vec<u16> = advice[Side::South].rows().iter().map(|row| row.ply).collect();
        assert_eq!(plies, (11..=60).collect::<Vec<_>>());
        assert!(advice[Side::North].rows().is_empty());
    }
}
