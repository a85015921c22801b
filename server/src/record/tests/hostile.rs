//! Files that were made to do harm, or by somebody in a hurry.

use std::time::{Duration, Instant};

use engine::Preset;
use proptest::prelude::*;
use protocol::http::record::{RECORD_BYTES, RecordFaultCode};

use super::games::{Dice, a_record};
use super::{codes, json, print, read, rebuild, said};

/// Until a file of the largest size must be answered, by a build without optimisation.
const PATIENCE: Duration = Duration::from_secs(20);

fn a_text() -> String {
    (0..99)
        .map(|seed| a_record(Preset::EnDodoi, &mut Dice(seed)))
        .find(|record| !record.room.practice)
        .map(|record| print::record(&record))
        .unwrap()
}

fn with(tag: &str, value: &str) -> String {
    let begins = format!("[{tag} ");
    let text = a_text();
    assert!(text.contains(&begins), "the tag is there");
    let lines = text.lines().map(|line| match line.starts_with(&begins) {
        true => format!("[{tag} \"{value}\"]\n"),
        false => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn what_nobody_may_be_called_is_refused_in_its_line() {
    for name in [
        "Admin",
        "a\u{202e}b",
        "pаypal",
        "x",
        "<b>x</b>",
        "a\u{200b}b",
        "🦩🦩",
        "a\u{301}\u{301}\u{301}\u{301}\u{301}b",
    ] {
        let fault = said(&with("TeamSouth", name));
        assert_eq!((fault.code, fault.game), (RecordFaultCode::BadName, Some(1)), "{name:?}");
        assert!(fault.line.is_some_and(|line| line > 5));
        assert!(!fault.detail.contains(['\u{202e}', '\u{200b}']), "{}", fault.detail);
    }
    assert_eq!(codes(&with("TeamSouth", "Anna, Anna")), RecordFaultCode::BadTag);
    assert_eq!(codes(&with("TeamSouth", "Anna (bot)")), RecordFaultCode::BadName);
    assert_eq!(codes(&with("Event", "a\u{202e}b")), RecordFaultCode::BadTag);
}

#[test]
fn what_is_not_played_here_is_named() {
    use RecordFaultCode::{BadSettings, BadTag, NotPlayed, Numbering, UnknownGame, UnknownRules};
    for (tag, value, code) in [
        ("Game", "bao", UnknownGame),
        ("Board", "2x255 of 4", BadSettings),
        ("Board", "2x99999999999 of 4", BadTag),
        ("RulesVersion", "2", UnknownRules),
        ("RulesVersion", "99999999999999999999", BadTag),
        ("Enforcement", "vigilant", NotPlayed),
        ("Series", "refill 3", BadSettings),
        ("Series", "wins 0", BadSettings),
        ("Clock", "bank 99999999+5 lose", BadTag),
        ("Round", "2", Numbering),
        ("Round", "65535", Numbering),
        ("Date", "2026.02.30", BadTag),
        ("Starter", "south", BadTag),
        ("Result", "2-0", BadTag),
    ] {
        assert_eq!(codes(&with(tag, value)), code, "{tag} {value}");
    }
    assert_eq!(codes(&a_text().replacen("1. ", "1. !! ", 1)), NotPlayed);
    assert_eq!(codes(&a_text().replacen("1. ", "2. ", 1)), Numbering);
}

#[test]
fn what_is_no_record_is_said_to_be_none() {
    for text in ["", " \n\n", ";x", "\u{feff}"] {
        assert_eq!(codes(text), RecordFaultCode::NoGames, "{text:?}");
    }
    for text in ["1. e4 e5", "hello", "1-0", "*"] {
        assert_eq!(codes(text), RecordFaultCode::NotARecord, "{text:?}");
    }
    for text in ["[Event \"x\"]", "[Event \"x\"] {", "\u{0}", "]", "\""] {
        assert!(read(text).is_err(), "{text:?}");
    }
}

#[test]
fn the_largest_files_are_answered_in_time() {
    let head = a_text();
    let moves = head.rfind("\n\n").unwrap_or(head.len() / 2);
    let fill = |piece: &str| piece.repeat((RECORD_BYTES - head.len()) / piece.len());
    let junk: String =
        (0..RECORD_BYTES / 2).map(|at| char::from(b' ' + u8::try_from(at * 7 % 95).unwrap())).collect();
    let mut files = vec![
        fill("["),
        fill("{"),
        fill("[a \"b\"]"),
        fill("\""),
        fill("{\"a\":"),
        fill("9"),
        fill("é "),
        junk,
        format!("{{\"format\":\"sindillo-record\",\"version\":1,\"rules\":[],\"frames\":[{}0]}}", fill("0,")),
    ];
    for piece in [
        "{x} ",
        "1. ",
        "^Naserian ",
        "~5 ",
        "<<1 ",
        "5 ",
        "5+1 ",
        "1-0 ",
        "^- ",
        "; x\n",
        "{[%clk 0:00:01]} ",
    ] {
        files.push(format!("{}\n\n{}", &head[..moves], fill(piece)));
    }
    for file in files {
        let begun = Instant::now();
        assert!(read(&file).is_err());
        let took = begun.elapsed();
        assert!(took < PATIENCE, "{took:?} for {}…", file.chars().take(60).collect::<String>());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    /// A true record with a piece exchanged, left out or doubled is answered, whatever it has become.
    #[test]
    fn a_record_that_was_tampered_with_is_answered(
        seed in any::<u64>(),
        json_form in any::<bool>(),
        from in any::<prop::sample::Index>(),
        length in 0_usize..40,
        by in "(|[ -~]{1,8}|[0-9]{1,24}|\\PC{1,3}|\n)",
    ) {
        let record = a_record(Preset::Enkeshui, &mut Dice(seed));
        let whole = if json_form {
            json(&rebuild::told(&record).expect("it is true"), &[]).expect("it is written")
        } else {
            print::record(&record)
        };
        let chars: Vec<char> = whole.chars().collect();
        let from = from.index(chars.len());
        let to = (from + length).min(chars.len());
        let changed: String =
            chars[..from].iter().copied().chain(by.chars()).chain(chars[to..].iter().copied()).collect();
        let _ = read(&changed);
    }

    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        let _ = read(&text);
    }
}
