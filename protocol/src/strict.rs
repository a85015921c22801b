//! JSON as this protocol speaks it, which is narrower than JSON: one object; no key twice; no lists,
//! since no frame or body of a client has any of its own; whole numbers within what every reader keeps
//! exactly; no NUL; bounded depth. A body that carries what another standard has browsers write is
//! read as a [`document`].
//!
//! `serde_json` alone would take the last of two equal keys in some places, a list in place of an
//! object, `1.0` for a number of some kinds and a NUL inside a string. So a text is walked once by
//! this scanner before it is read. It allocates only for keys.

use std::fmt;

use crate::limits::{JSON_DEPTH, MAX_SAFE_INTEGER};

/// A member of the outermost object: its key, and its value as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member<'t> {
    /// The key with escapes resolved.
    pub key: String,
    /// The value as it stands in the text, without white space around it.
    pub text: &'t str,
}

/// Why a text is not an object of this protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It is not an object.
    NotAnObject,
    /// It is not JSON.
    NotJson {
        /// Byte at which it stops being so.
        at: usize,
    },
    /// It goes on behind the object.
    Trailing {
        /// Byte at which it does.
        at: usize,
    },
    /// A key stands twice in one object.
    DoubleKey {
        /// Byte at which it stands again.
        at: usize,
    },
    /// A number is not a whole one in range.
    Number {
        /// Byte at which it begins.
        at: usize,
    },
    /// There is a list, which a reader of objects would take for one.
    List {
        /// Byte at which it begins.
        at: usize,
    },
    /// A string holds a NUL or half a character.
    Text {
        /// Byte at which it begins.
        at: usize,
    },
    /// Objects and lists are nested deeper than [`JSON_DEPTH`].
    TooDeep {
        /// Byte at which they are.
        at: usize,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnObject => f.write_str("not an object"),
            Self::NotJson { at } => write!(f, "not JSON at byte {at}"),
            Self::Trailing { at } => write!(f, "text behind the object at byte {at}"),
            Self::DoubleKey { at } => write!(f, "a key stands twice at byte {at}"),
            Self::Number { at } => write!(f, "not a whole number in range at byte {at}"),
            Self::List { at } => write!(f, "a list at byte {at}, where none can be"),
            Self::Text { at } => write!(f, "a NUL or half a character in the string at byte {at}"),
            Self::TooDeep { at } => write!(f, "nested too deep at byte {at}"),
        }
    }
}

impl std::error::Error for Fault {}

/// The members of the one object that the text is, in their order.
///
/// # Errors
/// The first [`Fault`] from the left.
pub fn object(text: &str) -> Result<Vec<Member<'_>>, Fault> {
    whole(text, Scope::Own)
}

/// The members of the one object that the text is, where a part of it was written by another standard:
/// lists and negative numbers are good too, all else is as strict as in an [`object`].
///
/// Who reads a value of it must not take a list for an object.
///
/// # Errors
/// The first [`Fault`] from the left.
pub fn document(text: &str) -> Result<Vec<Member<'_>>, Fault> {
    whole(text, Scope::Foreign)
}

/// Whose JSON it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Own,
    Foreign,
}

fn whole(text: &str, scope: Scope) -> Result<Vec<Member<'_>>, Fault> {
    let mut scan = Scan { text, bytes: text.as_bytes(), at: 0, scope };
    scan.space();
    if scan.peek() != Some(b'{') {
        return Err(Fault::NotAnObject);
    }
    let members = scan.object(1)?;
    scan.space();
    if scan.at < scan.bytes.len() { Err(Fault::Trailing { at: scan.at }) } else { Ok(members) }
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    scope: Scope,
}

impl<'t> Scan<'t> {
    fn object(&mut self, depth: usize) -> Result<Vec<Member<'t>>, Fault> {
        self.enter(depth)?;
        let mut members: Vec<Member<'t>> = Vec::new();
        if self.eat(b'}') {
            return Ok(members);
        }
        loop {
            self.space();
            let at = self.at;
            let key = self.string()?;
            if members.iter().any(|member| member.key == key) {
                return Err(Fault::DoubleKey { at });
            }
            self.space();
            self.expect(b':')?;
            let text = self.value(depth)?;
            members.push(Member { key, text });
            if !self.more(b'}')? {
                return Ok(members);
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<&'t str, Fault> {
        self.space();
        let start = self.at;
        match self.peek() {
            Some(b'{') => drop(self.object(depth + 1)?),
            Some(b'[') if self.scope == Scope::Foreign => self.list(depth + 1)?,
            Some(b'[') => return Err(Fault::List { at: start }),
            Some(b'"') => drop(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true")?,
            Some(b'f') => self.word("false")?,
            Some(b'n') => self.word("null")?,
            _ => return Err(Fault::NotJson { at: start }),
        }
        Ok(&self.text[start..self.at])
    }

    fn list(&mut self, depth: usize) -> Result<(), Fault> {
        self.enter(depth)?;
        if self.eat(b']') {
            return Ok(());
        }
        loop {
            self.value(depth)?;
            if !self.more(b']')? {
                return Ok(());
            }
        }
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        let below = text.strip_prefix('-').filter(|size| self.scope == Scope::Foreign && *size != "0");
        let text = below.unwrap_or(text);
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        let canonical = plain && (text.len() == 1 || !text.starts_with('0'));
        let fits = text.parse::<u64>().is_ok_and(|number| number <= MAX_SAFE_INTEGER);
        if canonical && fits { Ok(()) } else { Err(Fault::Number { at: start }) }
    }

    fn string(&mut self) -> Result<String, Fault> {
        let start = self.at;
        self.expect(b'"')?;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'"' => return self.unescaped(start),
                b'\\' => self.at += 1,
                0x00..=0x1f => return Err(Fault::NotJson { at: self.at - 1 }),
                _ => {}
            }
        }
        Err(Fault::NotJson { at: start })
    }

    fn unescaped(&self, start: usize) -> Result<String, Fault> {
        let text = self.text.get(start..self.at).ok_or(Fault::NotJson { at: start })?;
        let string: String = serde_json::from_str(text).map_err(|_| Fault::Text { at: start })?;
        if string.contains('\0') { Err(Fault::Text { at: start }) } else { Ok(string) }
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        if self.text[self.at..].starts_with(word) {
            self.at += word.len();
            Ok(())
        } else {
            Err(Fault::NotJson { at: self.at })
        }
    }

    /// After a value: true at a comma, false at the closing bracket, which is eaten.
    fn more(&mut self, close: u8) -> Result<bool, Fault> {
        self.space();
        if self.eat(close) {
            return Ok(false);
        }
        self.expect(b',')?;
        Ok(true)
    }

    fn enter(&mut self, depth: usize) -> Result<(), Fault> {
        if depth > JSON_DEPTH {
            return Err(Fault::TooDeep { at: self.at });
        }
        self.at += 1;
        self.space();
        Ok(())
    }

    fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        if there {
            self.at += 1;
        }
        there
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        if self.eat(byte) { Ok(()) } else { Err(Fault::NotJson { at: self.at }) }
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn members_come_in_order_with_their_text() {
        let members = object(r#" {"k" : "a\u0062", "d":{"x":{"y":"[1]"}} , "n":null} "#).unwrap();
        let seen: Vec<(&str, &str)> = members.iter().map(|m| (m.key.as_str(), m.text)).collect();
        assert_eq!(seen, [("k", r#""a\u0062""#), ("d", r#"{"x":{"y":"[1]"}}"#), ("n", "null")]);
    }

    #[test]
    fn what_json_allows_and_this_protocol_does_not() {
        let refused = [
            "",
            " ",
            "null",
            "1",
            "\"x\"",
            "[]",
            "{",
            "{}{}",
            "{} x",
            "\u{feff}{}",
            "{\"a\":1,}",
            r#"{"a":1,"a":2}"#,
            r#"{"k":1,"\u006b":2}"#,
            r#"{"d":{"a":1,"a":2}}"#,
            r#"{"a":-1}"#,
            r#"{"a":1.0}"#,
            r#"{"a":1e2}"#,
            r#"{"a":01}"#,
            r#"{"a":-0}"#,
            r#"{"a":9007199254740992}"#,
            r#"{"a":18446744073709551616}"#,
            r#"{"a":NaN}"#,
            r#"{"a":"\u0000"}"#,
            r#"{"a":"\ud800"}"#,
            "{\"a\":\"\n\"}",
            "{\"a\":1/*c*/}",
            r#"{"a":tru}"#,
            r#"{"a":"\"#,
            r#"{"a":[]}"#,
            r#"{"a":{"b":[1]}}"#,
            r#"{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}}}"#,
        ];
        for text in refused {
            assert!(object(text).is_err(), "{text}");
        }
        assert!(object(r#"{"a":9007199254740991}"#).is_ok());
    }

    #[test]
    fn deep_and_wide_texts_are_refused_without_a_crash() {
        assert!(object(&format!("{{\"a\":{}", "[".repeat(16_000))).is_err());
        let wide: String = (0..1_500).map(|n| format!("\"k{n}\":1,")).collect();
        assert!(object(&format!("{{{wide}\"z\":0}}")).is_ok());
    }

    #[test]
    fn what_another_standard_writes_may_have_lists_and_negative_numbers_and_is_as_strict_otherwise() {
        for text in [
            r#"{"a":[]}"#,
            r#"{"a":[1, "x", null, {"b":[-7]} , [ ]]}"#,
            r#"{"a":-7,"b":-9007199254740991}"#,
            r#"{"a":{"a":{"a":{"a":{"a":{"a":{"a":[1]}}}}}}}"#,
        ] {
            assert!(document(text).is_ok(), "{text}: {:?}", document(text));
            assert!(object(text).is_err(), "{text}");
        }
        for text in [
            "[]",
            r#"[{"a":1}]"#,
            r#"{"a":[1,]}"#,
            r#"{"a":[,1]}"#,
            r#"{"a":[1 2]}"#,
            r#"{"a":[1}"#,
            r#"{"a":[{"b":1,"b":2}]}"#,
            r#"{"a":-0}"#,
            r#"{"a":--1}"#,
            r#"{"a":-}"#,
            r#"{"a":-01}"#,
            r#"{"a":-1.5}"#,
            r#"{"a":1e2}"#,
            r#"{"a":-9007199254740992}"#,
            r#"{"a":["\u0000"]}"#,
            r#"{"a":{"a":{"a":{"a":{"a":{"a":{"a":[[1]]}}}}}}}"#,
        ] {
            assert!(document(text).is_err(), "{text}");
        }
        assert!(document(&format!("{{\"a\":{}", "[".repeat(16_000))).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in ".{0,200}") {
            let _ = (object(&text), document(&text));
        }

        #[test]
        fn what_is_accepted_is_json(text in r#"[{}\[\],:"a-c0-9 \\.un-]{0,40}"#) {
            if document(&text).is_ok() {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
            }
            prop_assert!(object(&text).is_err() || object(&text) == document(&text));
        }
    }
}
