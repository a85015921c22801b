//! Accounts and sessions on SQLite: what is looked up goes by the readers, what changes goes through
//! the one writer, each act in one transaction.

mod claims;
mod keys;
mod office;
mod read;
mod sessions;

pub use office::Office;

use std::sync::Arc;

use protocol::UserId;
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::super::accounts::{
    Account, Accounts, Added, Arrival, Claim, Claimed, Deletion, Exchange, Identity, Live, Lock, NewPasskey,
    Passkey, PasswordSet, Removed, Session, SetPassword, SignIn, SignedIn, TokenHash,
};
use super::super::port::{Answering, StoreError};
use super::Sqlite;
use super::task::Doing;

/// Statements, with what they are to be carried out for.
pub(super) type Statements<A, T> = for<'a> fn(&'a mut SqliteConnection, &'a A) -> Doing<'a, T>;

impl Sqlite {
    /// Have the writer carry out statements for something.
    pub(super) async fn errand<A, T>(&self, input: A, statements: Statements<A, T>) -> Result<T, StoreError>
    where
        A: Send + Sync + 'static,
        T: Send + 'static,
    {
        let input = Arc::new(input);
        self.task(move |connection| {
            let input = Arc::clone(&input);
            Box::pin(async move { statements(connection, &input).await })
        })
        .await
    }
}

impl Accounts for Sqlite {
    fn session(&self, token: TokenHash) -> Answering<'_, Option<Live>> {
        Box::pin(read::session(&self.reads, token))
    }

    fn arrive(&self, arrival: Arrival) -> Answering<'_, ()> {
        Box::pin(self.errand(arrival, sessions::arrive))
    }

    fn exchange(&self, exchange: Exchange) -> Answering<'_, bool> {
        Box::pin(self.errand(exchange, sessions::exchange))
    }

    fn sessions_of(&self, user: UserId) -> Answering<'_, Vec<Session>> {
        Box::pin(read::sessions_of(&self.reads, user))
    }

    fn end_session(&self, user: UserId, id: Uuid) -> Answering<'_, bool> {
        Box::pin(self.errand((user, id), sessions::end))
    }

    fn end_others(&self, user: UserId, keep: Uuid) -> Answering<'_, Vec<Uuid>> {
        Box::pin(self.errand((user, keep), sessions::end_others))
    }

    fn gone(&self, sessions: Vec<Uuid>) -> Answering<'_, Vec<Uuid>> {
        Box::pin(read::gone(&self.reads, sessions))
    }

    fn touch(&self, seen: Vec<(Uuid, u64)>) -> Answering<'_, ()> {
        Box::pin(self.errand(seen, sessions::touch))
    }

    fn sweep(&self, before: u64) -> Answering<'_, ()> {
        Box::pin(self.errand(before, sessions::sweep))
    }

    fn account(&self, user: UserId) -> Answering<'_, Option<Account>> {
        Box::pin(read::account(&self.reads, user))
    }

    fn lock_of(&self, login: String) -> Answering<'_, Option<Lock>> {
        Box::pin(read::lock_of(&self.reads, login))
    }

    fn claim(&self, claim: Claim) -> Answering<'_, Claimed> {
        Box::pin(self.errand(claim, claims::claim))
    }

    fn sign_in(&self, sign_in: SignIn) -> Answering<'_, SignedIn> {
        Box::pin(self.errand(sign_in, claims::sign_in))
    }

    fn set_password(&self, set: SetPassword) -> Answering<'_, PasswordSet> {
        Box::pin(self.errand(set, claims::set_password))
    }

    fn passkeys_of(&self, user: UserId) -> Answering<'_, Vec<Passkey>> {
        Box::pin(read::passkeys_of(&self.reads, user))
    }

    fn passkey(&self, credential: Vec<u8>) -> Answering<'_, Option<Passkey>> {
        Box::pin(read::passkey(&self.reads, credential))
    }

    fn add_passkey(&self, user: UserId, key: NewPasskey, most: u8) -> Answering<'_, Added> {
        Box::pin(self.errand((user, key, most), keys::add))
    }

    fn remove_passkey(&self, user: UserId, id: Uuid) -> Answering<'_, Removed> {
        Box::pin(self.errand((user, id), keys::remove))
    }

    fn identified(&self, identity: Identity) -> Answering<'_, Option<UserId>> {
        Box::pin(read::identified(&self.reads, identity))
    }

    fn identities_of(&self, user: UserId) -> Answering<'_, Vec<(Identity, u64)>> {
        Box::pin(read::identities_of(&self.reads, user))
    }

    fn link(&self, user: UserId, identity: Identity, now: u64) -> Answering<'_, Added> {
        Box::pin(self.errand((user, identity, now), keys::link))
    }

    fn delete_account(&self, deletion: Deletion) -> Answering<'_, Option<Vec<Uuid>>> {
        Box::pin(self.errand(deletion, claims::delete))
    }

    fn leaving(&self, behind: Option<UserId>) -> Answering<'_, Vec<UserId>> {
        Box::pin(read::leaving(&self.reads, behind))
    }

    fn left(&self, user: UserId) -> Answering<'_, ()> {
        Box::pin(self.errand(user, claims::left))
    }

    fn changes(&self) -> Answering<'_, u64> {
        Box::pin(read::changes(&self.reads))
    }
}
