//! What the engine's types look like as JSON, and that only possible values are read.

#![allow(clippy::unwrap_used, reason = "in a test, what cannot be unwrapped has failed")]

use engine::{Lap, Move, Position, Preset, Ruleset, RulesetDraft, Turn};
use serde_json::{Value, from_value, json, to_value};

fn position() -> Value {
    json!({
        "pits": [0, 4, 0, 0, 5, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0],
        "bulls": [{"pit": 1, "owner": "south"}, {"pit": 4, "owner": "north"}],
        "captured": {"south": 15, "north": 17},
        "turn": "south",
        "first_turn": false,
        "special_used": {"south": false, "north": true},
    })
}

#[test]
fn a_position_is_its_pits_in_ring_order() {
    let read: Position = from_value(position()).unwrap();
    assert_eq!(read.to_string(), "0,4s,0,0,5n,0,0,2/1,0,0,0,0,0,0,0 15:17 S n");
    assert_eq!(to_value(read).unwrap(), position());
}

#[test]
fn impossible_positions_are_refused_with_all_reasons() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut value = position();
        change(&mut value);
        from_value::<Position>(value).unwrap_err().to_string()
    };
    let both = refused(&|value| {
        value["bulls"] = json!([{"pit": 0, "owner": "south"}, {"pit": 16, "owner": "south"}]);
    });
    assert!(both.contains("holds no seed") && both.contains("no pit 16"), "{both}");
    assert!(refused(&|value| value["pits"] = json!([1, 2, 3])).contains("North's 2"));
    assert!(refused(&|value| value["pits"] = json!([])).contains("2 to 50"));
    assert!(refused(&|value| value["captured"]["south"] = json!(9_999)).contains("10000"));
    refused(&|value| value["captured"]["south"] = json!(-1));
    refused(&|value| value["turn"] = json!("East"));
    refused(&|value| value["turn"] = Value::Null);
}

#[test]
fn a_turn_is_read_back_and_its_laps_are_short() {
    let rules = Preset::EnDodoi.ruleset();
    let turn = rules.opening_position().unwrap().play(&rules, &Move::sow(8)).unwrap();
    let value = to_value(&turn).unwrap();
    assert_eq!(
        value["trace"]["laps"],
        json!([[7, 4, 1, 11], [11, 5, 1, 0], [0, 5, 1, 5], [5, 5, 1, 10], [10, 6, 1, 0]])
    );
    assert_eq!(value["trace"]["end"], "capture");
    assert_eq!(value["trace"]["taken"], json!([[15, 6], [0, 1]]));
    assert_eq!(from_value::<Turn>(value).unwrap(), turn);
    assert!(from_value::<Lap>(json!([0, 4, 0, 4])).is_err());
    assert!(from_value::<Lap>(json!([0, 4, 1])).is_err());
}

#[test]
fn a_move_is_its_text() {
    for text in ["8", "8LR", "3+4=1:1,2:1,8:3"] {
        let mv: Move = from_value(json!(text)).unwrap();
        assert_eq!(to_value(mv).unwrap(), json!(text));
    }
    assert!(from_value::<Move>(json!(8)).is_err());
    assert!(from_value::<Move>(json!("8X")).is_err());
}

#[test]
fn rulesets_carry_the_names_of_the_referee_format() {
    for &preset in Preset::ALL {
        assert_eq!(to_value(preset).unwrap(), json!(preset.id()));
        let value = to_value(preset.ruleset()).unwrap();
        assert_eq!(from_value::<Ruleset>(value).unwrap(), preset.ruleset());
    }
    let value = to_value(Preset::Enkeshui.ruleset()).unwrap();
    assert_eq!(value["setup"], "8A");
    assert_eq!(value["capture_lap"], "first_lap_only");
    assert_eq!(value["no_progress"], Value::Null);
    // What is left out is the default, and what does not go together is refused.
    let draft: RulesetDraft = from_value(json!({"pits": 1, "max_laps": 0})).unwrap();
    assert_eq!(draft.check().unwrap_err().len(), 2);
    assert!(from_value::<Ruleset>(json!({"pits": 6})).is_ok());
    assert!(from_value::<Ruleset>(json!({"pits": 51})).is_err());
    assert!(from_value::<Ruleset>(json!({"Pits": 6})).is_err());
}
