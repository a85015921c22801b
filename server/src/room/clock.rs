//! The clocks of a game: whose runs, and what is left (`docs/room.md` 11).

use engine::{BySide, Side};
use protocol::event::ClockView;
use protocol::settings::{Clock, FlagPolicy};

/// Milliseconds that a side gets once when its flag fell and the hand passes on.
pub(super) const SECOND_CHANCE_MS: u64 = 30_000;

/// Both clocks. They run on paper only: what is left is what was left at `since`, less the time
/// since then for the side whose clock runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clocks {
    rule: Clock,
    view: ClockView,
}

impl Clocks {
    pub(super) fn new(rule: Clock, at: u64) -> Self {
        let remaining_ms = BySide::both(at_start(rule));
        Self { rule, view: ClockView { remaining_ms, running: None, since: at, periods: BySide::default() } }
    }

    pub(super) const fn view(&self) -> ClockView {
        self.view
    }

    pub(super) const fn set(&mut self, view: ClockView) {
        self.view = view;
    }

    /// What a fallen flag means; nothing where nobody counts.
    pub(super) const fn flag_policy(&self) -> Option<FlagPolicy> {
        match self.rule {
            Clock::None => None,
            Clock::PerMove { flag, .. }
            | Clock::Bank { flag, .. }
            | Clock::ByoYomi { flag, .. }
            | Clock::Slow { flag, .. } => Some(flag),
        }
    }

    /// What is left to a side.
    pub(super) fn left(&self, side: Side, now: u64) -> u64 {
        let left = self.view.remaining_ms[side];
        if self.view.running == Some(side) {
            left.saturating_sub(now.saturating_sub(self.view.since))
        } else {
            left
        }
    }

    pub(super) fn all_left(&self, now: u64) -> BySide<u64> {
        BySide::from_fn(|side| self.left(side, now))
    }

    /// When the running clock comes to zero.
    pub(super) fn zero_at(&self) -> Option<u64> {
        self.view.running.map(|side| self.view.since.saturating_add(self.view.remaining_ms[side]))
    }

    /// Whether the running clock has come to zero.
    pub(super) fn is_at_zero(&self, now: u64) -> bool {
        self.zero_at().is_some_and(|zero| zero <= now)
    }

    /// Whether the running clock, if one runs, allows for so much more.
    pub(super) fn allows(&self, now: u64, ms: u64) -> bool {
        self.zero_at().is_none_or(|zero| zero.saturating_sub(now) >= ms)
    }

    /// The earlier of a moment and the moment at which the running clock comes to zero.
    pub(super) fn clamp(&self, moment: u64) -> u64 {
        self.zero_at().map_or(moment, |zero| moment.min(zero))
    }

    /// The clocks with this side's started.
    pub(super) fn started(&self, side: Side, now: u64) -> ClockView {
        let running = (self.rule != Clock::None).then_some(side);
        ClockView { remaining_ms: self.all_left(now), running, since: now, periods: self.view.periods }
    }

    /// The clocks as they are now.
    pub(super) fn at(&self, now: u64) -> ClockView {
        ClockView { remaining_ms: self.all_left(now), since: now, ..self.view }
    }

    /// These clocks, showing something else.
    pub(super) const fn with(&self, view: ClockView) -> Self {
        Self { rule: self.rule, view }
    }

    /// The clocks standing still.
    pub(super) fn stopped(&self, now: u64) -> ClockView {
        ClockView { remaining_ms: self.all_left(now), running: None, since: now, periods: self.view.periods }
    }

    /// The clocks with so much given to a side.
    pub(super) fn given(&self, mut view: ClockView, side: Side, ms: u64) -> ClockView {
        if self.rule != Clock::None {
            view.remaining_ms[side] = view.remaining_ms[side].saturating_add(ms);
        }
        view
    }

    /// What is left to each side once a move of `side` stands: its increment, or its time for the
    /// next move.
    pub(super) fn after_move(&self, side: Side, now: u64) -> BySide<u64> {
        let mut left = self.all_left(now);
        match self.rule {
            Clock::None => {}
            Clock::PerMove { ms, .. } | Clock::Slow { ms, .. } => left[side] = u64::from(ms),
            Clock::ByoYomi { .. } => {}
            Clock::Bank { increment_ms, .. } => {
                left[side] = left[side].saturating_add(u64::from(increment_ms))
            }
        }
        left
    }

    /// A little time for a side whose flag fell.
    pub(super) fn second_chance(&self, side: Side, now: u64) -> ClockView {
        let mut view = self.started(side, now);
        view.remaining_ms[side] = SECOND_CHANCE_MS;
        view
    }
}

fn at_start(rule: Clock) -> u64 {
    match rule {
        Clock::None => 0,
        Clock::PerMove { ms, .. }
        | Clock::Bank { ms, .. }
        | Clock::ByoYomi { ms, .. }
        | Clock::Slow { ms, .. } => u64::from(ms),
    }
}
