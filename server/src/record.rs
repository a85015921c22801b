//! Records: a match to keep, to send to somebody, and to look at again (`docs/record.md`).
//!
//! There are two forms of the same story. The text is for people and says what everybody saw of the
//! board; the JSON is the public stream itself and lacks nothing. Both are read by the same rule:
//! what they say is played again on a board of ours, and the first thing that differs is named.
//!
//! | module | what it knows |
//! |---|---|
//! | `model` | a record as people think of it: games, tags, marks |
//! | `collect`, `print` | from the public stream to that, and from that to text |
//! | `lexer`, `tags`, `movetext`, `parse` | from text to that |
//! | `rebuild` | from that to a public stream, playing every move |
//! | `file`, `verify` | a public stream as JSON, and whether it is true |
//! | `board`, `course` | a game that is played again, within a budget; and a match of them |
//!
//! Pure: text and events in, text, events or a fault out. Nothing here knows a room that is awake, a
//! store, a clock or HTTP, and nothing is kept.

mod board;
mod collect;
mod course;
mod dates;
mod fault;
mod file;
mod lexer;
mod model;
mod movetext;
mod parse;
mod people;
mod print;
mod rebuild;
mod settings;
mod tags;
#[cfg(test)]
mod tests;
mod verify;

use protocol::http::record::{RecordFault, RecordReply, RulesSince};
use protocol::http::story::Story;
use protocol::{RoomId, ServerFrame};

pub use file::json;

/// The public story of a room, whole: the table when it was opened, and its events as they came.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// The frames.
    pub frames: Vec<ServerFrame>,
    /// By which rules it was played.
    pub rules: Vec<RulesSince>,
}

/// The games of a story as text, one behind the other.
#[must_use]
pub fn text(told: &Told) -> String {
    print::record(&collect::record(told))
}

/// What a file of the record is called, without its ending: the game and the day of the first one.
/// Nothing where there is no game.
#[must_use]
pub fn file_name(told: &Told) -> Option<String> {
    let (preset, began) = collect::first_game(&told.frames)?;
    let (date, _) = dates::written(began / 1_000);
    Some(format!("{}-{}", preset.id(), date.replace('.', "-")))
}

/// Read a text record, and play it again.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn read_text(text: &str) -> Result<RecordReply, Box<RecordFault>> {
    let told = rebuild::told(&parse::record(text)?)?;
    Ok(reply(told.frames))
}

/// Read a JSON record, and play it again.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn read_json(text: &str) -> Result<RecordReply, Box<RecordFault>> {
    Ok(reply(file::read(text)?.frames))
}

/// Read a record of either form.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn read(text: &str) -> Result<RecordReply, Box<RecordFault>> {
    let first = text.trim_start_matches('\u{feff}').trim_start().chars().next();
    if first == Some('{') { read_json(text) } else { read_text(text) }
}

fn reply(frames: Vec<ServerFrame>) -> RecordReply {
    let (games, plies) = collect::counts(&frames);
    // Whatever a file says it was, it is no room of this server.
    let room = RoomId::from_bits([0; 10]);
    RecordReply { story: Story { room, frames, next: None }, games, plies }
}
