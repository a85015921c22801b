//! The public stream of a room as a record of its games: what is not on the board is left out.

use engine::{BySide, Preset, Side};
use protocol::event::{MemberKind, WithdrawReason};
use protocol::http::record::RulesSince;
use protocol::settings::Clock;
use protocol::{Event, MemberId, RoomSettings, ServerFrame, Snapshot};

use super::Told;
use super::fault::Place;
use super::model::{Counts, Ending, GameTold, Gathering, Mark, Played, Player, Record};
use super::people::People;
use super::settings;

/// The games of a story, in their order.
pub(super) fn record(told: &Told) -> Record {
    let mut collector = Collector::default();
    for frame in &told.frames {
        #[expect(clippy::wildcard_enum_match_arm, reason = "a story has no other frames")]
        match frame {
            ServerFrame::Snap(Snapshot::Table { view, .. }) => {
                collector.people = People::of(&view.members);
                collector.settings = Some(view.settings.clone());
            }
            ServerFrame::Events { n, t, e, .. } => {
                for (event, number) in e.iter().zip(*n..) {
                    collector.take(*t, event, version(&told.rules, number));
                }
            }
            _ => {}
        }
    }
    collector.finish()
}

/// What is played, and when the first game began.
pub(super) fn first_game(frames: &[ServerFrame]) -> Option<(Preset, u64)> {
    let Some(ServerFrame::Snap(Snapshot::Table { view, .. })) = frames.first() else { return None };
    let began = frames.iter().find_map(|frame| match frame {
        ServerFrame::Events { t, e, .. } => {
            e.iter().any(|event| matches!(event, Event::GameBegan { .. })).then_some(*t)
        }
        _ => None,
    });
    Some((view.settings.game.preset, began?))
}

/// Games that began, and plies that stood.
pub(super) fn counts(frames: &[ServerFrame]) -> (u16, u32) {
    let (mut games, mut plies) = (0_u16, 0_u32);
    for frame in frames {
        let ServerFrame::Events { e, .. } = frame else { continue };
        for event in e {
            games = games.saturating_add(u16::from(matches!(event, Event::GameBegan { .. })));
            plies = plies.saturating_add(u32::from(matches!(event, Event::Stood { .. })));
        }
    }
    (games, plies)
}

/// The version of the rules at an event of the table.
fn version(rules: &[RulesSince], number: u32) -> u16 {
    let since = rules.iter().rev().find(|since| since.n <= number);
    since.or(rules.first()).map_or(protocol::RULES_VERSION, |since| since.version)
}

#[derive(Default)]
struct Collector {
    settings: Option<RoomSettings>,
    people: People,
    games: Vec<GameTold>,
    /// The game that is played.
    game: Option<Playing>,
    practice: bool,
}

/// A game under way.
struct Playing {
    told: GameTold,
    /// Who sat on each side in it.
    team: BySide<Vec<MemberId>>,
    /// Who holds each hand, as far as it was said.
    hands: BySide<Option<MemberId>>,
    /// Sides that had a turn.
    begun: BySide<bool>,
    /// Whose turn it is.
    side: Side,
    tried: Option<Trying>,
}

struct Trying {
    counts: Counts,
    by: MemberId,
    /// Who held the hand when it was laid.
    hand: Option<MemberId>,
}

impl Collector {
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not on the board is left out")]
    fn take(&mut self, at: u64, event: &Event, rules_version: u16) {
        self.people.take(event);
        if let Event::GameBegan { .. } = event {
            self.begin(at, event, rules_version);
            return;
        }
        let clocked = self.settings.as_ref().is_some_and(|settings| settings.clock != Clock::None);
        let (people, Some(game)) = (&self.people, &mut self.game) else { return };
        match event {
            Event::Seated { member, side } if !game.team[*side].contains(member) => {
                game.team[*side].push(*member);
            }
            Event::TurnBegan { side, hand, .. } => game.turn(people, *side, *hand),
            Event::HandPassed { side, to, .. } => game.pass(people, *side, *to),
            Event::Laid { by, .. } => {
                game.tried = Some(Trying { counts: Counts::default(), by: *by, hand: game.hands[game.side] });
            }
            Event::ConsentCounted { objections, approvals, need } => {
                if let Some(tried) = &mut game.tried {
                    tried.counts = Counts { objections: *objections, need: *need, approvals: *approvals };
                }
            }
            Event::Withdrawn { mv, why, .. } => game.withdraw(people, mv, *why),
            Event::Stood { side, by, mv, trace, after, remaining_ms, .. } => {
                let played = Played {
                    mv: mv.clone(),
                    captured: trace.captured,
                    bulls: trace.made_bulls.len(),
                    tried: game.tried.take().map(|tried| tried.counts),
                    by: people.name(*by).filter(|_| game.hands[*side] != Some(*by)),
                    clock: clocked.then(|| remaining_ms[*side] / 1_000),
                };
                game.mark(Mark::Played(played));
                game.told.last = Some(*after);
            }
            Event::TakenBack { ply, position, .. } => {
                game.tried = None;
                game.mark(Mark::Back(*ply));
                game.told.last = Some(*position);
            }
            Event::GameEnded { result, series, .. } => {
                game.told.ending = Some(Ending {
                    reason: result.reason,
                    winner: result.winner,
                    score: result.score,
                    pins: series.pins,
                });
                self.close();
            }
            _ => {}
        }
    }

    fn begin(&mut self, at: u64, event: &Event, rules_version: u16) {
        let Event::GameBegan { game, opening, starter, how, race, .. } = event else { return };
        self.close();
        self.practice |= self.people.is_practice();
        let told = GameTold {
            began: at / 1_000,
            round: *game,
            rules_version,
            teams: BySide::default(),
            hands: BySide::default(),
            starter: *starter,
            how: *how,
            race: race.as_ref().map(|race| race.drops.iter().map(|drop| drop.side).collect()),
            opening: Some(*opening),
            last: Some(*opening),
            ending: None,
            marks: Vec::new(),
            place: Place::default(),
        };
        self.game = Some(Playing {
            told,
            team: self.people.seats.clone(),
            hands: BySide::default(),
            begun: BySide::default(),
            side: *starter,
            tried: None,
        });
    }

    fn close(&mut self) {
        let Some(mut game) = self.game.take() else { return };
        let player = |member: &MemberId| {
            let unknown = || Player { name: format!("Member {}", member.0), kind: MemberKind::Person };
            self.people.get(*member).cloned().unwrap_or_else(unknown)
        };
        game.told.teams = BySide::from_fn(|side| game.team[side].iter().map(player).collect());
        for side in protocol::settings::SIDES {
            if !game.begun[side] {
                game.told.hands[side] = game.hands[side].and_then(|hand| self.people.name(hand));
            }
        }
        self.games.push(game.told);
    }

    fn finish(mut self) -> Record {
        self.close();
        let settings = self.settings.unwrap_or_else(|| {
            // A story begins with its table; one that did not would tell nothing of a game either.
            crate::room::settings::defaults(engine::Preset::EnDodoi)
        });
        let room = Gathering {
            title: settings.title,
            choice: settings.game,
            rules: None,
            series: settings.series,
            mode: settings.decision.mode,
            clock: settings.clock,
            practice: settings.practice || self.practice,
        };
        let mut record = Record { room, games: self.games };
        drop_usual_openings(&mut record);
        record
    }
}

impl Playing {
    fn mark(&mut self, mark: Mark) {
        self.told.marks.push((Place::default(), mark));
    }

    fn turn(&mut self, people: &People, side: Side, hand: Option<MemberId>) {
        self.side = side;
        self.tried = None;
        if self.begun[side] {
            self.pass(people, side, hand);
        } else {
            self.begun[side] = true;
            self.hands[side] = hand;
            self.told.hands[side] = hand.and_then(|hand| people.name(hand));
        }
    }

    /// The hand of the other side is told when its turn begins.
    fn pass(&mut self, people: &People, side: Side, to: Option<MemberId>) {
        if !self.begun[side] {
            self.hands[side] = to;
        } else if side == self.side && self.hands[side] != to {
            self.hands[side] = to;
            self.mark(Mark::Hand(to.and_then(|to| people.name(to))));
        }
    }

    /// A move that is withdrawn because its maker lost the hand is told before that: it was his.
    fn withdraw(&mut self, people: &People, mv: &engine::Move, why: WithdrawReason) {
        let Some(tried) = self.tried.take() else { return };
        let by = people.name(tried.by).filter(|_| tried.hand != Some(tried.by));
        let mark = (Place::default(), Mark::Tried { mv: mv.clone(), told: tried.counts, by });
        let marks = &mut self.told.marks;
        let behind = matches!(marks.last(), Some((_, Mark::Hand(_)))) && why == WithdrawReason::HandReplaced;
        marks.insert(marks.len() - usize::from(behind), mark);
    }
}

/// The first position is said only where the game does not always begin so.
fn drop_usual_openings(record: &mut Record) {
    let usual = settings::agreed(&record.room, 0, false).ok();
    let usual = usual.and_then(|agreed| agreed.rules.opening_position().ok());
    for game in &mut record.games {
        let expected = usual.map(|position| position.with_turn(game.starter));
        game.opening = game.opening.filter(|opening| Some(*opening) != expected);
    }
}
