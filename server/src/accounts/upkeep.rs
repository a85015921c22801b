//! What is done for accounts from time to time: uses of sessions are noted, old ones forgotten,
//! what was changed beside the server is learnt, rooms and books are told of who deleted his account.

use std::sync::Arc;
use std::time::Duration;

use protocol::UserId;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::farewell::say_farewell;
use super::sessions::Sessions;
use crate::clock::Clock;
use crate::identity::SESSION_MS;
use crate::rooms::Rooms;
use crate::store::StoreError;
use crate::store::accounts::Accounts;
use crate::store::ledger::Wallets;

/// How often it is looked whether somebody changed accounts beside the server.
const LOOK: Duration = Duration::from_secs(2);
/// Looks between two times that uses are noted.
const NOTE_EVERY: u32 = 15;
/// Looks between two times that old sessions are forgotten.
const SWEEP_EVERY: u32 = 1_800;
/// Looks after a change at which it is looked once more: a ticket from before it is used by then.
const AFTER: u32 = 20;

/// Keep accounts in order until told to stop. `gone` is rung when somebody deleted his account.
pub async fn keep(
    (accounts, wallets): (Arc<dyn Accounts>, Arc<dyn Wallets>),
    sessions: Arc<Sessions>,
    rooms: Rooms,
    clock: Clock,
    gone: Arc<Notify>,
    stop: CancellationToken,
) {
    let (changes, again, behind) = (None, None, None);
    let mut round = Round { accounts, wallets, sessions, rooms, clock, changes, again, number: 0, behind };
    loop {
        if let Err(error) = round.go().await {
            tracing::debug!(%error, "accounts are looked after a little later");
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = gone.notified() => {}
            () = stop.cancelled() => break,
        }
    }
    if let Err(error) = round.sessions.note().await {
        tracing::debug!(%error, "when sessions were last used was not noted");
    }
}

struct Round {
    accounts: Arc<dyn Accounts>,
    wallets: Arc<dyn Wallets>,
    sessions: Arc<Sessions>,
    rooms: Rooms,
    clock: Clock,
    /// As counted at the last look.
    changes: Option<u64>,
    /// The look at which to look once more.
    again: Option<u32>,
    number: u32,
    /// The deleted account that was seen to last.
    behind: Option<UserId>,
}

impl Round {
    async fn go(&mut self) -> Result<(), StoreError> {
        let now = self.clock.now();
        let changes = self.accounts.changes().await?;
        let changed = self.changes.is_some_and(|before| before != changes);
        if changed || self.again == Some(self.number) {
            self.sessions.look_again(now).await?;
            self.again = changed.then(|| self.number.wrapping_add(AFTER));
        }
        self.changes = Some(changes);
        if self.number.is_multiple_of(NOTE_EVERY) {
            self.sessions.note().await?;
        }
        if self.number.is_multiple_of(SWEEP_EVERY) {
            self.accounts.sweep(now.saturating_sub(SESSION_MS)).await?;
        }
        self.number = self.number.wrapping_add(1);
        self.see_off(now).await
    }

    /// See to some of the deleted accounts. One with which it cannot be done keeps no other waiting:
    /// the next look goes on behind these.
    async fn see_off(&mut self, now: u64) -> Result<(), StoreError> {
        let mut leaving = self.accounts.leaving(self.behind).await?;
        if leaving.is_empty() && self.behind.is_some() {
            leaving = self.accounts.leaving(None).await?;
        }
        self.behind = leaving.last().copied();
        for user in leaving {
            if let Err(error) = self.close(user, now).await {
                tracing::warn!(%error, ?user, "a deleted account is closed later");
            }
        }
        Ok(())
    }

    /// Its wallet does not wait for its rooms: some may not answer for long.
    async fn close(&self, user: UserId, now: u64) -> Result<(), StoreError> {
        self.wallets.close_account(user, now).await?;
        if say_farewell(&self.rooms, user).await {
            self.accounts.left(user).await?;
        }
        Ok(())
    }
}
