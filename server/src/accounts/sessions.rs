//! Sessions as requests meet them: a token comes in, it is known whose it is. Looked up in memory
//! where it was met lately; what ends is forgotten there at once, and its sockets are told.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use protocol::UserId;
use uuid::Uuid;

use super::ends::{End, Ends};
use crate::identity::{Identity, SESSION_MS, Token};
use crate::store::StoreError;
use crate::store::accounts::{Accounts, Exchange, Live, NewSession, Session, TokenHash};

/// Sessions that are remembered: those met lately, and as many again from before.
const REMEMBERED: usize = 5_000;
/// Milliseconds to which it is noted when a session was used.
const SEEN_MS: u64 = 60_000;
/// Uses that wait to be noted; more are left out, and the session seems a little older.
const UNNOTED: usize = 20_000;

/// Whoever sends a request with a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Who.
    pub user: UserId,
    /// In which session.
    pub session: Uuid,
    /// When it began: whoever it is proved then who he is, unless he was a guest.
    pub since: u64,
    /// Whether the person has an account.
    pub registered: bool,
    /// Whether the person looks after this server.
    pub admin: bool,
    /// What the browser holds.
    pub token: Token,
    /// Whether the browser has to be given it: it came with an old cookie.
    pub exchanged: bool,
}

/// The sessions of a server.
pub struct Sessions {
    store: Arc<dyn Accounts>,
    identity: Identity,
    ends: Ends,
    memory: Mutex<Memory>,
}

#[derive(Default)]
struct Memory {
    lately: HashMap<TokenHash, Live>,
    before: HashMap<TokenHash, Live>,
    /// Counts what was forgotten: what was read before is not remembered after.
    forgotten: u64,
    /// When sessions were used, until it is noted.
    seen: HashMap<Uuid, u64>,
}

impl Sessions {
    /// The sessions that a store keeps, for browsers with the cookies of an identity.
    #[must_use]
    pub fn new(store: Arc<dyn Accounts>, identity: Identity) -> Self {
        Self { store, identity, ends: Ends::default(), memory: Mutex::default() }
    }

    /// Whom the sockets of a session ask for its end.
    #[must_use]
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// Whose token comes with these headers.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn who(&self, headers: &HeaderMap, now: u64) -> Result<Option<Known>, StoreError> {
        match self.identity.token(headers) {
            Some(token) => self.holder(token, now).await,
            None => Ok(None),
        }
    }

    /// The same; and an old cookie is exchanged for a session.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn recognise(&self, headers: &HeaderMap, now: u64) -> Result<Option<Known>, StoreError> {
        if let Some(known) = self.who(headers, now).await? {
            return Ok(Some(known));
        }
        let Some(old) = self.identity.old_cookie(headers, now) else { return Ok(None) };
        let token = self.identity.token_for(&old);
        let session = fresh(&token, old.user, super::agent_of(agent(headers)), now);
        if !self.store.exchange(Exchange { cookie: old.hash, session }).await? {
            return Ok(None);
        }
        Ok(self.holder(token, now).await?.map(|known| Known { exchanged: true, ..known }))
    }

    /// A session that can be begun, and what the browser is to hold.
    #[must_use]
    pub fn draft(&self, user: UserId, headers: &HeaderMap, now: u64) -> (Token, NewSession) {
        let token = Token::random();
        let session = fresh(&token, user, super::agent_of(agent(headers)), now);
        (token, session)
    }

    /// The cookies that carry tokens.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// These sessions ended: they are forgotten, and their sockets told.
    pub fn ended(&self, sessions: &[Uuid], end: End, now: u64) {
        self.memory().forget(|live| sessions.contains(&live.session.id));
        for session in sessions {
            self.ends.tell(*session, end, now);
        }
    }

    /// What is known of a person is not so any more.
    pub fn changed(&self, user: UserId) {
        self.memory().forget(|live| live.session.user == user);
    }

    /// Accounts were changed from beside the server: nothing is taken for known, and the sockets of
    /// sessions that are gone are told.
    ///
    /// # Errors
    /// The store does not answer.
    pub async fn look_again(&self, now: u64) -> Result<(), StoreError> {
        self.memory().forget(|_| true);
        let gone = self.store.gone(self.ends.watched()).await?;
        self.ended(&gone, End::Over, now);
        Ok(())
    }

    /// When a session was last used, as far as it is known here.
    #[must_use]
    pub fn last_used(&self, session: &Session) -> u64 {
        self.memory().seen.get(&session.id).copied().unwrap_or_default().max(session.seen)
    }

    /// Have it noted when sessions were used.
    ///
    /// # Errors
    /// The store does not answer; it is left to the next time.
    pub async fn note(&self) -> Result<(), StoreError> {
        let seen: Vec<(Uuid, u64)> = self.memory().seen.iter().map(|(id, at)| (*id, *at)).collect();
        if seen.is_empty() {
            return Ok(());
        }
        self.store.touch(seen.clone()).await?;
        let mut memory = self.memory();
        for (id, at) in seen {
            if memory.seen.get(&id) == Some(&at) {
                memory.seen.remove(&id);
            }
        }
        Ok(())
    }

    async fn holder(&self, token: Token, now: u64) -> Result<Option<Known>, StoreError> {
        let hash = token.hash();
        let (met, forgotten) = {
            let mut memory = self.memory();
            (memory.meet(&hash), memory.forgotten)
        };
        let live = match met {
            Some(live) => live,
            None => match self.store.session(hash).await? {
                Some(live) => {
                    self.memory().remember(hash, &live, forgotten);
                    live
                }
                None => return Ok(None),
            },
        };
        if now >= live.session.seen.saturating_add(SESSION_MS) {
            return Ok(None);
        }
        self.memory().use_now(&hash, &live.session, now);
        Ok(Some(Known {
            user: live.session.user,
            session: live.session.id,
            since: live.session.since,
            registered: live.registered,
            admin: live.admin,
            token,
            exchanged: false,
        }))
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // Nothing panics while it is held.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    fn meet(&mut self, hash: &TokenHash) -> Option<Live> {
        if let Some(live) = self.lately.get(hash) {
            return Some(live.clone());
        }
        let live = self.before.remove(hash)?;
        self.keep(*hash, live.clone());
        Some(live)
    }

    fn remember(&mut self, hash: TokenHash, live: &Live, forgotten: u64) {
        if self.forgotten == forgotten {
            self.keep(hash, live.clone());
        }
    }

    fn keep(&mut self, hash: TokenHash, live: Live) {
        if self.lately.len() >= REMEMBERED {
            self.before = std::mem::take(&mut self.lately);
        }
        self.lately.insert(hash, live);
    }

    fn forget(&mut self, which: impl Fn(&Live) -> bool) {
        self.forgotten += 1;
        self.lately.retain(|_, live| !which(live));
        self.before.retain(|_, live| !which(live));
    }

    fn use_now(&mut self, hash: &TokenHash, session: &Session, now: u64) {
        if now < session.seen.saturating_add(SEEN_MS) {
            return;
        }
        if let Some(live) = self.lately.get_mut(hash) {
            live.session.seen = now;
        }
        if self.seen.len() < UNNOTED || self.seen.contains_key(&session.id) {
            self.seen.insert(session.id, now);
        }
    }
}

fn fresh(token: &Token, user: UserId, agent: String, now: u64) -> NewSession {
    let session = Session { id: Uuid::new_v4(), user, since: now, seen: now, agent };
    NewSession { token: token.hash(), session }
}

fn agent(headers: &HeaderMap) -> Option<&str> {
    headers.get(axum::http::header::USER_AGENT)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(n: u128) -> Live {
        let session = Session {
            id: Uuid::from_u128(n),
            user: UserId(Uuid::from_u128(n % 7)),
            since: 0,
            seen: 0,
            agent: String::new(),
        };
        Live { session, registered: false, admin: false }
    }

    fn hash(n: u128) -> TokenHash {
        let mut hash = [0; 32];
        hash[..16].copy_from_slice(&n.to_be_bytes());
        hash
    }

    #[test]
    fn those_met_lately_are_remembered_and_the_memory_is_bounded() {
        let mut memory = Memory::default();
        memory.remember(hash(0), &live(0), 0);
        for n in 1..50_000 {
            memory.remember(hash(n), &live(n), 0);
            assert!(memory.meet(&hash(0)).is_some(), "met all the time: {n}");
        }
        assert!(memory.lately.len() + memory.before.len() <= 2 * REMEMBERED);
        assert!(memory.meet(&hash(1)).is_none());
    }

    #[test]
    fn what_was_forgotten_is_not_remembered_by_who_read_before() {
        let mut memory = Memory::default();
        let before = memory.forgotten;
        memory.forget(|live| live.session.id == Uuid::from_u128(1));
        memory.remember(hash(1), &live(1), before);
        assert!(memory.meet(&hash(1)).is_none());
        memory.remember(hash(1), &live(1), memory.forgotten);
        memory.remember(hash(2), &live(2), memory.forgotten);
        assert!(memory.meet(&hash(1)).is_some());
        memory.forget(|live| live.session.user == UserId(Uuid::from_u128(1)));
        assert!(memory.meet(&hash(1)).is_none() && memory.meet(&hash(2)).is_some());
    }

    #[test]
    fn a_use_is_noted_to_a_minute() {
        let mut memory = Memory::default();
        memory.remember(hash(1), &live(1), 0);
        memory.use_now(&hash(1), &live(1).session, SEEN_MS - 1);
        assert!(memory.seen.is_empty());
        memory.use_now(&hash(1), &live(1).session, SEEN_MS);
        let met = memory.meet(&hash(1)).unwrap();
        assert_eq!((met.session.seen, memory.seen[&Uuid::from_u128(1)]), (SEEN_MS, SEEN_MS));
    }
}
