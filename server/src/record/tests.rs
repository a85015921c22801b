//! Records of games at random: what is written is read, what is read is written again, and whatever is
//! changed in between is found where it was changed.

mod games;
mod hostile;

use engine::{Preset, SeriesGoal};
use proptest::prelude::*;
use protocol::event::Event;
use protocol::http::record::{RecordFault, RecordFaultCode};
use protocol::{ServerFrame, Snapshot};

use super::model::{Mark, Record};
use super::{Told, collect, file, json, parse, print, read, read_json, read_text, rebuild};
use crate::room::{Room, view};
use games::{Dice, a_record, with_special_moves};

/// What holds of every record.
fn holds(record: &Record) {
    let text = print::record(record);
    let parsed = parse::record(&text).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    assert_eq!(print::record(&parsed), text, "what was read is written as it was");
    let told = rebuild::told(&parsed).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    let written = json(&told, &[]).unwrap();
    if record.room.rules.is_none() {
        assert_eq!(print::record(&collect::record(&told)), text, "the stream tells the same games");
        let read = file::read(&written).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
        assert_eq!(read, told, "the JSON lacks nothing");
        is_a_room(&told);
    }
}

/// A room folded from the same events comes to the same table, move by move.
fn is_a_room(told: &Told) {
    let mut room = Room::default();
    for frame in &told.frames {
        match frame {
            ServerFrame::Snap(Snapshot::Table { view, .. }) => {
                room.apply(0, &Event::Opened { settings: view.settings.clone() });
            }
            ServerFrame::Events { t, e, .. } => {
                for event in e {
                    room.apply(*t, event);
                    if let Event::Stood { after, .. } = event {
                        let game = view::table(&room).and_then(|view| view.game).expect("a game is played");
                        assert_eq!(game.position, *after);
                    }
                    if let Event::GameEnded { series, .. } = event {
                        assert_eq!(view::table(&room).map(|view| view.series), Some(series.clone()));
                    }
                }
            }
            _ => panic!("a story has no such frame"),
        }
    }
}

fn presets() -> impl Strategy<Value = Preset> {
    proptest::sample::select(Preset::ALL)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn games_of_every_preset_are_written_and_read(preset in presets(), seed in any::<u64>()) {
        holds(&a_record(preset, &mut Dice(seed)));
    }

    #[test]
    fn special_moves_are_written_and_read(seed in any::<u64>()) {
        holds(&with_special_moves(&mut Dice(seed)));
    }

    #[test]
    fn a_fault_of_the_text_is_found_at_its_ply(preset in presets(), seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let record = a_record(preset, &mut dice);
        let Some(planted) = games::plant(&record, &mut dice) else { return Ok(()) };
        let text = print::record(&planted.record);
        let fault = read_text(&text).expect_err("a fault was planted");
        prop_assert_eq!(fault.game, Some(planted.game), "{:?}\n{}", fault, text);
        prop_assert_eq!(fault.ply, Some(planted.ply), "{:?}\n{}", fault, text);
        prop_assert!(planted.codes.contains(&fault.code), "{:?} {:?}\n{}", fault, planted.codes, text);
        prop_assert!(fault.line.is_some() && fault.column.is_some());
    }

    #[test]
    fn a_fault_of_the_json_is_found_at_its_ply(preset in presets(), seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let mut told = rebuild::told(&a_record(preset, &mut dice)).expect("it is true");
        let Some((game, ply, code)) = games::plant_in_stream(&mut told, &mut dice) else { return Ok(()) };
        let fault = read_json(&json(&told, &[]).expect("it is written")).expect_err("a fault was planted");
        prop_assert_eq!((fault.game, fault.ply, fault.code), (Some(game), Some(ply), code), "{:?}", fault);
        prop_assert!(fault.line.is_some_and(|line| line > 2));
    }
}

#[test]
fn every_preset_and_every_kind_of_mark_comes_up() {
    let (mut tried, mut back, mut hands, mut bulls, mut races, mut directions) = (0, 0, 0, 0, 0, 0);
    let mut goals = Vec::new();
    for &preset in Preset::ALL {
        for seed in 0..12 {
            let record = a_record(preset, &mut Dice(seed));
            holds(&record);
            goals.push(record.room.series);
            for game in &record.games {
                races += usize::from(game.race.is_some());
                for (_, mark) in &game.marks {
                    match mark {
                        Mark::Tried { .. } => tried += 1,
                        Mark::Back(_) => back += 1,
                        Mark::Hand(_) => hands += 1,
                        Mark::Played(played) => {
                            bulls += played.bulls;
                            directions += usize::from(played.mv.to_string().ends_with(['L', 'R']));
                        }
                    }
                }
            }
        }
    }
    for (what, count) in
        [("tries", tried), ("takebacks", back), ("hands", hands), ("bulls", bulls), ("races", races)]
    {
        assert!(count > 10, "{what}: {count}");
    }
    assert!(directions > 0, "no direction was chosen");
    assert!(goals.contains(&SeriesGoal::EvenSpread));
    assert!(goals.iter().any(|goal| matches!(goal, SeriesGoal::Refill { .. })));
}

/// The example of `docs/record.md` is a record, and says what the page says of it.
#[test]
fn the_example_of_the_documentation_is_true() {
    let page = include_str!("../../../docs/record.md");
    let example = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = example.expect("the page has an example");
    let record = parse::record(example).unwrap_or_else(|fault| panic!("{fault:?}"));
    assert_eq!(print::record(&record), example);
    let reply = read(example).unwrap_or_else(|fault| panic!("{fault:?}"));
    assert_eq!(usize::from(reply.games), record.games.len());
    assert!(record.games.iter().any(|game| game.marks.iter().any(|(_, mark)| matches!(mark, Mark::Back(_)))));
}

/// What a reader says of a text.
fn said(text: &str) -> RecordFault {
    match read(text) {
        Ok(reply) => panic!("{} games were read:\n{text}", reply.games),
        Err(fault) => *fault,
    }
}

fn codes(text: &str) -> RecordFaultCode {
    said(text).code
}
