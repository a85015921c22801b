//! What must hold when nothing is under way.

use futures_util::FutureExt;
use protocol::event::Presence;
use protocol::settings::SIDES;
use server::room::{Room, view};
use server::rooms::check;
use server::store::ledger::Ledger;
use sindillo_tests::fold::quiet_table;

use crate::person::Tab;
use crate::story::Story;

impl Story {
    /// Wait until nothing is under way, and hold every page against the truth.
    pub(crate) fn look(&mut self) {
        if !self.come_to_rest() {
            return;
        }
        let room = &self.mirror.room;
        let mut table = view::table(room).expect("the room is open");
        quiet_table(&mut table);
        let teams = SIDES.map(|side| view::team(room, side));
        let stand = view::stand(room);
        let legal = view::offers(room);
        let mut looked = 0;
        for person in &self.people {
            for tab in person.tabs.iter().filter(|tab| tab.is_at_rest()) {
                let (seen, user) = (&tab.seen, person.user);
                let name = &tab.name;
                assert_eq!(seen.role, Some(view::role(room, user)), "{name}: the role");
                assert_eq!(seen.heads, view::heads(room, user), "{name}: the numbers");
                assert_eq!(seen.table.as_ref(), Some(&table), "{name}: the table");
                for (side, team) in SIDES.into_iter().zip(&teams) {
                    if let Some(own) = &seen.team[side] {
                        assert_eq!(own, team, "{name}: {side}'s own");
                    }
                }
                assert_eq!(seen.me.as_ref(), Some(&view::me(room, user)), "{name}: his own");
                if let Some(own) = &seen.stand {
                    assert_eq!(own, &stand, "{name}: the stand");
                }
                if let Some((game, ply, moves)) = &legal {
                    let own = seen.legal.as_ref().map(|legal| (legal.game, legal.ply, &legal.moves));
                    assert_eq!(own, Some((*game, *ply, moves)), "{name}: the legal moves");
                }
                assert!(tab.awaiting.is_empty(), "R6: {name} waits for {:?}", tab.awaiting);
                looked += 1;
            }
        }
        self.figures.add("pages held against the truth", looked);
    }

    /// P23: every coin is somewhere, every market is settled or void or goes on, the pots are paid out.
    pub(crate) fn books_must_balance(&mut self) {
        let disk = &self.hall.disk;
        let followed = disk.memory().follow_all(self.hall.now()).now_or_never();
        assert!(matches!(followed, Some(Ok(()))), "the books follow the log");
        let found = disk.memory().audit_books();
        assert_eq!(found.faults.named(), [], "P23: the books");
        self.figures.add("transfers of coins", found.transfers);
        self.figures.add("markets", found.markets);
    }

    /// At the end: the whole log, and everything that was ever asked.
    pub(crate) fn look_at_last(&mut self) {
        self.look();
        self.who_is_here_is_shown_here();
        let log = self.hall.log(&self.room);
        let checked = check(&log).expect("the log tells the story of a room");
        assert_eq!(checked.entries, self.mirror.entries());
        assert_eq!(Room::fold(&log.entries), self.mirror.room, "P9: what was written folds to what is");
        for cid in self.mirror.done() {
            assert!(self.people.iter().any(|person| person.asked(*cid)), "nobody asked for {cid:?}");
        }
    }

    /// Whoever sits and looks at the room is shown as being there.
    fn who_is_here_is_shown_here(&self) {
        let table = view::table(&self.mirror.room).expect("the room is open");
        for person in &self.people {
            let member = self.mirror.room.member_of(person.user);
            let row = table.members.iter().find(|row| Some(row.id) == member && !row.seats.is_empty());
            if let Some(row) = row.filter(|_| person.tabs.iter().any(Tab::is_at_rest)) {
                assert_eq!(row.presence, Presence::Online, "{} is here", person.name);
            }
        }
    }

    /// Let time pass until nothing is under way; not when the machine is off or its disk works.
    fn come_to_rest(&mut self) -> bool {
        for _ in 0..40 {
            self.flow();
            if !self.hall.is_on() || self.hall.disk.is_in_doubt() {
                return false;
            }
            let tabs = self.people.iter().flat_map(|person| &person.tabs);
            let due = tabs.filter_map(Tab::due).min();
            match due {
                None if !self.hall.disk.is_busy() => return true,
                None => self.hall.clock.wind(500),
                Some(due) => self.hall.clock.wind(due.saturating_sub(self.hall.now()).max(1)),
            }
        }
        false
    }
}

impl Tab {
    /// When something arrives that is under way.
    fn due(&self) -> Option<u64> {
        if !self.is_up() || self.stalled {
            return None;
        }
        let out = self.outward.front().map(|(due, _)| *due);
        let back = self.inward.front().map(|(due, _)| *due);
        out.into_iter().chain(back).min()
    }

    /// Whether it reads and has read everything.
    const fn is_at_rest(&self) -> bool {
        self.sees() && !self.stalled && self.close.is_none()
    }
}
