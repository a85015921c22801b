//! Giving answers: each order and question gets exactly one.

use protocol::ServerFrame;
use protocol::message::Answer;
use protocol::refusal::Refusal;

use super::batch::Pending;
use super::frame::encode;
use super::mailbox::{Letter, Reply};

/// The letter came when the room was going to sleep: it is answered, not dropped.
pub(super) fn turn_away(letter: Letter) {
    match letter {
        Letter::Order(asked) => {
            give(Pending { reply: asked.reply, answer: Refusal::Busy.into(), order: None });
        }
        Letter::Query { reply, .. } => give(Pending { reply, answer: Refusal::Busy.into(), order: None }),
        Letter::Refused { reply, refusal } => give(Pending { reply, answer: refusal.into(), order: None }),
        Letter::Join { .. }
        | Letter::Leave { .. }
        | Letter::Hail { .. }
        | Letter::CaughtUp { .. }
        | Letter::Look { .. }
        | Letter::Glance { .. }
        | Letter::Sits { .. }
        | Letter::Retire { .. }
        | Letter::Drain { .. } => {}
    }
}

/// Tell whoever waits for it.
pub(super) fn give(pending: Pending) {
    match pending.reply {
        Reply::Socket(outbox, cid) => {
            let own = matches!(pending.answer, Answer::Bet(_));
            let frame = encode(&ServerFrame::Res { c: cid, a: pending.answer });
            if own { outbox.answer_ticket(frame) } else { outbox.answer(frame) }
        }
        Reply::Waiting(waiting) => {
            let result = match pending.answer {
                Answer::Ok | Answer::Bet(_) | Answer::Trace { .. } => Ok(()),
                Answer::Err { err, .. } => Err(err),
            };
            let _ = waiting.send(result);
        }
        Reply::Nobody => {}
    }
}
