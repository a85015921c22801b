//! What is spoken before a socket: the route table, and what holds for every route.

mod account;
mod admin;
mod analysis;
pub mod assets;
mod betting;
mod body;
mod card;
mod error;
mod export;
mod games;
mod glance;
mod guard;
mod health;
mod limits;
mod made;
mod markets;
mod me;
mod oidc;
mod passkeys;
mod picture;
mod profile;
mod proof;
mod push;
mod query;
mod records;
mod rooms;
mod session;
mod sessions;
mod story;
mod tickets;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post, put};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::accounts::{Passkeys, Passwords, Provider, Sessions};
use crate::analyst::Analyst;
use crate::betting::rules::Rules;
use crate::clock::Clock;
use crate::config::{Network, Origin};
use crate::connection;
use crate::push::Push;
use crate::rooms::Rooms;
use crate::store::Store;
use crate::store::accounts::Accounts;
use crate::store::books::Books;
use crate::store::ledger::Wallets;
use crate::store::push::Notices;
use crate::store::ratings::Ratings;
use crate::workshop::Workshop;

pub use error::Denied;
pub(crate) use guard::{client_address, is_own_page};
pub use limits::Limits;
pub use tickets::{Admission, Tickets};

/// Until a request is answered, its body included.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// The same for one that brings a file, over a slow line.
const FILE_TIME: Duration = Duration::from_secs(60);

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
    /// Who is told of what.
    pub notices: Arc<dyn Notices>,
    /// What is needed to tell them; nothing where nobody is told.
    pub push: Option<Push>,
    /// How one may bet.
    pub betting: Rules,
    /// The time.
    pub clock: Clock,
    /// Who comes back, and by what.
    pub accounts: Arc<dyn Accounts>,
    /// Who is known.
    pub sessions: Arc<Sessions>,
    /// Passwords, few at a time.
    pub passwords: Passwords,
    /// Looks at lines of moves.
    pub analyst: Analyst,
    /// Where records are written and read.
    pub records: Workshop,
    /// Where pictures of rooms are drawn.
    pub pictures: Workshop,
    /// Passkeys, where browsers trust the name of the server with them.
    pub passkeys: Option<Passkeys>,
    /// The identity provider, where there is one.
    pub provider: Option<Provider>,
    /// Rung when somebody deleted his account.
    pub gone: Arc<Notify>,
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
    let known = Router::new()
        .route("/api/session", get(session::get).post(session::post))
        .route("/api/sessions", get(sessions::list).delete(sessions::end_others))
        .route("/api/sessions/{id}", delete(sessions::end))
        .route("/api/account", post(account::claim).delete(account::delete))
        .route("/api/account/password", put(account::password))
        .route("/api/login", post(account::login))
        .route("/api/login/passkey/start", post(passkeys::login_start))
        .route("/api/login/passkey", post(passkeys::login))
        .route("/api/logout", post(account::logout))
        .route("/api/passkeys", get(passkeys::list).post(passkeys::add))
        .route("/api/passkeys/start", post(passkeys::start))
        .route("/api/passkeys/{id}", delete(passkeys::remove))
        .route("/api/oidc/start", get(oidc::start))
        .route("/api/oidc/callback", get(oidc::back))
        .route("/api/me/games", get(me::games))
        .merge(books(&server))
        .merge(people())
        .merge(notices(&server))
        .route("/api/me/export", get(export::export))
        .route("/api/rooms/{room}/story", get(story::tell).layer(compressed()))
        .route("/api/rooms/{room}/record", get(records::text).layer(compressed()))
        // Beside what everybody may see there is what a side said among itself.
        .route("/api/rooms/{room}/record.json", get(records::json))
        .route("/api/analysis", post(analysis::look))
        .route("/api/rooms", get(rooms::list).layer(compressed()).post(rooms::open))
        .route("/api/ws-ticket", post(tickets::issue))
        .route_layer(from_fn_with_state(server.clone(), session::recognise));
    let files = Router::new()
        .route("/api/records", post(records::import).layer(compressed()))
        .route_layer(from_fn_with_state(server.clone(), session::recognise))
        .method_not_allowed_fallback(error::wrong_method)
        .with_state(server.clone())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, FILE_TIME));
    Router::new()
        .merge(known)
        .route("/api/accounts", get(account::ways))
        // Whoever shows a link asks without a session.
        .route("/api/rooms/{room}/image.png", get(picture::draw))
        .route("/api/games", get(games::list).layer(compressed()))
        .route("/ws/{room}", get(connection::upgrade))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .method_not_allowed_fallback(error::wrong_method)
        .fallback_service(page.with_state(server.clone()))
        .with_state(server.clone())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIME))
        .merge(files)
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(from_fn_with_state(server, guard::guard))
}

/// What people and administrators see of bets; 404 where the server offers none.
fn books(server: &Server) -> Router<Server> {
    Router::new()
        .route("/api/betting", get(betting::info))
        .route("/api/me/wallet", get(betting::wallet))
        .route("/api/me/betting", put(betting::wish))
        .route("/api/rooms/{room}/leaderboard", get(profile::room_table))
        .route("/api/rooms/{room}/markets", get(markets::list))
        .route("/api/rooms/{room}/markets/{market}", get(markets::story))
        .route("/api/audit", get(admin::audit))
        .route("/api/admin/betting", post(admin::act))
        .route("/api/admin/abuse", get(admin::abuse))
        .route_layer(from_fn_with_state(server.clone(), betting::where_offered))
}

/// How people are told of slow games; 404 where the server tells nobody.
fn notices(server: &Server) -> Router<Server> {
    Router::new()
        .route("/api/push/key", get(push::key))
        .route("/api/me/push", get(push::get).put(push::subscribe))
        .route("/api/me/push/wishes", put(push::wish))
        .route("/api/me/push/{id}", delete(push::unsubscribe))
        .route_layer(from_fn_with_state(server.clone(), push::where_offered))
}

/// What stays where a server offers no bets.
fn people() -> Router<Server> {
    Router::new()
        .route("/api/me/bets", get(betting::bets))
        .route("/api/me/profile", get(profile::own))
        .route("/api/profiles/{login}", get(profile::of))
        .route("/api/leaderboard", get(profile::table))
        .route("/api/rooms/{room}/ratings", get(profile::ratings))
}
