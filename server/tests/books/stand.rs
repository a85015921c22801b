//! Markets of a room, run through the books as a room would: by what its log says, and by the bets
//! that it passes on.

use engine::BySide;
use protocol::betting::{
    BetBar, BettingMode, Coins, MarketEnd, MarketView, Outcome, VoidReason, WalletScope,
};
use protocol::http::betting::{BetRow, WalletView};
use protocol::{Cid, Event, MarketId, MemberId};
use server::store::ledger::{Bet, Ledger, Placed};
use uuid::Uuid;

use crate::world::{Story, Who, World};

/// As many coins.
pub(crate) fn coins(coins: u64) -> Coins {
    Coins::new(coins).unwrap()
}

/// A bet of a story: who, on what, how much.
pub(crate) type Stake<'w> = (&'w Who, Outcome, u64);

impl World {
    /// A market on the next game opens. Public rooms take the coins of accounts.
    pub(crate) async fn opens(&self, story: &mut Story, market: u32) {
        self.opens_as(story, market, BettingMode::Pool, WalletScope::Server).await;
    }

    pub(crate) async fn opens_as(
        &self,
        story: &mut Story,
        market: u32,
        mode: BettingMode,
        scope: WalletScope,
    ) {
        let opened = Event::MarketOpened {
            market: MarketId(market),
            game: u16::try_from(market).unwrap(),
            mode,
            scope,
            outcomes: Outcome::ALL.to_vec(),
        };
        self.tell(story, vec![opened]).await;
        self.follow(story).await;
    }

    /// Somebody bets, from an address of his own.
    pub(crate) async fn bets(&self, story: &Story, market: u32, (who, outcome, stake): Stake<'_>) {
        let origin = who.user.0.as_u128().to_be_bytes();
        self.bets_from(story, market, (who, outcome, stake), origin, false).await.unwrap();
    }

    pub(crate) async fn bets_from(
        &self,
        story: &Story,
        market: u32,
        (who, outcome, stake): Stake<'_>,
        origin: [u8; 16],
        shared_address: bool,
    ) -> Result<Placed, BetBar> {
        let bet = Bet {
            user: who.user,
            key: Cid(Uuid::new_v4()),
            market: MarketId(market),
            outcome,
            stake: coins(stake),
            shared_address,
            origin: Some(origin),
            barred: None,
        };
        let mut placed = self.store.place(&story.id, vec![bet], self.clock.now()).await.unwrap();
        placed.remove(0)
    }

    /// The game begins.
    pub(crate) async fn locks(
        &self,
        story: &mut Story,
        market: u32,
        south: &[&Who],
        north: &[&Who],
        host: &Who,
    ) {
        let users = |people: &[&Who]| people.iter().map(|who| who.user).collect();
        let locked = Event::MarketLocked {
            market: MarketId(market),
            stale_at: self.clock.now() + 7 * crate::world::DAY,
            sides: BySide::new(users(south), users(north)),
            host: Some(host.user),
        };
        self.tell(story, vec![locked]).await;
        self.follow(story).await;
    }

    /// The market is over.
    pub(crate) async fn ends(&self, story: &mut Story, market: u32, end: MarketEnd) {
        self.tell(story, vec![Event::MarketEnded { market: MarketId(market), end }]).await;
        self.follow(story).await;
    }

    pub(crate) async fn settles(&self, story: &mut Story, market: u32, outcome: Outcome) {
        self.ends(story, market, MarketEnd::Result { outcome }).await;
    }

    pub(crate) async fn voids(&self, story: &mut Story, market: u32, why: VoidReason) {
        self.ends(story, market, MarketEnd::Void { why }).await;
    }

    /// A whole market between two players, the first of whom is host.
    pub(crate) async fn plays(
        &self,
        story: &mut Story,
        market: u32,
        players: [&Who; 2],
        stakes: &[Stake<'_>],
        end: MarketEnd,
    ) {
        self.opens(story, market).await;
        for stake in stakes {
            self.bets(story, market, *stake).await;
        }
        self.locks(story, market, &players[..1], &players[1..], players[0]).await;
        self.ends(story, market, end).await;
    }

    pub(crate) async fn follow(&self, story: &Story) -> Option<MarketView> {
        self.store.follow(&story.id, self.clock.now()).await.unwrap().map(|market| market.view)
    }

    pub(crate) async fn wallet(&self, who: &Who) -> WalletView {
        self.get("/api/me/wallet", who).await.json()
    }

    pub(crate) async fn history(&self, who: &Who) -> Vec<BetRow> {
        self.get("/api/me/bets", who).await.json()
    }
}

/// A room in which two people sit, the first of whom opened it.
pub(crate) async fn match_of(world: &World, number: u8, players: [&Who; 2]) -> Story {
    let mut story = world.room(number, players[0], |_| ()).await;
    world.seat(&mut story, players[0], engine::Side::South).await;
    world.seat(&mut story, players[1], engine::Side::North).await;
    story
}

/// Members of a story are numbered as they come.
pub(crate) fn member(story: &Story, who: &Who) -> MemberId {
    story.room.member_of(who.user).unwrap()
}

/// Somebody is right by this.
pub(crate) const fn result(outcome: Outcome) -> MarketEnd {
    MarketEnd::Result { outcome }
}
