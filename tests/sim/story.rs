//! One match from a seed: people, lines, a machine, and everything that goes wrong with them. When
//! the faults stop, the game must go on to its end.

use engine::Side;
use protocol::betting::BettingMode;
use protocol::command::Hearers;
use protocol::{At, Cid, Command, RoomId};
use server::room::view;
use uuid::Uuid;

use crate::alarm;
use crate::dice::Dice;
use crate::disk::{BookMishap, Mishap};
use crate::figures::{Figures, Moment};
use crate::hall::Hall;
use crate::mirror::Mirror;
use crate::person::{Ghost, Person, What, user};
use crate::plan::{Fault, Persona, Plan};
use crate::reader::Reader;
use crate::tale::say;
use crate::wish::Chooser;

/// Rounds in which everybody plays on, at most.
const ROUNDS: usize = 900;
/// Lines of a flood: more than wait for one reader, and more than a room remembers of one member.
const FLOOD: usize = 270;

/// A match in progress.
pub(crate) struct Story {
    pub(crate) plan: Plan,
    pub(crate) dice: Dice,
    pub(crate) hall: Hall,
    pub(crate) room: RoomId,
    pub(crate) people: Vec<Person>,
    pub(crate) mirror: Mirror,
    pub(crate) figures: Figures,
    pub(crate) reader: Reader,
    pub(crate) ghosts: Vec<Ghost>,
    /// Nothing goes wrong any more.
    pub(crate) calm: bool,
    /// Frames that were read, and what they come to, when somebody wants to know.
    pub(crate) frames: u64,
    pub(crate) hash: Option<u64>,
    /// What was read by whom, when somebody wants to compare.
    pub(crate) tape: Option<Vec<(usize, String)>>,
    pub(crate) moment: Moment,
    /// When the machine is switched on again.
    on_at: u64,
}

/// What a story came to.
pub(crate) struct Told {
    pub(crate) figures: Figures,
    pub(crate) hash: u64,
    pub(crate) frames: u64,
    pub(crate) appends: u64,
}

/// Tell a story from its beginning to its end. Panics where an invariant is broken.
pub(crate) fn tell(seed: u64, hashed: bool) -> Told {
    let mut dice = Dice::new(seed);
    let plan = Plan::of(&mut dice);
    tell_with(seed, plan, dice, hashed, None)
}

/// The same with a plan of one's own, and with a machine that stops at one append.
pub(crate) fn tell_with(
    seed: u64,
    plan: Plan,
    dice: Dice,
    hashed: bool,
    stop: Option<(u64, Mishap)>,
) -> Told {
    let _ears = alarm::listen();
    let mut story = Story::begin(seed, plan, dice);
    story.hash = hashed.then_some(0);
    if let Some((append, how)) = stop {
        story.hall.disk.arm_at(append, how);
    }
    if story.plan.seated {
        story.sit_down_to_play();
    }
    for _ in 0..story.plan.steps {
        story.step();
    }
    story.must_end();
    let appends = story.hall.disk.appends();
    story.must_fall_asleep();
    Told { figures: story.figures, hash: story.hash.unwrap_or_default(), frames: story.frames, appends }
}

impl Story {
    pub(crate) fn begin(seed: u64, plan: Plan, mut dice: Dice) -> Self {
        say(|| format!("{plan:?}"));
        let hall = Hall::begin(seed);
        let mut people = vec![Person::new(0, Persona::Honest, Some(Side::South))];
        for number in 1..plan.south + plan.north {
            let side = if number < plan.south { Side::South } else { Side::North };
            let persona = dice.pick(&plan.personas);
            people.push(Person::new(number, persona, Some(side)));
        }
        for _ in 0..plan.watchers {
            people.push(Person::new(people.len(), Persona::Watcher, None));
        }
        // Those who watch have accounts, so that they may bet in public rooms.
        for person in people.iter().filter(|person| person.persona == Persona::Watcher) {
            hall.disk.memory().set_account(person.user, Some(0), false);
        }
        let room = hall.open(user(0), plan.settings.clone());
        let mut story = Self {
            plan,
            dice,
            hall,
            room,
            people,
            mirror: Mirror::new(),
            figures: Figures::default(),
            reader: Reader::default(),
            ghosts: Vec::new(),
            calm: false,
            frames: 0,
            hash: None,
            tape: None,
            moment: Moment::default(),
            on_at: 0,
        };
        story.flow();
        story
    }

    /// Everybody takes his seat and is ready: a game begins.
    pub(crate) fn sit_down_to_play(&mut self) {
        self.calm = true;
        for _ in 0..20 {
            self.come_back();
            self.flow();
            if self.mirror.game().is_some() {
                break;
            }
            // Where people may bet there is a while before the game.
            if self.plan.settings.stand.betting != BettingMode::Off {
                self.hall.clock.wind(3_000);
            }
            for who in 0..self.people.len() {
                self.acts(who);
            }
            self.flow();
        }
        self.calm = false;
    }

    // ---- steps -------------------------------------------------------------------------------

    fn step(&mut self) {
        match self.dice.below(100) {
            0..42 => {
                let who = self.dice.below(self.people.len());
                self.acts(who);
            }
            42..56 => self.all_at_once(),
            56..60 => self.at_the_last_moment(),
            60..80 => self.time_passes(),
            _ => self.something_fails(),
        }
        self.come_back();
        if self.dice.percent(75) {
            self.flow();
        }
        if self.dice.percent(12) {
            self.look();
        }
    }

    /// Somebody does something in one of his tabs.
    pub(crate) fn acts(&mut self, who: usize) {
        let tabs: Vec<usize> =
            (0..self.people[who].tabs.len()).filter(|tab| self.people[who].tabs[*tab].sees()).collect();
        let Some(&tab) = self.dice.any(&tabs) else { return };
        let Some((what, at)) = self.wish(who, tab) else { return };
        let order = self.note(who, what, at);
        if self.people[who].orders[order].frame().is_err() {
            return;
        }
        self.send(who, tab, order);
        if !self.calm && self.people[who].persona == Persona::DoubleClicker {
            let other = self.dice.pick(&tabs);
            self.send(who, other, order);
        }
    }

    fn note(&mut self, who: usize, what: What, at: Option<At>) -> usize {
        // One's own and one's next: what others do changes nothing in it.
        let (own, next) =
            (u64::try_from(who).unwrap(), u64::try_from(self.people[who].orders.len()).unwrap());
        let cid = Cid(Uuid::from_u64_pair(0xc1d0_0000 + own, next));
        let life = self.hall.lives();
        self.people[who].note(cid, at, what, life)
    }

    /// The present as it is.
    pub(crate) fn present(&self) -> Option<At> {
        let game = self.mirror.game()?;
        let turn = game.turn.as_ref()?;
        Some(At { game: game.game, ply: turn.ply, tries: turn.tries, back: game.back() })
    }

    /// Somebody asks for something now, as who sees the present; which of his orders it is.
    pub(crate) fn asks_now(&mut self, who: usize, command: Command) -> usize {
        let at = self.present();
        self.asks(who, 0, command, at)
    }

    /// Somebody asks for something; which of his orders it is.
    pub(crate) fn asks(&mut self, who: usize, tab: usize, command: Command, at: Option<At>) -> usize {
        let order = self.note(who, What::Command(command), at);
        self.send(who, tab, order);
        order
    }

    pub(crate) fn wish(&mut self, who: usize, tab: usize) -> Option<(What, Option<At>)> {
        let person = &self.people[who];
        let mut chooser = Chooser {
            seen: &person.tabs[tab].seen,
            side: person.side,
            persona: person.persona,
            plan: &self.plan,
            dice: &mut self.dice,
            now: self.hall.clock.now(),
            calm: self.calm,
        };
        chooser.wish()
    }

    /// Everybody whose turn it is does something before the server has a moment for any of it.
    fn all_at_once(&mut self) {
        let mut who: Vec<usize> = (0..self.people.len()).filter(|_| self.dice.percent(70)).collect();
        self.dice.shuffle(&mut who);
        for one in who {
            self.acts(one);
        }
        self.figures.note("everybody at one moment");
    }

    /// The same at the very moment at which a timer is due.
    fn at_the_last_moment(&mut self) {
        self.flow();
        let now = self.hall.now();
        if let Some(due) = self.mirror.room.next_deadline().filter(|due| *due > now && *due < now + 120_000) {
            self.hall.clock.wind(due - now);
            self.all_at_once();
        }
    }

    fn time_passes(&mut self) {
        let now = self.hall.now();
        let due = self.mirror.room.next_deadline().filter(|due| *due > now && *due < now + 120_000);
        let ms = match (self.dice.below(10), due) {
            (0..2, Some(due)) => due - now,
            (2, Some(due)) => due - now - 1,
            (3, Some(due)) => due - now + 1,
            (4..8, _) => self.dice.within(1..=300),
            (8, _) => self.dice.within(300..=3_000),
            _ => self.dice.within(3_000..=20_000),
        };
        self.hall.clock.wind(ms);
        say(|| format!("{}: {ms} ms pass", self.hall.now()));
    }

    fn something_fails(&mut self) {
        let Some(&fault) = self.dice.any(&self.plan.faults) else { return };
        say(|| format!("{}: {fault:?}", self.hall.now()));
        let who = self.dice.below(self.people.len());
        let tab = self.dice.below(self.people[who].tabs.len());
        match fault {
            Fault::Cut => self.cut(who, tab),
            Fault::Lag => self.people[who].tabs[tab].lag = self.dice.pick(&[0, 20, 200, 900]),
            Fault::Stall => {
                let stalled = &mut self.people[who].tabs[tab].stalled;
                *stalled = !*stalled;
            }
            Fault::Again => self.sends_again(who, tab),
            Fault::Twice => {
                if self.people[who].tabs[tab].is_up() {
                    self.figures.note("a tab connects twice");
                    self.half_cut(who, tab);
                    self.knock(who, tab);
                }
            }
            Fault::Forget => {
                self.people[who].tabs[tab].epoch = None;
                self.cut(who, tab);
            }
            Fault::Crash => self.crash("whenever"),
            Fault::CrashAtAppend => {
                let how = if self.dice.percent(50) { Mishap::CrashBefore } else { Mishap::CrashAfter };
                self.hall.disk.arm(how);
            }
            Fault::Drain => self.drain(),
            Fault::Full => self.hall.disk.arm(Mishap::Full),
            Fault::Unknown => {
                let how = if self.dice.percent(50) { Mishap::LostBefore } else { Mishap::LostAfter };
                self.hall.disk.arm(how);
            }
            Fault::Slow => self.hall.disk.arm(Mishap::Slow(self.dice.within(1..=2_000))),
            Fault::Deaf => self.hall.disk.deafen(1 + u32::try_from(self.dice.below(3)).unwrap()),
            Fault::Books => {
                let slow = BookMishap::Slow(self.dice.pick(&[500, 1_900, 5_000]));
                let mishap = self.dice.pick(&[BookMishap::Fails, BookMishap::LosesAnswer, slow]);
                let calls = 1 + self.dice.below(4);
                self.hall.disk.arm_books(mishap, calls);
            }
            Fault::Flood => self.floods(who, tab),
            Fault::Night => {
                self.hall.clock.wind(self.dice.pick(&[70_000, 700_000, 2_000_000]));
            }
        }
    }

    fn floods(&mut self, who: usize, tab: usize) {
        if !self.people[who].tabs[tab].sees() {
            return;
        }
        self.figures.note("a flood");
        for line in 0..FLOOD {
            let text = format!("line {line}");
            self.asks(who, tab, Command::ChatSay { to: Hearers::All, text }, None);
            if line % 50 == 0 {
                self.flow();
            }
        }
        self.flow();
    }

    fn sends_again(&mut self, who: usize, tab: usize) {
        let orders = self.people[who].orders.len();
        if orders == 0 || !self.people[who].tabs[tab].is_up() {
            return;
        }
        // Mostly the last ones, at times one from long ago.
        let back = if self.dice.percent(70) { orders.min(4) } else { orders };
        let order = orders - 1 - self.dice.below(back);
        if self.people[who].orders[order].frame().is_ok() {
            self.figures.note("an order sent again");
            self.send(who, tab, order);
        }
    }

    /// Whoever has no line may get one; a machine that is off may be switched on.
    fn come_back(&mut self) {
        if !self.hall.is_on() {
            if self.hall.now() < self.on_at && !self.calm {
                return;
            }
            self.hall.start();
            say(|| format!("{}: the machine is on again", self.hall.now()));
        }
        for who in 0..self.people.len() {
            for tab in 0..self.people[who].tabs.len() {
                if self.people[who].tabs[tab].is_down() && (self.calm || self.dice.percent(40)) {
                    self.knock(who, tab);
                }
            }
        }
    }

    /// The machine stops; nobody is told anything.
    pub(crate) fn crash(&mut self, why: &str) {
        if !self.hall.is_on() {
            return;
        }
        self.figures.note(&format!("crash {why}"));
        for who in 0..self.people.len() {
            for tab in 0..self.people[who].tabs.len() {
                self.die(who, tab);
            }
        }
        self.ghosts.clear();
        self.hall.crash();
        // What is logged while tasks are dropped is not of a server that lives.
        alarm::heard();
        let off = if self.calm { 0 } else { self.dice.pick(&[0, 500, 20_000, 200_000]) };
        self.on_at = self.hall.now() + off;
    }

    /// The server is told to stop, and does so in its own way.
    fn drain(&mut self) {
        if self.mirror.has_open_ballot() {
            self.figures.note("drained with an open ballot");
        }
        let Some(mut task) = self.hall.ask(|rooms| async move { rooms.drain().await }) else { return };
        for _ in 0..20 {
            self.flow();
            if !self.hall.is_on() {
                return;
            }
            if self.hall.answer(&mut task).is_some() {
                self.flow();
                self.figures.note("drained");
                return self.crash("at the end of a drain");
            }
            self.hall.clock.wind(500);
        }
        panic!("R28: a drain does not come to its end");
    }

    // ---- flow --------------------------------------------------------------------------------

    /// Let everything arrive that can arrive now.
    pub(crate) fn flow(&mut self) {
        for _ in 0..12 {
            self.hall.settle();
            self.take_note();
            let moved = self.pump();
            self.lay_ghosts();
            if !moved {
                return;
            }
        }
    }

    /// What was written becomes true; what was logged as an error fails the story.
    pub(crate) fn take_note(&mut self) {
        for entry in self.hall.disk.take_written() {
            say(|| format!("{}: written {} {:?}", entry.at, self.mirror.entries() + 1, entry.events));
            self.figures.entry(&self.mirror.room, &entry);
            self.mirror.take(&entry);
        }
        for mishap in self.hall.disk.take_befell() {
            self.figures.note(match mishap {
                Mishap::Full => "append: full",
                Mishap::LostBefore => "append: unknown, not written",
                Mishap::LostAfter => "append: unknown, written",
                Mishap::Slow(_) => "append: slow",
                Mishap::CrashBefore => "append: crash before",
                Mishap::CrashAfter => "append: crash after",
            });
        }
        let deaf = self.plan.faults.contains(&Fault::Deaf);
        let fair = |error: &String| !(deaf && error.contains("a room cannot be read again"));
        let errors: Vec<String> = alarm::heard().into_iter().filter(fair).collect();
        assert!(errors.is_empty(), "the server logs errors: {errors:?}");
        if self.hall.disk.take_stop().is_some() {
            self.crash("at an append");
        }
    }

    // ---- the end -----------------------------------------------------------------------------

    /// R31: the faults stop, everybody is there and plays on: the game comes to its end.
    fn must_end(&mut self) {
        self.hall.disk.heal();
        self.calm = true;
        for person in &mut self.people {
            for tab in &mut person.tabs {
                (tab.lag, tab.stalled) = (0, false);
            }
        }
        let mut progress = self.mirror.progress();
        let mut since = self.hall.now();
        let start = progress;
        let is_over = |story: &Self| {
            let now = story.mirror.progress();
            story.mirror.game_is_over()
                || now.ended > start.ended
                || now.plies > start.plies + story.plan.plies
        };
        for round in 0..ROUNDS {
            self.come_back();
            self.flow();
            for who in 0..self.people.len() {
                self.acts(who);
            }
            self.flow();
            if round % 16 == 0 {
                self.look();
            }
            let now = self.mirror.progress();
            if now != progress {
                (progress, since) = (now, self.hall.now());
            }
            if is_over(self) {
                break;
            }
            let waited = self.hall.now() - since;
            if waited > self.plan.patience_ms() {
                assert!(self.nobody_to_play_against(), "R31: nothing has moved for {waited} ms");
                self.figures.note("nobody to play against");
                break;
            }
            self.wait_for_what_is_due(2_000);
        }
        assert!(is_over(self) || self.nobody_to_play_against(), "R31: the story does not end");
        // What the disk refused at the very last is said again after a pause.
        for _ in 0..2 {
            self.hall.clock.wind(1_000);
            self.flow();
        }
        self.look_at_last();
    }

    /// No game is on, and on one side nobody sits: those who would were sent away, or sat down on
    /// the other one.
    fn nobody_to_play_against(&self) -> bool {
        let Some(table) = view::table(&self.mirror.room) else { return false };
        let playing = table.game.is_some_and(|game| game.turn.is_some());
        let empty = |side| table.members.iter().all(|member| !member.seats.contains(&side));
        !playing && [Side::South, Side::North].into_iter().any(empty)
    }

    /// P25: everybody goes, and some time later nothing of the room is left in memory.
    fn must_fall_asleep(&mut self) {
        for who in 0..self.people.len() {
            for tab in 0..self.people[who].tabs.len() {
                self.die(who, tab);
            }
        }
        self.calm = true;
        for ghost in &mut self.ghosts {
            ghost.due = 0;
        }
        self.flow();
        // A line whose task ended without a word is noticed with the next letter, whatever it is.
        let room = self.room.clone();
        self.hall.ask(|rooms| async move {
            let handle = rooms.find(&room).await.ok()?;
            handle.look(user(0)).await.ok()
        });
        for _ in 0..200 {
            self.flow();
            if self.hall.awake_count() == 0 {
                self.books_must_balance();
                self.figures.note("fell asleep");
                return;
            }
            self.wait_for_what_is_due(100_000_000);
        }
        let holds = view::table(&self.mirror.room).map(|table| table.holds);
        let due = self.mirror.room.next_deadline();
        panic!("P25: the room does not go to sleep at {}, held by {holds:?}, due {due:?}", self.hall.now());
    }

    /// Time passes until the next timer. One that is overdue waits for the disk.
    fn wait_for_what_is_due(&self, most: u64) {
        let now = self.hall.now();
        let due = self.mirror.room.next_deadline().filter(|due| *due > now);
        let wait = if self.hall.disk.is_busy() { 250 } else { due.map_or(most, |due| due - now) };
        self.hall.clock.wind(wait.min(most));
    }
}
