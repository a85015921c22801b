//! The port of the notices: who is told of what and where, and what is still to be sent, whichever
//! database is behind it (`docs/notices.md`).
//!
//! That somebody is called back comes with the line of the log that led to it
//! ([`Append::calls`](super::Append)); a store decides only whether he wants to be told and was not.

use std::future::Future;
use std::pin::Pin;

use engine::Preset;
use protocol::http::push::{Notice, PushLang, PushWishes};
use protocol::{RoomId, UserId};
use uuid::Uuid;

use super::port::Answering;

/// By what a subscription is known: the beginning of the SHA-256 of its endpoint.
pub type SubscriptionId = [u8; 16];

/// Where notices are kept.
pub trait Notices: Send + Sync + 'static {
    /// What somebody wants to be told of.
    fn wishes(&self, user: UserId) -> Answering<'_, PushWishes>;

    /// Somebody wants to be told of these and nothing else. What waits to be sent of others is not.
    fn wish(&self, user: UserId, wishes: PushWishes) -> Answering<'_, ()>;

    /// The browsers of somebody that are told, the newest first.
    fn subscriptions_of(&self, user: UserId) -> Answering<'_, Vec<Subscription>>;

    /// Tell a browser from now on, in place of what was known of it; of more than `most` of one person
    /// the one gives way that asked longest ago. Whether there still is the session that asks.
    fn subscribe(&self, subscription: Subscription, most: u8) -> Answering<'_, bool>;

    /// Tell a browser of somebody no more. Whether it was told.
    fn unsubscribe(&self, user: UserId, id: SubscriptionId) -> Answering<'_, bool>;

    /// A server with this key begins to send: browsers that know it by another one cannot be told any
    /// more, and what somebody was told before a moment is forgotten.
    fn begin_with(&self, server_key: [u8; 16], before: u64) -> Answering<'_, ()>;

    /// Notices that are to be sent, the one first that is due first; some at a time, without these,
    /// which are being sent.
    fn unsent(&self, without: Vec<u64>) -> Answering<'_, Vec<Unsent>>;

    /// What came of notices.
    fn settle(&self, outcomes: Vec<(u64, Outcome)>) -> Answering<'_, ()>;

    /// Return when a notice may have to be sent that [`Notices::unsent`] did not know of.
    fn notice_rung(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// A browser that is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscription {
    /// By which it is known.
    pub id: SubscriptionId,
    /// Whose.
    pub user: UserId,
    /// The session with which it ends.
    pub session: Uuid,
    /// Where notices to it are left.
    pub endpoint: String,
    /// Its public key.
    pub p256dh: Vec<u8>,
    /// Its secret.
    pub auth: [u8; 16],
    /// In which language it is told.
    pub lang: PushLang,
    /// The beginning of the SHA-256 of the key by which it knows the server.
    pub server_key: [u8; 16],
    /// When it asked first: milliseconds since the Unix epoch.
    pub since: u64,
}

/// A notice that is to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsent {
    /// Its number, which no other has.
    pub number: u64,
    /// Where to.
    pub to: Subscription,
    /// The room.
    pub room: RoomId,
    /// What for.
    pub notice: Notice,
    /// What is played there.
    pub game: Preset,
    /// When it is too late.
    pub until: u64,
    /// When it is due.
    pub at: u64,
    /// How often it was tried.
    pub tries: u32,
}

/// What came of a notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The push service has it, or will never have it.
    Done,
    /// It is tried again.
    Later {
        /// When.
        at: u64,
    },
    /// The browser is not there any more.
    Gone,
}
