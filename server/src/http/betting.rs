//! `GET /api/betting`, `GET /api/me/wallet`, `PUT /api/me/betting`, `GET /api/me/bets`: how this
//! server bets, and one's own part in it.

use axum::Json;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use protocol::betting::{BettingMode, Coins};
use protocol::http::betting::{BettingInfo, BettingWish, WalletView};
use protocol::refusal::Refusal;
use serde::Deserialize;

use super::Server;
use super::body::Strict;
use super::error::Denied;
use super::query::Asked;
use super::session::Visitor;
use crate::betting::display::shown;
use crate::store::Person;
use crate::store::ledger::Wishes;

/// Days that a break may last.
const BREAK_DAYS: [u8; 3] = [1, 7, 30];

/// `?before=` of a list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Before {
    before: Option<u64>,
}

/// How this server bets.
pub(super) async fn info(State(server): State<Server>) -> Result<impl IntoResponse, Denied> {
    let rules = &server.0.betting;
    let head = server.0.books.head().await?;
    let season = server.0.books.season().await?;
    let info = BettingInfo {
        mode: rules.mode,
        start_grant: shown(rules.start_grant),
        daily_grant: shown(rules.daily_grant),
        min_stake: shown(rules.min_stake),
        max_stake: shown(rules.max_stake),
        min_account_age_ms: rules.min_account_age_ms,
        season: season.map_or(0, |season| season.number),
        season_ends: season.map_or(0, |season| season.until),
        head,
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(info)))
}

/// The own wallet. Asking brings the coins of the day, or relief, to who has an account.
pub(super) async fn wallet(
    State(server): State<Server>,
    Asker(person): Asker,
) -> Result<impl IntoResponse, Denied> {
    let now = server.0.clock.now();
    let claim = match server.0.betting.mode {
        BettingMode::Pool => server.0.wallets.claim(person.user, now).await?,
        // Guesses are free: nothing moves.
        BettingMode::Off | BettingMode::Picks => None,
    };
    let Wishes { hidden, unlisted, break_until } = server.0.wallets.wishes(person.user).await?;
    let wallet = WalletView {
        free: claim.map(|claim| claim.free),
        staked: claim.map_or(Coins::ZERO, |claim| claim.staked),
        granted: claim.map_or(Coins::ZERO, |claim| claim.granted),
        hidden,
        unlisted,
        break_until: break_until.filter(|until| *until > now),
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(wallet)))
}

/// Wish something of betting for oneself.
pub(super) async fn wish(
    State(server): State<Server>,
    Asker(person): Asker,
    Strict(wish): Strict<BettingWish>,
) -> Result<impl IntoResponse, Denied> {
    if wish.break_days.is_some_and(|days| !BREAK_DAYS.contains(&days)) {
        return Err(Denied::bad("a break lasts 1, 7 or 30 days"));
    }
    server.0.wallets.wish(person.user, wish, server.0.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The own bets, also where the server offers no more.
pub(super) async fn bets(
    State(server): State<Server>,
    Asker(person): Asker,
    Asked(Before { before }): Asked<Before>,
) -> Result<impl IntoResponse, Denied> {
    let bets = server.0.books.bets_of(person.user, before).await?;
    Ok(([(CACHE_CONTROL, "no-store")], Json(bets)))
}

/// Say of everything about bets that it is not there, whoever asks, where the server offers none.
pub(super) async fn where_offered(State(server): State<Server>, request: Request, next: Next) -> Response {
    if server.0.betting.mode == BettingMode::Off {
        return Denied::from(Refusal::NotFound).into_response();
    }
    next.run(request).await
}

/// Who asks, not too often; 401 for somebody new.
pub(super) struct Asker(pub(super) Person);

impl FromRequestParts<Server> for Asker {
    type Rejection = Denied;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Denied> {
        let Visitor { person, .. } = Visitor::from_request_parts(parts, server).await?;
        server.0.limits.asking(person.user)?;
        Ok(Self(person))
    }
}
