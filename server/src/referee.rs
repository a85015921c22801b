//! `sindillo referee`: exact answers about single turns, short games, opening races and series
//! set-ups, one JSON object a line (`docs/referee.md`).
//!
//! A filter without state: it knows the engine and nothing of rooms, people or time. Whatever a
//! line holds, it gets exactly one answer, after a bounded amount of work.

mod answer;
mod json;
mod moves;
mod params;
mod position;
mod race;
mod turn;

use std::io::{self, BufRead, Read, Write};

use json::{Json, Members};

/// The longest line that is looked at, in bytes. A longer one is a `bad_request`.
pub const MAX_LINE: usize = 4 << 20;

/// Answers every line of `input` until it ends, flushing after every line.
///
/// # Errors
/// Only those of reading and writing: no content of a line is one.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = u64::try_from(MAX_LINE).unwrap_or(u64::MAX) + 1;
        if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.len() > MAX_LINE && !line.ends_with(b"\n") {
            skip_line(&mut input)?;
            Some(refusal(None, &Fault::bad("the line is too long")))
        } else {
            match std::str::from_utf8(&line) {
                Ok(line) => answer(line),
                Err(_) => Some(refusal(None, &Fault::bad("not UTF-8"))),
            }
        };
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
    }
}

/// The answer to one line, without a line break; `None` for a line of white space.
#[must_use]
pub fn answer(line: &str) -> Option<String> {
    if line.trim().is_empty() {
        return None;
    }
    if line.len() > MAX_LINE {
        return Some(refusal(None, &Fault::bad("the line is too long")));
    }
    let Some(request) = Json::parse(line).and_then(Json::object) else {
        return Some(refusal(None, &Fault::bad("not a JSON object")));
    };
    let id = request.any("id").map(Json::text);
    Some(match respond(&request) {
        Ok(members) => with_id(id, &members),
        Err(fault) => refusal(id, &fault),
    })
}

/// Why a request has no other answer.
struct Fault {
    error: &'static str,
    detail: String,
}

impl Fault {
    /// The request itself is wrong.
    fn bad(detail: impl Into<String>) -> Self {
        Self { error: "bad_request", detail: detail.into() }
    }

    /// All is well formed, but the rules say no.
    fn illegal(why: engine::Illegal) -> Self {
        Self { error: "illegal_move", detail: why.to_string() }
    }
}

/// The members of an answer.
type Answer = serde_json::Map<String, serde_json::Value>;

fn respond(request: &Members<'_>) -> Result<Answer, Fault> {
    let op = match request.get("op") {
        None => "turn".to_owned(),
        Some(op) => op.string().ok_or_else(|| Fault::bad("op is no string"))?,
    };
    match op.as_str() {
        "turn" => turn::turn(request),
        "game" => turn::game(request),
        "race" => race::race(request),
        "refill" => race::refill(request),
        _ => Err(Fault::bad("unknown op")),
    }
}

/// The answer as text. The id is repeated letter by letter: it may be a number that no machine
/// type holds.
fn with_id(id: Option<&str>, members: &Answer) -> String {
    let text = serde_json::Value::Object(members.clone()).to_string();
    match (id, text.strip_prefix('{')) {
        (Some(id), Some(rest)) => format!("{{\"id\":{id},{rest}"),
        _ => text,
    }
}

fn refusal(id: Option<&str>, fault: &Fault) -> String {
    let mut members = Answer::new();
    members.insert("ok".into(), false.into());
    members.insert("error".into(), fault.error.into());
    members.insert("detail".into(), fault.detail.clone().into());
    with_id(id, &members)
}

/// Reads on to the next line break without keeping anything.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}
