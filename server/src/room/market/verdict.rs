//! What the end of a game is for those who bet on it (`docs/room.md` 16).

use engine::BySide;
use protocol::betting::{MarketEnd, Outcome, VoidReason};
use protocol::event::EndReason;
use protocol::settings::SIDES;

use super::state::Finished;

/// Plies that both sides must have completed before a game that ends otherwise than on the board is
/// decided.
const PLIES_EACH: u16 = 2;
/// The same before a draw that the sides made among themselves.
const DRAW_PLIES_EACH: u16 = 10;

/// How the market ends.
pub(super) fn of(finished: &Finished) -> MarketEnd {
    let Finished { at: _, reason, winner, plies } = *finished;
    let void = |why| MarketEnd::Void { why };
    let by_result = MarketEnd::Result { outcome: Outcome::of(winner) };
    let least = if winner.is_some() { PLIES_EACH } else { DRAW_PLIES_EACH };
    match reason {
        // A game that opens as it ends was decided before anybody bet.
        EndReason::Stuck
        | EndReason::Majority
        | EndReason::AllEndless
        | EndReason::Repetition
        | EndReason::NoProgress
        | EndReason::Endless => {
            if plies == BySide::both(0) {
                void(VoidReason::TooShort)
            } else {
                by_result
            }
        }
        EndReason::Resigned
        | EndReason::Flag
        | EndReason::Absent
        | EndReason::Abandoned
        | EndReason::Agreed => {
            if have_played(plies, least) {
                by_result
            } else {
                void(VoidReason::TooShort)
            }
        }
        EndReason::Aborted if have_played(plies, PLIES_EACH) => void(VoidReason::AgreedAbort),
        EndReason::Aborted => void(VoidReason::MatchAborted),
        EndReason::Expired => void(VoidReason::Abandoned),
    }
}

fn have_played(plies: BySide<u16>, least: u16) -> bool {
    SIDES.into_iter().all(|side| plies[side] >= least)
}

#[cfg(test)]
mod tests {
    use engine::Side;

    use super::*;

    const BY_RULE: [EndReason; 6] = [
        EndReason::Stuck,
        EndReason::Majority,
        EndReason::AllEndless,
        EndReason::Repetition,
        EndReason::NoProgress,
        EndReason::Endless,
    ];
    const BY_PEOPLE: [EndReason; 4] =
        [EndReason::Resigned, EndReason::Flag, EndReason::Absent, EndReason::Abandoned];

    fn end(reason: EndReason, winner: Option<Side>, south: u16, north: u16) -> MarketEnd {
        of(&Finished { at: 7, reason, winner, plies: BySide::new(south, north) })
    }

    const fn result(outcome: Outcome) -> MarketEnd {
        MarketEnd::Result { outcome }
    }

    const fn void(why: VoidReason) -> MarketEnd {
        MarketEnd::Void { why }
    }

    #[test]
    fn an_end_by_the_rules_is_what_came_however_short() {
        let outcomes =
            [(Some(Side::South), Outcome::South), (Some(Side::North), Outcome::North), (None, Outcome::Draw)];
        for reason in BY_RULE {
            for (winner, outcome) in outcomes {
                assert_eq!(end(reason, winner, 1, 0), result(outcome), "{reason:?}");
                assert_eq!(end(reason, winner, 0, 0), void(VoidReason::TooShort), "{reason:?}");
            }
        }
    }

    #[test]
    fn an_end_by_people_counts_after_two_moves_of_both() {
        for reason in BY_PEOPLE {
            for (south, north, decided) in [(2, 2, true), (2, 1, false), (1, 2, false), (0, 9, false)] {
                let expected = if decided { result(Outcome::North) } else { void(VoidReason::TooShort) };
                assert_eq!(end(reason, Some(Side::North), south, north), expected, "{reason:?}");
            }
        }
    }

    #[test]
    fn a_draw_of_the_sides_counts_after_ten_moves_of_both() {
        for reason in [EndReason::Agreed, EndReason::Absent] {
            assert_eq!(end(reason, None, 10, 10), result(Outcome::Draw), "{reason:?}");
            assert_eq!(end(reason, None, 10, 9), void(VoidReason::TooShort), "{reason:?}");
            assert_eq!(end(reason, None, 9, 10), void(VoidReason::TooShort), "{reason:?}");
        }
    }

    #[test]
    fn a_game_that_does_not_count_gives_the_stakes_back() {
        assert_eq!(end(EndReason::Aborted, None, 2, 1), void(VoidReason::MatchAborted));
        assert_eq!(end(EndReason::Aborted, None, 2, 2), void(VoidReason::AgreedAbort));
        assert_eq!(end(EndReason::Expired, None, 20, 20), void(VoidReason::Abandoned));
    }
}
