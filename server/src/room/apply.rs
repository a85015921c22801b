//! What each event does to the room. Total: an event that does not fit changes nothing, and none
//! can fail. No rule is asked here; whatever a rule had a say in is in the event.

use std::sync::Arc;

use engine::{Side, Turn as Played};
use protocol::MemberId;
use protocol::event::{Audience, BallotResult, ClockView, Event, HandReason};
use protocol::settings::{Clock, SIDES};
use protocol::view::{AdviceRow, OwnVote, ReportRow, StarterWish, TrustRow};

use super::Room;
use super::ballot::{Ballot, Opening};
use super::game::CurrentGame;
use super::lots::LotSeed;
use super::settings::Agreed;
use super::tried::{Counts, Tried};
use super::trust;
use super::turn::Turn;

impl Room {
    /// Take over what happened at a moment.
    pub fn apply(&mut self, at: u64, event: &Event) {
        let at = at.max(self.last_at);
        let told_before = self.told_at;
        self.last_at = at;
        self.heads.count(event);
        match event.audience() {
            Audience::Table => self.told_at = at,
            Audience::Me(member) => self.roster.count_own(member),
            Audience::Team(_) | Audience::Stand | Audience::Log => {}
        }
        match event {
            // ---- the room and its people
            Event::Opened { settings } => {
                self.roster.set_slow(matches!(settings.clock, Clock::Slow { .. }));
                self.agreed = Agreed::of_log(settings).map(Arc::new);
            }
            Event::Identified { member, user } => self.roster.identify(*member, *user),
            Event::Joined { member, name, kind } => self.roster.join(at, *member, name, *kind),
            Event::HostNamed { member } => {
                self.host_changes();
                self.roster.name_host(*member);
            }
            Event::Renamed { member, name } => self.roster.rename(*member, name),
            Event::Seated { member, side } => self.seated(at, *member, *side),
            Event::Unseated { member, side } => self.unseated(at, *member, *side),
            Event::PresenceChanged { member, presence, until } => {
                self.roster.set_presence(at, *member, *presence, *until);
            }
            Event::ReadySet { member, on } => {
                self.roster.set_ready(*member, *on);
                if *on {
                    self.takes_part(*member);
                }
            }
            Event::StarterWished { side, by, starter } => {
                self.wishes[*side] = Some(StarterWish { by: *by, starter: *starter });
            }
            Event::RematchSet { member, on } => {
                set(&mut self.rematch, *member, *on);
                if *on {
                    self.takes_part(*member);
                }
            }
            // Of old logs: giving up is a motion now.
            Event::ResignVoted { .. } => {}
            Event::Said { by, text } => self.chats.said(at, *by, text),
            Event::TeamSaid { side, by, text } => self.chats.team_said(at, *side, *by, text),
            Event::StandSaid { by, text, name } => {
                self.chats.stand_said(at, *by, text, name.as_deref());
            }
            Event::Done { member, cid } => self.roster.done(*member, *cid),

            Event::HandChosen { side, to, why: _ } => self.chosen[*side] = *to,
            Event::Trusted { side, by, member, on } => {
                self.trust.set(*side, TrustRow { by: *by, member: *member }, *on);
            }
            Event::CouncilSeated { side, members } => self.trust.seat_council(*side, members),

            Event::Muted { member, on, why: _ } => self.roster.set_muted(*member, *on),
            Event::Banned { member, on, why: _ } => self.roster.set_banned(*member, *on),
            Event::Reported { host, by, about, text } => {
                self.roster.report(*host, ReportRow { by: *by, about: *about, at, text: text.clone() });
            }

            Event::MotionOpened { .. }
            | Event::MotionVoted { .. }
            | Event::MotionRollChanged { .. }
            | Event::MotionEnded { .. }
            | Event::Offered { .. }
            | Event::OfferEnded { .. } => {
                let now = self.moment();
                self.motions.apply(at, now, event);
            }
            Event::StartSet { at: start } => {
                self.start.set(*start);
                if start.is_some() {
                    self.all_take_part();
                }
            }
            Event::EarsOpened { side, by: _, on } => self.advice[*side].open = *on,
            Event::Advised { side, game, ply, by, pit, text } => {
                let row = AdviceRow { game: *game, ply: *ply, by: *by, at, pit: *pit, text: text.clone() };
                self.advice[*side].add(row);
            }
            Event::AdviceMuted { side, member, on } => set(&mut self.advice[*side].unheard, *member, *on),
            Event::MarketOpened { .. }
            | Event::MarketSuspended { .. }
            | Event::MarketEased { .. }
            | Event::MarketReopened { .. }
            | Event::MarketLocked { .. }
            | Event::MarketEnded { .. } => self.market.apply(at, event),
            Event::RatingDue { .. } => self.rating_told(),

            Event::ResumeSet { at: resume } => self.hold.resume_at = *resume,
            Event::TakenBack { game: _, ply: _, side, position: _, clock } => {
                self.taken_back(*side, *clock);
            }
            Event::TimeGiven { by, ms: _, clock } => self.in_game(|game| {
                game.clocks.set(*clock);
                if let Some(turn) = &mut game.turn {
                    turn.given[*by] = true;
                }
            }),

            Event::PeriodBegan { side: _, clock } => self.in_game(|game| game.clocks.set(*clock)),

            // ---- games and turns
            Event::GameBegan { game, opening, starter, how: _, race, seal, market } => {
                self.start.set(None);
                self.all_take_part();
                for side in SIDES {
                    self.advice[side].game_began();
                }
                self.game_began(at, *game, *opening, *starter, race.as_ref());
                self.in_game(|game| {
                    game.seal.clone_from(seal);
                    game.market = *market;
                });
            }
            Event::Sealed { game: _, seed } => self.in_game(|game| game.seed = LotSeed::of_hex(seed)),
            Event::Unsealed { .. } => self.in_game(|game| game.is_unsealed = true),
            Event::GameEnded { game, result, series } => {
                self.game_ended(at, result, series);
                self.game_attended(at, *game, result, series.over.is_some());
            }
            Event::TurnBegan { game: _, ply, side, hand, deadline, clock } => {
                let (rotated_from, waits) = (self.rotation[*side], self.hold.is_on());
                self.give_hand(*side, *hand);
                let roll = trust::voters(self, *side);
                self.in_game(|game| {
                    game.clocks.set(*clock);
                    let final_try = game.decision.tries_max == 0;
                    let turn = Turn::begun(*ply, *side, roll, *deadline, final_try, *clock);
                    game.turn = Some(Turn { rotated_from, waits, ..turn });
                });
            }
            Event::Laid { by, mv, trace, after, until, tries } => self.in_turn(|turn| {
                let played = Arc::new(Played { after: *after, trace: trace.clone() });
                turn.tries = *tries;
                turn.tried = Some(Tried::laid(at, *by, mv.clone(), played, *until, turn.roll.clone()));
            }),
            Event::ConsentCounted { objections, approvals, need } => self.in_turn(|turn| {
                if let Some(tried) = &mut turn.tried {
                    tried.counts_told_at = at;
                    tried.told = Some(Counts { objections: *objections, approvals: *approvals, need: *need });
                }
            }),
            Event::StanceTaken { side: _, by, stance, quiet } => self.in_turn(|turn| {
                if let Some(tried) = &mut turn.tried {
                    tried.take_stance(*by, *stance, *quiet);
                }
            }),
            Event::StancesTold { side: _, stances } => self.in_turn(|turn| {
                if let Some(tried) = &mut turn.tried {
                    tried.tell_stances(at, stances);
                }
            }),
            Event::Withdrawn { why: _, mv: _, deadline, last_try, spent } => {
                let waits = self.hold.is_on();
                self.in_turn(|turn| {
                    turn.tried = None;
                    turn.withdrawn = turn.withdrawn.saturating_add(1);
                    turn.deadline = *deadline;
                    turn.last_try = *last_try;
                    turn.spent.clone_from(spent);
                    turn.waits = waits;
                });
            }
            Event::Stood { game: _, ply: _, side: _, by, mv, trace, after, tried: _, remaining_ms } => {
                let played = Played { after: *after, trace: trace.clone() };
                self.attended(trace.side);
                self.in_game(|game| game.stood(at, *by, mv, &played, *remaining_ms));
            }
            Event::HandPassed { side, to, why } => {
                self.give_hand(*side, *to);
                self.in_game(|game| game.claimed[*side] |= *why == HandReason::Claimed);
            }
            Event::Flagged { side, effect: _, clock } => self.in_game(|game| {
                game.clocks.set(*clock);
                game.flags[*side] = game.flags[*side].saturating_add(1);
                if let Some(turn) = &mut game.turn {
                    turn.flagged = true;
                }
            }),
            Event::Held { reason, remaining_ms: _, since } => self.held(at, told_before, *reason, *since),
            Event::Released { reason, still: _, clock, deadline, until } => {
                self.released(at, *reason);
                let still_waits = self.hold.is_on();
                self.in_game(|game| game.clocks.set(*clock));
                self.in_turn(|turn| {
                    turn.retime(*deadline, *until);
                    turn.waits &= still_waits;
                });
            }

            // ---- what only one side learns
            Event::BallotOpened {
                side,
                ballot,
                kind,
                roll,
                options,
                opened: _,
                earliest,
                deadline,
                effective,
                need,
                visibility,
                together,
            } => {
                self.ballots[*side] = ballot.0;
                self.in_turn(|turn| {
                    turn.roll.clone_from(roll);
                    let opening = Opening {
                        id: *ballot,
                        kind: *kind,
                        roll: roll.clone(),
                        options: options.clone(),
                        earliest: *earliest,
                        deadline: *deadline,
                        effective: *effective,
                        need: *need,
                        visibility: *visibility,
                        together: *together,
                    };
                    turn.ballot = Some(Ballot::opened(opening, turn.before_runoff.take()));
                });
            }
            Event::Proposed { side: _, ballot: _, by, mv, note } => {
                self.in_ballot(|ballot| ballot.propose(*by, mv, note.clone()));
            }
            Event::Voted { side, ballot, by, mv, quiet } => {
                self.in_ballot(|ballot| ballot.vote(*by, mv.as_ref()));
                if *quiet {
                    let own = OwnVote { side: *side, ballot: *ballot, mv: mv.clone() };
                    self.roster.voted_quietly(*by, own);
                }
            }
            Event::VotesTold { side: _, ballot: _, votes, rows, voted } => {
                self.in_ballot(|ballot| ballot.tell(at, votes, rows, *voted));
            }
            Event::Blocked { side: _, ballot: _, by, mv, reason } => {
                self.in_turn(|turn| turn.blockers.push(*by));
                self.in_ballot(|ballot| ballot.block(*by, mv, reason));
            }
            Event::RollChanged { side: _, ballot: _, struck, effective, need } => {
                self.in_ballot(|ballot| ballot.change_roll(struck, *effective, *need));
            }
            Event::ClosingSet { side: _, ballot: _, until } => {
                self.in_ballot(|ballot| ballot.closing = *until);
            }
            Event::FellBack { side: _, ballot: _, hand_until } => self.in_ballot(|ballot| {
                ballot.closing = None;
                ballot.hand_until = Some(*hand_until);
            }),
            Event::BallotRetimed { side: _, ballot: _, earliest, deadline, closing, hand_until } => {
                self.in_ballot(|ballot| {
                    ballot.earliest = *earliest;
                    ballot.deadline = *deadline;
                    ballot.closing = *closing;
                    ballot.hand_until = *hand_until;
                });
            }
            Event::BallotClosed { side: _, ballot: _, result, tally: _ } => {
                self.in_turn(|turn| turn.ballot_closed(result));
            }
        }
    }

    fn seated(&mut self, at: u64, member: MemberId, side: Side) {
        self.roster.sit(at, member, side);
        self.takes_part(member);
        self.market.roster_changed(at);
        self.start.sat_down(member);
        self.in_game(|game| game.sat_down(member, side));
    }

    fn unseated(&mut self, at: u64, member: MemberId, side: Side) {
        self.roster.stand_up(member, side);
        self.market.roster_changed(at);
        self.start.stood_up(member);
        set(&mut self.rematch, member, false);
        if self.chosen[side] == Some(member) {
            self.chosen[side] = None;
        }
        let empty = self.roster.count(side) == 0;
        self.in_game(|game| game.stood_up(at, member, side, empty));
    }

    /// The rotation of either side's hands goes on where it stood before its turn.
    fn taken_back(&mut self, side: Side, clock: ClockView) {
        let turn = self.game.as_ref().and_then(|game| game.turn.as_ref());
        if let Some((mover, rotated_from)) = turn.map(|turn| (turn.side, turn.rotated_from)) {
            self.rotation[mover] = rotated_from;
        }
        if let Some(rotated_from) = self.game.as_ref().and_then(CurrentGame::rotated_from_before_last) {
            self.rotation[side] = rotated_from;
        }
        self.in_game(|game| game.taken_back(side, clock));
    }

    fn in_game(&mut self, change: impl FnOnce(&mut CurrentGame)) {
        if let Some(game) = &mut self.game {
            change(game);
        }
    }

    fn in_turn(&mut self, change: impl FnOnce(&mut Turn)) {
        if let Some(turn) = self.game.as_mut().and_then(|game| game.turn.as_mut()) {
            change(turn);
        }
    }

    fn in_ballot(&mut self, change: impl FnOnce(&mut Ballot)) {
        self.in_turn(|turn| {
            if let Some(ballot) = &mut turn.ballot {
                change(ballot);
            }
        });
    }
}

impl Turn {
    /// A ballot that fell back stays, to be looked at; one that leads to a run-off is kept for it.
    fn ballot_closed(&mut self, result: &BallotResult) {
        match result {
            BallotResult::TooFew => {}
            BallotResult::RunOff => self.before_runoff = self.ballot.take(),
            BallotResult::Void => {
                self.ballot = None;
                self.renewed = Some(self.withdrawn);
            }
            BallotResult::Won { .. } | BallotResult::Laid => self.ballot = None,
        }
    }

    fn retime(&mut self, deadline: Option<u64>, until: Option<u64>) {
        self.deadline = deadline;
        if let (Some(tried), Some(until)) = (&mut self.tried, until) {
            tried.until = until;
        }
    }
}

/// Put a member into a list, or take him out; the order is that of putting in.
fn set(list: &mut Vec<MemberId>, member: MemberId, on: bool) {
    list.retain(|other| *other != member);
    if on {
        list.push(member);
    }
}
