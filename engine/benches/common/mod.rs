//! Random play through the engine, and the ruler: the same games by hand.

use engine::{Advanced, Ruleset};

/// What a run of random play came to: the same for everyone who plays by the same rules.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(crate) struct Played {
    /// Turns played.
    pub(crate) turns: u64,
    /// Games finished.
    pub(crate) games: u64,
    /// Seeds captured.
    pub(crate) captured: u64,
}

/// Chance, the same in every run.
struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    #[inline]
    fn below(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = (self.0 >> 32) * u64::from(sides);
        u32::try_from(high >> 32).unwrap_or(0)
    }
}

/// Random games through the engine, one after the other.
pub(crate) fn random_play(rules: &Ruleset, turns: u64) -> Played {
    let opening = rules.opening_position().expect("the preset has start rows");
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut position = opening;
    let mut played = Played { turns: 0, games: 0, captured: 0 };
    while played.turns < turns {
        let mut starts = position.start_mask(rules);
        loop {
            if starts == 0 {
                played.games += 1;
                position = opening;
                break;
            }
            let mut mask = starts;
            for _ in 0..dice.below(starts.count_ones()) {
                mask &= mask - 1;
            }
            let index = mask.trailing_zeros();
            let pit = u8::try_from(index + 1).unwrap_or(u8::MAX);
            if let Ok(Advanced::Sown(summary)) = position.advance(rules, pit) {
                played.turns += 1;
                played.captured += u64::from(summary.captured);
                break;
            }
            // Endless: choose among the others.
            starts &= !(1 << index);
        }
    }
    played
}

/// The ruler: En Dodoi and En Gehé by hand, four seeds a pit. One array, no rules, no traces.
pub(crate) fn ruler<const LEN: usize>(turns: u64) -> Played {
    let n = LEN / 2;
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut board = [4u16; LEN];
    let mut first = 0;
    let mut played = Played { turns: 0, games: 0, captured: 0 };
    let mut starts = [0usize; LEN];
    while played.turns < turns {
        let mut count = 0;
        for (index, &seeds) in board[first..first + n].iter().enumerate() {
            if seeds > 0 {
                starts[count] = first + index;
                count += 1;
            }
        }
        let before = board;
        loop {
            if count == 0 {
                played.games += 1;
                board = [4; LEN];
                first = 0;
                break;
            }
            let choice = dice.below(u32::try_from(count).unwrap_or(0)) as usize;
            let start = starts[choice];
            let mut at = start;
            let mut laps = 0;
            let ends = loop {
                let mut hand = board[at];
                board[at] = 0;
                while hand > 0 {
                    at = if at + 1 == LEN { 0 } else { at + 1 };
                    board[at] += 1;
                    hand -= 1;
                }
                laps += 1;
                if board[at] == 1 {
                    break true;
                }
                if laps == 10_000 || (at == start && board == before) {
                    break false;
                }
            };
            if ends {
                let facing = LEN - 1 - at;
                if at >= first && at < first + n && board[facing] > 0 {
                    played.captured += u64::from(board[facing] + board[at]);
                    board[facing] = 0;
                    board[at] = 0;
                }
                first = n - first;
                played.turns += 1;
                break;
            }
            board = before;
            starts.copy_within(choice + 1..count, choice);
            count -= 1;
        }
    }
    played
}
