//! Some worked examples of `docs/rules.md` part 3 through the engine alone. All of them, and many
//! more, go through `sindillo referee`.

#![allow(clippy::unwrap_used, reason = "in a test, what cannot be unwrapped has failed")]

use engine::notation::parse_rules;
use engine::{BySide, Illegal, LapEnd, Move, Outcome, Position, Reason, Ruleset, Winner};

fn rules(text: &str) -> Ruleset {
    parse_rules(text).unwrap().1
}

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

/// How many laps, how the last one ended, what was captured, and the position after the move.
type Expected = (usize, LapEnd, u16, &'static str);

fn check(name: &str, text: &str, before: &str, mv: &str, expected: Expected) {
    let turn = position(before).play(&rules(text), &mv.parse().unwrap()).unwrap();
    let trace = &turn.trace;
    let after = turn.after.to_string();
    let got = (trace.laps.len(), trace.end.unwrap(), trace.captured, after.as_str());
    assert_eq!(got, expected, "{name}");
}

#[test]
fn captures_chains_and_bulls_of_enkeshui() {
    let enkeshui = "enkeshui";
    check(
        "ENK-1",
        enkeshui,
        "0,1,0,0,0,3,0,0/1,0,0,0,2,4,0,1 0:0 S -",
        "2",
        (1, LapEnd::Capture, 7, "0,0,0,0,0,3,0,0/1,0,0,0,0,0,0,1 7:0 N -"),
    );
    check(
        "ENK-2",
        enkeshui,
        "0,1,0,0,0,3,0,0/1,0,0,0,5n,4,0,1 0:0 S -",
        "2",
        (1, LapEnd::Capture, 5, "0,0,0,0,0,3,0,0/1,0,0,0,5n,0,0,1 5:0 N -"),
    );
    check(
        "ENK-4",
        enkeshui,
        "0,0,0,0,0,0,3,0/0,3,0,1,0,0,0,0 0:0 S -",
        "7",
        (1, LapEnd::Bull, 0, "0,0,0,0,0,0,0,1/1,4s,0,1,0,0,0,0 0:0 N -"),
    );
    check(
        "ENK-6",
        enkeshui,
        "3,0,3,2,0,0,0,1/1,0,0,0,0,0,0,0 0:0 S -",
        "1",
        (1, LapEnd::Bull, 0, "0,1,4s,3s,0,0,0,1/1,0,0,0,0,0,0,0 0:0 N -"),
    );
    check(
        "ENK-7",
        enkeshui,
        "0,0,0,0,0,0,3,6s/1,5n,0,0,0,0,0,0 0:0 S -",
        "7",
        (1, LapEnd::InBull, 0, "0,0,0,0,0,0,0,7s/2,6n,0,0,0,0,0,0 0:0 N -"),
    );
    check(
        "ENK-9a",
        enkeshui,
        "0,2,0,1,0,0,0,0/0,0,3,0,0,0,0,2 0:0 S -",
        "2",
        (2, LapEnd::Sleep, 0, "0,0,1,0,1,1,0,0/0,0,3,0,0,0,0,2 0:0 N -"),
    );
    check(
        "ENK-9b",
        "enkeshui capture_lap=any_lap",
        "0,2,0,1,0,0,0,0/0,0,3,0,0,0,0,2 0:0 S -",
        "2",
        (2, LapEnd::Capture, 4, "0,0,1,0,1,0,0,0/0,0,0,0,0,0,0,2 4:0 N -"),
    );
}

#[test]
fn the_direction_privilege_and_the_special_move() {
    let before = "1,0,0,0,0,0,0,9/0,1,0,0,0,0,1,0 0:0 S -";
    check(
        "ENK-10a",
        "enkeshui",
        before,
        "8",
        (2, LapEnd::Sleep, 0, "0,1,1,0,0,0,0,0/1,2,1,1,1,1,2,1 0:0 N -"),
    );
    check(
        "ENK-10b",
        "enkeshui",
        before,
        "8L",
        (5, LapEnd::Sleep, 0, "0,0,0,0,0,0,1,1/2,0,2,0,2,2,0,2 0:0 N -"),
    );
    let rules = rules("enkeshui special_move=once_per_side");
    let before = position("0,0,2,3,0,0,1,0/1,1,0,0,0,0,2,0 0:0 S -");
    let turn = before.play(&rules, &"3+4=1:1,2:1,8:3".parse().unwrap()).unwrap();
    assert_eq!(turn.after.to_string(), "1,1,0,0,0,0,1,3/1,1,0,0,0,0,2,0 0:0 N s");
    let refused = |mv: &str| before.play(&rules, &mv.parse().unwrap()).unwrap_err();
    assert_eq!(refused("3+4=3:2,4:3"), Illegal::NothingChanges);
    assert_eq!(refused("3+3=1:2"), Illegal::LiftTwice);
    assert_eq!(refused("3+5=1:2"), Illegal::EmptyPit);
    assert_eq!(refused("3+4=9:5"), Illegal::BadLay);
    assert_eq!(refused("3+4=1:4"), Illegal::LayCount);
}

#[test]
fn full_circles_and_endless_turns_of_en_dodoi() {
    let six = "en-dodoi pits=6";
    check(
        "DOD-5",
        six,
        "13,1,0,0,0,0/0,0,0,2,0,0 0:0 S -",
        "1",
        (9, LapEnd::Sleep, 0, "0,1,0,3,1,0/1,3,1,4,0,2 0:0 N -"),
    );
    check(
        "DOD-6",
        six,
        "12,1,0,0,0,0/0,0,0,2,0,3 0:0 S -",
        "1",
        (1, LapEnd::Capture, 5, "0,2,1,1,1,1/1,1,1,3,1,0 5:0 N -"),
    );
    check(
        "DOD-10",
        six,
        "0,1,0,4,1,1/0,1,0,1,0,1 0:0 S -",
        "5",
        (24, LapEnd::Sleep, 0, "0,1,0,1,0,1/0,4,1,1,0,1 0:0 N -"),
    );
    let endless = position("0,1,0,1,2,0/1,0,1,0,2,1 0:0 S -");
    let starts = endless.starts(&rules(six));
    assert_eq!((starts.legal, starts.endless), (vec![2, 4], vec![5]));
    assert_eq!(endless.play(&rules(six), &Move::sow(5)), Err(Illegal::Endless));
}

#[test]
fn clockwise_uurs_and_parity() {
    check(
        "LAY-1",
        "layli-goobalay opening=fixed_pit direction=cw",
        "4,4,4,4,4,4/4,4,4,4,4,4 0:0 S f",
        "6",
        (5, LapEnd::Capture, 2, "6,1,6,0,7,2/6,6,0,0,6,6 2:0 N -"),
    );
    check(
        "LAY-2",
        "layli-goobalay",
        "1,0,2,0,0,0/0,0,0,0,3,2 0:0 S -",
        "1",
        (1, LapEnd::Uur, 0, "0,2s,2,0,0,0/0,0,0,0,2s,2 0:0 N -"),
    );
    check(
        "CRO-2",
        "cross-endodoi seeds_per_pit=6",
        "6,6,6,6,6,6/6,6,6,6,6,6 0:0 S -",
        "2",
        (14, LapEnd::Capture, 17, "9,0,4,3,0,2/4,8,7,16,0,2 17:0 N -"),
    );
}

#[test]
fn what_is_left_goes_to_its_owner() {
    let end = |text: &str, before: &str| position(before).outcome(&rules(text));
    let stuck = |south, north, winner| {
        Some(Outcome { reason: Reason::Stuck, score: BySide::new(south, north), winner })
    };
    let enk_13 = "0,4s,0,0,5n,0,0,0/2,0,0,4s,0,1,0,0 15:17 S -";
    assert_eq!(end("enkeshui", enk_13), stuck(23, 25, Winner::North));
    let ndo_6 = "0,0,0,0,0,0,1,1/1,0,0,3,0,0,0,0 12:14 S -";
    assert_eq!(end("ndoto", ndo_6), stuck(14, 18, Winner::North));
    assert_eq!(end("ndoto remaining=other_side", ndo_6), stuck(12, 20, Winner::North));
    let lay_7 = "2s,0,0,0,3n,0/2n,0,1,3s,0,4 13:20 S -";
    assert_eq!(end("layli-goobalay", lay_7), stuck(18, 30, Winner::North));
}
