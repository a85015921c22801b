//! Seats for bots. The host gives and takes them between games; inside a game a bot is a member
//! like anyone else.

use engine::Side;
use protocol::event::Event;
use protocol::{MemberId, Refusal};

use super::settings::Agreed;
use super::sketch::Sketch;
use super::{host, roster, seats};

/// What a bot is called; the second one is numbered. No person can choose the name.
const NAME: &str = "Bot";

/// Give a seat to a bot.
pub(super) fn add(sketch: &mut Sketch, agreed: &Agreed, host: MemberId, side: Side) -> Result<(), Refusal> {
    host::refuse_others(sketch, host)?;
    seats::refuse_during_game(sketch)?;
    if agreed.settings.rated {
        return Err(Refusal::AccountNeeded);
    }
    if sketch.room.roster.count(side) >= usize::from(agreed.settings.team_max) {
        return Err(Refusal::SideFull);
    }
    let member = match sketch.room.roster.idle_bot() {
        Some(idle) => idle,
        None => {
            let user = sketch.chance.user();
            roster::join_bot(sketch, user, NAME)?
        }
    };
    sketch.emit(Event::Seated { member, side });
    Ok(())
}

/// Take a bot's seat away.
pub(super) fn remove(sketch: &mut Sketch, host: MemberId, bot: MemberId) -> Result<(), Refusal> {
    host::refuse_others(sketch, host)?;
    seats::refuse_during_game(sketch)?;
    let seated = !sketch.room.roster.sides_of(bot).is_empty();
    if !seated || !sketch.room.roster.is_bot(bot) {
        return Err(Refusal::NoSuchMember);
    }
    seats::leave(sketch, bot);
    Ok(())
}
