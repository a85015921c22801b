//! The port of the ratings: what is noted of rated games, carried out once each, and shown.

use std::future::Future;
use std::pin::Pin;

use protocol::RoomId;
use protocol::http::betting::RatingChange;

use super::port::Answering;

/// Ratings, wherever they are kept.
pub trait Ratings: Send + Sync + 'static {
    /// Games that are not rated yet, the one first that may be rated first; some at a time, those
    /// behind one of them, or from the first one on.
    fn unrated(&self, behind: Option<&Unrated>) -> Answering<'_, Vec<Unrated>>;

    /// Rate a game. One that was rated, or of which the note cannot be read, is not asked for again.
    fn rate(&self, game: &Unrated) -> Answering<'_, ()>;

    /// Return when a game may have to be rated that [`Ratings::unrated`] did not know of.
    fn rung(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// What the last rated game of a room changed, South's people first; nothing before there was one.
    fn changes(&self, room: &RoomId) -> Answering<'_, Vec<RatingChange>>;
}

/// A game that is not rated yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unrated {
    /// The number of its note.
    pub note: i64,
    /// Its room.
    pub room: RoomId,
    /// From when on its result may be told to everybody.
    pub from: u64,
}
