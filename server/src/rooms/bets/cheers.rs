//! Cheers: counted for each side, told together, never written down.

use std::collections::BTreeMap;

use engine::{BySide, Side};
use protocol::limits::{CHEER_MS, CHEERS_TOLD_MS};
use protocol::refusal::Refusal;
use protocol::{Cid, UserId};

/// What was cheered and not told yet.
#[derive(Debug, Default)]
pub(in crate::rooms) struct Cheers {
    count: BySide<u32>,
    told_at: u64,
    /// Who cheered a short while ago: when, and by which order.
    lately: BTreeMap<UserId, (u64, Option<Cid>)>,
}

impl Cheers {
    /// Somebody cheers. The same order again is the same cheer.
    ///
    /// # Errors
    /// [`Refusal::RateLimited`]: the person did a moment ago.
    pub(in crate::rooms) fn cheer(
        &mut self,
        user: UserId,
        cid: Option<Cid>,
        side: Side,
        now: u64,
    ) -> Result<(), Refusal> {
        self.lately.retain(|_, (at, _)| *at + CHEER_MS > now);
        if let Some((at, before)) = self.lately.get(&user) {
            if cid.is_some() && *before == cid {
                return Ok(());
            }
            let wait_ms = u32::try_from(at + CHEER_MS - now).unwrap_or(u32::MAX);
            return Err(Refusal::RateLimited { wait_ms });
        }
        self.lately.insert(user, (now, cid));
        self.count[side] = self.count[side].saturating_add(1);
        Ok(())
    }

    /// When something is to be told.
    pub(in crate::rooms) fn due(&self) -> Option<u64> {
        (self.count != BySide::default()).then_some(self.told_at + CHEERS_TOLD_MS)
    }

    /// What is to be told now.
    pub(in crate::rooms) fn take(&mut self, now: u64) -> Option<BySide<u32>> {
        self.due().filter(|due| *due <= now)?;
        self.told_at = now;
        Some(std::mem::take(&mut self.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_person_once_in_five_seconds_and_all_of_it_once_a_second() {
        let mut cheers = Cheers::default();
        let user = |n| UserId(uuid::Uuid::from_u128(n));
        let (first, second) = (Some(Cid(uuid::Uuid::from_u128(1))), Some(Cid(uuid::Uuid::from_u128(2))));
        assert_eq!(cheers.cheer(user(1), first, Side::South, 10_000), Ok(()));
        assert_eq!(cheers.cheer(user(1), first, Side::South, 10_001), Ok(()), "the same one sent again");
        let again = cheers.cheer(user(1), second, Side::South, 10_100);
        assert_eq!(again, Err(Refusal::RateLimited { wait_ms: 4_900 }));
        assert_eq!(cheers.take(10_100), Some(BySide { south: 1, north: 0 }));
        assert_eq!((cheers.due(), cheers.take(10_101)), (None, None));
        assert_eq!(cheers.cheer(user(2), None, Side::North, 10_200), Ok(()));
        assert_eq!(cheers.cheer(user(3), None, Side::North, 10_300), Ok(()));
        assert_eq!((cheers.take(11_099), cheers.due()), (None, Some(11_100)));
        assert_eq!(cheers.take(11_100), Some(BySide { south: 0, north: 2 }));
        assert_eq!(cheers.cheer(user(1), second, Side::South, 15_000), Ok(()));
    }
}
