//! The server as a value: bind it, serve, stop it. The binary and the tests come in by the same
//! door.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use protocol::betting::BettingMode;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::accounts::{Passkeys, Passwords, Provider, Sessions, keep};
use crate::analyst::Analyst;
use crate::bots;
use crate::chance::Chance;
use crate::clock::Clock;
use crate::config::{Origin, Scheme, Settings, own_origins};
use crate::connection::Sockets;
use crate::http::assets::Assets;
use crate::http::{Limits, Parts, Server, Tickets, routes};
use crate::identity::Identity;
use crate::net::{self, Census};
use crate::push::{self, Courier};
use crate::rater;
use crate::rooms::{AddressSecret, Ceiling, House, Rooms};
use crate::seasons;
use crate::store::accounts::Accounts;
use crate::store::books::Books;
use crate::store::ledger::{Ledger, Wallets};
use crate::store::push::Notices;
use crate::store::ratings::Ratings;
use crate::store::seasons::Seasons;
use crate::store::sqlite::Sqlite;
use crate::store::{Store, secret};
use crate::workshop::Workshop;

/// Until everything must be saved and closed; Docker kills after ten seconds.
const DRAIN_TIME: Duration = Duration::from_secs(8);
/// Until sockets whose other side does not read are left to themselves.
const FAREWELL_TIME: Duration = Duration::from_secs(4);
/// Records that are worked on at once; one has at most two mebibytes and 400,000 laps.
const RECORDS_AT_ONCE: usize = 1;
/// Pictures that are drawn at once; one takes some hundredths of a second.
const PICTURES_AT_ONCE: usize = 1;
/// Records, and pictures, that may wait besides.
const WAITING: usize = 16;
/// How often the lobby is rid of rooms that nobody came back to.
const TIDY_TIME: Duration = Duration::from_secs(60);

/// A server that is bound to its address.
pub struct App {
    listener: TcpListener,
    address: SocketAddr,
    server: Server,
    router: Router,
    store: Arc<Sqlite>,
    courier: Option<Courier>,
    census: Arc<Census>,
    stop: CancellationToken,
}

impl App {
    /// Open the store and the address. Nothing is served yet.
    ///
    /// # Errors
    /// The data directory is used by another server or cannot be read; the address is taken.
    pub async fn bind(settings: Settings) -> anyhow::Result<Self> {
        Self::bind_with(settings, Clock::system()).await
    }

    /// [`App::bind`] by another clock.
    ///
    /// # Errors
    /// As there.
    pub async fn bind_with(settings: Settings, clock: Clock) -> anyhow::Result<Self> {
        let betting = settings.betting.rules().context("the settings of betting do not go together")?;
        let store = Arc::new(Sqlite::open(&settings.data).await?.with_rules(betting.clone()));
        let ledger = Some(Arc::clone(&store) as Arc<dyn Ledger>);
        let house = House { ledger, rules: betting.clone() };
        let clock = clock.not_before(store.latest().await?);
        let key = secret::cookie_key(&settings.data)?;
        let listener =
            net::listen(settings.listen).with_context(|| format!("cannot listen on {}", settings.listen))?;
        let address = listener.local_addr()?;
        let origins = settings.origins(address);
        let rooms =
            Rooms::begin(Arc::clone(&store) as Arc<dyn Store>, house, clock.clone(), Chance::system())
                .await?;
        rooms.set_bot_door(bots::door(settings.bot_delay(), clock.clone()));
        let ended = rooms.clone();
        tokio::spawn(async move { ended.end_what_is_turned_off().await });
        tokio::spawn(rooms.settle_what_no_room_will());
        let by_address = !settings.no_address_limits;
        let stop = CancellationToken::new();
        let accounts = Arc::clone(&store) as Arc<dyn Accounts>;
        let push = settings.notices.push(&settings.data, &origins)?;
        let courier = push.clone().map(Courier::new).transpose().context("notices cannot be sent")?;
        let identity = Identity::new(&key, is_secure(&origins));
        let server = Server::new(Parts {
            rooms,
            store: Arc::clone(&store) as Arc<dyn Store>,
            books: Arc::clone(&store) as Arc<dyn Books>,
            wallets: Arc::clone(&store) as Arc<dyn Wallets>,
            ratings: Arc::clone(&store) as Arc<dyn Ratings>,
            notices: Arc::clone(&store) as Arc<dyn Notices>,
            push,
            betting,
            sessions: Arc::new(Sessions::new(Arc::clone(&accounts), identity)),
            accounts,
            passwords: Passwords::default(),
            analyst: Analyst::default(),
            records: Workshop::new(RECORDS_AT_ONCE, WAITING),
            pictures: Workshop::new(PICTURES_AT_ONCE, WAITING),
            passkeys: Passkeys::new(&origins),
            provider: settings.provider()?.map(Provider::new).transpose()?,
            gone: Arc::default(),
            clock,
            limits: Limits::new(by_address.then_some(settings.accounts_per_address)),
            tickets: Tickets::default(),
            sockets: Sockets::new(AddressSecret::of(&key), Ceiling::new(out_queues(settings.out_queues_mib))),
            hosts: origins.iter().cloned().chain(own_origins(address)).collect(),
            origins,
            proxies: settings.trusted_proxy.clone(),
            assets: Assets::new(settings.web_dir),
            tasks: TaskTracker::new(),
            stop: stop.clone(),
        });
        let census = Census::new(by_address, settings.trusted_proxy);
        Ok(Self { listener, address, router: routes(server.clone()), server, store, courier, census, stop })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops it when cancelled.
    #[must_use]
    pub fn stopper(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// What is kept, for tests that look behind the door.
    #[must_use]
    pub fn store(&self) -> Arc<Sqlite> {
        Arc::clone(&self.store)
    }

    /// The rooms, for tests that look behind the door.
    #[must_use]
    pub fn rooms(&self) -> Rooms {
        self.server.0.rooms.clone()
    }

    /// The tasks beside the rooms: ratings, seasons, notices. They end by themselves when the server stops.
    fn work_beside(&self) -> TaskTracker {
        let tasks = TaskTracker::new();
        let (clock, stop) = (self.server.0.clock.clone(), self.stop.clone());
        let ratings = Arc::clone(&self.store) as Arc<dyn Ratings>;
        tasks.spawn(rater::run(ratings, clock.clone(), stop.clone()));
        if let Some(courier) = self.courier.clone() {
            let notices = Arc::clone(&self.store) as Arc<dyn Notices>;
            tasks.spawn(push::run(notices, courier, clock.clone(), stop.clone()));
        }
        if self.server.0.betting.mode > BettingMode::Off {
            let seasons = Arc::clone(&self.store) as Arc<dyn Seasons>;
            tasks.spawn(seasons::run(seasons, self.server.0.betting.clone(), clock, stop));
        }
        tasks
    }

    /// Serve until stopped, then hold every room, save, say good-bye and close.
    ///
    /// # Errors
    /// The disk failed, or not everything could be closed in time.
    pub async fn serve(self) -> anyhow::Result<()> {
        let failed = self.store.failed();
        let beside = self.work_beside();
        let connections = TaskTracker::new();
        let taking =
            net::serve(self.listener, self.router, self.census, connections.clone(), self.stop.clone());
        let taking = tokio::spawn(taking);
        let tidying = tokio::spawn(tidy(self.server.0.rooms.clone(), self.stop.clone()));
        let parts = &self.server.0;
        let keeping = tokio::spawn(keep(
            (Arc::clone(&parts.accounts), Arc::clone(&self.store) as Arc<dyn Wallets>),
            Arc::clone(&parts.sessions),
            parts.rooms.clone(),
            parts.clock.clone(),
            Arc::clone(&parts.gone),
            self.stop.clone(),
        ));
        tokio::select! {
            () = self.stop.cancelled() => {}
            () = failed.cancelled() => self.stop.cancel(),
        }
        tracing::info!("draining");
        let drained = async {
            // What is left to be noted of accounts is noted before the store closes.
            drop(keeping.await);
            beside.close();
            beside.wait().await;
            drain(&self.server, &self.store, connections).await
        };
        let drained = tokio::time::timeout(DRAIN_TIME, drained).await;
        tidying.abort();
        taking.abort();
        anyhow::ensure!(!failed.is_cancelled(), "the disk failed: what it holds can be told after a restart");
        drained.context("not everything could be closed in time")??;
        tracing::info!("stopped");
        Ok(())
    }
}

/// Bytes that may wait for all sockets together.
fn out_queues(mebibytes: Option<u32>) -> usize {
    let bytes = mebibytes.map_or_else(|| net::memory() / 4, |mebibytes| u64::from(mebibytes) * 1024 * 1024);
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

async fn drain(server: &Server, store: &Sqlite, connections: TaskTracker) -> anyhow::Result<()> {
    server.0.rooms.drain().await;
    server.0.tasks.close();
    connections.close();
    let farewell = async {
        server.0.tasks.wait().await;
        connections.wait().await;
    };
    if tokio::time::timeout(FAREWELL_TIME, farewell).await.is_err() {
        tracing::info!("somebody does not take the good-bye; all is saved");
    }
    store.close().await.context("the log could not be closed in order")
}

async fn tidy(rooms: Rooms, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(TIDY_TIME) => rooms.forget_the_sleeping().await,
            () = stop.cancelled() => return,
        }
    }
}

fn is_secure(origins: &[Origin]) -> bool {
    origins.iter().any(|origin| origin.scheme == Scheme::Https)
}
