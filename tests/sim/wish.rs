//! What a client does next, from what its page shows and nothing else.

use engine::{Direction, Move, Side};
use protocol::betting::{BettingMode, Coins, MarketState, Outcome};
use protocol::command::{Hearers, Query};
use protocol::event::HoldReason;
use protocol::settings::{DecisionMode, SIDES};
use protocol::view::{BallotView, GameView, TableView, TriedView, TurnView};
use protocol::{At, BallotId, Command, MarketId, MemberId, Motion, MotionId, MotionKind};
use sindillo_tests::Seen;

use crate::dice::Dice;
use crate::mirror::SECRET;
use crate::person::What;
use crate::plan::{Persona, Plan, Verb};

/// What a client wants, and the present as it sees it.
pub(crate) type Wish = (What, Option<At>);

/// A client that makes up its mind.
pub(crate) struct Chooser<'a> {
    pub(crate) seen: &'a Seen,
    pub(crate) side: Option<Side>,
    pub(crate) persona: Persona,
    pub(crate) plan: &'a Plan,
    pub(crate) dice: &'a mut Dice,
    pub(crate) now: u64,
    /// Nothing but playing on.
    pub(crate) calm: bool,
}

impl Chooser<'_> {
    /// The next wish; nothing when the client would rather wait.
    pub(crate) fn wish(&mut self) -> Option<Wish> {
        if !self.calm {
            if self.persona == Persona::Liar && self.dice.percent(60) {
                return Some(self.lie());
            }
            if self.seats().is_empty()
                && self.plan.has(Verb::Bet)
                && self.dice.percent(30)
                && let Some(bet) = self.bet()
            {
                return Some(bet);
            }
            if self.dice.percent(70)
                && let Some(agreed) = self.give_back()
            {
                return Some(agreed);
            }
            if self.dice.percent(25)
                && let Some(aside) = self.aside()
            {
                return Some(aside);
            }
        }
        // Those who watch have nothing to play on with but this.
        if self.calm && self.persona == Persona::Watcher && self.plan.has(Verb::Bet) && self.dice.percent(40)
        {
            return self.bet();
        }
        self.play_on()
    }

    fn table(&self) -> &TableView {
        self.seen.table.as_ref().expect("a client that sees nothing does nothing")
    }

    fn me(&self) -> Option<MemberId> {
        self.seen.role.as_ref()?.member
    }

    fn seats(&self) -> Vec<Side> {
        self.seen.role.as_ref().map(|role| role.seats.clone()).unwrap_or_default()
    }

    fn at(&self) -> Option<At> {
        let game = self.seen.game()?;
        let turn = game.turn.as_ref()?;
        Some(At { game: game.game, ply: turn.ply, tries: turn.tries, back: game.back() })
    }

    fn order(&self, command: Command) -> Option<Wish> {
        Some((What::Command(command), self.at()))
    }

    // ---- playing on --------------------------------------------------------------------------

    fn play_on(&mut self) -> Option<Wish> {
        if self.seats().is_empty() {
            let side = self.side?;
            let side = if self.dice.percent(85) { side } else { side.other() };
            return self.order(Command::SeatTake { side: Some(side), withdraw: self.calm });
        }
        let me = self.me()?;
        match self.seen.game() {
            None => self.get_ready(me),
            Some(game) if game.turn.is_none() => self.go_on(me),
            Some(game) => {
                let game = game.clone();
                self.in_turn(me, &game)
            }
        }
    }

    fn get_ready(&self, me: MemberId) -> Option<Wish> {
        let mine = self.side.filter(|side| self.calm && !self.seats().contains(side));
        if mine.is_some() {
            return self.order(Command::SeatTake { side: mine, withdraw: false });
        }
        let ready = self.table().members.iter().any(|member| member.id == me && member.ready);
        if ready { None } else { self.order(Command::ReadySet { on: true }) }
    }

    fn go_on(&self, me: MemberId) -> Option<Wish> {
        if self.table().rematch.contains(&me) || !(self.calm || self.plan.has(Verb::Rematch)) {
            return None;
        }
        self.order(Command::RematchSet { on: true })
    }

    fn in_turn(&mut self, me: MemberId, game: &GameView) -> Option<Wish> {
        let turn = game.turn.as_ref()?;
        let paused = |hold: &HoldReason| matches!(hold, HoldReason::Agreed | HoldReason::Adjourned);
        if self.table().holds.iter().any(paused) && self.table().resume_at.is_none() {
            return if self.calm || self.dice.percent(30) { self.resume(me) } else { None };
        }
        if !self.table().holds.is_empty() || !self.seats().contains(&turn.side) {
            return None;
        }
        if let Some(tried) = &turn.tried {
            return self.judge(me, turn.side, tried);
        }
        let mine = game.hands[turn.side] == Some(me);
        let ballot = self.seen.ballot(turn.side).cloned();
        let mode = self.table().settings.decision.mode;
        match ballot {
            None => self.lay(turn, None, mine),
            Some(ballot) if ballot.hand_until.is_some() => {
                let open = ballot.hand_until.is_some_and(|until| until < self.now);
                self.lay(turn, None, mine || open)
            }
            Some(ballot) => {
                let early = self.calm || self.dice.percent(40);
                if mine && mode == DecisionMode::Hand && early {
                    return self.lay(turn, Some(&ballot), true);
                }
                self.vote(me, turn, &ballot)
            }
        }
    }

    /// Go on after a pause: ask for it, or agree.
    fn resume(&self, me: MemberId) -> Option<Wish> {
        let side = self.seats().first().copied()?;
        let mut motions = self.seen.team[side].as_ref()?.motions.iter();
        match motions.find(|motion| motion.what == Motion::Resume) {
            Some(motion) if motion.yes.contains(&me) => None,
            Some(motion) => self.order(Command::MotionVote { motion: motion.motion, yes: Some(true) }),
            None => self.order(Command::MotionOpen { what: Motion::Resume }),
        }
    }

    fn judge(&mut self, me: MemberId, side: Side, tried: &TriedView) -> Option<Wish> {
        if tried.by == me {
            let withdraws = !self.calm && self.plan.has(Verb::Withdraw) && self.dice.percent(30);
            return if withdraws { self.order(Command::MoveWithdraw {}) } else { None };
        }
        let team = self.seen.team[side].as_ref()?;
        if team.stances.iter().any(|row| row.member == me) && !self.dice.percent(10) {
            return None;
        }
        let objects = !self.calm && self.plan.has(Verb::Object) && self.dice.percent(60);
        let on = self.calm || self.dice.percent(90);
        self.order(if objects { Command::ObjectSet { on } } else { Command::ApproveSet { on } })
    }

    fn lay(&mut self, turn: &TurnView, ballot: Option<&BallotView>, may: bool) -> Option<Wish> {
        if !may && (self.calm || !self.plan.has(Verb::LayEarly) || !self.dice.percent(10)) {
            return None;
        }
        let mv = self.favourite(turn, ballot)?;
        self.order(Command::MoveLay { mv })
    }

    fn vote(&mut self, me: MemberId, turn: &TurnView, ballot: &BallotView) -> Option<Wish> {
        if !ballot.roll.contains(&me) {
            return None;
        }
        let open = ballot.options.iter().any(|option| option.voters.contains(&me));
        let own = self.seen.me.as_ref().and_then(|me| me.vote.as_ref());
        let quiet =
            own.is_some_and(|own| own.ballot == ballot.ballot && own.side == turn.side && own.mv.is_some());
        let ballot_id = ballot.ballot;
        if open || quiet {
            if self.calm || !self.dice.percent(25) {
                return None;
            }
            if self.plan.has(Verb::Clear) && self.dice.percent(30) {
                return self.order(Command::VoteClear { ballot: ballot_id });
            }
            if !self.plan.has(Verb::Flip) {
                return None;
            }
        } else if !self.calm && self.plan.has(Verb::Propose) && self.dice.percent(15) {
            let mv = self.favourite(turn, Some(ballot))?;
            let note = if self.dice.percent(50) { SECRET.to_owned() } else { String::new() };
            return self.order(Command::ProposalAdd { ballot: ballot_id, mv, note });
        }
        let mv = self.favourite(turn, Some(ballot))?;
        self.order(Command::VoteSet { ballot: ballot_id, mv })
    }

    /// A move that may be played. The calm agree on one without a word.
    fn favourite(&mut self, turn: &TurnView, ballot: Option<&BallotView>) -> Option<Move> {
        if let Some(ballot) = ballot.filter(|ballot| ballot.options_fixed) {
            let options: Vec<_> = ballot.options.iter().map(|option| option.mv.clone()).collect();
            return if self.calm { options.first().cloned() } else { self.dice.any(&options).cloned() };
        }
        let legal = self.seen.legal.as_ref().filter(|legal| legal.ply == turn.ply)?;
        let unspent = |mv: &Move| !turn.spent.contains(mv);
        let mut moves = Vec::new();
        for offer in &legal.moves {
            moves.extend([&offer.mv].into_iter().filter(|mv| unspent(mv)).cloned());
        }
        if self.calm {
            let put_up = ballot.into_iter().flat_map(|ballot| &ballot.options).map(|option| &option.mv);
            let most = put_up.filter(|mv| moves.contains(mv)).min().cloned();
            return most.or_else(|| moves.get(usize::from(turn.ply) % moves.len().max(1)).cloned());
        }
        // Few different ones, so that votes meet.
        moves.truncate(3);
        self.dice.any(&moves).cloned()
    }

    // ---- besides -----------------------------------------------------------------------------

    /// Something that does not move the game on.
    fn aside(&mut self) -> Option<Wish> {
        let seats = self.seats();
        let team = seats.first().copied();
        let asked =
            team.and_then(|side| self.seen.team[side].as_ref()).is_some_and(|team| !team.motions.is_empty());
        if asked && self.plan.has(Verb::Answer) && self.dice.percent(60) {
            return self.answer_motions();
        }
        let mut verb = self.dice.any(&self.plan.verbs).copied()?;
        // What takes several people to come to something is tried more often.
        let asks = self.dice.pick(&[Verb::Ask, Verb::AskOther]);
        if self.plan.has(asks) && team.is_some() && self.dice.percent(25) {
            verb = asks;
        }
        let text = |dice: &mut Dice| format!("line {}", dice.below(1_000));
        let command = match verb {
            Verb::Say => Command::ChatSay { to: Hearers::All, text: text(self.dice) },
            Verb::TeamSay => {
                team?;
                let text = format!("{SECRET} {}", self.dice.below(1_000));
                Command::ChatSay { to: Hearers::Team, text }
            }
            Verb::StandSay => Command::ChatSay { to: Hearers::Stand, text: text(self.dice) },
            Verb::Rename => Command::NameSet { name: format!("Heron {}", self.dice.below(40)) },
            Verb::Leave if self.persona == Persona::Leaver || self.dice.percent(15) => Command::SeatLeave {},
            Verb::Switch if self.dice.percent(20) => {
                let side = if self.dice.percent(30) { None } else { team.map(Side::other) };
                Command::SeatTake { side, withdraw: self.dice.percent(50) }
            }
            Verb::Starter => {
                let starter = self.dice.pick(&[None, Some(Side::South), Some(Side::North)]);
                Command::StarterSet { starter }
            }
            Verb::Pass => Command::HandPass { to: self.somebody()? },
            Verb::Trace => {
                let legal = self.seen.legal.as_ref()?;
                let mv = self.dice.any(&legal.moves)?.mv.clone();
                return Some((What::Query(Query::TraceGet { mv }), self.at()));
            }
            Verb::Resync => return Some((What::Query(Query::Resync {}), None)),
            Verb::Rematch => Command::RematchSet { on: self.dice.percent(70) },
            Verb::Trust => Command::TrustSet { member: self.somebody()?, on: self.dice.percent(80) },
            Verb::Claim => Command::HandClaim {},
            Verb::NameHand => {
                let side = self.dice.pick(&SIDES);
                Command::HandName { side, to: self.somebody()? }
            }
            Verb::Block => {
                let ballot = self.seen.ballot(team?)?.clone();
                let mv = self.dice.any(&ballot.options)?.mv.clone();
                Command::BlockAdd { ballot: ballot.ballot, mv, reason: SECRET.to_owned() }
            }
            Verb::Ask | Verb::AskOther => Command::MotionOpen { what: self.motion(verb == Verb::AskOther)? },
            Verb::Answer => return self.answer_motions(),
            Verb::Moderate if self.host() || self.dice.percent(20) => self.moderate()?,
            Verb::Report => {
                Command::MemberReport { member: self.somebody()?, text: "look at this".to_owned() }
            }
            Verb::Bet => return self.bet(),
            Verb::Cheer => Command::Cheer { side: self.dice.pick(&SIDES) },
            Verb::Ticket => return Some((What::Query(Query::TicketGet {}), None)),
            Verb::Flip
            | Verb::Clear
            | Verb::Propose
            | Verb::LayEarly
            | Verb::Withdraw
            | Verb::Object
            | Verb::Leave
            | Verb::Moderate
            | Verb::Switch => return None,
        };
        self.order(command)
    }

    /// A stake on the market that is shown, or an old one; mostly one that may be.
    fn bet(&mut self) -> Option<Wish> {
        let shown = self.seen.market.as_ref()?;
        let takes = matches!(shown.state, MarketState::Open | MarketState::Suspended);
        if !takes && !self.dice.percent(10) {
            return None;
        }
        let past = u32::from(self.dice.percent(10)).min(shown.market.0.saturating_sub(1));
        let market = MarketId(shown.market.0 - past);
        let picks = shown.mode == BettingMode::Picks;
        let stakes: &[u64] = if picks { &[1, 1, 1, 0, 2] } else { &[10, 50, 100, 200, 0, 0, 9, 201] };
        let stake = Coins::new(self.dice.pick(stakes))?;
        let outcome = self.dice.pick(&Outcome::ALL);
        self.order(Command::BetSet { market, outcome, stake })
    }

    /// A voice for a move to come back. Whoever plays on instead leaves nothing to come back, so
    /// that it would hardly ever.
    fn give_back(&self) -> Option<Wish> {
        let me = self.me()?;
        let side = self.seats().first().copied()?;
        let mut motions = self.seen.team[side].as_ref()?.motions.iter();
        let asked = motions.find(|motion| {
            let takeback = matches!(motion.what, Motion::Takeback { .. });
            takeback && motion.roll.contains(&me) && !motion.yes.contains(&me) && !motion.no.contains(&me)
        })?;
        self.order(Command::MotionVote { motion: asked.motion, yes: Some(true) })
    }

    /// Whether the last move is that of one's own side, and nobody has laid anything on it.
    fn may_come_back(&self, game: &GameView) -> bool {
        let own = game.plies.last().is_some_and(|ply| self.seats().contains(&ply.side));
        let untouched = game.turn.as_ref().is_some_and(|turn| turn.tries == 0);
        own && untouched && self.table().settings.decision.takebacks_max > 0
    }

    /// Something to ask of one's own side, or of the other one.
    fn motion(&mut self, of_both: bool) -> Option<Motion> {
        let game = self.seen.game()?;
        let ply = u16::try_from(game.plies.len()).ok()?;
        if of_both {
            if self.may_come_back(game) && self.dice.percent(50) {
                return Some(Motion::Takeback { ply });
            }
            let draw =
                [Motion::Takeback { ply }, Motion::Pause, Motion::Draw, Motion::Abort, Motion::Adjourn];
            return Some(self.dice.pick(&draw));
        }
        let side = self.seats().first().copied()?;
        let from = game.hands[side];
        let member = self.somebody()?;
        let to = if self.dice.percent(50) { None } else { Some(self.somebody()?) };
        let draw = self.dice.percent(50);
        Some(match self.dice.below(7) {
            0 | 1 => Motion::Replace { from: from.unwrap_or(member), to },
            2 => Motion::Resume,
            3 => Motion::Extend,
            4 => Motion::Claim { draw },
            5 if self.dice.percent(50) => Motion::Kick { member },
            5 => Motion::Mute { member },
            _ if self.dice.percent(20) => Motion::Resign,
            _ => Motion::Resume,
        })
    }

    /// A voice in one of the motions before one's side, or an end to what one asked of the other.
    fn answer_motions(&mut self) -> Option<Wish> {
        let side = self.seats().first().copied()?;
        let motions = self.seen.team[side].as_ref()?.motions.clone();
        if let Some(motion) = self.dice.any(&motions) {
            let yes = self.dice.weighted(&[(6, Some(true)), (2, Some(false)), (1, None)]);
            return self.order(Command::MotionVote { motion: motion.motion, yes });
        }
        let own = self.table().offers.iter().find(|offer| offer.side == side)?.what.kind();
        self.order(Command::OfferCancel { what: own })
    }

    /// What a host may do to people, also asked for by others.
    fn moderate(&mut self) -> Option<Command> {
        let member = self.somebody()?;
        let on = self.dice.percent(40);
        Some(match self.dice.below(4) {
            0 => Command::MemberMute { member, on },
            1 => Command::MemberBan { member, on },
            2 => Command::MemberUnseat { member },
            _ => Command::HostPass { to: member },
        })
    }

    fn host(&self) -> bool {
        self.seen.role.as_ref().is_some_and(|role| role.host)
    }

    fn somebody(&mut self) -> Option<MemberId> {
        let members: Vec<_> = self.table().members.iter().map(|member| member.id).collect();
        self.dice.any(&members).copied()
    }

    // ---- lies --------------------------------------------------------------------------------

    /// What no page would ask for: well-formed, and mostly wrong.
    fn lie(&mut self) -> Wish {
        let command = self.false_command();
        let at = match self.dice.below(4) {
            0 => None,
            1 => self.at(),
            2 => self.at().map(|at| At { ply: at.ply.saturating_add(1), ..at }),
            _ => {
                let small = |dice: &mut Dice| u16::try_from(dice.below(4)).unwrap();
                let tries = u8::try_from(self.dice.below(4)).unwrap();
                Some(At { game: small(self.dice), ply: small(self.dice), tries, back: small(self.dice) })
            }
        };
        (What::Command(command), at)
    }

    fn false_command(&mut self) -> Command {
        let ballot = BallotId(u32::try_from(self.dice.below(8)).unwrap());
        let to = MemberId(u32::try_from(self.dice.below(9)).unwrap());
        let on = self.dice.percent(50);
        let side = if on { Side::South } else { Side::North };
        match self.dice.below(27) {
            18 => Command::HandClaim {},
            19 => Command::HandName { side, to },
            20 => Command::TrustSet { member: to, on },
            21 => Command::BlockAdd {
                ballot,
                mv: self.false_move(),
                reason: if on { SECRET } else { "" }.to_owned(),
            },
            22 => Command::MotionVote { motion: MotionId(to.0), yes: Some(on) },
            23 => Command::OfferCancel { what: self.dice.pick(&MotionKind::ALL) },
            24 => {
                let strange = [
                    Motion::Takeback { ply: 77 },
                    Motion::Kick { member: to },
                    Motion::Replace { from: to, to: Some(to) },
                    Motion::Claim { draw: on },
                    Motion::Resume,
                    Motion::Extend,
                ];
                Command::MotionOpen { what: self.dice.pick(&strange) }
            }
            25 => Command::MemberReport { member: to, text: String::new() },
            26 => Command::MemberMute { member: to, on },
            0 | 1 => Command::VoteSet { ballot, mv: self.false_move() },
            2 => Command::VoteClear { ballot },
            3 => {
                Command::ProposalAdd { ballot, mv: self.false_move(), note: "x".repeat(self.dice.below(200)) }
            }
            4 | 5 => Command::MoveLay { mv: self.false_move() },
            6 => Command::MoveWithdraw {},
            7 => Command::ObjectSet { on },
            8 => Command::ApproveSet { on },
            9 => Command::HandPass { to },
            10 => Command::BotRemove { member: to },
            11 => Command::SeatTake { side: Some(side), withdraw: false },
            12 => Command::StarterSet { starter: Some(side) },
            13 => Command::ReadySet { on },
            14 => Command::RematchSet { on },
            15 => Command::NameSet {
                name: self.dice.pick(&["", "x", "Host", "\u{202e}evil", "sindillo"]).to_owned(),
            },
            16 => {
                let to = self.dice.pick(&[Hearers::Team, Hearers::All, Hearers::Stand]);
                let mut text = self.dice.pick(&["", "\u{0007}", "ok", "  "]).to_owned();
                if to == Hearers::Team && text == "ok" {
                    SECRET.clone_into(&mut text);
                }
                Command::ChatSay { to, text }
            }
            _ => Command::SeatLeave {},
        }
    }

    fn false_move(&mut self) -> Move {
        if self.dice.percent(40)
            && let Some(legal) = &self.seen.legal
            && let Some(offer) = self.dice.any(&legal.moves)
        {
            return offer.mv.clone();
        }
        let pit = u8::try_from(self.dice.below(16)).unwrap();
        match self.dice.below(6) {
            0 => Move::Sow { pit, directions: vec![Direction::Ccw; self.dice.below(70)] },
            1 => Move::Redistribute { lift: [pit, pit], lay: vec![(1, 1)] },
            2 => Move::Redistribute { lift: [1, 2], lay: vec![(3, 4), (5, 600)] },
            3 => Move::sow(99),
            _ => Move::sow(pit),
        }
    }
}
