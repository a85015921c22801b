//! Saying no by HTTP: a status, and a problem that carries the refusal.

use std::any::Any;

use axum::Json;
use axum::body::Body;
use axum::http::header::{ALLOW, CACHE_CONTROL, RETRY_AFTER};
use axum::http::{HeaderValue, Method, Response, StatusCode};
use axum::response::IntoResponse;
use protocol::http::Problem;
use protocol::refusal::Refusal;

use crate::store::StoreError;

/// A request that is not granted.
#[derive(Clone, Debug)]
pub struct Denied {
    status: StatusCode,
    refusal: Refusal,
}

impl Denied {
    /// A refusal with a status of its own.
    #[must_use]
    pub const fn new(status: StatusCode, refusal: Refusal) -> Self {
        Self { status, refusal }
    }

    /// Whether this is the reason.
    pub(super) fn is(&self, refusal: &Refusal) -> bool {
        self.refusal == *refusal
    }

    /// The request cannot be understood.
    #[must_use]
    pub fn bad(why: &str) -> Self {
        Refusal::BadMessage { why: why.to_owned() }.into()
    }
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Self {
        let status = match &refusal {
            Refusal::BadMessage { .. } => StatusCode::BAD_REQUEST,
            Refusal::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::RateLimited { .. } | Refusal::Cooldown { .. } | Refusal::TooManyRooms => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Refusal::Unauthorized | Refusal::WrongCredentials => StatusCode::UNAUTHORIZED,
            Refusal::ForbiddenRole
            | Refusal::Banned
            | Refusal::Muted
            | Refusal::AccountNeeded
            | Refusal::ProofNeeded => StatusCode::FORBIDDEN,
            Refusal::NoRoom | Refusal::NotFound => StatusCode::NOT_FOUND,
            Refusal::Busy | Refusal::Draining => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::UpgradeRequired => StatusCode::UPGRADE_REQUIRED,
            Refusal::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Refusal::NameRefused { .. }
            | Refusal::TextRefused { .. }
            | Refusal::BadSettings { .. }
            | Refusal::LoginRefused
            | Refusal::PushRefused { .. }
            | Refusal::PasswordRefused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Refusal::NotSeated
            | Refusal::NotMover
            | Refusal::NotOnRoll
            | Refusal::Stale { .. }
            | Refusal::BallotClosed { .. }
            | Refusal::IllegalMove { .. }
            | Refusal::MoveSpent
            | Refusal::TooManyOptions
            | Refusal::NoFlipsLeft
            | Refusal::NoBlock
            | Refusal::HandTaken
            | Refusal::MotionBarred { .. }
            | Refusal::TooManyMotions
            | Refusal::NoMotion { .. }
            | Refusal::Held
            | Refusal::GameOver
            | Refusal::NoGame
            | Refusal::GameRunning
            | Refusal::SideFull
            | Refusal::SideLocked
            | Refusal::SeatTaken
            | Refusal::NameTaken
            | Refusal::NoSuchMember
            | Refusal::BetRefused { .. }
            | Refusal::HasOpenStake { .. }
            | Refusal::MarketRunning
            | Refusal::NotHeard
            | Refusal::AccountExists
            | Refusal::LoginTaken
            | Refusal::LastWay
            | Refusal::RoomFull => StatusCode::CONFLICT,
        };
        Self { status, refusal }
    }
}

impl From<StoreError> for Denied {
    fn from(error: StoreError) -> Self {
        tracing::warn!(%error, "the store did not answer a request");
        Refusal::Busy.into()
    }
}

impl IntoResponse for Denied {
    fn into_response(self) -> Response<Body> {
        let wait = if let Refusal::RateLimited { wait_ms } = &self.refusal {
            Some(wait_ms.div_ceil(1_000))
        } else {
            (self.status == StatusCode::SERVICE_UNAVAILABLE).then_some(2)
        };
        let problem = Problem { status: self.status.as_u16(), refusal: self.refusal };
        let mut answer = (self.status, Json(problem)).into_response();
        let headers = answer.headers_mut();
        headers.insert("content-type", HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = wait {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        answer
    }
}

/// The route knows the path but not the method; the layer above adds `Allow`.
pub(super) async fn wrong_method(method: Method) -> Denied {
    Denied::new(
        StatusCode::METHOD_NOT_ALLOWED,
        Refusal::BadMessage { why: format!("{method} is not for this path") },
    )
}

/// A path that is only for reading was asked otherwise.
pub(super) fn only_for_reading(method: &Method) -> Response<Body> {
    let mut answer = Denied::new(
        StatusCode::METHOD_NOT_ALLOWED,
        Refusal::BadMessage { why: format!("{method} is not for this path") },
    )
    .into_response();
    answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    answer
}

/// What a visitor is told when a route fails. The panic itself is in the log.
pub(super) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response<Body> {
    tracing::error!("a route failed");
    Denied::from(Refusal::Internal).into_response()
}
