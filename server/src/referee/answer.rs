//! Turns and outcomes in answers.

use engine::{Outcome, Ring, Trace};
use serde_json::{Value, json};

use super::Answer;
use super::position::sides;

/// `over` and its like: null, or why and how a game ended.
pub(super) fn outcome(outcome: Option<Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| {
        json!({
            "reason": outcome.reason.id(),
            "score": sides(outcome.score),
            "winner": outcome.winner.id(),
        })
    })
}

/// The names of pits.
pub(super) fn names(ring: Ring, pits: &[u8]) -> Value {
    pits.iter().map(|&pit| ring.name(pit)).collect()
}

/// Adds the story of a turn to an answer.
pub(super) fn add_trace(answer: &mut Answer, ring: Ring, trace: &Trace) {
    let laps = trace.laps.iter().enumerate().map(|(index, lap)| {
        json!({
            "from": ring.name(lap.from),
            "seeds": lap.seeds,
            "direction": lap.direction.id(),
            "last": ring.name(lap.last),
            "then": trace.lap_end(index).map(engine::LapEnd::id),
        })
    });
    let taken = trace.taken.iter().map(|&(pit, seeds)| json!([ring.name(pit), seeds]));
    answer.insert("laps".into(), laps.collect());
    answer.insert("taken".into(), taken.collect());
    answer.insert("captured".into(), trace.captured.into());
    answer.insert("made_bulls".into(), names(ring, &trace.made_bulls));
    answer.insert("privilege".into(), trace.privilege.into());
    if trace.endless {
        answer.insert("endless_turn".into(), true.into());
    }
}
