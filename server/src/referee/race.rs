//! Opening races and the set-up of Refill series.

use engine::race::{DROP_LIMIT, Drop, Then};
use engine::series::Next;
use engine::{BySide, Race, Ring, Side};
use serde_json::{Value, json};

use super::json::{Json, Members};
use super::position::{by_side, side, sides, write};
use super::{Answer, Fault, params};

/// `op` race: drops in order.
pub(super) fn race(request: &Members<'_>) -> Result<Answer, Fault> {
    let rules = params::ruleset(request)?;
    let drops = request.get("drops").and_then(Json::list);
    let drops = drops.and_then(|drops| drops.into_iter().map(side).collect::<Option<Vec<_>>>());
    let drops = drops.ok_or_else(|| Fault::bad("drops is no list of sides"))?;
    let mut race = Race::new(&rules, race_pits(request, rules.ring())?)
        .map_err(|problem| Fault::bad(format!("no race: {problem:?}")))?;
    let mut told = Vec::new();
    let mut asked_too_often = false;
    for side in drops {
        // A side that sleeps may not drop; a race that is spent looks at nothing any more.
        if race.is_void() {
            asked_too_often = true;
            break;
        }
        let drop = race.drop(side).map_err(Fault::illegal)?;
        told.push(tell(rules.ring(), &drop));
    }
    let mut answer = Answer::new();
    let mut put = |name: &str, value: Value| answer.insert(name.into(), value);
    put("ok", true.into());
    put("void", asked_too_often.into());
    if asked_too_often {
        debug_assert_eq!(race.drops(), DROP_LIMIT);
        put("starter", Value::Null);
        put("finished", json!([]));
        put("hands", sides(BySide::both(0)));
        put("drops", json!([]));
        put("after", write(&race.start().with_turn(Side::South), &rules));
    } else {
        put("starter", race.starter().map(Side::id).into());
        put("finished", race.finished().iter().map(|side| side.id()).collect());
        put("hands", sides(race.hands()));
        put("drops", Value::Array(told));
        put("after", write(&race.position(), &rules));
    }
    Ok(answer)
}

fn race_pits(request: &Members<'_>, ring: Ring) -> Result<Option<BySide<u8>>, Fault> {
    let Some(value) = request.get("pits") else {
        return Ok(None);
    };
    by_side(value, |pit| pit.within().filter(|&pit| ring.at(Side::South, pit).is_some()))
        .map(Some)
        .ok_or_else(|| Fault::bad("pits names no pit of each side"))
}

fn tell(ring: Ring, drop: &Drop) -> Value {
    let (side, pit) = (drop.side.id(), ring.name(drop.pit));
    match drop.then {
        Then::Drop => json!({ "side": side, "pit": pit, "then": "drop" }),
        Then::Sleep => json!({ "side": side, "pit": pit, "then": "sleep" }),
        Then::Lift(seeds) => {
            json!({ "side": side, "pit": pit, "then": "lift", "lifted": seeds })
        }
    }
}

/// `op` refill: the layout of the next game.
pub(super) fn refill(request: &Members<'_>) -> Result<Answer, Fault> {
    let rules = params::ruleset(request)?;
    let scores = request.get("scores").and_then(|scores| by_side(scores, Json::within));
    let scores = scores.ok_or_else(|| Fault::bad("scores are no seeds of both sides"))?;
    let next = engine::series::refill(&rules, scores);
    let (over, setup, captured) = match next.map_err(|problem| Fault::bad(problem.to_string()))? {
        Next::Game { rows, hands, .. } => (Value::Null, sides(rows), sides(hands)),
        Next::Over(winner) => (json!({ "winner": winner.id() }), Value::Null, Value::Null),
    };
    let mut answer = Answer::new();
    answer.insert("ok".into(), true.into());
    answer.insert("match".into(), over);
    answer.insert("setup".into(), setup);
    answer.insert("captured".into(), captured);
    Ok(answer)
}
