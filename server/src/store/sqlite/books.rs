//! The books in SQLite, as people are shown them, the ratings and the seasons. Everything is read
//! beside the writer; what is written here goes through it.

mod abuse;
mod audit;
mod bets;
mod export;
mod markets;
mod points;
mod ratings;
mod seasons;
mod tables;
mod thrown;
mod words;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use protocol::http::betting::{
    AbuseReport, AuditRow, BetRow, Leaderboard, LedgerHead, MarketRow, ProfileView, RatingChange,
};
use protocol::{Entry, Event, MarketId, RoomId, UserId};

pub(super) use self::tables::Desk;
use super::Sqlite;
use crate::store::books::{Books, Export, ROWS, Rank, Season, Story};
use crate::store::ledger::Wallets;
use crate::store::port::Answering;
use crate::store::ratings::{Ratings, Unrated};
use crate::store::seasons::Seasons;

/// Whether entries tell of a game that is to be rated.
pub(super) fn is_rated(entries: &[Entry]) -> bool {
    entries.iter().flat_map(|entry| &entry.events).any(|event| matches!(event, Event::RatingDue { .. }))
}

impl Books for Sqlite {
    fn rank(&self, user: UserId) -> Answering<'_, Rank> {
        Box::pin(bets::rank(&self.reads, user))
    }

    fn account_of(&self, login: &str) -> Answering<'_, Option<UserId>> {
        let login = login.to_owned();
        Box::pin(async move { bets::account_of(&self.reads, &login).await })
    }

    fn head(&self) -> Answering<'_, LedgerHead> {
        Box::pin(bets::head(&self.reads))
    }

    fn season(&self) -> Answering<'_, Option<Season>> {
        Box::pin(seasons::last(&self.reads))
    }

    fn bets_of(&self, user: UserId, before: Option<u64>) -> Answering<'_, Vec<BetRow>> {
        Box::pin(bets::bets_of(&self.reads, user, before.unwrap_or(u64::MAX), ROWS))
    }

    fn profile(&self, user: UserId, own: bool) -> Answering<'_, Option<ProfileView>> {
        Box::pin(bets::profile(self, user, own))
    }

    fn table(&self, season: Option<u32>, asker: UserId) -> Answering<'_, Option<Leaderboard>> {
        Box::pin(tables::season(self, season, asker))
    }

    fn players(&self, asker: UserId) -> Answering<'_, Leaderboard> {
        Box::pin(tables::players(self, asker))
    }

    fn room_table(&self, room: &RoomId, asker: UserId) -> Answering<'_, Leaderboard> {
        let room = room.clone();
        Box::pin(async move { tables::room(self, &room, asker).await })
    }

    fn markets(&self, room: &RoomId) -> Answering<'_, Vec<MarketRow>> {
        let room = room.clone();
        Box::pin(async move { markets::list(&self.reads, &room).await })
    }

    fn story(&self, room: &RoomId, market: MarketId, asker: UserId) -> Answering<'_, Option<Story>> {
        let room = room.clone();
        Box::pin(async move { markets::story(self, &room, market, asker).await })
    }

    fn audit(&self) -> Answering<'_, Vec<AuditRow>> {
        Box::pin(audit::rows(&self.reads))
    }

    fn abuse(&self, now: u64) -> Answering<'_, AbuseReport> {
        Box::pin(async move {
            let _turn = self.desk.turn().await?;
            abuse::report(&self.reads, now).await
        })
    }

    fn export_of(&self, user: UserId) -> Answering<'_, Export> {
        Box::pin(export::of(&self.reads, user))
    }
}

impl Ratings for Sqlite {
    fn unrated(&self) -> Answering<'_, Vec<Unrated>> {
        Box::pin(ratings::unrated(&self.reads))
    }

    fn rate(&self, game: &Unrated) -> Answering<'_, ()> {
        let game = game.clone();
        Box::pin(async move {
            let told = ratings::told(&self.reads, &game).await?;
            let work = Arc::new((game, told));
            self.task(move |connection| {
                let work = Arc::clone(&work);
                Box::pin(async move { ratings::carry_out(connection, &work.0, work.1.as_ref()).await })
            })
            .await
        })
    }

    fn rung(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.rated.notified())
    }

    fn changes(&self, room: &RoomId) -> Answering<'_, Vec<RatingChange>> {
        let room = room.clone();
        Box::pin(async move { ratings::changes(&self.reads, &room).await })
    }
}

impl Seasons for Sqlite {
    fn last(&self) -> Answering<'_, Option<Season>> {
        Box::pin(seasons::last(&self.reads))
    }

    fn turn(&self, season: Season, now: u64) -> Answering<'_, ()> {
        Box::pin(self.task(move |connection| Box::pin(seasons::turn(connection, season, now))))
    }

    fn to_be_reset(&self) -> Answering<'_, Option<u32>> {
        Box::pin(seasons::to_be_reset(&self.reads))
    }

    fn reset(&self, season: u32, wanted: bool, now: u64) -> Answering<'_, ()> {
        Box::pin(async move {
            if wanted {
                let changed = self.end_season(season, now).await?;
                tracing::info!(season, changed, "a season ended; the wallets begin anew");
            }
            self.task(move |connection| Box::pin(seasons::note_reset(connection, season, now))).await
        })
    }

    fn forget_marks(&self, before: u64) -> Answering<'_, bool> {
        Box::pin(self.task(move |connection| Box::pin(seasons::forget_marks(connection, before))))
    }
}
