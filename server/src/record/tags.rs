//! What stands before the moves of a game.

use std::collections::BTreeMap;

use engine::{BySide, Position, Preset, Side};
use protocol::event::{EndReason, MemberKind, StarterReason};
use protocol::http::record::RecordFaultCode::{
    BadName, BadTag, MissingTag, NotPlayed, UnknownGame, UnknownRules,
};
use protocol::limits::{MEMBERS_MAX, TEAM_MAX};

use super::dates;
use super::fault::{Located, Place, Read, fault, shown};
use super::model::{Ending, GameTold, Gathering, Player};
use super::people::is_name;
use super::settings::{number, of_word, read_board, read_clock, read_series};
use crate::names::clean_title;

/// Tags of one game: far more than there are.
const TAGS: usize = 64;
/// People of one side whom a game may name: whoever ever sat there.
const TEAM: usize = 4 * TEAM_MAX as usize;

/// The tags of one game, by their names.
#[derive(Debug, Default)]
pub(super) struct Tags {
    values: BTreeMap<String, (Place, String)>,
    place: Place,
}

impl Tags {
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn add(&mut self, place: Place, name: &str, value: String) -> Read<()> {
        if self.is_empty() {
            self.place = place;
        }
        if self.values.len() >= TAGS {
            return Err(fault(BadTag, format!("a game has at most {TAGS} tags")).at(place));
        }
        match self.values.insert(name.to_owned(), (place, value)) {
            None => Ok(()),
            Some(_) => Err(fault(BadTag, format!("the tag {} stands twice", shown(name))).at(place)),
        }
    }

    /// What was agreed before the first game.
    pub(super) fn gathering(&self) -> Read<Gathering> {
        let preset = self.read("Game", |text| Preset::from_id(text)).map_err(|mut fault| {
            if fault.code == BadTag {
                fault.code = UnknownGame;
            }
            fault
        })?;
        let enforcement = self.get("Enforcement");
        if let Some((place, value)) = enforcement.filter(|(_, value)| value != "strict") {
            let detail = format!("games with enforcement {} are not played here", shown(value));
            return Err(fault(NotPlayed, detail).at(*place));
        }
        Ok(Gathering {
            title: self.read("Event", |text| clean_title(text).ok().filter(|title| title == text))?,
            choice: self.read("Board", |text| read_board(preset, text))?,
            rules: self.get("Rules").map(|(_, text)| text.clone()),
            series: self.read("Series", read_series)?,
            mode: self.read("Decision", of_word)?,
            clock: self.read("Clock", read_clock)?,
            practice: self.optional("Practice", |text| (text == "yes").then_some(()))?.is_some(),
        })
    }

    /// The game, with its moves still to come.
    pub(super) fn game(&self) -> Read<GameTold> {
        let (date, time) = (self.text("Date")?, self.text("Time")?);
        let began = dates::read(date, time).ok_or_else(|| self.bad("Date"))?;
        let rules_version = self.read("RulesVersion", number::<u16>)?;
        if rules_version != protocol::RULES_VERSION {
            let (place, _) = self.required("RulesVersion")?;
            let detail = format!("version {rules_version} of the rules is not played here");
            return Err(fault(UnknownRules, detail).at(*place));
        }
        let (starter, how) = self.read("Starter", starter)?;
        let teams = BySide::new(self.team("TeamSouth")?, self.team("TeamNorth")?);
        let hands = BySide::new(self.hand("HandSouth", &teams.south)?, self.hand("HandNorth", &teams.north)?);
        Ok(GameTold {
            began,
            round: self.read("Round", number::<u16>)?,
            rules_version,
            teams,
            hands,
            starter,
            how,
            race: self.optional("Race", race)?,
            opening: self.optional("Opening", |text| text.parse::<Position>().ok())?,
            last: self.optional("Final", |text| text.parse::<Position>().ok())?,
            ending: self.ending()?,
            marks: Vec::new(),
            place: self.place,
        })
    }

    /// The result as its tag says it.
    pub(super) fn result(&self) -> Read<&str> {
        self.text("Result")
    }

    /// Where a tag stands, or where the tags begin.
    pub(super) fn place_of(&self, name: &str) -> Place {
        self.get(name).map_or(self.place, |(place, _)| *place)
    }

    fn ending(&self) -> Read<Option<Ending>> {
        let Some(reason) = self.optional("Termination", of_word::<EndReason>)? else {
            return self.read("Result", |text| (text == "*").then_some(None));
        };
        let winner = self.read("Result", |text| match text {
            "1-0" => Some(Some(Side::South)),
            "0-1" => Some(Some(Side::North)),
            "1/2-1/2" => Some(None),
            "*" if !reason.counts() => Some(None),
            _ => None,
        })?;
        let (score, pins) = (self.read("Score", pair)?, self.read("Pins", pair)?);
        Ok(Some(Ending { reason, winner, score, pins }))
    }

    fn team(&self, name: &str) -> Read<Vec<Player>> {
        let (place, text) = self.required(name)?;
        let mut team: Vec<Player> = Vec::new();
        for word in text.split(", ").filter(|_| !text.is_empty()) {
            let (name, kind) = match word.strip_suffix(" (bot)") {
                Some(name) => (name, MemberKind::Bot),
                None => (word, MemberKind::Person),
            };
            if !is_name(name, kind) {
                return Err(fault(BadName, format!("nobody can be called {}", shown(name))).at(*place));
            }
            if team.len() >= TEAM.min(MEMBERS_MAX) || team.iter().any(|player| player.name == name) {
                return Err(fault(BadTag, format!("{} is one too many", shown(name))).at(*place));
            }
            team.push(Player { name: name.to_owned(), kind });
        }
        Ok(team)
    }

    fn hand(&self, name: &str, team: &[Player]) -> Read<Option<String>> {
        self.optional(name, |text| team.iter().any(|player| player.name == text).then(|| text.to_owned()))
    }

    fn get(&self, name: &str) -> Option<&(Place, String)> {
        self.values.get(name)
    }

    fn required(&self, name: &str) -> Read<&(Place, String)> {
        self.get(name).ok_or_else(|| {
            fault(MissingTag, format!("the tag {name} is missing in the game that begins here"))
                .at(self.place)
        })
    }

    fn text(&self, name: &str) -> Read<&str> {
        self.required(name).map(|(_, text)| text.as_str())
    }

    fn read<T>(&self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Read<T> {
        let (_, text) = self.required(name)?;
        read(text).ok_or_else(|| self.bad(name))
    }

    fn optional<T>(&self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Read<Option<T>> {
        let Some((_, text)) = self.get(name) else { return Ok(None) };
        read(text).map(Some).ok_or_else(|| self.bad(name))
    }

    fn bad(&self, name: &str) -> Box<protocol::http::record::RecordFault> {
        let value = self.get(name).map_or("", |(_, text)| text.as_str());
        fault(BadTag, format!("the tag {name} cannot be {}", shown(value))).at(self.place_of(name))
    }
}

/// `south toss`.
fn starter(text: &str) -> Option<(Side, StarterReason)> {
    let (side, how) = text.split_once(' ')?;
    Some((of_word(side)?, of_word(how)?))
}

/// `SNNS`.
fn race(text: &str) -> Option<Vec<Side>> {
    let side = |letter| match letter {
        'S' => Some(Side::South),
        'N' => Some(Side::North),
        _ => None,
    };
    text.chars().map(side).collect()
}

/// `30-18`, South's first.
fn pair(text: &str) -> Option<BySide<u16>> {
    let (south, north) = text.split_once('-')?;
    Some(BySide::new(number(south)?, number(north)?))
}
