//! The port of the seasons: how they follow each other, and what is forgotten with time.

use super::books::Season;
use super::port::Answering;

/// Seasons, wherever they are kept.
pub trait Seasons: Send + Sync + 'static {
    /// The newest season; nothing before there was one.
    fn last(&self) -> Answering<'_, Option<Season>>;

    /// End the newest season, if there is one, and keep its table; begin another one.
    ///
    /// # Errors
    /// `Conflict` when the newest season is not the one before `season`.
    fn turn(&self, season: Season, now: u64) -> Answering<'_, ()>;

    /// The oldest season that ended and after which the wallets were not seen to.
    fn to_be_reset(&self) -> Answering<'_, Option<u32>>;

    /// See to the wallets after a season: give everybody with an account the same coins again, where
    /// that is wanted. Done once, however often it is asked.
    fn reset(&self, season: u32, wanted: bool, now: u64) -> Answering<'_, ()>;

    /// Forget marks of addresses of bets in markets that were last changed before a moment, some at a
    /// time. Whether there may be more.
    fn forget_marks(&self, before: u64) -> Answering<'_, bool>;
}
