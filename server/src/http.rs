//! What is spoken before a socket: the route table, and what holds for every route.

mod admin;
pub mod assets;
mod betting;
mod body;
mod error;
mod games;
mod guard;
mod health;
mod limits;
mod markets;
mod me;
mod profile;
mod query;
mod rooms;
mod session;
mod tickets;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post, put};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::betting::rules::Rules;
use crate::clock::Clock;
use crate::config::{Network, Origin};
use crate::connection;
use crate::identity::Identity;
use crate::rooms::Rooms;
use crate::store::Store;
use crate::store::books::Books;
use crate::store::ledger::Wallets;
use crate::store::ratings::Ratings;

pub use error::Denied;
pub(crate) use guard::{client_address, is_own_page};
pub use limits::Limits;
pub use tickets::{Admission, Tickets};

/// Until a request is answered, its body included.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// What the routes work with. Copies are the same.
#[derive(Clone)]
pub struct Server(pub(crate) Arc<Parts>);

/// The parts of a server.
pub struct Parts {
    /// The gathering.
    pub rooms: Rooms,
    /// What is kept.
    pub store: Arc<dyn Store>,
    /// What people are shown of the books.
    pub books: Arc<dyn Books>,
    /// The wallets.
    pub wallets: Arc<dyn Wallets>,
    /// The ratings.
    pub ratings: Arc<dyn Ratings>,
    /// How one may bet.
    pub betting: Rules,
    /// The time.
    pub clock: Clock,
    /// Cookies.
    pub identity: Identity,
    /// How much anybody may ask.
    pub limits: Limits,
    /// Tickets for sockets.
    pub tickets: Tickets,
    /// What sockets have in common.
    pub sockets: connection::Sockets,
    /// Whose pages may act.
    pub origins: Vec<Origin>,
    /// Under which names the server answers.
    pub hosts: Vec<Origin>,
    /// Whose word about addresses is believed.
    pub proxies: Vec<Network>,
    /// The page.
    pub assets: assets::Assets,
    /// The tasks of sockets.
    pub tasks: TaskTracker,
    /// Fires when the server is about to stop.
    pub stop: CancellationToken,
}

impl Server {
    /// A server of these parts.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// Whether it is about to stop.
    pub(crate) fn is_draining(&self) -> bool {
        self.0.stop.is_cancelled()
    }
}

/// All routes.
pub fn routes(server: Server) -> Router {
    // Only what everybody may see is compressed: length tells of what stands beside a secret.
    let compressed = CompressionLayer::new;
    let page = Router::new().fallback(assets::serve).layer(compressed());
    Router::new()
        .route("/api/session", get(session::get).post(session::post))
        .route("/api/games", get(games::list).layer(compressed()))
        .route("/api/rooms", get(rooms::list).layer(compressed()).post(rooms::open))
        .route("/api/me/games", get(me::games))
        .merge(books())
        .route("/api/ws-ticket", post(tickets::issue))
        .route("/ws/{room}", get(connection::upgrade))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .method_not_allowed_fallback(error::wrong_method)
        .fallback_service(page.with_state(server.clone()))
        .with_state(server.clone())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIME))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(from_fn_with_state(server, guard::guard))
}

/// What people and administrators see of bets and ratings.
fn books() -> Router<Server> {
    Router::new()
        .route("/api/betting", get(betting::info))
        .route("/api/me/wallet", get(betting::wallet))
        .route("/api/me/betting", put(betting::wish))
        .route("/api/me/bets", get(betting::bets))
        .route("/api/me/profile", get(profile::own))
        .route("/api/profiles/{login}", get(profile::of))
        .route("/api/leaderboard", get(profile::table))
        .route("/api/rooms/{room}/leaderboard", get(profile::room_table))
        .route("/api/rooms/{room}/ratings", get(profile::ratings))
        .route("/api/rooms/{room}/markets", get(markets::list))
        .route("/api/rooms/{room}/markets/{market}", get(markets::story))
        .route("/api/audit", get(admin::audit))
        .route("/api/admin/betting", post(admin::act))
        .route("/api/admin/abuse", get(admin::abuse))
}
