//! What somebody does on the stand: bets, and cheers.

use engine::Side;
use protocol::betting::{BetBar, Coins, MarketState, MarketView, Outcome, TicketView};
use protocol::message::Answer;
use protocol::{Command, MarketId, Query, Refusal};

use super::{Order, State, Tab};

impl Tab {
    /// The market as this page shows it.
    ///
    /// # Panics
    /// When it shows none.
    #[must_use]
    pub fn market(&self) -> MarketView {
        self.look(|state| state.seen.market.clone()).expect("a market")
    }

    /// The own betting as this page shows it.
    #[must_use]
    pub fn ticket(&self) -> Option<TicketView> {
        self.look(|state| state.seen.ticket.clone())
    }

    /// Wait until the market is in a state, and tell how it is then.
    ///
    /// # Panics
    /// As [`until`](Self::until).
    pub async fn market_is(&self, expected: MarketState) -> MarketView {
        let what = format!("the market is {expected:?}");
        self.until(&what, |state| state.seen.market.clone().filter(|market| market.state == expected)).await
    }

    /// Set the own stake in the market that this page shows; what it answers.
    ///
    /// # Errors
    /// Why the bet was not taken.
    ///
    /// # Panics
    /// When it is answered by something else.
    pub async fn bets(&self, outcome: Outcome, coins: u64) -> Result<TicketView, BetBar> {
        let order = self.sends_bet(self.market().market, outcome, coins);
        self.bet_answer(&order).await
    }

    /// Send a bet without waiting for its answer.
    pub fn sends_bet(&self, market: MarketId, outcome: Outcome, coins: u64) -> Order {
        let stake = Coins::new(coins).expect("a number of coins");
        self.sends(Command::BetSet { market, outcome, stake }, None)
    }

    /// The answer to a bet; the same is sent again for as long as that is what it says.
    ///
    /// # Errors
    /// Why it was not taken.
    ///
    /// # Panics
    /// When it is answered by something else.
    pub async fn bet_answer(&self, order: &Order) -> Result<TicketView, BetBar> {
        match self.settled(order).await {
            Answer::Bet(ticket) => Ok(*ticket),
            Answer::Err { err: Refusal::BetRefused { why }, .. } => Err(why),
            other => panic!("{} is answered to a bet: {other:?}", self.name()),
        }
    }

    /// Ask for the own ticket.
    ///
    /// # Errors
    /// The server's refusal.
    ///
    /// # Panics
    /// When it is answered by something else.
    pub async fn asks_for_ticket(&self) -> Result<TicketView, Refusal> {
        let order = self.sends_query(Query::TicketGet {}, None);
        match self.settled(&order).await {
            Answer::Bet(ticket) => Ok(*ticket),
            Answer::Err { err, .. } => Err(err),
            other => panic!("{} is answered to a question for the ticket: {other:?}", self.name()),
        }
    }

    /// Take the own stake back and sit down.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn withdraws_and_sits(&self, side: Side) -> Result<(), Refusal> {
        self.asks(Command::SeatTake { side: Some(side), withdraw: true }).await
    }

    /// Cheer for a side.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn cheers_for(&self, side: Side) -> Result<(), Refusal> {
        self.asks_at(Command::Cheer { side }, None).await
    }
}

impl State {
    /// Nobody who sits is told of a market, and nobody of a split before the game begins.
    pub(super) fn must_be_sealed(&mut self, market: Option<&MarketView>) {
        if self.seen.role.as_ref().is_some_and(|role| !role.seats.is_empty()) {
            self.breach("somebody who sits is told of bets");
        }
        let open = |market: &&MarketView| matches!(market.state, MarketState::Open | MarketState::Suspended);
        if market.filter(open).is_some_and(|market| market.pools.is_some() || market.result.is_some()) {
            self.breach("the split is told before the game begins");
        }
    }
}
