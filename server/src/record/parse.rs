//! A text as a record. What it says of moves is not yet believed.

use protocol::http::record::RECORD_PLIES;
use protocol::http::record::RecordFaultCode::{BadTag, NoGames, NotARecord, Syntax, TooLong};

use super::fault::{Located, Read, fault, shown};
use super::lexer::{Lexer, Token};
use super::model::{GameTold, Gathering, Record};
use super::movetext::{self, RESULTS};
use super::tags::Tags;

/// Games of a record.
const GAMES: usize = 1_000;
/// Marks of one game: every move with hands that pass before it.
const MARKS: usize = 4 * RECORD_PLIES;

/// Read a text.
pub(super) fn record(text: &str) -> Read<Record> {
    let mut reader = Reader { lexer: Lexer::new(text), room: None, games: Vec::new() };
    while reader.game()? {}
    match reader.room {
        Some(room) => Ok(Record { room, games: reader.games }),
        None => Err(fault(NoGames, "there is no game in the record")),
    }
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    room: Option<Gathering>,
    games: Vec<GameTold>,
}

impl<'t> Reader<'t> {
    /// One game; false at the end.
    fn game(&mut self) -> Read<bool> {
        let number = self.games.len() + 1;
        let mut tags = Tags::default();
        let Some((place, first)) = self.tags(&mut tags).in_game(number)? else {
            if tags.is_empty() {
                return Ok(false);
            }
            let place = self.lexer.place();
            return Err(fault(Syntax, "the moves of the last game are missing").at(place).in_game(number));
        };
        if number > GAMES {
            return Err(fault(TooLong, format!("a record has at most {GAMES} games")).at(place));
        }
        if tags.is_empty() {
            let code = if number == 1 { NotARecord } else { Syntax };
            return Err(fault(code, "a game begins with its tags").at(place).in_game(number));
        }
        let mut game = self.announced(&tags).in_game(number)?;
        let result = self.moves(&mut game, (place, first), number)?;
        if tags.result().in_game(number)? != result {
            let detail = format!("the tag Result is not {result}, with which the moves end");
            return Err(fault(BadTag, detail).at(tags.place_of("Result")).in_game(number));
        }
        self.games.push(game);
        Ok(true)
    }

    /// The tags of a game, and the word behind them.
    fn tags(&mut self, tags: &mut Tags) -> Read<Option<(super::fault::Place, Token<'t>)>> {
        loop {
            match self.lexer.next()? {
                Some((place, Token::Tag { name, value })) => tags.add(place, name, value)?,
                // What is said before the first move is for people.
                Some((_, Token::Comment(_))) => {}
                other => return Ok(other),
            }
        }
    }

    /// All games of a record were played in one room.
    fn announced(&mut self, tags: &Tags) -> Read<GameTold> {
        let gathering = tags.gathering()?;
        match &self.room {
            None => self.room = Some(gathering),
            Some(room) if *room == gathering => {}
            Some(_) => {
                let detail = "this game is of another room than the first: each room is a record of its own";
                return Err(fault(BadTag, detail).at(tags.place_of("Event")));
            }
        }
        tags.game()
    }

    /// The moves of a game, to its result.
    fn moves(
        &mut self,
        game: &mut GameTold,
        first: (super::fault::Place, Token<'t>),
        number: usize,
    ) -> Read<&'t str> {
        let mut next = Some(first);
        let mut ply = 1;
        loop {
            let token = match next.take() {
                Some(token) => Some(token),
                None => movetext::located(self.lexer.next(), self.lexer.place(), number, ply)?,
            };
            match token {
                Some((_, Token::Word(word))) if RESULTS.contains(&word) => return Ok(word),
                Some((place, Token::Word(word))) => {
                    let now = ply;
                    movetext::located(movetext::word(game, &mut ply, place, word), place, number, now)?;
                }
                Some((place, Token::Comment(text))) => {
                    let of = ply.saturating_sub(1).max(1);
                    movetext::located(movetext::comment(game, text), place, number, of)?;
                }
                Some((place, Token::Tag { name, .. })) => {
                    let detail = format!("the moves end with a result before the tag {}", shown(name));
                    return Err(fault(Syntax, detail).at(place).in_game(number));
                }
                None => {
                    let detail = "the moves end with a result: 1-0, 0-1, 1/2-1/2 or *";
                    return Err(fault(Syntax, detail).at(self.lexer.place()).in_game(number));
                }
            }
            if game.marks.len() > MARKS {
                return Err(fault(TooLong, "the game is too long").at(self.lexer.place()).in_game(number));
            }
        }
    }
}
