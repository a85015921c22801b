//! A line of moves, played from its first position. Pure.

use engine::search::{Budget, analyse};
use engine::{Game, Move, Position, Ruleset};
use protocol::http::analysis::{
    AnalysedMove, AnalysisReply, AnalysisRequest, LINE_MOVES, LINES_MAX, LineFault,
};
use protocol::refusal::Refusal;

use crate::room::illegal;

/// Turns and laps that the engine looks at: some tens of milliseconds of a release build.
const WORK: u64 = 300_000;
/// Plies that it looks ahead at most.
const DEPTH: u8 = 24;
/// Laps of a whole line. A turn has at most ten thousand.
const LAPS_PLAYED: usize = 100_000;
/// Laps whose story is told.
const LAPS_TOLD: usize = 20_000;
/// Characters of a move that a fault repeats.
const FAULT_CHARS: usize = 40;

/// A line that was played.
struct Played {
    game: Game,
    start: Position,
    moves: Vec<Move>,
    told: Vec<AnalysedMove>,
    fault: Option<LineFault>,
}

/// Play the line, and look from its end.
pub(super) fn look(request: &AnalysisRequest, barred: bool) -> Result<AnalysisReply, Refusal> {
    let rules = rules(request)?;
    let start = first_position(&rules, request.from.as_deref())?;
    let Played { game, start, moves, told, fault } = play(rules, start, request)?;
    let position = *game.position();
    let outcome = game.outcome();
    let legal = if outcome.is_some() { Vec::new() } else { position.legal_moves(game.rules()) };
    let asked = request.lines.min(LINES_MAX);
    let analysis =
        (asked > 0 && !barred).then(|| analyse(&game, Budget { work: WORK, depth: DEPTH, lines: asked }));
    Ok(AnalysisReply {
        start,
        moves,
        told,
        fault,
        position,
        text: position.to_string(),
        legal,
        outcome,
        analysis,
        barred: barred && asked > 0,
    })
}

fn rules(request: &AnalysisRequest) -> Result<Ruleset, Refusal> {
    let game = request.game;
    Ruleset::with_size(game.preset, Some(game.pits), Some(game.seeds_per_pit))
        .map_err(|_| bad("the game is not played on a board of this size".to_owned()))
}

fn first_position(rules: &Ruleset, text: Option<&str>) -> Result<Position, Refusal> {
    let Some(text) = text else {
        return rules
            .opening_position()
            .map_err(|_| bad("this game has no fixed opening: say where the line begins".to_owned()));
    };
    let position: Position = text.parse().map_err(|error| bad(format!("the position: {error}")))?;
    position.fits(rules).map_err(|problems| {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        bad(format!("the position does not occur in this game: {}", problems.join("; ")))
    })?;
    Ok(position)
}

fn play(rules: Ruleset, start: Position, request: &AnalysisRequest) -> Result<Played, Refusal> {
    let texts: Vec<&str> = request.moves.split_ascii_whitespace().collect();
    if texts.len() > LINE_MOVES {
        return Err(Refusal::TooLarge);
    }
    let told_from = texts.len().saturating_sub(usize::from(request.tell));
    let mut line =
        Played { game: Game::new(rules, start), start, moves: Vec::new(), told: Vec::new(), fault: None };
    let mut laps = 0;
    for (index, text) in texts.into_iter().enumerate() {
        match line.play(text) {
            Ok(told) => {
                laps += told.trace.laps.len();
                if laps > LAPS_PLAYED {
                    return Err(Refusal::TooLarge);
                }
                if index >= told_from {
                    line.told.push(told);
                }
            }
            Err(why) => {
                let ply = u16::try_from(index + 1).unwrap_or(u16::MAX);
                line.fault = Some(LineFault { ply, text: text.chars().take(FAULT_CHARS).collect(), why });
                break;
            }
        }
    }
    line.forget_the_oldest();
    Ok(line)
}

impl Played {
    fn play(&mut self, text: &str) -> Result<AnalysedMove, Refusal> {
        let mv: Move = text.parse().map_err(|error| bad(format!("a move: {error}")))?;
        if self.game.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        let mv = self.game.position().canonical(self.game.rules(), &mv);
        let turn = self.game.play(&mv).map_err(illegal)?;
        self.moves.push(mv.clone());
        Ok(AnalysedMove { mv, after: turn.after, trace: turn.trace })
    }

    /// An answer has a size.
    fn forget_the_oldest(&mut self) {
        let mut laps = 0;
        let kept = self.told.iter().rev().take_while(|told| {
            laps += told.trace.laps.len();
            laps <= LAPS_TOLD
        });
        let kept = kept.count();
        self.told.drain(..self.told.len() - kept);
    }
}

const fn bad(why: String) -> Refusal {
    Refusal::BadMessage { why }
}

#[cfg(test)]
mod tests {
    use engine::Preset;
    use protocol::refusal::IllegalReason;
    use protocol::settings::GameChoice;

    use super::*;

    fn asks(preset: Preset, moves: &str) -> AnalysisRequest {
        let draft = preset.draft();
        let game = GameChoice { preset, pits: draft.pits, seeds_per_pit: draft.seeds_per_pit };
        AnalysisRequest { game, from: None, moves: moves.to_owned(), tell: 0, lines: 0 }
    }

    #[test]
    fn a_line_is_played_and_what_may_follow_is_told() {
        let reply =
            look(&AnalysisRequest { tell: 1, lines: 2, ..asks(Preset::EnDodoi, "8 4") }, false).unwrap();
        assert_eq!((reply.moves.len(), reply.told.len(), &reply.fault), (2, 1, &None));
        assert_eq!(reply.told[0].after, reply.position);
        assert!(!reply.legal.is_empty() && reply.outcome.is_none());
        let analysis = reply.analysis.unwrap();
        assert_eq!(analysis.lines.len(), 2);
        assert!(analysis.work <= 2 * WORK, "{}", analysis.work);
        // The end as text is where another line begins.
        let next = AnalysisRequest { from: Some(reply.text), ..asks(Preset::EnDodoi, "") };
        assert_eq!(look(&next, false).unwrap().start, reply.position);
    }

    #[test]
    fn the_first_ply_that_fails_is_named_and_the_line_ends_before_it() {
        let from = Some("0,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4 0:0 S -".to_owned());
        for (moves, ply, why) in [
            ("1", 1, Some(IllegalReason::EmptyPit)),
            ("8 99", 2, Some(IllegalReason::NoSuchPit)),
            ("8 north", 2, None),
        ] {
            let asked = AnalysisRequest { from: from.clone(), ..asks(Preset::EnDodoi, moves) };
            let reply = look(&asked, false).unwrap();
            let fault = reply.fault.unwrap_or_else(|| panic!("{moves} can be played: {:?}", reply.moves));
            assert_eq!((fault.ply, reply.moves.len()), (ply, usize::from(ply) - 1), "{moves}");
            match why {
                Some(why) => assert_eq!(fault.why, Refusal::IllegalMove { why }, "{moves}"),
                None => assert!(matches!(fault.why, Refusal::BadMessage { .. }), "{moves}"),
            }
        }
    }

    #[test]
    fn who_sits_in_a_rated_game_sees_the_board_and_no_lines() {
        let asked = AnalysisRequest { lines: 3, ..asks(Preset::EnDodoi, "8") };
        let reply = look(&asked, true).unwrap();
        assert!(reply.barred && reply.analysis.is_none() && !reply.legal.is_empty());
        assert!(!look(&AnalysisRequest { lines: 0, ..asked }, true).unwrap().barred, "nothing is kept back");
    }

    #[test]
    fn positions_of_other_games_and_lines_without_end_are_refused() {
        let from = |text: &str| AnalysisRequest { from: Some(text.to_owned()), ..asks(Preset::EnDodoi, "") };
        for text in ["", "1,2/3,4 0:0 S -", "1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,1s 0:0 S -", "x"] {
            assert!(matches!(look(&from(text), false), Err(Refusal::BadMessage { .. })), "{text}");
        }
        let long = "1 ".repeat(LINE_MOVES + 1);
        assert_eq!(look(&asks(Preset::EnDodoi, &long), false), Err(Refusal::TooLarge));
        let other = GameChoice { preset: Preset::EnDodoi, pits: 1, seeds_per_pit: 4 };
        let small = AnalysisRequest { game: other, ..asks(Preset::EnDodoi, "") };
        assert!(matches!(look(&small, false), Err(Refusal::BadMessage { .. })));
    }
}
