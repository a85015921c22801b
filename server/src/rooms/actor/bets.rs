//! Bets, tickets and cheers in the room's task. It is the point at which bets are put in order with
//! everything else: what came before a bet is saved before the books are asked.

use engine::Side;
use protocol::betting::{
    BetBar, Coins, MarketState, Outcome, StakeView, SuspendReason, TicketView, WalletScope,
};
use protocol::message::Answer;
use protocol::refusal::Refusal;
use protocol::settings::Visibility;
use protocol::{Cid, Command, MarketId, UserId};

use super::super::answers::give;
use super::super::batch::{Batch, Pending, Wanted};
use super::super::bets::{AddressMark, Cause, Found};
use super::super::mailbox::{Asked, Reply, SocketId};
use super::Actor;
use crate::betting::rules::SharedAddress;
use crate::room::{Around, Ask, Caller, Order, view};
use crate::store::ledger::{Bet, Placed};

/// Questions to the books at one time.
const ASKING_MAX: usize = 64;
/// Of these, for tickets that nobody asked for.
const TELLING_MAX: usize = 16;

/// Refuse bets that did not come to the books.
pub(super) fn refuse(bets: Vec<Wanted>, refusal: &Refusal) {
    for Wanted { reply, what } in bets {
        let refusal = what.err().unwrap_or_else(|| refusal.clone());
        give(Pending { reply, answer: refusal.into(), order: None });
    }
}

impl Actor {
    /// A bet: the room says what it has against it, as of the moment at which it came, and the books
    /// are asked with the others of the batch.
    pub(super) async fn take_bet(&mut self, mut batch: Batch, asked: Asked) -> Batch {
        let now = self.shared.clock.now();
        if !self.setback.pauses(now) {
            if !batch.bets.is_empty() && batch.next.next_deadline().is_some_and(|due| due < asked.at) {
                batch = self.flush(batch).await;
            }
            batch.fire(|due| due < asked.at);
        }
        let what = self.want(&batch, &asked, now);
        batch.bets.push(Wanted { reply: asked.reply, what });
        batch
    }

    /// Place bets, and answer each of them.
    pub(super) async fn place(&mut self, bets: Vec<Wanted>) {
        let granted: Vec<Bet> = bets.iter().filter_map(|wanted| wanted.what.clone().ok()).collect();
        if granted.is_empty() {
            return refuse(bets, &Refusal::Internal);
        }
        let Some(placings) = self.books.place(granted).await else {
            return refuse(bets, &not_now());
        };
        let mut placings = placings.into_iter();
        for Wanted { reply, what } in bets {
            let refusal = match what {
                Err(refusal) => refusal,
                Ok(bet) => match placings.next() {
                    Some(Ok(placed)) => {
                        self.answer_bet(bet.user, &placed, reply);
                        continue;
                    }
                    Some(Err(why)) => Refusal::BetRefused { why },
                    None => not_now(),
                },
            };
            give(Pending { reply, answer: refusal.into(), order: None });
        }
    }

    /// Sit down, and take back the stake that forbids it: only where the seat would be granted then.
    pub(super) async fn withdraw_and_sit(&mut self, mut batch: Batch, asked: Asked) -> Batch {
        if !self.setback.pauses(self.shared.clock.now()) {
            // The game may have begun before it was asked: then the stake stands.
            batch.fire(|due| due < asked.at);
        }
        let batch = self.flush(batch).await;
        let stake = asked.by.user().and_then(|user| Some((user, self.books.stake_of(user)?)));
        let Some((user, stake)) = stake.filter(|(user, _)| self.books.staked().contains(user)) else {
            return self.decide(batch, asked).await;
        };
        let (Some(market), false) = (self.books.market_id(), self.may_be_done(&batch, &asked).await) else {
            return self.decide(batch, asked).await;
        };
        let would = self.order_of(&asked, self.around_of(&asked.by));
        let staked = batch.grants(&would);
        if staked != Err(Refusal::HasOpenStake { withdrawable: true }) {
            return self.decide(batch, asked).await;
        }
        let mut without = (*would.around.staked).clone();
        without.remove(&user);
        let around = Around { staked: without.into(), ..would.around.clone() };
        if let Err(refusal) = batch.grants(&Order { around, ..would }) {
            return self.answered(batch, asked.reply, refusal.into());
        }
        let key = asked.cid.unwrap_or_else(|| self.shared.chance.cid());
        let bet = withdrawal(user, key, market, stake.outcome);
        match self.books.place(vec![bet]).await.map(|mut placings| placings.pop()) {
            Some(Some(Ok(placed))) => {
                if !placed.again {
                    self.publisher.tell_ticket(user, &ticket_of(&placed), None);
                }
                let batch = self.batch();
                self.decide(batch, asked).await
            }
            Some(Some(Err(why))) => self.answered(batch, asked.reply, Refusal::BetRefused { why }.into()),
            Some(None) | None => self.answered(batch, asked.reply, not_now().into()),
        }
    }

    /// Who was sent away cannot come and take his stake back: it goes back by itself, as long as it
    /// may be taken back. Books that do not answer are asked again.
    pub(super) async fn refund_who_was_sent_away(&mut self) {
        let taking = self.room.market().filter(|now| is_taking(now.state)).map(|now| now.id);
        if !self.sent_away || self.books.is_behind() || !self.books.knows_stakes() {
            return;
        }
        self.sent_away = false;
        let Some(market) = taking.filter(|market| self.books.market_id() == Some(*market)) else { return };
        let staked = self.books.staked();
        let away = staked.iter().filter(|user| self.room.is_banned(**user));
        let back = away.filter_map(|&user| Some((user, self.books.stake_of(user)?.outcome)));
        let back: Vec<Bet> =
            back.map(|(user, on)| withdrawal(user, self.shared.chance.cid(), market, on)).collect();
        if !back.is_empty() {
            let placed = self.books.place(back).await;
            self.sent_away = placed.is_none_or(|placed| placed.iter().any(Result::is_err));
        }
    }

    /// A cheer: counted if the room grants it, and not written down.
    pub(super) fn take_cheer(&mut self, mut batch: Batch, asked: Asked, side: Side) -> Batch {
        let order = self.order_of(&asked, self.around_of(&asked.by));
        let answer = match (batch.grants(&order), asked.by.user()) {
            (Ok(()), Some(user)) => self.cheers.cheer(user, asked.cid, side, order.at),
            (Ok(()), None) => Err(Refusal::ForbiddenRole),
            (Err(refusal), _) => Err(refusal),
        };
        batch.answer(asked.reply, answer.map_or_else(Answer::from, |()| Answer::Ok));
        batch
    }

    /// A question for the own ticket: the match does not wait for what the books have to say.
    pub(super) fn ask_ticket(&mut self, socket: SocketId, reply: Reply) {
        let user = self.publisher.listeners().get(socket).map(|listener| listener.user);
        let answer = match user {
            None => Refusal::Busy.into(),
            Some(user) if self.is_seated(user) => Answer::Bet(Box::new(nothing_for_players())),
            Some(user) if !self.books.has_market() && self.bar_of(user) == Some(BetBar::BettingOff) => {
                Refusal::BetRefused { why: BetBar::BettingOff }.into()
            }
            Some(_) if self.asking.len() >= ASKING_MAX => Refusal::Busy.into(),
            Some(user) => return self.ask_wallet(user, Cause::Asked(reply)),
        };
        give(Pending { reply, answer, order: None });
    }

    /// The books have found what somebody's wallet holds.
    pub(super) fn tell_ticket(&mut self, found: Found) {
        let Found { user, cause, bettor } = found;
        let silent = Some(BetBar::MarketSuspended { why: SuspendReason::Ledger });
        let bar = self.bar_of(user).or(bettor.map_or(silent, |bettor| bettor.bar));
        match (cause, bettor) {
            (Cause::Asked(reply), bettor) => {
                let ticket = if self.is_seated(user) {
                    nothing_for_players()
                } else {
                    self.books.ticket(user, bettor.and_then(|bettor| bettor.free), bar)
                };
                give(Pending { reply, answer: Answer::Bet(Box::new(ticket)), order: None });
            }
            (Cause::Passage(market), Some(bettor)) => {
                let ticket = self.books.ticket_of(market, user, bettor.free, bar);
                self.publisher.tell_ticket(user, &ticket, None);
            }
            (Cause::Passage(market), None) => self.books.tell_later(user, market, self.shared.clock.now()),
        }
    }

    /// Tell what came of the market, of tickets and of cheers.
    pub(super) fn tell_stand(&mut self, now: u64) {
        while self.asking.len() < TELLING_MAX
            && let Some((user, market)) = self.books.next_told()
        {
            if self.publisher.listeners().sockets_of(user) > 0 {
                self.ask_wallet(user, Cause::Passage(market));
            }
        }
        self.publisher.set_market(self.books.over(), self.books.view(self.suspended()));
        self.publisher.tell_market(now);
        if let Some(cheers) = self.cheers.take(now) {
            self.publisher.tell_cheers(cheers);
        }
    }

    /// When something of that is to be told, or the books are to be asked again.
    pub(super) fn stand_due(&self) -> Option<u64> {
        let due = [self.publisher.market_due(), self.cheers.due(), self.books.retry_at()];
        due.into_iter().flatten().min()
    }

    /// A room that wakes learns from the books how its market stands.
    pub(super) async fn read_books(&mut self) {
        if self.books.has_market() {
            self.books.follow().await;
            self.publisher.set_market(self.books.over(), self.books.view(self.suspended()));
        }
    }

    /// Whether the room has to stay awake for what the books have to be told, or are asked.
    pub(super) fn has_errands(&self) -> bool {
        self.books.is_behind() || !self.asking.is_empty()
    }

    /// Nobody is left who would answer.
    pub(super) fn turn_askers_away(&mut self) {
        for reply in self.asking.give_up() {
            give(Pending { reply, answer: Refusal::Busy.into(), order: None });
        }
    }

    /// Why nobody may take a seat, or become host, just now: nobody knows who has a stake.
    pub(super) fn stakes_unknown(&self, ask: &Ask) -> Option<Refusal> {
        let needs = matches!(ask, Ask::Command(Command::SeatTake { .. } | Command::HostPass { .. }));
        (needs && !self.books.knows_stakes()).then_some(Refusal::Busy)
    }

    /// What the room cannot know of the world around somebody who asks.
    pub(super) fn around_of(&self, by: &Caller) -> Around {
        let registered = by.user().is_some_and(|user| self.visitors.is_registered(user));
        Around { registered, ..self.around() }
    }

    /// The bet that somebody wants, with what the room has against it.
    fn want(&self, batch: &Batch, asked: &Asked, now: u64) -> Result<Bet, Refusal> {
        let Ask::Command(Command::BetSet { market, outcome, stake }) = asked.ask else {
            return Err(Refusal::Internal);
        };
        let user = asked.by.user().ok_or(Refusal::ForbiddenRole)?;
        self.shared.bets.count(user, now)?;
        let key = asked.cid.unwrap_or_else(|| self.shared.chance.cid());
        if batch.next.is_done(user, key) {
            // The room would take it for that other order.
            return Err(Refusal::BetRefused { why: BetBar::IdempotencyConflict });
        }
        let barred = match batch.grants(&self.order_of(asked, self.around_of(&asked.by))) {
            Ok(()) => None,
            Err(Refusal::BetRefused { why }) if self.books.has_market() => Some(why),
            Err(refusal) => return Err(refusal),
        };
        let policy = self.shared.house.rules.shared_address;
        let shared_address = policy != SharedAddress::Allow
            && stake > Coins::ZERO
            && self.visitors.shares_address(user, &batch.next.seated_persons());
        let origin = self.visitors.address_of(user).map(|AddressMark(digest)| digest);
        Ok(Bet { user, key, market, outcome, stake, shared_address, origin, barred })
    }

    fn answer_bet(&self, user: UserId, placed: &Placed, reply: Reply) {
        let ticket = ticket_of(placed);
        if !placed.again {
            let answered = if let Reply::Socket(outbox, _) = &reply { Some(outbox) } else { None };
            self.publisher.tell_ticket(user, &ticket, answered);
        }
        give(Pending { reply, answer: Answer::Bet(Box::new(ticket)), order: None });
    }

    fn ask_wallet(&mut self, user: UserId, cause: Cause) {
        let scope = self.books.view(None).map_or_else(|| self.usual_scope(), |view| view.scope);
        let bettor = self.books.bettor(scope, user);
        self.asking.ask(user, cause, bettor);
    }

    fn usual_scope(&self) -> WalletScope {
        match self.room.agreed().map(|agreed| agreed.settings.visibility) {
            Some(Visibility::Public) => WalletScope::Server,
            Some(Visibility::Unlisted) | None => WalletScope::Room,
        }
    }

    /// Why a person may not bet now, as far as the room knows.
    fn bar_of(&self, user: UserId) -> Option<BetBar> {
        let view = self.books.view(self.suspended());
        let bet = Command::BetSet {
            market: view.as_ref().map_or(MarketId(0), |view| view.market),
            outcome: view.and_then(|view| view.outcomes.first().copied()).unwrap_or(Outcome::South),
            stake: Coins::new(1).unwrap_or(Coins::MAX),
        };
        let by = Caller::Person { user, name: String::new() };
        let order = Order { by, ..self.by_server(self.shared.clock.now(), Ask::Command(bet)) };
        let policy = self.shared.house.rules.shared_address;
        match self.batch().grants(&order) {
            Err(Refusal::BetRefused { why }) => Some(why),
            Err(_) => Some(BetBar::MarketClosed),
            Ok(()) if policy == SharedAddress::Deny => {
                let seated = self.room.seated_persons();
                self.visitors.shares_address(user, &seated).then_some(BetBar::SharedAddress)
            }
            Ok(()) => None,
        }
    }

    /// Why the room takes no bets, of several reasons the gravest: the books hear of the first only.
    fn suspended(&self) -> Option<SuspendReason> {
        self.room.market().and_then(|market| market.suspended)
    }

    fn is_seated(&self, user: UserId) -> bool {
        !view::role(&self.room, user).seats.is_empty()
    }

    /// Whether an order was carried out before, or nobody can say.
    async fn may_be_done(&mut self, batch: &Batch, asked: &Asked) -> bool {
        let Some((user, cid)) = asked.by.user().zip(asked.cid) else { return false };
        if let Some(member) = batch.forgotten(user, cid) {
            let known = self.shared.store.has_cid(self.handle.room(), member, cid).await;
            return !matches!(known, Ok(false));
        }
        self.room.is_done(user, cid)
    }

    fn order_of(&self, asked: &Asked, around: Around) -> Order {
        Order {
            at: asked.at.max(self.room.last_at()),
            entropy: self.shared.chance.draw(),
            by: asked.by.clone(),
            cid: asked.cid,
            seen: asked.seen,
            around,
            ask: asked.ask.clone(),
        }
    }

    fn answered(&self, mut batch: Batch, reply: Reply, answer: Answer) -> Batch {
        batch.answer(reply, answer);
        batch
    }
}

const fn is_taking(state: MarketState) -> bool {
    matches!(state, MarketState::Open | MarketState::Suspended)
}

/// A stake is taken back.
const fn withdrawal(user: UserId, key: Cid, market: MarketId, outcome: Outcome) -> Bet {
    let (stake, shared_address, origin, barred) = (Coins::ZERO, false, None, None);
    Bet { user, key, market, outcome, stake, shared_address, origin, barred }
}

/// The books cannot be asked.
const fn not_now() -> Refusal {
    Refusal::BetRefused { why: BetBar::MarketSuspended { why: SuspendReason::Ledger } }
}

/// The ticket of a bet as it was placed: the same whenever it is asked for again.
fn ticket_of(placed: &Placed) -> TicketView {
    let Placed { market, outcome, stake, free, again: _ } = *placed;
    let stake = (stake > Coins::ZERO).then_some(StakeView { outcome, stake, pays: None });
    TicketView { market: Some(market), bar: None, wallet: free, stake, paid: None }
}

/// Who sits is told nothing of the market of his own match.
const fn nothing_for_players() -> TicketView {
    let bar = Some(BetBar::IsParticipant);
    TicketView { market: None, bar, wallet: None, stake: None, paid: None }
}
