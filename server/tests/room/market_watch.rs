//! Markets, countdowns and voices: what `docs/room.md` 16 says holds after every step.

use std::collections::{BTreeMap, BTreeSet};

use engine::{BySide, Side};
use protocol::betting::{BettingMode, MarketEnd, MarketState, Outcome, SuspendReason, VoidReason};
use protocol::event::{Audience, Event, MemberKind, Presence};
use protocol::settings::{RoomSettings, SIDES};
use protocol::view::TableView;
use protocol::{MarketId, MemberId, UserId};
use server::room::{Around, Room, view};

/// What must be remembered from step to step.
#[derive(Default)]
pub(crate) struct MarketWatch {
    newest: Option<Seen>,
    opened: u32,
    /// Who sat down since the last match ended, or sat when one of its games began.
    sat: BySide<BTreeSet<UserId>>,
    roster_at: u64,
    game_ended: Option<u64>,
    /// The coming start: as it is, and as it was set first.
    start: Option<(u64, u64)>,
    /// Who advised which side on which ply of the game.
    advised: BTreeMap<(MemberId, Side), u16>,
    rated: u32,
    /// An administrator stopped betting.
    paused: bool,
}

/// A market as its events tell of it.
struct Seen {
    id: MarketId,
    game: u16,
    mode: BettingMode,
    opened_at: u64,
    suspended: BTreeSet<SuspendReason>,
    stale_at: Option<u64>,
    game_ended: Option<u64>,
    end: Option<MarketEnd>,
}

impl MarketWatch {
    /// `next` is the event behind it in the same entry.
    pub(crate) fn event(
        &mut self,
        before: &Room,
        at: u64,
        event: &Event,
        next: Option<&Event>,
        around: &Around,
    ) {
        self.market_event(before, at, event, next, around);
        self.people_event(before, at, event, around);
        self.game_event(before, at, event);
        self.voice_event(before, event);
    }

    fn market_event(&mut self, before: &Room, at: u64, event: &Event, next: Option<&Event>, around: &Around) {
        let of_market = match event {
            Event::MarketOpened { market, game, mode, scope: _, outcomes } => {
                assert!(self.newest.as_ref().is_none_or(|newest| newest.end.is_some()), "one at a time");
                assert_eq!(market.0, self.opened + 1, "numbers without gaps");
                assert!(!before.is_playing(), "a market is on the coming game");
                let settings = settings(before);
                assert!(!settings.practice && *mode != BettingMode::Off);
                assert_eq!(*mode, settings.stand.betting.min(around.betting));
                for side in SIDES {
                    assert!(persons(before, side).next().is_some(), "a person sits on both sides");
                }
                let delay = u64::from(settings.stand.delay_ms);
                let ended = self.game_ended;
                assert!(ended.is_none_or(|ended| ended + delay <= at), "it tells that the last game is over");
                assert_eq!(outcomes, &Outcome::ALL.to_vec());
                self.opened = market.0;
                self.newest = Some(Seen {
                    id: *market,
                    game: *game,
                    mode: *mode,
                    opened_at: at,
                    suspended: BTreeSet::new(),
                    stale_at: None,
                    game_ended: None,
                    end: None,
                });
                market
            }
            Event::MarketSuspended { market, why: SuspendReason::Admin } if self.runs() => {
                assert!(!std::mem::replace(&mut self.paused, true), "told once");
                market
            }
            Event::MarketEased { market, why: SuspendReason::Admin } if self.runs() => {
                assert!(std::mem::replace(&mut self.paused, false), "what was told");
                market
            }
            Event::MarketSuspended { market, why } => {
                self.paused |= *why == SuspendReason::Admin;
                let newest = self.taking();
                assert!(newest.suspended.insert(*why), "each reason is told once");
                market
            }
            Event::MarketEased { market, why } => {
                self.paused &= *why != SuspendReason::Admin;
                let newest = self.taking();
                assert!(newest.suspended.remove(why) && !newest.suspended.is_empty());
                market
            }
            Event::MarketReopened { market } => {
                let newest = self.taking();
                assert_eq!(newest.suspended.len(), 1, "the last reason fell away");
                newest.suspended.clear();
                self.paused = false;
                market
            }
            Event::MarketLocked { market, stale_at, sides, host } => {
                let game = self.taking().game;
                let begins =
                    |event: &Event| matches!(event, Event::GameBegan { game: number, .. } if *number == game);
                assert!(next.is_some_and(begins), "locked right before its game");
                assert_eq!(*stale_at, at + around.stale_ms);
                assert_eq!(*host, view::table(before).unwrap().host.and_then(|host| before.user_of(host)));
                for side in SIDES {
                    let told: BTreeSet<UserId> = sides[side].iter().copied().collect();
                    let sit = persons(before, side).collect::<BTreeSet<_>>();
                    assert!(!sit.is_empty() && sit.is_subset(&told), "who sits takes part");
                    assert!(self.sat[side].is_subset(&told), "and who sat");
                    assert!(told.is_disjoint(&around.staked), "and has no stake");
                }
                assert_eq!(*sides, before.sides_of_series());
                let newest = self.taking();
                newest.stale_at = Some(*stale_at);
                newest.suspended.clear();
                market
            }
            Event::MarketEnded { market, end } => {
                let delay = u64::from(settings(before).stand.delay_ms);
                let newest = self.newest.as_mut().filter(|newest| newest.end.is_none());
                let newest = newest.expect("a market ends once");
                let known = newest.game_ended.is_some_and(|ended| ended + delay <= at);
                match end {
                    MarketEnd::Result { .. } => assert!(known, "no payout before the result is known"),
                    MarketEnd::Void { why: VoidReason::Stale } => {
                        assert!(newest.stale_at.is_some_and(|stale| stale <= at));
                        assert_eq!(newest.game_ended, None);
                    }
                    MarketEnd::Void { why: VoidReason::TurnedOff } => {}
                    MarketEnd::Void { why: VoidReason::TooShort | VoidReason::MatchAborted } => {
                        assert!(known)
                    }
                    MarketEnd::Void { .. } => {}
                }
                newest.end = Some(*end);
                newest.suspended.clear();
                market
            }
            _ => return,
        };
        assert_eq!(event.audience(), Audience::Log, "nothing of a market leaves the server");
        assert_eq!(Some(*of_market), self.newest.as_ref().map(|newest| newest.id));
    }

    fn people_event(&mut self, before: &Room, at: u64, event: &Event, around: &Around) {
        match event {
            Event::Seated { member, side } => {
                self.roster_at = at;
                let user = before.user_of(*member).unwrap();
                assert!(!around.staked.contains(&user), "who has bet does not sit down");
                if is_person(before, *member) {
                    self.sat[*side].insert(user);
                    let alone = settings(before);
                    assert!(!alone.rated || around.registered, "rated seats are for accounts");
                } else {
                    assert!(!settings(before).rated, "no bots in rated rooms");
                }
            }
            Event::Unseated { .. } => self.roster_at = at,
            Event::HostNamed { member } => {
                let staked = before.user_of(*member).is_some_and(|user| around.staked.contains(&user));
                assert!(!staked, "who has bet is no host");
            }
            _ => {}
        }
    }

    fn game_event(&mut self, before: &Room, at: u64, event: &Event) {
        match event {
            Event::StartSet { at: start } => {
                assert!(!before.is_playing());
                self.start = match (self.start, *start) {
                    (Some((was, first)), Some(start)) => {
                        let raised = was < start && start <= (first + 60_000).min(at + 10_000);
                        assert!(raised || start == at + 20_000, "raised within bounds, or counted anew");
                        Some((start, first))
                    }
                    (None, Some(start)) => {
                        assert_eq!(start, at + 20_000);
                        Some((start, start))
                    }
                    (_, None) => None,
                };
            }
            Event::GameBegan { .. } => {
                if let Some((start, _)) = self.start.take() {
                    assert!(start <= at, "a game begins at its moment");
                }
                let taking = |newest: &Seen| newest.end.is_none() && newest.stale_at.is_none();
                assert!(!self.newest.as_ref().is_some_and(taking), "no bets after the beginning");
                for side in SIDES {
                    self.sat[side].extend(persons(before, side));
                }
                self.advised.clear();
            }
            Event::GameEnded { result, series, .. } => {
                self.game_ended = Some(at);
                if series.over.is_some() {
                    self.sat = BySide::default();
                }
                let newest = self.newest.as_mut().filter(|newest| newest.stale_at.is_some());
                if let Some(newest) = newest.filter(|newest| newest.game_ended.is_none()) {
                    newest.game_ended = Some(at);
                }
                self.rated += u32::from(settings(before).rated && result.reason.counts());
            }
            Event::RatingDue { sides, turns, .. } => {
                assert_eq!(event.audience(), Audience::Log);
                assert!(settings(before).rated);
                self.rated = self.rated.checked_sub(1).expect("a game is rated once");
                for side in SIDES {
                    let there = sides[side].iter();
                    assert!(there.clone().all(|(_, there)| 0 < *there && *there <= turns[side]));
                    let once: BTreeSet<_> = there.map(|(user, _)| user).collect();
                    assert_eq!(once.len(), sides[side].len());
                }
            }
            _ => {}
        }
    }

    fn voice_event(&mut self, before: &Room, event: &Event) {
        if let Event::Advised { side, ply, by, pit, text, .. } = event {
            let table = view::table(before).unwrap();
            assert!(table.ears[*side] && !table.settings.rated, "only a side that listens is advised");
            let seated = table.members.iter().any(|member| member.id == *by && !member.seats.is_empty());
            assert!(!seated, "and only from outside");
            assert!(!view::team(before, *side).unheard.contains(by));
            assert_ne!(self.advised.insert((*by, *side), *ply), Some(*ply), "once a ply");
            assert!(pit.is_some() || !text.is_empty());
        }
        if let Event::EarsOpened { by, side, .. } = event {
            let table = view::table(before).unwrap();
            assert!(table.members.iter().any(|member| member.id == *by && member.seats.contains(side)));
        }
    }

    /// What is told is what is, and nothing is left that follows by itself.
    pub(crate) fn state(&self, after: &Room, at: u64, around: &Around) {
        let table = view::table(after).unwrap();
        assert_eq!(table.start_at, self.start.map(|(start, _)| start));
        assert!(table.start_at.is_none() || !after.is_playing(), "what has begun is not about to");
        let Some(newest) = &self.newest else {
            assert_eq!(after.market(), None);
            return;
        };
        let now = after.market().unwrap();
        let state = match (newest.end, newest.stale_at) {
            (Some(MarketEnd::Result { .. }), _) => MarketState::Settled,
            (Some(MarketEnd::Void { .. }), _) => MarketState::Void,
            (None, Some(_)) => MarketState::Locked,
            (None, None) if newest.suspended.is_empty() => MarketState::Open,
            (None, None) => MarketState::Suspended,
        };
        assert_eq!((now.id, now.game, now.state, now.end), (newest.id, newest.game, state, newest.end));
        assert_eq!(now.suspended, newest.suspended.last().copied());
        if newest.end.is_some() {
            return;
        }
        assert!(newest.mode <= around.betting, "no more than the server allows");
        if newest.stale_at.is_none() {
            self.taking_state(newest, &table, after, at);
        }
    }

    fn taking_state(&self, newest: &Seen, table: &TableView, after: &Room, at: u64) {
        assert!(!after.is_playing());
        let settles = self.roster_at + 3_000;
        if newest.suspended.contains(&SuspendReason::Roster) {
            // Where the server was not there, the moment comes with its next look at the room.
            let late = after.next_deadline().is_some_and(|due| due <= at);
            assert!(self.roster_at >= newest.opened_at, "since it opened");
            assert!(at <= settles || late, "three seconds and no more");
        } else {
            assert!(self.roster_at <= newest.opened_at || settles <= at, "three seconds and no less");
        }
        let online = |side: Side| {
            let mut there = table.members.iter().filter(|member| member.seats.contains(&side));
            there.any(|member| member.kind == MemberKind::Person && member.presence == Presence::Online)
        };
        let absent = !after.is_slow() && !SIDES.into_iter().all(online);
        assert_eq!(newest.suspended.contains(&SuspendReason::Absent), absent, "who is not there");
        let stopped = newest.suspended.contains(&SuspendReason::Admin);
        assert_eq!(stopped, self.paused, "until the administrator lets it go on");
    }

    /// Whether the newest market is locked and not over.
    fn runs(&self) -> bool {
        self.newest.as_ref().is_some_and(|newest| newest.end.is_none() && newest.stale_at.is_some())
    }

    /// The market on the coming game.
    fn taking(&mut self) -> &mut Seen {
        let newest = self.newest.as_mut().expect("there is a market");
        assert!(newest.end.is_none() && newest.stale_at.is_none(), "it takes bets, or will again");
        newest
    }
}

fn settings(room: &Room) -> &RoomSettings {
    &room.agreed().unwrap().settings
}

fn is_person(room: &Room, member: MemberId) -> bool {
    let members = view::table(room).unwrap().members;
    members.iter().any(|other| other.id == member && other.kind == MemberKind::Person)
}

/// The persons who sit on a side.
fn persons(room: &Room, side: Side) -> impl Iterator<Item = UserId> {
    let members = view::table(room).unwrap().members.into_iter();
    let sits = move |member: &protocol::view::MemberView| {
        member.seats.contains(&side) && member.kind == MemberKind::Person
    };
    members.filter(sits).filter_map(|member| room.user_of(member.id))
}
