//! The task of one room that is awake: the only writer of its log, the only owner of its state.
//!
//! Save, then apply, then speak. The task waits for its mailbox, its timer and the store, and for
//! nothing else.

mod bets;
mod slumber;

use std::collections::BTreeSet;
use std::sync::Arc;

use protocol::betting::SuspendReason;
use protocol::command::Query;
use protocol::event::HoldReason;
use protocol::message::Answer;
use protocol::refusal::Refusal;
use protocol::{CloseCode, Command, Entry, Event, UserId};
use tokio::sync::mpsc;

use super::answers::{give, turn_away};
use super::batch::{Batch, Pending};
use super::bell::Bell;
use super::bets::{Asking, Books, Cheers, Visitors};
use super::calls::changed_calls;
use super::facts::{changed_seats, facts, saved_facts, seats};
use super::handle::RoomHandle;
use super::load::{Loaded, load};
use super::mailbox::{Asked, Joined, Letter, NotJoined, Reply, Sight, SocketId, Visit};
use super::publisher::Publisher;
use super::registry::{SeatedBot, Shared};
use super::setback::Setback;
use crate::room::{Around, Ask, Caller, Order, Room, view};
use crate::store::{Append, Facts, Seat, StoreError};
use bets::refuse;

/// Letters that are worked on together: few enough that what they lead to fits into the queue of a
/// reader who had no turn meanwhile.
const LETTERS_MAX: usize = 64;
/// Milliseconds after which somebody who was sent away should come back.
const RETRY_AFTER_MS: u32 = 2_000;

/// How a room begins.
#[derive(Debug)]
pub(super) enum Start {
    /// Nothing has happened; the first order opens it.
    New(UserId),
    /// Out of its log.
    Woken,
}

/// Why a room stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Nobody needs it.
    Asleep,
    /// The server stops.
    Drained,
    /// Its log cannot be trusted.
    Damaged,
    /// It was never opened.
    Unopened,
    /// It could not be read, or failed.
    Lost,
}

/// A room that is awake.
pub(super) struct Actor {
    shared: Arc<Shared>,
    handle: RoomHandle,
    inbox: mpsc::Receiver<Letter>,
    room: Room,
    head: u64,
    /// Who opened it, until that is written.
    opener: Option<UserId>,
    publisher: Publisher,
    books: Books,
    /// Questions to the books that the match does not wait for.
    asking: Asking,
    cheers: Cheers,
    visitors: Visitors,
    /// What is saved for the lobby, and what the lobby shows.
    facts: Option<Facts>,
    lobby: Option<Facts>,
    /// Who sits where, as it is saved.
    seats: Option<Vec<Seat>>,
    entered: bool,
    quiet_since: u64,
    /// Somebody may have been sent away who has a stake.
    sent_away: bool,
    /// Why it is about to stop.
    end: Option<End>,
    setback: Setback,
}

impl Actor {
    /// Live until nobody needs the room any more.
    pub(super) async fn live(
        shared: Arc<Shared>,
        handle: RoomHandle,
        inbox: mpsc::Receiver<Letter>,
        start: Start,
    ) -> End {
        let now = shared.clock.now();
        let in_order = match start {
            Start::New(_) => None,
            Start::Woken => match shared.store.rouse(handle.room()).await {
                Ok(in_order) => Some(in_order),
                Err(error) => {
                    tracing::warn!(room = %handle.room(), %error, "a room cannot be woken");
                    return End::Lost;
                }
            },
        };
        let loaded = match start {
            Start::New(opener) => (Room::default(), 0, Some(opener), Vec::new()),
            Start::Woken => match load(shared.store.as_ref(), handle.room()).await {
                Ok(Some(Loaded { room, head, entries })) => (room, head, None, entries),
                Ok(None) => return End::Lost,
                Err(StoreError::Damaged(why)) => {
                    tracing::error!(room = %handle.room(), why, "a room is held: its log is damaged");
                    return End::Damaged;
                }
                Err(error) => {
                    tracing::warn!(room = %handle.room(), %error, "a room cannot be read");
                    return End::Lost;
                }
            },
        };
        let (room, head, opener, entries) = loaded;
        let publisher = Publisher::new(new_epoch(&shared), &room, &entries, now);
        let ledger = shared.house.ledger.clone();
        let books = Books::new(ledger, handle.room().clone(), shared.clock.clone(), &entries);
        drop(entries);
        let mut actor = Self {
            shared,
            handle,
            inbox,
            room,
            head,
            opener,
            publisher,
            books,
            asking: Asking::default(),
            cheers: Cheers::default(),
            visitors: Visitors::default(),
            facts: None,
            lobby: None,
            seats: None,
            entered: false,
            quiet_since: now,
            sent_away: true,
            end: None,
            setback: Setback::default(),
        };
        if let Some(in_order) = in_order {
            actor.read_books().await;
            actor.come_back(now, in_order).await;
            actor.server_order(now, Ask::Suspend { why: SuspendReason::Server, on: false }).await;
            if actor.setback.is_unsure() {
                // Without these lines the time it was down would count: the next visit tries again.
                return End::Lost;
            }
            actor.tell_lobby();
        }
        actor.run().await
    }

    async fn run(mut self) -> End {
        loop {
            let mut letters = Vec::new();
            let wake = self.wake_at();
            tokio::select! {
                biased;
                () = self.books.answered() => {}
                Some(found) = self.asking.next() => self.tell_ticket(found),
                letter = self.inbox.recv() => match letter {
                    Some(letter) => letters.push(letter),
                    None => return End::Lost,
                },
                () = sleep(&self.shared, wake) => {}
            }
            // Whatever was stamped before a timer is due is here now, and counts before it.
            let now = self.shared.clock.now();
            while letters.len() < LETTERS_MAX {
                let Ok(letter) = self.inbox.try_recv() else { break };
                letters.push(letter);
            }
            self.work(letters, now).await;
            if let Some(end) = self.end {
                self.turn_askers_away();
                return end;
            }
            if self.opener.is_some() {
                return End::Unopened;
            }
            if self.sleep_at().is_some_and(|at| at <= self.shared.clock.now()) && self.fall_asleep().await {
                self.turn_askers_away();
                return End::Asleep;
            }
        }
    }

    async fn work(&mut self, letters: Vec<Letter>, now: u64) {
        if self.setback.must_repeat(now) {
            self.say_who_is_here(now).await;
        }
        self.books.retry(now);
        let more_may_wait = letters.len() == LETTERS_MAX;
        let mut batch = self.batch();
        for letter in letters {
            if self.end.is_some() {
                // What would be written now would say that the room is awake.
                turn_away(letter);
                continue;
            }
            if !batch.bets.is_empty() && !is_bet(&letter) {
                batch = self.flush(batch).await;
            }
            match letter {
                Letter::Order(asked) => batch = self.take_order(batch, *asked).await,
                Letter::Query { query: Query::TicketGet {}, socket, reply, .. } => {
                    batch = self.flush(batch).await;
                    self.ask_ticket(socket, reply);
                }
                Letter::Query { seen, query, socket, reply, .. } => {
                    let resync = query == Query::Resync {};
                    let behind = self.publisher.behind_for(socket);
                    batch.query(behind, seen, &query, reply);
                    if resync {
                        batch = self.flush(batch).await;
                        self.publisher.renew(socket, &self.room);
                    }
                }
                Letter::Refused { reply, refusal } => batch.answer(reply, refusal.into()),
                other @ (Letter::Join { .. }
                | Letter::Leave { .. }
                | Letter::Hail { .. }
                | Letter::CaughtUp { .. }
                | Letter::Look { .. }
                | Letter::Glance { .. }
                | Letter::Sits { .. }
                | Letter::Retire { .. }
                | Letter::Drain { .. }) => {
                    batch = self.flush(batch).await;
                    self.take_other(&mut batch, other).await;
                }
            }
        }
        if self.end.is_some() {
            return;
        }
        if !more_may_wait && !self.setback.pauses(now) {
            batch.fire(|due| due <= now);
        }
        self.flush(batch).await;
        self.let_through(now).await;
        self.sweep(now).await;
        self.refund_who_was_sent_away().await;
        self.tell_stand(now);
        self.tell_lobby();
    }

    async fn take_order(&mut self, batch: Batch, asked: Asked) -> Batch {
        self.quiet_since = self.shared.clock.now();
        if let Ask::Command(Command::BetSet { .. }) = asked.ask {
            self.take_bet(batch, asked).await
        } else if let Ask::Command(Command::Cheer { side }) = asked.ask {
            self.take_cheer(batch, asked, side)
        } else if let Ask::Command(Command::SeatTake { withdraw: true, .. }) = asked.ask {
            self.withdraw_and_sit(batch, asked).await
        } else if let Ask::Command(Command::MemberBan { on: true, .. }) = asked.ask {
            let batch = self.decide(batch, asked).await;
            self.flush(batch).await;
            self.refund_who_was_sent_away().await;
            self.batch()
        } else {
            self.decide(batch, asked).await
        }
    }

    async fn decide(&mut self, mut batch: Batch, asked: Asked) -> Batch {
        if let Some(refusal) = self.stakes_unknown(&asked.ask) {
            batch.answer(asked.reply, refusal.into());
            return batch;
        }
        let Asked { at, by, cid, seen, ask, reply } = asked;
        if let (Some(user), Some(cid)) = (by.user(), cid)
            && let Some(member) = batch.forgotten(user, cid)
        {
            match self.shared.store.has_cid(self.handle.room(), member, cid).await {
                Ok(false) => {}
                Ok(true) => {
                    batch.answer(reply, Answer::Ok);
                    return batch;
                }
                Err(_) => {
                    batch.answer(reply, Refusal::Busy.into());
                    return batch;
                }
            }
        }
        let at = at.max(batch.next.last_at());
        let (entropy, around) = (self.shared.chance.draw(), self.around_of(&by));
        batch.order(&Order { at, entropy, by, cid, seen, around, ask }, reply);
        batch
    }

    async fn take_other(&mut self, batch: &mut Batch, letter: Letter) {
        let now = self.shared.clock.now();
        match letter {
            Letter::Join { at, visit, answer } => {
                let (user, joined) = (visit.user, self.join(visit, now));
                if joined.is_ok() && self.publisher.listeners().sockets_of(user) == 1 {
                    self.presence(batch, at, user, Ask::Presence { user, online: true });
                }
                // Who does not wait for the answer has closed the outbox as well.
                let _ = answer.send(joined);
            }
            Letter::Leave { at, socket } => self.leave(batch, at, socket),
            Letter::Hail { answer } => {
                let _ = answer.send(());
            }
            Letter::CaughtUp { socket } => self.publisher.renew(socket, &self.room),
            Letter::Look { user, answer } => {
                let role = view::role(&self.room, user);
                let snapshots = self.publisher.sight(&role, user, &self.room);
                let _ = answer.send(Sight { role, snapshots, rules: view::rules(&self.room).cloned(), now });
            }
            Letter::Glance { user, answer } => {
                let role = user.map(|user| view::role(&self.room, user));
                let _ = answer.send(self.publisher.glance(role.as_ref(), &self.room));
            }
            Letter::Sits { user, answer } => {
                let _ = answer.send(!view::role(&self.room, user).seats.is_empty());
            }
            Letter::Retire { answer } => {
                let needed = self.publisher.listeners().socket_count() > 0 || self.has_errands();
                if !needed && self.fall_asleep().await {
                    self.end = Some(End::Asleep);
                }
                let _ = answer.send(());
            }
            Letter::Drain { answer } => {
                self.server_order(now, Ask::Suspend { why: SuspendReason::Server, on: true }).await;
                self.server_order(now, Ask::Hold(HoldReason::Draining)).await;
                *batch = self.batch();
                self.publisher.bye(RETRY_AFTER_MS, now);
                self.end = Some(End::Drained);
                let _ = answer.send(());
            }
            Letter::Order(_) | Letter::Query { .. } | Letter::Refused { .. } => {}
        }
    }

    fn join(&mut self, visit: Visit, now: u64) -> Result<Joined, NotJoined> {
        if self.room.agreed().is_none() {
            return Err(NotJoined(CloseCode::NoRoom));
        }
        let socket = self.shared.next_socket();
        let (user, standing) = (visit.user, (visit.registered, visit.address));
        self.publisher.join(socket, visit, now, &self.room)?;
        let listeners = self.publisher.listeners();
        self.visitors.enter(socket, user, standing, |socket| listeners.get(socket).is_some());
        self.entered = true;
        self.quiet_since = now;
        Ok(Joined { socket })
    }

    fn leave(&mut self, batch: &mut Batch, now: u64, socket: SocketId) {
        if let Some(listener) = self.publisher.listeners().get(socket) {
            self.visitors.leave(listener.user, socket);
        }
        if let Some((user, bye)) = self.publisher.leave(socket) {
            self.quiet_since = now;
            let ask = if bye { Ask::Farewell { user } } else { Ask::Presence { user, online: false } };
            self.presence(batch, now, user, ask);
        }
    }

    fn presence(&self, batch: &mut Batch, now: u64, user: UserId, ask: Ask) {
        if self.room.member_of(user).is_some() {
            let order = self.by_server(now, ask);
            batch.order(&order, Reply::Nobody);
        }
    }

    /// After a setback: who came or went meanwhile is told anew. Nothing comes of what is so already.
    async fn say_who_is_here(&mut self, now: u64) {
        let mut batch = self.batch();
        for user in self.room.known_persons() {
            let online = self.publisher.listeners().sockets_of(user) > 0;
            self.presence(&mut batch, now, user, Ask::Presence { user, online });
        }
        self.flush(batch).await;
    }

    /// Let those go whose task ended without a word.
    async fn sweep(&mut self, now: u64) {
        let gone = self.publisher.listeners_mut().abandoned(now);
        if gone.is_empty() {
            return;
        }
        let mut batch = self.batch();
        for socket in gone {
            self.leave(&mut batch, now, socket);
        }
        self.flush(batch).await;
    }

    /// A batch on the room as it is.
    fn batch(&self) -> Batch {
        Batch::on(&self.room, &self.shared.chance, self.around())
    }

    /// What the room cannot know of the world around it.
    fn around(&self) -> Around {
        let house = &self.shared.house;
        Around {
            betting: house.betting(),
            stale_ms: house.rules.market_max_age_ms,
            watched: self.publisher.watching() > 0,
            registered: false,
            staked: self.books.staked(),
        }
    }

    async fn server_order(&mut self, now: u64, ask: Ask) {
        let mut batch = self.batch();
        let order = self.by_server(now, ask);
        if order.ask == Ask::Hold(HoldReason::Recovering) {
            // Time that passed while the room was not awake does not count: no timer before it.
            batch.order_first(&order);
        } else {
            batch.order(&order, Reply::Nobody);
        }
        self.flush(batch).await;
    }

    fn by_server(&self, now: u64, ask: Ask) -> Order {
        let at = now.max(self.room.last_at());
        let entropy = self.shared.chance.draw();
        let around = self.around();
        Order { at, entropy, by: Caller::Server, cid: None, seen: None, around, ask }
    }

    /// Save a batch, then apply it, then tell it, then answer. Gives back a new one.
    async fn flush(&mut self, batch: Batch) -> Batch {
        if batch.stuck {
            self.setback.befell(self.shared.clock.now());
        }
        if batch.is_idle() {
            return self.batch();
        }
        let Batch { next, entries, answers, bets, stuck: _, .. } = batch;
        if entries.is_empty() {
            self.give(answers);
            self.place(bets).await;
            return self.batch();
        }
        let facts = saved_facts(&next, self.handle.room()).filter(|facts| self.facts.as_ref() != Some(facts));
        let seats = seats(&next);
        let append = Append {
            room: self.handle.room().clone(),
            opened_by: self.opener,
            head: self.head,
            entries: entries.clone(),
            facts: facts.clone(),
            seats: changed_seats(self.seats.as_deref(), &seats),
            due: next.next_deadline(),
            told_at: next.told_at(),
            calls: changed_calls(&self.room, &next, &entries, |user| {
                self.publisher.listeners().sockets_of(user) > 0
            }),
        };
        match self.shared.store.append(append).await {
            Ok(receipt) => {
                self.opener = None;
                self.setback.is_over();
                self.head = receipt.head();
                self.facts = facts.or(self.facts.take());
                self.seats = Some(seats);
                if self.books.read(&entries) {
                    self.books.follow().await;
                }
                self.sent_away |= entries.iter().any(sends_away);
                for entry in &entries {
                    self.room.apply_entry(entry);
                    self.publisher.publish(&receipt, entry, &self.room);
                }
                debug_assert_eq!(self.room, next, "applying an entry again comes to the same");
                self.seat_bots();
                self.give(answers);
                self.place(bets).await;
            }
            Err(error) => {
                self.not_saved(&error, answers).await;
                refuse(bets, &Refusal::Busy);
            }
        }
        self.batch()
    }

    /// Answer as each may be answered who asked.
    fn give(&self, answers: Vec<Pending>) {
        for Pending { reply, answer, order } in answers {
            let answer = match order {
                Some((user, _)) => self.publisher.veiled(user, answer, &self.room),
                None => answer,
            };
            give(Pending { reply, answer, order });
        }
    }

    /// Tell those who watch what they may know by now.
    async fn let_through(&mut self, now: u64) {
        if self.publisher.wants_log() && !self.setback.pauses(now) {
            match load(self.shared.store.as_ref(), self.handle.room()).await {
                Ok(Some(loaded)) => self.publisher.read_on(&loaded.entries, now),
                Err(StoreError::Damaged(why)) => self.is_lost(&why),
                Ok(None) | Err(_) => self.setback.befell(now),
            }
        }
        self.publisher.tick(now, &self.room);
    }

    /// Nothing was told. Where it is unknown what was saved, the log decides.
    async fn not_saved(&mut self, error: &StoreError, answers: Vec<Pending>) {
        tracing::warn!(room = %self.handle.room(), %error, "a batch was not saved");
        self.setback.befell(self.shared.clock.now());
        if matches!(error, StoreError::Conflict | StoreError::Unknown(_)) && self.opener.is_none() {
            self.reload().await;
        }
        for Pending { reply, order, .. } in answers {
            let done = order.is_some_and(|(user, cid)| self.room.is_done(user, cid));
            let answer = if done { Answer::Ok } else { Refusal::Busy.into() };
            give(Pending { reply, answer, order });
        }
    }

    async fn reload(&mut self) {
        match load(self.shared.store.as_ref(), self.handle.room()).await {
            Ok(Some(loaded)) => {
                self.room = loaded.room;
                self.head = loaded.head;
                self.sent_away = true;
                // What is kept beside the log may be of before.
                (self.facts, self.seats) = (None, None);
                if self.books.read(&loaded.entries) {
                    self.books.follow().await;
                }
                let now = self.shared.clock.now();
                self.publisher.restart(new_epoch(&self.shared), &self.room, &loaded.entries, now);
            }
            Err(StoreError::Damaged(why)) => self.is_lost(&why),
            Ok(None) | Err(_) => {
                // The fence of the store refuses whatever this memory decides from now on, so that
                // the next batch comes here again.
                tracing::error!(room = %self.handle.room(), "a room cannot be read again");
            }
        }
    }

    /// Its log cannot be read any more: what is in memory must not outlive it.
    fn is_lost(&mut self, why: &str) {
        tracing::error!(room = %self.handle.room(), why, "a room is held: its log is damaged");
        self.end = Some(End::Damaged);
    }

    fn seat_bots(&mut self) {
        let seated: BTreeSet<UserId> = self.room.seated_bots().into_iter().map(|(_, user)| user).collect();
        self.publisher.listeners_mut().keep_bots(&seated);
        for user in seated {
            if self.publisher.listeners().has_bot(user) {
                continue;
            }
            let bell = Bell::default();
            bell.ring();
            self.publisher.seat_bot(self.shared.next_socket(), user, bell.clone(), &self.room);
            let (room, chance) = (self.handle.clone(), self.shared.chance.clone());
            self.shared.open_bot_door(SeatedBot { room, user, bell, chance });
        }
    }

    fn tell_lobby(&mut self) {
        let Some(mut facts) = facts(self.publisher.shown(&self.room), self.handle.room()) else { return };
        facts.row.watching = self.publisher.watching();
        if self.lobby.as_ref() != Some(&facts) {
            self.shared.note_facts(&self.handle, facts.clone());
            self.lobby = Some(facts);
        }
    }

    fn wake_at(&self) -> Option<u64> {
        let due = [self.room.next_deadline(), self.publisher.due(), self.sleep_at()];
        let room = self.setback.wake_at(due.into_iter().flatten().min());
        [room, self.stand_due()].into_iter().flatten().min()
    }
}

fn sends_away(entry: &Entry) -> bool {
    entry.events.iter().any(|event| matches!(event, Event::Banned { on: true, .. }))
}

fn is_bet(letter: &Letter) -> bool {
    matches!(letter, Letter::Order(asked) if matches!(asked.ask, Ask::Command(Command::BetSet { .. })))
}

/// The name of a life of a room's streams: numbers of another one mean nothing in it.
fn new_epoch(shared: &Shared) -> String {
    format!("{:016x}", shared.chance.draw())
}

async fn sleep(shared: &Shared, until: Option<u64>) {
    match until {
        Some(until) => shared.clock.sleep_until(until).await,
        None => std::future::pending().await,
    }
}
