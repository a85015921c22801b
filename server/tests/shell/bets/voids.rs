//! A market that ends when nobody is there.

use protocol::betting::{MarketEnd, Outcome, VoidReason};
use protocol::event::HoldReason;
use protocol::limits::GRACE_MS;
use protocol::{Event, MarketId};
use server::store::ledger::Ledger;

use super::stand::{NORTH, SOUTH, Stand, over};
use crate::rooms::user;

/// How long a game waits for somebody to come back.
const DAY: u64 = 86_400_000;

/// K2. All leave, and nobody comes back for a day: in the books everybody has his stake back, though
/// nobody is there to be told; and so it is where the server fails within that day.
#[tokio::test]
async fn k02_a_game_that_nobody_comes_back_to_gives_exactly_the_stakes_back() {
    for is_crash in [false, true] {
        let mut stand = Stand::open().await;
        for n in [3, 4, 5] {
            stand.comes(n).await;
        }
        for (n, outcome, stake) in
            [(3, Outcome::South, 117), (4, Outcome::North, 33), (5, Outcome::Draw, 200)]
        {
            stand.bets(n, outcome, stake).await.unwrap();
        }
        stand.begins().await;
        stand.plays(5).await;
        for n in [SOUTH, NORTH, 3, 4, 5] {
            let page = stand.people.remove(&n).unwrap();
            stand.handle.leave(page.joined.socket).await;
        }
        stand.settle().await;
        let stand = if is_crash { stand.after_a_crash().await } else { stand };
        stand.hall.clock.wind(GRACE_MS + 5_000);
        if is_crash {
            let recovering =
                |event: &Event| matches!(event, Event::Held { reason: HoldReason::Recovering, .. });
            stand.hall.happens(&stand.room, recovering).await;
            stand.hall.clock.wind(GRACE_MS + 5_000);
        }
        let empty = |event: &Event| matches!(event, Event::Held { reason: HoldReason::Empty, .. });
        let held_at = stand.hall.happens(&stand.room, empty).await;
        let left = held_at + DAY - 1 - stand.hall.clock.now();
        stand.hall.clock.wind(left);
        assert!(!stand.has(over).await, "{is_crash}: the day is not over");
        stand.hall.clock.wind(1);
        stand.hall.happens(&stand.room, over).await;
        let void = MarketEnd::Void { why: VoidReason::Abandoned };
        assert!(stand.has(|event| matches!(event, Event::MarketEnded { end, .. } if *end == void)).await);
        // The next market opens behind it, so that it is not the newest any more.
        stand.lets(|stand| (3..=5).all(|n| stand.books.wallet(&stand.room, user(n)) == 1_000)).await;
        let market = stand.door.market(&stand.room, MarketId(1)).await.unwrap().unwrap();
        assert_eq!(market.view.void, Some(VoidReason::Abandoned), "{is_crash}");
        stand.books.must_balance();
    }
}
