//! A page that a person has open in a room: one socket at a time, resumed where it was left. It
//! folds what it is told into its own picture, and keeps watch over the contract while it does:
//! gaps, repeats, strange frames and second answers are breaches, and the next wait reports them.

mod bets;
mod link;
mod moment;
mod orders;

pub use link::{is_final, socket_path};
pub use moment::{ServerClock, now};
pub use orders::{Order, Outcome};

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use engine::{Move, Side};
use protocol::command::Hearers;
use protocol::message::{Answer, Role, Stream, Welcome};
use protocol::{At, BallotId, Cid, Command, Event, MemberId, Query, Refusal, RoomId};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use crate::fold::Seen;
use crate::patience::{PATIENCE, Patience};
use crate::person::Person;
use link::Link;
use orders::Orders;

/// A page. Clones are the same page.
#[derive(Clone)]
pub struct Tab(Arc<Inner>);

struct Inner {
    person: Person,
    room: RoomId,
    tab: String,
    state: Mutex<State>,
    changed: watch::Sender<u64>,
}

/// All that a page knows and remembers.
#[derive(Default)]
pub struct State {
    /// The picture.
    pub seen: Seen,
    /// Frames as they came, newest last.
    pub frames: Vec<String>,
    /// When each of them came: milliseconds by the clock of this machine.
    pub arrived: Vec<u64>,
    /// Every numbered event that was told, by stream and number.
    pub told: BTreeMap<(Stream, u32), Told>,
    /// When each of them was told first, by the clock of the test.
    pub told_at: BTreeMap<(Stream, u32), Instant>,
    /// The last welcome.
    pub welcome: Option<Welcome>,
    /// How the last socket ended: its close code, or nothing when it was cut.
    pub closed: Option<u16>,
    /// What the server said before it went.
    pub bye: bool,
    /// Refusals of frames that had no identity.
    pub errors: Vec<Refusal>,
    /// What was counted.
    pub figures: Figures,
    orders: Orders,
    epoch: Option<String>,
    /// The server's clock, in which life of the room.
    clock: Option<(String, ServerClock)>,
    link: Option<Link>,
    breaches: Vec<String>,
    returns: bool,
    /// What to do about a missing number: nothing yet, ask, wait for the answer.
    heals: Heals,
}

/// What a page does when a number is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Heals {
    /// Calls it a breach: no line loses frames by itself.
    #[default]
    Never,
    /// Asks for everything anew.
    Ready,
    /// Has asked for it on this socket, and folds nothing more until it comes.
    Asked(Cid),
    /// Is told to wait for so long, and then does.
    Refused(Duration),
    Waits,
}

/// A numbered event, with the moment that its frame gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Milliseconds of the server's clock.
    pub at: u64,
    /// What happened.
    pub event: Event,
}

/// What a page counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Sockets that were cut.
    pub cuts: u32,
    /// Welcomes that went on with replayed events.
    pub resumed: u32,
    /// Welcomes that began with snapshots, the first of all included.
    pub snapped: u32,
    /// Numbered events folded.
    pub events: u32,
    /// Times that a number was missing and everything came anew.
    pub healed: u32,
}

impl Figures {
    /// Both counts together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            cuts: self.cuts + other.cuts,
            resumed: self.resumed + other.resumed,
            snapped: self.snapped + other.snapped,
            events: self.events + other.events,
            healed: self.healed + other.healed,
        }
    }
}

impl Tab {
    /// A page that is not connected yet.
    #[must_use]
    pub fn closed(person: Person, room: RoomId) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        let tab = format!("tab-{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let (changed, _) = watch::channel(0);
        Self(Arc::new(Inner { person, room, tab, state: Mutex::default(), changed }))
    }

    /// Whose page it is.
    #[must_use]
    pub fn person(&self) -> &Person {
        &self.0.person
    }

    /// The person's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.person.name()
    }

    /// The room.
    #[must_use]
    pub fn room(&self) -> &RoomId {
        &self.0.room
    }

    /// Look at what the page knows.
    pub fn look<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        let _looking = Looking::at(self);
        look(&self.state())
    }

    /// The picture as it is now.
    #[must_use]
    pub fn picture(&self) -> Seen {
        self.look(|state| state.seen.clone())
    }

    /// Wait until something can be seen, for as long as the page is told anything.
    ///
    /// # Panics
    /// When it does not come, when the contract was breached, or when the socket is gone for good.
    pub async fn until<T>(&self, what: &str, see: impl Fn(&State) -> Option<T>) -> T {
        let mut patience = Patience::begins();
        let mut changes = self.0.changed.subscribe();
        loop {
            changes.mark_unchanged();
            {
                let state = self.state();
                self.check(&state, what);
                if let Some(found) = see(&state) {
                    return found;
                }
                patience.hears(state.frames.len() + state.sockets() as usize);
            }
            if timeout_at(patience.ends(), changes.changed()).await.is_err() {
                panic!("{} waited in vain until {what}\n{}", self.name(), self.state().story());
            }
        }
    }

    /// Wait until something is so.
    ///
    /// # Panics
    /// As [`until`](Self::until).
    pub async fn waits(&self, what: &str, so: impl Fn(&Seen) -> bool) {
        self.until(what, |state| so(&state.seen).then_some(())).await;
    }

    /// Wait until the person has received these words, on whatever line. What others see tells
    /// nothing of whether he does by now.
    ///
    /// # Panics
    /// As [`until`](Self::until).
    pub async fn waits_to_hear(&self, words: &str) {
        let heard = self.person().heard();
        self.until(&format!("{words:?} is heard"), |_| heard.holds(words).then_some(())).await;
    }

    /// Wait until one more order is acknowledged, whatever becomes of the socket.
    pub async fn is_acknowledged(&self) {
        self.counts_on(|state| state.orders.acknowledged).await;
    }

    /// Wait until one more event is told, whatever becomes of the socket.
    pub async fn is_told(&self) {
        self.counts_on(|state| state.figures.events).await;
    }

    async fn counts_on(&self, count: impl Fn(&State) -> u32) {
        let before = self.look(&count);
        let mut changes = self.0.changed.subscribe();
        while self.look(&count) == before && changes.changed().await.is_ok() {}
    }

    /// Wait until the socket is closed, and tell with which code; nothing when it was not said.
    ///
    /// # Panics
    /// When it stays open, or the contract was breached before.
    pub async fn waits_for_close(&self) -> Option<u16> {
        let deadline = Instant::now() + PATIENCE;
        let mut changes = self.0.changed.subscribe();
        while self.look(|state| state.link.is_some()) {
            if timeout_at(deadline, changes.changed()).await.is_err() {
                panic!("{}'s socket stays open\n{}", self.name(), self.state().story());
            }
        }
        self.look(|state| {
            assert!(state.breaches.is_empty(), "{}: {:?}", self.name(), state.breaches);
            state.closed
        })
    }

    /// The contract was kept so far.
    ///
    /// # Panics
    /// When it was not.
    pub fn kept_the_contract(&self) {
        let state = self.state();
        assert!(state.breaches.is_empty(), "{}: {:?}\n{}", self.name(), state.breaches, state.story());
    }

    // ---- what a person does in a room -------------------------------------------------------

    /// Sit down.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn sits(&self, side: Side) -> Result<(), Refusal> {
        self.asks(Command::SeatTake { side: Some(side), withdraw: false }).await?;
        self.waits("the seat is mine", |seen| {
            seen.role.as_ref().is_some_and(|role| role.seats.contains(&side)) && seen.team[side].is_some()
        })
        .await;
        Ok(())
    }

    /// Be ready for the next game.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn is_ready(&self) -> Result<(), Refusal> {
        self.asks(Command::ReadySet { on: true }).await
    }

    /// Vote for a move in the open ballot of the side one sits on.
    ///
    /// # Errors
    /// The server's refusal.
    ///
    /// # Panics
    /// When there is no ballot.
    pub async fn votes(&self, mv: &Move) -> Result<(), Refusal> {
        let ballot = self.open_ballot();
        self.asks(Command::VoteSet { ballot, mv: mv.clone() }).await
    }

    /// Take one's vote back.
    ///
    /// # Errors
    /// The server's refusal.
    ///
    /// # Panics
    /// When there is no ballot.
    pub async fn unvotes(&self) -> Result<(), Refusal> {
        self.asks(Command::VoteClear { ballot: self.open_ballot() }).await
    }

    /// Put a move up.
    ///
    /// # Errors
    /// The server's refusal.
    ///
    /// # Panics
    /// When there is no ballot.
    pub async fn proposes(&self, mv: &Move, note: &str) -> Result<(), Refusal> {
        let ballot = self.open_ballot();
        self.asks(Command::ProposalAdd { ballot, mv: mv.clone(), note: note.to_owned() }).await
    }

    /// Lay a move.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn lays(&self, mv: &Move) -> Result<(), Refusal> {
        self.asks(Command::MoveLay { mv: mv.clone() }).await
    }

    /// Take the tried move back.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn withdraws(&self) -> Result<(), Refusal> {
        self.asks(Command::MoveWithdraw {}).await
    }

    /// Object to the tried move.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn objects(&self) -> Result<(), Refusal> {
        self.asks(Command::ObjectSet { on: true }).await
    }

    /// Let the tried move stand.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn approves(&self) -> Result<(), Refusal> {
        self.asks(Command::ApproveSet { on: true }).await
    }

    /// Say something.
    ///
    /// # Errors
    /// The server's refusal.
    pub async fn says(&self, to: Hearers, text: &str) -> Result<(), Refusal> {
        self.asks(Command::ChatSay { to, text: text.to_owned() }).await
    }

    /// Ask for something, with the present as this page sees it.
    ///
    /// # Errors
    /// The server's refusal.
    ///
    /// # Panics
    /// When no answer comes.
    pub async fn asks(&self, command: Command) -> Result<(), Refusal> {
        let at = needs_at(&command).then(|| self.present());
        self.asks_at(command, at).await
    }

    /// Ask for something, with another present.
    ///
    /// # Errors
    /// The server's refusal.
    ///
    /// # Panics
    /// When no answer comes, or one that is none to an order.
    pub async fn asks_at(&self, command: Command, at: Option<At>) -> Result<(), Refusal> {
        let order = self.sends(command, at);
        self.settles(&order).await
    }

    /// Wait for the answer to an order, and ask again for as long as that is what it says.
    ///
    /// # Errors
    /// The server's refusal.
    ///
    /// # Panics
    /// When no answer comes, or one that is none to an order.
    pub async fn settles(&self, order: &Order) -> Result<(), Refusal> {
        match self.settled(order).await {
            Answer::Ok | Answer::Bet(_) => Ok(()),
            Answer::Err { err, .. } => Err(err),
            Answer::Trace { .. } => panic!("a trace in answer to an order"),
        }
    }

    /// The answer that is no call to ask again, unless that lasts too long.
    async fn settled(&self, order: &Order) -> Answer {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let answer = self.answer(order).await;
            let Answer::Err { err, .. } = &answer else { return answer };
            match pause(err) {
                Some(pause) if Instant::now() < deadline => {
                    // What a client does with it: the same again, after the time it was told.
                    tokio::time::sleep(pause).await;
                    self.sends_again(order);
                }
                _ => return answer,
            }
        }
    }

    /// Ask a question.
    ///
    /// # Errors
    /// The server's refusal.
    ///
    /// # Panics
    /// When no answer comes.
    pub async fn wonders(&self, query: Query) -> Result<Answer, Refusal> {
        let at = matches!(query, Query::TraceGet { .. }).then(|| self.present());
        let order = self.sends_query(query, at);
        match self.answer(&order).await {
            Answer::Err { err, .. } => Err(err),
            other @ (Answer::Ok | Answer::Bet(_) | Answer::Trace { .. }) => Ok(other),
        }
    }

    // ---- what one knows of oneself ----------------------------------------------------------

    /// The member one is.
    ///
    /// # Panics
    /// When one is none.
    #[must_use]
    pub fn member(&self) -> MemberId {
        self.look(|state| state.seen.role.as_ref().and_then(|role| role.member)).expect("a member")
    }

    /// The sides one sits on.
    #[must_use]
    pub fn seats(&self) -> Vec<Side> {
        self.look(|state| state.seen.role.as_ref().map(|role| role.seats.clone())).unwrap_or_default()
    }

    /// Who one is.
    ///
    /// # Panics
    /// Before the welcome.
    #[must_use]
    pub fn role(&self) -> Role {
        self.look(|state| state.seen.role.clone()).expect("a role")
    }

    /// The present as this page sees it.
    ///
    /// # Panics
    /// When no game was seen yet.
    #[must_use]
    pub fn present(&self) -> At {
        self.look(|state| {
            let game = state.seen.game().expect("a game");
            let over = u16::try_from(game.plies.len() + 1).expect("a short game");
            let (ply, tries) = game.turn.as_ref().map_or((over, 0), |turn| (turn.ply, turn.tries));
            At { game: game.game, ply, tries, back: game.back() }
        })
    }

    /// The ballot of the side to move, where one sits.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn open_ballot(&self) -> BallotId {
        self.look(|state| {
            let side = state.seen.turn().expect("a turn").side;
            let ballot = state.seen.ballot(side);
            ballot.unwrap_or_else(|| panic!("{} sees no ballot\n{}", self.name(), state.story())).ballot
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn change(&self) {
        self.0.changed.send_modify(|count| *count += 1);
    }

    fn check(&self, state: &State, what: &str) {
        assert!(
            state.breaches.is_empty(),
            "{}, waiting until {what}: {:?}\n{}",
            self.name(),
            state.breaches,
            state.story()
        );
        assert!(
            state.link.is_some() || state.returns,
            "{}, waiting until {what}: the socket is closed with {:?}\n{}",
            self.name(),
            state.closed,
            state.story()
        );
    }
}

thread_local! {
    static LOOKING: RefCell<Vec<*const Inner>> = const { RefCell::new(Vec::new()) };
}

/// While a thread looks at a page it must not look again: it would wait for itself.
struct Looking;

impl Looking {
    fn at(tab: &Tab) -> Self {
        let page = Arc::as_ptr(&tab.0);
        LOOKING.with_borrow_mut(|looking| {
            assert!(!looking.contains(&page), "a page is looked at within a look at it");
            looking.push(page);
        });
        Self
    }
}

impl Drop for Looking {
    fn drop(&mut self) {
        LOOKING.with_borrow_mut(Vec::pop);
    }
}

impl State {
    /// The end of what happened here, for whoever has to find out why a test failed.
    #[must_use]
    pub fn story(&self) -> String {
        let mut text = String::from("---- the last frames\n");
        for frame in self.frames.iter().rev().take(25).rev() {
            let short: String = frame.chars().take(600).collect();
            let _ = writeln!(text, "{short}");
        }
        let _ =
            writeln!(text, "---- turn {:?}", self.seen.turn().map(|turn| (turn.ply, turn.side, turn.tries)));
        let _ = writeln!(
            text,
            "---- heads {:?}, unanswered {}, missing numbers: {:?}, {:?}",
            self.seen.heads,
            self.orders.unanswered().count(),
            self.heals,
            self.figures
        );
        text
    }

    /// The orders of this page, in the order in which they were first sent.
    #[must_use]
    pub fn orders(&self) -> Vec<Outcome> {
        self.orders.outcomes()
    }

    /// Whether every order got its answer.
    #[must_use]
    pub fn is_all_answered(&self) -> bool {
        self.orders.unanswered().next().is_none()
    }

    /// Whether the socket is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.link.is_some()
    }

    /// What was told on a stream, in order.
    pub fn story_of(&self, stream: Stream) -> impl DoubleEndedIterator<Item = &Told> {
        self.told.range((stream, 0)..=(stream, u32::MAX)).map(|(_, told)| told)
    }

    fn breach(&mut self, breach: impl Into<String>) {
        self.breaches.push(breach.into());
    }
}

fn needs_at(command: &Command) -> bool {
    matches!(
        command,
        Command::MoveLay { .. }
            | Command::MoveWithdraw {}
            | Command::ObjectSet { .. }
            | Command::ApproveSet { .. }
    )
}

/// How long a client waits before it sends the same again; nothing when it does not.
fn pause(refusal: &Refusal) -> Option<Duration> {
    match refusal {
        Refusal::RateLimited { wait_ms } => Some(Duration::from_millis(u64::from(*wait_ms) + 1)),
        Refusal::Busy | Refusal::Draining => Some(Duration::from_millis(20)),
        _ => None,
    }
}
