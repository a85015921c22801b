//! Legal moves as data: what a page needs to offer them without knowing a rule.

use std::collections::VecDeque;

use crate::board::Direction;
use crate::moves::Move;
use crate::play::run;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::sowing::{Nobody, Summary};
use crate::trace::LapEnd;

/// The most ways of choosing directions that are listed for one start.
pub const MAX_CHOICES: usize = 16;
/// The most turns that are run to find them.
const MAX_RUNS: usize = 96;

/// What a move would do, in a few numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Preview {
    /// Seeds taken.
    pub captured: u16,
    /// Bulls (or uurs) made.
    pub made_bulls: u8,
    /// Laps of the turn.
    pub laps: u32,
    /// Ring index of the pit of the last seed.
    pub last: u8,
    /// How the last lap ends.
    pub end: LapEnd,
}

impl From<Summary> for Preview {
    fn from(summary: Summary) -> Self {
        Self {
            captured: summary.captured,
            made_bulls: summary.made_bulls,
            laps: summary.laps,
            last: summary.last,
            end: summary.end,
        }
    }
}

/// One way of choosing directions, with another result than those listed before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Choice {
    /// The move, in canonical form.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Move,
    /// What it does.
    pub preview: Preview,
}

/// A start that may be played.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "export", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Offer {
    /// The move that starts from the pit and chooses no direction.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Move,
    /// Own number of the pit.
    pub pit: u8,
    /// What that move does; `None` for an endless start that may be played: it leaves the board
    /// as it is and costs the turn.
    pub preview: Option<Preview>,
    /// Whether the mover gains the privilege and has a later lap to use it on. Any list of
    /// directions may be asked for then, not only the ones in `choices`.
    pub has_choice: bool,
    /// Direction choices with other results than the plain move, fewest choices first; at most
    /// [`MAX_CHOICES`].
    pub choices: Vec<Choice>,
}

impl Position {
    /// Every start that may be played here, by ascending pit; nothing when the game is over.
    #[must_use]
    pub fn legal_moves(&self, rules: &Ruleset) -> Vec<Offer> {
        if self.pits_per_row != rules.pits || self.plain_outcome(rules).is_some() {
            return Vec::new();
        }
        self.legal_starts(rules).map(|pit| self.offer(rules, pit)).collect()
    }

    fn offer(&self, rules: &Ruleset, pit: u8) -> Offer {
        let ring = self.ring().first(self.turn) + pit - 1;
        let mv = Move::sow(pit);
        match run(self, rules, ring, &[], &mut Nobody) {
            None => Offer { mv, pit, preview: None, has_choice: false, choices: Vec::new() },
            Some((after, summary)) => Offer {
                mv,
                pit,
                preview: Some(summary.into()),
                has_choice: summary.choices > 0,
                choices: if summary.choices > 0 { self.choices(rules, pit, ring, after) } else { Vec::new() },
            },
        }
    }

    /// Looks at choices breadth first: every list of directions is the parent's list, kept up to
    /// some later lap and turned round there, so each is met exactly once.
    fn choices(&self, rules: &Ruleset, pit: u8, ring: u8, plain: Position) -> Vec<Choice> {
        let mut seen = vec![plain];
        let mut found = Vec::new();
        let mut queue = VecDeque::from([Vec::<Direction>::new()]);
        for _ in 0..MAX_RUNS {
            let Some(directions) = queue.pop_front() else {
                break;
            };
            let Some((after, summary)) = run(self, rules, ring, &directions, &mut Nobody) else {
                continue;
            };
            if !seen.contains(&after) {
                seen.push(after);
                let mv = Move::Sow { pit, directions: directions.clone() };
                found.push(Choice { mv, preview: summary.into() });
                if found.len() == MAX_CHOICES {
                    break;
                }
            }
            queue.extend(turned_later(rules, &directions, summary.choices, MAX_RUNS));
        }
        found
    }
}

/// The lists that follow `directions` for a while and then turn round.
fn turned_later(
    rules: &Ruleset,
    directions: &[Direction],
    choices: u32,
    most: usize,
) -> impl Iterator<Item = Vec<Direction>> {
    let held = directions.last().copied().unwrap_or(rules.base_direction());
    let choices = usize::try_from(choices).unwrap_or(usize::MAX).min(directions.len() + most);
    let start = directions.to_vec();
    (directions.len()..choices).map(move |turn_at| {
        let mut longer = start.clone();
        longer.resize(turn_at, held);
        longer.push(held.reversed());
        longer
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Preset;

    /// ENK-10: the mover gains the privilege on the first lap.
    #[test]
    fn other_directions_are_offered_where_they_lead_elsewhere() {
        let rules = Preset::Enkeshui.ruleset();
        let text = "1,0,0,0,0,0,0,9/0,1,0,0,0,0,1,0 0:0 S -";
        let position: Position = text.parse().unwrap();
        let offers = position.legal_moves(&rules);
        assert_eq!(offers.iter().map(|offer| offer.pit).collect::<Vec<_>>(), [1, 8]);
        assert!(!offers[0].has_choice && offers[0].choices.is_empty());
        let offer = &offers[1];
        assert_eq!((offer.has_choice, offer.preview.unwrap().laps), (true, 2));
        assert_eq!(offer.choices[0].mv.to_string(), "8L");
        assert_eq!(offer.choices[0].preview.laps, 5);
        assert!(offer.choices.len() > 1);
        let mut afters: Vec<Position> = vec![];
        for choice in &offer.choices {
            assert_eq!(position.canonical(&rules, &choice.mv), choice.mv);
            let after = position.play(&rules, &choice.mv).unwrap().after;
            assert!(!afters.contains(&after), "{}", choice.mv);
            afters.push(after);
        }
    }

    #[test]
    fn nothing_is_offered_when_the_game_is_over() {
        let rules = Preset::EnDodoi.ruleset();
        let text = "0,0,0,0,0,0,0,0/0,1,0,0,0,0,1,0 0:0 S -";
        assert!(text.parse::<Position>().unwrap().legal_moves(&rules).is_empty());
    }
}
