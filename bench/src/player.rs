//! Somebody who plays: sits down, is ready, votes and changes his mind all the time, talks, lays a
//! move when he holds the hand, and wants another game.

use std::collections::BTreeMap;

use engine::{Move, Side};
use protocol::command::Hearers;
use protocol::message::{Answer, Asked};
use protocol::{At, BallotId, Cid, Command, Event, MemberId, ServerFrame, Snapshot};
use uuid::Uuid;

/// Milliseconds of a turn before the hand lays: time for votes.
const TURN_MS: u64 = 500;
/// Milliseconds between two votes of one person: a little fewer than he may cast for ever.
const VOTE_MS: u64 = 230;
/// Milliseconds between two lines of one person to everybody.
const TALK_MS: u64 = 1_500;

/// A player at his table.
#[derive(Debug)]
pub(crate) struct Player {
    side: Side,
    member: Option<MemberId>,
    is_seated: bool,
    turn: Option<Turn>,
    legal: (u16, u16, Vec<Move>),
    ballot: Option<BallotId>,
    is_over: bool,
    asked: bool,
    voted_at: u64,
    talked_at: u64,
    votes: usize,
    pub(crate) orders: u64,
    /// Refusals by their code.
    pub(crate) refused: BTreeMap<String, u64>,
    pub(crate) plies: u64,
}

#[derive(Clone, Copy, Debug)]
struct Turn {
    game: u16,
    ply: u16,
    side: Side,
    hand: Option<MemberId>,
    began: u64,
    laid: bool,
}

impl Player {
    pub(crate) const fn new(side: Side) -> Self {
        Self {
            side,
            member: None,
            is_seated: false,
            turn: None,
            legal: (0, 0, Vec::new()),
            ballot: None,
            is_over: false,
            asked: false,
            voted_at: 0,
            talked_at: 0,
            votes: 0,
            orders: 0,
            refused: BTreeMap::new(),
            plies: 0,
        }
    }

    /// Take in what one is told.
    pub(crate) fn hear(&mut self, frame: ServerFrame, now: u64) {
        match frame {
            ServerFrame::Welcome(welcome) => self.member = welcome.role.member,
            ServerFrame::Role(role) => {
                self.member = role.member;
                if self.is_seated != role.seats.contains(&self.side) {
                    (self.is_seated, self.asked) = (!self.is_seated, false);
                }
            }
            ServerFrame::Snap(Snapshot::Team { view, .. }) => {
                self.ballot = view.ballot.map(|ballot| ballot.ballot);
            }
            ServerFrame::Legal { game, ply, moves } => {
                self.legal = (game, ply, moves.into_iter().map(|offer| offer.mv).collect());
            }
            ServerFrame::Events { e, .. } => e.into_iter().for_each(|event| self.happens(event, now)),
            ServerFrame::Res { a: Answer::Err { err, .. }, .. } => {
                let code =
                    serde_json::to_value(&err).ok().and_then(|err| Some(err["code"].as_str()?.to_owned()));
                *self.refused.entry(code.unwrap_or_default()).or_default() += 1;
            }
            ServerFrame::Snap(_)
            | ServerFrame::Res { .. }
            | ServerFrame::Err { .. }
            | ServerFrame::Crowd { .. }
            | ServerFrame::Market { .. }
            | ServerFrame::Ticket(_)
            | ServerFrame::Cheers { .. }
            | ServerFrame::Pong { .. }
            | ServerFrame::Bye { .. } => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "a player of little talk listens for turns alone")]
    fn happens(&mut self, event: Event, now: u64) {
        match event {
            Event::TurnBegan { game, ply, side, hand, .. } => {
                self.turn = Some(Turn { game, ply, side, hand, began: now, laid: false });
                (self.ballot, self.is_over) = (None, false);
            }
            Event::BallotOpened { ballot, .. } => self.ballot = Some(ballot),
            Event::BallotClosed { .. } => self.ballot = None,
            Event::Stood { .. } => self.plies += 1,
            Event::GameEnded { .. } => (self.turn, self.is_over, self.asked) = (None, true, false),
            _ => {}
        }
    }

    /// What one wants now.
    pub(crate) fn wants(&mut self, now: u64) -> Vec<String> {
        let mut wanted = Vec::new();
        if !self.is_seated || self.is_over {
            if !std::mem::replace(&mut self.asked, true) {
                let side = Some(self.side);
                wanted.push(if self.is_over {
                    self.order(None, Command::RematchSet { on: true })
                } else {
                    self.order(None, Command::SeatTake { side, withdraw: false })
                });
                if self.is_over {
                    wanted.push(self.order(None, Command::ReadySet { on: true }));
                }
            }
        } else if self.turn.is_none() && !std::mem::replace(&mut self.asked, true) {
            wanted.push(self.order(None, Command::ReadySet { on: true }));
        }
        wanted.extend(self.plays(now));
        if self.turn.is_some() && now >= self.talked_at + TALK_MS {
            self.talked_at = now;
            wanted.push(self.says("Let us see where that leads."));
        }
        wanted
    }

    /// Say a line to everybody.
    pub(crate) fn says(&mut self, text: &str) -> String {
        self.order(None, Command::ChatSay { to: Hearers::All, text: text.to_owned() })
    }

    fn plays(&mut self, now: u64) -> Option<String> {
        let turn = self.turn.filter(|turn| turn.side == self.side)?;
        let (game, ply, moves) = &self.legal;
        if (*game, *ply) != (turn.game, turn.ply) || moves.is_empty() {
            return None;
        }
        if turn.hand == self.member && !turn.laid && now >= turn.began + TURN_MS {
            let mv = moves[self.votes % moves.len()].clone();
            self.turn = Some(Turn { laid: true, ..turn });
            let at = At { game: turn.game, ply: turn.ply, tries: 0, back: 0 };
            return Some(self.order(Some(at), Command::MoveLay { mv }));
        }
        let ballot = self.ballot.filter(|_| now >= self.voted_at + VOTE_MS && !turn.laid)?;
        let mv = moves[self.votes % moves.len().min(2)].clone();
        (self.voted_at, self.votes) = (now, self.votes + 1);
        Some(self.order(None, Command::VoteSet { ballot, mv }))
    }

    fn order(&mut self, at: Option<At>, what: Command) -> String {
        self.orders += 1;
        // An order is made of numbers and texts alone.
        serde_json::to_string(&Asked { c: Cid(Uuid::new_v4()), at, what }).unwrap_or_default()
    }
}
