//! Names of people and rooms, and lines of text: what they may be made of. `protocol::names` tells
//! clients the same in words.
//!
//! Pure: text in, text or a problem out. Nothing here knows a room, so that uniqueness is the
//! room's affair; it compares [`skeleton`]s.

use protocol::limits;
use protocol::refusal::{NameProblem, TextProblem};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};
use unicode_segmentation::UnicodeSegmentation;

/// Marks that one letter may carry: enough for any orthography, too few to paint over the page.
const MARKS_MAX: usize = 4;

/// Raw text longer than this many times its limit is refused before it is looked at: NFKC may
/// make a text shorter, but no honest one by so much.
const RAW_FACTOR: usize = 4;

/// Characters that stand between the letters of a name.
const JOINERS: &str = " -_.'";

/// Words that would impersonate the server or a role.
const RESERVED: [&str; 22] = [
    "admin",
    "administrator",
    "all",
    "anonymous",
    "bot",
    "everyone",
    "host",
    "mod",
    "moderator",
    "nobody",
    "north",
    "official",
    "referee",
    "root",
    "server",
    "sindillo",
    "south",
    "spectator",
    "staff",
    "support",
    "system",
    "team",
];

/// The name as it is kept: NFKC-normalised, without outer spaces, inner ones single.
///
/// # Errors
/// The first [`NameProblem`] met: length, characters, scripts, reserved words.
pub fn clean_name(text: &str) -> Result<String, NameProblem> {
    let name = clean(text, limits::NAME_CLUSTERS, limits::NAME_BYTES)?;
    if is_reserved(&name) { Err(NameProblem::Reserved) } else { Ok(name) }
}

/// The title of a room as it is kept: made like a name, but longer, and no word is reserved.
///
/// # Errors
/// The first [`NameProblem`] met: length, characters, scripts.
pub fn clean_title(text: &str) -> Result<String, NameProblem> {
    clean(text, limits::TITLE_CLUSTERS, limits::TITLE_CLUSTERS * 4)
}

/// What the eye keeps of a name: equal for names that can be taken for each other. Case, spaces
/// and joiners do not count, nor the script that a shape comes from (UTS 39 skeletons).
///
/// Only for comparing: it is not a name, and not for showing.
#[must_use]
pub fn skeleton(name: &str) -> String {
    // Once before folding case (a capital I is taken for a small l) and once after it.
    let shapes: String = unicode_security::skeleton(name).collect();
    let folded = shapes.to_lowercase();
    let folded: String = unicode_security::skeleton(&folded).collect();
    folded
        .to_lowercase()
        .chars()
        .filter(|c| !JOINERS.contains(*c))
        .map(|c| if c == 'i' { 'l' } else { c })
        .collect()
}

/// A line of chat as it is kept: NFC-normalised, without outer white space.
///
/// # Errors
/// [`TextProblem`]: nothing in it, too long, or a character that no line has.
pub fn clean_line(text: &str) -> Result<String, TextProblem> {
    clean_text(text, limits::CHAT_CLUSTERS, limits::CHAT_BYTES)
}

/// A note on a proposal as it is kept; nothing when there is nothing in it.
///
/// # Errors
/// [`TextProblem`]: too long, or a character that no line has.
pub fn clean_note(text: &str) -> Result<Option<String>, TextProblem> {
    match clean_text(text, limits::NOTE_CLUSTERS, limits::NOTE_CLUSTERS * 4) {
        Ok(note) => Ok(Some(note)),
        Err(TextProblem::Empty) => Ok(None),
        Err(problem @ (TextProblem::TooLong | TextProblem::Character)) => Err(problem),
    }
}

/// A piece of advice as it is kept; empty when there is nothing in it.
///
/// # Errors
/// [`TextProblem`]: too long, or a character that no line has.
pub fn clean_advice(text: &str) -> Result<String, TextProblem> {
    match clean_text(text, limits::ADVICE_CLUSTERS, limits::ADVICE_CLUSTERS * 4) {
        Err(TextProblem::Empty) => Ok(String::new()),
        cleaned => cleaned,
    }
}

/// The reason of a block or the words of a report as they are kept.
///
/// # Errors
/// [`TextProblem`]: nothing in it, too long, or a character that no line has.
pub fn clean_reason(text: &str) -> Result<String, TextProblem> {
    clean_text(text, limits::REASON_CLUSTERS, limits::REASON_CLUSTERS * 4)
}

fn clean(text: &str, clusters: usize, bytes: usize) -> Result<String, NameProblem> {
    if text.len() > bytes * RAW_FACTOR {
        return Err(NameProblem::TooLong);
    }
    let normal: String = text.nfkc().collect();
    if !normal.chars().all(is_name_char) || too_many_marks(&normal) {
        return Err(NameProblem::Character);
    }
    let name = normal.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let length = name.graphemes(true).count();
    if length > clusters || name.len() > bytes {
        return Err(NameProblem::TooLong);
    }
    if length < limits::NAME_MIN_CLUSTERS {
        return Err(NameProblem::TooShort);
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(NameProblem::Character);
    }
    let letters: String = name.chars().filter(|c| !JOINERS.contains(*c)).collect();
    if !letters.as_str().check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return Err(NameProblem::MixedScripts);
    }
    Ok(name)
}

fn is_name_char(c: char) -> bool {
    JOINERS.contains(c)
        || (GeneralSecurityProfile::identifier_allowed(c) && (c.is_alphanumeric() || is_combining_mark(c)))
}

/// Whether a name would impersonate the server or a role. A number behind a reserved word does not
/// free it.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    let word = name.trim_matches(|c: char| c.is_numeric() || JOINERS.contains(c));
    [skeleton(name), skeleton(word)].iter().any(|seen| RESERVED.iter().any(|word| skeleton(word) == *seen))
}

fn clean_text(text: &str, clusters: usize, bytes: usize) -> Result<String, TextProblem> {
    if text.len() > bytes * RAW_FACTOR {
        return Err(TextProblem::TooLong);
    }
    let normal: String = text.nfc().collect();
    let line = normal.trim();
    if line.chars().any(is_forbidden) || too_many_marks(line) {
        return Err(TextProblem::Character);
    }
    if line.chars().all(is_invisible) {
        return Err(TextProblem::Empty);
    }
    if line.len() > bytes || line.graphemes(true).count() > clusters {
        return Err(TextProblem::TooLong);
    }
    Ok(line.to_owned())
}

fn too_many_marks(text: &str) -> bool {
    let mut run = 0;
    text.nfd().any(|c| {
        run = if is_combining_mark(c) { run + 1 } else { 0 };
        run > MARKS_MAX
    })
}

/// Control, direction, separator, annotation, private and unassigned-for-ever characters.
fn is_forbidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{f0000}'..='\u{10ffff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Characters that leave no trace on the page when they stand alone.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || is_combining_mark(c)
        || matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{2800}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_normalised_and_kept() {
        for (given, kept) in [
            ("Nakuru", "Nakuru"),
            ("  Blue   Heron ", "Blue Heron"),
            ("ﬁsh-eagle", "fish-eagle"),
            ("O'Brien_2.b", "O'Brien_2.b"),
            ("Ａｎｎａ", "Anna"),
            ("ዓባይ", "ዓባይ"),
            ("さくら子", "さくら子"),
            ("Ёлка", "Ёлка"),
        ] {
            assert_eq!(clean_name(given).as_deref(), Ok(kept), "{given}");
        }
    }

    #[test]
    fn each_way_of_being_no_name_is_told_apart() {
        let long = "a".repeat(25);
        let huge = "a".repeat(16_000);
        for (given, problem) in [
            ("", NameProblem::TooShort),
            (" x ", NameProblem::TooShort),
            (long.as_str(), NameProblem::TooLong),
            (huge.as_str(), NameProblem::TooLong),
            ("a\nb", NameProblem::Character),
            ("a\u{0}b", NameProblem::Character),
            ("a\u{202e}b", NameProblem::Character),
            ("a\u{200b}b", NameProblem::Character),
            ("<b>x</b>", NameProblem::Character),
            ("a\u{1b}[31m", NameProblem::Character),
            ("--", NameProblem::Character),
            ("🦩🦩", NameProblem::Character),
            ("a\u{301}\u{301}\u{301}\u{301}\u{301}b", NameProblem::Character),
            ("pаypal", NameProblem::MixedScripts),
            ("Admin", NameProblem::Reserved),
            ("s e r v e r", NameProblem::Reserved),
            ("Moderator-1", NameProblem::Reserved),
            ("H0st", NameProblem::Reserved),
        ] {
            assert_eq!(clean_name(given), Err(problem), "{given:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("Anna", "anna"),
            ("Anna", "An na"),
            ("AI", "Al"),
            ("ai", "AI"),
            ("modern", "modem"),
            ("scope", "ѕсоре"),
            ("b0b", "bob"),
            ("l1l", "lil"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("heron"), skeleton("crane"));
    }

    #[test]
    fn titles_may_be_longer_and_hold_reserved_words() {
        assert_eq!(
            clean_title("The host of the north plays 2").as_deref(),
            Ok("The host of the north plays 2")
        );
        assert_eq!(clean_title(&"a".repeat(41)), Err(NameProblem::TooLong));
    }

    #[test]
    fn lines_are_trimmed_and_checked() {
        assert_eq!(clean_line("  5, then 3! 👩‍👩‍👧 \n").as_deref(), Ok("5, then 3! 👩‍👩‍👧"));
        assert_eq!(clean_line("e\u{301}").as_deref(), Ok("é"));
        assert_eq!(clean_line(" \u{200b}\u{2800} "), Err(TextProblem::Empty));
        assert_eq!(clean_line("a\u{202e}b"), Err(TextProblem::Character));
        assert_eq!(clean_line("a\nb"), Err(TextProblem::Character));
        assert_eq!(clean_line("a\u{0}b"), Err(TextProblem::Character));
        assert_eq!(clean_line("a\u{301}\u{302}\u{303}\u{304}\u{305}"), Err(TextProblem::Character));
        assert_eq!(clean_line(&"a".repeat(301)), Err(TextProblem::TooLong));
        assert_eq!(clean_line(&"a".repeat(300)).map(|line| line.len()), Ok(300));
        assert_eq!(clean_note(" "), Ok(None));
        assert_eq!(clean_note(&"a".repeat(141)), Err(TextProblem::TooLong));
    }

    proptest! {
        #[test]
        fn a_clean_text_stays_as_it_is(text in any::<String>()) {
            if let Ok(name) = clean_name(&text) {
                prop_assert!(name.len() <= limits::NAME_BYTES);
                prop_assert_eq!(clean_name(&name), Ok(name));
            }
            if let Ok(line) = clean_line(&text) {
                prop_assert!(line.len() <= limits::CHAT_BYTES);
                prop_assert_eq!(clean_line(&line), Ok(line));
            }
        }
    }
}
