//! The words of a text record, each with its place. Reads every text in one pass.

use std::iter::Peekable;
use std::str::CharIndices;

use protocol::http::record::RecordFaultCode::Syntax;

use super::fault::{Located, Place, Read, fault, shown};

/// Bytes of a tag's value, of a comment and of a word: longer than any that is ever written.
const LONGEST: usize = 16 * 1024;

/// One word of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`, what is escaped resolved.
    Tag { name: &'t str, value: String },
    /// What stands between spaces; a name in quotes is a part of it.
    Word(&'t str),
    /// `{…}` without the brackets.
    Comment(&'t str),
}

/// Reads words from the left.
pub(super) struct Lexer<'t> {
    text: &'t str,
    chars: Peekable<CharIndices<'t>>,
    place: Place,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { text, chars: text.char_indices().peekable(), place: Place { line: 1, column: 1 } }
    }

    /// Where the next word would begin.
    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// The next word; nothing at the end.
    pub(super) fn next(&mut self) -> Read<Option<(Place, Token<'t>)>> {
        self.space();
        let place = self.place;
        let token = match self.peek() {
            None => return Ok(None),
            Some('[') => self.tag(),
            Some('{') => self.comment(),
            Some(_) => self.word(),
        };
        Ok(Some((place, token.at(place)?)))
    }

    /// White space, and what stands behind a semicolon.
    fn space(&mut self) {
        while let Some(c) = self.peek() {
            if c == ';' {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.step();
                }
            } else if matches!(c, ' ' | '\t' | '\r' | '\n') {
                self.step();
            } else {
                return;
            }
        }
    }

    fn tag(&mut self) -> Read<Token<'t>> {
        self.step();
        self.blank();
        let from = self.offset();
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.step();
        }
        let name = &self.text[from..self.offset()];
        self.blank();
        if name.is_empty() || self.peek() != Some('"') {
            return Err(fault(Syntax, "a tag is written [Name \"value\"]").at(self.place));
        }
        self.step();
        let value = self.value()?;
        self.blank();
        if self.step() != Some(']') {
            return Err(fault(Syntax, format!("the tag {} does not end behind its value", shown(name))));
        }
        Ok(Token::Tag { name, value })
    }

    fn value(&mut self) -> Read<String> {
        let mut value = String::new();
        loop {
            let place = self.place;
            match self.step() {
                Some('"') => return Ok(value),
                Some('\\') => match self.step() {
                    Some(c @ ('"' | '\\')) => value.push(c),
                    _ => return Err(fault(Syntax, "a backslash stands before \" or \\ only").at(place)),
                },
                Some(c) if c.is_control() => {
                    return Err(
                        fault(Syntax, "a value has no control characters and ends in its line").at(place)
                    );
                }
                Some(c) => value.push(c),
                None => return Err(fault(Syntax, "the value of a tag does not end")),
            }
            if value.len() > LONGEST {
                return Err(fault(Syntax, "the value of a tag is too long"));
            }
        }
    }

    fn comment(&mut self) -> Read<Token<'t>> {
        self.step();
        let from = self.offset();
        loop {
            let to = self.offset();
            match self.step() {
                Some('}') => return Ok(Token::Comment(&self.text[from..to])),
                Some(_) if to - from <= LONGEST => {}
                Some(_) => return Err(fault(Syntax, "the comment is too long")),
                None => return Err(fault(Syntax, "the comment does not end")),
            }
        }
    }

    fn word(&mut self) -> Read<Token<'t>> {
        let from = self.offset();
        while let Some(c) = self.peek() {
            if c.is_whitespace() || matches!(c, '{' | '}' | '[' | ']' | ';') {
                break;
            }
            self.step();
            if c == '"' {
                self.quoted()?;
            }
            if self.offset() - from > LONGEST {
                return Err(fault(Syntax, "the word is too long"));
            }
        }
        match &self.text[from..self.offset()] {
            "" => Err(fault(Syntax, "nothing begins with this character")),
            word => Ok(Token::Word(word)),
        }
    }

    /// To the quotation mark that ends what one began.
    fn quoted(&mut self) -> Read<()> {
        let from = self.offset();
        loop {
            match self.step() {
                Some('"') => return Ok(()),
                Some(c) if !c.is_control() && self.offset() - from <= LONGEST => {}
                _ => return Err(fault(Syntax, "what is in quotation marks does not end in its line")),
            }
        }
    }

    fn blank(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t')) {
            self.step();
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.chars.peek().map(|&(_, c)| c)
    }

    fn step(&mut self) -> Option<char> {
        let (_, c) = self.chars.next()?;
        if c == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    fn offset(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |&(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(text: &str) -> Read<Vec<(Place, Token<'_>)>> {
        let mut lexer = Lexer::new(text);
        let mut found = Vec::new();
        while let Some(token) = lexer.next()? {
            found.push(token);
        }
        Ok(found)
    }

    #[test]
    fn words_have_their_places() {
        let text = "\u{feff}[Event \"a \\\"b\\\" \\\\\"] ; aside\r\n1. 8+7B{4/7 [%clk 0:00:01]} ^\"Blue Heron\" é 1-0";
        let found = all(text).unwrap();
        let words: Vec<String> = found
            .iter()
            .map(|(place, token)| {
                let text = match token {
                    Token::Tag { name, value } => format!("{name}={value}"),
                    Token::Word(word) => (*word).to_owned(),
                    Token::Comment(comment) => format!("{{{comment}}}"),
                };
                format!("{}:{} {text}", place.line, place.column)
            })
            .collect();
        assert_eq!(
            words,
            [
                "1:1 Event=a \"b\" \\",
                "2:1 1.",
                "2:4 8+7B",
                "2:8 {4/7 [%clk 0:00:01]}",
                "2:29 ^\"Blue Heron\"",
                "2:43 é",
                "2:45 1-0"
            ]
        );
    }

    #[test]
    fn what_does_not_end_is_named_at_its_place() {
        for (text, line, column) in [
            ("\n[Event \"x", 2, 1),
            ("[Event x]", 1, 8),
            ("[Event \"x\ny\"]", 1, 10),
            ("[Event \"\\n\"]", 1, 9),
            ("[]", 1, 2),
            ("1. {x", 1, 4),
            ("1. ^\"Blue", 1, 4),
            ("}", 1, 1),
            ("1. ]", 1, 4),
        ] {
            let fault = all(text).unwrap_err();
            assert_eq!((fault.code, fault.line, fault.column), (Syntax, Some(line), Some(column)), "{text}");
        }
        assert!(all(&format!("{{{}}}", "x".repeat(LONGEST + 2))).is_err());
        assert!(all(&"[".repeat(100_000)).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_answered(text in any::<String>()) {
            let _ = all(&text);
        }

        #[test]
        fn any_text_like_a_record_is_answered(text in "[\\[\\]{}\" a-c1^~<;\\\\\n]{0,80}") {
            let _ = all(&text);
        }
    }
}
