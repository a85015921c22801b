//! What is kept of somebody, as one document that he can take away (`docs/accounts.md` lists what is
//! in it and what is not).

use protocol::http::account::{PasskeyRow, SessionRow};
use protocol::http::push::{PushLang, PushWishes};
use protocol::{RoomId, UserId};
use serde::Serialize;
use uuid::Uuid;

use crate::rooms::Rooms;
use crate::store::accounts::{Accounts, Identity};
use crate::store::books;
use crate::store::push::Notices;
use crate::store::{Person, Store, StoreError};

/// What is kept of a person under his own identity, but for the lists of the books, which may be of any
/// length.
#[derive(Debug, Serialize)]
pub struct Export {
    /// When it was made: milliseconds since the Unix epoch, like all times in it.
    made_at: u64,
    /// By which this server knows him.
    id: UserId,
    /// The name that rooms take.
    name: String,
    /// Whether he chose it.
    named: bool,
    /// When he first came.
    since: u64,
    /// The account, where there is one.
    account: Option<AccountPart>,
    /// The sessions that have not ended.
    sessions: Vec<SessionRow>,
    /// The passkeys, without what proves them.
    passkeys: Vec<PasskeyRow>,
    /// What of slow games he is told of, and which browsers are told.
    notices: NoticesPart,
    /// Where he sits: the rooms in which something was told last, a hundred at most.
    seats: Vec<SeatPart>,
    /// What is not in it, and where it is.
    not_included: [&'static str; 3],
    /// What the books and the ratings hold of him. The last of all: their lists follow in it.
    books: books::Export,
}

#[derive(Debug, Serialize)]
struct AccountPart {
    login: Option<String>,
    since: u64,
    has_password: bool,
    identities: Vec<IdentityPart>,
    admin: bool,
}

#[derive(Debug, Serialize)]
struct IdentityPart {
    issuer: String,
    subject: String,
    since: u64,
}

#[derive(Debug, Serialize)]
struct NoticesPart {
    wishes: PushWishes,
    browsers: Vec<BrowserPart>,
}

#[derive(Debug, Serialize)]
struct BrowserPart {
    endpoint: String,
    lang: PushLang,
    since: u64,
}

#[derive(Debug, Serialize)]
struct SeatPart {
    room: RoomId,
    title: String,
    side: engine::Side,
}

/// Gather what is kept of a person. `own` is the session that asks, `books` what the books hold of
/// him.
///
/// # Errors
/// The store does not answer.
pub async fn gather(
    (store, accounts, notices): (&dyn Store, &dyn Accounts, &dyn Notices),
    rooms: &Rooms,
    person: Person,
    own: Uuid,
    books: books::Export,
    now: u64,
) -> Result<Export, StoreError> {
    let account = accounts.account(person.user).await?;
    let identities = accounts.identities_of(person.user).await?.into_iter();
    let identities = identities
        .map(|(Identity { issuer, subject }, since)| IdentityPart { issuer, subject, since })
        .collect();
    let sessions = accounts.sessions_of(person.user).await?;
    let passkeys = accounts.passkeys_of(person.user).await?;
    let (wishes, told) = (notices.wishes(person.user).await?, notices.subscriptions_of(person.user).await?);
    let person = store.person(person.user).await?.unwrap_or(person);
    let seats = rooms.games_of(person.user).await.map_err(|_| StoreError::Unavailable("rooms".to_owned()))?;
    Ok(Export {
        made_at: now,
        id: person.user,
        name: person.name,
        named: person.named,
        since: person.created_at,
        account: account.map(|account| AccountPart {
            login: account.login,
            since: account.since,
            has_password: account.password.is_some(),
            identities,
            admin: account.admin,
        }),
        sessions: sessions
            .into_iter()
            .map(|s| SessionRow { own: s.id == own, id: s.id, since: s.since, seen: s.seen, agent: s.agent })
            .collect(),
        passkeys: passkeys
            .into_iter()
            .map(|key| PasskeyRow { id: key.id, name: key.name, since: key.since, seen: key.seen })
            .collect(),
        notices: NoticesPart {
            wishes,
            browsers: told
                .into_iter()
                .map(|to| BrowserPart { endpoint: to.endpoint, lang: to.lang, since: to.since })
                .collect(),
        },
        seats: seats
            .into_iter()
            .map(|game| SeatPart { room: game.row.room, title: game.row.title, side: game.side })
            .collect(),
        not_included: [
            "moves, votes and lines of chat: they are in the logs of their rooms, which members of the room can read there",
            "the password and the secrets of passkeys, sessions and browsers: only digests, public keys and what notices are sealed with are kept",
            "addresses: none is kept with an account",
        ],
        books,
    })
}
