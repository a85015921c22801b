//! What those are told together who watch: everything since they were told last, in one encoding for
//! all of them.
//!
//! A few are told at once. Where many watch, what happens is gathered and told a few times a second,
//! in slices, so that those who play never wait behind a whole crowd (`docs/decisions/0016-fan-out.md`).

use super::frame::Frame;
use super::mailbox::SocketId;

/// Listeners up to which each line is told at once.
const AT_ONCE: usize = 100;
/// Nanoseconds that it takes to tell one of many.
const COST_NS: u64 = 9_000;
/// Telling may take this part of the time.
const SHARE: u64 = 5;
/// Milliseconds between the beginnings of two rounds.
const ROUND_MS: std::ops::RangeInclusive<u64> = 50..=250;
/// Listeners that are told before those who play have another turn.
pub(super) const SLICE: usize = 256;

/// A line for those who watch.
#[derive(Clone, Debug)]
pub(super) struct Line {
    number: u64,
    pub(super) kind: LineKind,
    pub(super) frame: Frame,
}

/// What a line is. Of those that are replaced only the newest is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    /// Events of everybody's stream.
    Table,
    /// Everybody's stream as a whole, in place of many events.
    Whole,
    /// Events of the spectators' stream.
    Stand,
    /// The legal moves.
    Legal,
    /// How many watch.
    Crowd,
}

/// The lines that somebody who watches may not have been told yet.
#[derive(Debug, Default)]
pub(super) struct Feed {
    lines: Vec<Line>,
    next: u64,
    round: Option<Round>,
    began_at: Option<u64>,
}

/// A round that is under way.
#[derive(Clone, Copy, Debug)]
struct Round {
    /// Who was told last.
    told: SocketId,
    /// Lines before this one are told to everybody in this round.
    until: u64,
}

impl Feed {
    /// Add a line.
    pub(super) fn add(&mut self, kind: LineKind, frame: Frame) {
        if matches!(kind, LineKind::Legal | LineKind::Crowd) {
            self.lines.retain(|line| line.kind != kind);
        }
        self.lines.push(Line { number: self.next, kind, frame });
        self.next += 1;
    }

    /// The number of the next line: who knows everything up to now has heard up to it.
    pub(super) const fn next(&self) -> u64 {
        self.next
    }

    /// The lines that somebody has not heard.
    pub(super) fn unheard(&self, heard: u64) -> &[Line] {
        let start = self.lines.partition_point(|line| line.number < heard);
        &self.lines[start..]
    }

    /// Whether everybody was told everything.
    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether each line is told at once.
    pub(super) const fn is_at_once(watchers: usize) -> bool {
        watchers <= AT_ONCE
    }

    /// When the next slice is due; nothing while everybody was told everything.
    pub(super) fn due(&self, watchers: usize) -> Option<u64> {
        if self.round.is_some() {
            return Some(0);
        }
        let began_at = self.began_at.unwrap_or_default();
        (!self.lines.is_empty()).then(|| began_at + interval(watchers))
    }

    /// Begin a round, or go on with the one under way: behind whom.
    pub(super) fn go_on(&mut self, now: u64) -> SocketId {
        let until = self.next;
        let round = self.round.get_or_insert_with(|| {
            self.began_at = Some(now);
            Round { told: SocketId(0), until }
        });
        round.told
    }

    /// A slice was told, the last of them `told`; nobody when everybody was.
    pub(super) fn told(&mut self, told: Option<SocketId>) {
        match (told, &mut self.round) {
            (Some(told), Some(round)) => round.told = told,
            (None, Some(Round { until, .. })) => {
                let until = *until;
                self.round = None;
                self.lines.retain(|line| line.number >= until);
            }
            (_, None) => {}
        }
    }

    /// Everybody was told everything.
    pub(super) fn clear(&mut self) {
        self.lines.clear();
        self.round = None;
    }

    /// Bytes of the events of everybody's stream that wait, between two rounds.
    pub(super) fn table_bytes(&self) -> usize {
        let table = self.lines.iter().filter(|line| line.kind == LineKind::Table);
        if self.round.is_some() { 0 } else { table.map(|line| line.frame.len()).sum() }
    }

    /// Tell everybody's stream as a whole in place of its events.
    pub(super) fn replace_table(&mut self, whole: Frame) {
        let is_table = |line: &Line| matches!(line.kind, LineKind::Table | LineKind::Whole);
        let Some(last) = self.lines.iter().rposition(is_table) else { return };
        self.lines[last] = Line { kind: LineKind::Whole, frame: whole, ..self.lines[last].clone() };
        let mut place = 0;
        self.lines.retain(|line| {
            place += 1;
            place > last || !is_table(line)
        });
    }
}

/// Milliseconds between the beginnings of two rounds.
fn interval(watchers: usize) -> u64 {
    let cost = u64::try_from(watchers).unwrap_or(u64::MAX).saturating_mul(COST_NS) / 1_000_000;
    cost.saturating_mul(SHARE).clamp(*ROUND_MS.start(), *ROUND_MS.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Frame {
        Frame::from(text.to_owned())
    }

    fn texts(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| String::from_utf8_lossy(line.frame.as_bytes()).into_owned()).collect()
    }

    #[test]
    fn the_more_watch_the_longer_is_gathered() {
        assert_eq!([101, 1_000, 2_000, 5_000].map(interval), [50, 50, 90, 225]);
        assert_eq!(interval(1_000_000), 250);
    }

    #[test]
    fn of_what_is_replaced_the_newest_is_told_and_of_the_rest_all() {
        let mut feed = Feed::default();
        feed.add(LineKind::Table, frame("one"));
        feed.add(LineKind::Legal, frame("old moves"));
        feed.add(LineKind::Crowd, frame("1"));
        let heard = feed.next();
        feed.add(LineKind::Stand, frame("two"));
        feed.add(LineKind::Legal, frame("moves"));
        feed.add(LineKind::Crowd, frame("2"));
        assert_eq!(texts(feed.unheard(0)), ["one", "two", "moves", "2"]);
        assert_eq!(texts(feed.unheard(heard)), ["two", "moves", "2"]);
        assert!(feed.unheard(feed.next()).is_empty());
    }

    #[test]
    fn the_first_line_is_told_at_once_and_what_follows_is_gathered() {
        let mut feed = Feed::default();
        assert_eq!(feed.due(5_000), None);
        feed.add(LineKind::Table, frame("one"));
        assert!(feed.due(5_000).is_some_and(|due| due <= 1_000));
        assert_eq!(feed.go_on(1_000), SocketId(0));
        feed.told(None);
        assert_eq!(feed.due(5_000), None);
        feed.add(LineKind::Table, frame("two"));
        assert_eq!(feed.due(5_000), Some(1_225));
    }

    #[test]
    fn what_comes_while_a_round_is_under_way_is_kept_for_those_who_were_told() {
        let mut feed = Feed::default();
        feed.add(LineKind::Table, frame("one"));
        feed.go_on(1_000);
        feed.told(Some(SocketId(7)));
        feed.add(LineKind::Table, frame("two"));
        assert_eq!((feed.due(5_000), feed.go_on(1_001)), (Some(0), SocketId(7)));
        feed.told(None);
        assert_eq!(texts(feed.unheard(0)), ["two"]);
        assert_eq!(feed.due(5_000), Some(1_225));
    }

    #[test]
    fn a_whole_takes_the_place_of_the_events_before_it_and_of_nothing_else() {
        let mut feed = Feed::default();
        for text in ["one", "two"] {
            feed.add(LineKind::Table, frame(text));
            feed.add(LineKind::Stand, frame("said"));
        }
        assert_eq!(feed.table_bytes(), 6);
        let heard = feed.next();
        feed.replace_table(frame("whole"));
        assert_eq!(texts(feed.unheard(0)), ["said", "whole", "said"]);
        assert!(feed.unheard(heard).is_empty(), "who came behind them knows them");
        feed.add(LineKind::Table, frame("three"));
        assert_eq!(texts(feed.unheard(heard)), ["three"]);
        feed.replace_table(frame("all"));
        assert_eq!(texts(feed.unheard(0)), ["said", "said", "all"]);
    }
}
