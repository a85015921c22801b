//! The books on SQLite. Everything that moves coins is a task of the one writer, so that nothing
//! comes between looking and writing; what is only shown is read beside it.
//!
//! The statements are such as PostgreSQL takes too, but for casts; what is SQLite's own is the
//! writer's (`docs/betting.md`).

mod acts;
mod audit;
mod bettors;
mod ends;
mod grants;
mod markets;
mod notes;
mod pen;
mod place;
mod records;
mod seasons;
mod show;
mod words;

use protocol::betting::{BettingMode, VoidReason, WalletScope};
use protocol::http::betting::BettingWish;
use protocol::{MarketId, RoomId, UserId};

use super::super::ledger::{
    Act, ActBar, Acted, Bet, Bettor, Claim, Deed, Ledger, Market, Placed, Wallets, Wishes,
};
use super::super::port::{Answering, StoreError};
use super::Sqlite;
use crate::betting::rules::Rules;

pub(super) use self::notes::{NoteRow, encode as encode_notes, write as write_notes};
pub(super) use self::records::adopt as adopt_records;

impl Sqlite {
    async fn follow_room(&self, room: RoomId, now: u64) -> Result<(), StoreError> {
        let name = room.clone();
        let due = self.snapshot(move |c| Box::pin(async move { notes::are_due(c, &name).await })).await?;
        if !due {
            return Ok(());
        }
        let rules = self.rules.clone();
        self.task(move |c| {
            let (room, rules) = (room.clone(), rules.clone());
            Box::pin(async move { notes::carry_out(c, &rules, &room, now).await })
        })
        .await
    }
}

impl Ledger for Sqlite {
    fn follow(&self, room: &RoomId, now: u64) -> Answering<'_, Option<Market>> {
        let room = room.clone();
        Box::pin(async move {
            self.follow_room(room.clone(), now).await?;
            self.snapshot(move |c| Box::pin(async move { show::newest(c, &room).await })).await
        })
    }

    fn follow_all(&self, now: u64) -> Answering<'_, ()> {
        Box::pin(async move {
            let rooms = self.snapshot(|c| Box::pin(notes::rooms_due(c))).await?;
            let mut first = Ok(());
            for room in rooms {
                // What is wrong in one room keeps no other from going on.
                if let Err(error) = self.follow_room(room.clone(), now).await {
                    tracing::error!(%room, %error, "the books do not follow a room");
                    first = first.and(Err(error));
                }
            }
            first
        })
    }

    fn beyond(&self, most: BettingMode) -> Answering<'_, Vec<RoomId>> {
        Box::pin(self.snapshot(move |c| Box::pin(async move { markets::beyond(c, most).await })))
    }

    fn market(&self, room: &RoomId, market: MarketId) -> Answering<'_, Option<Market>> {
        let room = room.clone();
        Box::pin(self.snapshot(move |c| Box::pin(async move { show::market(c, &room, market).await })))
    }

    fn place(
        &self,
        room: &RoomId,
        bets: Vec<Bet>,
        now: u64,
    ) -> Answering<'_, Vec<Result<Placed, protocol::betting::BetBar>>> {
        let (room, rules) = (room.clone(), self.rules.clone());
        Box::pin(self.task(move |c| {
            let (room, rules, bets) = (room.clone(), rules.clone(), bets.clone());
            Box::pin(async move { place::place(c, &rules, &room, &bets, now).await })
        }))
    }

    fn bettor(&self, room: &RoomId, scope: WalletScope, user: UserId, now: u64) -> Answering<'_, Bettor> {
        let (room, rules) = (room.clone(), self.rules.clone());
        Box::pin(self.snapshot(move |c| {
            Box::pin(async move { show::bettor(c, &rules, &room, scope, user, now).await })
        }))
    }

    fn void(&self, room: &RoomId, why: VoidReason, now: u64) -> Answering<'_, bool> {
        let room = room.clone();
        Box::pin(self.task(move |c| {
            let room = room.clone();
            Box::pin(async move { ends::void_all(c, &room, why, now).await })
        }))
    }
}

impl Wallets for Sqlite {
    fn claim(&self, user: UserId, now: u64) -> Answering<'_, Option<Claim>> {
        let rules = self.rules.clone();
        Box::pin(self.task(move |c| {
            let rules = rules.clone();
            Box::pin(async move { grants::claim(c, &rules, user, now).await })
        }))
    }

    fn wishes(&self, user: UserId) -> Answering<'_, Wishes> {
        Box::pin(self.snapshot(move |c| Box::pin(bettors::wishes(c, user))))
    }

    fn wish(&self, user: UserId, wish: BettingWish, now: u64) -> Answering<'_, Wishes> {
        Box::pin(self.task(move |c| Box::pin(bettors::wish(c, user, wish, now))))
    }

    fn act(&self, act: Act, now: u64) -> Answering<'_, Result<Acted, ActBar>> {
        let rules = self.rules.clone();
        Box::pin(async move {
            if let Deed::Pause { room, .. } | Deed::Void { room } = &act.deed
                && let Err(error) = self.follow_room(room.clone(), now).await
            {
                // Then it is about the market as they know it.
                tracing::warn!(%room, %error, "the books do not follow a room");
            }
            self.task(move |c| {
                let (rules, act) = (rules.clone(), act.clone());
                Box::pin(async move { acts::act(c, &rules, &act, now).await })
            })
            .await
        })
    }

    fn end_season(&self, season: u32, now: u64) -> Answering<'_, u64> {
        let rules: Rules = self.rules.clone();
        Box::pin(async move {
            let mut changed = 0;
            loop {
                // A part at a time, so that logs are written in between.
                let start_grant = rules.start_grant;
                let part =
                    self.task(move |c| Box::pin(seasons::end_part(c, season, start_grant, now))).await?;
                changed += part.changed;
                if part.done {
                    return Ok(changed);
                }
            }
        })
    }

    fn close_account(&self, user: UserId, now: u64) -> Answering<'_, ()> {
        Box::pin(self.task(move |c| Box::pin(grants::close(c, user, now))))
    }
}
