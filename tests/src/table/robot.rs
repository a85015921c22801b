//! People who play without a script: each looks at his own page and does what helps the game on,
//! with a taste for trouble. Whatever state a crash or a cut left the room in, they find a way
//! from there; refusals that a race explains are part of the life.

use std::time::Duration;

use engine::{Move, Side};
use protocol::command::Hearers;
use protocol::settings::DecisionMode;
use protocol::view::BallotView;
use protocol::{BallotId, Command, MemberId, Refusal};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::fold::Seen;
use crate::tab::{State, Tab};

/// What somebody does next.
#[derive(Clone, PartialEq, Debug)]
enum Deed {
    Vote(BallotId, Move),
    Propose(BallotId, Move),
    Lay(Move),
    Withdraw,
    Object,
    Approve,
    Say(Hearers),
    Ready,
}

/// Play until the match is over. Tells how many orders were refused for a good reason.
pub async fn plays(tab: Tab, seed: u64) -> u32 {
    let mut random = StdRng::seed_from_u64(seed);
    let (mut refused, mut lines) = (0, 0);
    loop {
        let before = tab.look(version);
        // One mood for one deed, however often the page is looked at until it comes.
        let mood: u64 = random.random();
        let look = |state: &State| next(state, &mut StdRng::seed_from_u64(mood));
        let Some(deed) = tab.until("there is something to do", look).await else {
            return refused;
        };
        if let Err(refusal) = does(&tab, &deed, &mut lines).await {
            assert!(is_a_race(&refusal), "{} is refused {deed:?}: {refusal:?}", tab.name());
            refused += 1;
            // Somebody was quicker; what he did will be told.
            settles(&tab, before).await;
        }
    }
}

async fn does(tab: &Tab, deed: &Deed, lines: &mut u32) -> Result<(), Refusal> {
    match deed {
        Deed::Vote(ballot, mv) => tab.asks(Command::VoteSet { ballot: *ballot, mv: mv.clone() }).await,
        Deed::Propose(ballot, mv) => {
            let note = format!("{} would.", tab.name());
            tab.asks(Command::ProposalAdd { ballot: *ballot, mv: mv.clone(), note }).await
        }
        Deed::Lay(mv) => tab.lays(mv).await,
        Deed::Withdraw => tab.withdraws().await,
        Deed::Object => tab.objects().await,
        Deed::Approve => tab.approves().await,
        Deed::Say(to) => {
            *lines += 1;
            tab.says(*to, &format!("{} says line {lines}", tab.name())).await
        }
        Deed::Ready => tab.is_ready().await,
    }
}

/// The next deed: nothing yet, nothing ever more, or something.
#[allow(clippy::option_option, reason = "the outer one is for waiting, the inner one for the end")]
fn next(state: &State, random: &mut StdRng) -> Option<Option<Deed>> {
    let seen = &state.seen;
    let me = seen.role.as_ref()?.member?;
    let side = *seen.role.as_ref()?.seats.first()?;
    let table = seen.table.as_ref()?;
    if table.series.over.is_some() {
        return Some(None);
    }
    if random.random_ratio(1, 30) {
        let to = *[Hearers::Team, Hearers::All].choose(random)?;
        return Some(Some(Deed::Say(to)));
    }
    if !table.holds.is_empty() {
        return None;
    }
    let Some(game) = table.game.as_ref().filter(|game| game.result.is_none()) else {
        return (!seen.member(me)?.ready).then_some(Some(Deed::Ready));
    };
    let turn = game.turn.as_ref().filter(|turn| turn.side == side)?;
    if let Some(tried) = &turn.tried {
        return Some(Some(about_tried(seen, side, me, tried.by, random)?));
    }
    let moves = moves(seen)?;
    let decision = table.settings.decision;
    let hand = game.hands[side] == Some(me);
    let Some(ballot) = seen.ballot(side) else {
        return (moves.len() == 1 && hand).then(|| Some(Deed::Lay(moves[0].clone())));
    };
    if hand && (decision.mode == DecisionMode::Hand || ballot.hand_until.is_some()) {
        return Some(Some(Deed::Lay(moves.choose(random)?.clone())));
    }
    about_ballot(ballot, me, &moves, random).map(Some)
}

fn about_tried(seen: &Seen, side: Side, me: MemberId, by: MemberId, random: &mut StdRng) -> Option<Deed> {
    if by == me {
        return random.random_ratio(1, 8).then_some(Deed::Withdraw);
    }
    let stances = &seen.team[side].as_ref()?.stances;
    if stances.iter().any(|row| row.member == me) {
        return None;
    }
    Some(if random.random_ratio(1, 6) { Deed::Object } else { Deed::Approve })
}

/// Vote with the most, or bring something up; nobody holds out for long.
fn about_ballot(ballot: &BallotView, me: MemberId, moves: &[Move], random: &mut StdRng) -> Option<Deed> {
    if !ballot.roll.contains(&me) || ballot.hand_until.is_some() {
        return None;
    }
    // Of equally strong ones the first, so that two who differ do not change places for ever.
    let most = ballot.options.iter().map(|option| option.voters.len()).max();
    let top = ballot.options.iter().find(|option| Some(option.voters.len()) == most);
    let mine = ballot.options.iter().find(|option| option.voters.contains(&me));
    match (mine, top) {
        (Some(mine), Some(top)) if mine.mv != top.mv => Some(Deed::Vote(ballot.ballot, top.mv.clone())),
        (Some(_), _) => None,
        (None, Some(top)) if random.random_ratio(4, 5) => Some(Deed::Vote(ballot.ballot, top.mv.clone())),
        (None, Some(_)) if ballot.options_fixed => {
            Some(Deed::Vote(ballot.ballot, ballot.options.choose(random)?.mv.clone()))
        }
        (None, _) if random.random_ratio(1, 4) && ballot.options.len() < 4 => {
            Some(Deed::Propose(ballot.ballot, moves.choose(random)?.clone()))
        }
        (None, Some(top)) if ballot.options.len() >= 4 => Some(Deed::Vote(ballot.ballot, top.mv.clone())),
        (None, _) => Some(Deed::Vote(ballot.ballot, moves.choose(random)?.clone())),
    }
}

/// Moves that may still be laid in this turn.
fn moves(seen: &Seen) -> Option<Vec<Move>> {
    let game = seen.game()?;
    let turn = game.turn.as_ref()?;
    let legal = seen.legal.as_ref().filter(|legal| (legal.game, legal.ply) == (game.game, turn.ply))?;
    let moves = legal.moves.iter().map(|offer| offer.mv.clone());
    Some(moves.filter(|mv| !turn.spent.contains(mv)).collect())
}

/// Refusals that are nobody's fault: the room had moved on, or was not yet back.
fn is_a_race(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::Stale { .. }
            | Refusal::BallotClosed { .. }
            | Refusal::MoveSpent
            | Refusal::TooManyOptions
            | Refusal::NoFlipsLeft
            | Refusal::IllegalMove { .. }
            | Refusal::NotMover
            | Refusal::NotOnRoll
            | Refusal::ForbiddenRole
            | Refusal::Held
            | Refusal::GameOver
            | Refusal::NoGame
            | Refusal::GameRunning
    )
}

fn version(state: &State) -> u32 {
    state.figures.events
}

/// Wait until something new was told, but not for ever: what made the order late may have been
/// told before it was sent.
async fn settles(tab: &Tab, before: u32) {
    let news = tab.until("something happens", |state| (version(state) != before).then_some(()));
    let _ = tokio::time::timeout(Duration::from_millis(100), news).await;
}
