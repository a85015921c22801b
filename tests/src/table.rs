//! Two teams and their watchers in one room, and the words for what they do together.

mod play;
mod robot;

pub use play::{Tally, won_by};
pub use robot::plays as plays_on;

use engine::{Move, Offer, Side};
use protocol::message::Stream;
use protocol::settings::RoomSettings;
use protocol::view::TableView;
use protocol::{Command, MemberId, Refusal, RoomId};
use tokio::time::Instant;

use crate::chronicle::{Chronicle, Compared};
use crate::fold::Seen;
use crate::patience::PATIENCE;
use crate::person::Person;
use crate::tab::{Figures, State, Tab};
use crate::world::World;

const SOUTH: [&str; 5] = ["Naserian", "Lemayian", "Sankau", "Nashipae", "Kipeno"];
const NORTH: [&str; 5] = ["Tipape", "Resiato", "Leshao", "Moinan", "Parsaloi"];
const WATCH: [&str; 3] = ["Hodan", "Warsame", "Deqa"];

/// A room with everybody in it.
pub struct Table {
    /// The room.
    pub room: RoomId,
    /// South, in seat order. The first of them opened the room.
    pub south: Vec<Tab>,
    /// North, in seat order.
    pub north: Vec<Tab>,
    /// Those who watch.
    pub watchers: Vec<Tab>,
}

/// A turn as everybody sees it who has a say in it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The game.
    pub game: u16,
    /// The ply to be played.
    pub ply: u16,
    /// Whose turn.
    pub side: Side,
    /// Who holds the hand.
    pub hand: MemberId,
    /// What may be played.
    pub offers: Vec<Offer>,
}

impl Turn {
    /// Every move that was offered, the choices of direction among them.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let choices =
            |offer: &Offer| offer.choices.iter().map(|choice| choice.mv.clone()).collect::<Vec<_>>();
        self.offers.iter().flat_map(|offer| [vec![offer.mv.clone()], choices(offer)].concat()).collect()
    }
}

impl Table {
    /// People take their seats; nobody is ready yet.
    pub async fn seated(world: &World, settings: RoomSettings, each: usize, watchers: usize) -> Self {
        let host = world.person(SOUTH[0]).await;
        let room = host.opens(settings).await;
        let mut table = Self { room, south: Vec::new(), north: Vec::new(), watchers: Vec::new() };
        for place in 0..each {
            let south = if place == 0 { host.clone() } else { world.person(SOUTH[place]).await };
            table.south.push(sits(&south, &table.room, Side::South).await);
            table.north.push(sits(&world.person(NORTH[place]).await, &table.room, Side::North).await);
        }
        for name in &WATCH[..watchers] {
            table.watchers.push(world.person(name).await.enters(&table.room).await);
        }
        table
    }

    /// People take their seats, say that they are ready, and the first game begins.
    pub async fn begun(world: &World, settings: RoomSettings, each: usize, watchers: usize) -> Self {
        let table = Self::seated(world, settings, each, watchers).await;
        table.is_ready().await;
        table
    }

    /// Everybody is ready, and a game begins.
    pub async fn is_ready(&self) {
        for tab in self.players() {
            tab.is_ready().await.expect("a seated member may be ready");
        }
        for tab in self.everybody() {
            tab.waits("a game begins", |seen| seen.turn().is_some()).await;
        }
    }

    /// Both teams.
    pub fn players(&self) -> impl Iterator<Item = &Tab> {
        self.south.iter().chain(&self.north)
    }

    /// Both teams and the watchers.
    pub fn everybody(&self) -> impl Iterator<Item = &Tab> {
        self.players().chain(&self.watchers)
    }

    /// A team.
    #[must_use]
    pub fn side(&self, side: Side) -> &[Tab] {
        match side {
            Side::South => &self.south,
            Side::North => &self.north,
        }
    }

    /// The page of a member.
    #[must_use]
    pub fn of(&self, member: MemberId) -> &Tab {
        self.players().find(|tab| tab.member() == member).expect("a member who sits here")
    }

    /// The others of a member's side.
    #[must_use]
    pub fn others(&self, side: Side, member: MemberId) -> Vec<&Tab> {
        self.side(side).iter().filter(|tab| tab.member() != member).collect()
    }

    /// What one may look at to see what everybody sees.
    #[must_use]
    pub fn public(&self) -> &Tab {
        self.watchers.first().unwrap_or(&self.south[0])
    }

    /// Wait for the next turn in which something can be done, or for the end of the game.
    pub async fn turn(&self) -> Option<Turn> {
        let turn = self.public().until("a turn or the end", |state| now(&state.seen)).await;
        let (game, ply, side) = turn?;
        let mut found = None;
        for tab in self.side(side) {
            found = Some(tab.until("the side can act", |state| can_act(state, game, ply, side)).await);
        }
        let (hand, offers) = found.expect("a side has members");
        Some(Turn { game, ply, side, hand, offers })
    }

    /// Wait until the turn is over.
    pub async fn is_over(&self, turn: &Turn) {
        let (game, ply) = (turn.game, turn.ply);
        for tab in self.everybody() {
            tab.until("the ply stands", |state| has_stood(&state.seen, game, ply).then_some(())).await;
        }
    }

    /// Everybody sees the same, and the same as somebody who comes in now. Tells what that is.
    pub async fn all_see_the_same(&self, world: &World) -> TableView {
        let fresh = world.person("Asha").await.enters(&self.room).await;
        let mut second = Vec::new();
        for tab in self.players() {
            second.push((tab, tab.person().enters(&self.room).await));
        }
        let deadline = Instant::now() + PATIENCE;
        let table = loop {
            self.level(&fresh, &second).await;
            if let Some(table) = self.seen_by_all(&fresh, &second) {
                break table;
            }
            assert!(Instant::now() < deadline, "the room does not come to rest");
        };
        for (_, other) in &second {
            other.leaves().await;
        }
        fresh.leaves().await;
        table
    }

    /// What all see alike; nothing while some of them have been told more than others, as a room may
    /// go on by itself.
    fn seen_by_all(&self, fresh: &Tab, second: &[(&Tab, Tab)]) -> Option<TableView> {
        let pictures: Vec<(&str, Seen)> =
            [fresh].into_iter().chain(self.everybody()).map(|tab| (tab.name(), tab.picture())).collect();
        let pairs: Vec<(&str, Seen, Seen)> =
            second.iter().map(|(tab, other)| (tab.name(), tab.picture(), other.picture())).collect();
        let first = &pictures[0].1;
        let legal = |seen: &Seen| seen.legal.as_ref().map(|legal| (legal.game, legal.ply));
        let are_level = pictures.iter().all(|(_, seen)| seen.heads.table == first.heads.table)
            && pairs.iter().all(|(_, mine, fresh)| {
                are_told_alike(mine, fresh) && (fresh.turn().is_none() || legal(mine) == legal(fresh))
            });
        if !are_level {
            return None;
        }
        let table = first.table.as_ref().expect("a table");
        for (name, seen) in &pictures {
            same(table, seen.table.as_ref().expect("a table"), name);
        }
        for (name, mine, fresh) in &pairs {
            same(&fresh.team, &mine.team, name);
            same(&fresh.me, &mine.me, name);
            same(&fresh.role, &mine.role, name);
            if fresh.turn().is_some() {
                same(&fresh.legal, &mine.legal, name);
            }
        }
        Some(table.clone())
    }

    /// Wait until all have been told as much as whoever came last knew.
    async fn level(&self, fresh: &Tab, second: &[(&Tab, Tab)]) {
        let head = fresh.look(|state| state.seen.heads.table);
        for tab in self.everybody().chain(second.iter().map(|(_, other)| other)) {
            tab.waits("the table is level", |seen| seen.heads.table >= head).await;
        }
        for (tab, other) in second {
            for stream in [Stream::South, Stream::North, Stream::Me] {
                let head = other.look(|state| state.seen.heads.get(stream));
                tab.waits("the team is level", |seen| seen.heads.get(stream) >= head).await;
            }
            for page in [*tab, other] {
                page.waits("the moves are there", |seen| {
                    let game = seen.game().map(|game| game.game);
                    let of = |legal: &crate::fold::Legal| (Some(legal.game), Some(legal.ply));
                    let turn = seen.turn().map(|turn| turn.ply);
                    turn.is_none() || seen.legal.as_ref().map(of) == Some((game, turn))
                })
                .await;
            }
        }
    }

    /// Nobody saw a breach of the contract.
    pub fn all_kept_the_contract(&self) {
        self.everybody().for_each(Tab::kept_the_contract);
    }

    /// What everybody was told and answered is in the log, and the log folds to what they see.
    pub async fn agrees_with_the_log(&self, world: &World) -> Compared {
        let chronicle = Chronicle::read(world.data()).await;
        let story = chronicle.of(&self.room);
        self.everybody().for_each(|tab| story.folds_to(tab));
        story.is_sound();
        chronicle.is_in_real_time(&self.room, self.everybody());
        self.everybody().map(|tab| chronicle.agrees_with(tab)).fold(Compared::default(), Compared::plus)
    }

    /// What was counted on all pages together.
    #[must_use]
    pub fn figures(&self) -> Figures {
        self.everybody().map(|tab| tab.look(|state| state.figures)).fold(Figures::default(), Figures::plus)
    }

    /// Everybody wants another game; where most of them are enough, the last ones come too late.
    pub async fn wants_another(&self) {
        for tab in self.players() {
            match tab.asks(Command::RematchSet { on: true }).await {
                Ok(()) | Err(Refusal::GameRunning) => {}
                Err(other) => panic!("a seated member may want another game: {other:?}"),
            }
        }
    }
}

/// A person takes a seat in a room.
pub async fn sits(person: &Person, room: &RoomId, side: Side) -> Tab {
    let tab = person.enters(room).await;
    tab.sits(side).await.unwrap_or_else(|refusal| panic!("{} sits down: {refusal:?}", person.name()));
    tab
}

/// Whether of all that a page reads which was opened later another one was told as much.
fn are_told_alike(mine: &Seen, fresh: &Seen) -> bool {
    [Stream::Table, Stream::South, Stream::North, Stream::Me].into_iter().all(|stream| {
        let head = fresh.heads.get(stream);
        head.is_none() || mine.heads.get(stream) == head
    })
}

/// Compare two values, and show where they differ rather than all of them.
pub fn same<T: std::fmt::Debug + PartialEq>(fresh: &T, folded: &T, who: &str) {
    if fresh == folded {
        return;
    }
    let (left, right) = (format!("{fresh:#?}"), format!("{folded:#?}"));
    let (left, right): (Vec<&str>, Vec<&str>) = (left.lines().collect(), right.lines().collect());
    let start = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    let around = |lines: &[&str]| lines[start.saturating_sub(6)..lines.len().min(start + 12)].join("\n");
    panic!("{who} folded something else\n---- fresh\n{}\n---- folded\n{}", around(&left), around(&right));
}

fn now(seen: &Seen) -> Option<Option<(u16, u16, Side)>> {
    let game = seen.game()?;
    if game.result.is_some() {
        return Some(None);
    }
    game.turn.as_ref().map(|turn| Some((game.game, turn.ply, turn.side)))
}

fn can_act(state: &State, game: u16, ply: u16, side: Side) -> Option<(MemberId, Vec<Offer>)> {
    let seen = &state.seen;
    let turn = seen.turn().filter(|turn| turn.ply == ply && turn.side == side)?;
    let legal = seen.legal.as_ref().filter(|legal| (legal.game, legal.ply) == (game, ply))?;
    let hand = seen.game()?.hands[side]?;
    let no_ballot = turn.deadline.is_none();
    (no_ballot || seen.ballot(side).is_some()).then(|| (hand, legal.moves.clone()))
}

fn has_stood(seen: &Seen, game: u16, ply: u16) -> bool {
    seen.game().is_some_and(|now| {
        now.game > game || now.plies.len() >= usize::from(ply) || (now.game == game && now.result.is_some())
    })
}
