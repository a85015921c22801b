//! Two things at one instant have one outcome: the one that lies in the room's mailbox first
//! counts, and everybody sees the same. `docs/room.md` 13 names the cases.

use protocol::event::HoldReason;
use protocol::message::Answer;
use protocol::settings::{Clock, Decision, DecisionMode, HandPolicy, VoteVisibility};
use protocol::{Command, Event, Motion, MotionId, MotionKind, Refusal};
use server::room::view;

use crate::dice::Dice;
use crate::plan::{Persona, Plan};
use crate::story::Story;
use crate::tale;

/// Moments of each kind; a story has many turns.
const MOMENTS: usize = 500;
/// Moments of one story.
const OF_A_STORY: usize = 25;

/// A table at which nothing fails.
fn table(seed: u64, each: usize, change: impl FnOnce(&mut Decision)) -> Story {
    let mut dice = Dice::new(seed);
    let mut plan = Plan::of(&mut dice);
    (plan.south, plan.north, plan.watchers) = (each, each, 1);
    (plan.faults, plan.verbs, plan.personas) = (Vec::new(), Vec::new(), vec![Persona::Honest]);
    plan.settings.clock = Clock::None;
    plan.settings.series = engine::SeriesGoal::Single;
    let decision = &mut plan.settings.decision;
    (decision.vote_ms, decision.min_ms, decision.settle_ms) = (20_000, 0, 2_000);
    (decision.consent_ms, decision.fallback_ms, decision.tries_max, decision.quorum) = (6_000, 0, 3, 1);
    (decision.options_max, decision.council, decision.visibility) = (12, 0, VoteVisibility::Open);
    (decision.block, decision.hand) = (false, HandPolicy::Rotating);
    change(decision);
    let mut story = Story::begin(seed, plan, dice);
    story.sit_down_to_play();
    story
}

/// Let a moment happen again and again, at new tables, until there were enough.
fn again_and_again(
    name: &str,
    each: usize,
    decision: fn(&mut Decision),
    mut moment: impl FnMut(&mut Story) -> Outcome,
) {
    let _ears = crate::alarm::listen();
    let (mut first, mut second) = (0, 0);
    for seed in 1.. {
        tale::say(|| format!("{name}, table {seed}"));
        let mut story = table(seed, each, decision);
        for _ in 0..OF_A_STORY {
            if story.mirror.game_is_over() || story.mirror.game().is_none() {
                break;
            }
            match moment(&mut story) {
                Outcome::First => first += 1,
                Outcome::Second => second += 1,
                Outcome::None => break,
            }
            story.look();
        }
        if first + second >= MOMENTS {
            break;
        }
    }
    println!("{name}: {first} times what the people did came first, {second} times the other");
    assert!(first > MOMENTS / 10 && second > MOMENTS / 10, "both orders happen");
}

/// What came first.
enum Outcome {
    First,
    Second,
    /// It did not come to the moment.
    None,
}

impl Story {
    /// The people of the side to move.
    fn movers(&self) -> Vec<usize> {
        let Some(turn) = self.mirror.game().and_then(|game| game.turn) else { return Vec::new() };
        let sits =
            |who: &usize| view::role(&self.mirror.room, self.people[*who].user).seats.contains(&turn.side);
        (0..self.people.len()).filter(sits).collect()
    }

    /// The number of the mover with the hand among the people.
    fn hand(&self) -> Option<usize> {
        let game = self.mirror.game()?;
        let hand = self.mirror.room.user_of(game.hands[game.turn?.side]?)?;
        self.people.iter().position(|person| person.user == hand)
    }

    fn legal(&mut self) -> Option<engine::Move> {
        let (_, _, moves) = view::offers(&self.mirror.room)?;
        Some(self.dice.any(&moves)?.mv.clone())
    }

    fn answer(&self, who: usize, order: usize) -> &Answer {
        self.people[who].orders[order].answer.as_ref().expect("R6: it is answered")
    }

    fn wait(&mut self, ms: u64) {
        self.hall.clock.wind(ms);
        self.flow();
    }

    /// Time comes to a moment, and what is due then has not happened yet.
    fn comes_to(&mut self, moment: u64) {
        let now = self.hall.now();
        self.hall.clock.wind(moment.saturating_sub(now + 1));
        self.flow();
        self.hall.clock.wind(moment.saturating_sub(self.hall.now()));
    }

    /// Log entries since one of them.
    fn since(&self, entry: usize) -> Vec<Event> {
        let log = self.hall.log(&self.room);
        log.entries[entry..].iter().flat_map(|entry| entry.events.clone()).collect()
    }
}

const fn is_ok(answer: &Answer) -> bool {
    matches!(answer, Answer::Ok)
}

#[test]
fn of_two_lays_at_one_moment_the_first_stands() {
    let votes = |decision: &mut Decision| {
        decision.mode = DecisionMode::Plurality;
        (decision.vote_ms, decision.tries_max) = (1_000, 0);
    };
    again_and_again("two lays", 2, votes, |story| {
        story.wait(1_000);
        story.wait(1);
        let mut movers = story.movers();
        story.dice.shuffle(&mut movers);
        let &[one, other] = movers.as_slice() else { return Outcome::None };
        let plies = story.mirror.progress().plies;
        let (Some(mv), Some(another)) = (story.legal(), story.legal()) else { return Outcome::None };
        let first = story.asks_now(one, Command::MoveLay { mv });
        let at = story.people[one].orders[first].at;
        if story.dice.percent(50) {
            story.flow();
        }
        let second = story.asks(other, 0, Command::MoveLay { mv: another }, at);
        story.flow();
        assert_eq!(story.mirror.progress().plies, plies + 1, "one of them stands");
        assert!(is_ok(story.answer(one, first)), "the first: {:?}", story.answer(one, first));
        let late = story.answer(other, second);
        let fair = |err: &Refusal| matches!(err, Refusal::Stale { .. } | Refusal::GameOver);
        assert!(matches!(late, Answer::Err { err, .. } if fair(err)), "the second: {late:?}");
        if one < other { Outcome::First } else { Outcome::Second }
    });
}

#[test]
fn a_vote_at_the_deadline_counts_or_is_refused() {
    let votes = |decision: &mut Decision| {
        decision.mode = DecisionMode::Plurality;
        (decision.vote_ms, decision.tries_max, decision.settle_ms) = (5_000, 0, 0);
    };
    again_and_again("a vote and its deadline", 2, votes, |story| {
        let movers = story.movers();
        let Some(ballot) = story.mirror.open_ballot() else { return lay_and_go_on(story) };
        let (Some(deadline), Some(mv)) = (ballot.deadline, story.legal()) else { return Outcome::None };
        let who = story.dice.pick(&movers);
        story.comes_to(deadline);
        let vote_first = story.dice.percent(50);
        if !vote_first {
            story.flow();
        }
        let plies = story.mirror.progress().plies;
        let vote = story.asks_now(who, Command::VoteSet { ballot: ballot.ballot, mv });
        story.flow();
        let stood = story.mirror.progress().plies - plies;
        assert_eq!(is_ok(story.answer(who, vote)), vote_first, "{:?}", story.answer(who, vote));
        assert_eq!(stood, usize::from(vote_first), "what was voted for stands");
        if vote_first { Outcome::First } else { lay_and_go_on(story) }
    });
}

/// The ballot is over without votes: somebody lays, and the next turn begins.
fn lay_and_go_on(story: &mut Story) -> Outcome {
    story.wait(1);
    let (Some(hand), Some(mv)) = (story.hand(), story.legal()) else { return Outcome::None };
    story.asks_now(hand, Command::MoveLay { mv });
    story.flow();
    Outcome::Second
}

#[test]
fn a_withdrawal_at_the_moment_of_consent_comes_before_it_or_too_late() {
    let hand = |decision: &mut Decision| {
        decision.mode = DecisionMode::Hand;
        decision.tries_max = 10;
    };
    again_and_again("a withdrawal and consent", 2, hand, |story| {
        let (Some(hand), Some(mv)) = (story.hand(), story.legal()) else { return Outcome::None };
        let before = story.mirror.entries();
        story.asks_now(hand, Command::MoveLay { mv });
        story.flow();
        let Some(tried) = story.mirror.game().and_then(|game| game.turn?.tried) else {
            // A spent move, or one that stands at once.
            return if story.mirror.entries() > before { Outcome::Second } else { Outcome::None };
        };
        let by_objection = story.dice.percent(50);
        let others: Vec<usize> = story.movers().into_iter().filter(|who| *who != hand).collect();
        let who = if by_objection { others[0] } else { hand };
        story.comes_to(tried.until);
        let people_first = story.dice.percent(50);
        let command = if by_objection { Command::ObjectSet { on: true } } else { Command::MoveWithdraw {} };
        // Asked by who sees the move on the board, whatever has come of it meanwhile.
        let at = story.present();
        if !people_first {
            story.flow();
        }
        let order = story.asks(who, 0, command, at);
        story.flow();
        let events = story.since(before);
        let stood = events.iter().filter(|event| matches!(event, Event::Stood { .. })).count();
        let back = events.iter().filter(|event| matches!(event, Event::Withdrawn { .. })).count();
        assert_eq!((stood, back), if people_first { (0, 1) } else { (1, 0) }, "{events:?}");
        assert_eq!(is_ok(story.answer(who, order)), people_first);
        if people_first { Outcome::First } else { Outcome::Second }
    });
}

/// One against one, with moves that stand at once and can be asked back.
fn plain(decision: &mut Decision) {
    decision.mode = DecisionMode::Hand;
    (decision.tries_max, decision.takebacks_max) = (0, 20);
}

impl Story {
    /// The one who has just moved, who is to move, and the ply that was played; after a new move
    /// where nothing was played yet.
    fn after_a_move(&mut self) -> Option<(usize, usize, u16)> {
        let (mover, mv) = (self.hand()?, self.legal()?);
        self.asks_now(mover, Command::MoveLay { mv });
        self.flow();
        let other = self.hand().filter(|other| *other != mover)?;
        let ply = u16::try_from(self.mirror.game()?.plies.len()).unwrap();
        Some((mover, other, ply))
    }

    /// The motion that answers what the other side asks of somebody's side.
    fn to_be_answered(&self, who: usize) -> Option<MotionId> {
        let side = *view::role(&self.mirror.room, self.people[who].user).seats.first()?;
        view::team(&self.mirror.room, side)
            .motions
            .iter()
            .find(|motion| motion.answer)
            .map(|motion| motion.motion)
    }

    fn offers(&self) -> usize {
        view::table(&self.mirror.room).unwrap().offers.len()
    }
}

#[test]
fn a_takeback_and_a_lay_at_one_moment_are_not_both_had() {
    again_and_again("a takeback and a lay", 1, plain, |story| {
        let Some((mover, other, ply)) = story.after_a_move() else { return Outcome::None };
        let Some(mv) = story.legal() else { return Outcome::None };
        let asked_first = story.dice.percent(50);
        let at = story.present();
        let ask = |story: &mut Story| {
            story.asks(mover, 0, Command::MotionOpen { what: Motion::Takeback { ply } }, at)
        };
        let lay = |story: &mut Story, mv| story.asks(other, 0, Command::MoveLay { mv }, at);
        let (asked, laid) = if asked_first {
            let asked = ask(story);
            if story.dice.percent(50) {
                story.flow();
            }
            (asked, lay(story, mv))
        } else {
            let laid = lay(story, mv);
            if story.dice.percent(50) {
                story.flow();
            }
            (ask(story), laid)
        };
        story.flow();
        assert!(is_ok(story.answer(other, laid)), "whoever is to move may: {:?}", story.answer(other, laid));
        assert_eq!(is_ok(story.answer(mover, asked)), asked_first, "{:?}", story.answer(mover, asked));
        let game = story.mirror.game().unwrap();
        assert_eq!(
            (game.plies.len(), story.offers()),
            (usize::from(ply) + 1, 0),
            "the move stands, the offer is past"
        );
        if asked_first { Outcome::First } else { Outcome::Second }
    });
}

#[test]
fn a_takeback_that_is_accepted_and_cancelled_at_one_moment_ends_once() {
    again_and_again("an acceptance and a cancellation", 1, plain, |story| {
        let Some((mover, other, ply)) = story.after_a_move() else { return Outcome::None };
        let before = story.mirror.entries();
        let asked = story.asks_now(mover, Command::MotionOpen { what: Motion::Takeback { ply } });
        story.flow();
        if !is_ok(story.answer(mover, asked)) {
            // As many as may be asked back were.
            return Outcome::None;
        }
        let motion = story.to_be_answered(other).expect("the other side is asked");
        let accepts_first = story.dice.percent(50);
        let between = story.dice.percent(50);
        let accept = Command::MotionVote { motion, yes: Some(true) };
        let cancel = Command::OfferCancel { what: MotionKind::Takeback };
        let orders = [(other, accept), (mover, cancel)];
        let mut asked = [0; 2];
        for number in if accepts_first { [0, 1] } else { [1, 0] } {
            let (who, command) = orders[number].clone();
            asked[number] = story.asks_now(who, command);
            if between {
                story.flow();
            }
        }
        story.flow();
        let (accepted, cancelled) =
            (is_ok(story.answer(other, asked[0])), is_ok(story.answer(mover, asked[1])));
        assert_eq!((accepted, cancelled), (accepts_first, !accepts_first), "the first counts");
        let events = story.since(before);
        let back = events.iter().filter(|event| matches!(event, Event::TakenBack { .. })).count();
        let ends = events.iter().filter(|event| matches!(event, Event::OfferEnded { .. })).count();
        assert_eq!((back, ends, story.offers()), (usize::from(accepts_first), 1, 0), "{events:?}");
        if accepts_first { Outcome::First } else { Outcome::Second }
    });
}

#[test]
fn two_sides_that_ask_for_the_same_at_one_moment_have_agreed() {
    again_and_again("two wishes for a pause", 1, plain, |story| {
        let Some((mut one, mut other, _)) = story.after_a_move() else { return Outcome::None };
        let before = story.mirror.entries();
        let swapped = story.dice.percent(50);
        if swapped {
            (one, other) = (other, one);
        }
        let at = story.present();
        let orders = [one, other].map(|who| {
            let order = story.asks(who, 0, Command::MotionOpen { what: Motion::Pause }, at);
            if story.dice.percent(30) {
                story.flow();
            }
            (who, order)
        });
        story.flow();
        for (who, order) in orders {
            assert!(is_ok(story.answer(who, order)), "{:?}", story.answer(who, order));
        }
        let events = story.since(before);
        let held =
            events.iter().filter(|event| matches!(event, Event::Held { reason: HoldReason::Agreed, .. }));
        let ends = events.iter().filter(|event| matches!(event, Event::OfferEnded { .. }));
        assert_eq!((held.count(), ends.count(), story.offers()), (1, 1, 0), "{events:?}");
        story.look();
        story.asks_now(one, Command::MotionOpen { what: Motion::Resume });
        story.flow();
        story.wait(3_000);
        assert!(view::table(&story.mirror.room).unwrap().holds.is_empty(), "it goes on");
        if swapped { Outcome::Second } else { Outcome::First }
    });
}
