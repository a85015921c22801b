//! Single turns and short games.

use engine::{Game, Illegal, Ruleset, Turn};
use serde_json::{Value, json};

use super::answer::{add_trace, names, outcome};
use super::json::{Json, Members};
use super::moves::{Asked, read as read_move};
use super::position::{read, write};
use super::{Answer, Fault, params};

/// The most laps that are run for one request of several moves.
///
/// A single turn needs no such limit: it runs at most `max_laps` laps for each pit, twice.
const MAX_WORK: u64 = 200_000_000;

/// `op` turn: what may be played here, and what a move does.
pub(super) fn turn(request: &Members<'_>) -> Result<Answer, Fault> {
    let rules = params::ruleset(request)?;
    let position = read(request, &rules)?;
    let asked = request.get("move").map(read_move).transpose()?;
    let starts = position.starts(&rules);
    let mut answer = Answer::new();
    answer.insert("ok".into(), true.into());
    answer.insert("legal".into(), starts.legal.into());
    answer.insert("endless".into(), starts.endless.into());
    answer.insert("over".into(), outcome(position.outcome(&rules)));
    let Some(asked) = asked else {
        return Ok(answer);
    };
    let mut game = Game::new(rules, position);
    let turn = play(&mut game, &asked)?;
    add_trace(&mut answer, position.ring(), &turn.trace);
    answer.insert("after".into(), write(&turn.after, game.rules()));
    let after = if turn.trace.endless { game.outcome() } else { turn.after.outcome(game.rules()) };
    answer.insert("over_after".into(), outcome(after));
    Ok(answer)
}

/// `op` game: moves in order, with repetition and no progress.
pub(super) fn game(request: &Members<'_>) -> Result<Answer, Fault> {
    let rules = params::ruleset(request)?;
    let position = read(request, &rules)?;
    let moves = request.get("moves").and_then(Json::list);
    let moves = moves.ok_or_else(|| Fault::bad("moves is no list"))?;
    let mut game = Game::new(rules, position);
    let mut work = 0;
    let mut over = game.outcome_counted(&mut work);
    let mut plies = Vec::new();
    for value in moves {
        let asked = read_move(value)?;
        if over.is_some() {
            return Err(Fault::illegal(Illegal::GameOver));
        }
        let turn = play(&mut game, &asked)?;
        plies.push(json!({
            "captured": turn.trace.captured,
            "made_bulls": names(position.ring(), &turn.trace.made_bulls),
            "occurrences": game.occurrences(),
            "quiet": game.quiet(),
        }));
        over = game.outcome_counted(&mut work);
        work = work.saturating_add(laps_run(&turn, game.rules()));
        if work > MAX_WORK {
            return Err(Fault::bad("these moves take too many laps to look at"));
        }
    }
    let mut answer = Answer::new();
    answer.insert("ok".into(), true.into());
    answer.insert("plies".into(), Value::Array(plies));
    answer.insert("after".into(), write(game.position(), game.rules()));
    answer.insert("over".into(), outcome(over));
    Ok(answer)
}

/// The most laps that playing a turn can have taken.
fn laps_run(turn: &Turn, rules: &Ruleset) -> u64 {
    if turn.trace.endless {
        return rules.max_laps.into();
    }
    u64::try_from(turn.trace.laps.len()).unwrap_or(u64::MAX)
}

fn play(game: &mut Game, asked: &Asked) -> Result<Turn, Fault> {
    match asked {
        Asked::Move(mv) => game.play(mv).map_err(Fault::illegal),
        Asked::Never(why) => Err(Fault::illegal(*why)),
    }
}
