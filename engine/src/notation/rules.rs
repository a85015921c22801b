//! Rulesets as text: a preset and the knobs that differ from it.

use std::fmt::Write;

use super::{NotationError, number};
use crate::ruleset::{
    BullRows, CaptureLap, Chain, EndCheck, Endless, Layout, Opening, OwnSeed, Preset, Privilege, Relay,
    Remaining, Ruleset, RulesetDraft, SingleSeed, SowIntoSpecial, Sowing, SpecialMove, SpecialPit,
    StartFilter,
};
use crate::side::BySide;

/// The preset and the differing knobs, `"enkeshui max_laps=500"`.
///
/// Any ruleset can be written from any preset; `preset` only decides how short the text is.
#[must_use]
pub fn print_rules(preset: Preset, rules: &RulesetDraft) -> String {
    let mut text = String::from(preset.id());
    let base = knobs(&preset.draft());
    for ((name, value), (_, usual)) in knobs(rules).into_iter().zip(base) {
        if value != usual {
            // Writing to a string cannot fail.
            let _ = write!(text, " {name}={value}");
        }
    }
    text
}

/// The preset and the ruleset of a text, which must be as [`print_rules`] gives it.
///
/// # Errors
/// When it is anything else.
pub fn parse_rules(text: &str) -> Result<(Preset, Ruleset), NotationError> {
    let fail = || NotationError::new("a ruleset", text);
    let mut words = text.split(' ');
    let preset = words.next().and_then(Preset::from_id).ok_or_else(fail)?;
    let mut draft = preset.draft();
    for word in words {
        let (name, value) = word.split_once('=').ok_or_else(fail)?;
        set(&mut draft, name, value).ok_or_else(fail)?;
    }
    let rules = draft.check().map_err(|_| fail())?;
    if print_rules(preset, &rules) == text { Ok((preset, rules)) } else { Err(fail()) }
}

fn knobs(draft: &RulesetDraft) -> Vec<(&'static str, String)> {
    vec![
        ("pits", draft.pits.to_string()),
        ("setup", print_layout(&draft.setup)),
        ("seeds_per_pit", draft.seeds_per_pit.to_string()),
        ("opening", draft.opening.id().into()),
        ("direction", draft.direction.id().into()),
        ("direction_privilege", draft.direction_privilege.id().into()),
        ("relay", draft.relay.id().into()),
        ("skip_origin", draft.skip_origin.to_string()),
        ("single_seed", draft.single_seed.id().into()),
        ("start_filter", draft.start_filter.id().into()),
        ("capture_max", draft.capture_max.map_or("none".into(), |most| most.to_string())),
        ("capture_lap", draft.capture_lap.id().into()),
        ("own_seed", draft.own_seed.id().into()),
        ("chain", draft.chain.id().into()),
        ("special_pit", draft.special_pit.id().into()),
        ("bull_single", draft.bull_single.to_string()),
        ("bull_pair", draft.bull_pair.to_string()),
        ("bull_rows", draft.bull_rows.id().into()),
        ("sow_into_special", draft.sow_into_special.id().into()),
        ("special_move", draft.special_move.id().into()),
        ("end_check", draft.end_check.id().into()),
        ("remaining", draft.remaining.id().into()),
        ("stop_at_majority", draft.stop_at_majority.to_string()),
        ("endless", draft.endless.id().into()),
        ("max_laps", draft.max_laps.to_string()),
        ("repetition", draft.repetition.to_string()),
        ("no_progress", draft.no_progress.map_or("none".into(), |plies| plies.to_string())),
    ]
}

fn set(draft: &mut RulesetDraft, name: &str, value: &str) -> Option<()> {
    match name {
        "pits" => draft.pits = number(value)?,
        "setup" => draft.setup = parse_layout(value)?,
        "seeds_per_pit" => draft.seeds_per_pit = number(value)?,
        "opening" => draft.opening = Opening::from_id(value)?,
        "direction" => draft.direction = Sowing::from_id(value)?,
        "direction_privilege" => draft.direction_privilege = Privilege::from_id(value)?,
        "relay" => draft.relay = Relay::from_id(value)?,
        "skip_origin" => draft.skip_origin = value.parse().ok()?,
        "single_seed" => draft.single_seed = SingleSeed::from_id(value)?,
        "start_filter" => draft.start_filter = StartFilter::from_id(value)?,
        "capture_max" => draft.capture_max = optional(value)?,
        "capture_lap" => draft.capture_lap = CaptureLap::from_id(value)?,
        "own_seed" => draft.own_seed = OwnSeed::from_id(value)?,
        "chain" => draft.chain = Chain::from_id(value)?,
        "special_pit" => draft.special_pit = SpecialPit::from_id(value)?,
        "bull_single" => draft.bull_single = value.parse().ok()?,
        "bull_pair" => draft.bull_pair = value.parse().ok()?,
        "bull_rows" => draft.bull_rows = BullRows::from_id(value)?,
        "sow_into_special" => draft.sow_into_special = SowIntoSpecial::from_id(value)?,
        "special_move" => draft.special_move = SpecialMove::from_id(value)?,
        "end_check" => draft.end_check = EndCheck::from_id(value)?,
        "remaining" => draft.remaining = Remaining::from_id(value)?,
        "stop_at_majority" => draft.stop_at_majority = value.parse().ok()?,
        "endless" => draft.endless = Endless::from_id(value)?,
        "max_laps" => draft.max_laps = number(value)?,
        "repetition" => draft.repetition = number(value)?,
        "no_progress" => draft.no_progress = optional(value)?,
        _ => return None,
    }
    Some(())
}

/// `"none"` or a number.
fn optional<N: std::str::FromStr>(value: &str) -> Option<Option<N>> {
    if value == "none" { Some(None) } else { number(value).map(Some) }
}

/// The name of a layout, or its rows: `"0,4,4/4,4,0"`.
fn print_layout(layout: &Layout) -> String {
    match layout {
        Layout::Uniform => "uniform".into(),
        Layout::EightA => "8A".into(),
        Layout::EightB => "8B".into(),
        Layout::TenR => "10R".into(),
        Layout::Twelve => "12".into(),
        Layout::Open => "open".into(),
        Layout::Rows(rows) => {
            let row = |row: &Vec<u16>| {
                let seeds: Vec<String> = row.iter().map(u16::to_string).collect();
                seeds.join(",")
            };
            format!("{}/{}", row(&rows.south), row(&rows.north))
        }
    }
}

fn parse_layout(text: &str) -> Option<Layout> {
    if text == "open" {
        return Some(Layout::Open);
    }
    let Some((south, north)) = text.split_once('/') else {
        return Layout::from_id(text);
    };
    let row = |row: &str| row.split(',').map(number).collect::<Option<Vec<u16>>>();
    Some(Layout::Rows(BySide::new(row(south)?, row(north)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_its_own_name() {
        for &preset in Preset::ALL {
            let text = print_rules(preset, &preset.draft());
            assert_eq!(text, preset.id());
            assert_eq!(parse_rules(&text), Ok((preset, preset.ruleset())));
        }
    }

    #[test]
    fn every_ruleset_can_be_written_from_every_preset() {
        for &from in Preset::ALL {
            for &to in Preset::ALL {
                let text = print_rules(from, &to.draft());
                assert_eq!(parse_rules(&text), Ok((from, to.ruleset())), "{text}");
            }
        }
    }

    #[test]
    fn rows_and_limits_are_written_out() {
        let text = "en-dodoi pits=2 setup=3,0/0,3 max_laps=7 no_progress=9";
        let (preset, rules) = parse_rules(text).unwrap();
        assert_eq!(rules.no_progress, Some(9));
        assert_eq!(print_rules(preset, &rules), text);
        for wrong in ["bao", "en-dodoi pits=8", "en-dodoi pits=1", "en-dodoi max_laps=7 pits=6"] {
            assert!(parse_rules(wrong).is_err(), "{wrong}");
        }
    }
}
