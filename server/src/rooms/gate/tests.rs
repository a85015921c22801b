//! P20, the part without a room: a line is through when the law says so and not before, whatever
//! else is written, however often the server starts anew, and however much is left in the log.

use engine::{BySide, Move, Position, Preset, Ruleset, Side, Trace};
use proptest::prelude::*;
use protocol::MemberId;
use protocol::event::{ClockView, EndReason, GameResult, SeriesView, StarterReason};

use super::*;

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Step {
    Wait(u64),
    Said,
    /// Words that fill what is kept.
    Long,
    Began,
    Stood,
    TakenBack,
    Ended,
    /// The last ply of a game and its end in one line.
    Mated,
    /// The server starts anew.
    Restart,
}

/// The law, as it is written, and by counting anew each time.
struct Law {
    delay_ms: u64,
    delay_plies: usize,
    log: Vec<Entry>,
    passed: usize,
}

impl Law {
    fn go_on(&mut self, now: u64) {
        while self.passed < self.log.len() && self.is_through(self.passed, now) {
            self.passed += 1;
        }
    }

    fn is_through(&self, line: usize, now: u64) -> bool {
        let in_game = |lines: &[Entry]| {
            let mut events = lines.iter().flat_map(|entry| &entry.events);
            let bounds = |event: &&Event| matches!(event, Event::GameBegan { .. } | Event::GameEnded { .. });
            events.rfind(bounds).is_some_and(|event| matches!(event, Event::GameBegan { .. }))
        };
        let behind = || self.log[line + 1..].iter().flat_map(|entry| &entry.events);
        let over = behind().any(|event| matches!(event, Event::GameEnded { .. }));
        let stood = behind().filter(|event| matches!(event, Event::Stood { .. })).count();
        let back = behind().filter(|event| matches!(event, Event::TakenBack { .. })).count();
        let timely = line == 0 || self.log[line].at + self.delay_ms <= now;
        timely && (!in_game(&self.log[..=line]) || over || stood >= back + self.delay_plies)
    }
}

/// The game of a made-up log: events that fit one behind the other.
struct Game {
    rules: Ruleset,
    opening: Position,
    first: (Trace, Position),
    ply: u16,
    playing: bool,
}

impl Game {
    fn new() -> Self {
        let rules = Preset::EnDodoi.ruleset();
        let opening = rules.opening_position().unwrap();
        let start = opening.legal_starts(&rules).next().unwrap();
        let turn = opening.play(&rules, &Move::sow(start)).unwrap();
        Self { rules, opening, first: (turn.trace, turn.after), ply: 0, playing: false }
    }

    fn events(&mut self, step: Step) -> Vec<Event> {
        match step {
            Step::Said => vec![said("words")],
            Step::Long => vec![said(&"x".repeat(HELD_BYTES / 3))],
            Step::Began if !self.playing => {
                (self.playing, self.ply) = (true, 0);
                let how = StarterReason::Toss;
                let (opening, starter) = (self.opening, Side::South);
                vec![Event::GameBegan { game: 1, opening, starter, how, race: None, seal: None }]
            }
            Step::Stood if self.playing => vec![self.stood()],
            Step::TakenBack if self.playing && self.ply > 0 => {
                let ply = self.ply;
                self.ply -= 1;
                let (side, position, clock) = (Side::South, self.opening, clock());
                vec![Event::TakenBack { game: 1, ply, side, position, clock }]
            }
            Step::Ended if self.playing => vec![self.ended()],
            Step::Mated if self.playing => vec![self.stood(), self.ended()],
            Step::Began
            | Step::Stood
            | Step::TakenBack
            | Step::Ended
            | Step::Mated
            | Step::Wait(_)
            | Step::Restart => Vec::new(),
        }
    }

    fn stood(&mut self) -> Event {
        self.ply += 1;
        let (trace, after) = self.first.clone();
        let start = self.opening.legal_starts(&self.rules).next().unwrap();
        let mv = Move::sow(start);
        let (ply, by, remaining_ms) = (self.ply, MemberId(1), BySide::new(0, 0));
        Event::Stood { game: 1, ply, side: Side::South, by, mv, trace, after, tried: false, remaining_ms }
    }

    fn ended(&mut self) -> Event {
        self.playing = false;
        let result = GameResult { reason: EndReason::Agreed, winner: None, score: BySide::new(0, 0) };
        Event::GameEnded { game: 1, result, series: SeriesView::default() }
    }
}

fn said(text: &str) -> Event {
    Event::Said { by: MemberId(1), text: text.to_owned() }
}

fn clock() -> ClockView {
    ClockView { remaining_ms: BySide::new(0, 0), running: None, since: 0, periods: BySide::new(0, 0) }
}

fn entry(at: u64, events: Vec<Event>) -> Entry {
    Entry { v: 1, rules: 1, at, by: None, cid: None, events }
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..40u64).prop_map(Step::Wait),
        2 => Just(Step::Said),
        1 => Just(Step::Long),
        2 => Just(Step::Began),
        6 => Just(Step::Stood),
        2 => Just(Step::TakenBack),
        1 => Just(Step::Ended),
        1 => Just(Step::Mated),
        1 => Just(Step::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn p20_a_line_is_through_when_the_law_says_so(
        delay_ms in prop_oneof![Just(0u32), 1..100u32],
        delay_plies in 0..4u8,
        steps in prop::collection::vec(step(), 1..80),
    ) {
        let stand = Stand { delay_ms, delay_plies, ..Stand::default() };
        let Some(gate) = Gate::of(&stand) else {
            prop_assert!(delay_ms == 0 && delay_plies == 0);
            return Ok(());
        };
        let mut law = Law {
            delay_ms: u64::from(delay_ms),
            delay_plies: usize::from(delay_plies),
            log: vec![entry(0, vec![said("the opening")])],
            passed: 1,
        };
        let mut game = Game::new();
        let (mut now, mut passed) = (0, 1);
        let mut held = Held::of_log(&law.log, 1);
        for step in steps {
            match step {
                Step::Wait(ms) => now += ms,
                Step::Restart => {
                    prop_assert_eq!(gate.passed(&law.log, now), passed);
                    held = Held::of_log(&law.log, passed);
                }
                Step::Said
                | Step::Long
                | Step::Began
                | Step::Stood
                | Step::TakenBack
                | Step::Ended
                | Step::Mated => {
                    let events = game.events(step);
                    if !events.is_empty() {
                        law.log.push(entry(now, events));
                        held.add(&law.log[law.log.len() - 1]);
                    }
                }
            }
            // Whoever sleeps until the moment that is said misses nothing.
            let due = held.due(gate);
            law.go_on(now);
            loop {
                while let Some(line) = held.release(gate, now) {
                    prop_assert!(due.is_some_and(|due| due <= now));
                    prop_assert_eq!(&line, &law.log[passed], "in the order of the log");
                    passed += 1;
                }
                if !held.is_short() {
                    break;
                }
                let read = gate.passed(&law.log, now).max(passed);
                held = Held::of_log(&law.log, read);
                prop_assert!(!held.is_short(), "what was read again is kept");
                passed = read;
            }
            prop_assert_eq!(passed, law.passed, "at {} after {:?}", now, step);
            prop_assert!(held.bytes <= HELD_BYTES || held.lines.len() == 1, "what is kept is bounded");
        }
    }
}

#[test]
fn of_both_delays_the_stricter_counts_and_the_end_of_a_game_leaves_time_alone() {
    let gate = Gate::of(&Stand { delay_ms: 100, delay_plies: 2, ..Stand::default() }).unwrap();
    let mut game = Game::new();
    let mut log = vec![entry(0, vec![said("the opening")])];
    log.push(entry(10, vec![said("before the game")]));
    assert_eq!((gate.passed(&log, 109), gate.passed(&log, 110)), (1, 2), "time alone before a game");
    for at in [10, 20, 30] {
        let step = if game.playing { Step::Stood } else { Step::Began };
        log.push(entry(at, game.events(step)));
    }
    assert_eq!(gate.passed(&log, 109), 1, "two plies stood, but it was not long ago");
    assert_eq!(gate.passed(&log, 1_000), 3, "the beginning is two plies old, the first ply is not");
    log.push(entry(1_000, game.events(Step::TakenBack)));
    assert_eq!(gate.passed(&log, 1_000), 3, "what was through stays so");
    log.push(entry(1_001, game.events(Step::Ended)));
    assert_eq!((gate.passed(&log, 1_001), gate.passed(&log, 1_101)), (5, 7), "time alone after the end");
}
