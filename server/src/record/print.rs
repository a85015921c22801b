//! A record as text.

use std::fmt::Write;

use engine::{BySide, Side};
use protocol::event::MemberKind;

use super::dates;
use super::model::{Counts, GameTold, Gathering, Mark, NOBODY, Played, Player, Record};
use super::settings::{board, clock, series, word};

/// Characters of a line of moves, where they can be fewer.
const LINE: usize = 80;

/// All games, one behind the other, with an empty line between them.
pub(super) fn record(record: &Record) -> String {
    let mut text = String::new();
    for told in &record.games {
        if !text.is_empty() {
            text.push('\n');
        }
        game(&mut text, &record.room, told);
    }
    text
}

fn game(text: &mut String, room: &Gathering, game: &GameTold) {
    for (name, value) in tags(room, game) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(&value));
    }
    text.push('\n');
    let mut line = Line::default();
    moves(&mut line, game);
    line.word(result(game));
    text.push_str(&line.text);
    text.push('\n');
}

fn tags(room: &Gathering, game: &GameTold) -> Vec<(&'static str, String)> {
    let (date, time) = dates::written(game.began);
    let mut tags = vec![
        ("Event", room.title.clone()),
        ("Date", date),
        ("Time", time),
        ("Round", game.round.to_string()),
        ("Game", room.choice.preset.id().to_owned()),
        ("Board", board(room.choice)),
        ("RulesVersion", game.rules_version.to_string()),
        ("Series", series(room.series)),
        ("Enforcement", "strict".to_owned()),
        ("Decision", word(&room.mode)),
        ("Clock", clock(room.clock)),
    ];
    if let Some(rules) = &room.rules {
        tags.push(("Rules", rules.clone()));
    }
    tags.extend(people(room, game));
    tags.push(("Starter", format!("{} {}", word(&game.starter), word(&game.how))));
    if let Some(race) = &game.race {
        tags.push(("Race", race.iter().map(|side| side.letter()).collect()));
    }
    if let Some(opening) = &game.opening {
        tags.push(("Opening", opening.to_string()));
    }
    tags.push(("Result", result(game).to_owned()));
    if let Some(ending) = &game.ending {
        tags.push(("Termination", word(&ending.reason)));
        tags.push(("Score", pair(ending.score)));
        tags.push(("Pins", pair(ending.pins)));
    }
    if let Some(last) = &game.last {
        tags.push(("Final", last.to_string()));
    }
    tags
}

fn people(room: &Gathering, game: &GameTold) -> Vec<(&'static str, String)> {
    let team = |side: Side| game.teams[side].iter().map(player).collect::<Vec<_>>().join(", ");
    let mut tags = vec![("TeamSouth", team(Side::South)), ("TeamNorth", team(Side::North))];
    for (name, side) in [("HandSouth", Side::South), ("HandNorth", Side::North)] {
        if let Some(hand) = &game.hands[side] {
            tags.push((name, plain(hand)));
        }
    }
    if room.practice {
        tags.push(("Practice", "yes".to_owned()));
    }
    tags
}

fn player(player: &Player) -> String {
    match player.kind {
        MemberKind::Person => plain(&player.name),
        MemberKind::Bot => format!("{} (bot)", plain(&player.name)),
    }
}

/// South's first.
fn pair<N: std::fmt::Display>(numbers: BySide<N>) -> String {
    format!("{}-{}", numbers.south, numbers.north)
}

/// What ends the moves: who won, South's first; a star where the game has not ended, or did not count.
fn result(game: &GameTold) -> &'static str {
    match &game.ending {
        Some(ending) if ending.reason.counts() => match ending.winner {
            Some(Side::South) => "1-0",
            Some(Side::North) => "0-1",
            None => "1/2-1/2",
        },
        Some(_) | None => "*",
    }
}

fn moves(line: &mut Line, game: &GameTold) {
    let mut ply = 1_u16;
    // The ply whose number was written last.
    let mut numbered = 0;
    for (_, mark) in &game.marks {
        let is_due = numbered == 0 || (numbered != ply && ply % 2 == 1);
        if is_due && !matches!(mark, Mark::Back(_)) {
            line.word(&format!("{ply}."));
            numbered = ply;
        }
        match mark {
            Mark::Hand(to) => line.word(&format!("^{}", name(to.as_deref()))),
            Mark::Tried { mv, told, by } => {
                line.word(&format!("~{mv}"));
                line.word(&comment(Some(*told), None, by.as_deref()));
            }
            Mark::Played(played) => {
                line.word(&stood(played));
                ply = ply.saturating_add(1);
                if played.tried.is_some() || played.clock.is_some() || played.by.is_some() {
                    line.word(&comment(played.tried, played.clock, played.by.as_deref()));
                }
            }
            Mark::Back(to) => {
                line.word(&format!("<<{to}"));
                ply = *to;
                numbered = 0;
            }
        }
    }
}

fn stood(played: &Played) -> String {
    let mut text = played.mv.to_string();
    if played.captured > 0 {
        let _ = write!(text, "+{}", played.captured);
    }
    text.extend(std::iter::repeat_n('B', played.bulls));
    text
}

fn comment(counts: Option<Counts>, clock: Option<u64>, by: Option<&str>) -> String {
    let mut parts = Vec::new();
    if let Some(Counts { objections, need, approvals }) = counts {
        parts.push(format!("{objections}/{need}"));
        if approvals > 0 {
            parts.push(format!("+{approvals}"));
        }
    }
    if let Some(seconds) = clock {
        let (minutes, second) = (seconds / 60, seconds % 60);
        parts.push(format!("[%clk {}:{:02}:{second:02}]", minutes / 60, minutes % 60));
    }
    if let Some(by) = by {
        parts.push(format!("[%by {}]", name(Some(by))));
    }
    format!("{{{}}}", parts.join(" "))
}

/// A name among the moves: between quotes where it is more than one word.
fn name(name: Option<&str>) -> String {
    let Some(name) = name else { return NOBODY.to_owned() };
    let name = plain(name);
    if name.contains(' ') { format!("\"{name}\"") } else { name }
}

/// A name without anything that would end it. The names of a room have nothing of it.
fn plain(name: &str) -> String {
    let safe = |c: char| c.is_alphanumeric() || " -_.'".contains(c) || is_mark(c);
    name.chars().map(|c| if safe(c) { c } else { '_' }).collect()
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// The value of a tag: what ends it stands behind a backslash, and what would break the line is left out.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars().filter(|c| !c.is_control()) {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

/// Words in lines.
#[derive(Default)]
struct Line {
    text: String,
    length: usize,
}

impl Line {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.length > 0 && self.length + 1 + length > LINE {
            self.text.push('\n');
            self.length = 0;
        }
        if self.length > 0 {
            self.text.push(' ');
            self.length += 1;
        }
        self.text.push_str(word);
        self.length += length;
    }
}
