//! The only place from which rooms, their streams and their bots take chance.
//!
//! A server takes it from the system's generator, which nobody can guess. A simulation takes it
//! from a seed, so that the same seed leads to the same story.

use std::sync::{Arc, Mutex, PoisonError};

use protocol::{Cid, RoomId, UserId};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use uuid::Builder;

/// A source of chance. Copies draw from the same one.
#[derive(Clone, Debug)]
pub struct Chance(Kind);

#[derive(Clone, Debug)]
enum Kind {
    System,
    Seeded(Arc<Mutex<StdRng>>),
}

impl Chance {
    /// The generator of the system.
    #[must_use]
    pub const fn system() -> Self {
        Self(Kind::System)
    }

    /// What follows from a seed: always the same, in the order in which it is drawn.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Kind::Seeded(Arc::new(Mutex::new(StdRng::seed_from_u64(seed)))))
    }

    /// 64 bits.
    #[must_use]
    pub fn draw(&self) -> u64 {
        match &self.0 {
            Kind::System => rand::random(),
            // Nothing panics while it is held; were it so, the generator would still be one.
            Kind::Seeded(generator) => generator.lock().unwrap_or_else(PoisonError::into_inner).next_u64(),
        }
    }

    /// The name of a new room: 80 bits, by which alone it is found.
    #[must_use]
    pub fn room(&self) -> RoomId {
        let [_, _, _, _, _, _, bits @ ..] = self.bytes();
        RoomId::from_bits(bits)
    }

    /// The identity of somebody new.
    #[must_use]
    pub fn user(&self) -> UserId {
        UserId(Builder::from_random_bytes(self.bytes()).into_uuid())
    }

    /// The identity of a new order.
    #[must_use]
    pub fn cid(&self) -> Cid {
        Cid(Builder::from_random_bytes(self.bytes()).into_uuid())
    }

    fn bytes(&self) -> [u8; 16] {
        (u128::from(self.draw()) << 64 | u128::from(self.draw())).to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_tells_all_that_follows_and_another_one_something_else() {
        let story = |chance: &Chance| (chance.draw(), chance.room(), chance.user(), chance.cid());
        assert_eq!(story(&Chance::seeded(7)), story(&Chance::seeded(7)));
        assert_ne!(story(&Chance::seeded(7)), story(&Chance::seeded(8)));
        assert_ne!(story(&Chance::system()), story(&Chance::system()));
        let shared = Chance::seeded(7);
        assert_ne!(shared.clone().draw(), shared.draw(), "copies draw from one source");
    }
}
