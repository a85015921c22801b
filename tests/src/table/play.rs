//! How a team of three comes to a move in each mode, with all that may happen on the way:
//! proposals, votes, changed minds, run-offs, tries, objections, withdrawals, a hand passed on.
//! Strict: everything here is allowed, so a refusal fails the test, apart from those it asks for.

use engine::{Move, Side};
use protocol::event::{BallotKind, WonBy};
use protocol::settings::DecisionMode;
use protocol::{Command, Event, Refusal};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

use super::{Table, Turn};
use crate::tab::Tab;

/// What happened in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Plies that stood.
    pub plies: u32,
    /// Moves that were tried.
    pub tried: u32,
    /// Moves that were withdrawn.
    pub withdrawn: u32,
    /// Moves that stood at once after the last try.
    pub at_once: u32,
    /// Ballots that went to a run-off.
    pub runoffs: u32,
    /// Ties that were broken by the chain.
    pub ties: u32,
    /// Hands that were passed on.
    pub passed: u32,
    /// Turns with one legal move.
    pub forced: u32,
    /// Orders that were carried out.
    pub orders: u32,
}

impl Table {
    /// Play until the game is over.
    pub async fn plays_to_the_end(&self, random: &mut StdRng) -> Tally {
        let mut tally = Tally::default();
        while let Some(turn) = self.turn().await {
            self.plays(&turn, random, &mut tally).await;
            self.is_over(&turn).await;
            tally.plies += 1;
        }
        let orders = |tab: &Tab| tab.look(|state| state.orders().len());
        tally.orders = u32::try_from(self.everybody().map(orders).sum::<usize>()).expect("not that many");
        tally
    }

    /// Play one turn.
    pub async fn plays(&self, turn: &Turn, random: &mut StdRng, tally: &mut Tally) {
        let mut moves = turn.moves();
        moves.shuffle(random);
        let mut team: Vec<&Tab> = self.side(turn.side).iter().collect();
        team.shuffle(random);
        if turn.offers.len() == 1 {
            tally.forced += 1;
            return team[0].lays(&turn.offers[0].mv).await.expect("anyone lays the only move");
        }
        let (mode, runoff) = self.public().look(|state| {
            let decision = state.seen.table.as_ref().expect("a table").settings.decision;
            (decision.mode, decision.runoff)
        });
        match mode {
            DecisionMode::Hand => self.by_hand(turn, &moves, random, tally).await,
            DecisionMode::Majority => by_majority(&team, &moves, random).await,
            DecisionMode::Plurality if runoff => by_runoff(turn.side, &team, &moves, random, tally).await,
            DecisionMode::Consensus | DecisionMode::Anyone => unreachable!("the scripts know no other modes"),
            DecisionMode::Plurality => self.by_plurality(turn, &team, &moves, random, tally).await,
        }
    }

    async fn by_hand(&self, turn: &Turn, moves: &[Move], random: &mut StdRng, tally: &mut Tally) {
        let mut hand = self.of(turn.hand);
        if random.random_ratio(1, 6) {
            hand = self.pass_on(turn, hand, tally).await;
        }
        let others = self.others(turn.side, hand.member());
        let [first, second] = others[..] else { panic!("the scripts are for three") };
        first.votes(&moves[0]).await.expect("advice");
        second.proposes(&moves[1], "What about this?").await.expect("advice");
        let tries = self.tries();
        let wanted = if random.random_ratio(4, 5) { tries } else { random.random_range(0..tries) };
        // At least one move is left to be laid.
        let wanted = wanted.min(moves.len() - 1);
        for mv in &moves[..wanted] {
            self.is_tried(hand, mv, turn.side, tally).await;
            if random.random() {
                hand.withdraws().await.expect("its maker may take it back");
            } else {
                others[random.random_range(0..2)].objects().await.expect("a member may object");
            }
            self.is_withdrawn(turn, tally).await;
            let again = hand.lays(mv).await;
            assert_eq!(again, Err(Refusal::MoveSpent), "a withdrawn move is spent");
        }
        if wanted == tries {
            tally.at_once += 1;
            return hand.lays(&moves[wanted]).await.expect("the move after the last try stands at once");
        }
        self.is_tried(hand, &moves[wanted], turn.side, tally).await;
        first.approves().await.expect("a member may approve");
        // Both approve: nobody is left who could object, and the move stands.
        second.approves().await.expect("a member may approve");
    }

    /// Tries of a turn before the next laid move stands at once.
    fn tries(&self) -> usize {
        self.public().look(|state| {
            let decision = state.seen.table.as_ref().expect("a table").settings.decision;
            usize::from(decision.tries_max)
        })
    }

    async fn by_plurality(
        &self,
        turn: &Turn,
        team: &[&Tab],
        moves: &[Move],
        random: &mut impl Rng,
        tally: &mut Tally,
    ) {
        let tie = moves.len() >= 4 && random.random_ratio(1, 4);
        if !tie {
            team[0].votes(&moves[0]).await.expect("a vote");
            return team[1].votes(&moves[0]).await.expect("a vote that decides");
        }
        for (tab, mv) in team.iter().zip(moves) {
            tab.votes(mv).await.expect("a vote");
        }
        // Three voices for three moves: the hand's own breaks the tie, and is tried.
        let place = team.iter().position(|tab| tab.member() == turn.hand).expect("the hand is one of three");
        tally.ties += 1;
        self.lies(&moves[place], turn.side, tally).await;
        let by = self.public().look(|state| state.seen.tried().map(|tried| tried.by)).expect("a tried move");
        let others = self.others(turn.side, by);
        if random.random() {
            others[0].objects().await.expect("a member may object");
            self.is_withdrawn(turn, tally).await;
            others[0].votes(&moves[3]).await.expect("a vote");
            others[1].votes(&moves[3]).await.expect("a vote that decides");
        } else {
            for other in others {
                other.approves().await.expect("a member may approve");
            }
        }
    }

    async fn pass_on<'t>(&'t self, turn: &Turn, hand: &Tab, tally: &mut Tally) -> &'t Tab {
        let next = self.others(turn.side, hand.member())[0];
        let to = next.member();
        hand.asks(Command::HandPass { to }).await.expect("the hand may pass itself on");
        for tab in self.everybody() {
            tab.waits("the hand passes", |seen| {
                seen.game().is_some_and(|game| game.hands[turn.side] == Some(to))
            })
            .await;
        }
        tally.passed += 1;
        next
    }

    async fn is_tried(&self, hand: &Tab, mv: &Move, side: Side, tally: &mut Tally) {
        hand.lays(mv).await.unwrap_or_else(|refusal| panic!("the hand lays {mv}: {refusal:?}"));
        self.lies(mv, side, tally).await;
    }

    /// Everybody sees the move on the board.
    async fn lies(&self, mv: &Move, side: Side, tally: &mut Tally) {
        for tab in self.everybody() {
            tab.waits("the move is tried", |seen| {
                seen.tried().is_some_and(|tried| tried.mv == *mv)
                    && seen.turn().is_some_and(|turn| turn.side == side)
            })
            .await;
        }
        tally.tried += 1;
    }

    /// Everybody sees that the move is taken back, and the side that it decides anew.
    async fn is_withdrawn(&self, turn: &Turn, tally: &mut Tally) {
        for tab in self.everybody() {
            tab.waits("the move is withdrawn", |seen| {
                seen.turn().is_some_and(|turn| turn.tried.is_none() && !turn.spent.is_empty())
            })
            .await;
        }
        for tab in self.side(turn.side) {
            tab.waits("the side decides anew", |seen| seen.ballot(turn.side).is_some()).await;
        }
        tally.withdrawn += 1;
    }
}

async fn by_majority(team: &[&Tab], moves: &[Move], random: &mut impl Rng) {
    let [first, second, third] = *team else { panic!("the scripts are for three") };
    let mv = &moves[0];
    match random.random_range(0..3) {
        0 => {
            first.proposes(mv, "It takes the most.").await.expect("a proposal");
            second.votes(mv).await.expect("a vote");
        }
        1 => {
            let other = moves[1..].choose(random).expect("a second move");
            first.votes(other).await.expect("a vote");
            first.unvotes().await.expect("a vote taken back");
            second.votes(other).await.expect("a vote");
            second.votes(mv).await.expect("a changed mind");
        }
        _ => {
            second.votes(mv).await.expect("a vote");
            second.votes(mv).await.expect("the same vote again");
        }
    }
    third.votes(mv).await.expect("a vote that decides");
}

async fn by_runoff(side: Side, team: &[&Tab], moves: &[Move], random: &mut impl Rng, tally: &mut Tally) {
    if moves.len() < 3 || random.random() {
        team[0].votes(&moves[0]).await.expect("a vote");
        return team[1].votes(&moves[0]).await.expect("a vote that decides");
    }
    for (tab, mv) in team.iter().zip(moves) {
        tab.votes(mv).await.expect("a vote");
    }
    for tab in team {
        tab.waits("there is a run-off", |seen| {
            seen.ballot(side).is_some_and(|ballot| {
                ballot.kind == BallotKind::RunOff && ballot.options_fixed && ballot.options.len() == 3
            })
        })
        .await;
    }
    tally.runoffs += 1;
    if let Some(other) = moves.get(3) {
        let refused = team[0].votes(other).await;
        assert!(matches!(refused, Err(Refusal::IllegalMove { .. })), "no option of the run-off: {refused:?}");
    }
    let mv = moves[..3].choose(random).expect("three moves");
    team[2].votes(mv).await.expect("a vote");
    team[1].votes(mv).await.expect("a vote that decides");
}

/// What decided the last ballot that a page saw.
#[must_use]
pub fn won_by(tab: &Tab) -> Option<WonBy> {
    use protocol::event::BallotResult;
    tab.look(|state| {
        state.told.values().rev().find_map(|told| match &told.event {
            Event::BallotClosed { result: BallotResult::Won { by, .. }, .. } => Some(*by),
            _ => None,
        })
    })
}
