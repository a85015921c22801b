//! Moves in requests.
//!
//! What is not written like a move is a `bad_request`; a number that no pit or heap can have is
//! well written and simply not allowed.

use engine::{Direction, Illegal, Move};

use super::Fault;
use super::json::{Json, Members};

/// A move that is written well.
pub(super) enum Asked {
    /// The engine can look at it.
    Move(Move),
    /// It names something that cannot exist on any board.
    Never(Illegal),
}

/// Reads a move.
pub(super) fn read(value: Json<'_>) -> Result<Asked, Fault> {
    value.object().and_then(|members| asked(&members)).ok_or_else(|| Fault::bad("malformed move"))
}

fn asked(members: &Members<'_>) -> Option<Asked> {
    match (members.get("pit"), members.get("special")) {
        (Some(pit), None) => sow(pit, members.get("directions")),
        (None, Some(special)) => redistribute(&special.object()?),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

fn sow(pit: Json<'_>, directions: Option<Json<'_>>) -> Option<Asked> {
    let pit = pit.integer()?;
    let directions = match directions {
        None => Vec::new(),
        Some(list) => {
            let words = list.list()?.into_iter();
            words.map(|word| Direction::from_id(&word.string()?)).collect::<Option<_>>()?
        }
    };
    Some(match u8::try_from(pit) {
        Ok(pit) => Asked::Move(Move::Sow { pit, directions }),
        Err(_) => Asked::Never(Illegal::NoSuchPit),
    })
}

fn redistribute(special: &Members<'_>) -> Option<Asked> {
    let lift = special.get("lift")?.list()?;
    let lift = lift.into_iter().map(Json::integer).collect::<Option<Vec<_>>>()?;
    let mut heaps = Vec::new();
    for (pit, seeds) in special.get("lay")?.object()?.iter() {
        let pit = Json::parse(pit).filter(|number| number.text() == pit)?.integer()?;
        let seeds = seeds.integer().filter(|&seeds| seeds > 0)?;
        heaps.push((pit, seeds));
    }
    Some(possible(&lift, &heaps))
}

fn possible(lift: &[i64], heaps: &[(i64, i64)]) -> Asked {
    let &[one, two] = lift else {
        return Asked::Never(Illegal::LiftTwice);
    };
    let (Ok(one), Ok(two)) = (u8::try_from(one), u8::try_from(two)) else {
        return Asked::Never(Illegal::NoSuchPit);
    };
    let mut lay = Vec::new();
    for &(pit, seeds) in heaps {
        let Ok(pit) = u8::try_from(pit) else {
            return Asked::Never(Illegal::BadLay);
        };
        let Ok(seeds) = u16::try_from(seeds) else {
            return Asked::Never(Illegal::LayCount);
        };
        lay.push((pit, seeds));
    }
    lay.sort_unstable();
    Asked::Move(Move::Redistribute { lift: [one, two], lay })
}
