//! The machine with the server in it: one thread, a clock wound by hand, chance from a seed. It can
//! be switched off at any moment, and goes on from its disk.

use std::sync::Arc;

use futures_util::FutureExt;
use protocol::http::BotSeats;
use protocol::{RoomId, RoomSettings, UserId};
use server::betting::rules::Rules;
use server::chance::Chance;
use server::clock::Clock;
use server::rooms::{House, Opening, Rooms};
use server::store::ledger::Ledger;
use server::store::{Log, Store};
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinHandle, yield_now};

use crate::disk::Disk;

/// Milliseconds of the clock when everything begins.
pub(crate) const START: u64 = 1_000_000;
/// Times that everybody who can do something is let do it: more than any chain of messages in the
/// server is long.
const TURNS: usize = 4;

/// A machine.
pub(crate) struct Hall {
    pub(crate) disk: Arc<Disk>,
    pub(crate) clock: Clock,
    seed: u64,
    lives: u64,
    life: Option<Life>,
}

/// A server from its start to its end.
struct Life {
    // The tasks go before what they use.
    runtime: Runtime,
    rooms: Rooms,
}

impl Hall {
    pub(crate) fn begin(seed: u64) -> Self {
        let clock = Clock::wound(START);
        let mut hall = Self { disk: Disk::new(clock.clone()), clock, seed, lives: 0, life: None };
        hall.start();
        hall
    }

    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    pub(crate) fn is_on(&self) -> bool {
        self.life.is_some()
    }

    pub(crate) fn lives(&self) -> u64 {
        self.lives
    }

    /// Switch it on: what the disk has is what there is.
    pub(crate) fn start(&mut self) {
        self.lives += 1;
        let runtime = Builder::new_current_thread().build().unwrap();
        let chance = Chance::seeded(self.seed.wrapping_add(self.lives));
        let store = Arc::clone(&self.disk) as Arc<dyn Store>;
        let ledger = Some(Arc::clone(&self.disk) as Arc<dyn Ledger>);
        let house = House { ledger, rules: Rules::default() };
        let rooms = runtime.block_on(Rooms::begin(store, house, self.clock.clone(), chance)).unwrap();
        self.life = Some(Life { runtime, rooms });
    }

    /// Switch it off, whatever it is doing.
    pub(crate) fn crash(&mut self) {
        self.life = None;
        self.disk.power_off();
    }

    /// Let the server do what it can do now.
    pub(crate) fn settle(&self) {
        if let Some(life) = &self.life {
            life.runtime.block_on(async {
                for _ in 0..TURNS {
                    yield_now().await;
                }
            });
        }
    }

    /// Ask something of the rooms, without waiting.
    pub(crate) fn ask<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
        &self,
        ask: impl FnOnce(Rooms) -> F,
    ) -> Option<JoinHandle<T>> {
        self.life.as_ref().map(|life| life.runtime.spawn(ask(life.rooms.clone())))
    }

    /// What came of it; nothing while that is open.
    pub(crate) fn answer<T: Send + 'static>(&self, task: &mut JoinHandle<T>) -> Option<T> {
        let life = self.life.as_ref()?;
        if !task.is_finished() {
            return None;
        }
        Some(life.runtime.block_on(task).expect("what is asked of the rooms does not fail"))
    }

    /// Open a room on a machine on which nothing goes wrong yet.
    pub(crate) fn open(&self, user: UserId, settings: RoomSettings) -> RoomId {
        let life = self.life.as_ref().unwrap();
        let opening = Opening { user, name: "Host".to_owned(), settings, bots: BotSeats::default() };
        let opened = life.runtime.block_on(life.rooms.open(opening));
        opened.unwrap_or_else(|refusal| panic!("no room: {refusal:?}"))
    }

    pub(crate) fn log(&self, room: &RoomId) -> Log {
        self.disk.memory().log(room).now_or_never().unwrap().unwrap().unwrap()
    }

    pub(crate) fn awake_count(&self) -> usize {
        self.life.as_ref().map_or(0, |life| life.rooms.awake_count())
    }
}
