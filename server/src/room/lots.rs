//! Lots within a game: drawn from a seed that is sealed when the game begins and told when it is
//! over, so that anybody can draw them again (`docs/room.md` 4 and 9).
//!
//! A lot is named by words, `tie south 12` or `move north 7`. The first eight bytes of
//! SHA-256(seed ‖ words), read as a number with the highest byte first, times the count of what is
//! drawn from, divided by 2^64 and rounded down, is the place in the list, from 0.

use engine::Side;
use protocol::BallotId;
use sha2::{Digest, Sha256};

use super::chance::Chance;

/// Bytes of a seed.
pub const SEED_BYTES: usize = 32;

/// What the lots of one game are drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LotSeed([u8; SEED_BYTES]);

/// What a lot decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lot {
    /// Which of the tied options wins, in the order of the ballot's tally.
    Tie(Side, BallotId),
    /// Which legal move is laid for a side whose flag fell, before the ply of this number.
    Move(Side, u16),
}

impl LotSeed {
    /// A new seed.
    pub(super) fn new(chance: &mut Chance) -> Self {
        let mut bytes = [0; SEED_BYTES];
        for part in bytes.chunks_exact_mut(8) {
            part.copy_from_slice(&chance.number().to_be_bytes());
        }
        Self(bytes)
    }

    /// A seed as it is told: 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn of_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; SEED_BYTES];
        if text.len() != 2 * SEED_BYTES || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
        }
        Some(Self(bytes))
    }

    /// The seed as it is told when the game is over.
    #[must_use]
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// The seal that is told when the game begins: SHA-256 of the seed's bytes.
    #[must_use]
    pub fn seal(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The place in a list of `count`, from 0; 0 for an empty one.
    #[must_use]
    pub fn draw(&self, lot: Lot, count: usize) -> usize {
        let mut digest = Sha256::new();
        digest.update(self.0);
        digest.update(lot.words());
        let mut first = [0; 8];
        first.copy_from_slice(&digest.finalize()[..8]);
        let count = u128::try_from(count).unwrap_or(0);
        usize::try_from((u128::from(u64::from_be_bytes(first)) * count) >> 64).unwrap_or(0)
    }
}

impl Lot {
    fn words(self) -> String {
        match self {
            Self::Tie(side, ballot) => format!("tie {} {}", side.id(), ballot.0),
            Self::Move(side, ply) => format!("move {} {ply}", side.id()),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with another implementation of SHA-256 (`sha256sum`).
    #[test]
    fn a_lot_is_what_the_words_above_say() {
        let seed = LotSeed([0; SEED_BYTES]);
        assert_eq!(seed.seal(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert_eq!(seed.draw(Lot::Tie(Side::South, BallotId(12)), 1_000), 956);
        assert_eq!(seed.draw(Lot::Move(Side::North, 7), 1_000), 214);
        assert_eq!(LotSeed::of_hex(&seed.hex()), Some(seed));
        assert_eq!(LotSeed::of_hex("00"), None);
        assert_eq!(LotSeed::of_hex(&"+1".repeat(SEED_BYTES)), None);
    }

    #[test]
    fn lots_are_even_and_stay_below_their_count() {
        let seed = LotSeed::new(&mut Chance::new(3));
        let mut hits = [0u32; 5];
        for ply in 0..5_000 {
            hits[seed.draw(Lot::Move(Side::North, ply), 5)] += 1;
        }
        assert!(hits.iter().all(|&hit| (850..1_150).contains(&hit)), "{hits:?}");
        assert_eq!(seed.draw(Lot::Tie(Side::South, BallotId(1)), 0), 0);
        assert_eq!(seed.draw(Lot::Tie(Side::South, BallotId(1)), 1), 0);
    }
}
