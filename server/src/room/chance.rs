//! Chance from the number that came with an order. The same number gives the same lots, so a log
//! and its orders explain every toss.

use engine::Side;
use protocol::UserId;

/// A stream of lots: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub(super) struct Chance {
    state: u64,
}

impl Chance {
    pub(super) const fn new(entropy: u64) -> Self {
        Self { state: entropy }
    }

    /// Heads or tails.
    pub(super) const fn side(&mut self) -> Side {
        if self.next() >> 63 == 0 { Side::South } else { Side::North }
    }

    /// A new bot's identity. Nobody proves anything with it: it only has to be its own.
    pub(super) const fn user(&mut self) -> UserId {
        let (high, low) = (self.next(), self.next());
        UserId(uuid::Uuid::from_u64_pair(high, low))
    }

    /// Any number.
    pub(super) const fn number(&mut self) -> u64 {
        self.next()
    }

    const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_tails_are_even() {
        let mut chance = Chance::new(7);
        let south = (0..2_000).filter(|_| chance.side() == Side::South).count();
        assert!((900..1_100).contains(&south), "{south}");
    }
}
