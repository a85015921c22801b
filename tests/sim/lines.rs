//! The lines between the pages and the server: frames keep their order on one line, and are lost
//! with it.

use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use protocol::betting::{MarketState, MarketView};
use protocol::message::{Answer, Resume, Role, Welcome};
use protocol::{ClientFrame, Command, MemberId, ServerFrame, Snapshot, Stream};
use server::room::{Ask, Caller};
use server::rooms::{Outbox, Reply, Visit, encode};
use sindillo_tests::Seen;
use sindillo_tests::fold::Legal;

use crate::person::{Ghost, Line, What};
use crate::plan::Persona;
use crate::reader::Read;
use crate::story::Story;
use crate::tale::say;

/// Frames under way on one line; the others wait with the server.
const UNDER_WAY: usize = 64;
const STREAMS: [Stream; 5] = [Stream::Table, Stream::South, Stream::North, Stream::Me, Stream::Stand];

impl Story {
    /// A tab asks to be let in.
    pub(crate) fn knock(&mut self, who: usize, tab: usize) {
        let outbox = Arc::new(Outbox::default());
        let person = &mut self.people[who];
        let page = &mut person.tabs[tab];
        let resume = page
            .epoch
            .clone()
            .map(|epoch| Resume { epoch, heads: page.seen.heads })
            .filter(|_| page.seen.table.is_some());
        page.resuming = resume.is_some();
        let visit = Visit {
            user: person.user,
            name: person.name.clone(),
            tab: page.name.clone(),
            resume,
            registered: false,
            address: None,
            outbox: Arc::clone(&outbox),
        };
        let room = self.room.clone();
        let task = self.hall.ask(|rooms| async move {
            let handle = rooms.find(&room).await.ok()?;
            let joined = handle.join(visit).await.ok()?.ok()?;
            Some((handle, joined.socket))
        });
        let Some(task) = task else { return };
        page.welcomed = false;
        page.line = Line::Knocking { outbox, task };
    }

    /// A tab sends an order.
    pub(crate) fn send(&mut self, who: usize, tab: usize, order: usize) {
        let now = self.hall.now();
        let person = &mut self.people[who];
        if !person.tabs[tab].is_up() {
            // The machine may have stopped while somebody speaks.
            return;
        }
        say(|| {
            let asked = &person.orders[order];
            format!("{now}: {who}.{tab} asks {:?} {:?} {}", asked.what, asked.at, asked.cid.0)
        });
        person.orders[order].sent += 1;
        *person.tabs[tab].awaiting.entry(person.orders[order].cid).or_default() += 1;
        let due = now + person.tabs[tab].lag;
        person.tabs[tab].outward.push_back((due, order));
        self.arrive(who, tab);
    }

    /// The line dies, and the server learns of it sooner or later.
    pub(crate) fn cut(&mut self, who: usize, tab: usize) {
        if self.people[who].tabs[tab].is_up() {
            self.figures.note("a line is cut");
            self.half_cut(who, tab);
        }
    }

    /// What was on its way has arrived up to somewhere; the server still thinks that the line is up.
    pub(crate) fn half_cut(&mut self, who: usize, tab: usize) {
        let arrived = self.dice.below(self.people[who].tabs[tab].outward.len() + 1);
        for _ in 0..arrived {
            // Those behind it may have arrived with it.
            let Some(next) = self.people[who].tabs[tab].outward.front_mut() else { break };
            next.0 = 0;
            self.arrive(who, tab);
        }
        let read = self.dice.below(self.people[who].tabs[tab].inward.len() + 1);
        for _ in 0..read {
            let Some((_, frame)) = self.people[who].tabs[tab].inward.pop_front() else { break };
            self.read(who, tab, &frame);
        }
        self.die(who, tab);
    }

    /// The line is no more. Knowing nothing of it, the server finds out by itself.
    pub(crate) fn die(&mut self, who: usize, tab: usize) {
        let notice = self.dice.pick(&[0, 0, 0, 100, 5_000, 40_000]);
        let polite = self.dice.percent(70);
        let person = &mut self.people[who];
        let page = &mut person.tabs[tab];
        page.outward.clear();
        page.inward.clear();
        page.awaiting.clear();
        page.close = None;
        page.welcomed = false;
        if let Line::Up { outbox, socket, handle } = std::mem::replace(&mut page.line, Line::Down) {
            let due = self.hall.now() + notice;
            self.ghosts.push(Ghost { due, outbox, socket, handle, polite });
        }
        if person.persona == Persona::Forgetful && !self.calm {
            page.epoch = None;
        }
    }

    /// The server finds out about lines that died.
    pub(crate) fn lay_ghosts(&mut self) {
        let now = self.hall.now();
        let (found, waiting) =
            std::mem::take(&mut self.ghosts).into_iter().partition(|ghost| ghost.due <= now);
        self.ghosts = waiting;
        for Ghost { outbox, socket, handle, polite, .. } in found {
            if polite {
                self.hall.ask(|_| async move {
                    handle.leave(socket).await;
                    outbox.abandon();
                });
            } else {
                outbox.abandon();
            }
        }
    }

    /// Move everything on every line that is due; whether anything moved.
    pub(crate) fn pump(&mut self) -> bool {
        let mut moved = false;
        for who in 0..self.people.len() {
            for tab in 0..self.people[who].tabs.len() {
                moved |= self.enter(who, tab);
                moved |= self.arrive(who, tab);
                moved |= self.fetch(who, tab);
                moved |= self.deliver(who, tab);
            }
        }
        moved
    }

    /// Somebody who knocked is let in or not.
    fn enter(&mut self, who: usize, tab: usize) -> bool {
        let page = &mut self.people[who].tabs[tab];
        let Line::Knocking { outbox, task } = &mut page.line else { return false };
        let Some(answer) = self.hall.answer(task) else { return false };
        page.line = match answer {
            Some((handle, socket)) => Line::Up { outbox: Arc::clone(outbox), socket, handle },
            None => Line::Down,
        };
        if page.is_up() && self.people[who].persona != Persona::Forgetful {
            self.ask_again(who, tab);
        }
        true
    }

    /// As the page does: what has no answer is asked again.
    fn ask_again(&mut self, who: usize, tab: usize) {
        let orders = &self.people[who].orders;
        let open = |number: &usize| {
            let order = &orders[*number];
            order.answer.is_none() && order.sent > 0 && matches!(order.what, What::Command(_))
        };
        let open: Vec<usize> = (0..orders.len()).rev().take(8).filter(open).collect();
        for order in open.into_iter().rev() {
            if self.people[who].orders[order].life != self.hall.lives() {
                self.figures.note("asked again after a restart");
            }
            self.send(who, tab, order);
        }
    }

    /// Orders that are due reach the server.
    fn arrive(&mut self, who: usize, tab: usize) -> bool {
        let now = self.hall.now();
        let mut moved = false;
        while let Some(&(due, order)) = self.people[who].tabs[tab].outward.front()
            && due <= now
        {
            self.people[who].tabs[tab].outward.pop_front();
            moved = true;
            self.hand_in(who, tab, order);
        }
        moved
    }

    fn hand_in(&mut self, who: usize, tab: usize, order: usize) {
        self.moment.arrives(
            &self.mirror.room,
            self.hall.now(),
            &self.people[who].orders[order],
            &mut self.figures,
        );
        let person = &self.people[who];
        let Line::Up { outbox, socket, handle } = &person.tabs[tab].line else { return };
        let reply = |cid| Reply::Socket(Arc::clone(outbox), cid);
        let by = Caller::Person { user: person.user, name: person.name.clone() };
        let (cid, taken) = match person.orders[order].frame().expect("only what can be read is sent") {
            ClientFrame::Command { c, at, command } => {
                (c, handle.order(by, Some(c), at, Ask::Command(command), reply(c)))
            }
            ClientFrame::Query { c, at, query } => (c, handle.query(at, query, *socket, reply(c))),
            other => panic!("no order: {other:?}"),
        };
        if let Err(refusal) = taken {
            outbox.answer(encode(&ServerFrame::Res { c: cid, a: refusal.into() }));
        }
    }

    /// Frames leave the server, unless nobody reads.
    fn fetch(&mut self, who: usize, tab: usize) -> bool {
        let now = self.hall.now();
        let page = &mut self.people[who].tabs[tab];
        let Line::Up { outbox, socket, handle } = &page.line else { return false };
        if page.stalled || page.inward.len() >= UNDER_WAY || page.close.is_some() {
            return false;
        }
        let Some(parcel) = outbox.take_now() else { return false };
        page.inward.extend(parcel.frames.into_iter().map(|frame| (now + page.lag, frame)));
        page.close = parcel.close;
        if parcel.resync {
            self.figures.note("an outbox overflowed");
            let (socket, handle) = (*socket, handle.clone());
            self.hall.ask(|_| async move { handle.caught_up(socket).await });
        }
        true
    }

    /// Frames that are due are read.
    fn deliver(&mut self, who: usize, tab: usize) -> bool {
        let now = self.hall.now();
        let mut moved = false;
        while let Some((due, _)) = self.people[who].tabs[tab].inward.front()
            && *due <= now
        {
            let Some((_, frame)) = self.people[who].tabs[tab].inward.pop_front() else { break };
            moved = true;
            self.read(who, tab, &frame);
        }
        let page = &self.people[who].tabs[tab];
        if page.inward.is_empty()
            && let Some(code) = page.close
        {
            self.figures.note(&format!("closed: {code:?}"));
            say(|| format!("{now}: {who}.{tab} is closed: {code:?}"));
            self.die(who, tab);
            moved = true;
        }
        moved
    }

    fn read(&mut self, who: usize, tab: usize, frame: &server::rooms::Frame) {
        self.frames += 1;
        if let Some(hash) = &mut self.hash {
            let mut hasher = DefaultHasher::new();
            hasher.write_u64(*hash);
            hasher.write_usize(who * 8 + tab);
            hasher.write(frame.as_bytes());
            *hash = hasher.finish();
        }
        if let Some(tape) = &mut self.tape {
            tape.push((who, String::from_utf8(frame.as_bytes().to_vec()).expect("a frame is text")));
        }
        let read = self.reader.read(frame);
        self.check(who, &read);
        let person = &mut self.people[who];
        let page = &mut person.tabs[tab];
        if let ServerFrame::Welcome(welcome) = &read.frame {
            assert!(!page.welcomed, "a second welcome");
            page.welcomed = true;
            let how = match (page.resuming, welcome.resumed) {
                (true, true) => "resumed from the rings",
                (true, false) => "resumed by snapshots",
                (false, _) => "came without resuming",
            };
            self.figures.note(how);
            if page.resuming && page.seen.role.as_ref().is_some_and(|role| role.seats != welcome.role.seats) {
                self.figures.note("resumed in another role");
            }
            page.is_welcome(welcome);
            return;
        }
        assert!(page.welcomed, "before the welcome: {:?}", read.frame);
        match &read.frame {
            ServerFrame::Welcome(_) => {}
            ServerFrame::Snap(snapshot) => {
                page.must_not_fall_back(snapshot);
                page.seen.snap(snapshot.clone());
            }
            ServerFrame::Events { s, n, t, e } => {
                let folded = page.seen.events(*s, *n, *t, e);
                assert!(folded.is_ok(), "P21, R5: {who}.{tab}: {folded:?}");
            }
            ServerFrame::Res { c, a } => self.answered(who, tab, *c, a.clone()),
            ServerFrame::Legal { game, ply, moves } => {
                page.seen.legal = Some(Legal { game: *game, ply: *ply, moves: moves.clone() });
            }
            ServerFrame::Crowd { watching } => page.seen.crowd = Some(*watching),
            ServerFrame::Role(role) => page.seen.role(role.clone()),
            ServerFrame::Bye { .. } => self.figures.note("told good-bye"),
            ServerFrame::Market { market } => {
                page.may_see_bets(market.as_deref());
                page.seen.market = market.clone().map(|market| *market);
                let states = market.iter().map(|market| format!("market: {:?}", market.state));
                states.for_each(|state| self.figures.note(&state));
            }
            ServerFrame::Ticket(ticket) => {
                page.may_see_bets(None);
                page.seen.ticket = Some((**ticket).clone());
            }
            ServerFrame::Cheers { .. } => {}
            ServerFrame::Pong { .. } | ServerFrame::Err { .. } => panic!("nobody asked: {:?}", read.frame),
        }
        self.people[who].tabs[tab].raise_floor();
    }

    /// Nobody is told what is not written, or what is not for him.
    fn check(&self, who: usize, read: &Read) {
        let user = self.people[who].user;
        match &read.frame {
            ServerFrame::Events { s, n, t, e } => {
                let key = self.mirror.key(*s, user);
                if *s == Stream::Me || !read.sound.replace(true) {
                    self.mirror.must_have(key, *n, *t, e);
                }
                self.mirror.may_hear(user, key, *n, e.len());
            }
            ServerFrame::Snap(snapshot) => self.mirror.may_see(user, snapshot),
            _ => {}
        }
    }

    fn answered(&mut self, who: usize, tab: usize, cid: protocol::Cid, answer: Answer) {
        say(|| format!("{}: {who}.{tab} is answered {answer:?} {}", self.hall.now(), cid.0));
        let was = self.people[who].order(cid).answer.clone();
        let order = self.people[who].answered(tab, cid, answer.clone());
        let What::Command(command) = &order.what else { return };
        match (&answer, was) {
            (Answer::Ok, Some(Answer::Ok)) => self.figures.note("done before, said again"),
            (Answer::Ok, _) => self.figures.note("done"),
            (Answer::Err { err, .. }, _) => {
                let err = format!("{err:?}");
                let code = err.split([' ', '{']).next().unwrap_or_default();
                let command = format!("{command:?}");
                let verb = command.split([' ', '{']).next().unwrap_or_default();
                self.figures.note(&format!("refused: {code}"));
                self.figures.note(&format!("refused: {verb}: {code}"));
            }
            (Answer::Bet(_), _) => self.figures.note("a bet stands"),
            (Answer::Trace { .. }, _) => panic!("a command is answered with a trace"),
        }
        if answer == Answer::Ok && !matches!(command, Command::Cheer { .. }) {
            assert!(self.mirror.is_done(cid), "R1: acknowledged and not written: {cid:?}");
        }
    }
}

impl crate::person::Tab {
    fn is_welcome(&mut self, welcome: &Welcome) {
        self.epoch = Some(welcome.epoch.clone());
        if welcome.resumed {
            assert!(self.resuming, "resumed without having asked for it");
        } else {
            self.seen = Seen::default();
        }
        self.seen.role(welcome.role.clone());
    }

    /// B10: nobody who sits is told of bets, and nobody of the split before the game begins.
    fn may_see_bets(&self, market: Option<&MarketView>) {
        let sits = self.seen.role.as_ref().is_some_and(|role| !role.seats.is_empty());
        assert!(!sits, "B10: {} sits, and is told of {market:?}", self.name);
        let open = |market: &&MarketView| matches!(market.state, MarketState::Open | MarketState::Suspended);
        assert!(market.filter(open).is_none_or(|market| market.pools.is_none()), "B10: {market:?}");
    }

    /// R3: a stream never stands before what was told of it.
    fn must_not_fall_back(&self, snapshot: &Snapshot) {
        let (stream, as_of) = match snapshot {
            Snapshot::Table { as_of, .. } => (Stream::Table, *as_of),
            Snapshot::Team { side, as_of, .. } => (Stream::team(*side), *as_of),
            Snapshot::Me { as_of, .. } => (Stream::Me, *as_of),
            Snapshot::Stand { as_of, .. } => (Stream::Stand, *as_of),
        };
        let (member, floor) = &self.floor;
        if stream == Stream::Me && *member != self.member() {
            return;
        }
        let told = floor.get(stream).unwrap_or_default();
        assert!(as_of >= told, "R3: {stream:?} stands at {as_of}, and {told} were told");
    }

    fn raise_floor(&mut self) {
        let member = self.member();
        if self.floor.0 != member {
            self.floor.0 = member;
            self.floor.1.set(Stream::Me, None);
        }
        for stream in STREAMS {
            let highest = self.floor.1.get(stream).max(self.seen.heads.get(stream));
            self.floor.1.set(stream, highest);
        }
    }

    fn member(&self) -> Option<MemberId> {
        self.seen.role.as_ref().and_then(|role: &Role| role.member)
    }
}
