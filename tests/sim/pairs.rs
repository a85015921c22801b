//! P10 through the whole server: two runs of one public story, one of them with a side that is busy
//! among itself. To everybody else they are the same: the same bytes at the same moments.

use std::collections::BTreeMap;

use engine::{Move, Side};
use protocol::command::Hearers;
use protocol::settings::{Clock, DecisionMode, VoteVisibility};
use protocol::{Command, Motion};
use server::room::view;

use crate::dice::Dice;
use crate::mirror::SECRET;
use crate::plan::{MODES, Persona, Plan};
use crate::story::Story;

/// Pairs of stories.
const PAIRS: u64 = 15;
/// Turns of a story.
const TURNS: usize = 6;

/// One story twice.
struct Pair {
    quiet: Story,
    busy: Story,
    dice: Dice,
    side: Side,
    /// Orders of the busy side that were carried out and that nobody else may notice.
    noise: usize,
}

#[test]
fn a_busy_side_looks_like_a_silent_one_to_everybody_else() {
    let _ears = crate::alarm::listen();
    let mut noise = BTreeMap::new();
    for seed in 1..=PAIRS {
        let mut pair = Pair::begin(seed);
        pair.go();
        *noise.entry(format!("{:?}", pair.busy.plan.settings.decision.mode)).or_insert(0) += pair.noise;
    }
    println!("orders that nobody else noticed: {noise:?}");
    assert_eq!(noise.len(), 5, "in every mode");
    assert!(noise.values().all(|count| *count > 20), "in every mode");
}

impl Pair {
    fn begin(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let mut plan = Plan::of(&mut dice);
        plan.south = dice.pick(&[2, 3, 5, 9, 17]);
        plan.north = dice.pick(&[2, 3, 5, 9]);
        (plan.watchers, plan.faults, plan.verbs) = (2, Vec::new(), Vec::new());
        plan.personas = vec![Persona::Honest];
        plan.settings.series = engine::SeriesGoal::Single;
        plan.settings.clock = dice.pick(&[Clock::None, plan.settings.clock]);
        if let Clock::PerMove { ms, .. } | Clock::Bank { ms, .. } = &mut plan.settings.clock {
            *ms = 300_000;
        }
        let decision = &mut plan.settings.decision;
        decision.mode = MODES[usize::try_from(seed).unwrap() % MODES.len()];
        decision.block &= decision.mode == DecisionMode::Consensus;
        (decision.vote_ms, decision.min_ms, decision.settle_ms) = (30_000, 3_000, 0);
        (decision.flips_max, decision.options_max, decision.quorum) = (100, 64, 1);
        decision.visibility =
            dice.pick(&[VoteVisibility::Open, VoteVisibility::Counts, VoteVisibility::AfterClose]);
        let story = || {
            let mut story = Story::begin(seed, plan.clone(), Dice::new(seed));
            story.sit_down_to_play();
            story.tape = Some(Vec::new());
            story
        };
        let (quiet, busy) = (story(), story());
        let side = if dice.percent(50) { Side::South } else { Side::North };
        Self { quiet, busy, dice, side, noise: 0 }
    }

    fn go(&mut self) {
        for _ in 0..TURNS {
            let Some(mover) = self.mover() else { return };
            for _ in 0..4 {
                for _ in 0..self.dice.below(4) {
                    self.make_noise(mover == self.side);
                }
                let pause = 100 + self.dice.below(400);
                self.both_wait(pause);
            }
            self.be_still(mover == self.side);
            self.both_wait(50);
            self.decide(mover);
        }
        self.quiet.look();
        self.busy.look();
    }

    fn mover(&self) -> Option<Side> {
        Some(self.quiet.mirror.game()?.turn?.side)
    }

    /// People of a side who may make noise: all but the first, whose vote decides in both stories.
    fn noisy(&self) -> Vec<usize> {
        let room = &self.busy.mirror.room;
        let sits = |who: &usize| view::role(room, self.busy.people[*who].user).seats == [self.side];
        (0..self.busy.people.len()).filter(sits).skip(1).collect()
    }

    fn make_noise(&mut self, own_turn: bool) {
        let noisy = self.noisy();
        let Some(&who) = self.dice.any(&noisy) else { return };
        let team = view::team(&self.busy.mirror.room, self.side);
        let votes = self.busy.plan.settings.decision.mode != DecisionMode::Anyone;
        let mv = self.busy.any_move(&mut self.dice);
        let ballot = team.ballot.map(|ballot| ballot.ballot).filter(|_| own_turn);
        let command = match (self.dice.below(6), ballot, mv) {
            (0 | 1, Some(ballot), Some(mv)) if votes => Command::VoteSet { ballot, mv },
            (2, Some(ballot), Some(mv)) => Command::ProposalAdd { ballot, mv, note: SECRET.to_owned() },
            (3, _, _) => {
                let Some(member) = self.busy.mirror.room.member_of(self.busy.people[who].user) else {
                    return;
                };
                if self.busy.plan.settings.decision.council > 0 {
                    return;
                }
                Command::TrustSet { member, on: self.dice.percent(70) }
            }
            (4, _, _) => Command::MotionOpen { what: Motion::Resign },
            _ => Command::ChatSay { to: Hearers::Team, text: SECRET.to_owned() },
        };
        if matches!(command, Command::MotionOpen { .. }) && noisy.len() < 2 {
            // One voice of two could be enough.
            return;
        }
        self.tell_busy(who, command);
        if let Some(motion) = view::team(&self.busy.mirror.room, self.side).motions.first() {
            // Taken back before anybody joins in.
            let motion = motion.motion;
            self.tell_busy(who, Command::MotionVote { motion, yes: None });
        }
    }

    /// Whatever was only noise is taken back before it could decide anything.
    fn be_still(&mut self, own_turn: bool) {
        let Some(ballot) = view::team(&self.busy.mirror.room, self.side).ballot.filter(|_| own_turn) else {
            return;
        };
        for who in self.noisy() {
            self.tell_busy(who, Command::VoteClear { ballot: ballot.ballot });
        }
    }

    fn tell_busy(&mut self, who: usize, command: Command) {
        let order = self.busy.asks_now(who, command);
        self.busy.flow();
        let done = self.busy.people[who].orders[order].answer == Some(protocol::message::Answer::Ok);
        self.noise += usize::from(done);
        self.compare();
    }

    fn both_wait(&mut self, ms: usize) {
        for story in [&mut self.quiet, &mut self.busy] {
            story.hall.clock.wind(u64::try_from(ms).unwrap());
            story.flow();
        }
        self.compare();
    }

    /// The public part: the side to move agrees on a move, in both stories at the same moments.
    fn decide(&mut self, mover: Side) {
        let plies = self.quiet.mirror.progress().plies;
        let mv = self.quiet.first_move();
        for _ in 0..60 {
            for story in [&mut self.quiet, &mut self.busy] {
                story.side_agrees(mover, mv.as_ref());
            }
            self.both_wait(500);
            if self.quiet.mirror.progress().plies > plies || self.mover() != Some(mover) {
                return;
            }
        }
        panic!("the side to move agrees, and yet nothing stands");
    }

    /// Everybody who does not sit on the busy side has read the same, byte for byte.
    fn compare(&mut self) {
        let of_others = |story: &mut Story, side: Side| -> Vec<(usize, String)> {
            let tape = std::mem::take(story.tape.as_mut().expect("it runs"));
            let outside = |who: usize| story.people[who].side != Some(side);
            tape.into_iter().filter(|(who, _)| outside(*who)).collect()
        };
        let quiet = of_others(&mut self.quiet, self.side);
        let busy = of_others(&mut self.busy, self.side);
        for (one, other) in quiet.iter().zip(&busy) {
            assert_eq!(one, other, "P10: what others read differs");
        }
        assert_eq!(quiet.len(), busy.len(), "P10: others read more, or less: {quiet:?} {busy:?}");
    }
}

impl Story {
    fn any_move(&self, dice: &mut Dice) -> Option<Move> {
        let (_, _, moves) = view::offers(&self.mirror.room)?;
        Some(dice.any(&moves)?.mv.clone())
    }

    fn first_move(&self) -> Option<Move> {
        let (_, _, moves) = view::offers(&self.mirror.room)?;
        Some(moves.first()?.mv.clone())
    }

    /// Everybody of a side who can do something for a move does it once.
    fn side_agrees(&mut self, side: Side, mv: Option<&Move>) {
        let (Some(game), Some(mv)) = (self.mirror.game(), mv) else { return };
        let Some(turn) = game.turn else { return };
        let ballot = view::team(&self.mirror.room, side).ballot;
        let hand = game.hands[side].and_then(|hand| self.mirror.room.user_of(hand));
        let mode = self.plan.settings.decision.mode;
        for who in 0..self.people.len() {
            let user = self.people[who].user;
            let role = view::role(&self.mirror.room, user);
            if !role.seats.contains(&side) {
                continue;
            }
            let mine = hand == Some(user);
            let command = match (&turn.tried, &ballot) {
                (Some(tried), _) if role.member == Some(tried.by) => continue,
                (Some(_), _) => Command::ApproveSet { on: true },
                (None, Some(ballot)) if ballot.hand_until.is_none() && mode != DecisionMode::Hand => {
                    if !role.member.is_some_and(|member| ballot.roll.contains(&member)) {
                        continue;
                    }
                    Command::VoteSet { ballot: ballot.ballot, mv: mv.clone() }
                }
                _ if mine => Command::MoveLay { mv: mv.clone() },
                _ => continue,
            };
            self.asks_now(who, command);
            self.flow();
            if self.mirror.game().and_then(|game| game.turn).is_none_or(|now| now.ply != turn.ply) {
                return;
            }
        }
    }
}
