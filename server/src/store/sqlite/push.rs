//! Notices in SQLite: the statements are such as PostgreSQL takes too, but for its own types.

mod calls;
mod notices;
mod subscriptions;

use std::future::Future;
use std::pin::Pin;

use protocol::UserId;
use protocol::http::push::PushWishes;

pub(super) use self::calls::write as write_calls;
pub(super) use self::subscriptions::forget;
use super::Sqlite;
use crate::store::port::Answering;
use crate::store::push::{Notices, Outcome, Subscription, SubscriptionId, Unsent};

impl Notices for Sqlite {
    fn wishes(&self, user: UserId) -> Answering<'_, PushWishes> {
        Box::pin(subscriptions::wishes(&self.reads, user))
    }

    fn wish(&self, user: UserId, wishes: PushWishes) -> Answering<'_, ()> {
        Box::pin(self.errand((user, wishes), subscriptions::wish))
    }

    fn subscriptions_of(&self, user: UserId) -> Answering<'_, Vec<Subscription>> {
        Box::pin(subscriptions::of(&self.reads, user))
    }

    fn subscribe(&self, subscription: Subscription, most: u8) -> Answering<'_, bool> {
        Box::pin(self.errand((subscription, most), subscriptions::subscribe))
    }

    fn unsubscribe(&self, user: UserId, id: SubscriptionId) -> Answering<'_, bool> {
        Box::pin(self.errand((user, id), subscriptions::unsubscribe))
    }

    fn begin_with(&self, server_key: [u8; 16], before: u64) -> Answering<'_, ()> {
        Box::pin(self.errand((server_key, before), notices::begin_with))
    }

    fn unsent(&self, without: Vec<u64>) -> Answering<'_, Vec<Unsent>> {
        Box::pin(notices::unsent(&self.reads, without))
    }

    fn settle(&self, outcomes: Vec<(u64, Outcome)>) -> Answering<'_, ()> {
        Box::pin(self.errand(outcomes, notices::settle))
    }

    fn notice_rung(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.noticed.notified())
    }
}
