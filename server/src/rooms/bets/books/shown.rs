//! What is shown of the books to those who watch: the market, sealed while bets are taken, and to each
//! his own.

use protocol::betting::{
    BetBar, Coins, MarketState, MarketView, PaidView, StakeView, SuspendReason, TicketView,
};
use protocol::{MarketId, UserId};

use super::{Books, is_open};
use crate::store::ledger::Market;

impl Books {
    /// The newest market, as spectators see it. `suspended` is why the room takes no bets just now.
    pub(in crate::rooms) fn view(&self, suspended: Option<SuspendReason>) -> Option<MarketView> {
        let mut view = sealed(self.market.as_ref()?.view.clone());
        if view.state == MarketState::Suspended {
            view.suspended = suspended.or(view.suspended);
        }
        if self.is_behind() && view.state == MarketState::Open {
            view.state = MarketState::Suspended;
            view.suspended = Some(SuspendReason::Ledger);
        }
        Some(view)
    }

    /// The market before the newest, once it is over.
    pub(in crate::rooms) fn over(&self) -> Option<MarketView> {
        self.over.as_ref().map(|market| market.view.clone())
    }

    /// What somebody who watches sees of his own betting, given what his wallet holds.
    pub(in crate::rooms) fn ticket(
        &self,
        user: UserId,
        wallet: Option<Coins>,
        bar: Option<BetBar>,
    ) -> TicketView {
        self.ticket_in(self.market.as_ref(), user, wallet, bar)
    }

    /// The same of a certain market: the newest, or the one before it.
    pub(in crate::rooms) fn ticket_of(
        &self,
        market: MarketId,
        user: UserId,
        wallet: Option<Coins>,
        bar: Option<BetBar>,
    ) -> TicketView {
        let of = [&self.over, &self.market].into_iter().flatten().find(|one| one.view.market == market);
        self.ticket_in(of, user, wallet, bar)
    }

    fn ticket_in(
        &self,
        market: Option<&Market>,
        user: UserId,
        wallet: Option<Coins>,
        bar: Option<BetBar>,
    ) -> TicketView {
        let stake = market.and_then(|market| market.stakes.get(&user));
        let stake = stake.filter(|stake| stake.stake > Coins::ZERO);
        TicketView {
            market: market.map(|market| market.view.market),
            bar,
            wallet,
            stake: stake.map(|s| StakeView { outcome: s.outcome, stake: s.stake, pays: s.pays }),
            paid: stake.and_then(|s| s.back.map(|back| PaidView { stake: s.stake, back })),
        }
    }
}

/// A market without the split while bets are taken, whatever the books say.
fn sealed(mut view: MarketView) -> MarketView {
    if is_open(view.state) {
        view.pools = None;
        view.result = None;
    }
    view
}
