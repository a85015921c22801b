//! What leads into an account, and whether there is one, is not changed by a session alone: who has
//! taken one over would keep the account for ever. Asked for is the password, or that the session began
//! a few minutes ago, by any of the ways in (`docs/accounts.md`): to prove who one is, one signs in
//! again in the same browser.

use protocol::refusal::Refusal;

use super::Server;
use super::error::Denied;
use super::session::Visitor;
use crate::store::accounts::Account;

/// Milliseconds for which a sign-in proves who somebody is.
const RECENT_MS: u64 = 5 * 60_000;

/// Before what cannot be taken back: who has a password is asked for it, everybody else must have
/// signed in lately.
///
/// # Errors
/// [`Refusal::WrongCredentials`], [`Refusal::ProofNeeded`], or that it was tried too often.
pub(super) async fn prove(
    server: &Server,
    visitor: &Visitor,
    account: &Account,
    given: Option<&str>,
) -> Result<(), Denied> {
    if account.password.is_none() {
        return is_recent(server, visitor, account);
    }
    server.0.limits.proof(account.user)?;
    let given = given.unwrap_or_default();
    if server.0.passwords.is(given, account.password.clone()).await? {
        Ok(())
    } else {
        Err(Refusal::WrongCredentials.into())
    }
}

/// Before another way leads into what the visitor has: a guest has nothing to prove anything by.
///
/// # Errors
/// [`Refusal::ProofNeeded`].
pub(super) async fn prove_lately(server: &Server, visitor: &Visitor) -> Result<(), Denied> {
    match server.0.accounts.account(visitor.known.user).await? {
        Some(account) => is_recent(server, visitor, &account),
        None => Ok(()),
    }
}

/// Where nothing leads to the account any more, nothing but the session can be asked for.
fn is_recent(server: &Server, visitor: &Visitor, account: &Account) -> Result<(), Denied> {
    let until = visitor.known.since.saturating_add(RECENT_MS);
    let has_way = account.password.is_some() || account.passkeys > 0 || account.provider;
    if !has_way || server.0.clock.now() < until { Ok(()) } else { Err(Refusal::ProofNeeded.into()) }
}
