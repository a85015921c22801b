//! The ruleset of a request: a name and overrides.

use engine::ruleset::{
    BullRows, CaptureLap, Chain, EndCheck, Endless, Layout, Opening, OwnSeed, Privilege, Relay, Remaining,
    SingleSeed, SowIntoSpecial, Sowing, SpecialMove, SpecialPit, StartFilter,
};
use engine::{BySide, Preset, Ruleset, RulesetDraft};

use super::Fault;
use super::json::{Json, Members};

/// The ruleset that a request names and changes.
pub(super) fn ruleset(request: &Members<'_>) -> Result<Ruleset, Fault> {
    let name = request.get("ruleset").and_then(Json::string);
    let preset = name.as_deref().and_then(Preset::from_id);
    let preset = preset.ok_or_else(|| Fault::bad("unknown ruleset"))?;
    let Some(params) = request.get("params") else {
        return Ok(preset.ruleset());
    };
    let params = params.object().ok_or_else(|| Fault::bad("params is no object"))?;
    let mut draft = sized(preset, &params).ok_or_else(|| Fault::bad("bad pits or setup"))?;
    for (name, _) in params.iter() {
        // Null counts as absent, but only for a name that exists.
        let known = set(&mut draft, name, params.get(name));
        known.ok_or_else(|| Fault::bad(format!("bad parameter {name:?}")))?;
    }
    draft.check().map_err(|problems| Fault::bad(engine::ruleset::Problems(problems).to_string()))
}

/// The preset's draft with `pits` and `setup`, which depend on each other.
fn sized(preset: Preset, params: &Members<'_>) -> Option<RulesetDraft> {
    let pits = match params.get("pits") {
        None => None,
        Some(value) => Some(value.within::<u8>()?),
    };
    let Some(setup) = params.get("setup") else {
        return Some(preset.draft_with_size(pits, None));
    };
    let setup = layout(setup)?;
    let length = match setup.pattern() {
        Some(row) => Some(row.len()),
        None => rows_length(&setup),
    };
    let mut draft = preset.draft();
    // Rows fix the number of pits; whether a given number agrees is for the check to say.
    draft.pits = match (pits, length) {
        (Some(pits), _) => pits,
        (None, Some(length)) => u8::try_from(length).ok()?,
        (None, None) => draft.pits,
    };
    draft.setup = setup;
    Some(draft)
}

fn rows_length(setup: &Layout) -> Option<usize> {
    if let Layout::Rows(rows) = setup { Some(rows.south.len()) } else { None }
}

fn layout(value: Json<'_>) -> Option<Layout> {
    if let Some(name) = value.string() {
        return Layout::from_id(&name);
    }
    if value.text().starts_with('[') {
        return Some(Layout::Rows(BySide::both(row(value)?)));
    }
    let rows = value.object()?;
    let (south, north) = (rows.get("south")?, rows.get("north")?);
    Some(Layout::Rows(BySide::new(row(south)?, row(north)?)))
}

/// A row of seeds.
pub(super) fn row(value: Json<'_>) -> Option<Vec<u16>> {
    value.list()?.into_iter().map(Json::within).collect()
}

/// Sets one knob; `None` for an unknown name or a wrong value.
fn set(draft: &mut RulesetDraft, name: &str, value: Option<Json<'_>>) -> Option<()> {
    match name {
        // Already seen to by `sized`.
        "pits" | "setup" => Some(()),
        "seeds_per_pit" => put(&mut draft.seeds_per_pit, value, Json::within),
        "opening" => word(&mut draft.opening, value, Opening::from_id),
        "direction" => word(&mut draft.direction, value, Sowing::from_id),
        "direction_privilege" => word(&mut draft.direction_privilege, value, Privilege::from_id),
        "relay" => word(&mut draft.relay, value, Relay::from_id),
        "skip_origin" => put(&mut draft.skip_origin, value, Json::boolean),
        "single_seed" => word(&mut draft.single_seed, value, SingleSeed::from_id),
        "start_filter" => word(&mut draft.start_filter, value, StartFilter::from_id),
        "capture_max" => put(&mut draft.capture_max, value, |most| at_most(most, u16::MAX.into())),
        "capture_lap" => word(&mut draft.capture_lap, value, CaptureLap::from_id),
        "own_seed" => word(&mut draft.own_seed, value, OwnSeed::from_id),
        "chain" => word(&mut draft.chain, value, Chain::from_id),
        "special_pit" => word(&mut draft.special_pit, value, SpecialPit::from_id),
        "bull_single" => put(&mut draft.bull_single, value, Json::boolean),
        "bull_pair" => put(&mut draft.bull_pair, value, Json::boolean),
        "bull_rows" => word(&mut draft.bull_rows, value, BullRows::from_id),
        "sow_into_special" => word(&mut draft.sow_into_special, value, SowIntoSpecial::from_id),
        "special_move" => word(&mut draft.special_move, value, SpecialMove::from_id),
        "end_check" => word(&mut draft.end_check, value, EndCheck::from_id),
        "remaining" => word(&mut draft.remaining, value, Remaining::from_id),
        "stop_at_majority" => put(&mut draft.stop_at_majority, value, Json::boolean),
        "endless" => word(&mut draft.endless, value, Endless::from_id),
        "max_laps" => put(&mut draft.max_laps, value, Json::within),
        "repetition" => put(&mut draft.repetition, value, Json::within),
        "no_progress" => put(&mut draft.no_progress, value, |plies| Some(Some(plies.within()?))),
        _ => None,
    }
}

fn put<'a, T>(knob: &mut T, value: Option<Json<'a>>, read: impl FnOnce(Json<'a>) -> Option<T>) -> Option<()> {
    if let Some(value) = value {
        *knob = read(value)?;
    }
    Some(())
}

fn word<T>(knob: &mut T, value: Option<Json<'_>>, from_id: impl FnOnce(&str) -> Option<T>) -> Option<()> {
    put(knob, value, |value| from_id(&value.string()?))
}

/// A limit from 1 up. There is no upper end on the wire: whatever is beyond the seeds a game can
/// have limits nothing.
fn at_most(value: Json<'_>, cap: i64) -> Option<Option<u16>> {
    let most = value.integer().filter(|&most| most >= 0)?;
    u16::try_from(most.min(cap)).ok().map(Some)
}
