//! `GET /api/audit`, `POST /api/admin/betting`, `GET /api/admin/abuse`: looking after the books.
//! Every act is public, with its reason; none can change what a market came to.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use protocol::betting::{BetBar, VoidReason};
use protocol::http::betting::{AdminAct, AdminVerb};
use protocol::refusal::Refusal;
use protocol::{RoomId, UserId};
use unicode_segmentation::UnicodeSegmentation;

use super::Server;
use super::betting::Asker;
use super::body::Strict;
use super::error::Denied;
use crate::accounts::named;
use crate::names::clean_reason;
use crate::room::{Ask, Caller};
use crate::store::Person;
use crate::store::ledger::{Act, ActBar, Acted, Deed};

/// Characters that a reason has at least.
const REASON_MIN: usize = 10;

/// What administrators did. Public.
pub(super) async fn audit(State(server): State<Server>) -> Result<impl IntoResponse, Denied> {
    let rows = server.0.books.audit().await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(rows)))
}

/// What an administrator should look at.
pub(super) async fn abuse(
    State(server): State<Server>,
    Asker(person): Asker,
) -> Result<impl IntoResponse, Denied> {
    administrator(&server, &person).await?;
    let report = server.0.books.abuse(server.0.clock.now()).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(report)))
}

/// Do something. Sent again by the same key, it is not done again.
pub(super) async fn act(
    State(server): State<Server>,
    Asker(person): Asker,
    Strict(act): Strict<AdminAct>,
) -> Result<impl IntoResponse, Denied> {
    let admin = administrator(&server, &person).await?;
    let reason = clean_reason(&act.reason).map_err(|why| Refusal::TextRefused { why })?;
    if reason.graphemes(true).count() < REASON_MIN {
        return Err(Denied::bad("a reason has ten characters at least"));
    }
    let key = act.key;
    let deed = match act.act {
        AdminVerb::Pause { room, on } => {
            let room = known(&server, room).await?;
            // One that cannot be asked stops nothing.
            server.0.rooms.must_be_readable(&room).await?;
            Deed::Pause { room, on }
        }
        AdminVerb::Void { room } => Deed::Void { room: known(&server, room).await? },
        AdminVerb::Adjust { login, amount, taken } => {
            Deed::Adjust { user: account(&server, &login).await?, amount, taken }
        }
        AdminVerb::Ban { login, on } => Deed::Ban { user: account(&server, &login).await?, on },
    };
    let act = Act { key, admin, deed: deed.clone(), reason };
    // What the room has to carry out is written down first: nothing is done that is not listed.
    let acted = server.0.wallets.act(act, server.0.clock.now()).await?.map_err(barred)?;
    match carry_out(&server, &deed, acted).await {
        // It was done before, and its market has gone on since.
        Err(Refusal::BetRefused { why: BetBar::MarketClosed }) if acted.again => {}
        done => done?,
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Have a room do its part. Sent again an act is asked of the room again, which may not have heard of
/// it: of the market that it was about, and unless a later act has taken it back.
async fn carry_out(server: &Server, deed: &Deed, acted: Acted) -> Result<(), Refusal> {
    let Some(market) = acted.market.filter(|_| acted.stands) else { return Ok(()) };
    match deed {
        Deed::Pause { room, on } => {
            let ask = Ask::Pause { market, on: *on };
            server.0.rooms.raise(room).await?.ask(Caller::Server, None, None, ask).await
        }
        Deed::Void { room } => server.0.rooms.void(room, market, VoidReason::Moderator).await,
        Deed::Adjust { .. } | Deed::Ban { .. } => Ok(()),
    }
}

fn barred(bar: ActBar) -> Denied {
    match bar {
        ActBar::NoMarket => Refusal::BetRefused { why: BetBar::MarketClosed },
        ActBar::NoAccount => Refusal::NotFound,
        ActBar::InsufficientFunds { free } => Refusal::BetRefused { why: BetBar::InsufficientFunds { free } },
        ActBar::OutOfRange => Refusal::BetRefused { why: BetBar::PotLimit },
        ActBar::NoReason => Refusal::BadMessage { why: "an act needs a reason".to_owned() },
        ActBar::Conflict => Refusal::BetRefused { why: BetBar::IdempotencyConflict },
    }
    .into()
}

async fn known(server: &Server, room: RoomId) -> Result<RoomId, Denied> {
    server.0.store.opener(&room).await?.ok_or(Refusal::NoRoom)?;
    Ok(room)
}

/// Whose account it is, by its name, its number in the books, or its holder's identity.
async fn account(server: &Server, text: &str) -> Result<UserId, Denied> {
    let named = named(text).ok_or(Refusal::NotFound)?;
    server.0.books.account_named(named).await?.ok_or_else(|| Refusal::NotFound.into())
}

/// The administrator who asks; 403 for everybody else.
async fn administrator(server: &Server, person: &Person) -> Result<UserId, Denied> {
    let rank = server.0.books.rank(person.user).await?;
    if rank.admin { Ok(person.user) } else { Err(Refusal::ForbiddenRole.into()) }
}
