//! The port of accounts and sessions: who somebody is, and what proves it, whichever database is
//! behind it (`docs/accounts.md`).
//!
//! A store decides nothing here but what only a transaction can: that a name, a key or an identity
//! belongs to one account, and that what was proved is still so when it is acted upon. Secrets come
//! in as digests; a session is known by the SHA-256 of its token.

use protocol::UserId;
use uuid::Uuid;

use super::port::{Answering, Person};

/// What a store keeps of a token.
pub type TokenHash = [u8; 32];

/// Where accounts and sessions are kept.
pub trait Accounts: Send + Sync + 'static {
    /// The session of a token, with what its person is.
    fn session(&self, token: TokenHash) -> Answering<'_, Option<Live>>;

    /// Begin the session of somebody new, who is kept as well.
    fn arrive(&self, arrival: Arrival) -> Answering<'_, ()>;

    /// Have a cookie of before there were sessions stand for a session. Whether it does: nothing is
    /// begun for an unknown person, or when another cookie of the same person was exchanged.
    fn exchange(&self, exchange: Exchange) -> Answering<'_, bool>;

    /// The sessions of a person, the last used first.
    fn sessions_of(&self, user: UserId) -> Answering<'_, Vec<Session>>;

    /// End one session of a person. Whether there was one.
    fn end_session(&self, user: UserId, id: Uuid) -> Answering<'_, bool>;

    /// End all sessions of a person but one; which ended.
    fn end_others(&self, user: UserId, keep: Uuid) -> Answering<'_, Vec<Uuid>>;

    /// Those of these sessions that there are not.
    fn gone(&self, sessions: Vec<Uuid>) -> Answering<'_, Vec<Uuid>>;

    /// Note when sessions were last used.
    fn touch(&self, seen: Vec<(Uuid, u64)>) -> Answering<'_, ()>;

    /// Forget sessions that were last used before a moment.
    fn sweep(&self, before: u64) -> Answering<'_, ()>;

    /// The account of a person; nothing for a guest, and for who deleted it.
    fn account(&self, user: UserId) -> Answering<'_, Option<Account>>;

    /// What opens the account of a name.
    fn lock_of(&self, login: String) -> Answering<'_, Option<Lock>>;

    /// Make a guest the holder of an account, by the same identity. His sessions end, another begins.
    fn claim(&self, claim: Claim) -> Answering<'_, Claimed>;

    /// Begin a session of somebody who proved who he is.
    fn sign_in(&self, sign_in: SignIn) -> Answering<'_, SignedIn>;

    /// Set the password of an account. Its sessions end, another begins.
    fn set_password(&self, set: SetPassword) -> Answering<'_, PasswordSet>;

    /// The passkeys of a person, the oldest first.
    fn passkeys_of(&self, user: UserId) -> Answering<'_, Vec<Passkey>>;

    /// The passkey of a credential.
    fn passkey(&self, credential: Vec<u8>) -> Answering<'_, Option<Passkey>>;

    /// Give an account another passkey, up to a number of them.
    fn add_passkey(&self, user: UserId, key: NewPasskey, most: u8) -> Answering<'_, Added>;

    /// Take a passkey from an account.
    fn remove_passkey(&self, user: UserId, id: Uuid) -> Answering<'_, Removed>;

    /// Who somebody is whom an identity provider knows.
    fn identified(&self, identity: Identity) -> Answering<'_, Option<UserId>>;

    /// What identity providers call somebody, and since when that leads to his account.
    fn identities_of(&self, user: UserId) -> Answering<'_, Vec<(Identity, u64)>>;

    /// Let an identity lead to an account, which has none yet.
    fn link(&self, user: UserId, identity: Identity, now: u64) -> Answering<'_, Added>;

    /// Empty an account and end its sessions, which are named. Its rooms have to be told.
    fn delete_account(&self, deletion: Deletion) -> Answering<'_, Option<Vec<Uuid>>>;

    /// Who deleted his account, and whose rooms have not been told: some at a time, those behind one of
    /// them, or from the first one on.
    fn leaving(&self, behind: Option<UserId>) -> Answering<'_, Vec<UserId>>;

    /// All rooms of a deleted account have been told.
    fn left(&self, user: UserId) -> Answering<'_, ()>;

    /// How often accounts were changed from beside the server.
    fn changes(&self) -> Answering<'_, u64>;
}

/// A session, without its secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// By which it is ended.
    pub id: Uuid,
    /// Whose.
    pub user: UserId,
    /// When it began.
    pub since: u64,
    /// When it was last used, as far as that was noted.
    pub seen: u64,
    /// What the browser said it was, in a few words.
    pub agent: String,
}

/// A session that begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewSession {
    /// The digest of its token.
    pub token: TokenHash,
    /// The rest.
    pub session: Session,
}

/// A session, with what its person is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Live {
    /// The session.
    pub session: Session,
    /// Whether the person has an account.
    pub registered: bool,
    /// Whether the person looks after this server.
    pub admin: bool,
}

/// Somebody new.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// Who.
    pub person: Person,
    /// With which session.
    pub session: NewSession,
}

/// A cookie of before there were sessions.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The digest of the cookie.
    pub cookie: TokenHash,
    /// What it is to stand for, unless it does already.
    pub session: NewSession,
}

/// An account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Whose.
    pub user: UserId,
    /// What one signs in with.
    pub login: Option<String>,
    /// When it was made.
    pub since: u64,
    /// The digest of the password.
    pub password: Option<String>,
    /// How many passkeys lead to it.
    pub passkeys: u8,
    /// Whether an identity provider leads to it.
    pub provider: bool,
    /// Whether the person looks after this server.
    pub admin: bool,
}

/// What opens an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lock {
    /// Whose account.
    pub user: UserId,
    /// The digest of the password; nothing where none leads to it.
    pub password: Option<String>,
}

/// The name of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    /// As it is kept.
    pub name: String,
    /// What the eye keeps of it.
    pub skeleton: String,
}

/// Whose account is meant, by what an administrator knows of it. Not every account has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    /// That of this name.
    Login(String),
    /// That of this number in the books.
    Number(u64),
    /// That of this person.
    Id(UserId),
}

/// A passkey.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// By which it is removed.
    pub id: Uuid,
    /// Whose.
    pub user: UserId,
    /// What its owner calls it.
    pub name: String,
    /// What the library keeps of it.
    pub passkey: String,
    /// When it was made.
    pub since: u64,
    /// When it was last used.
    pub seen: Option<u64>,
}

/// A passkey that was just made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewPasskey {
    /// By which it will be removed.
    pub id: Uuid,
    /// What its owner calls it.
    pub name: String,
    /// What its authenticator calls it.
    pub credential: Vec<u8>,
    /// What the library keeps of it.
    pub passkey: String,
    /// When it was made.
    pub since: u64,
}

/// Who somebody is to an identity provider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Which provider.
    pub issuer: String,
    /// Who to it.
    pub subject: String,
}

/// The way by which a guest will come back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// A name and the digest of a password.
    Password(Login, String),
    /// A passkey.
    Passkey(NewPasskey),
    /// An identity provider.
    Provider(Identity),
}

/// A guest claims an account.
#[derive(Clone, Debug)]
pub struct Claim {
    /// How he will come back.
    pub way: Way,
    /// The session that begins; it says who he is.
    pub session: NewSession,
    /// Somebody who was not even a guest: kept with it.
    pub person: Option<Person>,
}

/// What became of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// He has an account; these sessions ended.
    Done(Vec<Uuid>),
    /// Another account is called so, or can be taken for it.
    LoginTaken,
    /// The person has an account already, or had one.
    Exists,
    /// The key or identity leads to another account.
    WayTaken,
}

/// Somebody signs in.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// What was proved; it must still be so.
    pub proof: Proof,
    /// The session that begins; it says who signs in.
    pub session: NewSession,
    /// The session of the same browser, which ends.
    pub instead_of: Option<Uuid>,
}

/// What somebody proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// That he knows the password with this digest.
    Password(String),
    /// That he holds this passkey; what the library keeps of it now.
    Passkey(Uuid, String),
    /// That a provider knows him.
    Provider(Identity),
}

/// What became of a sign-in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SignedIn {
    /// He is in; these sessions ended.
    Done(Vec<Uuid>),
    /// What was proved is not so any more.
    Refused,
}

/// Somebody chooses a password.
#[derive(Clone, Debug)]
pub struct SetPassword {
    /// The digest that is to be replaced, as it was looked at.
    pub old: Option<String>,
    /// The name, where the account has none yet.
    pub login: Option<Login>,
    /// The digest.
    pub new: String,
    /// The session that begins; it says whose account.
    pub session: NewSession,
}

/// What became of a password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PasswordSet {
    /// It is set; these sessions ended.
    Done(Vec<Uuid>),
    /// Another account is called so, or can be taken for it.
    LoginTaken,
    /// The account is not as it was looked at.
    Changed,
}

/// What became of a key or an identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// It leads to the account.
    Done,
    /// It leads to another, or the account has one already.
    Taken,
    /// The account has as many as may be.
    Full,
    /// There is no account.
    NoAccount,
}

/// What became of a key that was to be taken away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// It leads nowhere any more.
    Done,
    /// The account has no such key.
    NotThere,
    /// Nothing else leads to the account.
    LastWay,
}

/// An account is to be deleted.
#[derive(Clone, Debug)]
pub struct Deletion {
    /// Whose.
    pub user: UserId,
    /// What the person is called from now on.
    pub name: String,
    /// When.
    pub now: u64,
}
