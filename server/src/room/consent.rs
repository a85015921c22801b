//! The consent window of a tried move: it is withdrawn when enough of the others object, and
//! stands when they cannot any more, or when the window ends (`docs/room.md` 5 and 6).

use protocol::event::{Event, Stance, WithdrawReason};

use super::ballot::small;
use super::sketch::Sketch;
use super::tried::{self, Counts, Tried};
use super::turn::Turn;
use super::{Room, lay, telling, thresholds};

/// Milliseconds that a tried move lies on the board at least, unless it is taken back.
const LOOK_MS: u64 = 1_000;

/// The stances as they count now.
struct Stances {
    objections: usize,
    approvals: usize,
    others: usize,
}

impl Stances {
    fn of(room: &Room, turn: &Turn, tried: &Tried) -> Self {
        let mut stances = Self { objections: 0, approvals: 0, others: 0 };
        for member in tried.others(room, turn.side) {
            stances.others += 1;
            match tried.stance(member) {
                Stance::Object => stances.objections += 1,
                Stance::Approve => stances.approvals += 1,
                Stance::Undecided => {}
            }
        }
        stances
    }

    const fn need(&self) -> usize {
        thresholds::withdraw(self.others)
    }

    /// Enough object.
    const fn is_refused(&self) -> bool {
        self.others > 0 && self.objections >= self.need()
    }

    /// Those who have not approved are too few to withdraw it.
    const fn is_accepted(&self) -> bool {
        self.others == 0 || self.others - self.approvals < self.need()
    }

    fn counts(&self) -> Counts {
        Counts {
            objections: small(self.objections),
            approvals: small(self.approvals),
            need: small(self.need()),
        }
    }
}

/// Act on the counts, and tell them if they changed: in a large side not more often than its other
/// news, but always before what they lead to.
pub(super) fn count(sketch: &mut Sketch) {
    tell_when_due(sketch);
    let Some((tried, stances)) = look(&sketch.room) else { return };
    if stances.is_refused() {
        tried::withdraw(sketch, WithdrawReason::Team);
    } else if stances.is_accepted() && sketch.at >= tried.laid + LOOK_MS {
        lay::stand_tried(sketch);
    }
}

/// Tell the counts if they changed.
pub(super) fn tell(sketch: &mut Sketch) {
    let Some((tried, stances)) = look(&sketch.room) else { return };
    let counts = stances.counts();
    if tried.told != Some(counts) {
        let Counts { objections, approvals, need } = counts;
        sketch.emit(Event::ConsentCounted { objections, approvals, need });
    }
}

/// Tell the counts if they changed and it is time to.
pub(super) fn tell_when_due(sketch: &mut Sketch) {
    if telling_due(&sketch.room).is_some_and(|due| due <= sketch.at) {
        tell(sketch);
    }
}

/// When counts that changed are to be told.
pub(super) fn telling_due(room: &Room) -> Option<u64> {
    let (tried, stances) = look(room)?;
    let side = room.game.as_ref()?.turn.as_ref()?.side;
    match tried.told {
        Some(told) if told == stances.counts() => None,
        Some(_) => Some(tried.counts_told_at + telling::interval(room, side)),
        None => Some(tried.laid),
    }
}

/// When the tried move stands early, with the stances as they are.
pub(super) fn early_due(room: &Room) -> Option<u64> {
    let (tried, stances) = look(room)?;
    stances.is_accepted().then(|| tried.laid + LOOK_MS)
}

fn look(room: &Room) -> Option<(&Tried, Stances)> {
    let turn = room.game.as_ref()?.turn.as_ref()?;
    let tried = turn.tried.as_ref()?;
    Some((tried, Stances::of(room, turn, tried)))
}
