//! A public stream as JSON, and back. One frame a line, so that a line is a place.

use protocol::ServerFrame;
use protocol::http::record::RecordFaultCode::{NotARecord, Syntax, UnknownRules};
use protocol::http::record::{RECORD_FILE_VERSION, RECORD_FORMAT, RulesSince};
use protocol::limits::MAX_SAFE_INTEGER;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Told;
use super::fault::{Located, Place, Read, fault, shown};
use super::verify::Verify;

/// Digits of the largest number that every reader keeps exactly.
const DIGITS: usize = 16;

/// The lossless record of a story. `own` is what a member was told besides, on his side.
///
/// # Errors
/// Never, as far as this process knows: what was told once can be told again.
pub fn json(told: &Told, own: &[ServerFrame]) -> serde_json::Result<String> {
    let mut text = format!(
        "{{\"format\":\"{RECORD_FORMAT}\",\"version\":{RECORD_FILE_VERSION},\"rules\":{},\n\"frames\":",
        serde_json::to_string(&told.rules)?
    );
    list(&mut text, &told.frames)?;
    if !own.is_empty() {
        text.push_str(",\n\"own\":");
        list(&mut text, own)?;
    }
    text.push_str("}\n");
    Ok(text)
}

fn list(text: &mut String, frames: &[ServerFrame]) -> serde_json::Result<()> {
    for (index, frame) in frames.iter().enumerate() {
        text.push_str(if index == 0 { "[\n" } else { ",\n" });
        text.push_str(&serde_json::to_string(frame)?);
    }
    text.push_str(if frames.is_empty() { "[]" } else { "\n]" });
    Ok(())
}

/// What a file is made of, its frames not yet looked at.
#[derive(Deserialize)]
struct Whole<'t> {
    format: String,
    version: u16,
    #[serde(borrow)]
    rules: Vec<&'t RawValue>,
    #[serde(borrow)]
    frames: Vec<&'t RawValue>,
}

/// Read a file, and play it again.
pub(super) fn read(text: &str) -> Read<Told> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole: Whole<'_> = serde_json::from_str(text).map_err(|error| syntax(&error, Place::default()))?;
    if whole.format != RECORD_FORMAT || whole.version != RECORD_FILE_VERSION {
        let detail = format!("this is version {} of {}", whole.version, shown(&whole.format));
        return Err(fault(NotARecord, detail));
    }
    let rules: Vec<RulesSince> = whole.rules.iter().map(|raw| piece(text, raw)).collect::<Read<_>>()?;
    match rules.iter().find(|since| since.version != protocol::RULES_VERSION) {
        None if rules.is_empty() => {
            return Err(fault(UnknownRules, "it is not said by which rules it was played"));
        }
        None => {}
        Some(RulesSince { version, .. }) => {
            return Err(fault(UnknownRules, format!("version {version} of the rules is not played here")));
        }
    }
    let mut verify = Verify::default();
    let mut frames = Vec::with_capacity(whole.frames.len());
    for raw in &whole.frames {
        let frame = piece(text, raw).map_err(|fault| verify.located(fault))?;
        verify.frame(&frame).map_err(|fault| fault.at(place(text, raw)))?;
        frames.push(frame);
    }
    verify.end()?;
    Ok(Told { frames, rules })
}

/// One value of the file, whose numbers every reader keeps.
fn piece<T: for<'de> Deserialize<'de>>(text: &str, raw: &RawValue) -> Read<T> {
    if has_huge_number(raw.get()) {
        return Err(fault(Syntax, "a number is too large").at(place(text, raw)));
    }
    serde_json::from_str(raw.get()).map_err(|error| syntax(&error, place(text, raw)))
}

/// Where a value begins: it is a piece of the text.
fn place(text: &str, raw: &RawValue) -> Place {
    let offset = (raw.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let before = text.get(..offset).unwrap_or_default();
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    Place { line: small(line), column: small(column) }
}

/// What the reader says, at its place in the file; `from` is where its text begins.
fn syntax(error: &serde_json::Error, from: Place) -> Box<protocol::http::record::RecordFault> {
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let (line, column) = (small(error.line()), small(error.column()));
    let place = match (from.line, line) {
        (0, _) => Place { line, column },
        (_, 0) => from,
        (_, 1) => Place { line: from.line, column: from.column.saturating_add(column).saturating_sub(1) },
        _ => Place { line: from.line.saturating_add(line).saturating_sub(1), column },
    };
    let code = if from.line == 0 && error.is_data() { NotARecord } else { Syntax };
    // The reader may repeat a word of the file, of any length.
    fault(code, shown(&error.to_string()).trim_matches('"')).at(place)
}

/// Whether a number outside of strings is larger than [`MAX_SAFE_INTEGER`].
fn has_huge_number(json: &str) -> bool {
    let (mut in_string, mut escaped) = (false, false);
    let mut digits = String::new();
    let is_huge = |digits: &str| {
        digits.len() > DIGITS || digits.parse::<u64>().is_ok_and(|number| number > MAX_SAFE_INTEGER)
    };
    for c in json.chars() {
        if in_string {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                _ => {}
            }
        } else if c.is_ascii_digit() {
            if digits.len() <= DIGITS {
                digits.push(c);
            }
            continue;
        } else {
            in_string = c == '"';
        }
        if is_huge(&digits) {
            return true;
        }
        digits.clear();
    }
    is_huge(&digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_not_every_reader_keeps_are_found_outside_of_strings() {
        for (json, huge) in [
            ("9007199254740991", false),
            ("9007199254740992", true),
            ("[1,99999999999999999999999999]", true),
            (r#"{"a":"99999999999999999999"}"#, false),
            (r#"{"a\"9":"x","b":18446744073709551615}"#, true),
            ("-1", false),
        ] {
            assert_eq!(has_huge_number(json), huge, "{json}");
        }
    }

    #[test]
    fn what_is_no_record_is_said_to_be_none() {
        for (text, code) in [
            ("{}", NotARecord),
            ("{\"format\":\"x\",\"version\":1,\"rules\":[],\"frames\":[]}", NotARecord),
            ("{\"format\":\"sindillo-record\",\"version\":2,\"rules\":[],\"frames\":[]}", NotARecord),
            ("{\"format\":\"sindillo-record\",\"version\":1,\"rules\":[],\"frames\":[]}", UnknownRules),
            ("{\"format\":", Syntax),
        ] {
            assert_eq!(read(text).unwrap_err().code, code, "{text}");
        }
        assert!(read(&"[".repeat(500_000)).is_err());
        assert!(read(&format!("{{\"frames\":{}", "[".repeat(500_000))).is_err());
        let deep = format!("{{\"format\":{}1{}}}", "{\"a\":".repeat(200_000), "}".repeat(200_000));
        assert!(read(&deep).is_err());
    }
}
