//! Questions to the books that the match does not wait for.

use std::collections::BTreeMap;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use protocol::{MarketId, UserId};

use super::super::mailbox::Reply;
use crate::store::ledger::Bettor;

/// The questions that are under way.
#[derive(Default)]
pub(in crate::rooms) struct Asking {
    books: FuturesUnordered<BoxFuture<'static, (u64, Option<Bettor>)>>,
    whom: BTreeMap<u64, (UserId, Cause)>,
    last: u64,
}

/// What the books found of a person's wallet, and for whom.
pub(in crate::rooms) struct Found {
    pub(in crate::rooms) user: UserId,
    pub(in crate::rooms) cause: Cause,
    /// Nothing where the books did not say.
    pub(in crate::rooms) bettor: Option<Bettor>,
}

/// Why somebody's wallet is looked into.
pub(in crate::rooms) enum Cause {
    /// He asked for his ticket.
    Asked(Reply),
    /// Something came of his bet in this market.
    Passage(MarketId),
}

impl Asking {
    pub(in crate::rooms) fn len(&self) -> usize {
        self.whom.len()
    }

    pub(in crate::rooms) fn is_empty(&self) -> bool {
        self.whom.is_empty()
    }

    pub(in crate::rooms) fn ask(
        &mut self,
        user: UserId,
        cause: Cause,
        bettor: BoxFuture<'static, Option<Bettor>>,
    ) {
        self.last += 1;
        let number = self.last;
        self.whom.insert(number, (user, cause));
        self.books.push(Box::pin(async move { (number, bettor.await) }));
    }

    /// What was found next; nothing where nothing was asked.
    pub(in crate::rooms) async fn next(&mut self) -> Option<Found> {
        let (number, bettor) = self.books.next().await?;
        let (user, cause) = self.whom.remove(&number)?;
        Some(Found { user, cause, bettor })
    }

    /// Ask no further. Who waits for an answer.
    pub(in crate::rooms) fn give_up(&mut self) -> Vec<Reply> {
        self.books.clear();
        let waiting = std::mem::take(&mut self.whom).into_values();
        let reply = |(_, cause)| if let Cause::Asked(reply) = cause { Some(reply) } else { None };
        waiting.filter_map(reply).collect()
    }
}
