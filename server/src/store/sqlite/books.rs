//! The books in SQLite, as people are shown them, and the ratings.

mod ratings;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use protocol::http::betting::RatingChange;
use protocol::{Entry, Event, RoomId};

use super::Sqlite;
use crate::store::port::Answering;
use crate::store::ratings::{Ratings, Unrated};

/// Whether entries tell of a game that is to be rated.
pub(super) fn is_rated(entries: &[Entry]) -> bool {
    entries.iter().flat_map(|entry| &entry.events).any(|event| matches!(event, Event::RatingDue { .. }))
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
