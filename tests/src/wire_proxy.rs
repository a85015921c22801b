//! A TCP proxy between people and the server, for lines as they are in the world: slow, dead
//! without a word, cut on one end only, with a frame missing or a frame twice.
//!
//! A [`Proxy`] listens for one [`World`]; [`Person::behind`] sends a person through it, requests
//! and sockets alike. Each connection is a [`Wire`] with two [`Way`]s, and what is done to one
//! wire leaves the others alone. The proxy knows where WebSocket frames begin, so it can take one
//! out; it changes nothing in those that it lets through. It connects to the server from the
//! address that its client came from, so that limits by address stay what they are.
//!
//! It must not know anything of the game.

mod cutter;
mod pump;

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

pub use cutter::Parcel;

use crate::http::dial;
use crate::patience::PATIENCE;
use crate::person::Person;
use crate::world::{Address, World};

/// Frames of one way that are remembered.
const REMEMBERED: usize = 4_096;

/// Which way bytes go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// From the client to the server.
    Up,
    /// From the server to the client.
    Down,
}

/// One of the two ends of a wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Where the client is.
    Client,
    /// Where the server is.
    Server,
}

/// The proxy. Dropping it closes all its wires.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    common: Arc<Common>,
    /// Ends all connections with the proxy.
    _tasks: JoinSet<()>,
}

/// What all connections of a proxy share.
#[derive(Debug)]
struct Common {
    server: Address,
    rules: Mutex<Rules>,
    wires: watch::Sender<Vec<Wire>>,
}

/// What holds for connections that are yet to come.
#[derive(Clone, Copy, Debug, Default)]
struct Rules {
    refuses: bool,
    delay: [Duration; 2],
}

/// One connection through the proxy. Clones are the same connection.
#[derive(Clone, Debug)]
pub struct Wire(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    state: Mutex<State>,
    /// Rings at every change of the state.
    changed: watch::Sender<u64>,
    /// What is put onto the line, by whoever.
    out: [mpsc::Sender<pump::Unit>; 2],
}

#[derive(Debug, Default)]
struct State {
    ways: [WayState; 2],
    /// Ends that were torn off, and whether with a reset.
    torn: [Option<Tear>; 2],
    /// What one end does is not told to the other.
    hides_ends: bool,
    /// Whether it became a WebSocket.
    upgraded: bool,
    /// Ends that closed by themselves.
    closed: [bool; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tear {
    Close,
    Reset,
}

#[derive(Default)]
struct WayState {
    stalled: bool,
    delay: Duration,
    thieves: Vec<Thief>,
    carried: VecDeque<Parcel>,
}

/// Takes out one frame.
enum Thief {
    /// Says of a frame whether it is the one.
    Waits(Box<dyn FnMut(&Parcel) -> bool + Send>),
    Has(Parcel),
}

/// A frame that is to be lost.
#[derive(Debug)]
pub struct Loss {
    wire: Wire,
    way: Way,
    number: usize,
}

impl std::fmt::Debug for WayState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "stalled {}, delay {:?}, {} carried", self.stalled, self.delay, self.carried.len())
    }
}

impl Proxy {
    /// A proxy before a world's server, also after a restart of it.
    ///
    /// # Panics
    /// When no port can be had.
    pub async fn before(world: &World) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (wires, _) = watch::channel(Vec::new());
        let common = Arc::new(Common { server: world.address(), rules: Mutex::default(), wires });
        let mut tasks = JoinSet::new();
        tasks.spawn(accepts(listener, Arc::clone(&common)));
        Self { address, common, _tasks: tasks }
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The wires that carry sockets, in the order in which they were opened; those that are closed
    /// by now among them.
    #[must_use]
    pub fn sockets(&self) -> Vec<Wire> {
        self.common.wires.borrow().iter().filter(|wire| wire.state().upgraded).cloned().collect()
    }

    /// The newest wire that carries a socket.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn socket(&self) -> Wire {
        self.sockets().pop().expect("a socket went through the proxy")
    }

    /// Turn new connections away, as when a network is out of reach; or no longer.
    pub fn refuses(&self, on: bool) {
        self.common.rules().refuses = on;
    }

    /// Let everything take so long on a way, on wires that there are and those to come.
    pub fn delays(&self, way: Way, by: Duration) {
        self.common.rules().delay[way.index()] = by;
        for wire in self.common.wires.borrow().iter() {
            wire.delays(way, by);
        }
    }
}

impl Person {
    /// The same person behind a proxy: all new connections go through it.
    #[must_use]
    pub fn behind(&self, proxy: &Proxy) -> Self {
        self.by_way_of(proxy.address())
    }
}

impl Wire {
    /// Let nothing through on a way: it waits, and those who write must wait too in the end.
    pub fn stalls(&self, way: Way) {
        self.change(|state| state.ways[way.index()].stalled = true);
    }

    /// Let everything through again, what waited first.
    pub fn flows(&self, way: Way) {
        self.change(|state| state.ways[way.index()].stalled = false);
    }

    /// The line is dead and nobody knows: nothing goes through, not even the news of an end.
    pub fn dies_silently(&self) {
        self.change(|state| {
            state.hides_ends = true;
            state.ways.iter_mut().for_each(|way| way.stalled = true);
        });
    }

    /// Let everything take so long on a way; the order stays.
    pub fn delays(&self, way: Way, by: Duration) {
        self.change(|state| state.ways[way.index()].delay = by);
    }

    /// What one end does from now on is not told to the other: a server that goes leaves the
    /// client's connection open.
    pub fn hides_ends(&self) {
        self.change(|state| state.hides_ends = true);
    }

    /// An end that was hidden is told after all.
    pub fn tells_ends(&self) {
        self.change(|state| state.hides_ends = false);
    }

    /// Close the connection towards one end; the other end hears nothing of it.
    pub fn leaves(&self, end: End) {
        self.tears(end, Tear::Close);
    }

    /// Reset the connection towards one end; the other end hears nothing of it.
    pub fn resets(&self, end: End) {
        self.tears(end, Tear::Reset);
    }

    /// Close both ends.
    pub fn is_cut(&self) {
        self.leaves(End::Client);
        self.leaves(End::Server);
    }

    /// Take out the first frame that fits; control frames are looked at as well.
    pub fn loses(&self, way: Way, fits: impl FnMut(&Parcel) -> bool + Send + 'static) -> Loss {
        let mut number = 0;
        self.change(|state| {
            let way = &mut state.ways[way.index()];
            number = way.thieves.len();
            way.thieves.push(Thief::Waits(Box::new(fits)));
        });
        Loss { wire: self.clone(), way, number }
    }

    /// Take out the first text frame that contains something.
    pub fn loses_text(&self, way: Way, part: &str) -> Loss {
        let part = part.to_owned();
        self.loses(way, move |parcel| parcel.text().contains(&part))
    }

    /// Take out the text frame behind so many others from now on.
    pub fn loses_nth(&self, way: Way, mut others: usize) -> Loss {
        self.loses(way, move |parcel| {
            let this = parcel.is_text() && others == 0;
            others = others.saturating_sub(usize::from(parcel.is_text()));
            this
        })
    }

    /// The frames that went through, oldest first; the newest few thousand.
    #[must_use]
    pub fn carried(&self, way: Way) -> Vec<Parcel> {
        self.state().ways[way.index()].carried.iter().cloned().collect()
    }

    /// Wait until a frame went through that contains something, and tell it.
    ///
    /// # Panics
    /// When none does.
    pub async fn has_carried(&self, way: Way, part: &str) -> Parcel {
        self.until(&format!("{part} is carried"), |state| {
            state.ways[way.index()].carried.iter().find(|parcel| parcel.text().contains(part)).cloned()
        })
        .await
    }

    /// Put bytes of one's own onto a way, behind what is under way: a frame of before, say.
    ///
    /// # Panics
    /// When the line is more than full.
    pub fn replays(&self, way: Way, parcel: &Parcel) {
        let due = Instant::now() + self.state().ways[way.index()].delay;
        let unit = pump::Unit { due, what: pump::What::Bytes(parcel.raw.clone()) };
        self.0.out[way.index()].try_send(unit).expect("there is room on the line");
    }

    /// Wait until an end closed by itself.
    ///
    /// # Panics
    /// When it does not.
    pub async fn has_closed(&self, end: End) {
        self.until(&format!("{end:?} closes"), |state| state.closed[end.index()].then_some(())).await;
    }

    /// Whether an end closed by itself.
    #[must_use]
    pub fn is_closed(&self, end: End) -> bool {
        self.state().closed[end.index()]
    }

    async fn until<T>(&self, what: &str, see: impl Fn(&State) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        let mut changes = self.0.changed.subscribe();
        loop {
            changes.mark_unchanged();
            if let Some(found) = see(&self.state()) {
                return found;
            }
            let change = timeout_at(deadline, changes.changed()).await;
            assert!(change.is_ok(), "the wire waited in vain until {what}: {:?}", self.state());
        }
    }

    fn tears(&self, end: End, how: Tear) {
        self.change(|state| state.torn[end.index()] = state.torn[end.index()].or(Some(how)));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.0.changed.send_modify(|count| *count += 1);
    }
}

impl Loss {
    /// What was lost, if it was by now.
    #[must_use]
    pub fn what(&self) -> Option<Parcel> {
        self.found(&self.wire.state())
    }

    /// Wait until it is lost, and tell what it was.
    ///
    /// # Panics
    /// When it is not.
    pub async fn happens(self) -> Parcel {
        self.wire.until("a frame is lost", |state| self.found(state)).await
    }

    fn found(&self, state: &State) -> Option<Parcel> {
        match &state.ways[self.way.index()].thieves[self.number] {
            Thief::Waits(_) => None,
            Thief::Has(parcel) => Some(parcel.clone()),
        }
    }
}

impl Way {
    const fn index(self) -> usize {
        match self {
            Self::Up => 0,
            Self::Down => 1,
        }
    }

    /// Where the bytes come from.
    const fn source(self) -> End {
        match self {
            Self::Up => End::Client,
            Self::Down => End::Server,
        }
    }

    /// Where they go.
    const fn target(self) -> End {
        match self {
            Self::Up => End::Server,
            Self::Down => End::Client,
        }
    }
}

impl End {
    const fn index(self) -> usize {
        match self {
            Self::Client => 0,
            Self::Server => 1,
        }
    }
}

impl Common {
    fn rules(&self) -> MutexGuard<'_, Rules> {
        self.rules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn accepts(listener: TcpListener, common: Arc<Common>) {
    let mut lines = JoinSet::new();
    loop {
        let Ok((client, from)) = listener.accept().await else { return };
        let rules = *common.rules();
        if rules.refuses {
            continue;
        }
        while lines.try_join_next().is_some() {}
        let common = Arc::clone(&common);
        lines.spawn(async move {
            // Without a server the client is turned away, as if it had asked the server itself.
            drop(connects(client, from, rules, &common).await);
        });
    }
}

async fn connects(client: TcpStream, from: SocketAddr, rules: Rules, common: &Common) -> io::Result<()> {
    client.set_nodelay(true)?;
    let server = dial(from.ip(), common.server.get()).await.map_err(io::Error::other)?;
    let (up, uplink) = mpsc::channel(pump::UNDER_WAY);
    let (down, downlink) = mpsc::channel(pump::UNDER_WAY);
    let (changed, _) = watch::channel(0);
    let wire = Wire(Arc::new(Inner { state: Mutex::default(), changed, out: [up, down] }));
    for way in [Way::Up, Way::Down] {
        wire.delays(way, rules.delay[way.index()]);
    }
    common.wires.send_modify(|wires| wires.push(wire.clone()));
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::join!(
        pump::reads(&wire, Way::Up, from_client),
        pump::reads(&wire, Way::Down, from_server),
        pump::writes(&wire, Way::Up, to_server, uplink),
        pump::writes(&wire, Way::Down, to_client, downlink),
    );
    Ok(())
}
