//! The first order of a room.

use protocol::event::Event;
use protocol::http::BotSeats;
use protocol::settings::{RoomSettings, SIDES, SettingsProblem};
use protocol::{Refusal, UserId};

use super::order::Caller;
use super::sketch::Sketch;
use super::{roster, settings};

/// Open the room: agree on the settings, name the host, seat the bots.
pub(super) fn open(
    sketch: &mut Sketch,
    by: &Caller,
    chosen: &RoomSettings,
    bots: BotSeats,
    bot_users: &[(UserId, String)],
) -> Result<(), Refusal> {
    if sketch.room.agreed.is_some() {
        return Err(Refusal::ForbiddenRole);
    }
    let agreed = settings::check(chosen);
    let here = problems_here(sketch, chosen, bots);
    let agreed = match (agreed, here.is_empty()) {
        (Ok(agreed), true) => agreed,
        (Ok(_), false) => return Err(Refusal::BadSettings { problems: here }),
        (Err(problems), _) => return Err(Refusal::BadSettings { problems: [problems, here].concat() }),
    };
    sketch.emit(Event::Opened { settings: agreed.settings });
    let host = roster::join(sketch, by, None)?;
    sketch.emit(Event::HostNamed { member: host });
    let mut users = bot_users.iter();
    for side in SIDES {
        for _ in 0..seats_for(bots, side) {
            let (user, name) = users.next().ok_or(Refusal::Internal)?;
            let member = roster::join_bot(sketch, *user, name)?;
            sketch.emit(Event::Seated { member, side });
        }
    }
    Ok(())
}

const fn seats_for(bots: BotSeats, side: engine::Side) -> u8 {
    match side {
        engine::Side::South => bots.south,
        engine::Side::North => bots.north,
    }
}

/// What is wrong with the settings on this server, and with these bots.
fn problems_here(sketch: &Sketch, chosen: &RoomSettings, bots: BotSeats) -> Vec<SettingsProblem> {
    let mut problems = crowded(chosen, bots);
    let most = sketch.around.betting;
    if chosen.stand.betting > most {
        problems.push(SettingsProblem::Betting { most });
    }
    if chosen.rated && SIDES.into_iter().any(|side| seats_for(bots, side) > 0) {
        problems.push(SettingsProblem::Rated);
    }
    problems
}

/// More bots than seats.
fn crowded(chosen: &RoomSettings, bots: BotSeats) -> Vec<SettingsProblem> {
    let over = |side: engine::Side| seats_for(bots, side) > chosen.team_max;
    let problem = |side: engine::Side| SettingsProblem::OutOfRange {
        field: format!("bots.{}", side.id()),
        min: 0,
        max: u32::from(chosen.team_max),
    };
    SIDES.into_iter().filter(|&side| over(side)).map(problem).collect()
}
