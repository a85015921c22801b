//! Positions in requests and answers.

use engine::ruleset::SpecialMove;
use engine::{BySide, OwnedPit, Position, Ruleset, Setup, Side};
use serde_json::{Value, json};

use super::json::{Json, Members};
use super::params::row;
use super::{Answer, Fault};

/// The position of a request.
pub(super) fn read(request: &Members<'_>, rules: &Ruleset) -> Result<Position, Fault> {
    let value = request.get("position").ok_or_else(|| Fault::bad("no position"))?;
    let setup = if value.string().is_some_and(|word| word == "start") {
        let rows = rules.start_rows();
        Setup::of_rows(rows.ok_or_else(|| Fault::bad("the ruleset has no start rows"))?)
    } else {
        let members = value.object().ok_or_else(|| Fault::bad("position is no object"))?;
        arrangement(&members, rules).ok_or_else(|| Fault::bad("malformed position"))?
    };
    setup.position_for(rules).map_err(|problems| Fault::bad(engine::ruleset::Problems(problems).to_string()))
}

fn arrangement(members: &Members<'_>, rules: &Ruleset) -> Option<Setup> {
    Some(Setup {
        rows: BySide::new(row(members.get("south")?)?, row(members.get("north")?)?),
        captured: match members.get("captured") {
            None => BySide::both(0),
            Some(value) => by_side(value, Json::within)?,
        },
        bulls: match members.get("bulls") {
            None => Vec::new(),
            Some(value) => bulls(value, rules)?,
        },
        turn: match members.get("to_move") {
            None => Side::South,
            Some(value) => side(value)?,
        },
        first_turn: match members.get("first_turn") {
            None => false,
            Some(value) => value.boolean()?,
        },
        special_used: match members.get("special_used") {
            None => BySide::both(false),
            Some(value) => by_side(value, Json::boolean)?,
        },
    })
}

fn bulls(value: Json<'_>, rules: &Ruleset) -> Option<Vec<OwnedPit>> {
    let members = value.object()?;
    let owned = members
        .iter()
        .map(|(name, owner)| Some(OwnedPit { pit: rules.ring().parse(name)?, owner: side(owner)? }));
    owned.collect()
}

/// A side by its name.
pub(super) fn side(value: Json<'_>) -> Option<Side> {
    Side::from_id(&value.string()?)
}

/// A value for each side; both must be there.
pub(super) fn by_side<'a, T>(value: Json<'a>, read: impl Fn(Json<'a>) -> Option<T>) -> Option<BySide<T>> {
    let members = value.object()?;
    Some(BySide::new(read(members.get("south")?)?, read(members.get("north")?)?))
}

/// A position for an answer.
pub(super) fn write(position: &Position, rules: &Ruleset) -> Value {
    let ring = position.ring();
    let bulls: Answer = position.bulls().map(|bull| (ring.name(bull.pit), bull.owner.id().into())).collect();
    let mut value = json!({
        "south": position.row(Side::South),
        "north": position.row(Side::North),
        "captured": sides(position.captured()),
        "bulls": bulls,
        "to_move": position.turn().id(),
    });
    if rules.special_move != SpecialMove::Off {
        value["special_used"] = sides(position.special_used());
    }
    value
}

/// A value for each side.
pub(super) fn sides<T: Into<Value>>(values: BySide<T>) -> Value {
    json!({ "south": values.south.into(), "north": values.north.into() })
}
