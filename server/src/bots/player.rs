//! A bot in its seat: look, think, ask, wait for the bell.

use std::time::Duration;

use engine::{Position, Ruleset};
use protocol::refusal::Refusal;
use protocol::view::{MeView, TableView, TeamView};
use protocol::{At, Command, Snapshot};
use tokio::sync::Semaphore;

use super::mind::{BUDGET, Valued, rank};
use super::plan::{Plan, Seat, plan};
use crate::clock::Clock;
use crate::rooms::{Dismissed, RoomGone, SeatedBot, Sight};

/// Bots that think at once; the others wait, as thinking takes a processor.
static THINKERS: Semaphore = Semaphore::const_new(1);

/// Milliseconds until a bot tries again what was refused for a reason that passes.
const AGAIN_MS: u64 = 500;

/// What a bot remembers from one look to the next.
#[derive(Default)]
struct Memory {
    /// What it thinks of the position that it thought about last.
    thought: Option<(Position, Vec<Valued>)>,
    /// What it was refused, or asked in this present and may not have been told of yet, so that it
    /// does not insist.
    asked: Option<(Command, Option<At>)>,
}

/// Play until the seat or the room is gone.
pub(super) async fn play(bot: SeatedBot, delay: Duration, clock: Clock) {
    let mut memory = Memory::default();
    loop {
        let heard = match turn(&bot, &mut memory, delay, &clock).await {
            Ok(Some(until)) => {
                tokio::select! { heard = bot.bell.heard() => heard, () = clock.sleep_until(until) => Ok(()) }
            }
            Ok(None) => bot.bell.heard().await,
            Err(Over) => return,
        };
        if heard.is_err() {
            return;
        }
    }
}

/// The seat or the room is gone.
struct Over;

impl From<RoomGone> for Over {
    fn from(RoomGone: RoomGone) -> Self {
        Self
    }
}

impl From<Dismissed> for Over {
    fn from(Dismissed: Dismissed) -> Self {
        Self
    }
}

/// Do what there is to do; until when to wait then, unless the bell rings.
async fn turn(
    bot: &SeatedBot,
    memory: &mut Memory,
    delay: Duration,
    clock: &Clock,
) -> Result<Option<u64>, Over> {
    let mut meant = None;
    loop {
        // Another one may sit there by now.
        bot.bell.check()?;
        let sight = bot.room.look(bot.user).await?;
        let now = sight.now;
        match make_up_its_mind(sight, memory).await? {
            Plan::Rest => return Ok(None),
            Plan::Wait { until } => return Ok(Some(until)),
            Plan::Do { command, at } if memory.asked.as_ref() == Some(&(command.clone(), at)) => {
                return Ok(None);
            }
            Plan::Do { command, at } => {
                // What it is about to do must still be right after it has thought about it.
                if meant.as_ref() != Some(&command) && !delay.is_zero() {
                    meant = Some(command);
                    let pause = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
                    clock.sleep_until(now.saturating_add(pause)).await;
                    continue;
                }
                meant = None;
                memory.asked = ask(bot, clock, command, at).await;
            }
        }
    }
}

/// Ask the room; what is not to be asked again.
async fn ask(
    bot: &SeatedBot,
    clock: &Clock,
    command: Command,
    at: Option<At>,
) -> Option<(Command, Option<At>)> {
    match bot.ask(at, command.clone()).await {
        // A stance of a large side is told a little later.
        Ok(()) => at.map(|at| (command, Some(at))),
        Err(refusal) if passes(&refusal) => {
            tracing::debug!(?refusal, "a bot tries again later");
            clock.sleep_until(clock.now() + AGAIN_MS).await;
            None
        }
        Err(refusal) => {
            tracing::debug!(?refusal, "a bot was refused");
            Some((command, at))
        }
    }
}

/// Whether a refusal passes without the turn becoming another one. What was refused for such a
/// reason must not be taken for refused: nobody would move any more.
const fn passes(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Busy | Refusal::Internal | Refusal::Held | Refusal::NotMover)
}

async fn make_up_its_mind(sight: Sight, memory: &mut Memory) -> Result<Plan, Over> {
    let Some(me) = sight.role.member.filter(|_| !sight.role.seats.is_empty()) else { return Err(Over) };
    let Some((table, teams, own)) = views(sight.snapshots) else { return Err(Over) };
    let ranked = think(&table, &sight.role.seats, sight.rules, memory).await;
    let vote = own.vote.as_ref();
    let seat = Seat { me, sides: &sight.role.seats, table: &table, teams: &teams, vote, now: sight.now };
    Ok(plan(&seat, ranked))
}

/// Everybody's table, the own sides, and oneself.
type Views = (TableView, Vec<(engine::Side, TeamView)>, MeView);

fn views(snapshots: Vec<Snapshot>) -> Option<Views> {
    let mut table = None;
    let mut teams = Vec::new();
    let mut own = MeView::default();
    for snapshot in snapshots {
        match snapshot {
            Snapshot::Table { view, .. } => table = Some(*view),
            Snapshot::Team { side, view, .. } => teams.push((side, *view)),
            Snapshot::Me { view, .. } => own = view,
            Snapshot::Stand { .. } => {}
        }
    }
    Some((table?, teams, own))
}

/// What the bot thinks of the position, when its side is to move.
async fn think<'m>(
    table: &TableView,
    sides: &[engine::Side],
    rules: Option<Ruleset>,
    memory: &'m mut Memory,
) -> &'m [Valued] {
    let (Some(game), Some(rules)) = (&table.game, rules) else { return &[] };
    if !game.turn.as_ref().is_some_and(|turn| sides.contains(&turn.side)) {
        return &[];
    }
    let position = game.position;
    if memory.thought.as_ref().is_none_or(|(thought, _)| *thought != position) {
        memory.thought = Some((position, in_quiet(position, rules).await));
    }
    memory.thought.as_ref().map_or(&[], |(_, ranked)| ranked)
}

/// Think on a thread that serves nobody.
async fn in_quiet(position: Position, rules: Ruleset) -> Vec<Valued> {
    let Ok(_turn) = THINKERS.acquire().await else { return Vec::new() };
    let thinking = tokio::task::spawn_blocking(move || rank(&position, &rules, BUDGET));
    thinking.await.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_without_another_turn_is_not_remembered() {
        for refusal in [Refusal::Held, Refusal::NotMover, Refusal::Busy, Refusal::Internal] {
            assert!(passes(&refusal), "{refusal:?}");
        }
        for refusal in [Refusal::MoveSpent, Refusal::NotOnRoll, Refusal::NotSeated] {
            assert!(!passes(&refusal), "{refusal:?}");
        }
    }
}
