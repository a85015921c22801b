//! The moves of a game.

use engine::Move;
use protocol::http::record::RecordFaultCode::{BadName, NotPlayed, Numbering, Syntax};

use super::fault::{Located, Place, Read, fault, shown};
use super::model::{Counts, GameTold, Mark, NOBODY, Played};
use super::settings::number;

/// Ends of a game's moves.
pub(super) const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Take over one word of a game's moves; `ply` is the one that is to be played.
pub(super) fn word(game: &mut GameTold, ply: &mut u16, place: Place, text: &str) -> Read<()> {
    let mark = match text.as_bytes().first() {
        Some(b'^') => Mark::Hand(name(&text[1..])?),
        Some(b'~') => Mark::Tried { mv: a_move(&text[1..])?, told: Counts::default(), by: None },
        Some(b'<') => {
            let back = text.strip_prefix("<<").and_then(number::<u16>);
            Mark::Back(back.ok_or_else(|| unknown(text))?)
        }
        Some(b'!') => return Err(fault(NotPlayed, "games with challenges are not played here")),
        Some(_) if text.ends_with('.') => return numbered(*ply, text),
        Some(_) | None => Mark::Played(played(text)?),
    };
    match &mark {
        Mark::Played(_) => *ply = ply.saturating_add(1),
        Mark::Back(to) => *ply = (*to).max(1),
        Mark::Hand(_) | Mark::Tried { .. } => {}
    }
    game.marks.push((place, mark));
    Ok(())
}

/// Take over a comment: it belongs to the move before it, and most of it is for people.
pub(super) fn comment(game: &mut GameTold, text: &str) -> Read<()> {
    let said = said(text)?;
    match game.marks.last_mut().map(|(_, mark)| mark) {
        Some(Mark::Tried { told, by, .. }) => {
            *told = said.counts.unwrap_or(*told);
            *by = said.by.or(by.take());
        }
        Some(Mark::Played(played)) => {
            played.tried = said.counts.or(played.tried);
            played.clock = said.clock.or(played.clock);
            played.by = said.by.or(played.by.take());
        }
        Some(Mark::Hand(_) | Mark::Back(_)) | None => {}
    }
    Ok(())
}

#[derive(Default)]
struct Said {
    counts: Option<Counts>,
    clock: Option<u64>,
    by: Option<String>,
}

fn said(text: &str) -> Read<Said> {
    let mut said = Said::default();
    let mut rest = text.trim();
    if let Some((counts, behind)) = counts(rest) {
        (said.counts, rest) = (Some(counts), behind);
    }
    while let Some((_, behind)) = rest.split_once("[%") {
        let (inside, after) = behind
            .split_once(']')
            .ok_or_else(|| fault(Syntax, "what [% begins does not end in the comment"))?;
        let (what, value) = inside.split_once(' ').unwrap_or((inside, ""));
        match what {
            "clk" => said.clock = Some(clock(value).ok_or_else(|| unknown(inside))?),
            "by" => said.by = name(value)?,
            // Other programs write what they like.
            _ => {}
        }
        rest = after;
    }
    Ok(said)
}

/// `4/7` or `4/7 +2` at the beginning of a comment, and what stands behind it.
fn counts(text: &str) -> Option<(Counts, &str)> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (objections, need) = first.split_once('/')?;
    let (objections, need) = (number(objections)?, number(need)?);
    let (second, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    match second.strip_prefix('+').and_then(number) {
        Some(approvals) => Some((Counts { objections, need, approvals }, behind)),
        None => Some((Counts { objections, need, approvals: 0 }, rest)),
    }
}

/// `0:04:31` in seconds.
fn clock(text: &str) -> Option<u64> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let small = |digits: &str| (digits.len() == 2).then(|| digits.parse::<u64>().ok()).flatten();
    let (minutes, seconds) = (small(minutes)?, small(seconds)?);
    let hours = number::<u32>(hours)?;
    (parts.next().is_none() && minutes < 60 && seconds < 60)
        .then(|| u64::from(hours) * 3_600 + minutes * 60 + seconds)
}

/// `12.` or `12...`
fn numbered(ply: u16, text: &str) -> Read<()> {
    let said: u32 = number(text.trim_end_matches('.')).ok_or_else(|| unknown(text))?;
    if said == u32::from(ply) {
        return Ok(());
    }
    Err(fault(Numbering, format!("ply {ply} is to be played, not {said}")))
}

/// `8LR+7BB`.
fn played(text: &str) -> Read<Played> {
    let (mv, captured, bulls) = if text.contains('=') {
        (a_move(text)?, 0, 0)
    } else {
        let rest = text.trim_end_matches('B');
        let (rest, captured) = match rest.split_once('+') {
            Some((mv, seeds)) => (mv, number(seeds).filter(|&seeds| seeds > 0).ok_or_else(|| unknown(text))?),
            None => (rest, 0),
        };
        (a_move(rest)?, captured, text.bytes().rev().take_while(|&byte| byte == b'B').count())
    };
    Ok(Played { mv, captured, bulls, tried: None, by: None, clock: None })
}

fn a_move(text: &str) -> Read<Move> {
    text.parse().map_err(|_| unknown(text))
}

/// A name as it is written among moves; nothing where it stands for nobody.
fn name(text: &str) -> Read<Option<String>> {
    let bare = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
    if bare == NOBODY {
        return Ok(None);
    }
    if bare.is_empty() || bare.contains('"') {
        return Err(fault(BadName, format!("nobody can be called {}", shown(text))));
    }
    Ok(Some(bare.to_owned()))
}

fn unknown(text: &str) -> Box<protocol::http::record::RecordFault> {
    fault(Syntax, format!("{} is nothing that stands among moves", shown(text)))
}

/// The place of a fault in the moves of a game.
pub(super) fn located<T>(read: Read<T>, place: Place, game: usize, ply: u16) -> Read<T> {
    read.at(place).in_game(game).at_ply(ply)
}
