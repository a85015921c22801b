//! Who may bet, as far as the room can tell. Accounts, ages, addresses, stakes and wallets are for
//! the books (`docs/betting.md`).

use protocol::betting::{BetBar, BettingMode, Coins, Outcome};
use protocol::{MarketId, Refusal, UserId};

use super::mode;
use super::state::Newest;
use crate::room::Room;
use crate::room::order::{Around, Caller};

/// Whether somebody may set this stake. Nothing happens in the room by it: the books take the bet.
pub(in crate::room) fn bet(
    room: &Room,
    around: &Around,
    by: &Caller,
    market: MarketId,
    outcome: Outcome,
    stake: Coins,
) -> Result<(), Refusal> {
    let refused = |why| Err(Refusal::BetRefused { why });
    let Caller::Person { user, name: _ } = by else { return refused(BetBar::IsParticipant) };
    let asked = offered(room, around).filter(|alive| alive.id == market);
    let why = of_person(room, around, *user).or_else(|| match of_market(asked) {
        // Who wants nothing of it any more may go at any time before the game.
        Some(BetBar::MarketSuspended { .. }) if stake == Coins::ZERO => None,
        None if asked.is_some_and(|asked| !asked.outcomes.contains(&outcome)) => Some(BetBar::NoSuchOutcome),
        why => why,
    });
    why.map_or(Ok(()), refused)
}

/// Why somebody may not bet in the room now; nothing where he may.
pub(in crate::room) fn bar(room: &Room, around: &Around, user: UserId) -> Option<BetBar> {
    of_person(room, around, user).or_else(|| of_market(offered(room, around)))
}

/// The market that is alive, unless the server has ceased to offer it.
fn offered<'a>(room: &'a Room, around: &Around) -> Option<&'a Newest> {
    room.market.alive().filter(|market| market.mode <= mode(room, around))
}

fn of_person(room: &Room, around: &Around, user: UserId) -> Option<BetBar> {
    if mode(room, around) == BettingMode::Off {
        return Some(BetBar::BettingOff);
    }
    let member = room.member_of(user)?;
    if room.attendance.is_participant(&room.roster, member) {
        return Some(BetBar::IsParticipant);
    }
    room.attendance.has_hosted(&room.roster, member).then_some(BetBar::HasAuthority)
}

fn of_market(market: Option<&Newest>) -> Option<BetBar> {
    let Some(market) = market else { return Some(BetBar::MarketClosed) };
    if market.stale_at.is_some() {
        return Some(BetBar::MarketLocked);
    }
    market.suspended.last().map(|&why| BetBar::MarketSuspended { why })
}
