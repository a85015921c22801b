//! Chance from a seed: the same seed throws the same dice for ever.

use std::ops::RangeInclusive;

/// A stream of throws: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed ^ 0x5eed_0f5e_ed5e_ed50)
    }

    pub(crate) const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let scaled = u128::from(self.draw()) * u128::try_from(bound).unwrap();
        usize::try_from(scaled >> 64).unwrap()
    }

    pub(crate) fn within(&mut self, range: RangeInclusive<u64>) -> u64 {
        range.start() + self.draw() % (range.end() - range.start() + 1)
    }

    /// Whether something happens that happens so many times in a hundred.
    pub(crate) fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    /// One of a list that is not empty.
    pub(crate) fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    /// One of a list, if there is any.
    pub(crate) fn any<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }

    /// One of a list in which each has its weight.
    pub(crate) fn weighted<T: Copy>(&mut self, list: &[(usize, T)]) -> T {
        let sum = list.iter().map(|(weight, _)| weight).sum();
        let mut left = self.below(sum);
        for (weight, one) in list {
            if left < *weight {
                return *one;
            }
            left -= weight;
        }
        unreachable!("the throw is below the sum of all weights")
    }

    /// In an order that nobody chose.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last + 1);
            list.swap(last, other);
        }
    }
}
