//! What was agreed, as the values of tags and back.

use engine::notation::parse_rules;
use engine::{Preset, SeriesGoal};
use protocol::RoomSettings;
use protocol::settings::{Clock, FlagPolicy, GameChoice, StarterRule, Visibility};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::model::Gathering;
use crate::room::settings::{Agreed, check, defaults};

/// The word of a value on the wire, for values that are one word there.
pub(super) fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(_) | Err(_) => String::new(),
    }
}

/// The value of a word.
pub(super) fn of_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}

/// `2x50 of 4`: rows, pits in a row, seeds in a pit.
pub(super) fn board(choice: GameChoice) -> String {
    format!("2x{} of {}", choice.pits, choice.seeds_per_pit)
}

pub(super) fn read_board(preset: Preset, text: &str) -> Option<GameChoice> {
    let (pits, seeds) = text.strip_prefix("2x")?.split_once(" of ")?;
    Some(GameChoice { preset, pits: number(pits)?, seeds_per_pit: number(seeds)? })
}

pub(super) fn series(goal: SeriesGoal) -> String {
    match goal {
        SeriesGoal::Single => "single".to_owned(),
        SeriesGoal::FirstToWins { wins } => format!("wins {wins}"),
        SeriesGoal::FirstToSeeds { seeds } => format!("seeds {seeds}"),
        SeriesGoal::Refill { max_games } => format!("refill {max_games}"),
        SeriesGoal::EvenSpread => "even-spread".to_owned(),
    }
}

pub(super) fn read_series(text: &str) -> Option<SeriesGoal> {
    Some(match text.split_once(' ') {
        None if text == "single" => SeriesGoal::Single,
        None if text == "even-spread" => SeriesGoal::EvenSpread,
        Some(("wins", wins)) => SeriesGoal::FirstToWins { wins: number(wins)? },
        Some(("seeds", seeds)) => SeriesGoal::FirstToSeeds { seeds: number(seeds)? },
        Some(("refill", games)) => SeriesGoal::Refill { max_games: number(games)? },
        None | Some(_) => return None,
    })
}

/// `bank 600+5 lose`: the kind, seconds, and what happens at zero.
pub(super) fn clock(clock: Clock) -> String {
    let (text, flag) = match clock {
        Clock::None => return "none".to_owned(),
        Clock::PerMove { ms, flag } => (format!("move {}", seconds(ms)), flag),
        Clock::Bank { ms, increment_ms, flag } => {
            (format!("bank {}+{}", seconds(ms), seconds(increment_ms)), flag)
        }
        Clock::ByoYomi { ms, periods, period_ms, flag } => {
            (format!("byo-yomi {}+{periods}x{}", seconds(ms), seconds(period_ms)), flag)
        }
        Clock::Slow { ms, flag } => (format!("slow {}", seconds(ms)), flag),
    };
    format!("{text} {}", word(&flag))
}

pub(super) fn read_clock(text: &str) -> Option<Clock> {
    if text == "none" {
        return Some(Clock::None);
    }
    let mut words = text.split(' ');
    let (kind, times, flag) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let flag: FlagPolicy = of_word(flag)?;
    Some(match kind {
        "move" => Clock::PerMove { ms: read_seconds(times)?, flag },
        "slow" => Clock::Slow { ms: read_seconds(times)?, flag },
        "bank" => {
            let (bank, increment) = times.split_once('+')?;
            Clock::Bank { ms: read_seconds(bank)?, increment_ms: read_seconds(increment)?, flag }
        }
        "byo-yomi" => {
            let (bank, rest) = times.split_once('+')?;
            let (periods, period) = rest.split_once('x')?;
            let (ms, period_ms) = (read_seconds(bank)?, read_seconds(period)?);
            Clock::ByoYomi { ms, periods: number(periods)?, period_ms, flag }
        }
        _ => return None,
    })
}

/// The settings of a room in which such games can have been played. What a text does not say is as it
/// is usual for the game.
pub(super) fn room(gathering: &Gathering, team_max: usize, races: bool) -> RoomSettings {
    let usual = defaults(gathering.choice.preset);
    let mut settings = RoomSettings {
        title: gathering.title.clone(),
        visibility: Visibility::Unlisted,
        game: gathering.choice,
        series: gathering.series,
        starter: if races { StarterRule::Race } else { StarterRule::Toss },
        team_max: usual.team_max.max(u8::try_from(team_max).unwrap_or(u8::MAX)),
        clock: gathering.clock,
        practice: gathering.practice,
        stand: protocol::settings::Stand::default(),
        rated: false,
        decision: usual.decision,
    };
    settings.decision.mode = gathering.mode;
    settings
}

/// What was agreed, with the rules of the first game of a match; nothing where no room can have agreed
/// on it.
pub(super) fn agreed(gathering: &Gathering, team_max: usize, races: bool) -> Result<Agreed, String> {
    let settings = room(gathering, team_max, races);
    let mut agreed = check(&settings).map_err(|problems| format!("{problems:?}"))?;
    if let Some(text) = &gathering.rules {
        let (preset, rules) = parse_rules(text).map_err(|error| error.to_string())?;
        if (preset, rules.pits) != (settings.game.preset, settings.game.pits) {
            return Err("the rules are those of another game or board".to_owned());
        }
        agreed.rules = rules;
    }
    Ok(agreed)
}

/// A number as it would be printed.
pub(super) fn number<N: std::str::FromStr + ToString>(text: &str) -> Option<N> {
    text.parse::<N>().ok().filter(|number| number.to_string() == text)
}

fn seconds(ms: u32) -> String {
    match ms % 1_000 {
        0 => format!("{}", ms / 1_000),
        rest => format!("{}.{rest:03}", ms / 1_000),
    }
}

fn read_seconds(text: &str) -> Option<u32> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, "000"));
    let rest: u32 = rest.parse().ok().filter(|_| rest.len() == 3)?;
    let ms = number::<u32>(whole)?.checked_mul(1_000)?.checked_add(rest)?;
    (seconds(ms) == text).then_some(ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let flag = FlagPolicy::PassHand;
        for given in [
            Clock::None,
            Clock::PerMove { ms: 1_500, flag },
            Clock::Bank { ms: 600_000, increment_ms: 0, flag },
            Clock::ByoYomi { ms: 60_000, periods: 3, period_ms: 30_001, flag },
            Clock::Slow { ms: 172_800_000, flag },
        ] {
            assert_eq!(read_clock(&clock(given)), Some(given), "{}", clock(given));
        }
        for given in [
            SeriesGoal::Single,
            SeriesGoal::FirstToWins { wins: 3 },
            SeriesGoal::FirstToSeeds { seeds: 100 },
            SeriesGoal::Refill { max_games: 20 },
            SeriesGoal::EvenSpread,
        ] {
            assert_eq!(read_series(&series(given)), Some(given));
        }
        let choice = GameChoice { preset: Preset::EnGehe, pits: 50, seeds_per_pit: 4 };
        assert_eq!(read_board(Preset::EnGehe, &board(choice)), Some(choice));
    }

    #[test]
    fn other_texts_are_nothing() {
        for text in [
            "",
            "bank",
            "bank 600 lose",
            "bank 600+5",
            "bank 600+5 win",
            "bank 600+5 lose x",
            "move 1.5 lose",
            "move 99999999999 lose",
            "move -1 lose",
        ] {
            assert_eq!(read_clock(text), None, "{text}");
        }
        for text in ["", "wins", "wins 03", "wins 300", "single 1", "refill x"] {
            assert_eq!(read_series(text), None, "{text}");
        }
        for text in ["", "2x8", "2x8 of 4 ", "3x8 of 4", "2x300 of 4", "2x08 of 4"] {
            assert_eq!(read_board(Preset::EnDodoi, text), None, "{text}");
        }
    }
}
